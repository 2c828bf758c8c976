//! Pictures of sheets, as PNG and SVG.

use warodds::report::{ChartError, CsvStyle, Curve, File, Format, Matrix, Sheet, Style, TOOL, Theme, file};
use warodds::stats::Pmf;

use super::Shown;

/// The size of a picture whose size is not chosen.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 900;

fn drawing(ending: &str, sheet: &Sheet, style: &Style) -> Result<Option<File>, ChartError> {
    file(&Shown(sheet.clone()), Format::of_ending(ending).expect("a format"), style)
}

fn png(sheet: &Sheet, style: &Style) -> Result<Option<File>, ChartError> {
    drawing("png", sheet, style)
}

fn svg(sheet: &Sheet, style: &Style) -> Result<Option<File>, ChartError> {
    drawing("svg", sheet, style)
}

/// A sheet of these names whose values are all alike.
fn sheet(names: [&str; 2], values: usize) -> Sheet {
    Sheet {
        title: [names[0], "attack", names[1]].map(str::to_owned),
        settings: vec![("with".into(), "+1 to hit; charged".into())],
        highlights: vec!["destroyed 75.0 %".into()],
        curve: Some(Curve {
            rolled: Some(Pmf::from_weights(vec![1.0; values])),
            ..super::curve("wounds lost", Pmf::from_weights(vec![1.0; values]))
        }),
        about: vec![("method", "both".into()), ("seed", "42".into())],
        ..Sheet::default()
    }
}

fn drawn(sheet: &Sheet) -> Vec<u8> {
    png(sheet, &CsvStyle::Plain.into()).expect("drawn").expect("a chart").bytes
}

fn decoded(bytes: &[u8]) -> (png::Info<'static>, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits into memory")];
    reader.next_frame(&mut pixels).expect("a whole image");
    reader.finish().expect("nothing is missing at the end");
    (reader.info().clone(), pixels)
}

#[test]
fn a_png_is_whole_says_what_it_is_and_is_always_the_same() {
    let sheet = sheet(["Liberators", "Clawlord"], 2);
    let bytes = drawn(&sheet);
    assert_eq!(bytes, drawn(&sheet));
    let (info, pixels) = decoded(&bytes);
    assert_eq!((info.width, info.height), (WIDTH, HEIGHT));
    let note = |name: &str| {
        let chunk = info.uncompressed_latin1_text.iter().find(|chunk| chunk.keyword == name);
        chunk.map(|chunk| chunk.text.clone()).unwrap_or_default()
    };
    assert_eq!(["Software", "method", "seed"].map(note), [TOOL, "both", "42"]);
    let ink = pixels.chunks_exact(3).filter(|pixel| **pixel != [255, 255, 255]).count();
    assert!((20_000..600_000).contains(&ink), "{ink} pixels are not white");
}

#[test]
fn an_svg_is_always_the_same_and_holds_its_words_unharmed() {
    let sheet = sheet(["Ash & <Bone>", "骷髏\u{1b}"], 2);
    let style = Style::from(CsvStyle::Plain);
    let bytes = svg(&sheet, &style).expect("drawn").expect("a chart").bytes;
    assert_eq!(bytes, svg(&sheet, &style).expect("drawn again").expect("a chart").bytes);
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.starts_with("<svg width=\"1200\" height=\"900\" viewBox=\"0 0 2400 1800\""), "{text}");
    assert!(text.trim_end().ends_with("</svg>"));
    assert!(text.contains("Ash &amp; &lt;Bone&gt; attack 骷髏?"), "{text}");
    assert!(svg(&Sheet::default(), &style).expect("nothing to draw").is_none());
    assert!(text.contains("destroyed 75.0 %") && text.contains("wounds lost") && text.contains(TOOL));
}

#[test]
fn nothing_is_drawn_outside_and_no_sheet_is_too_odd() {
    let long = "An Uncommonly Long Name of a Regiment ".repeat(50);
    for values in [1, 2, 30, 5_000] {
        let (_, pixels) = decoded(&drawn(&sheet([&long, &long], values)));
        let side = |x: usize| {
            let white = |y: usize| pixels[(y * WIDTH as usize + x) * 3..][..3] == [255, 255, 255];
            (0..HEIGHT as usize).all(white)
        };
        assert!(side(20) && side(WIDTH as usize - 20), "the margins are empty");
    }
}

#[test]
fn a_dark_chart_is_drawn_on_dark_paper_and_two_sheets_stand_below_each_other() {
    let mut sheet = sheet(["Liberators", "Clawlord"], 9);
    sheet.also.push(sheet.clone());
    let style = Style { theme: Theme::Dark, ..CsvStyle::Plain.into() };
    let file = png(&sheet, &style).expect("drawn").expect("a chart");
    let (info, pixels) = decoded(&file.bytes);
    assert_eq!((info.width, info.height), (WIDTH, 2 * HEIGHT));
    assert!(pixels[..3].iter().all(|channel| *channel < 64), "{:?}", &pixels[..3]);
    let half = pixels.len() / 2;
    assert_eq!(pixels[..half], pixels[half..], "both halves show the same");
}

#[test]
fn a_picture_of_a_size_has_it_and_says_what_it_leaves_out() {
    let mut sheet = sheet(["Liberators", "Clawlord"], 9);
    sheet.also = vec![sheet.clone(), sheet.clone(), sheet.clone()];
    for (size, notes) in [([1600, 900], 1), ([1080, 1080], 1), ([1080, 1920], 1)] {
        let file = png(&sheet, &Style { size: Some(size), ..Style::default() }).expect("drawn").expect("a chart");
        let (info, _) = decoded(&file.bytes);
        assert_eq!(([info.width, info.height], file.notes.len()), (size, notes), "{:?}", file.notes);
    }
    sheet.also.clear();
    sheet.matrix = Some(Matrix {
        rows: (0..80).map(|n| n.to_string()).collect(),
        columns: vec!["all".into()],
        values: vec![vec![Some(1.0)]; 80],
        ..Matrix::default()
    });
    let file = png(&sheet, &Style { size: Some([1080, 1080]), ..Style::default() }).expect("drawn").expect("a chart");
    assert_eq!((decoded(&file.bytes).0.height, file.notes.len()), (1080, 0));
}

#[test]
fn a_letter_that_no_font_has_is_noted() {
    let file = png(&sheet(["A\u{10fffd}", "B"], 2), &CsvStyle::Plain.into()).expect("drawn").expect("a chart");
    assert!(file.notes[0].contains("\u{10fffd}") && file.notes[0].contains("--font"), "{:?}", file.notes);
}
