//! Numbers along a scale, a line for each series, and a shape of its own for the points of each.

use std::f64::consts::PI;

use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::text_anchor::HPos;

use super::canvas::{Canvas, Ink, MARGIN, Spot};
use super::picture::round_top;
use super::theme::SERIES;
use super::words::{BETWEEN, ChartText, FOOTER, NUMBERS, WORDS};
use super::{ChartError, DrawResult};
use crate::report::numbers::{fixed, in_short, percent, printable};
use crate::report::sheet::{Lines, Series, Sheet};
use crate::words::sort::sort_by;

/// Parts of the scale between two lines of the grid.
const PARTS: usize = 5;
/// Space between the scale and its numbers.
const BESIDE: f64 = 16.0;
/// Series that are drawn; more could not be told apart.
const MOST: usize = SERIES;
/// How high a line of the legend is.
const LEGEND: f64 = 40.0;
/// Points closer than this are left out of the lines.
const POINTS_APART: f64 = 18.0;

/// Words and numbers of the drawing.
pub(super) struct LineChart {
    words: ChartText,
    lines: Lines,
}

impl LineChart {
    /// The lines of a sheet; `None` if it has none.
    pub(super) fn of(sheet: &Sheet) -> Option<Self> {
        let lines = sheet.lines.as_ref()?;
        let hidden = lines.series.len().saturating_sub(MOST);
        let hidden = if hidden > 0 { format!("{BETWEEN}{hidden} more series are not drawn") } else { String::new() };
        let answer: String = sheet.highlights.iter().map(|part| part.clone() + BETWEEN).collect();
        let named = |series: &Series| Series { name: printable(&series.name), values: series.values.clone() };
        Some(Self {
            words: ChartText::of(sheet, &format!("{answer}{}{hidden}", lines.what)),
            lines: Lines {
                along: printable(&lines.along),
                labels: lines.labels.iter().map(|label| printable(label)).collect(),
                series: lines.series.iter().take(MOST).map(named).collect(),
                ..lines.clone()
            },
        })
    }

    /// Every letter of its words.
    pub(super) fn letters(&self) -> String {
        let names = self.lines.series.iter().map(|series| &series.name).chain(&self.lines.labels);
        self.words.letters() + &names.chain([&self.lines.along]).map(String::as_str).collect::<String>()
    }

    /// Draws it all.
    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> DrawResult {
        let header = self.words.heading(canvas)?;
        let below = self.legend(canvas, header + 50.0)?;
        let ink = Ink::new(NUMBERS, canvas.palette().quiet);
        let top = self.top();
        let levels: Vec<String> = (0..=PARTS).map(|part| self.level(top, part)).collect();
        let widest = levels.iter().map(|text| canvas.width(text, ink)).fold(0.0, f64::max);
        let left = MARGIN + widest + BESIDE;
        let frame = PlotAxes {
            left: left + 30.0,
            right: MARGIN + canvas.full_width() - 40.0,
            top: below + 44.0,
            bottom: canvas.size().1 - 192.0,
            ends: ends(&self.lines.places),
        };
        for (part, text) in levels.iter().enumerate() {
            let y = frame.y(part as f64 / PARTS as f64);
            canvas.line(&[(left, y), (MARGIN + canvas.full_width(), y)], canvas.palette().grid, 1)?;
            canvas.text(text, (left - BESIDE, y + 9.0), ink.at(HPos::Right))?;
        }
        self.ticks(canvas, &frame)?;
        for (place, series) in self.lines.series.iter().enumerate() {
            self.series(canvas, &frame, (place, series), top)?;
        }
        self.numbers(canvas, &frame, top)?;
        self.words.footer(canvas)
    }

    /// The top of the scale: all for chances that reach far, else a round number.
    fn top(&self) -> f64 {
        let numbers = self.lines.series.iter().flat_map(|series| &series.values).flatten();
        let largest = numbers.copied().fold(0.0, f64::max);
        match self.lines.is_chance {
            true if largest > 0.6 => 1.0,
            true => round_top(largest),
            // The steps of round tops end at 1; larger numbers are the same some powers of ten up.
            false => {
                let power = 10f64.powf(largest.max(1e-9).log10().ceil());
                round_top(largest / power) * power
            }
        }
    }

    fn level(&self, top: f64, part: usize) -> String {
        let (top, unit) = if self.lines.is_chance { (100.0 * top, " %") } else { (top, "") };
        let step = top / PARTS as f64;
        let decimals = (0..6).find(|decimals| {
            let shifted = step * 10f64.powi(*decimals);
            (shifted - shifted.round()).abs() < 1e-6
        });
        fixed(step * part as f64, decimals.unwrap_or(2) as usize) + unit
    }

    /// Which line is which, in as many rows as it takes; returns the last baseline.
    fn legend<B: DrawingBackend>(&self, canvas: &Canvas<B>, baseline: f64) -> Result<f64, ChartError> {
        let (mut x, mut y) = (MARGIN, baseline);
        for (place, series) in self.lines.series.iter().enumerate() {
            let colour = colour(canvas, place);
            let ink = Ink::new(WORDS, canvas.palette().text);
            let name = canvas.fitted(&series.name, canvas.full_width() - 70.0, ink);
            let width = 62.0 + canvas.room_for(&name, ink);
            if x > MARGIN && x + width > MARGIN + canvas.full_width() {
                (x, y) = (MARGIN, y + LEGEND);
            }
            canvas.line(&[(x, y - 9.0), (x + 46.0, y - 9.0)], colour, 3)?;
            point(canvas, (x + 23.0, y - 9.0), place, colour)?;
            canvas.text(&name, (x + 58.0, y), ink)?;
            x += width + 34.0;
        }
        Ok(y)
    }

    /// The values on the scale, as many as there is room for, and what they are.
    fn ticks<B: DrawingBackend>(&self, canvas: &Canvas<B>, frame: &PlotAxes) -> DrawResult {
        let ink = Ink::new(NUMBERS, canvas.palette().text).at(HPos::Center);
        canvas.line(
            &[(frame.left - 30.0, frame.bottom), (frame.right + 40.0, frame.bottom)],
            canvas.palette().axis,
            2,
        )?;
        let room = (frame.right - frame.left) / self.lines.places.len().max(2) as f64;
        let mut free = f64::NEG_INFINITY;
        let mut places: Vec<usize> = (0..self.lines.places.len()).collect();
        sort_by(&mut places, |a, b| self.lines.places[*a].total_cmp(&self.lines.places[*b]));
        for place in places {
            let x = frame.x(self.lines.places[place]);
            let text = canvas.fitted(&self.lines.labels[place], room.max(150.0), ink);
            let half = canvas.width(&text, ink) / 2.0;
            if x - half < free {
                continue;
            }
            free = x + half + 14.0;
            canvas.line(&[(x, frame.bottom), (x, frame.bottom + 8.0)], canvas.palette().axis, 2)?;
            canvas.text(&text, (x, frame.bottom + 40.0), ink)?;
        }
        let ink = Ink::new(WORDS, canvas.palette().text).at(HPos::Center);
        canvas.text(&self.lines.along, (frame.left.midpoint(frame.right), frame.bottom + 88.0), ink)
    }

    /// Where lines cross, and the number of each point that there is room for: above it, or below.
    fn numbers<B: DrawingBackend>(&self, canvas: &Canvas<B>, frame: &PlotAxes, top: f64) -> DrawResult {
        let ink = Ink::new(FOOTER, canvas.palette().text).at(HPos::Center);
        let spot = |at: f64, value: f64| (frame.x(at), frame.y(value / top));
        let mut taken: Vec<[Spot; 2]> = Vec::new();
        let mut points = Vec::new();
        for (x, value) in &self.lines.crossings {
            let (x, y) = spot(*x, *value);
            let ring: Vec<Spot> = (0..=32)
                .map(|n| f64::from(n) * PI / 16.0)
                .map(|at| (x + 15.0 * at.cos(), y + 15.0 * at.sin()))
                .collect();
            canvas.line(&ring, canvas.palette().text, 3)?;
            points.push(((x, y), format!("even: {}", self.shown(*value)), ink.bold(), 30.0));
        }
        for (place, series) in self.lines.series.iter().enumerate() {
            for (at, value) in self.lines.places.iter().zip(&series.values) {
                let ink = Ink { colour: colour(canvas, place), ..ink };
                points.extend(value.map(|value| (spot(*at, value), self.shown(value), ink, 17.0)));
            }
        }
        taken.extend(points.iter().map(|((x, y), ..)| [(x - 10.0, y - 10.0), (x + 10.0, y + 10.0)]));
        let lines: Vec<Vec<Spot>> =
            self.lines.series.iter().flat_map(|series| self.parts(frame, series, top)).collect();
        let is_crossed =
            |room: [Spot; 2]| lines.iter().flat_map(|line| line.windows(2)).any(|pair| crosses(room, pair));
        for ((x, y), text, ink, off) in points {
            let half = canvas.width(&text, ink) / 2.0 + 3.0;
            let room = |(x, baseline): Spot| [(x - half, baseline - 0.75 * ink.size), (x + half, baseline + 2.0)];
            let fits = |spot: &Spot| {
                let [low, high] = room(*spot);
                let apart =
                    |[from, to]: &[Spot; 2]| to.0 <= low.0 || from.0 >= high.0 || to.1 <= low.1 || from.1 >= high.1;
                // The numbers of the axis stand to the left.
                let is_inside = high.1 < frame.bottom && low.1 > frame.top - 40.0 && low.0 > frame.left - 20.0;
                is_inside && taken.iter().all(apart) && !is_crossed([low, high])
            };
            // Above a point or below it, or beside it where the line is steep.
            let (above, below, aside) = (y - off, y + off + 0.7 * ink.size, half + 11.0);
            let beside = [(x - aside, y - 3.0), (x + aside, y + 0.75 * ink.size)];
            let Some(spot) = [(x, above), (x, below)].into_iter().chain(beside).find(fits) else { continue };
            taken.push(room(spot));
            canvas.text(&text, spot, ink)?;
        }
        Ok(())
    }

    /// The points of a line, in parts where numbers are missing.
    fn parts(&self, frame: &PlotAxes, series: &Series, top: f64) -> Vec<Vec<Spot>> {
        let mut parts: Vec<Vec<Spot>> = vec![Vec::new()];
        for (at, value) in self.lines.places.iter().zip(&series.values) {
            match (value, parts.last_mut()) {
                (Some(value), Some(part)) => part.push((frame.x(*at), frame.y(value / top))),
                _ => parts.push(Vec::new()),
            }
        }
        parts
    }

    /// A number of a point.
    fn shown(&self, value: f64) -> String {
        if self.lines.is_chance { percent(value) } else { in_short(value) }
    }

    /// One line, in parts where numbers are missing.
    fn series<B: DrawingBackend>(
        &self,
        canvas: &Canvas<B>,
        frame: &PlotAxes,
        (place, series): (usize, &Series),
        top: f64,
    ) -> DrawResult {
        let colour = colour(canvas, place);
        let parts = self.parts(frame, series, top);
        for part in &parts {
            if part.len() > 1 {
                canvas.line(part, colour, 3)?;
            }
        }
        let all = self.lines.places.len().max(2) - 1;
        let apart = (frame.right - frame.left) / all as f64;
        if apart >= POINTS_APART {
            parts.iter().flatten().try_for_each(|spot| point(canvas, *spot, place, colour))?;
        }
        Ok(())
    }
}

/// Whether the stretch between two points goes through a rectangle.
fn crosses([low, high]: [Spot; 2], ends: &[Spot]) -> bool {
    let (from, to) = if ends[0].0 < ends[1].0 { (ends[0], ends[1]) } else { (ends[1], ends[0]) };
    let height = |x: f64| from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0);
    let (left, right) = (low.0.max(from.0), high.0.min(to.0));
    let (one, other) = (height(left), height(right));
    left < right && one.min(other) < high.1 && one.max(other) > low.1
}

/// Where the numbers are.
struct PlotAxes {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    ends: (f64, f64),
}

impl PlotAxes {
    fn x(&self, place: f64) -> f64 {
        let (low, high) = self.ends;
        let share = if high > low { (place - low) / (high - low) } else { 0.5 };
        self.left + share * (self.right - self.left)
    }

    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

fn ends(places: &[f64]) -> (f64, f64) {
    places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)))
}

fn colour<B: DrawingBackend>(canvas: &Canvas<B>, place: usize) -> RGBColor {
    canvas.palette().series[place % MOST]
}

/// A point of a line in the shape of its series, set off from what is behind it.
fn point<B: DrawingBackend>(canvas: &Canvas<B>, (x, y): Spot, place: usize, colour: RGBColor) -> DrawResult {
    let shape = |radius: f64| -> Vec<Spot> {
        let corners: &[(f64, f64)] = match place % 4 {
            1 => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
            2 => &[(0.0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
            _ => &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
        };
        corners.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect()
    };
    let paper = canvas.palette().paper;
    if place.is_multiple_of(4) {
        canvas.disc((x, y), 10.0, paper)?;
        return canvas.disc((x, y), 7.5, colour);
    }
    canvas.polygon(&shape(9.5), paper)?;
    canvas.polygon(&shape(7.0), colour)
}
