//! Shapes and text on a plotters backend, in units of the layout.

use std::error::Error;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{Color, DrawingArea, DrawingBackend, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{ChartError, SCALE};

/// What a vector chart asks for: the font that pixels are drawn with, its twin, and whatever there is.
const FAMILIES: &str = "Noto Sans, Open Sans, sans-serif";
/// The vector backend divides a font's size by this.
const LINE_OF_SVG: f64 = 1.24;
/// How far below the top of its box the vector backend draws the baseline, in em.
const SVG_TOP_TO_BASELINE: f64 = 0.76;
/// Vector text gets this share of its room, because the font it is shown in may be wider than ours.
const SHARE_OF_ROOM: f64 = 0.87;
/// From this character on scripts are wider than the question mark that stands for a missing glyph.
const FIRST_WIDE: char = '\u{2e80}';

/// Where the drawing goes, which decides how text is placed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Medium {
    Pixels,
    Vectors,
}

/// How text looks, and which end of it is given.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    /// The em of the font.
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) colour: RGBColor,
    pub(super) anchor: HPos,
}

impl Ink {
    /// Plain text that begins at its place.
    pub(super) fn new(size: f64, colour: RGBColor) -> Self {
        Self { size, bold: false, colour, anchor: HPos::Left }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) fn at(self, anchor: HPos) -> Self {
        Self { anchor, ..self }
    }
}

/// The compiled-in fonts.
struct Fonts {
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

impl Fonts {
    fn new() -> Result<Self, ChartError> {
        let font = |bytes| FontRef::try_from_slice(bytes).map_err(|_| ChartError::Font);
        Ok(Self { regular: font(ttf_noto_sans::REGULAR)?, bold: font(ttf_noto_sans::BOLD)? })
    }

    fn of(&self, ink: Ink) -> &FontRef<'static> {
        if ink.bold { &self.bold } else { &self.regular }
    }
}

/// A place, from the left and from the top.
pub(super) type Spot = (f64, f64);

/// A white sheet to draw on.
pub(super) struct Canvas<B: DrawingBackend> {
    area: DrawingArea<B, Shift>,
    medium: Medium,
    fonts: Fonts,
}

impl<B: DrawingBackend> Canvas<B> {
    /// A white sheet, with fonts.
    pub(super) fn new(area: DrawingArea<B, Shift>, medium: Medium) -> Result<Self, ChartError> {
        area.fill(&RGBColor(255, 255, 255)).map_err(|error| failed(&error))?;
        Ok(Self { area, medium, fonts: Fonts::new()? })
    }

    /// Completes the drawing.
    pub(super) fn finish(&self) -> Result<(), ChartError> {
        self.area.present().map_err(|error| failed(&error))
    }

    /// Writes text on a baseline.
    pub(super) fn text(&self, text: &str, (x, baseline): Spot, ink: Ink) -> Result<(), ChartError> {
        if self.medium == Medium::Pixels {
            let shift = match ink.anchor {
                HPos::Left => 0.0,
                HPos::Center => self.width(text, ink) / 2.0,
                HPos::Right => self.width(text, ink),
            };
            return self.glyphs(text, (x - shift, baseline), ink);
        }
        let em = ink.size * f64::from(SCALE);
        let weight = if ink.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::Name(FAMILIES), em * LINE_OF_SVG, weight);
        let style = TextStyle::from(font).color(&ink.colour).pos(Pos::new(ink.anchor, VPos::Top));
        let (x, y) = scaled((x, baseline));
        let top = y - (em * SVG_TOP_TO_BASELINE).round() as i32;
        self.area.draw(&Text::new(text.to_string(), (x, top), style)).map_err(|error| failed(&error))
    }

    /// Draws each letter where it belongs to a fraction of a pixel; the backend's own text drops the space to the left
    /// of letters, which tears words apart.
    fn glyphs(&self, text: &str, (x, baseline): Spot, ink: Ink) -> Result<(), ChartError> {
        let font = self.fonts.of(ink);
        let scale = line_height(font, ink.size * f64::from(SCALE));
        let start = ((x * f64::from(SCALE)) as f32, (baseline * f64::from(SCALE)).round() as f32);
        for (glyph, caret) in placed(font, scale, text) {
            let glyph = glyph.with_scale_and_position(scale, point(start.0 + caret, start.1));
            let Some(outline) = font.outline_glyph(glyph) else { continue };
            let corner = outline.px_bounds().min;
            let mut result = Ok(());
            outline.draw(|dx, dy, cover| {
                let place = (corner.x as i32 + dx as i32, corner.y as i32 + dy as i32);
                let colour = ink.colour.mix(f64::from(cover.clamp(0.0, 1.0)));
                if result.is_ok() && cover > 0.0 {
                    result = self.area.draw_pixel(place, &colour).map_err(|error| failed(&error));
                }
            });
            result?;
        }
        Ok(())
    }

    /// How wide a text is.
    pub(super) fn width(&self, text: &str, ink: Ink) -> f64 {
        let font = self.fonts.of(ink);
        let scale = line_height(font, 1000.0);
        let end = placed(font, scale, text).last();
        let narrow = end.map_or(0.0, |(glyph, caret)| caret + font.as_scaled(scale).h_advance(glyph));
        let wide = match self.medium {
            Medium::Pixels => 0,
            Medium::Vectors => text.chars().filter(|c| *c >= FIRST_WIDE).count(),
        };
        (f64::from(narrow) + 560.0 * wide as f64) * ink.size / 1000.0
    }

    /// How much room a text should be given.
    pub(super) fn room_for(&self, text: &str, ink: Ink) -> f64 {
        let width = self.width(text, ink);
        if self.medium == Medium::Pixels { width } else { width / SHARE_OF_ROOM }
    }

    /// The text, cut and ended by an ellipsis if it is wider than `room`.
    pub(super) fn fitted(&self, text: &str, room: f64, ink: Ink) -> String {
        if self.room_for(text, ink) <= room {
            return text.into();
        }
        let ends: Vec<usize> = text.char_indices().map(|(end, _)| end).collect();
        let cut = |end: usize| format!("{}…", text[..end].trim_end_matches([' ', ';', ',']));
        let fitting = ends.partition_point(|end| self.room_for(&cut(*end), ink) <= room);
        fitting.checked_sub(1).map_or_else(String::new, |last| cut(ends[last]))
    }

    /// Draws a line through the places.
    pub(super) fn line(&self, places: &[Spot], colour: RGBColor, width: u32) -> Result<(), ChartError> {
        let path: Vec<(i32, i32)> = places.iter().map(|place| scaled(*place)).collect();
        self.area.draw(&PathElement::new(path, colour.stroke_width(width * SCALE))).map_err(|error| failed(&error))
    }

    /// Fills a rectangle between two corners.
    pub(super) fn rectangle(&self, corners: [Spot; 2], colour: RGBColor) -> Result<(), ChartError> {
        self.area.draw(&Rectangle::new(corners.map(scaled), colour.filled())).map_err(|error| failed(&error))
    }

    /// Fills what the places enclose.
    pub(super) fn polygon(&self, places: &[Spot], colour: RGBColor) -> Result<(), ChartError> {
        let path: Vec<(i32, i32)> = places.iter().map(|place| scaled(*place)).collect();
        self.area.draw(&Polygon::new(path, colour.filled())).map_err(|error| failed(&error))
    }

    /// Fills a circle.
    pub(super) fn disc(&self, centre: Spot, radius: f64, colour: RGBColor) -> Result<(), ChartError> {
        let radius = (radius * f64::from(SCALE)).round() as i32;
        self.area.draw(&Circle::new(scaled(centre), radius, colour.filled())).map_err(|error| failed(&error))
    }
}

/// The glyphs of a text with the distance of each from the start, kerning included; a glyph that the font lacks is
/// replaced by a question mark.
fn placed<'a>(
    font: &'a FontRef<'static>,
    scale: PxScale,
    text: &'a str,
) -> impl Iterator<Item = (ab_glyph::GlyphId, f32)> + 'a {
    let scaled = font.as_scaled(scale);
    let (mut caret, mut previous) = (0.0, None);
    text.chars().map(move |c| {
        let glyph = match font.glyph_id(c) {
            ab_glyph::GlyphId(0) => font.glyph_id('?'),
            glyph => glyph,
        };
        if let Some(previous) = previous.replace(glyph) {
            caret += scaled.h_advance(previous) + scaled.kern(previous, glyph);
        }
        (glyph, caret)
    })
}

/// The scale at which the font's em is so many pixels: fonts are scaled by the height of a line.
fn line_height(font: &FontRef<'static>, em: f64) -> PxScale {
    let units = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(em as f32 * font.height_unscaled() / units)
}

fn scaled((x, y): Spot) -> (i32, i32) {
    ((x * f64::from(SCALE)).round() as i32, (y * f64::from(SCALE)).round() as i32)
}

fn failed<E: Error + Send + Sync>(error: &DrawingAreaErrorKind<E>) -> ChartError {
    ChartError::Drawing(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::prelude::{BLACK, BitMapBackend, IntoDrawingArea};

    fn on_paper(check: impl Fn(&Canvas<BitMapBackend>)) {
        let mut pixels = vec![0; 64 * 64 * 3];
        let area = BitMapBackend::with_buffer(&mut pixels, (64, 64)).into_drawing_area();
        check(&Canvas::new(area, Medium::Pixels).expect("fonts"));
    }

    #[test]
    fn widths_are_those_of_the_font() {
        on_paper(|canvas| {
            // Noto Sans: 0.572 em for every digit, 0.26 em for a space.
            let ink = Ink::new(100.0, BLACK);
            assert!((canvas.width("00 0", ink) - 197.6).abs() < 0.1, "{}", canvas.width("00 0", ink));
            assert_eq!(canvas.width("", ink), 0.0);
            assert_eq!(canvas.width("骷", ink), canvas.width("?", ink));
            assert!(canvas.width("wide", ink.bold()) > canvas.width("wide", ink));
        });
    }

    #[test]
    fn what_is_too_long_is_cut_to_its_room() {
        on_paper(|canvas| {
            let ink = Ink::new(20.0, BLACK);
            assert_eq!(canvas.fitted("short", 100.0, ink), "short");
            let cut = canvas.fitted("reroll hits of 1; charged", 160.0, ink);
            assert!(cut.starts_with("reroll hits of") && cut.ends_with('…'), "{cut}");
            assert!(canvas.width(&cut, ink) <= 160.0);
            assert_eq!(canvas.fitted("anything", 2.0, ink), "");
        });
    }
}
