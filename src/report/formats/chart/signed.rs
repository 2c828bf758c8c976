//! Bars to both sides of nothing: what each option changes, and beside the others.

use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::ChartError;
use super::canvas::{Canvas, Ink, MARGIN};
use super::plot::Sign;
use super::words::{BETWEEN, ChartText, FOOTER, NUMBERS, WORDS};
use crate::report::numbers::{decimals, printable, signed};
use crate::report::sheet::{Sheet, SignedBars};

/// Room for the title and the legend, for each bar, and for what is below them.
const ABOVE: f64 = 430.0;
const AXIS: f64 = 58.0;
const BELOW_AXIS: f64 = 76.0;
const EACH: f64 = 56.0;
const BELOW: f64 = 120.0;
/// Where the title takes less room, a bar has no more than this.
const MOST_EACH: f64 = 76.0;
/// Of more bars than these the last are left out, which is said.
const MOST: usize = 24;
/// Bars take this share of their place.
const THICK: f64 = 0.62;

/// Words and numbers of the drawing.
pub(super) struct Signed {
    words: ChartText,
    axis: String,
    rows: Vec<(String, f64, Option<f64>)>,
    left_out: usize,
    decimals: usize,
}

impl Signed {
    /// The drawing of a sheet's bars; `None` if it has none.
    pub(super) fn of(sheet: &Sheet) -> Option<Self> {
        let SignedBars { axis, rows, percent } = sheet.bars.as_ref()?;
        let times = if *percent { 100.0 } else { 1.0 };
        let shown = rows.iter().take(MOST);
        let rows_shown: Vec<_> =
            shown.map(|(name, change, share)| (printable(name), change * times, share.map(|s| s * times))).collect();
        let changes: Vec<f64> = rows_shown.iter().map(|(_, change, _)| change.abs()).collect();
        Some(Self {
            words: ChartText::of(sheet, &sheet.highlights.join(BETWEEN)),
            axis: axis.clone(),
            left_out: rows.len() - rows_shown.len(),
            decimals: decimals(&changes).min(2),
            rows: rows_shown,
        })
    }

    /// How high the drawing is at this width, on which the lines of its heading depend.
    pub(super) fn needed<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<f64, ChartError> {
        let above = (self.words.heading(canvas)? + AXIS + BELOW_AXIS).max(ABOVE);
        Ok(above + EACH * (self.rows.len() + usize::from(self.left_out > 0)) as f64 + BELOW)
    }

    /// Every letter of its words.
    pub(super) fn letters(&self) -> String {
        let names: String = self.rows.iter().map(|(name, ..)| name.as_str()).collect();
        self.words.letters() + &self.axis + &names
    }

    /// Draws it.
    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<(), ChartError> {
        let palette = canvas.palette();
        let baseline = self.words.heading(canvas)? + AXIS;
        canvas.text(
            &canvas.fitted(&self.axis, canvas.full_width(), Ink::new(WORDS, palette.bar_text)),
            (MARGIN, baseline),
            Ink::new(WORDS, palette.bar_text),
        )?;
        if self.rows.iter().any(|(.., share)| share.is_some()) {
            let ink = Ink::new(WORDS, palette.line_text);
            Sign::Point.draw(canvas, (MARGIN + 12.0, baseline + 31.0))?;
            canvas.text("its share where all of these are used", (MARGIN + 34.0, baseline + 40.0), ink)?;
        }
        let lines = (self.rows.len() + usize::from(self.left_out > 0)) as f64;
        let top = baseline + BELOW_AXIS;
        let each = ((canvas.size().1 - BELOW - top) / lines).min(MOST_EACH);
        let scale = Scale::of(canvas, self, each);
        canvas.line(&[(scale.zero, top), (scale.zero, top + each * self.rows.len() as f64)], palette.axis, 2)?;
        for (place, row) in self.rows.iter().enumerate() {
            self.row(canvas, row, top + each * (place as f64 + 0.5), &scale)?;
        }
        if self.left_out > 0 {
            let y = top + each * (self.rows.len() as f64 + 0.5) + 8.0;
            let text = format!("and {} more", self.left_out);
            canvas.text(&text, (MARGIN, y), Ink::new(FOOTER, palette.quiet))?;
        }
        self.words.footer(canvas)
    }

    fn row<B: DrawingBackend>(
        &self,
        canvas: &Canvas<B>,
        (name, change, share): &(String, f64, Option<f64>),
        y: f64,
        scale: &Scale,
    ) -> Result<(), ChartError> {
        let palette = canvas.palette();
        let ink = Ink::new(NUMBERS, palette.text);
        canvas.text(&canvas.fitted(name, scale.names, ink), (MARGIN, y + 9.0), ink)?;
        let (end, half) = (scale.x(*change), scale.each * THICK / 2.0);
        let colour = if *change < 0.0 { palette.gone } else { palette.bar };
        canvas.rectangle([(scale.zero.min(end), y - half), (scale.zero.max(end), y + half)], colour)?;
        if let Some(share) = share {
            Sign::Point.draw(canvas, (scale.x(*share), y))?;
        }
        // Numbers stand below each other in the colours of what they say.
        for (number, right, colour) in
            [(Some(*change), scale.changes, palette.bar_text), (*share, scale.shares, palette.line_text)]
        {
            if let Some(number) = number {
                canvas.text(
                    &signed(number, self.decimals),
                    (right, y + 9.0),
                    Ink::new(NUMBERS, colour).at(HPos::Right),
                )?;
            }
        }
        Ok(())
    }
}

/// Where nothing is, and how far a change reaches.
struct Scale {
    zero: f64,
    unit: f64,
    /// Room for the names, and for each bar.
    names: f64,
    each: f64,
    /// Where the numbers of changes and of shares end.
    changes: f64,
    shares: f64,
}

impl Scale {
    fn of<B: DrawingBackend>(canvas: &Canvas<B>, bars: &Signed, each: f64) -> Self {
        let ink = Ink::new(NUMBERS, canvas.palette().text);
        let widest = bars.rows.iter().map(|(name, ..)| canvas.room_for(name, ink)).fold(0.0, f64::max);
        let names = widest.min(canvas.full_width() * 0.42);
        let room = |number: &f64| canvas.room_for(&signed(*number, bars.decimals), ink) + 24.0;
        let shares = bars.rows.iter().filter_map(|(.., share)| share.as_ref()).map(room).fold(0.0, f64::max);
        let changes = bars.rows.iter().map(|(_, change, _)| room(change)).fold(0.0, f64::max);
        let all = || bars.rows.iter().flat_map(|(_, change, share)| [Some(*change), *share]).flatten();
        let (least, most) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
        let end = canvas.size().0 - MARGIN;
        let (left, right) = (MARGIN + names + 24.0, end - shares - changes);
        let unit = (right - left).max(1.0) / (most - least).max(1e-12);
        Self { zero: left - least * unit, unit, names, each, changes: end - shares, shares: end }
    }

    fn x(&self, change: f64) -> f64 {
        self.zero + change * self.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hurts_stands_to_the_other_side_and_too_many_are_counted() {
        let rows = (0..30).map(|n| (format!("option {n}"), f64::from(10 - n), None)).collect();
        let bars = SignedBars { axis: "change".into(), rows, percent: false };
        let drawing = Signed::of(&Sheet { bars: Some(bars), ..Sheet::default() }).expect("bars");
        assert_eq!((drawing.rows.len(), drawing.left_out), (24, 6));
        assert!(drawing.letters().contains("option 23") && !drawing.letters().contains("option 24"));
        assert!(Signed::of(&Sheet::default()).is_none());
    }
}
