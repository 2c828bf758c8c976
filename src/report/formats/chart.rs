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

use self::canvas::{Canvas, Medium, PageSize};
use self::fonts::Fonts;
#[cfg(not(target_os = "wasi"))]
pub(crate) use self::fonts::{JAPANESE, JAPANESE_FILE};
use self::heatmap::{ColourScale, Heatmap};
use self::lines::LineChart;
use self::picture::Picture;
use self::signed::Signed;
use self::steps::Steps;
use self::theme::Palette;
use super::{ChartError, File, Style};
use crate::report::TOOL;
use crate::report::sheet::{Matrix, Sheet};

/// What drawing a part comes to.
type DrawResult = Result<(), ChartError>;

/// The width of a drawing in units of the layout, and the height of a chart, where nothing else is asked; a PNG has as many
/// pixels.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 900;
/// Charts are no lower than this where several share a picture.
const LOWEST: f64 = 640.0;
/// Everything is drawn this many times larger; a PNG is then averaged down, which smooths what the backend leaves rough.
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
    /// What is drawn of a sheet; nothing if it has nothing to draw.
    fn of(sheet: &Sheet) -> Vec<Self> {
        let heatmaps = || Heatmap::of(sheet).into_iter().map(|heatmap| Self::Heatmap(Box::new(heatmap)));
        let lines = || LineChart::of(sheet).map(|lines| Self::Lines(Box::new(lines)));
        let chart = || Picture::of(sheet).map(|picture| Self::Chart(Box::new(picture)));
        let signed = || Signed::of(sheet).map(|bars| Self::Signed(Box::new(bars)));
        let steps = || Steps::of(sheet).map(|steps| Self::Steps(Box::new(steps)));
        match steps() {
            Some(steps) => vec![steps],
            None if sheet.matrix.is_some() => heatmaps().collect(),
            None => lines().or_else(chart).or_else(signed).into_iter().collect(),
        }
    }

    /// How high it must be at this width; `None` if any height will do.
    fn needed<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<Option<f64>, ChartError> {
        Ok(match self {
            Self::Chart(_) | Self::Lines(_) => None,
            Self::Heatmap(heatmap) => Some(heatmap.needed(canvas)?),
            Self::Signed(bars) => Some(bars.needed(canvas)?),
            Self::Steps(steps) => Some(steps.needed(canvas)?),
        })
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
    /// Each with its height in units of the layout.
    plans: Vec<(Drawing, f64)>,
    /// The whole picture in pixels.
    size: [u32; 2],
    /// How many units of the layout a pixel is.
    zoom: f64,
    fonts: Fonts,
    palette: Palette,
    notes: Vec<String>,
}

impl Plans {
    /// What is drawn of a sheet and of those below it; `None` if there is nothing to draw.
    fn of(sheet: &Sheet, style: &Style, medium: Medium) -> Result<Option<Self>, ChartError> {
        let drawings: Vec<Drawing> = std::iter::once(sheet).chain(&sheet.also).flat_map(Drawing::of).collect();
        if drawings.is_empty() {
            return Ok(None);
        }
        let letters: String = drawings.iter().map(Drawing::letters).collect();
        let (fonts, lacking) = Fonts::new(&letters, style.font.as_deref())?;
        let lacking = (!lacking.is_empty()).then(|| {
            format!("no font here has the letters {lacking}, which are boxes; `--font PATH` names a font that has them")
        });
        let mut plans = Self {
            plans: drawings.into_iter().map(|drawing| (drawing, f64::from(HEIGHT))).collect(),
            size: style.size.unwrap_or([WIDTH, HEIGHT]),
            zoom: 1.0,
            fonts,
            palette: Palette::of(style.theme),
            // Vector images use the reader's fonts, which have all letters.
            notes: lacking.filter(|_| medium == Medium::Pixels).into_iter().collect(),
        };
        match style.size {
            Some([_, height]) if height > 0 => plans.fit(medium, f64::from(height))?,
            _ => {
                plans.measure(medium, f64::from(HEIGHT.min(plans.size[0])))?;
                plans.size[1] = plans.plans.iter().map(|(_, height)| *height as u32).sum();
            }
        }
        Ok(Some(plans))
    }

    /// Finds out how high each drawing is, which depends on how long the names are in these fonts; `any` where any height
    /// will do.
    fn measure(&mut self, medium: Medium, any: f64) -> DrawResult {
        let page = self.page(1.0);
        for (drawing, height) in &mut self.plans {
            // Drawn where nobody sees it.
            let (mut unseen, mut text) = ([0; 3], String::new());
            let needed = match medium {
                Medium::Pixels => {
                    let area = BitMapBackend::with_buffer(&mut unseen, (1, 1)).into_drawing_area();
                    drawing.needed(&Canvas::new(area, medium, &self.fonts, self.palette, page)?)?
                }
                Medium::Vectors => {
                    let area = SVGBackend::with_string(&mut text, (1, 1)).into_drawing_area();
                    drawing.needed(&Canvas::new(area, medium, &self.fonts, self.palette, page)?)?
                }
            };
            *height = needed.map_or(any, f64::ceil);
        }
        Ok(())
    }

    /// Puts as many drawings as there is room for into one picture; a single one that is too high is drawn smaller.
    fn fit(&mut self, medium: Medium, room: f64) -> DrawResult {
        let all = self.plans.len();
        self.measure(medium, LOWEST)?;
        let sum = |plans: &Self| plans.plans.iter().map(|(_, height)| height).sum::<f64>();
        while self.plans.len() > 1 && sum(self) > room {
            self.plans.pop();
        }
        if self.plans.len() < all {
            let out = all - self.plans.len();
            self.notes.push(format!(
                "{out} of {all} drawings are left out of a picture of this size; without `--size` all are drawn"
            ));
        }
        if sum(self) > room {
            self.zoom = sum(self) / room;
            self.measure(medium, LOWEST)?;
            self.zoom = self.zoom.max(sum(self) / room);
        }
        let free = (room * self.zoom - sum(self)).max(0.0);
        let last = self.plans.len() - 1;
        let is_any = |drawing: &Drawing| matches!(drawing, Drawing::Chart(_) | Drawing::Lines(_));
        let shared = self.plans.iter().filter(|(drawing, _)| is_any(drawing)).count();
        for (place, (drawing, height)) in self.plans.iter_mut().enumerate() {
            match shared {
                0 if place == last => *height += free,
                0 => {}
                _ if is_any(drawing) => *height += free / shared as f64,
                _ => {}
            }
        }
        Ok(())
    }

    fn page(&self, height: f64) -> PageSize {
        PageSize { width: f64::from(self.size[0]) * self.zoom, height, scale: f64::from(SCALE) / self.zoom }
    }

    fn draw<B: DrawingBackend>(&self, backend: B, medium: Medium) -> Result<(), ChartError> {
        let whole = backend.into_drawing_area();
        whole.fill(&self.palette.paper).map_err(|error| ChartError::Drawing(error.to_string()))?;
        let mut rest = whole.clone();
        for (drawing, height) in &self.plans {
            let page = self.page(*height);
            let (area, below) = rest.split_vertically((height * page.scale).round() as i32);
            drawing.draw(&Canvas::new(area, medium, &self.fonts, self.palette, page)?)?;
            rest = below;
        }
        whole.present().map_err(|error| ChartError::Drawing(error.to_string()))
    }
}

/// The chart as the bytes of a PNG file of 1200 × 900 pixels or as the style says, several below each other; `None` for a sheet without a curve.
/// The same sheet gives the same bytes.
///
/// # Errors
/// If a drawing library fails, or the font that was named cannot be read.
pub(super) fn png(sheet: &Sheet, style: &Style) -> Result<Option<File>, ChartError> {
    let Some(plans) = Plans::of(sheet, style, Medium::Pixels)? else { return Ok(None) };
    let [width, height] = plans.size.map(|side| side * SCALE);
    let mut pixels = vec![0; width as usize * height as usize * 3];
    plans.draw(BitMapBackend::with_buffer(&mut pixels, (width, height)), Medium::Pixels)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, plans.size[0], plans.size[1]);
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
    writer.write_image_data(&averaged(&pixels, plans.size[0], plans.palette.paper))?;
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
    let [width, height] = plans.size.map(|side| side * SCALE);
    plans.draw(SVGBackend::with_string(&mut text, (width, height)), Medium::Vectors)?;
    // Only the size it is shown at: the coordinates stay as fine as they were drawn.
    let drawn = format!("width=\"{width}\" height=\"{height}\"");
    let [shown_width, shown_height] = plans.size;
    let shown = format!("width=\"{shown_width}\" height=\"{shown_height}\"");
    Ok(Some(File { bytes: text.replacen(&drawn, &shown, 1).into_bytes(), notes: plans.notes }))
}

/// How strong in colour each number of a matrix is, from 0 to 1.
pub(super) fn shares(matrix: &Matrix) -> impl Fn(f64) -> f64 {
    let scale = ColourScale::of(matrix);
    move |number| scale.share(number).clamp(0.0, 1.0)
}

/// Each pixel the mean of the four it was drawn as.
fn averaged(pixels: &[u8], width: u32, RGBColor(r, g, b): RGBColor) -> Vec<u8> {
    const DRAWN: usize = 3 * SCALE as usize;
    const { assert!(SCALE == 2, "a pixel is the mean of four") };
    let row = (width * SCALE) as usize * 3;
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

    /// The mean of every four, worked out one channel at a time.
    #[test]
    fn pixels_are_the_means_of_what_was_drawn() {
        let (width, row) = (WIDTH as usize, (WIDTH * SCALE) as usize * 3);
        let mut drawn = vec![255; row * 4];
        for (place, channel) in drawn.iter_mut().enumerate().filter(|(place, _)| place % row > 4_000) {
            *channel = (place * 7 % 256) as u8;
        }
        let smooth = averaged(&drawn, WIDTH, RGBColor(255, 255, 255));
        assert_eq!(smooth.len(), width * 2 * 3);
        for (place, mean) in smooth.iter().enumerate() {
            let (y, x, channel) = (place / (width * 3), place / 3 % width, place % 3);
            let at = |dy: usize, dx: usize| f64::from(drawn[(2 * y + dy) * row + (2 * x + dx) * 3 + channel]);
            let exact = (at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1)) / 4.0;
            assert!((f64::from(*mean) - exact).abs() <= 0.5, "{place}: {mean} {exact}");
        }
    }
}
