//! What one door reads, another reads: every row of the players' phrases, written with `--with`, as an effect of a card, and
//! in the brackets of a unit in one line.

use crate::support::{forty_k, gun, prepared, sigmar, squad, target, warcry, with};
use warodds::ask::{Request, line_unit, prepare_units};
use warodds::games::Phase;
use warodds::profile::{Found, Source};

/// The wordings of a section, each with something in its places: the first of what may be there, and the last.
fn texts(section: &str) -> Vec<String> {
    let file = include_str!("../../src/grammar/english.txt");
    let rows = file.lines().skip_while(|line| *line != format!("[{section}]")).skip(1);
    let rows = rows.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let wordings = rows.filter_map(|row| row.split_once("=>")).map(|(wording, _)| wording);
    let mut all: Vec<String> = wordings.flat_map(|wording| [true, false].map(|first| filled(wording, first))).collect();
    all.dedup();
    all
}

fn filled(wording: &str, first: bool) -> String {
    let (mut text, mut rest) = (String::new(), wording);
    while let Some((before, behind)) = rest.split_once('<') {
        let Some((choices, after)) = behind.split_once('>').filter(|_| !behind.starts_with([' ', '='])) else { break };
        let choice = if first { choices.split('|').next() } else { choices.rsplit('|').next() };
        text = format!("{text} {before} {}", choice.unwrap_or(""));
        rest = after;
    }
    text = format!("{text} {rest}");
    for (place, with) in [("{n}", "2"), ("{s}", "+1"), ("{t}", "4+"), ("{a}", "2"), ("{d}", "D3"), ("{q}", "6\"")] {
        text = text.replace(place, with);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_with_reads_an_effect_of_a_card_reads_too() {
    let swords = "game = \"asoiaf\"\nname = \"Swords\"\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n[[attack]]\nname = \"Swords\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 4]\n";
    let lines = [
        "aos: 1x 4A 4+/4+/-/1 [WEAPON]; H5 4+ [UNIT]",
        "40k: 1x 24\" 1A 3+/4/0/1 [WEAPON]; T4 W1 4+ [UNIT]",
        "asoiaf: melee 4+ 6/5/4 [WEAPON]; infantry D4+ M6+ S5 [UNIT]",
        "warcry: 1\" 4A S4 2/5; T4 W9 [UNIT]",
    ];
    let games = [
        (sigmar(1, "attacks = 4\nhit = \"4+\"\nwound = \"4+\"\ndamage = 1"), target(5, 1, "4+", ""), Phase::Combat),
        (forty_k(&gun(1, "1 3+ 4 0 1", "")), squad(5, 4, "4+", 1, ""), Phase::Shooting),
        (swords.to_owned(), swords.to_owned(), Phase::Combat),
        (warcry::v1(9), warcry::target(4, 9, ""), Phase::Combat),
    ];
    let (mut read, mut apart) = (0, Vec::new());
    for ((attacker, defender, phase), line) in games.iter().zip(lines) {
        for text in texts("phrases").iter().filter(|text| !text.contains(['{', '"'])) {
            let request = Request { phase: Some(*phase), ..with(&[text]) };
            let typed = prepared(attacker, defender, &request).is_ok();
            let card = format!("{attacker}[[ability]]\nname = \"Card of this\"\neffects = [\"{text}\"]\n");
            let written = prepared(&card, defender, &Request { phase: Some(*phase), ..with(&[]) });
            read += usize::from(typed);
            if typed != written.is_ok() {
                apart.push(format!("{text}: {typed} {:?}", written.err().map(|error| error.to_string())));
            }
            // What protects a unit stands behind its statline.
            let of_line = ["WEAPON", "UNIT"].map(|place| {
                let other = if place == "UNIT" { " [WEAPON]" } else { " [UNIT]" };
                let attacker = line.replace(other, "").replace(place, text);
                let attacker = (line_unit(&attacker).expect("a unit in one line"), None);
                let target = (Found::of("target", Source::new("target.toml", defender.clone())), None);
                prepare_units(&[attacker], &target, &Request { phase: Some(*phase), ..with(&[]) })
            });
            // In Warcry any word may be a runemark.
            let is_read = of_line.iter().any(Result::is_ok) && (typed || !line.starts_with("warcry"));
            if typed != is_read {
                let why = of_line.map(|one| one.err().map(|error| error.to_string()));
                apart.push(format!("{text} in {line}: {typed} {why:?}"));
            }
        }
    }
    assert!(read > 500, "{read}");
    assert!(apart.is_empty(), "{}: {}", apart.len(), apart.join("\n"));
}
