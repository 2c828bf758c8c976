//! Every row of every file is drawn, read and read again: bad data is told by the rows that it is in.

use std::collections::BTreeSet;

use super::matching::follow;
use super::pattern::Piece;
use super::table::{Row, Rows};
use super::words;
use super::{ENGLISH, Statement};
use crate::ask::{Request, line_unit, prepare_units};
use crate::games::GAMES;
use crate::profile::{Found, Source};

/// Numbers that are drawn one after the other.
struct NumberSource(u64);

impl NumberSource {
    fn one<'t, T: ?Sized>(&mut self, of: &[&'t T]) -> &'t T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        of[(self.0 >> 33) as usize % of.len()]
    }

    /// A text that follows pieces.
    fn text(&mut self, rows: &Rows, pieces: &[Piece]) -> String {
        let all: Vec<String> = pieces.iter().map(|piece| self.piece(rows, piece)).collect();
        let text = all.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        format!(" {text}").replace(" + ", " +").replace(" - ", " -").trim().to_owned()
    }

    fn piece(&mut self, rows: &Rows, piece: &Piece) -> String {
        match piece {
            Piece::Word(word) => word.clone(),
            Piece::Any(choices) => {
                let choices: Vec<&[Piece]> = choices.iter().map(Vec::as_slice).collect();
                let choice = self.one(&choices);
                self.text(rows, choice)
            }
            Piece::Section { place, .. } => {
                let all: Vec<&Row> = rows.sections[*place].rows.iter().collect();
                let row = self.one(&all);
                self.text(rows, &row.pieces)
            }
            Piece::Capture { kind, before, behind } => format!("{before}{}{behind}", self.capture(rows, kind)),
        }
    }

    fn capture(&mut self, rows: &Rows, kind: &str) -> String {
        let keywords: Vec<&str> =
            rows.section("v").map_or(Vec::new(), |v| v.rows.iter().map(|row| row.wording).collect());
        let of: &[&str] = match kind {
            "n" => &["1", "2", "3"],
            "s" => &["+1", "-2"],
            "t" => &["3+", "5+"],
            "a" => &["2", "d3", "2d6"],
            "d" => &["d3", "2d6"],
            "r" => &["1-5", "1-3"],
            "q" => &["6\"", "12\""],
            "k" => &["lethal hits", "precision"],
            "w" => &["chaos", "iron guard"],
            "v" => &keywords,
            "any" | "idle" | "calm" => &["charge", "fall back"],
            _ => &["sundering", "reroll hits of 1"],
        };
        self.one(of).to_owned()
    }
}

/// Files with their names, and the sections of each that are read by themselves.
fn files() -> Vec<(&'static str, &'static Rows)> {
    let games = GAMES.iter().filter(|game| game.id != "warhammer-40k-11e");
    games.map(|game| (game.id, (game.wordings)())).chain([("english", ENGLISH.rows())]).collect()
}

const DRAWS: usize = 6;

#[test]
fn a_phrase_means_what_its_row_says_and_no_row_takes_it_from_another() {
    let (mut wrong, mut draw) = (BTreeSet::new(), NumberSource(32));
    let rows = ENGLISH.rows();
    for section in ["phrases", "hints"] {
        let section = rows.section(section).expect("a section of english.txt");
        for row in &section.rows {
            let mut own = false;
            for _ in 0..DRAWS {
                let text = draw.text(rows, &row.pieces);
                let typed = words::typed(&text, rows);
                let own_meaning = follow(rows, &row.pieces, &typed).into_iter().find(|(used, _)| *used == typed.len());
                let Some((_, captured)) = own_meaning else {
                    wrong.insert(format!("`{}` is never read: `{text}` is {typed:?}", row.wording));
                    continue;
                };
                let means =
                    row.means.expect("a meaning").split(" | ").filter_map(|means| captured.fill_as_typed(means));
                let first = rows.readings(section.name, &text);
                own |= first == means.collect::<Vec<_>>();
                let first_row = rows.first_row(section.name, &typed).expect("a row that reads it");
                if !std::ptr::eq(first_row, row)
                    && first_row.pieces.len() == row.pieces.len()
                    && is_as_general(first_row, row)
                {
                    wrong.insert(format!("`{}` takes `{text}` from `{}`", first_row.wording, row.wording));
                }
            }
            if !own {
                wrong.insert(format!("`{}` is always read by a row before it", row.wording));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether a row names no more words than another: then it is not an exception from it.
fn is_as_general(one: &Row, other: &Row) -> bool {
    let literal = |row: &Row| row.pieces.iter().filter(|piece| matches!(piece, Piece::Word(_))).count();
    literal(one) <= literal(other)
}

/// The sections of a file that hold whole sentences.
fn of_sentences(rows: &'static Rows) -> impl Iterator<Item = &'static Row> {
    ["sentences", "asked"].into_iter().filter_map(|name| rows.section(name)).flat_map(|section| &section.rows)
}

/// A text that is drawn from a row, and what the row makes of it.
fn sample(rows: &'static Rows, row: &'static Row, draw: &mut NumberSource) -> (String, Option<Option<Statement>>) {
    let text = draw.text(rows, &row.pieces);
    let printed = words::printed(&text);
    let found = follow(rows, &row.pieces, &printed).into_iter().find(|(used, _)| *used == printed.len());
    (text, found.map(|(_, captured)| rows.understood(row, captured).statement(Some(12))))
}

#[test]
fn a_sentence_states_what_its_row_says_and_no_row_takes_it_from_another() {
    let mut wrong = BTreeSet::new();
    for (file, rows) in files() {
        let mut draw = NumberSource(34);
        for row in of_sentences(rows) {
            for _ in 0..DRAWS {
                let (text, own) = sample(rows, row, &mut draw);
                let Some(own) = own else {
                    wrong.insert(format!("{file}: `{}` is never read: `{text}`", row.wording));
                    continue;
                };
                // A roll that ends so is read as one in the place of another where a row says that.
                if text.ends_with(" instead") && !row.wording.ends_with("instead") {
                    continue;
                }
                let Ok(all) = rows.understand(&["asked", "sentences"], &text) else { continue };
                let [one] = &all[..] else {
                    wrong.insert(format!("{file}: `{text}` of `{}` is read in pieces", row.wording));
                    continue;
                };
                // How many things a list holds is not told by its words alone.
                let list = |wording: &str| wording.replace(" {option}", "");
                if one.statement(Some(12)) != own && list(one.wording()) != list(row.wording) {
                    wrong.insert(format!("{file}: `{}` takes `{text}` from `{}`", one.wording(), row.wording));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_statement_prints_as_the_line_that_is_read_as_the_same() {
    let (mut draw, mut count) = (NumberSource(4), 0);
    for (file, rows) in files() {
        for row in of_sentences(rows) {
            for _ in 0..DRAWS {
                let (text, Some(Some(statement))) = sample(rows, row, &mut draw) else { continue };
                for mut statement in statement.apart() {
                    // Whom a sentence means is said by the sentence before it, what a player sees by the name.
                    statement.whom = None;
                    statement.seen.clear();
                    let line = statement.to_string();
                    assert_eq!(Statement::read(&line).as_ref(), Some(&statement), "{file}: {text}: {line}");
                    count += usize::from(!statement.effects.is_empty());
                }
            }
        }
    }
    assert!(count > 500, "{count}");
}

/// What `--with` reads, an optional ability of a profile reads too, and what any ability reads, the brackets of a unit in
/// one line: each row of a game's cards, through all three.
#[test]
fn a_sentence_is_read_at_every_door() {
    let units = [
        (
            "age-of-sigmar",
            "aos: 1x 4A 4+/4+/-/1; H5 4+ [X]",
            "models = 1\nhealth = 5\nsave = \"4+\"\n[[weapon]]\nname = \"W\"\nattacks = 4\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1",
        ),
        (
            "warhammer-40k",
            "40k: 1x 4A 3+/4/0/1; T4 W1 4+ [X]",
            "[[model]]\nname = \"M\"\ncount = 1\ntoughness = 4\nsave = \"4+\"\nwounds = 1\n[[weapon]]\nname = \"W\"\nattacks = 4\nskill = \"3+\"\nstrength = 4\nap = 0\ndamage = 1",
        ),
        (
            "asoiaf",
            "asoiaf: melee 4+ 6/5/4; infantry D4+ M6+ S5 [X]",
            "tray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"W\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]",
        ),
        (
            "warcry",
            "warcry: 1\" 4A S4 2/5; T4 W9 [X]",
            "toughness = 4\nwounds = 9\n[[weapon]]\nname = \"W\"\nrange = 1\nattacks = 4\nstrength = 4\ndamage = [2, 5]",
        ),
    ];
    let (mut apart, mut draw, mut read) = (BTreeSet::new(), NumberSource(7), 0);
    for (game, line, body) in units {
        let rows = (crate::games::find(game).expect("a game").wordings)();
        let plain = Found::of("u", Source::new("u.toml", format!("game = \"{game}\"\nname = \"U\"\n{body}\n")));
        let asks = |unit: Found, with: &[&str]| {
            let with = with.iter().map(|text| (*text).to_owned()).collect();
            prepare_units(&[(unit, None)], &(plain.clone(), None), &Request { with, ..Request::default() }).is_ok()
        };
        for row in of_sentences(rows) {
            let text = draw.text(rows, &row.pieces);
            // Abilities of a leader, and those with a value to give, are asked for differently.
            let plain_of = |one: &Statement| !one.leading && one.reach.is_empty() && !one.to_string().contains('X');
            let states = |sections| {
                let all = rows.statements(sections, &text, None);
                all.is_ok_and(|all| !all.is_empty() && all.iter().all(plain_of))
            };
            if !states(&["asked", "sentences"]) || text.contains(['"', '<']) {
                continue;
            }
            let card = |more: &str| {
                let card = format!(
                    "game = \"{game}\"\nname = \"U\"\n{body}\n[[ability]]\nname = \"Card of it\"\n{more}effects = [\"{text}\"]\n"
                );
                asks(Found::of("u", Source::new("u.toml", card)), &[])
            };
            // A line gives no name by which what it holds could be asked for.
            let is_asked =
                rows.statements(&["sentences"], &text, None).is_ok_and(|all| all.iter().any(|one| one.optional));
            let bracket = asks(line_unit(&line.replace('X', &text)).expect("a line"), &[]) != is_asked;
            let doors = [asks(plain.clone(), &[&text]), card("optional = true\n"), card(""), bracket];
            read += usize::from(doors[0]);
            if doors[0] != doors[1] || states(&["sentences"]) && doors[2] && !doors[3] {
                apart.insert(format!("{game}: {text}: {doors:?}"));
            }
        }
    }
    assert!(read > 150, "{read}");
    assert!(apart.is_empty(), "{} of {read}: {apart:#?}", apart.len());
}

/// A row of which the sections do not exist would never be read, and one without a meaning would say nothing.
#[test]
fn places_of_wordings_and_of_meanings_exist() {
    const KINDS: [&str; 15] =
        ["n", "s", "t", "a", "d", "r", "q", "k", "w", "v", "any", "idle", "calm", "text", "keywords"];
    for (file, rows) in files() {
        let names: BTreeSet<&str> = rows.sections.iter().map(|section| section.name).collect();
        assert_eq!(names.len(), rows.sections.len(), "{file}: a section has two headings");
        for row in rows.sections.iter().flat_map(|section| &section.rows) {
            let places = |text: &'static str| text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(""));
            for place in places(row.wording) {
                assert!(KINDS.contains(&place) || names.contains(place), "{file}: `{place}` of `{}`", row.wording);
            }
            for place in
                places(row.means.unwrap_or("")).filter(|place| !matches!(*place, "r+1" | "wounds-r" | "keywords"))
            {
                let kind = place.trim_end_matches(|c: char| c.is_ascii_digit());
                let number = place[kind.len()..].parse().unwrap_or(1_usize);
                let there = places(row.wording).filter(|place| *place == kind).count();
                assert!(there >= number, "{file}: `{}` means `{{{place}}}`, which it does not hold", row.wording);
            }
            assert_eq!(
                row.wording.matches('<').count(),
                row.wording.matches('>').count()
                    - row.wording.matches(" > ").count()
                    - row.wording.matches(">=").count()
                    - row.wording.matches("->").count(),
                "{file}: {}",
                row.wording
            );
        }
    }
}

/// Every meaning is one that the vocabulary reads, or an ability that some game has.
#[test]
fn every_meaning_is_an_effect_or_an_ability() {
    use crate::games::vocabulary;
    let rows = ENGLISH.rows();
    let abilities = GAMES.iter().flat_map(|game| (game.abilities)());
    let names: Vec<String> = abilities.map(|doc| doc.name.trim_end_matches(" X").to_owned()).collect();
    for row in &rows.section("phrases").expect("phrases").rows {
        let mut draw = NumberSource(1);
        let texts: Vec<String> = (0..DRAWS).map(|_| draw.text(rows, &row.pieces)).collect();
        let is_known = |means: &String| vocabulary(means) || names.iter().any(|name| means.starts_with(name));
        let readings = |text: &String| rows.readings("phrases", text).len();
        for place in 0..readings(&texts[0]) {
            let has_meaning = texts.iter().any(|text| rows.readings("phrases", text).get(place).is_some_and(is_known));
            assert!(has_meaning, "{} means nothing by its reading {}", row.wording, place + 1);
        }
    }
    for row in &rows.section("situations").expect("situations").rows {
        let names: Vec<&str> = row.means.expect("a name").split(" | ").collect();
        let has = |name: &&str| GAMES.iter().flat_map(|game| game.situations).any(|entry| entry.name == *name);
        assert!(names.iter().all(has), "{}", row.wording);
        assert_eq!(super::other_names(row.wording), names, "{}", row.wording);
    }
}

#[test]
fn sentences_of_cards_become_statements() {
    let means = |game: &str, text: &str| {
        let rows = (crate::games::find(game).expect("a game").wordings)();
        let all = rows.statements(&["sentences"], text, Some(16)).ok()?;
        Some(all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / "))
    };
    // W40K-STEALTH: what it is, the editions say otherwise.
    let stealth = "While this model is leading a unit, models in that unit have the Stealth ability.";
    assert_eq!(means("warhammer-40k", stealth).as_deref(), Some("leading: against: if shooting: -1 to hit"));
    assert_eq!(means("warhammer-40k-11e", stealth).as_deref(), Some("leading: if shooting: benefit of cover"));
    for (text, expected) in [
        ("This model has a 4+ invulnerable save.", "invulnerable 4+"),
        ("Models in this unit have an invulnerable save of 5+.", "invulnerable 5+"),
        ("This model has a 5+ invulnerable save against ranged attacks.", "if shooting: invulnerable 5+"),
        ("Models in the bearer’s unit have the Feel No Pain 6+ ability.", "feel no pain 6+"),
        (
            "While this model is leading a unit, weapons equipped by models in that unit have the **[LETHAL HITS]** ability.",
            "leading: Lethal Hits",
        ),
        (
            "While this model is leading a unit, each time a model in that unit makes a melee attack, add 1 to the Hit roll.",
            "leading: if melee: +1 to hit",
        ),
        (
            "While this model has 1-5 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll.",
            "if damage 11+: -1 to hit",
        ),
        (
            "While this model has 1-5 wounds remaining, subtract 4 from this model's Objective Control characteristic, and each time this model makes an attack, subtract 1 from the Hit roll.",
            "if damage 11+: -1 to hit",
        ),
        (
            "Each time this model makes a ranged attack that targets a Monster or Vehicle unit, you can re-roll the Wound roll.",
            "if shooting, target MONSTER or VEHICLE: reroll failed wounds",
        ),
        (
            "Each time this model makes a ranged attack that targets a unit that can Fly, add 1 to the Hit roll.",
            "if shooting, target FLY: +1 to hit",
        ),
        (
            "Each time this model makes a melee attack, re-roll a Hit roll of 1. If the target of that attack is a Goblin unit, you can re-roll the Hit roll instead.",
            "if melee: reroll hits of 1 / if melee, target GOBLIN: reroll failed hits",
        ),
        (
            "While a friendly Goblin unit is within 6\" of this model, each time a model in that unit makes an attack, add 1 to the Wound roll, and each time an attack targets that unit, subtract 1 from the Hit roll.",
            "for GOBLIN: optional: +1 to wound / for GOBLIN: against: optional: -1 to hit",
        ),
        (
            "In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. Until the end of the phase, each time a friendly Goblin model makes an attack that targets that unit, add 1 to the Hit roll.",
            "for GOBLIN: optional: if shooting: +1 to hit",
        ),
        (
            "Each time this model ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6: on a 2-5, that enemy unit suffers D3 mortal wounds; on a 6, that enemy unit suffers 3 mortal wounds.",
            "optional: if melee, charged: 1 dice: 2-5 -> D3 mortal, 6+ -> 3 mortal",
        ),
        ("This model has a 4+ invulnerable save. It may climb the moon.", "invulnerable 4+"),
        // `That unit` is the one that is attacked, and `another` never the bearer.
        (
            "While this model is leading a unit, each time a model in that unit makes an attack that targets a unit that is below its Starting Strength, re-roll a Hit roll of 1. If that unit is Below Half-strength, you can re-roll the Wound roll as well.",
            "leading: if target not starting strength: reroll hits of 1 / leading: if target not starting strength, target half strength: reroll failed wounds",
        ),
        (
            "Each time this model destroys an enemy unit, select one other friendly Goblin unit within 9\" of it. Until the end of the phase, each time a model in that unit makes an attack, re-roll a Wound roll of 1.",
            "for other GOBLIN: optional: reroll wounds of 1",
        ),
        (
            "While an enemy unit is within 6\" of this model, each time a model in that unit makes an attack, subtract 1 from the Hit roll.",
            "for any: against: optional: -1 to hit",
        ),
        (
            "Each time this model makes an attack that targets a Spotted unit, you can re-roll the Hit roll.",
            "optional: reroll failed hits",
        ),
        (
            "Each time a model in this unit makes an attack, you can ignore any or all modifiers to its Weapon Skill or Ballistic Skill characteristic and/or any or all modifiers to the Hit roll.",
            "ignore hit modifiers; ignore skill modifiers",
        ),
        // One die of several changes, and what holds for all of a text.
        (
            "At the start of the Fight phase, this model can use this ability. If it does, until the end of the phase, add 3 to the Attacks characteristic of melee weapons equipped by this model and those weapons have the [LANCE] ability.",
            "optional: if melee: +3 attacks / optional: if melee: Lance",
        ),
        (
            "While this unit contains an Old Goblin, each time a Young Goblin model in this unit makes a melee attack, you can re-roll the Wound roll.",
            "optional: models young goblin: if melee: reroll failed wounds",
        ),
        (
            "At the end of your Movement phase, select one friendly Goblin Vehicle model within 3\" of this model. That Vehicle model regains up to D3 lost wounds, and, until the start of your next Movement phase, each time that Vehicle model makes an attack, add 1 to the Hit roll.",
            "for GOBLIN VEHICLE: optional: heal D3 / for GOBLIN VEHICLE: optional: +1 to hit",
        ),
        ("Each time this model makes a Psychic Attack, add 1 to the Wound roll.", "weapon psychic: +1 to wound"),
        (
            "Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack.",
            "-1 damage to target",
        ),
        (
            "Each time this model makes an attack that targets a Character, Monster or Walker unit, you can re-roll the Hit roll.",
            "if target CHARACTER or MONSTER or WALKER: reroll failed hits",
        ),
    ] {
        assert_eq!(means("warhammer-40k", text).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(means("warhammer-40k", "This model has a 4+ invulnerable save. It may fly to the moon."), None);
    assert_eq!(means("warhammer-40k", "Once per moon, this model has a 4+ invulnerable save."), None);
    assert_eq!(means("warhammer-40k", "It may climb the moon."), None);
    // A name ends with its sentence, and no condition is part of one.
    for text in [
        "This model can climb the moon. If it does, roll one D6: on a 4+, this model suffers D3 mortal wounds.",
        "Each time this model makes an attack with its old gun that was mended, add 1 to the Hit roll.",
        "While a friendly Goblin unit that charged is within 6\" of this model, add 1 to the Toughness characteristic of models in that unit.",
        "Each time an attack targets this unit, if the moon is up, subtract 1 from the Wound roll.",
    ] {
        assert_eq!(means("warhammer-40k", text), None, "{text}");
    }
    for (text, expected) in [
        ("Then, this fighter makes a bonus attack action.", "bonus attack action"),
        (
            "Roll a dice for each visible enemy fighter within 4\" of this fighter. On a 2-4, allocate 1 damage point to the fighter being rolled for. On a 5+, allocate a number of damage points to the fighter being rolled for equal to the value of this ability.",
            "1 dice: 2-4 -> 1 mortal, 5+ -> X mortal",
        ),
        (
            "Add half the value of this ability (rounding up) to the Attacks characteristic of the next attack action made by this fighter in this activation.",
            "once: +half X attacks",
        ),
        (
            "Add 1 to the Strength characteristic of melee attack actions made by friendly fighters while they are within 9\" of this fighter.",
            "for other any: optional: if melee: +1 strength",
        ),
        (
            "Pick a visible friendly fighter within 3\" of this fighter. That fighter makes a bonus attack action. Then, this fighter can make a bonus attack action.",
            "for other any: optional: bonus attack action / optional: bonus attack action",
        ),
        (
            "Add 1 to the Attacks characteristic of the next melee attack action made by this fighter this activation. If this fighter is favoured, add 2 to the Toughness characteristic of this fighter.",
            "once: if melee: +1 attacks / as if favoured: optional: +2 toughness",
        ),
        (
            "A fighter can make this reaction after they are targeted by a melee attack action. Subtract 1 from the damage points allocated to this fighter by each hit from that attack action (to a minimum of 1).",
            "against: optional: if melee: -1 hit damage, at least 1",
        ),
        // `That attack action` is the one before it.
        (
            "Add 2 to the Attacks characteristic of the next melee attack action made by this fighter in this activation. In addition, add 1 to the damage points allocated to enemy fighters by each critical hit from that attack action.",
            "once: if melee: +2 attacks / once: if melee: +1 critical damage",
        ),
        (
            "Roll a number of dice equal to twice the value of this ability. For each 4-5, allocate 1 damage point to that fighter. For each 6, allocate D3 damage points to that fighter.",
            "double X dice: 4-5 -> 1 mortal, 6+ -> D3 mortal",
        ),
    ] {
        assert_eq!(means("warcry", text).as_deref(), Some(expected), "{text}");
    }
    let friend_hurt =
        "Pick a visible friendly fighter within 3\" of this fighter. Allocate 1 damage point to that fighter.";
    assert_eq!(means("warcry", friend_hurt), None);
    // What holds instead does the same as what the sentence before says.
    let other = "Add 1 to the Attacks characteristic of melee attack actions made by this fighter. If this fighter is favoured, add 2 to the Strength characteristic of melee attack actions made by this fighter instead.";
    assert_eq!(means("warcry", other), None);
    // A die roll alone is not a sentence.
    let hurt = "Pick a visible enemy fighter within 6\" of this fighter and roll 3 dice. For each roll of 5+, allocate 1 damage point to that fighter and, until the end of the battle round, subtract 1 from that fighter's Toughness characteristic (to a minimum of 1).";
    assert_eq!(means("warcry", hurt), None);
    // Nobody says which friends these are, and of what is chosen one thing holds.
    assert_eq!(means("warcry", "Those friendly fighters can each make a bonus attack action."), None);
    assert_eq!(means("asoiaf", "Choose 1: This unit restores 2 Wounds. • Its crew sings aloud."), None);
    assert_eq!(
        means(
            "asoiaf",
            "When this unit is performing a Melee Attack, before rolling Attack Dice: This attack gains Vicious and rolls its highest Attack Die value."
        )
        .as_deref(),
        Some("if melee: vicious; highest attack dice")
    );
    for (text, expected) in [
        ("This unit has **^^Ward^^ (5+)**.", "ward 5+"),
        (
            "Roll a dice. Add 1 to the roll if the target is a Monster. On a 4+, inflict 2 mortal damage on the target.",
            "if target not MONSTER: 1 dice: 4+ -> 2 mortal / if target MONSTER: 1 dice: 3+ -> 2 mortal",
        ),
        (
            "Roll a dice. On a 3+: ¶ Add 1 to hit rolls for this unit's attacks. ¶ Add 1 to wound rolls for this unit's attacks.",
            "3+: +1 to hit; 3+: +1 to wound",
        ),
        (
            "If this unit charged this turn: ¶ Add 1 to hit rolls for this unit's combat attacks. ¶ Subtract 1 from hit rolls for shooting attacks that target this unit.",
            "if charged, combat: +1 to hit / against: if charged, shooting: -1 to hit",
        ),
        ("Subtract 1 from hit rolls for shooting attacks that target this unit.", "against: if shooting: -1 to hit"),
        (
            "While this unit has 10 or more damage points, the Attacks characteristic of its Draconic Claws is 4.",
            "weapon draconic claws: if damage 10+: set attacks to 4",
        ),
    ] {
        assert_eq!(means("age-of-sigmar", text).as_deref(), Some(expected), "{text}");
    }
}
