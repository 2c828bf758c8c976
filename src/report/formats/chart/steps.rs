//! A plan to follow at the table: what to do, when, and how often it comes to that.

use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::ChartError;
use super::canvas::{Canvas, Ink, MARGIN};
use super::words::{BETWEEN, ChartText, FOOTER, NUMBERS, WORDS};
use crate::report::numbers::{percent, printable};
use crate::report::sheet::{PlanStep, Sheet};

/// Room for the title at least, between it and the steps, for each step, and for what is below them.
const ABOVE: f64 = 390.0;
const BELOW_HEADING: f64 = 44.0;
const EACH: f64 = 96.0;
const BELOW: f64 = 120.0;
/// Where the number of a step is, and where its words begin.
const NUMBER: f64 = 30.0;
const WORDS_AT: f64 = 76.0;
/// Room at the right for the chance, and the bar below it.
const CHANCE: f64 = 170.0;
/// Of more steps than these the last are left out, which is said.
const MOST: usize = 20;

/// Words and numbers of the drawing.
pub(super) struct Steps {
    words: ChartText,
    steps: Vec<PlanStep>,
    left_out: usize,
}

impl Steps {
    /// The drawing of a sheet's steps; `None` if it has none.
    pub(super) fn of(sheet: &Sheet) -> Option<Self> {
        if sheet.steps.is_empty() {
            return None;
        }
        let clean =
            |step: &PlanStep| PlanStep { what: printable(&step.what), when: printable(&step.when), ..step.clone() };
        let steps: Vec<PlanStep> = sheet.steps.iter().take(MOST).map(clean).collect();
        let words = ChartText::of(sheet, &sheet.highlights.join(BETWEEN));
        Some(Self { words, left_out: sheet.steps.len() - steps.len(), steps })
    }

    /// How high the drawing is at this width, on which the lines of its heading depend.
    pub(super) fn needed<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<f64, ChartError> {
        let above = (self.words.heading(canvas)? + BELOW_HEADING).max(ABOVE);
        Ok(above + EACH * (self.steps.len() as f64 + if self.left_out > 0 { 0.5 } else { 0.0 }) + BELOW)
    }

    /// Every letter of its words.
    pub(super) fn letters(&self) -> String {
        let letters: String = self.steps.iter().flat_map(|step| [step.what.as_str(), &step.when]).collect();
        self.words.letters() + &letters
    }

    /// Draws it.
    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<(), ChartError> {
        let palette = canvas.palette();
        let mut top = self.words.heading(canvas)? + BELOW_HEADING;
        for (place, step) in self.steps.iter().enumerate() {
            let follows = place > 0 && self.steps[place - 1].number == step.number;
            if place > 0 && !follows {
                canvas.line(&[(MARGIN, top), (canvas.size().0 - MARGIN, top)], palette.grid, 2)?;
            }
            draw(canvas, step, follows, top)?;
            top += EACH;
        }
        if self.left_out > 0 {
            let text = format!("and {} rarer ones", self.left_out);
            canvas.text(&text, (MARGIN + WORDS_AT, top + 30.0), Ink::new(FOOTER, palette.quiet))?;
        }
        self.words.footer(canvas)
    }
}

/// One step. Different ways to take the same step share a number, which is written once.
fn draw<B: DrawingBackend>(canvas: &Canvas<B>, step: &PlanStep, follows: bool, top: f64) -> Result<(), ChartError> {
    let (palette, end) = (canvas.palette(), MARGIN + canvas.full_width());
    if !follows {
        let ink = Ink::new(WORDS, palette.bar_text).bold().at(HPos::Right);
        canvas.text(&step.number.to_string(), (MARGIN + NUMBER, top + 40.0), ink)?;
    }
    let room = canvas.full_width() - WORDS_AT - if step.chance.is_some() { CHANCE + 30.0 } else { 0.0 };
    let (what, when) = (Ink::new(WORDS, palette.text), Ink::new(FOOTER, palette.quiet));
    canvas.text(&canvas.fitted(&step.what, room, what), (MARGIN + WORDS_AT, top + 40.0), what)?;
    canvas.text(&canvas.fitted(&step.when, room, when), (MARGIN + WORDS_AT, top + 72.0), when)?;
    let Some(chance) = step.chance else { return Ok(()) };
    canvas.text(&percent(chance), (end, top + 40.0), Ink::new(NUMBERS, palette.bar_text).at(HPos::Right))?;
    let (left, line) = (end - CHANCE, [top + 58.0, top + 68.0]);
    canvas.rectangle([(left, line[0]), (end, line[1])], palette.grid)?;
    canvas.rectangle([(left, line[0]), (left + CHANCE * chance.clamp(0.0, 1.0), line[1])], palette.bar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_said_and_too_many_are_counted() {
        let step = |number| PlanStep {
            number,
            what: format!("unit {number} into the target"),
            when: "whatever is left".into(),
            chance: Some(0.5),
        };
        let drawing = Steps::of(&Sheet { steps: (1..=23).map(step).collect(), ..Sheet::default() }).expect("steps");
        assert_eq!((drawing.steps.len(), drawing.left_out), (20, 3));
        assert!(drawing.letters().contains("unit 20 into") && !drawing.letters().contains("unit 21 into"));
        assert!(Steps::of(&Sheet::default()).is_none());
    }
}
