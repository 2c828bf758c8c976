//! The curve of a sheet as a chart, in pixels or as vectors. Needs no font of the machine it runs on.
//!
//! [`picture`] says what is shown, [`plot`] where it goes, [`words`] what is said around it, [`theme`] in which colours, [`fonts`] in which letters, and
//! [`canvas`] how it gets onto the backend. A drawing of another kind is a variant of [`Drawing`] and a file beside [`plot`].

mod canvas;
mod fonts;
mod heatmap;
mod lines;
mod picture;
mod plot;
mod signed;
mod steps;
mod theme;
mod words;

use plotters::prelude::{BitMapBackend, DrawingBackend, IntoDrawingArea, RGBColor, SVGBackend};

use self::canvas::{Canvas, Medium};
use self::fonts::Fonts;
use self::heatmap::Heatmap;
use self::lines::LineChart;
use self::picture::Picture;
use self::signed::Signed;
use self::steps::Steps;
use self::theme::Palette;
use super::{ChartError, File, Style};
use crate::report::TOOL;
use crate::report::sheet::Sheet;

/// What drawing a part comes to.
type DrawResult = Result<(), ChartError>;

/// The width of every drawing in units of the layout, and the height of a chart; a PNG has as many pixels.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 900;
/// Everything is drawn so many times larger; a PNG is then averaged down, which smooths what the backend leaves rough.
const SCALE: u32 = 2;

/// How hard the encoder looks for repetitions, from 1 to 9. Each further level costs several times what drawing does, and
/// all of them together make the file a quarter smaller.
const LEVEL: u8 = 1;

/// A drawing of some kind, before it has colours.
enum Drawing {
    Chart(Box<Picture>),
    Signed(Box<Signed>),
    Heatmap(Box<Heatmap>),
    Lines(Box<LineChart>),
    Steps(Box<Steps>),
}

impl Drawing {
    /// What is drawn of a sheet; `None` if it has nothing to draw.
    fn of(sheet: &Sheet) -> Option<Self> {
        let heatmap = || Heatmap::of(sheet).map(|heatmap| Self::Heatmap(Box::new(heatmap)));
        let lines = || LineChart::of(sheet).map(|lines| Self::Lines(Box::new(lines)));
        let chart = || Picture::of(sheet).map(|picture| Self::Chart(Box::new(picture)));
        let signed = || Signed::of(sheet).map(|bars| Self::Signed(Box::new(bars)));
        let steps = || Steps::of(sheet).map(|steps| Self::Steps(Box::new(steps)));
        steps().or_else(heatmap).or_else(lines).or_else(chart).or_else(signed)
    }

    /// How high it is; a heatmap was measured before.
    fn height(&self) -> u32 {
        match self {
            Self::Chart(_) | Self::Lines(_) => HEIGHT,
            Self::Heatmap(heatmap) => heatmap.height(),
            Self::Signed(bars) => bars.height(),
            Self::Steps(steps) => steps.height(),
        }
    }

    /// Every letter that is drawn, for the fonts.
    fn letters(&self) -> String {
        match self {
            Self::Chart(picture) => picture.letters(),
            Self::Signed(bars) => bars.letters(),
            Self::Heatmap(heatmap) => heatmap.letters(),
            Self::Lines(lines) => lines.letters(),
            Self::Steps(steps) => steps.letters(),
        }
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<(), ChartError> {
        match self {
            Self::Chart(picture) => plot::draw(canvas, picture),
            Self::Signed(bars) => bars.draw(canvas),
            Self::Heatmap(heatmap) => heatmap.draw(canvas),
            Self::Lines(lines) => lines.draw(canvas),
            Self::Steps(steps) => steps.draw(canvas),
        }
    }
}

/// Drawings below each other, with the fonts that their letters need.
struct Plans {
    plans: Vec<Drawing>,
    height: u32,
    fonts: Fonts,
    palette: Palette,
    notes: Vec<String>,
}

impl Plans {
    /// What is drawn of a sheet and of those below it; `None` if there is nothing to draw.
    fn of(sheet: &Sheet, style: &Style, medium: Medium) -> Result<Option<Self>, ChartError> {
        let mut plans: Vec<Drawing> = std::iter::once(sheet).chain(&sheet.also).filter_map(Drawing::of).collect();
        if plans.is_empty() {
            return Ok(None);
        }
        let letters: String = plans.iter().map(Drawing::letters).collect();
        let (fonts, lacking) = Fonts::new(&letters, style.font.as_deref())?;
        let notes = (!lacking.is_empty()).then(|| {
            format!("no font here has the letters {lacking}, drawn as `?`; `--font PATH` names a font that has them")
        });
        let palette = Palette::of(style.theme);
        for plan in &mut plans {
            if let Drawing::Heatmap(heatmap) = plan {
                heatmap.measure(&fonts, palette, medium)?;
            }
        }
        let height = plans.iter().map(Drawing::height).sum();
        Ok(Some(Self { plans, height, fonts, palette, notes: notes.into_iter().collect() }))
    }

    fn draw<B: DrawingBackend>(&self, backend: B, medium: Medium) -> Result<(), ChartError> {
        let whole = backend.into_drawing_area();
        let mut rest = whole.clone();
        for plan in &self.plans {
            let (area, below) = rest.split_vertically((plan.height() * SCALE) as i32);
            plan.draw(&Canvas::new(area, medium, &self.fonts, self.palette)?)?;
            rest = below;
        }
        whole.present().map_err(|error| ChartError::Drawing(error.to_string()))
    }
}

/// The chart as the bytes of a PNG file of 1200 × 900 pixels, several below each other; `None` for a sheet without a curve.
/// The same sheet gives the same bytes.
///
/// # Errors
/// If a drawing library fails, or the font that was named cannot be read.
pub(super) fn png(sheet: &Sheet, style: &Style) -> Result<Option<File>, ChartError> {
    let Some(plans) = Plans::of(sheet, style, Medium::Pixels)? else { return Ok(None) };
    let (width, height) = (WIDTH * SCALE, plans.height * SCALE);
    let mut pixels = vec![0; width as usize * height as usize * 3];
    plans.draw(BitMapBackend::with_buffer(&mut pixels, (width, height)), Medium::Pixels)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, plans.height);
    encoder.set_color(png::ColorType::Rgb);
    // Flat colours repeat as they are: a filter would cost time and make the file larger.
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    encoder.set_filter(png::Filter::NoFilter);
    encoder.add_itxt_chunk("Title".into(), sheet.headline())?;
    encoder.add_text_chunk("Software".into(), TOOL.into())?;
    for (key, value) in &sheet.about {
        // The older kind of text, which more programs read, has no letters beyond these.
        if value.chars().all(|c| u32::from(c) < 256) {
            encoder.add_text_chunk((*key).into(), value.clone())?;
        } else {
            encoder.add_itxt_chunk((*key).into(), value.clone())?;
        }
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&averaged(&pixels, plans.palette.paper))?;
    writer.finish()?;
    Ok(Some(File { bytes, notes: plans.notes }))
}

/// The chart as the text of an SVG file; `None` for a sheet without a curve. The same sheet gives the same text.
///
/// # Errors
/// If a drawing library fails, or the font that was named cannot be read.
pub(super) fn svg(sheet: &Sheet, style: &Style) -> Result<Option<File>, ChartError> {
    let Some(plans) = Plans::of(sheet, style, Medium::Vectors)? else { return Ok(None) };
    let mut text = String::new();
    let (width, height) = (WIDTH * SCALE, plans.height * SCALE);
    plans.draw(SVGBackend::with_string(&mut text, (width, height)), Medium::Vectors)?;
    // Only the size it is shown at: the coordinates stay as fine as they were drawn.
    let drawn = format!("width=\"{width}\" height=\"{height}\"");
    let shown = format!("width=\"{WIDTH}\" height=\"{}\"", plans.height);
    // Whoever looks at it has fonts of their own, so that nothing is lacking here.
    Ok(Some(File { bytes: text.replacen(&drawn, &shown, 1).into_bytes(), notes: Vec::new() }))
}

/// Each pixel the mean of the four it was drawn as.
fn averaged(pixels: &[u8], RGBColor(r, g, b): RGBColor) -> Vec<u8> {
    const DRAWN: usize = 3 * SCALE as usize;
    const { assert!(SCALE == 2, "a pixel is the mean of four") };
    let row = (WIDTH * SCALE) as usize * 3;
    let paper: [u8; 64 * DRAWN] = std::array::from_fn(|place| [r, g, b][place % 3]);
    let mut out: Vec<u8> = paper.iter().copied().cycle().take(pixels.len() / 4).collect();
    for (line, block) in out.chunks_exact_mut(row / 2).zip(pixels.chunks_exact(row * 2)) {
        let (upper, lower) = block.split_at(row);
        let drawn = upper.chunks(paper.len()).zip(lower.chunks(paper.len()));
        for (line, (upper, lower)) in line.chunks_mut(paper.len() / 2).zip(drawn) {
            // Most of a chart is paper, which is there as it is.
            if upper == &paper[..upper.len()] && lower == &paper[..lower.len()] {
                continue;
            }
            let drawn = upper.chunks_exact(DRAWN).zip(lower.chunks_exact(DRAWN));
            for (pixel, (upper, lower)) in line.chunks_exact_mut(3).zip(drawn) {
                for channel in 0..3 {
                    let four = [upper[channel], upper[channel + 3], lower[channel], lower[channel + 3]];
                    pixel[channel] = ((four.map(u16::from).iter().sum::<u16>() + 2) / 4) as u8;
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sheet::Curve;
    use crate::report::{CsvStyle, Theme};
    use crate::stats::Pmf;

    /// A sheet of these names whose values are all alike.
    fn sheet(names: [&str; 2], values: usize) -> Sheet {
        Sheet {
            title: [names[0], "attack", names[1]].map(str::to_owned),
            said: vec![("with".into(), "+1 to hit; charged".into())],
            highlights: vec!["destroyed 75.0 %".into()],
            curve: Some(Curve {
                rolled: Some(Pmf::from_weights(vec![1.0; values])),
                ..Curve::new("wounds lost", Pmf::from_weights(vec![1.0; values]))
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

    /// The mean of every four, worked out one channel at a time.
    #[test]
    fn pixels_are_the_means_of_what_was_drawn() {
        let (width, row) = (WIDTH as usize, (WIDTH * SCALE) as usize * 3);
        let mut drawn = vec![255; row * 4];
        for (place, channel) in drawn.iter_mut().enumerate().filter(|(place, _)| place % row > 4_000) {
            *channel = (place * 7 % 256) as u8;
        }
        let smooth = averaged(&drawn, RGBColor(255, 255, 255));
        assert_eq!(smooth.len(), width * 2 * 3);
        for (place, mean) in smooth.iter().enumerate() {
            let (y, x, channel) = (place / (width * 3), place / 3 % width, place % 3);
            let at = |dy: usize, dx: usize| f64::from(drawn[(2 * y + dy) * row + (2 * x + dx) * 3 + channel]);
            let exact = (at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1)) / 4.0;
            assert!((f64::from(*mean) - exact).abs() <= 0.5, "{place}: {mean} {exact}");
        }
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
        let RGBColor(r, g, b) = Palette::of(Theme::Dark).paper;
        assert_eq!(pixels[..3], [r, g, b]);
        let half = pixels.len() / 2;
        assert_eq!(pixels[..half], pixels[half..], "both halves show the same");
    }

    #[test]
    fn a_letter_that_no_font_has_is_noted() {
        let file = png(&sheet(["A\u{10fffd}", "B"], 2), &CsvStyle::Plain.into()).expect("drawn").expect("a chart");
        assert!(file.notes[0].contains("\u{10fffd}") && file.notes[0].contains("--font"), "{:?}", file.notes);
    }
}
