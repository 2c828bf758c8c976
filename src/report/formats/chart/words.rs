//! The texts of a drawing: game, title and settings above it, the method below it.

use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::ChartError;
use super::canvas::{Canvas, Ink, MARGIN, words_of};
use crate::report::TOOL;
use crate::report::numbers::printable;
use crate::report::sheet::Sheet;

/// The separator between two parts of a line.
pub(super) const BETWEEN: &str = "  ·  ";

/// Sizes of text: words, numbers, footer.
pub(super) const WORDS: f64 = 29.0;
pub(super) const NUMBERS: f64 = 27.0;
pub(super) const FOOTER: f64 = 22.0;
/// Sizes of the title, and of the game above it.
const TITLE: f64 = 46.0;
const GAME: f64 = 25.0;
/// The title has no more lines than these, and what was given and answered no more than those.
const MOST_TITLE: usize = 3;
const MOST_SAID: usize = 5;

/// Words that every drawing has, whatever it shows.
pub(super) struct ChartText {
    /// The game by its title, with its edition; empty if there is none.
    game: String,
    /// Who does what to whom.
    title: [String; 3],
    /// The sizes of the units, and the options that were given.
    question: String,
    /// What matters most, or what is shown.
    caption: String,
    /// How it was computed.
    how: String,
    /// The command that asks the same again.
    command: String,
}

impl ChartText {
    /// Those of a sheet, with what matters most in it.
    pub(super) fn of(sheet: &Sheet, caption: &str) -> Self {
        Self {
            game: printable(&sheet.game),
            title: sheet.title.each_ref().map(|part| printable(part)),
            question: printable(&settings(sheet)),
            caption: printable(caption),
            how: printable(&sheet.method),
            command: printable(&sheet.command()),
        }
    }

    /// Every letter of them.
    pub(super) fn letters(&self) -> String {
        let words = [&self.game, &self.question, &self.caption, &self.how, &self.command];
        self.title.iter().chain(words).map(String::as_str).collect()
    }

    /// Writes the game, the title and, below it, the question and what matters most; returns the last baseline.
    pub(super) fn heading<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<f64, ChartError> {
        let mut baseline = 22.0;
        if !self.game.is_empty() {
            baseline += 24.0;
            let ink = Ink::new(GAME, canvas.palette().quiet);
            canvas.text(&canvas.fitted(&self.game, canvas.full_width(), ink), (MARGIN, baseline), ink)?;
        }
        let ink = Ink::new(TITLE, canvas.palette().text).bold();
        for line in title(canvas, &self.title, ink).into_iter().filter(|line| !line.is_empty()) {
            baseline += 56.0;
            canvas.text(&line, (MARGIN, baseline), ink)?;
        }
        let ink = Ink::new(WORDS, canvas.palette().quiet);
        let settings = wrapped(canvas, &self.question, ink);
        let strong = Ink::new(WORDS, canvas.palette().text).bold();
        let caption = wrapped(canvas, &self.caption, strong);
        for (place, line) in settings.iter().enumerate() {
            baseline += if place == 0 { 46.0 } else { 38.0 };
            canvas.text(&canvas.fitted(line, canvas.full_width(), ink), (MARGIN, baseline), ink)?;
        }
        for (place, line) in caption.iter().enumerate() {
            baseline += if place == 0 { 46.0 } else { 38.0 };
            canvas.text(&canvas.fitted(line, canvas.full_width(), strong), (MARGIN, baseline), strong)?;
        }
        Ok(baseline)
    }

    /// The last lines of a drawing: how it was computed, and the command that asks it again.
    pub(super) fn footer<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<(), ChartError> {
        let ink = Ink::new(FOOTER, canvas.palette().quiet);
        let bottom = canvas.size().1 - 28.0;
        let room = canvas.full_width() - canvas.room_for(TOOL, ink) - 30.0;
        canvas.text(TOOL, (MARGIN + canvas.full_width(), bottom), ink.at(HPos::Right))?;
        canvas.text(&canvas.fitted(&self.command, room, ink), (MARGIN, bottom), ink)?;
        canvas.text(&canvas.fitted(&self.how, canvas.full_width(), ink), (MARGIN, bottom - 31.0), ink)
    }
}

/// The sizes of the units, and the options that were given.
fn settings(sheet: &Sheet) -> String {
    let sizes = (!sheet.sizes.is_empty()).then(|| sheet.sizes.clone());
    let settings = sheet.settings.iter().map(|(name, value)| format!("{name}: {value}"));
    sizes.into_iter().chain(settings).collect::<Vec<_>>().join(BETWEEN)
}

/// What was given in as many lines as it needs, up to [`MOST_SAID`]; of more, the last is too long, and whoever writes it ends
/// it by an ellipsis.
fn wrapped<B: DrawingBackend>(canvas: &Canvas<B>, text: &str, ink: Ink) -> Vec<String> {
    let fits = |line: &str| canvas.room_for(line, ink) <= canvas.full_width();
    let mut lines: Vec<String> = Vec::new();
    let parts = text.split(BETWEEN).filter(|_| !text.is_empty()).flat_map(|part| {
        let words: Vec<&str> = if fits(part) { vec![part] } else { words_of(part).collect() };
        words.into_iter().enumerate().map(|(place, word)| (if place == 0 { BETWEEN } else { " " }, word))
    });
    for (between, part) in parts {
        let is_last = lines.len() == MOST_SAID;
        match lines.last_mut() {
            Some(line) if is_last && !fits(line) => break,
            Some(line) if is_last || fits(&format!("{line}{between}{part}")) => {
                line.push_str(between);
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

/// The title in as few lines as it needs: one, each name with its own, or more where a name is long.
fn title<B: DrawingBackend>(canvas: &Canvas<B>, [attacker, verb, defender]: &[String; 3], ink: Ink) -> Vec<String> {
    let whole = format!("{attacker} {verb} {defender}");
    let whole = whole.trim_end();
    if canvas.room_for(whole, ink) <= canvas.full_width() || defender.is_empty() {
        return canvas.lines(whole, canvas.full_width(), MOST_TITLE, ink);
    }
    let fits = |text: &str| canvas.room_for(text, ink) <= canvas.full_width();
    let (first, second) = (format!("{attacker} {verb}"), format!("{verb} {defender}"));
    // The verb is beside whichever name leaves it room.
    let parts = if fits(&first) || !fits(&second) { [first, defender.clone()] } else { [attacker.clone(), second] };
    let first = canvas.lines(&parts[0], canvas.full_width(), MOST_TITLE - 1, ink);
    let rest = canvas.lines(&parts[1], canvas.full_width(), MOST_TITLE - first.len(), ink);
    first.into_iter().chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_say_which_game_what_was_asked_and_what_matters_most() {
        let sheet = Sheet {
            sizes: "5 models against 1 model".into(),
            settings: vec![("with".into(), "+1 to hit; charged".into()), ("phase".into(), "combat".into())],
            game: "Warcry, 2nd edition".into(),
            method: "exact".into(),
            ..Sheet::default()
        };
        let words = ChartText::of(&sheet, "destroyed 75.0 %");
        assert_eq!(words.question, "5 models against 1 model  ·  with: +1 to hit; charged  ·  phase: combat");
        assert_eq!([&words.game, &words.how, &words.caption], ["Warcry, 2nd edition", "exact", "destroyed 75.0 %"]);
        assert!(words.letters().contains("Warcry, 2nd edition"));
    }
}
