//! What `help` explains: topics, and examples of every command.

/// Something that is explained and is no command.
pub(super) struct Topic {
    pub(super) name: &'static str,
    pub(super) short: &'static str,
    /// Other names for it.
    pub(super) also: &'static [&'static str],
    pub(super) text: &'static str,
}

const fn topic(name: &'static str, also: &'static [&'static str], text: &'static str) -> Topic {
    Topic { name, short: "", also, text }
}

impl Topic {
    /// The same with what it is about, in one line.
    const fn about(self, short: &'static str) -> Self {
        Self { short, ..self }
    }
}

/// The topics of `help`, in the order in which a newcomer needs them.
pub(super) const TOPICS: &[Topic] = &[
    topic("units", &["unit", "names", "naming", "sizes", "set", "one-line"], include_str!("topics/units.txt"))
        .about("how units are named, sized, changed"),
    topic("situations", &["situation", "with", "table"], include_str!("topics/situations.txt"))
        .about("what is true on the table"),
    topic("effects", &["effect", "modifiers", "rerolls", "buffs"], include_str!("topics/effects.txt"))
        .about("how changes to the dice are written"),
    topic("tables", &["table", "several", "lists of units"], include_str!("topics/tables.txt"))
        .about("many units: compare, sweep, advise, plan, fight"),
    topic(
        "scale",
        &["shards", "shard", "parquet", "cluster", "dask", "slurm", "duckdb"],
        include_str!("topics/scale.txt"),
    )
    .about("a table for several machines: parts, Parquet"),
    topic(
        "outputs",
        &["output", "results", "metrics", "files", "charts", "csv", "json", "png"],
        include_str!("topics/outputs.txt"),
    )
    .about("tables, charts, JSON, CSV; what results mean"),
    topic("profiles", &["profile", "toml"], include_str!("topics/profiles.txt"))
        .about("a unit of your own, from nothing to an answer"),
    topic("abilities", &["ability", "cards", "card"], include_str!("topics/abilities.txt"))
        .about("what a card says, as an `[[ability]]`"),
    topic("lists", &["rosters", "roster", "catalogues", "army"], include_str!("topics/lists.txt"))
        .about("rosters, catalogues, lists as text"),
    topic("dice", &["questions", "rolls"], include_str!("topics/dice.txt"))
        .about("charges, spells and any dice: `odds`"),
    topic("games", &["game", "editions", "rulings", "rules", "modes"], include_str!("topics/games.txt"))
        .about("games, editions, modes and ambiguous rules"),
    topic("cookbook", &["examples", "questions of players", "recipes"], include_str!("topics/cookbook.txt"))
        .about("questions of an evening, with their answers"),
];

/// The examples of a command, one a line; the first is the plainest.
pub(super) fn examples(command: &str) -> Option<&'static str> {
    const EXAMPLES: &[(&str, &str)] = &[
        ("attack", include_str!("topics/attack.txt")),
        (
            "fight",
            "  warodds fight liberators stormvermin\n  warodds fight liberators stormvermin --rounds 5 --first B --with \"A: all-out attack\"\n",
        ),
        (
            "compare",
            "  warodds compare liberators stormvermin --into clawlord clanrats\n  warodds compare \"aos/*\" --into aos/typical --per-100-points --csv all.csv\n  warodds compare \"liberators & stormvermin\" liberators --into clawlord --try \"all-out attack\"\n",
        ),
        (
            "sweep",
            "  warodds sweep liberators clawlord --vary defender.save=2+..6+\n  warodds sweep liberators clawlord --vary attacker.models=5,10 --vary \"with=nothing|+1 to hit\"\n",
        ),
        (
            "advise",
            "  warodds advise liberators clawlord\n  warodds advise liberators clawlord --try \"+1 to wound\" --for attacker\n  warodds advise liberators clanrats --into clawlord\n  warodds advise --points 200 --from \"aos/*\" --into clawlord behemoth\n",
        ),
        ("plan", "  warodds plan liberators stormvermin --into clawlord clanrats\n"),
        (
            "build",
            "  warodds build --from \"aos/*\" --points 500 --into typical\n  warodds build --from liberators varanguard --points 500 --into clawlord --must liberators\n",
        ),
        (
            "need",
            "  warodds need liberators --into clawlord --destroyed 80%\n  warodds need liberators --into clawlord --destroyed 50% --try \"+1 to wound\"\n",
        ),
        (
            "threats",
            "  warodds threats liberators --from \"aos/*\"\n  warodds threats liberators --from \"aos/*\" --points 200 --at-least 30%\n",
        ),
        ("odds", include_str!("topics/odds.txt")),
        ("explain", "  warodds explain liberators clawlord --with \"all-out attack\"\n"),
        (
            "list",
            "  warodds list units aos\n  warodds list situations 40k\n  warodds list effects 40k --json\n  warodds list abilities liberators\n",
        ),
        ("show", "  warodds show liberators\n  warodds show my-list.rosz\n"),
        (
            "new",
            "  warodds new warhammer-40k > my-unit.toml\n  warodds new aos --interactive\n  warodds new --from liberators > my-unit.toml\n",
        ),
        ("check", "  warodds check my-unit.toml\n"),
        (
            "import",
            "  warodds import my-list.rosz\n  warodds import my-list.rosz --to lists/mine --dry-run\n  warodds import wh40k-10e.zip --library\n",
        ),
        ("library", "  warodds library\n  warodds library show wh40k-10e\n"),
        ("schema", "  warodds schema warhammer-40k > warhammer-40k.schema.json\n"),
        ("help", "  warodds help units\n  warodds help attack\n"),
        ("verify", "  warodds verify\n  warodds verify warcry --trials 100000\n"),
        ("completions", include_str!("topics/completions.txt")),
        (
            "man",
            "  warodds man | man -l -\n  warodds man attack | man -l -\n  warodds man --to ~/.local/share/man/man1\n",
        ),
        (
            "page",
            "  warodds page --out page\n  python3 -m http.server --directory page    # or any other host of files\n",
        ),
    ];
    EXAMPLES.iter().find(|(name, _)| *name == command).map(|(_, text)| *text)
}
