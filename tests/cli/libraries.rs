//! Libraries of the player: two that hold one unit, and files that nobody would make on purpose.

use std::fs;
use std::io::Write;
use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use tempfile::TempDir;

use super::warodds;

/// A catalogue of the tenth or the eleventh edition whose units have one gun each, with a strength of their own.
fn catalogue(edition: u8, id: &str, name: &str, units: &[(&str, u8)]) -> String {
    let system = if edition == 11 { "sys-352e-adc2-7639-d610" } else { "sys-352e-adc2-7639-d6a9" };
    let profile = |kind: &str, name: &str, values: &[(&str, &str)]| {
        let all = values.iter().map(|(key, value)| format!("<characteristic name=\"{key}\">{value}</characteristic>"));
        let all = all.collect::<String>();
        format!("<profile name=\"{name}\" typeName=\"{kind}\"><characteristics>{all}</characteristics></profile>")
    };
    let line = [("M", "6\""), ("T", "4"), ("SV", "3+"), ("W", "2"), ("LD", "6+"), ("OC", "1")];
    let units = units.iter().map(|(unit, strength)| {
        let strength = strength.to_string();
        let gun =
            [("Range", "24\""), ("A", "2"), ("BS", "3+"), ("S", &*strength), ("AP", "0"), ("D", "1"), ("Keywords", "-")];
        format!(
            "<selectionEntry id=\"{id}{unit}\" name=\"{unit}\" type=\"model\"><profiles>{}{}</profiles></selectionEntry>",
            profile("Unit", unit, &line),
            profile("Ranged Weapons", "Gun", &gun)
        )
    });
    let units = units.collect::<String>();
    format!(
        "<catalogue id=\"{id}\" name=\"{name}\" gameSystemId=\"{system}\"><selectionEntries>{units}</selectionEntries></catalogue>"
    )
}

/// A folder with files, and one for the libraries that are made of them.
struct Shelf {
    files: TempDir,
    data: TempDir,
}

impl Shelf {
    fn new(files: &[(&str, &str)]) -> Self {
        let shelf =
            Self { files: tempfile::tempdir().expect("a folder"), data: tempfile::tempdir().expect("a folder") };
        files.iter().for_each(|(name, text)| fs::write(shelf.files.path().join(name), text).expect("written"));
        shelf
    }

    fn run(&self, words: &[&str]) -> Assert {
        warodds().current_dir(&self.files).env("WARODDS_LIBRARY", self.data.path()).args(words).assert()
    }

    fn written(&self, name: &str) -> std::path::PathBuf {
        self.data.path().join(format!("{name}.library"))
    }
}

fn zipped(path: &Path, files: &[(&str, &[u8])]) {
    let mut archive = zip::ZipWriter::new(fs::File::create(path).expect("a file"));
    for (name, bytes) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        archive.write_all(bytes).expect("written");
    }
    archive.finish().expect("an archive");
}

#[test]
fn a_unit_of_two_libraries_is_asked_for_by_names_that_work() {
    let (guns, same) = (("Tin Guns", 4), ("Tin Twins", 5));
    let one = catalogue(10, "a", "Tin", &[guns, same]);
    let other = catalogue(10, "b", "Tin", &[("Tin Guns", 8), same]);
    let shelf = Shelf::new(&[("one.cat", &one), ("other.cat", &other)]);
    for name in ["one", "other"] {
        shelf.run(&["import", &format!("{name}.cat"), "--library", name]).success();
    }
    // The same gun in both, or another one: strength 4 and 8 against toughness 4 wound on 4+ and 2+.
    let attack = |name: &str| shelf.run(&["attack", name, "40k/intercessor-squad", "--phase", "shooting"]);
    attack("tin twins").success().stderr("note: `-v` shows all results and the stages\n");
    for typed in ["tin guns", "tin gun", "40k/tin/tin-guns"] {
        let names = "could be warhammer-40k/one.library/tin/tin-guns, warhammer-40k/other.library/tin/tin-guns";
        attack(typed).code(2).stderr(contains(names));
    }
    let csv = |name: &str| {
        let words = ["attack", name, "40k/intercessor-squad", "--phase", "shooting", "--csv", "-"];
        String::from_utf8(shelf.run(&words).success().get_output().stdout.clone()).expect("UTF-8")
    };
    let path = |library: &str| csv(&format!("warhammer-40k/{library}.library/tin/tin-guns"));
    assert!(path("one") != path("other") && path("other").contains(",warodds attack warhammer-40k/other.library/"));
    attack("other/tin guns").success();
    // A list cannot be asked back: the first is taken, which is said.
    fs::write(shelf.files.path().join("list.txt"), "Tin\n\nTin Guns (100 points)\n  1x Gun\n").expect("written");
    let list = shelf.run(&["import", "list.txt", "--dry-run", "--json"]).success();
    list.stdout(contains("Tin Guns is also in another library; the one of one.library is taken"));
    // A pattern names both, and what they share once; a library's own units are asked for by its name.
    for (pattern, rows) in [("tin/*", 3), ("one.library/*", 2), ("other/*", 2)] {
        let words = [
            "compare", pattern, "--into", "40k/intercessor-squad", "--metric", "destroyed", "--phase", "shooting",
            "--csv", "-",
        ];
        shelf.run(&words).success().stdout(predicate::function(|csv: &str| csv.lines().count() == rows + 1));
    }
}

#[test]
fn a_library_that_is_damaged_or_of_another_version_is_named_and_stops_nobody() {
    let shelf = Shelf::new(&[
        ("tin.cat", &catalogue(10, "a", "Tin", &[("Tin Guns", 4)])),
        ("lead.cat", &catalogue(10, "b", "Lead", &[("Lead Guns", 4)])),
    ]);
    for name in ["tin", "lead"] {
        shelf.run(&["import", &format!("{name}.cat"), "--library", name]).success();
    }
    let text = fs::read_to_string(shelf.written("tin")).expect("written");
    for (damaged, told) in [
        (text[..0].to_owned(), "it is not a library"),
        (text[..30].to_owned(), "it breaks off"),
        (text[..text.len() - 9].to_owned(), "it breaks off"),
        (text.clone() + "more", "it breaks off"),
        (text.replace("library 1", "library 0"), "it is of another version of the program"),
        (text.replacen('\t', " ", 3), "a line of it is damaged"),
        (text.replacen("\tTin Guns\t", "\tTin Guns\t18446744073709551615", 1), "a line of it is damaged"),
    ] {
        fs::write(shelf.written("tin"), damaged).expect("written");
        let told = format!("{told}; `warodds import FILES --library NAME` writes it anew");
        shelf.run(&["attack", "lead guns", "boyz"]).success().stderr(contains(&*told));
        shelf.run(&["library"]).success().stdout(contains("lead"));
        shelf.run(&["library", "show", "tin"]).code(2).stderr(contains(told));
    }
    // A library that cannot be read is written anew as any other.
    shelf.run(&["import", "tin.cat", "--library", "tin"]).success();
    assert_eq!(fs::read_to_string(shelf.written("tin")).expect("written"), text);
    // What an import cannot write leaves the old library as it was.
    fs::write(shelf.files.path().join("none.cat"), "<catalogue").expect("written");
    shelf.run(&["import", "none.cat", "--library", "tin"]).code(2);
    assert_eq!(fs::read_to_string(shelf.written("tin")).expect("written"), text);
}

#[test]
fn catalogues_of_two_editions_and_files_of_one_id_are_told_apart() {
    let shelf = Shelf::new(&[
        ("a-ten.cat", &catalogue(10, "a", "Tin", &[("Tin Guns", 4)])),
        ("b-eleven.cat", &catalogue(11, "a", "Tin", &[("Tin Guns", 8)])),
    ]);
    let told = shelf.run(&["import", ".", "--library", "tin"]).success();
    told.stderr(
        contains("./a-ten.cat and ./b-eleven.cat have the same id; links lead to the first").and(contains("2 units")),
    );
    let show = shelf.run(&["library", "show", "tin"]).success();
    show.stdout(contains("10th edition").and(contains("11th edition")));
    let strength =
        |unit: &str, value: &str| shelf.run(&["show", unit]).success().stdout(contains(format!(" {value} ")));
    strength("40k/tin-guns", "4");
    strength("11e/tin-guns", "8");
    // A bare name means the older edition, which is said.
    shelf.run(&["attack", "tin guns", "boyz"]).success().stderr(contains("both editions of Warhammer 40,000"));
}

#[test]
fn archives_within_archives_are_named_and_the_rest_is_read() {
    let shelf = Shelf::new(&[]);
    let tin = catalogue(10, "a", "Tin", &[("Tin Guns", 4)]);
    let path = |name: &str| shelf.files.path().join(name);
    zipped(&path("inner.zip"), &[("tin.cat", tin.as_bytes()), ("other.cat", b"")]);
    let inner = fs::read(path("inner.zip")).expect("there");
    zipped(&path("outer.zip"), &[("a.zip", &inner), ("b.zip", &inner)]);
    let outer = shelf.run(&["import", "outer.zip", "--library"]).code(2);
    outer.stderr(
        contains("outer.zip/a.zip: the archive holds several files").and(contains("nothing there holds units")),
    );
    zipped(&path("mixed.zip"), &[("a.zip", &inner), ("tin.cat", tin.as_bytes())]);
    let mixed = shelf.run(&["import", "mixed.zip", "--library", "tin"]).success();
    mixed.stderr(contains("mixed.zip/a.zip").and(contains("1 unit")));
    // A broken archive in a folder stops none of the others.
    fs::write(path("broken.zip"), &inner[..inner.len() / 2]).expect("written");
    let folder = shelf.run(&["import", ".", "--library", "tin"]).success();
    folder.stderr(contains("./broken.zip: ").and(contains("1 unit")));
}

#[test]
fn ten_thousand_files_are_read() {
    let tin = catalogue(10, "a", "Tin", &[("Tin Guns", 4)]);
    let shelf = Shelf::new(&[("tin.cat", &tin)]);
    for n in 0..10_000 {
        fs::write(shelf.files.path().join(format!("{n}.json")), "{\"a\": 1}").expect("written");
    }
    shelf.run(&["import", ".", "--library", "tin"]).success().stderr(contains("1 unit"));
}

#[test]
fn names_that_differ_in_case_only_and_names_of_devices_are_units_like_others() {
    let units = [("Tin Guns", 4), ("TIN GUNS", 8), ("CON", 4), ("nul", 5)];
    let shelf = Shelf::new(&[
        ("tin.cat", &catalogue(10, "a", "Aux", &units)),
        ("TIN.CAT", &catalogue(10, "b", "AUX", &[("com1", 4)])),
    ]);
    shelf.run(&["import", ".", "--library", "NUL"]).success().stderr(contains("`nul_`").and(contains("5 units")));
    shelf.run(&["library", "show", "nul_"]).success().stdout(contains("aux_"));
    for unit in ["con", "NUL", "com1", "aux_/con_", "40k/aux_/tin-guns-2", "40k/aux_/tin-guns"] {
        shelf.run(&["attack", unit, "boyz", "--phase", "shooting"]).success();
    }
    shelf.run(&["library", "remove", "nul_"]).success();
    // As files of their own they have names that every system can write.
    shelf.run(&["import", "tin.cat", "--to", "Lpt1"]).success();
    let mut names: Vec<String> = fs::read_dir(shelf.files.path().join("Lpt1"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["army.toml", "con_.toml", "nul_.toml", "tin-guns-2.toml", "tin-guns.toml"]);
}

#[test]
fn armies_are_called_as_players_call_them_and_a_unit_of_two_books_is_one() {
    let named = [
        ("Imperium - Astra Militarum - Library", "astra-militarum"),
        ("Aeldari - Aeldari Library", "aeldari"),
        ("Imperium - Adeptus Astartes - Blood Angels", "blood-angels"),
        ("Library - Titans", "titans"),
        ("T'au Empire", "tau-empire"),
    ];
    let shelf = Shelf::new(&[]);
    let write =
        |name: &str, text: String| fs::write(shelf.files.path().join(format!("{name}.cat")), text).expect("written");
    for (name, army) in named {
        write(army, catalogue(10, army, name, &[(army, 4)]));
    }
    // One where it is dearer, two with the same points, and a book without, which is the same as the first.
    for (army, points) in [("west", ""), ("north", "5"), ("south", "5"), ("east", "6")] {
        let costs = format!("type=\"model\"><costs><cost name=\"pts\" typeId=\"p\" value=\"{points}\"/></costs>");
        let text = catalogue(10, army, army, &[("Tin Guns", 4)]);
        write(army, if points.is_empty() { text } else { text.replace("type=\"model\">", &costs) });
    }
    shelf.run(&["import", ".", "--library", "tin"]).success().stderr(contains("7 units"));
    let show = shelf.run(&["library", "show", "tin"]).success();
    let show = String::from_utf8(show.get_output().stdout.clone()).expect("UTF-8");
    for (_, army) in named {
        assert!(show.contains(&format!("  {army} ")), "{army}: {show}");
    }
    for (army, points) in [("north", 5), ("south", 5), ("west", 6), ("east", 6)] {
        let card = shelf.run(&["show", &format!("{army}/tin guns")]).success();
        card.stdout(contains(format!("{points} points")));
    }
}

/// A tar: blocks of 512 bytes, a head with a name, a kind and a length before each file.
fn tar(files: &[(&str, u8, &str)]) -> Vec<u8> {
    let mut tar = Vec::new();
    for (name, kind, text) in files {
        let mut head = [0; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
        head[156] = *kind;
        tar.extend_from_slice(&head);
        tar.extend_from_slice(text.as_bytes());
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    tar
}

#[test]
fn a_tar_is_read_and_a_broken_one_told() {
    let packed = |bytes: &[u8]| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(bytes).expect("packed");
        packer.finish().expect("packed")
    };
    let (one, two) = (catalogue(10, "a", "Tin", &[("Tin Guns", 4)]), catalogue(10, "b", "Lead", &[("Lead Guns", 4)]));
    // A name that is too long for its field stands in a file before; a folder is none.
    let whole = tar(&[("a.cat", b'0', &one), ("x", b'x', "16 path=b/c.cat\n"), ("short", b'0', &two), ("d", b'5', "")]);
    let shelf = Shelf::new(&[]);
    let import = |bytes: &[u8]| {
        fs::write(shelf.files.path().join("tin.tgz"), bytes).expect("written");
        shelf.run(&["import", "tin.tgz", "--library"])
    };
    import(&packed(&whole)).success().stderr(contains("`tin`, 2 units"));
    for broken in [packed(&whole[..514]), packed(b"text"), packed(&whole)[..20].to_vec()] {
        import(&broken).code(2).stderr(contains("tin.tgz: it is an archive that cannot be unpacked"));
    }
}
