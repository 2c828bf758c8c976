//! A report as a chart, in pixels or as vectors. Needs no font of the machine it runs on.
//!
//! [`scene`] says what is shown, [`plot`] where it goes, [`canvas`] how it gets onto the backend.

mod canvas;
mod plot;
mod scene;

use plotters::prelude::{BitMapBackend, DrawingBackend, IntoDrawingArea, SVGBackend};
use thiserror::Error;

use self::canvas::{Canvas, Medium};
use self::scene::Scene;
use super::{Report, TOOL};
use crate::questions::Curve;

/// The chart's size in units of the layout; a PNG has as many pixels.
const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1000;
/// Everything is drawn so many times larger; a PNG is then averaged down, which smooths what the backend leaves rough.
const SCALE: u32 = 2;

/// Why there is no chart.
#[derive(Debug, Error)]
pub enum ChartError {
    /// The compiled-in fonts were refused.
    #[error("the chart's fonts cannot be read")]
    Font,
    /// The drawing failed.
    #[error("the chart cannot be drawn: {0}")]
    Drawing(String),
    /// The image could not be encoded.
    #[error("the chart cannot be encoded: {0}")]
    Encoding(#[from] png::EncodingError),
}

impl Report {
    /// The chart as the bytes of a PNG file of 1600 × 1000 pixels; the same report gives the same bytes.
    ///
    /// # Errors
    /// If a drawing library fails.
    pub fn to_png(&self) -> Result<Vec<u8>, ChartError> {
        let mut about = vec![("method", self.method().to_owned()), ("seed", self.seed.to_string())];
        about.extend(self.trials().map(|trials| ("trials", trials.to_string())));
        png_of(&Scene::of(self), self.headline(), about)
    }

    /// The chart as the text of an SVG file; the same report gives the same text.
    ///
    /// # Errors
    /// If a drawing library fails.
    pub fn to_svg(&self) -> Result<String, ChartError> {
        svg_of(&Scene::of(self))
    }
}

/// The chart of a distribution that answers a question, as PNG.
pub(super) fn curve_png(title: &str, game: &str, curve: &Curve, trials: Option<u64>) -> Result<Vec<u8>, ChartError> {
    png_of(&Scene::of_curve(title, game, curve, trials), title.to_owned(), Vec::new())
}

/// The same as SVG.
pub(super) fn curve_svg(title: &str, game: &str, curve: &Curve, trials: Option<u64>) -> Result<String, ChartError> {
    svg_of(&Scene::of_curve(title, game, curve, trials))
}

fn png_of(scene: &Scene, title: String, about: Vec<(&'static str, String)>) -> Result<Vec<u8>, ChartError> {
    let (width, height) = (WIDTH * SCALE, HEIGHT * SCALE);
    let mut pixels = vec![0; width as usize * height as usize * 3];
    draw(BitMapBackend::with_buffer(&mut pixels, (width, height)), Medium::Pixels, scene)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.add_itxt_chunk("Title".into(), title)?;
    encoder.add_text_chunk("Software".into(), TOOL.into())?;
    for (key, value) in about {
        encoder.add_text_chunk(key.into(), value)?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&averaged(&pixels))?;
    writer.finish()?;
    Ok(bytes)
}

fn svg_of(scene: &Scene) -> Result<String, ChartError> {
    let mut text = String::new();
    let (width, height) = (WIDTH * SCALE, HEIGHT * SCALE);
    draw(SVGBackend::with_string(&mut text, (width, height)), Medium::Vectors, scene)?;
    // Only the size it is shown at: the coordinates stay as fine as they were drawn.
    let drawn = format!("width=\"{width}\" height=\"{height}\"");
    let shown = format!("width=\"{WIDTH}\" height=\"{HEIGHT}\"");
    Ok(text.replacen(&drawn, &shown, 1))
}

fn draw<B: DrawingBackend>(backend: B, medium: Medium, scene: &Scene) -> Result<(), ChartError> {
    let canvas = Canvas::new(backend.into_drawing_area(), medium)?;
    plot::draw(&canvas, scene)?;
    canvas.finish()
}

/// Each pixel the mean of the [`SCALE`] × [`SCALE`] it was drawn as.
fn averaged(pixels: &[u8]) -> Vec<u8> {
    let (scale, row) = (SCALE as usize, (WIDTH * SCALE) as usize * 3);
    let mut out = Vec::with_capacity(pixels.len() / (scale * scale));
    for block in pixels.chunks_exact(row * scale) {
        for x in (0..row).step_by(3 * scale) {
            for channel in 0..3 {
                let places = (0..scale).flat_map(|dy| (0..scale).map(move |dx| dy * row + x + dx * 3 + channel));
                let total: usize = places.map(|place| usize::from(block[place])).sum();
                out.push(((total + scale * scale / 2) / (scale * scale)) as u8);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn decoded(bytes: &[u8]) -> (png::Info<'static>, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it fits into memory")];
        reader.next_frame(&mut pixels).expect("a whole image");
        reader.finish().expect("nothing is missing at the end");
        (reader.info().clone(), pixels)
    }

    #[test]
    fn a_png_is_whole_says_what_it_is_and_is_always_the_same() {
        let report = sample::both();
        let bytes = report.to_png().expect("drawn");
        assert_eq!(bytes, report.to_png().expect("drawn again"));
        let (info, pixels) = decoded(&bytes);
        assert_eq!((info.width, info.height), (WIDTH, HEIGHT));
        let note = |name: &str| {
            let chunk = info.uncompressed_latin1_text.iter().find(|chunk| chunk.keyword == name);
            chunk.map(|chunk| chunk.text.clone()).unwrap_or_default()
        };
        assert_eq!(["Software", "method", "seed", "trials"].map(note), [TOOL, "both", "42", "1000000"]);
        let ink = pixels.chunks_exact(3).filter(|pixel| **pixel != [255, 255, 255]).count();
        assert!((20_000..800_000).contains(&ink), "{ink} pixels are not white");
    }

    #[test]
    fn an_svg_is_always_the_same_and_holds_its_words_unharmed() {
        let report = sample::named(sample::both(), "Ash & <Bone>", "骷髏\u{1b}");
        let text = report.to_svg().expect("drawn");
        assert_eq!(text, report.to_svg().expect("drawn again"));
        assert!(text.starts_with("<svg width=\"1600\" height=\"1000\" viewBox=\"0 0 3200 2000\""), "{text}");
        assert!(text.trim_end().ends_with("</svg>"));
        assert!(text.contains("Ash &amp; &lt;Bone&gt; attack 骷髏?"), "{text}");
        assert!(text.contains("destroyed 75.0 %") && text.contains("wounds lost") && text.contains(TOOL));
    }

    #[test]
    fn nothing_is_drawn_outside_and_no_report_is_too_odd() {
        let long = "An Uncommonly Long Name of a Regiment ".repeat(50);
        for report in [sample::tiny(), sample::rolled(), sample::wide(2), sample::wide(30), sample::wide(5_000)] {
            let report = sample::named(report, &long, &long);
            let (_, pixels) = decoded(&report.to_png().expect("drawn"));
            let side = |x: usize| {
                let white = |y: usize| pixels[(y * WIDTH as usize + x) * 3..][..3] == [255, 255, 255];
                (0..HEIGHT as usize).all(white)
            };
            assert!(side(20) && side(WIDTH as usize - 20), "the margins are empty");
        }
    }
}
