//! Every row of every file is drawn, read and read again: bad data is told by the rows that it is in.

mod sentences;

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
    let (mut apart, mut read) = (BTreeSet::new(), 0);
    for (game, line, body) in units {
        // What is drawn for a game depends on its own rows only.
        let mut draw = NumberSource(7);
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
