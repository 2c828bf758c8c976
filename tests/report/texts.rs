//! Sheets and mistakes as text: on a terminal and as Markdown.

use warodds::profile::{Diagnostic, Place, Source};
use warodds::report::{CsvStyle, Figure, Format, Matrix, Screen, Section, Sheet, mistakes, render, text, warnings};
use warodds::stats::{Fraction, Pmf};

use super::Shown;

/// How many columns of a terminal a line of letters of Latin script takes.
fn columns(line: &str) -> usize {
    line.chars().count()
}

fn markdown(sheet: Sheet) -> String {
    let format = Format::of_ending("md").expect("a format");
    let bytes =
        render(&Shown(sheet), format, CsvStyle::Plain).expect("nothing is drawn").expect("every sheet has words");
    String::from_utf8(bytes).expect("UTF-8")
}

/// A matrix alone.
fn matrix(matrix: &Matrix, screen: Screen) -> String {
    text(&Sheet { blocks: vec![Section::Matrix(matrix.clone())], ..Sheet::default() }, screen)
}

#[test]
fn a_sheet_reads_as_markdown_and_names_do_not_break_it() {
    let matrix = Matrix {
        title: "slain, mean".into(),
        corner: "attacker".into(),
        best_of: "against each target".into(),
        rows: vec!["A|b".into(), "c".into()],
        columns: vec!["*x*".into()],
        values: vec![vec![Some(1.5)], vec![None]],
        ..Matrix::default()
    };
    let sheet = Sheet {
        blocks: vec![
            Section::Heading("A_b".into(), vec![("with".into(), "charged".into())]),
            Section::Matrix(matrix),
            Section::Histogram,
            Section::Results(vec![("destroyed 9 %".into(), "; sure".into())]),
        ],
        curve: Some(super::curve("slain", Pmf::from_weights(vec![1.0, 3.0]))),
        ..Sheet::default()
    };
    let wanted = "\
## A\\_b

* with: charged

**slain, mean**

| attacker | \\*x\\* |
| :-- | --: |
| A\\|b | **1.50** |
| c | - |

| slain | exactly | at least |
| :-- | --: | --: |
| 0 | 25.0 % | 100 % |
| 1 | 75.0 % | 75.0 % |

**destroyed 9 %**; sure
";
    assert_eq!(markdown(sheet), wanted);
}

fn of(rows: &[&str], columns: &[&str]) -> Matrix {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let value = |row: usize, column: usize| Some((row * 7 + column * 3) as f64 / 4.0);
    Matrix {
        title: "wounds lost, mean".into(),
        corner: "attacker".into(),
        turned_corner: "target".into(),
        best_of: "against each target".into(),
        rows: names(rows),
        columns: names(columns),
        values: (0..rows.len()).map(|row| (0..columns.len()).map(|column| value(row, column)).collect()).collect(),
        ..Matrix::default()
    }
}

const SCREEN: Screen = Screen { width: 60, color: false, ascii: false };

#[test]
fn the_best_of_each_column_is_marked() {
    let text = matrix(&of(&["Liberators", "Boyz"], &["Clanrats", "Hero"]), SCREEN);
    let wanted = "\
wounds lost, mean  (* best against each target)
attacker    Clanrats       Hero
───────────────────────────────
Liberators      0.00       0.75
Boyz            1.75*      2.50*
";
    assert_eq!(text, wanted);
    let text = matrix(&of(&["A", "B"], &["Clawlord on Gnaw-beast", "C", "D", "E"]), SCREEN);
    assert!(text.contains("Clawlord") && text.contains("on Gnaw-") && text.contains("beast"), "{text}");
}

#[test]
fn a_word_that_just_fits_is_not_cut() {
    let rows = ["Horde", "Monster", "Clawlord on Gnaw-beast"];
    let text = matrix(&of(&rows, &["Liberators", "Stormvermin", "Clanrats"]), SCREEN);
    assert!(text.contains("Liberators"), "{text}");
    let text = matrix(&of(&rows, &["Liberators", "Clanrats"]), Screen { width: 40, ..SCREEN });
    assert!(text.contains("  Liberators   Clanrats\n"), "{text}");
}

#[test]
fn what_is_too_wide_is_turned_round_or_cut() {
    let many: Vec<String> = (0..20).map(|n| format!("Target number {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let text = matrix(&of(&["A", "B"], &many), SCREEN);
    assert_eq!(text.lines().count(), 23, "{text}");
    assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("target")), "{text}");
    for width in [80, 60, 40, 10, 0] {
        let text = matrix(&of(&many, &many), Screen { width, ..SCREEN });
        let longest = text.lines().filter(|line| !line.starts_with('*')).skip(1).map(columns).max().unwrap_or(0);
        assert!(longest <= width.max(20), "{width}: {text}");
    }
}

#[test]
fn wide_scripts_and_seven_bits_stay_in_line() {
    let text = matrix(&of(&["骷髏兵", "Élan", "E\u{301}lan"], &["骷髏", "…"]), SCREEN);
    // A letter of Chinese takes two columns, an accent behind its letter none.
    for (name, columns) in [("骷髏兵", 6), ("Élan", 4), ("E\u{301}lan", 4)] {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {text}"));
        let number = line.len() - line.trim_start().len();
        assert_eq!(columns + number, 10, "{text}");
    }
    assert!(matrix(&of(&["É"], &["骷"]), Screen { ascii: true, ..SCREEN }).is_ascii());
}

#[test]
fn a_mistake_is_shown_with_file_line_caret_and_advice() {
    let source = Source::new("unit.toml", "game = \"x\"\nsave = 3\n");
    let mut mistake =
        Diagnostic::new(&Place::new(&source, 18..19), "`save` is not a number to reach", "write `\"3+\"`");
    mistake.help = Some("as on the card".to_owned());
    let text = mistakes(&[mistake], false);
    assert!(text.contains("error: `save` is not a number to reach"), "{text}");
    assert!(text.contains("unit.toml:2:8"), "{text}");
    assert!(text.contains("^ write `\"3+\"`"), "{text}");
    assert!(text.contains("help: as on the card"), "{text}");
}

#[test]
fn a_warning_says_that_it_is_one() {
    let odd = Diagnostic::new(&Place::whole(&Source::new("unit.toml", "abc")), "odd", "here");
    assert!(warnings(&[odd], false).starts_with("warning: odd\n"));
}

#[test]
fn a_place_beyond_the_text_does_not_matter() {
    let source = Source::new("unit.toml", "x");
    assert!(mistakes(&[Diagnostic::new(&Place::new(&source, 5..9), "wrong", "")], true).contains("wrong"));
}

#[test]
fn no_word_of_a_file_reaches_the_terminal_as_a_command() {
    let odd = "a\u{1b}]0;x\u{7}\u{9b}31m\u{202e}";
    let source = Source::new(odd, format!("name = '{odd}' # \u{feff}\nx = 1\r\n"));
    for start in 0..source.text.len() {
        for end in start..source.text.len() {
            let place = Place::new(&source, start..end);
            let mut mistake = Diagnostic::new(&place, odd, odd);
            mistake.help = Some(odd.to_owned());
            let text = mistakes(&[mistake], false);
            assert!(!text.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{feff}']), "{text:?}");
        }
    }
}

#[test]
fn figures_read_as_numbers_do_in_a_sentence() {
    let cases = [
        (Figure::Whole(-1_200), "-1,200"),
        (Figure::Whole(7), "7"),
        (Figure::Number(2.0 / 3.0), "0.6667"),
        (Figure::Chance(Fraction::new(5, 18)), "5/18 = 27.8 %"),
        (Figure::Chance(Fraction::new(1, 1)), "100 %"),
        (Figure::Probability(0.5), "50.0 %"),
        (Figure::Change(-0.0987), "-9.87"),
        (Figure::Change(0.2), "+20.00"),
        (Figure::Spread(6.666_667, 1.490_712), "6.67 ± 1.49"),
        (Figure::Empty, ""),
    ];
    for (figure, wanted) in cases {
        assert_eq!(figure.shown(), wanted, "{figure:?}");
    }
}

#[test]
fn percentages_have_the_digits_that_matter() {
    let cases = [
        (0.0, "0 %"),
        (1e-7, "<0.0001 %"),
        (1.3e-4, "0.013 %"),
        (1.3e-5, "0.0013 %"),
        (9.5e-4, "0.095 %"),
        (0.00987, "0.987 %"),
        (0.0986551, "9.87 %"),
        (0.09999, "10.0 %"),
        (0.5, "50.0 %"),
        (0.9013449, "90.1 %"),
        (0.99949, "99.95 %"),
        (0.99987, "99.99 %"),
        (0.99999987, ">99.99 %"),
        (0.999_999_999_999_999_8, "100 %"),
        (1.0, "100 %"),
    ];
    for (p, wanted) in cases {
        assert_eq!(Figure::Probability(p).shown(), wanted, "{p}");
    }
}

#[test]
fn what_a_histogram_leaves_out_is_said() {
    let screen = Screen { width: 80, color: false, ascii: false };
    let shown = |weights: Vec<f64>| {
        let curve = Some(super::curve("damage", Pmf::from_weights(weights)));
        text(&Sheet { curve, blocks: vec![Section::Histogram], ..Sheet::default() }, screen)
    };
    // A bell of a hundred values.
    let bell = (0..100).map(|k| (-((f64::from(k) - 40.0) / 6.25).powi(2) / 2.0).exp().max(1e-300)).collect();
    let text = shown(bell);
    assert!(text.contains("not shown, each rarer than 0.01 %: "), "{text}");
    assert!(!shown(vec![0.5, 0.5]).contains("not shown"));
}
