//! The index of rules, `rules.md` in each game's folder: it reads, it is whole, it is true about the names that a player
//! types, and it explains every id that appears in the repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, iter};

use warodds::games::rules::{How, Rule, read_index};
use warodds::games::{self, GAMES, Game};

fn rules(game: &Game) -> Vec<Rule<'static>> {
    read_index(game.rules).unwrap_or_else(|wrong| panic!("{}: {wrong}", game.id))
}

fn ids(game: &Game) -> BTreeSet<&'static str> {
    rules(game).iter().map(|rule| rule.id).collect()
}

#[test]
fn every_index_reads_and_no_rule_stands_twice() {
    for game in GAMES {
        let (rules, ids) = (rules(game), ids(game));
        assert!(!rules.is_empty(), "{} has no rules", game.id);
        assert_eq!(rules.len(), ids.len(), "{}: {:?}", game.id, twice(&rules));
        // Every row that a reader of the file sees is read.
        let rows = game.rules.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| rule |")).count();
        assert_eq!(rules.len(), rows, "{}", game.id);
    }
}

/// An id of the 10th edition means the same in the 11th, whatever is made of it there.
#[test]
fn the_11th_edition_says_what_became_of_every_rule_of_the_10th() {
    let of = |id: &str| ids(GAMES.iter().find(|game| game.id == id).expect("a game"));
    let [tenth, eleventh] = ["warhammer-40k", "warhammer-40k-11e"].map(of);
    let missing: Vec<_> = tenth.difference(&eleventh).filter(|id| id.starts_with("W40K-")).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn twice<'a>(rules: &'a [Rule<'_>]) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    rules.iter().map(|rule| rule.id).filter(|id| !seen.insert(*id)).collect()
}

/// A page is `core p. 22`, `rules pp. 5-7`, `near p. 3`, `section 05.01`, an entry of a text without pages, or `-`.
#[test]
fn every_rule_says_where_it_is_printed() {
    let page = |text: &str| {
        let text = text.trim_end_matches(", updated");
        let numbers = ["core p. ", "core pp. ", "rules p. ", "rules pp. ", "near p. "];
        let section = text.strip_prefix("section ").is_some_and(|n| n.chars().all(|c| c.is_ascii_digit() || c == '.'));
        let numbered = numbers.iter().find_map(|start| text.strip_prefix(start));
        let digits = |numbers: &str| numbers.chars().all(|c| c.is_ascii_digit() || ", -".contains(c));
        section || numbered.is_some_and(digits) || text.starts_with("commentary: ") || text.starts_with("FAQ: ")
    };
    for rule in GAMES.iter().flat_map(|game| rules(game)) {
        let known = rule.page == "-" || rule.page.split("; ").all(page);
        assert!(known, "{} is on `{}`", rule.id, rule.page);
    }
}

/// What stands between back quotes after this option: `--with cover`, `--with "all-out attack"`.
fn said<'a>(here: &'a str, option: &'a str) -> impl Iterator<Item = &'a str> {
    let codes = here.split('`').skip(1).step_by(2);
    codes.filter_map(move |code| code.strip_prefix(option)?.strip_prefix(' ')).map(|name| name.trim_matches('"'))
}

#[test]
fn every_name_that_a_rule_tells_a_player_to_type_exists() {
    for game in GAMES {
        for rule in rules(game) {
            for question in said(rule.here, "odds") {
                let known = warodds::questions::of_game(game).iter().any(|known| known.name == question);
                assert!(known, "{} of {} names the question `{question}`", rule.id, game.id);
            }
            for name in said(rule.here, "--with") {
                let known = game.situations.iter().any(|known| known.name == name);
                assert!(known, "{} of {} names the situation `{name}`", rule.id, game.id);
            }
            for ruling in said(rule.here, "--ruling") {
                let (name, value) = ruling.split_once('=').unwrap_or((ruling, ""));
                let known = game.rulings.iter().find(|known| known.name == name);
                let known = known.is_some_and(|known| value.is_empty() || known.values.contains(&value));
                assert!(known, "{} of {} names the ruling `{ruling}`", rule.id, game.id);
            }
        }
    }
}

#[test]
fn every_question_situation_and_ruling_is_named_by_a_rule() {
    for game in GAMES {
        let rules = rules(game);
        let named = |option: &str, name: &str| {
            rules.iter().any(|rule| said(rule.here, option).any(|said| said.split('=').next() == Some(name)))
        };
        let ids = ids(game);
        for question in warodds::questions::of_game(game) {
            assert!(named("odds", question.name) || ids.contains(question.rule), "{}: {}", game.id, question.name);
        }
        for ruling in game.rulings {
            assert!(named("--ruling", ruling.name), "{}: {}", game.id, ruling.name);
        }
        for rule in game.rulings.iter().map(|ruling| ruling.rule).chain(game.situations.iter().map(|s| s.rule)) {
            assert!(ids.contains(rule), "{}: {rule}", game.id);
        }
        let abilities = (game.abilities)();
        for ability in abilities.iter().chain(game.unit_abilities) {
            assert!(ids.contains(ability.rule), "{}: {} cites `{}`", game.id, ability.name, ability.rule);
        }
    }
}

/// A rule that is left out says why.
#[test]
fn a_rule_that_is_not_computed_says_why() {
    for rule in GAMES.iter().flat_map(|game| rules(game)) {
        let told = matches!(rule.how, How::Computed | How::Example) || rule.here.contains(": ");
        assert!(told, "{}: {}", rule.id, rule.here);
    }
}

/// Of every module of the Age of Sigmar rules, each section up to the last has its place in the index.
#[test]
fn no_section_of_age_of_sigmar_is_missing() {
    let game = games::find("age-of-sigmar").expect("a game");
    let ids = ids(game);
    let has = |start: &str| ids.iter().any(|id| *id == start || id.starts_with(&format!("{start}.")));
    for (module, last) in
        [("", 33), ("CMD-", 8), ("TER-", 1), ("MAG-", 7), ("ARM-", 4), ("MOD-", 3), ("TAC-", 3), ("SPH-", 7)]
    {
        for section in 1..=last {
            assert!(has(&format!("AOS-{module}{section}")), "AOS-{module}{section} is missing");
        }
    }
    for (within, last) in [(14, 4), (15, 4), (17, 3), (18, 4), (32, 3)] {
        assert!((0..=last).all(|n| ids.contains(format!("AOS-{within}.{n}").as_str())), "AOS-{within} has a gap");
    }
    assert!((1..=32).all(|n| ids.contains(format!("AMB-{n}").as_str())), "a question is missing");
}

/// Every file below a folder of the repository that people write.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    // What the page's tests fetch is not ours.
    entries
        .filter(|path| !path.ends_with("node_modules"))
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

/// The games that an id of this file may belong to: that of a folder or file named after one, else all.
fn games_of(path: &Path) -> Vec<&'static Game> {
    let path = path.to_string_lossy().replace('_', "-");
    let words = |game: &Game| match game.id {
        // Both editions share a folder.
        "warhammer-40k" | "warhammer-40k-11e" => vec!["warhammer-40k", "40k"],
        id => vec![id],
    };
    let named: Vec<_> =
        GAMES.iter().copied().filter(|game| words(game).iter().any(|word| path.contains(word))).collect();
    if named.is_empty() { GAMES.to_vec() } else { named }
}

/// The ids in a text: words such as `AOS-17.1`, `W40K-HIT`, `AMB-3`, `G-1`, `EX-01`, `T-9`. What ends in a hyphen is the
/// beginning of several.
fn cited(text: &str) -> Vec<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
    let words = text.split(|c: char| !word(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| is_id(word) && !word.ends_with('-')).collect()
}

/// What the ids of a game's own rules begin with: `AOS`, `WARCRY`. What begins with one or two letters, or with `AMB`, is a
/// question or an example, and many games have it.
fn of_games() -> &'static BTreeSet<&'static str> {
    static STARTS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let all = GAMES.iter().flat_map(|game| ids(game)).filter_map(|id| Some(id.split_once('-')?.0));
        all.filter(|start| start.len() > 2 && *start != "AMB").collect()
    });
    &STARTS
}

fn is_id(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let Some((start, rest)) = word.split_once('-') else { return false };
    let of_rules =
        of_games().contains(start) && rest.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
    let letter = start.len() == 1 && ("B"..="L").contains(&start) && rest.len() == 1;
    of_rules || digits(rest) && (["AMB", "EX", "T"].contains(&start) || letter)
}

/// Ids that a sentence of the program or of a profile cites can be looked up in the repository.
#[test]
fn every_id_that_is_cited_anywhere_is_in_the_index_of_its_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut unknown = BTreeSet::new();
    let mut found = 0;
    for path in ["src", "tests", "profiles", "benches/support"].iter().flat_map(|folder| files(&root.join(folder))) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let path = path.strip_prefix(root).expect("below the root");
        if path.ends_with("rules_index.rs") || path.ends_with("rules.rs") {
            continue;
        }
        let ids: BTreeSet<&str> = games_of(path).iter().flat_map(|game| ids(game)).collect();
        for id in cited(&text) {
            found += 1;
            // One section may hold several abilities: AOS-CMD-2.0 is AOS-CMD-2.0a and AOS-CMD-2.0b.
            let known = iter::once(id.to_owned()).chain(["a", "b"].map(|letter| format!("{id}{letter}")));
            if !known.into_iter().any(|id| ids.contains(id.as_str())) {
                unknown.insert(format!("{id} in {}", path.display()));
            }
        }
    }
    assert!(found > 1000, "only {found} ids were found");
    assert!(unknown.is_empty(), "nobody can look these up:\n{}", unknown.into_iter().collect::<Vec<_>>().join("\n"));
}
