//! Shapes and text on a plotters backend, in units of the layout.

use std::error::Error;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{
    Color, DrawingArea, DrawingBackend, FontDesc, FontFamily, FontStyle, FontTransform, RGBColor, TextStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::ChartError;
use super::fonts::{Fonts, Letter};
use super::theme::Palette;

/// What a vector chart asks for: the font that pixels are drawn with, its twin, and whatever there is.
const FAMILIES: &str = "Noto Sans, Open Sans, sans-serif";
/// The vector backend divides a font's size by this.
const LINE_OF_SVG: f64 = 1.24;
/// How far below the top of its box the vector backend draws the baseline, in em.
const SVG_TOP_TO_BASELINE: f64 = 0.76;
/// Vector text gets this share of its room, because the font it is shown in may be wider than ours.
const SHARE_OF_ROOM: f64 = 0.87;
/// From this character on, glyphs are wider than the box that replaces a missing one.
const FIRST_WIDE: char = '\u{2e80}';

/// Space at the left and the right of all text.
pub(super) const MARGIN: f64 = 56.0;

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

/// A place, from the left and from the top.
pub(super) type Spot = (f64, f64);

/// How large a sheet is in units of the layout, and how many dots of the backend a unit is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PageSize {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) scale: f64,
}

/// A sheet to draw on, in the colours of a theme.
pub(super) struct Canvas<'f, B: DrawingBackend> {
    area: DrawingArea<B, Shift>,
    medium: Medium,
    fonts: &'f Fonts,
    palette: Palette,
    page: PageSize,
}

impl<'f, B: DrawingBackend> Canvas<'f, B> {
    /// An empty sheet.
    pub(super) fn new(
        area: DrawingArea<B, Shift>,
        medium: Medium,
        fonts: &'f Fonts,
        palette: Palette,
        page: PageSize,
    ) -> Result<Self, ChartError> {
        area.fill(&palette.paper).map_err(|error| failed(&error))?;
        Ok(Self { area, medium, fonts, palette, page })
    }

    /// The place of the right end, and of the lower one.
    pub(super) fn size(&self) -> Spot {
        (self.page.width, self.page.height)
    }

    /// The room between both margins.
    pub(super) fn full_width(&self) -> f64 {
        self.page.width - 2.0 * MARGIN
    }

    fn scaled(&self, (x, y): Spot) -> (i32, i32) {
        ((x * self.page.scale).round() as i32, (y * self.page.scale).round() as i32)
    }

    /// How the vector backend writes text.
    fn svg_style<'i>(&self, ink: &'i Ink) -> TextStyle<'i> {
        let weight = if ink.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::Name(FAMILIES), ink.size * self.page.scale * LINE_OF_SVG, weight);
        TextStyle::from(font).color(&ink.colour).pos(Pos::new(ink.anchor, VPos::Top))
    }

    /// The colours of the drawing.
    pub(super) fn palette(&self) -> Palette {
        self.palette
    }

    /// Writes text on a baseline.
    pub(super) fn text(&self, text: &str, (x, baseline): Spot, ink: Ink) -> Result<(), ChartError> {
        if self.medium == Medium::Pixels {
            let shift = match ink.anchor {
                HPos::Left => 0.0,
                HPos::Center => self.width(text, ink) / 2.0,
                HPos::Right => self.width(text, ink),
            };
            let start = ((x - shift) * self.page.scale, (baseline * self.page.scale).round());
            return self.glyphs(text, start, ink, |place| place);
        }
        let (x, y) = self.scaled((x, baseline));
        let top = y - (ink.size * self.page.scale * SVG_TOP_TO_BASELINE).round() as i32;
        self.area.draw(&Text::new(text.to_string(), (x, top), self.svg_style(&ink))).map_err(|error| failed(&error))
    }

    /// Writes text that is read upward from its place; its baseline is the line through it.
    pub(super) fn text_up(&self, text: &str, place: Spot, ink: Ink) -> Result<(), ChartError> {
        let (x, y) = self.scaled(place);
        if self.medium == Medium::Pixels {
            return self.glyphs(text, (0.0, 0.0), ink, |(along, below)| (x + below, y - along));
        }
        let top = x - (ink.size * self.page.scale * SVG_TOP_TO_BASELINE).round() as i32;
        let style = self.svg_style(&ink).transform(FontTransform::Rotate270);
        self.area.draw(&Text::new(text.to_string(), (top, y), style)).map_err(|error| failed(&error))
    }

    /// Draws each letter where it belongs to a fraction of a pixel; the backend's own text drops the space to the left
    /// of letters, which tears words apart.
    fn glyphs(
        &self,
        text: &str,
        start: Spot,
        ink: Ink,
        turned: impl Fn((i32, i32)) -> (i32, i32),
    ) -> Result<(), ChartError> {
        let em = ink.size * self.page.scale;
        let (letters, _) = self.placed(text, ink.bold);
        for (letter, caret) in letters {
            let place = ((start.0 + caret * em) as f32, start.1 as f32);
            let outline = self.fonts.with(letter, ink.bold, |font| font.outline(letter.1, em, place));
            let Some(outline) = outline else { continue };
            let corner = outline.px_bounds().min;
            let mut result = Ok(());
            outline.draw(|dx, dy, cover| {
                let place = turned((corner.x as i32 + dx as i32, corner.y as i32 + dy as i32));
                let colour = ink.colour.mix(f64::from(cover.clamp(0.0, 1.0)));
                if result.is_ok() && cover > 0.0 {
                    result = self.area.draw_pixel(place, &colour).map_err(|error| failed(&error));
                }
            });
            result?;
        }
        Ok(())
    }

    /// The letters of a text with the distance of each from the start, kerning included, and how long all are, in em.
    fn placed(&self, text: &str, bold: bool) -> (Vec<(Letter, f64)>, f64) {
        let (mut caret, mut previous): (f64, Option<Letter>) = (0.0, None);
        let mut letters = Vec::with_capacity(text.len());
        for c in text.chars() {
            let letter = self.fonts.letter(c, bold);
            if let Some(previous) = previous.filter(|previous| previous.0 == letter.0) {
                caret += self.fonts.with(letter, bold, |font| font.kern(previous.1, letter.1));
            }
            letters.push((letter, caret));
            caret += self.fonts.with(letter, bold, |font| font.advance(letter.1));
            previous = Some(letter);
        }
        (letters, caret)
    }

    /// How wide a text is.
    pub(super) fn width(&self, text: &str, ink: Ink) -> f64 {
        let (_, width) = self.placed(text, ink.bold);
        // Vector images are shown with the reader's fonts: a wide letter that our font lacks is wider than its placeholder
        // here.
        let unknown = |c: &char| *c >= FIRST_WIDE && !self.fonts.has(*c);
        let wide = match self.medium {
            Medium::Pixels => 0,
            Medium::Vectors => text.chars().filter(unknown).count(),
        };
        (width + 0.56 * wide as f64) * ink.size
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

    /// The text in lines of no more than `room`, broken between words, at most this many of them; what does not fit is cut and
    /// ended by an ellipsis.
    pub(super) fn lines(&self, text: &str, room: f64, most: usize, ink: Ink) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in words_of(text) {
            let is_last = lines.len() == most;
            match lines.last_mut() {
                Some(line) if is_last || self.room_for(&format!("{line} {word}"), ink) <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines.into_iter().map(|line| self.fitted(&line, room, ink)).collect()
    }

    /// The text in at most this many lines of no more than `room`, whole; `None` if it does not fit.
    pub(super) fn broken(&self, text: &str, room: f64, most: usize, ink: Ink) -> Option<Vec<String>> {
        let lines = self.lines(text, room, most, ink);
        (lines.join(" ") == text).then_some(lines)
    }

    /// Draws a line through the places.
    pub(super) fn line(&self, places: &[Spot], colour: RGBColor, width: u32) -> Result<(), ChartError> {
        let path: Vec<(i32, i32)> = places.iter().map(|place| self.scaled(*place)).collect();
        self.area
            .draw(&PathElement::new(
                path,
                colour.stroke_width((f64::from(width) * self.page.scale).round().max(1.0) as u32),
            ))
            .map_err(|error| failed(&error))
    }

    /// Fills a rectangle between two corners.
    pub(super) fn rectangle(&self, corners: [Spot; 2], colour: RGBColor) -> Result<(), ChartError> {
        self.area
            .draw(&Rectangle::new(corners.map(|place| self.scaled(place)), colour.filled()))
            .map_err(|error| failed(&error))
    }

    /// Fills what the places enclose.
    pub(super) fn polygon(&self, places: &[Spot], colour: RGBColor) -> Result<(), ChartError> {
        let path: Vec<(i32, i32)> = places.iter().map(|place| self.scaled(*place)).collect();
        self.area.draw(&Polygon::new(path, colour.filled())).map_err(|error| failed(&error))
    }

    /// Fills a circle.
    pub(super) fn disc(&self, centre: Spot, radius: f64, colour: RGBColor) -> Result<(), ChartError> {
        let radius = (radius * self.page.scale).round() as i32;
        self.area.draw(&Circle::new(self.scaled(centre), radius, colour.filled())).map_err(|error| failed(&error))
    }
}

/// Where a text may be broken: between its words, and never between a number and its percent sign.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.match_indices(' ').map(|(end, _)| end).find(|end| !text[end + 1..].starts_with('%'));
        rest = end.map(|end| &text[end + 1..]);
        Some(end.map_or(text, |end| &text[..end]))
    })
}

fn failed<E: Error + Send + Sync>(error: &DrawingAreaErrorKind<E>) -> ChartError {
    ChartError::Drawing(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Theme;
    use plotters::prelude::{BLACK, BitMapBackend, IntoDrawingArea};

    fn on_paper(check: impl Fn(&Canvas<BitMapBackend>)) {
        let mut pixels = vec![0; 64 * 64 * 3];
        let area = BitMapBackend::with_buffer(&mut pixels, (64, 64)).into_drawing_area();
        let (fonts, _) = Fonts::new("", None).expect("compiled in");
        let page = PageSize { width: 64.0, height: 64.0, scale: 1.0 };
        check(&Canvas::new(area, Medium::Pixels, &fonts, Palette::of(Theme::Light), page).expect("a sheet"));
    }

    #[test]
    fn widths_are_those_of_the_font() {
        on_paper(|canvas| {
            // Noto Sans: 0.572 em for every digit, 0.26 em for a space.
            let ink = Ink::new(100.0, BLACK);
            assert!((canvas.width("00 0", ink) - 197.6).abs() < 0.1, "{}", canvas.width("00 0", ink));
            assert_eq!(canvas.width("", ink), 0.0);
            assert_eq!(canvas.width("\u{10fffd}", ink), canvas.width("\u{10fffc}", ink));
            assert!(canvas.width("wide", ink.bold()) > canvas.width("wide", ink));
        });
    }

    #[test]
    fn long_texts_are_broken_between_words_and_cut_at_last() {
        on_paper(|canvas| {
            let ink = Ink::new(20.0, BLACK);
            assert_eq!(canvas.lines("two words", 300.0, 2, ink), ["two words"]);
            let broken = canvas.broken("two words", 60.0, 2, ink).expect("two lines");
            assert_eq!(broken, ["two", "words"]);
            assert_eq!(canvas.broken("two words", 60.0, 1, ink), None);
            assert_eq!(words_of("won (54.2 %) 3 % or so").collect::<Vec<_>>(), ["won", "(54.2 %)", "3 %", "or", "so"]);
            assert_eq!(canvas.broken("inseparable", 60.0, 3, ink), None);
            let lines = canvas.lines("a name that has a good many words in it", 160.0, 2, ink);
            assert_eq!(lines.len(), 2, "{lines:?}");
            assert!(lines[1].ends_with('…') && lines.iter().all(|line| canvas.width(line, ink) <= 160.0), "{lines:?}");
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
