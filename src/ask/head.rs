//! What every answer begins with: what was asked, and what a reader should know.

use serde::{Serialize, Serializer};

use super::clauses::parts;
use super::left_out::warnings_of;
use super::request::Request;
use super::sentences::may_be_one;
use super::typed::{fingerprint, split};
use crate::games::editions::later_edition;
use crate::games::{Engaged, Game, Phase, UnitFacts, Whole, find};
use crate::report::{Column, CsvCell, CsvLines, CsvStyle, RowWriter, SCHEMA, Section, Sheet, TOOL, percent, slug_or};
use crate::words::each_once;

/// What every answer begins with: two questions never look alike, and the command asks the same again. Fields are in JSON
/// order.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Head {
    pub(super) schema: u32,
    pub(super) tool: &'static str,
    /// What to type to ask the same again, wherever the answer goes.
    pub command: String,
    /// The game's id, or `dice`.
    pub game: &'static str,
    /// How the game is played, where that is not the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The edition, where that is not the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Situations and effects by their own names.
    pub with: Vec<String>,
    /// Situations and effects as they were typed.
    pub with_typed: Vec<String>,
    /// Values of profiles: `defender.save=4+`.
    pub set: Vec<String>,
    /// The phase, if it was given.
    pub phase: Option<Phase>,
    /// What a die or a percentage decides before the attacks, and how likely it is; only what changes something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncertain: Vec<UncertainLine>,
    /// Weapons that were chosen.
    pub weapon: Vec<String>,
    /// Weapons that are resolved first.
    pub order: Vec<String>,
    /// Rulings that differ from their default, by name.
    #[serde(serialize_with = "by_name", skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<(String, String)>,
    /// The seed that dice start from, used or not; `None` where there are no dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What the profiles of the units leave out of their cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_computed: Vec<NotComputed>,
    /// What a player should know.
    pub notes: Vec<String>,
    /// What was left out because it cannot be read, with the reason.
    pub warnings: Vec<String>,
    /// What tells own profiles apart that are called alike; `None` if all are built in and nothing else was given.
    #[serde(skip)]
    pub(crate) tag: Option<u64>,
}

/// Names and values as an object, in their order.
pub(super) fn by_name<N: Serialize, V: Serialize, S: Serializer>(pairs: &[(N, V)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// What is asked for in the game's own words; of a sentence of a card each line that states the same.
fn own_words(game: &Game, text: &str) -> Vec<String> {
    if let Some(own) = game.own_words(text) {
        return vec![own];
    }
    if let Some(Whole::Sentence { lines, .. }) = may_be_one(text).then(|| (game.whole)(text.trim())).flatten() {
        return lines;
    }
    let each = |text: &str, whole: &dyn Fn(String) -> String| own_words(game, text).into_iter().map(whole).collect();
    match (text.rsplit_once('@'), text.split_once(':')) {
        (Some((text, chance)), _) => each(text, &|own| format!("{own} @{}", chance.trim())),
        (None, Some((whose, text))) => each(text, &|own| format!("{}: {own}", whose.trim())),
        (None, None) => vec![text.trim().to_owned()],
    }
}

/// Something that is decided before an attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UncertainLine {
    /// What may come about.
    pub what: String,
    /// For which attack, counted from 1, if there are several and it is not decided for all at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<usize>,
    /// How likely it is, from 0 to 1.
    pub chance: f64,
}

impl UncertainLine {
    /// What is decided before the attacks, with its chances.
    pub(super) fn of(engaged: &Engaged) -> Vec<Self> {
        let several = engaged.attackers.len() > 1;
        let lines = engaged.uncertain.iter().flat_map(|one| {
            let attack = one.attack.filter(|_| several).map(|attack| attack + 1);
            one.reached.iter().map(move |(what, chance)| Self { what: what.clone(), attack, chance: *chance })
        });
        lines.collect()
    }

    fn text(&self) -> String {
        let attack = self.attack.map_or_else(String::new, |attack| format!("attack {attack}: "));
        format!("{attack}{} ({})", self.what, percent(self.chance))
    }
}

/// What the profile of a unit leaves out of its card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotComputed {
    /// The unit's name.
    pub unit: String,
    /// The names of the abilities.
    pub names: Vec<String>,
}

impl NotComputed {
    /// Of some units, each once; those that leave out nothing are not there.
    pub(super) fn of<'u>(units: impl Iterator<Item = &'u UnitFacts>) -> Vec<Self> {
        let units = units.filter(|unit| !unit.not_computed.is_empty());
        each_once(
            units.map(|unit| Self { unit: unit.name.clone(), names: each_once(unit.not_computed.iter().cloned()) }),
        )
    }

    /// Without abilities that no attack of this game depends on.
    fn that_could_matter(&self, game: &str) -> Option<Self> {
        let could = |name: &&String| !crate::games::is_diceless(game, name);
        let names: Vec<String> = self.names.iter().filter(could).cloned().collect();
        (!names.is_empty()).then(|| Self { unit: self.unit.clone(), names })
    }

    /// Names that several profiles leave out, as a cell.
    pub(super) fn cell<'n>(all: impl IntoIterator<Item = &'n Self>) -> CsvCell<'static> {
        Some(Self::list(all.into_iter().map(Self::text))).filter(|list| !list.is_empty()).into()
    }

    /// What several profiles leave out, in square brackets; empty: nothing.
    pub(super) fn list(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
        let mut list = String::new();
        Self::write(texts, &mut list);
        list
    }

    /// The same into a text that is there.
    pub(super) fn write(texts: impl Iterator<Item = impl AsRef<str>>, to: &mut String) {
        to.clear();
        for text in texts {
            to.push(if to.is_empty() { '[' } else { ';' });
            if to.len() > 1 {
                to.push(' ');
            }
            to.push_str(text.as_ref());
        }
        if !to.is_empty() {
            to.push(']');
        }
    }

    /// `Liberators: Overcharge, Second Wind`.
    pub(super) fn text(&self) -> String {
        format!("{}: {}", self.unit, self.names.join(", "))
    }
}

impl Head {
    /// The columns that say what was asked, behind those of each answer.
    pub(super) const COLUMNS: &[Column<Self>] = &[
        ("with_typed", |head| CsvCell::some(&head.with_typed)),
        ("set", |head| CsvCell::some(&head.set)),
        ("weapon", |head| CsvCell::some(&head.weapon)),
        ("order", |head| CsvCell::some(&head.order)),
        ("rulings", |head| {
            CsvCell::some(&head.rulings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>())
        }),
        ("mode", |head| head.mode.as_deref().into()),
        ("edition", |head| head.edition.as_deref().into()),
    ];

    /// What a request says to a game.
    pub(super) fn new(game: &'static str, request: &Request, command: String) -> Self {
        let rules = find(game);
        let part = |text: &String| rules.map_or_else(|| split(text), |game| parts(game, text));
        let with: Vec<String> = request.with.iter().flat_map(part).collect();
        let own = |text: &String| rules.map_or_else(|| vec![text.clone()], |game| own_words(game, text));
        Self {
            schema: SCHEMA,
            tool: TOOL,
            command,
            game,
            with: with.iter().flat_map(own).collect(),
            with_typed: with,
            set: request.set.clone(),
            phase: request.phase,
            weapon: request.weapons.clone(),
            order: request.order.iter().flat_map(|text| split(text)).collect(),
            ..Self::default()
        }
    }

    /// The same with what was left out, of the units that were typed, because it cannot be read.
    pub(super) fn warned<'t>(mut self, typed: impl IntoIterator<Item = &'t String>, request: &Request) -> Self {
        self.warnings = warnings_of(typed.into_iter().map(String::as_str), &request.profiles);
        self
    }

    /// Says which result is drawn.
    pub(super) fn draw(&mut self, metric: &str) {
        // It may be said already: a die may be kept for it.
        if !self.command.contains(" --metric ") {
            self.command.push_str(&format!(" --metric {metric}"));
        }
        self.tag.get_or_insert(0);
    }

    /// Rows as the bytes of a CSV file: the columns of an answer, and in each row those of its head.
    pub(super) fn csv<'h, R>(
        columns: &[Column<R>],
        rows: impl IntoIterator<Item = (&'h Self, R)>,
        style: CsvStyle,
    ) -> Vec<u8> {
        let mut lines = CsvLines::file(style);
        lines.names(columns).names(Self::COLUMNS).end();
        for (head, row) in rows {
            lines.cells(columns, &row).cells(Self::COLUMNS, head).end();
        }
        lines.into_bytes()
    }

    /// A line for each thing that was given: what, and how.
    pub(crate) fn lines(&self) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = Vec::new();
        let mut add = |name: &str, values: &[String]| {
            if !values.is_empty() {
                lines.push((name.to_owned(), values.join("; ")));
            }
        };
        add("phase", &self.phase.iter().map(|phase| phase.name().to_owned()).collect::<Vec<_>>());
        add("with", &self.with_typed);
        add("set", &self.set);
        add("mixture of", &self.uncertain.iter().map(UncertainLine::text).collect::<Vec<_>>());
        add("weapon", &self.weapon);
        add("order", &self.order);
        add("mode", self.mode.as_slice());
        add("edition", self.edition.as_slice());
        add("rulings", &self.rulings.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>());
        lines
    }

    /// A line of what the profiles leave out, if they leave out anything: what it is, and the names.
    pub(crate) fn left_out(&self) -> Option<(String, String)> {
        const MOST: usize = 12;
        if self.not_computed.len() > MOST {
            let text = format!("abilities of {} units, which JSON names", self.not_computed.len());
            return Some(("not computed".to_owned(), text));
        }
        let texts: Vec<String> =
            self.not_computed.iter().filter_map(|one| one.that_could_matter(self.game)).map(|one| one.text()).collect();
        (!texts.is_empty()).then(|| ("not computed".to_owned(), texts.join("; ")))
    }

    /// The same as a sentence.
    pub(super) fn left_out_sentence(&self) -> Option<Section> {
        self.left_out().map(|(what, names)| Section::Sentence(format!("{what}: {names}"), false))
    }

    /// A sheet with its title and settings; its file is named after the units.
    pub(super) fn sheet(&self, title: [&str; 3], file_name: String, settings: Vec<(String, String)>) -> Sheet {
        Sheet {
            title: title.map(str::to_owned),
            game: crate::games::title(self.game),
            file_name,
            settings,
            notes: self.notes.clone(),
            about: vec![("command", self.command.clone())],
            ..Sheet::default()
        }
    }

    /// A file's name without its ending, which no other question has: the names, the later of two editions of a game, and
    /// unless these say it all, a tag.
    pub(super) fn file_name(&self, names: &[&str], between: &str) -> String {
        let slugs: Vec<String> = names.iter().map(|name| slug_or(name, "unit")).collect();
        let edition = later_edition(self.game).map_or_else(String::new, |edition| format!("-{edition}e"));
        let name = slugs.join(between) + &edition;
        match self.tag {
            None => name,
            Some(texts) => {
                let tag = fingerprint(&[format!("{texts:x}").as_bytes(), self.command.as_bytes()]);
                format!("{name}-{:08x}", tag >> 32)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_one_thing_has_one_name_however_it_is_typed() {
        let request = |with: &str| Request { with: vec![with.into()], ..Request::default() };
        let head = |game, with: &str| Head::new(game, &request(with), String::new());
        for (game, typed, name) in [
            ("age-of-sigmar", "AoA", "all-out attack"),
            ("age-of-sigmar", "All-Out  Attack", "all-out attack"),
            ("age-of-sigmar", "Re-roll hits of 1", "reroll hits of 1"),
            ("age-of-sigmar", "rr1s to hit", "reroll hits of 1"),
            ("age-of-sigmar", "6 DICE: 4+ → d3 mortal", "6 dice: 4+ -> D3 mortal"),
            ("age-of-sigmar", "defender: 3+: Charged @50%", "defender: 3+: charged @50%"),
            ("warhammer-40k", "fnp 5+", "feel no pain 5+"),
            ("warhammer-40k", "Lethal Hits: VEHICLE", "Lethal Hits: VEHICLE"),
            ("age-of-sigmar", "Tusker Charge 4", "Tusker Charge 4"),
        ] {
            let head = head(game, typed);
            assert_eq!((&head.with[0][..], &head.with_typed[0][..]), (name, typed), "{game}");
        }
    }

    #[test]
    fn file_names_differ_where_questions_do_and_are_short() {
        let head = |game, command: &str| Head::new(game, &Request::default(), command.into());
        let name_in = |game| head(game, "warodds attack a b").file_name(&["Liberators", "Gnaw-beast"], "-vs-");
        assert_eq!(name_in("warcry"), "liberators-vs-gnaw-beast");
        assert_eq!(name_in("warhammer-40k"), name_in("warcry"));
        assert_eq!(name_in("warhammer-40k-11e"), "liberators-vs-gnaw-beast-11e");
        let tagged = |command: &str, texts: u64| Head { tag: Some(texts), ..head("warcry", command) };
        let names: Vec<String> = [("a", 0), ("b", 0), ("b", 1), ("b", 2)]
            .map(|(command, texts)| tagged(command, texts).file_name(&["…!", "骷髏"], "-vs-"))
            .to_vec();
        assert!(names.iter().all(|name| name.starts_with("unit-vs-骷髏-")), "{names:?}");
        for (place, name) in names.iter().enumerate() {
            assert!(!names[..place].contains(name), "{names:?}");
        }
        let long = tagged("a", 7).file_name(&["骷".repeat(500).as_str(), "ß".repeat(500).as_str()], "-vs-");
        assert!(long.len() <= 160, "{} bytes", long.len());
    }
}
