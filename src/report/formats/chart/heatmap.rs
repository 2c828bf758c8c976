//! A matrix as a heatmap: the darker a cell is on white, or the brighter on black, the larger its number, so that it reads
//! for every kind of colour vision and in grey.

use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::text_anchor::HPos;

use super::canvas::{Canvas, Ink, MARGIN, Spot, words_of};
use super::words::{BETWEEN, ChartText, FOOTER, NUMBERS};
use super::{ChartError, DrawResult};
use crate::report::numbers::printable;
use crate::report::sheet::{Matrix, Sheet};

/// Names of rows and of columns take no more room than this.
const LABEL: f64 = 400.0;
const TOP_LABEL: f64 = 310.0;
/// Cells are no wider and no higher, and no lower.
const WIDEST: f64 = 150.0;
const HIGHEST: f64 = 56.0;
const LOWEST: f64 = 17.0;
/// Numbers smaller than this are left out.
const LEGIBLE: f64 = 12.0;
/// Cells of few columns are no wider than this for the sake of their names.
const WIDEST_NAMED: f64 = 340.0;
/// The size of names of columns that are read from left to right, the most lines of any, and the size of long names of rows.
const UPRIGHT: f64 = 25.0;
const MOST_LINES: usize = 3;
const SMALL: f64 = 21.0;
/// From one line of a name to the next, in sizes of its letters.
const LEADING: f64 = 1.15;
/// Space between a name and its cells.
const BESIDE: f64 = 12.0;
/// The legend: its width, its height, and in how many steps it is drawn.
const SCALE_WIDTH: f64 = 320.0;
const SCALE_HEIGHT: f64 = 24.0;
const STEPS: usize = 64;
/// Room for the last lines.
const BELOW: f64 = 96.0;

/// A picture has no more rows and columns than these; of more there are several.
const MOST_ROWS: usize = 90;
const MOST_COLUMNS: usize = 60;

/// Words and numbers of a heatmap.
pub(super) struct Heatmap {
    words: ChartText,
    matrix: Matrix,
    scale: ColourScale,
}

/// What the colours are of.
pub(super) enum ColourScale {
    /// From nothing to so much.
    Share(f64),
    /// How much less than the best, from the least number.
    Difference(f64, f64),
    /// Which place among all numbers, of which a few are far above the others.
    Rank(Vec<f64>),
}

impl ColourScale {
    pub(super) fn of(matrix: &Matrix) -> Self {
        let mut numbers: Vec<f64> = matrix.values.iter().flatten().flatten().copied().collect();
        numbers.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (numbers.first().copied(), numbers.last().copied()) else {
            return Self::Share(1.0);
        };
        if matrix.is_choice {
            return Self::Difference(least, most);
        }
        if !matrix.is_chance && numbers.len() >= FEWEST_RANKED && numbers[numbers.len() / 2] < most * CROWDED {
            numbers.dedup();
            return Self::Rank(numbers);
        }
        Self::Share(if matrix.is_chance && most > 0.5 { 1.0 } else { most.max(f64::MIN_POSITIVE) })
    }

    /// The place of a number on the scale, from 0 to 1.
    pub(super) fn share(&self, number: f64) -> f64 {
        match self {
            Self::Share(most) => number / most,
            Self::Difference(least, best) if best > least => (number - least) / (best - least),
            Self::Difference(..) => 1.0,
            Self::Rank(numbers) => {
                numbers.partition_point(|other| *other < number) as f64 / (numbers.len() - 1).max(1) as f64
            }
        }
    }

    /// The numbers at both ends of the colour scale, and the legend.
    fn ends(&self, matrix: &Matrix) -> ([String; 2], &'static str) {
        let written = matrix.written();
        let shown = |low: f64, high: f64| [low, high].map(|number| written(Some(number)));
        match self {
            Self::Share(most) => (shown(0.0, *most), ""),
            Self::Difference(least, best) => (shown(*least, *best), "stronger: closer to the best choice"),
            Self::Rank(numbers) => (shown(numbers[0], numbers[numbers.len() - 1]), "colours by rank"),
        }
    }
}

/// Half of the numbers below this share of the largest leave most cells without a colour of their own.
const CROWDED: f64 = 0.15;
const FEWEST_RANKED: usize = 6;

impl Heatmap {
    /// The heatmaps of a sheet's matrix, without rows and columns that hold no number; none if it has none.
    pub(super) fn of(sheet: &Sheet) -> Vec<Self> {
        let Some(matrix) = &sheet.matrix else { return Vec::new() };
        let all = matrix.without_empty();
        let scale = || ColourScale::of(&all);
        let several = |part: &Matrix| {
            let of = (part.rows.len(), part.columns.len()) != (all.rows.len(), all.columns.len());
            let part = format!("{} to {}", part.columns[0], part.columns[part.columns.len() - 1]);
            if of { format!("{BETWEEN}{}: {part}", matrix.turned_corner) } else { String::new() }
        };
        let clean = |names: &[String]| names.iter().map(|name| printable(name)).collect();
        let answer: String = sheet.highlights.iter().map(|part| part.clone() + BETWEEN).collect();
        let drawn = |part: Matrix| Self {
            words: ChartText::of(sheet, &format!("{answer}{}{}", matrix.title, several(&part))),
            matrix: Matrix { rows: clean(&part.rows), columns: clean(&part.columns), ..part },
            scale: scale(),
        };
        all.parts(MOST_ROWS, MOST_COLUMNS).into_iter().map(drawn).collect()
    }

    /// How high it must be on such a canvas.
    pub(super) fn needed<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Result<f64, ChartError> {
        let header = self.words.heading(canvas)?;
        let (frame, _) = self.frame(canvas, header);
        Ok((frame.top + self.matrix.rows.len() as f64 * frame.height + BELOW).ceil())
    }

    /// Every letter of its words.
    pub(super) fn letters(&self) -> String {
        let names = self.matrix.rows.iter().chain(&self.matrix.columns).map(String::as_str);
        self.words.letters() + &names.chain(["0123456789<>.–-%"]).collect::<String>()
    }

    fn cell_height(&self) -> f64 {
        (1100.0 / self.matrix.rows.len().max(1) as f64).clamp(LOWEST, HIGHEST)
    }

    /// Draws it all.
    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> DrawResult {
        let header = self.words.heading(canvas)?;
        let (frame, inks) = self.frame(canvas, header);
        self.legend(canvas, header + 26.0, self.number_ink(canvas, &frame).is_some())?;
        self.names(canvas, &frame, inks)?;
        self.cells(canvas, &frame)?;
        self.words.footer(canvas)
    }

    /// Where the cells are, and how the names of rows and columns are written.
    fn frame<B: DrawingBackend>(&self, canvas: &Canvas<B>, header: f64) -> (CellGrid, (Ink, Ink)) {
        let names = Ink::new(label_size(self.cell_height()), canvas.palette().text);
        let widest = self.matrix.rows.iter().map(|name| canvas.room_for(name, names)).fold(0.0, f64::max);
        let left = MARGIN + widest.min(LABEL) + BESIDE;
        let longest = |ink: Ink| self.matrix.columns.iter().map(|name| canvas.room_for(name, ink)).fold(0.0, f64::max);
        let upright = Ink::new(UPRIGHT, canvas.palette().text).at(HPos::Center);
        let columns = self.matrix.columns.len().max(1) as f64;
        // Few columns are as wide as their names are long.
        let named = longest(upright) + 2.0 * BESIDE;
        let words = self.matrix.columns.iter().flat_map(|name| words_of(name));
        let word = words.map(|word| canvas.room_for(word, upright)).fold(0.0, f64::max) + BESIDE;
        let widest_cell = if named <= WIDEST_NAMED { named.max(WIDEST) } else { word.clamp(WIDEST, WIDEST_NAMED) };
        let width = ((MARGIN + canvas.full_width() - left) / columns).min(widest_cell);
        // Names that are too long for their cells are broken between words; those that are still too long stand on end.
        let broken = |name: &String| canvas.broken(name, width - BESIDE, MOST_LINES, upright);
        let lines: Option<Vec<Vec<String>>> = self.matrix.columns.iter().map(broken).collect();
        let above = if lines.is_some() { upright } else { Ink::new(label_size(width), canvas.palette().text) };
        let tallest = match &lines {
            Some(lines) => {
                lines.iter().map(|lines| lines.len() as f64 - 0.2).fold(0.8, f64::max) * upright.size * LEADING
            }
            None => longest(above).min(TOP_LABEL),
        };
        let top = header + 26.0 + SCALE_HEIGHT + 46.0 + tallest + BESIDE;
        (CellGrid { left, top, width, height: self.cell_height(), upright: lines }, (names, above))
    }

    fn names<B: DrawingBackend>(
        &self,
        canvas: &Canvas<B>,
        frame: &CellGrid,
        (beside, above): (Ink, Ink),
    ) -> DrawResult {
        for (row, name) in self.matrix.rows.iter().enumerate() {
            let (_, middle) = frame.middle(row, 0);
            let (lines, ink) = self.name(canvas, name, beside);
            for (place, line) in lines.iter().enumerate() {
                let below = (place as f64 - (lines.len() - 1) as f64 / 2.0) * ink.size * LEADING;
                let place = (frame.left - BESIDE, middle + 0.36 * ink.size + below);
                canvas.text(line, place, ink.at(HPos::Right))?;
            }
        }
        for (column, name) in self.matrix.columns.iter().enumerate() {
            let (middle, _) = frame.middle(0, column);
            let Some(lines) = frame.upright.as_ref().and_then(|names| names.get(column)) else {
                let most = ((frame.width / (above.size * LEADING)) as usize).clamp(1, MOST_LINES);
                let lines = canvas.lines(name, TOP_LABEL, most, above);
                for (place, line) in lines.iter().enumerate() {
                    let beside = (place as f64 - (lines.len() - 1) as f64 / 2.0) * above.size * LEADING;
                    canvas.text_up(line, (middle + 0.36 * above.size + beside, frame.top - BESIDE), above)?;
                }
                continue;
            };
            for (place, line) in lines.iter().rev().enumerate() {
                let baseline = frame.top - BESIDE - place as f64 * above.size * LEADING;
                canvas.text(line, (middle, baseline), above)?;
            }
        }
        Ok(())
    }

    /// The name of a row in the lines in which it is written: two smaller ones where it is long and there is room for them.
    fn name<B: DrawingBackend>(&self, canvas: &Canvas<B>, name: &str, ink: Ink) -> (Vec<String>, Ink) {
        let small = Ink { size: SMALL, ..ink };
        if canvas.room_for(name, ink) > LABEL && self.cell_height() >= 2.0 * SMALL * LEADING {
            return (canvas.lines(name, LABEL, 2, small), small);
        }
        (vec![canvas.fitted(name, LABEL, ink)], ink)
    }

    fn cells<B: DrawingBackend>(&self, canvas: &Canvas<B>, frame: &CellGrid) -> DrawResult {
        let best = self.matrix.best();
        let (ink, written) = (self.number_ink(canvas, frame), self.matrix.written());
        let gap = if frame.width > 24.0 && frame.height > 24.0 { 1.0 } else { 0.0 };
        for (row, values) in self.matrix.values.iter().enumerate() {
            for (column, value) in values.iter().enumerate() {
                let (x, y) = frame.corner(row, column);
                let (middle, height) = frame.middle(row, column);
                let Some(number) = value else {
                    let ink = Ink::new(frame.height.min(22.0) * 0.7, canvas.palette().quiet).at(HPos::Center);
                    canvas.text("–", (middle, height + 0.3 * ink.size), ink)?;
                    continue;
                };
                let colour = shade(canvas, self.scale.share(*number));
                canvas.rectangle([(x, y), (x + frame.width - gap, y + frame.height - gap)], colour)?;
                let is_best = Matrix::is_best(*value, best[column]);
                let on_top = legible_on(canvas, colour);
                match ink {
                    Some(ink) => {
                        let ink = Ink { colour: on_top, bold: is_best, ..ink };
                        canvas.text(&written(*value), (middle, height + 0.36 * ink.size), ink)?;
                    }
                    None if is_best => canvas.disc((middle, height), 3.0, on_top)?,
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// How numbers are written in the cells; `None` where they would not be legible.
    fn number_ink<B: DrawingBackend>(&self, canvas: &Canvas<B>, frame: &CellGrid) -> Option<Ink> {
        let written = self.matrix.written();
        let texts: Vec<String> = self.matrix.values.iter().flatten().map(|value| written(*value)).collect();
        let fits = |size: f64| {
            let ink = Ink::new(size, canvas.palette().text).bold();
            texts.iter().all(|text| canvas.room_for(text, ink) <= frame.width - 4.0)
        };
        let sizes = (LEGIBLE as u32..=NUMBERS as u32).rev().map(f64::from);
        let size = sizes.filter(|size| *size <= frame.height * 0.86).find(|size| fits(*size))?;
        Some(Ink::new(size, canvas.palette().text).at(HPos::Center))
    }

    /// What the colours mean, and the marks.
    fn legend<B: DrawingBackend>(&self, canvas: &Canvas<B>, top: f64, has_numbers: bool) -> DrawResult {
        let ink = Ink::new(FOOTER, canvas.palette().quiet);
        let ([zero, most], unit) = self.scale.ends(&self.matrix);
        let baseline = top + SCALE_HEIGHT - 5.0;
        canvas.text(&zero, (MARGIN, baseline), ink)?;
        let left = MARGIN + canvas.room_for(&zero, ink) + BESIDE;
        let step = SCALE_WIDTH / STEPS as f64;
        for place in 0..STEPS {
            let x = left + place as f64 * step;
            let colour = shade(canvas, (place as f64 + 0.5) / STEPS as f64);
            canvas.rectangle([(x, top), (x + step + 0.5, top + SCALE_HEIGHT)], colour)?;
        }
        let mut x = left + SCALE_WIDTH + BESIDE;
        canvas.text(&most, (x, baseline), ink)?;
        x += canvas.room_for(&most, ink) + 30.0;
        let sign = if has_numbers { "bold" } else { "a dot" };
        let best = self.matrix.best().iter().any(Option::is_some);
        let best = best.then(|| format!("{sign}: best {}", self.matrix.best_of));
        let unit = Some(unit.to_owned()).filter(|unit| !unit.is_empty());
        let mark = unit.into_iter().chain(best).collect::<Vec<_>>().join(BETWEEN);
        canvas.text(&canvas.fitted(&mark, MARGIN + canvas.full_width() - x, ink), (x, baseline), ink)
    }
}

/// The size of a name beside cells that are so wide or high.
fn label_size(room: f64) -> f64 {
    (room * 0.86).clamp(10.0, NUMBERS)
}

/// Where the cells are.
struct CellGrid {
    /// The names of columns in lines, where they are read from left to right and not upward.
    upright: Option<Vec<Vec<String>>>,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl CellGrid {
    fn corner(&self, row: usize, column: usize) -> Spot {
        (self.left + column as f64 * self.width, self.top + row as f64 * self.height)
    }

    fn middle(&self, row: usize, column: usize) -> Spot {
        let (x, y) = self.corner(row, column);
        (x + self.width / 2.0, y + self.height / 2.0)
    }
}

/// The colour of a share of the scale.
fn shade<B: DrawingBackend>(canvas: &Canvas<B>, share: f64) -> RGBColor {
    let stops = canvas.palette().scale;
    let at = share.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let low = (at.floor() as usize).min(stops.len() - 2);
    let (RGBColor(r, g, b), RGBColor(s, h, c)) = (stops[low], stops[low + 1]);
    let between = |a: u8, b: u8| (f64::from(a) + (at - low as f64) * (f64::from(b) - f64::from(a))).round() as u8;
    RGBColor(between(r, s), between(g, h), between(b, c))
}

/// How light a colour is, from 0 to 1.
fn lightness(RGBColor(r, g, b): RGBColor) -> f64 {
    (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)) / 255.0
}

/// The colour of text on a cell: the paper's or the text's, whichever stands out more.
fn legible_on<B: DrawingBackend>(canvas: &Canvas<B>, cell: RGBColor) -> RGBColor {
    let palette = canvas.palette();
    let apart = |colour: RGBColor| (lightness(colour) - lightness(cell)).abs();
    if apart(palette.text) >= apart(palette.paper) { palette.text } else { palette.paper }
}

#[cfg(test)]
mod tests {
    use super::super::theme::Palette;
    use super::*;
    use crate::report::Theme;

    #[test]
    fn the_scales_rise_and_fall_in_grey_too() {
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| Palette::of(theme).scale);
        assert!(light.windows(2).all(|pair| lightness(pair[0]) > lightness(pair[1]) + 0.1));
        assert!(dark.windows(2).all(|pair| lightness(pair[0]) + 0.1 < lightness(pair[1])));
    }

    fn matrix(values: Vec<Vec<Option<f64>>>) -> Matrix {
        let names = |n: usize| (0..n).map(|place| format!("unit {place}")).collect();
        Matrix { rows: names(values.len()), columns: names(values[0].len()), values, ..Matrix::default() }
    }

    #[test]
    fn one_large_column_does_not_take_all_colours_and_choices_are_told_apart() {
        let even = matrix(vec![vec![Some(4.0), Some(5.0), Some(6.0)], vec![Some(1.0), Some(2.0), Some(3.0)]]);
        assert!((ColourScale::of(&even).share(3.0) - 0.5).abs() < 1e-12);
        let eaten = matrix(vec![vec![Some(1.0), Some(2.0), Some(90.0)], vec![Some(3.0), Some(4.0), Some(80.0)]]);
        let shares = [1.0, 2.0, 3.0, 4.0, 80.0, 90.0].map(|number| ColourScale::of(&eaten).share(number));
        assert_eq!(shares, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        let choice = Matrix { is_choice: true, ..matrix(vec![vec![Some(0.90), Some(0.92)]]) };
        assert_eq!([0.90, 0.91, 0.92].map(|p| (100.0 * ColourScale::of(&choice).share(p)).round()), [0.0, 50.0, 100.0]);
    }

    #[test]
    fn empty_rows_are_left_out_and_what_is_too_wide_is_several_pictures() {
        let sheet = |values| Sheet { matrix: Some(matrix(values)), ..Sheet::default() };
        let drawn = Heatmap::of(&sheet(vec![vec![Some(1.0), None], vec![None, None], vec![Some(2.0), None]]));
        assert_eq!(
            (&*drawn[0].matrix.rows, &*drawn[0].matrix.columns),
            (&["unit 0", "unit 2"].map(str::to_owned)[..], &["unit 0".to_owned()][..])
        );
        let drawn = Heatmap::of(&sheet(vec![vec![Some(1.0); 61]; 61]));
        let sizes: Vec<_> = drawn.iter().map(|one| (one.matrix.rows.len(), one.matrix.columns.len())).collect();
        assert_eq!(sizes, [(61, 31), (61, 30)]);
        assert!(Heatmap::of(&Sheet::default()).is_empty());
    }
}
