//! Which unit a text means: names of own folders before those that are built in.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use warodds::games::GAMES;
use warodds::profile::{Found, Library, NotFound, typical};

/// A folder of profiles: the path of each, its game, its name, and what else it says.
fn folder(units: &[(&str, &str, &str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, game, name, more) in units {
        let path = folder.path().join(format!("{path}.toml"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, format!("game = \"{game}\"\nname = \"{name}\"\n{more}")).expect("written");
    }
    folder
}

/// What a player has, and behind it what somebody else made.
fn folders() -> [TempDir; 2] {
    let [aos, new, old] = ["age-of-sigmar", "warcry", "warhammer-40k"];
    [
        folder(&[("zero", new, "My Zero", "")]),
        folder(&[
            ("zorlord", aos, "Zorlord on Gnazz-beast", ""),
            ("zorlord-alpha", aos, "Zorlord Alpha", ""),
            ("more/zero", old, "Zero", ""),
            ("sigmar/zero", aos, "Zero", ""),
            ("more/zinc-infantry", old, "Zinc infantry", ""),
        ]),
    ]
}

fn library(folders: &[&Path]) -> Library {
    let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
    Library::open(&paths).expect("folders")
}

/// The path of the unit that is found, or why none is.
fn found(library: &Library, typed: &str, games: &[&str]) -> Result<String, String> {
    let games: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
    library.find(typed, &games).map(|unit| unit.path()).map_err(|error| error.to_string())
}

fn with_folders(test: impl FnOnce(&Library)) {
    let [mine, theirs] = folders();
    test(&library(&[mine.path(), theirs.path()]));
}

#[test]
fn an_exact_name_beats_a_part_and_case_does_not_matter() {
    with_folders(|library| {
        for typed in ["zorlord", "ZORLORD on gnazzbeast", "gnazz"] {
            assert_eq!(found(library, typed, &[]).as_deref(), Ok("age-of-sigmar/zorlord"), "{typed}");
        }
    });
}

#[test]
fn who_is_called_so_comes_before_whom_it_is_a_part_of() {
    let also = "also-called = [\"Tinzies\"]\n[[weapon]]\n";
    let armies = folder(&[
        ("north/shield-zlin", "warcry", "Shield Zlin", also),
        ("south/shield-zlin", "warcry", "Shield Zlin", also),
        ("east/shield-zlin-2", "warcry", "Shield Zlin", also),
        ("east/olde-shield-zlin", "warcry", "Olde Shield Zlin", also),
    ]);
    let library = library(&[armies.path()]);
    let found = |typed: &str| found(&library, typed, &[]);
    // Both say the same: they are one. A file's name comes before a unit's, and before a name that it is a part of.
    assert_eq!(found("shield-zlin").as_deref(), Ok("warcry/north/shield-zlin"));
    let both = found("zlin").expect_err("two");
    assert!(both.contains("warcry/east/olde-shield-zlin") && both.contains("/shield-zlin"), "{both}");
    assert_eq!(found("south/shield zlin").as_deref(), Ok("warcry/south/shield-zlin"));
    assert_eq!(found("warcry/east/zlins olde").as_deref(), Ok("warcry/east/olde-shield-zlin"));
    assert_eq!(library.find("olde", &[]).map(|unit| unit.guessed).ok().flatten().as_deref(), Some("olde"));
    assert!(found("hield").is_err() && found("east").is_err());
    assert!(found("tinzies").is_err_and(|error| error.contains("warcry/east/olde-shield-zlin")));
    assert_eq!(library.matching("east/*").expect("a pattern").len(), 2);
}

#[test]
fn the_game_decides_and_an_own_folder_comes_first() {
    with_folders(|library| {
        assert_eq!(found(library, "zero", &[]).as_deref(), Ok("warcry/zero"));
        assert_eq!(found(library, "warhammer-40k/zero", &[]).as_deref(), Ok("warhammer-40k/more/zero"));
        assert_eq!(found(library, "zinc", &["warhammer-40k"]).as_deref(), Ok("warhammer-40k/more/zinc-infantry"));
    });
}

#[test]
fn patterns_and_short_names_of_games_name_units() {
    with_folders(|library| {
        let all = |typed: &str| -> Option<Vec<String>> {
            Some(library.matching(typed)?.into_iter().map(Found::path).collect())
        };
        let some = |paths: &[&str]| Some(paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>());
        assert_eq!(all("aos/zor*"), some(&["age-of-sigmar/zorlord-alpha", "age-of-sigmar/zorlord"]));
        assert_eq!(all("z?ro"), some(&["warcry/zero", "warhammer-40k/more/zero", "age-of-sigmar/sigmar/zero"]));
        assert_eq!((all("zero"), all("aos/zero"), all("aos/zx*")), (None, None, some(&[])));
        assert_eq!(found(library, "aos/zero", &[]).as_deref(), Ok("age-of-sigmar/sigmar/zero"));
        assert_eq!(found(library, "40K-10e/zero", &[]).as_deref(), Ok("warhammer-40k/more/zero"));
    });
}

#[test]
fn several_are_listed_and_none_brings_the_nearest() {
    with_folders(|library| {
        let several = found(library, "zor", &[]).expect_err("two");
        assert!(several.contains("age-of-sigmar/zorlord-alpha, age-of-sigmar/zorlord"), "{several}");
        let Err(NotFound::None { help, .. }) = library.find("zorlrd", &[]) else { panic!("none") };
        assert_eq!(help.as_deref(), Some("did you mean `zorlord` or `zorlord-alpha`?"));
        let Err(NotFound::None { help, .. }) = library.find("40k/typical", &[]) else { panic!("no unit") };
        assert!(help.is_some_and(|help| help.starts_with("it names ")));
    });
}

#[test]
fn an_unreadable_profile_stops_only_who_asks_for_it() {
    let [mine, theirs] = folders();
    fs::write(mine.path().join("zorlord.toml"), b"name = \"\xFF\"\n").expect("written");
    let library_of_both = library(&[mine.path(), theirs.path()]);
    for typed in ["zorlord", "Zor Lord", "age-of-sigmar/zorlord"] {
        assert!(matches!(library_of_both.find(typed, &[]), Err(NotFound::Unreadable { .. })), "{typed}");
    }
    for typed in ["zorlord-alpha", "zero", "zorlord on gnazz-beast"] {
        assert!(library_of_both.find(typed, &[]).is_ok(), "{typed}");
    }
    // A folder that comes before has one that can be read.
    let first = folder(&[("zorlord", "warcry", "Mine", "")]);
    let all = library(&[first.path(), mine.path(), theirs.path()]);
    assert_eq!(all.find("zorlord", &[]).map(|unit| unit.name).ok().as_deref(), Some("Mine"));
}

#[test]
fn an_armys_own_unit_comes_before_one_that_it_may_take() {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = |wounds: u8| format!("game = \"warcry\"\nname = \"Zinc Guard\"\nwounds = {wounds}\n");
    let row = |armies: &str, text: &str| format!("warcry\t{armies}\tzinc-guard\tZinc Guard\t{}\n", text.len());
    let (one, other) = (profile(1), profile(2));
    let rows = row("north\t", &one) + &row("south\tnorth/east", &other);
    let path = folder.path().join("zinc.library");
    fs::write(&path, format!("warodds library 1\nzinc\tx\t2026-11-24\n{rows}\n{one}{other}")).expect("written");
    let library = Library::open(&[path]).expect("a library");
    for (typed, army) in [("north", "north"), ("south", "south"), ("east", "south")] {
        let path = found(&library, &format!("{typed}/zinc guard"), &[]);
        assert_eq!(path, Ok(format!("warcry/{army}/zinc-guard")), "{typed}");
    }
    let both = found(&library, "zinc guard", &[]).expect_err("two");
    assert!(both.contains("warcry/north/zinc-guard, warcry/south/zinc-guard"), "{both}");
}

#[test]
fn every_typical_target_is_shipped_and_every_game_has_some() {
    let library = Library::open(&[]).expect("the shipped profiles");
    for game in GAMES {
        assert!(typical(game.id).len() >= 6, "{}", game.id);
        for name in typical(game.id) {
            let found = library.units().into_iter().any(|unit| unit.path() == format!("{}/{name}", game.id));
            assert!(found, "{}/{name}", game.id);
        }
    }
    assert_eq!(typical("chess"), &[] as &[&str]);
}
