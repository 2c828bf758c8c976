//! Where everything on a chart goes.

use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::DrawResult;
use super::canvas::{Canvas, Ink, MARGIN, Spot};
use super::picture::Picture;
use super::words::{NUMBERS, WORDS};
use crate::report::numbers::{grouped, percent_decimals, percent_of};

/// Space between the scale and its numbers.
const BESIDE: f64 = 16.0;
/// Parts of a scale between two lines of the grid.
const PARTS: usize = 5;
/// Bars are never wider, and take this share of their place.
const WIDEST_BAR: f64 = 150.0;
const BAR_SHARE: f64 = 0.74;
/// Bars closer than this are drawn without gaps, as one shape.
const CLOSE: f64 = 6.0;
/// Points closer than this are left out of the line.
const POINTS_APART: f64 = 22.0;

/// The rectangle of the bars, and how numbers are placed in it.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    step: f64,
}

impl Frame {
    /// The middle of a value's place.
    fn x(&self, index: usize) -> f64 {
        self.left + (index as f64 + 0.5) * self.step
    }

    /// The height of a share of the scale.
    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

/// Draws the whole chart.
pub(super) fn draw<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture) -> DrawResult {
    let header = picture.words.heading(canvas)? + 60.0;
    let table = Columns::of(canvas, picture);
    let frame = frame(canvas, picture, header, table.is_some());
    legend(canvas, picture, header, frame.left)?;
    grid(canvas, picture, &frame)?;
    bars(canvas, picture, &frame)?;
    canvas.line(&[(frame.left, frame.bottom), (frame.right, frame.bottom)], canvas.palette().axis, 2)?;
    match table {
        Some(columns) => columns.draw(canvas, picture, &frame)?,
        None => ticks(canvas, picture, &frame)?,
    }
    line(canvas, picture, &frame)?;
    dice(canvas, picture, &frame)?;
    picture.words.footer(canvas)
}

fn frame<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, header: f64, has_table: bool) -> Frame {
    let ink = Ink::new(NUMBERS, canvas.palette().text);
    let beside = if has_table { canvas.width(&picture.axis, ink) } else { 0.0 };
    let numbers = (0..=PARTS).map(|part| canvas.width(&level(picture.top, part), ink)).fold(beside, f64::max);
    let left = (MARGIN + numbers + BESIDE).ceil();
    let right = canvas.size().0 - if picture.has_two_scales() { 142.0 } else { 68.0 };
    let bottom = canvas.size().1 - if has_table { 226.0 } else { 192.0 };
    let step = (right - left) / picture.exactly.len() as f64;
    Frame { left, right, top: header + 30.0, bottom, step }
}

/// Says what is drawn; each entry is next to its sign: above the bars, or as far to the left as it takes. What it is all about
/// is left out where room is short.
fn legend<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, baseline: f64, left: f64) -> DrawResult {
    let palette = canvas.palette();
    let scale = |side: &str| if picture.has_two_scales() { format!(" ({side} scale)") } else { String::new() };
    let entries = [
        (Sign::None, "probability of".to_owned(), palette.quiet),
        (Sign::Bar, format!("exactly{}", scale("left")), palette.bar_text),
        (Sign::Marked, picture.end.clone(), palette.bar_text),
        (Sign::Dice, "exactly, by dice".to_owned(), palette.dice),
        (Sign::Line, format!("at least{}", scale("right")), palette.line_text),
    ];
    let width = |(sign, text, colour): &(Sign, String, _)| {
        sign.width() + canvas.room_for(text, Ink::new(WORDS, *colour)) + BETWEEN_ENTRIES
    };
    let is_drawn = |sign| match sign {
        Sign::Dice => picture.rolled.is_some(),
        Sign::Marked => !picture.marked.is_empty(),
        _ => true,
    };
    let mut entries: Vec<_> = entries.into_iter().filter(|(sign, ..)| is_drawn(*sign)).collect();
    // Where they begin so that they end at the margin.
    let room = |entries: &[_]| MARGIN + canvas.full_width() + BETWEEN_ENTRIES - entries.iter().map(width).sum::<f64>();
    if room(&entries) < MARGIN {
        entries.remove(0);
    }
    if room(&entries) < MARGIN {
        // Their colours say which scale is whose.
        entries.iter_mut().for_each(|(_, text, _)| text.truncate(text.find(" (").unwrap_or(text.len())));
    }
    let (mut x, y) = (left.min(room(&entries)).max(MARGIN), baseline - 9.0);
    for entry in &entries {
        let (sign, text, colour) = entry;
        sign.draw(canvas, (x, y))?;
        canvas.text(text, (x + sign.width(), baseline), Ink::new(WORDS, *colour))?;
        x += width(entry);
    }
    Ok(())
}

/// Space between two entries of the legend.
const BETWEEN_ENTRIES: f64 = 32.0;

/// The sign before an entry of the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    None,
    Bar,
    Marked,
    Dice,
    Line,
    Point,
}

impl Sign {
    fn width(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Bar | Self::Marked => 36.0,
            Self::Dice | Self::Point => 24.0,
            Self::Line => 60.0,
        }
    }

    pub(super) fn draw<B: DrawingBackend>(self, canvas: &Canvas<B>, (x, y): Spot) -> DrawResult {
        match self {
            Self::Point => point(canvas, (x, y)),
            Self::None => Ok(()),
            Self::Bar => canvas.rectangle([(x, y - 12.0), (x + 24.0, y + 12.0)], canvas.palette().bar),
            Self::Marked => canvas.rectangle([(x, y - 12.0), (x + 24.0, y + 12.0)], canvas.palette().gone),
            Self::Dice => mark(canvas, (x + 6.0, y), 6.0),
            Self::Line => {
                canvas.line(&[(x, y), (x + 48.0, y)], canvas.palette().line, 3)?;
                point(canvas, (x + 24.0, y))
            }
        }
    }
}

/// The lines of the grid with their numbers.
fn grid<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> DrawResult {
    let two = picture.has_two_scales();
    for part in 0..=PARTS {
        let share = part as f64 / PARTS as f64;
        let y = frame.y(share);
        canvas.line(&[(frame.left, y), (frame.right, y)], canvas.palette().grid, 1)?;
        let ink =
            Ink::new(NUMBERS, if two { canvas.palette().bar_text } else { canvas.palette().quiet }).at(HPos::Right);
        canvas.text(&level(picture.top, part), (frame.left - BESIDE, y + 9.0), ink)?;
        if two {
            canvas.text(
                &level(1.0, part),
                (frame.right + BESIDE, y + 9.0),
                Ink::new(NUMBERS, canvas.palette().line_text),
            )?;
        }
    }
    Ok(())
}

/// The number beside a line of the grid, with as many decimals as all of them need.
fn level(top: f64, part: usize) -> String {
    if part == 0 {
        return "0 %".into();
    }
    let step = 100.0 * top / PARTS as f64;
    let decimals = (0..8).find(|decimals| {
        let shifted = step * 10f64.powi(*decimals);
        (shifted - shifted.round()).abs() < 1e-6
    });
    format!("{:.*} %", decimals.unwrap_or(8) as usize, step * part as f64)
}

fn bars<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> DrawResult {
    let heights = picture.exactly.iter().map(|p| frame.y(p / picture.top));
    if frame.step < CLOSE {
        let mut outline: Vec<Spot> = vec![(frame.left, frame.bottom)];
        for (index, y) in heights.enumerate() {
            let left = frame.left + index as f64 * frame.step;
            outline.extend([(left, y), (left + frame.step, y)]);
        }
        outline.push((frame.right, frame.bottom));
        canvas.polygon(&outline, canvas.palette().bar)?;
        // The outline has a corner, then two for each value, then the other corner.
        let (from, to) = (picture.marked.start, picture.marked.end);
        let mut above = outline[1 + 2 * from..1 + 2 * to].to_vec();
        if let (Some(first), Some(last)) = (above.first().copied(), above.last().copied()) {
            above.extend([(last.0, frame.bottom), (first.0, frame.bottom)]);
            canvas.polygon(&above, canvas.palette().gone)?;
        }
        return Ok(());
    }
    let half = (frame.step * BAR_SHARE).min(WIDEST_BAR) / 2.0;
    for (index, y) in heights.enumerate().filter(|(_, y)| frame.bottom - y >= 0.25) {
        let x = frame.x(index);
        let colour = if picture.marked.contains(&index) { canvas.palette().gone } else { canvas.palette().bar };
        canvas.rectangle([(x - half, y), (x + half, frame.bottom)], colour)?;
    }
    Ok(())
}

fn line<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> DrawResult {
    let places: Vec<Spot> =
        picture.at_least.iter().enumerate().map(|(index, p)| (frame.x(index), frame.y(*p))).collect();
    if places.len() > 1 {
        canvas.line(&places, canvas.palette().line, 3)?;
    }
    if frame.step >= POINTS_APART {
        places.iter().try_for_each(|place| point(canvas, *place))?;
    }
    Ok(())
}

/// A point of the line, set off from what is behind it.
fn point<B: DrawingBackend>(canvas: &Canvas<B>, place: Spot) -> DrawResult {
    canvas.disc(place, 9.0, canvas.palette().paper)?;
    canvas.disc(place, 6.5, canvas.palette().line)
}

fn dice<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> DrawResult {
    let radius = (frame.step * 0.2).clamp(1.5, 5.5);
    for (index, p) in picture.rolled.iter().flatten().enumerate() {
        mark(canvas, (frame.x(index), frame.y(p / picture.top)), radius)?;
    }
    Ok(())
}

/// Where the dice saw a bar end.
fn mark<B: DrawingBackend>(canvas: &Canvas<B>, place: Spot, radius: f64) -> DrawResult {
    canvas.disc(place, radius + 1.0, canvas.palette().paper)?;
    canvas.disc(place, radius, canvas.palette().dice)
}

/// Numbers below the axis, as many as have room, and what they count.
fn ticks<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> DrawResult {
    let ink = Ink::new(NUMBERS, canvas.palette().text).at(HPos::Center);
    let values = &picture.values;
    let (Some(low), Some(high)) = (values.first(), values.last()) else { return Ok(()) };
    let room = canvas.width(&grouped(*high as u64), ink) + 28.0;
    // Of a lattice every other value or so is named, of all values the round ones.
    let apart = (high - low).checked_div(values.len() - 1).unwrap_or(1).max(1);
    let every = round_steps().find(|every| *every as f64 * frame.step / apart as f64 >= room).unwrap_or(1);
    let is_even = values.windows(2).all(|pair| pair[1] - pair[0] == apart);
    let stride = (room / frame.step).ceil() as usize;
    let named = |(place, value): &(usize, &usize)| {
        if is_even && every % apart == 0 { *value % every == 0 } else { place % stride.max(1) == 0 }
    };
    for (place, value) in values.iter().enumerate().filter(named) {
        let x = frame.x(place);
        canvas.line(&[(x, frame.bottom), (x, frame.bottom + 8.0)], canvas.palette().axis, 2)?;
        canvas.text(&grouped(*value as u64), (x, frame.bottom + 40.0), ink)?;
    }
    let ink = Ink::new(WORDS, canvas.palette().text).at(HPos::Center);
    canvas.text(&picture.axis, (frame.left.midpoint(frame.right), frame.bottom + 88.0), ink)
}

/// 1, 2, 5, 10, 20, 50 …
fn round_steps() -> impl Iterator<Item = usize> {
    (0..15).flat_map(|power| [1, 2, 5].map(|step| step * 10usize.pow(power)))
}

/// The probabilities themselves below few bars.
struct Columns {
    exactly: Vec<String>,
    at_least: Vec<String>,
}

impl Columns {
    /// The columns with as many digits as there is room for, if there is any.
    fn of<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture) -> Option<Self> {
        let most = percent_decimals(&picture.exactly);
        let with = |decimals: usize| {
            let texts = |p: &[f64]| -> Vec<String> { p.iter().map(|p| percent_of(*p, decimals)).collect() };
            Self { exactly: texts(&picture.exactly), at_least: texts(&picture.at_least) }
        };
        let ink = Ink::new(NUMBERS, canvas.palette().text);
        let step = frame(canvas, picture, 0.0, true).step;
        let fits = |columns: &Self| {
            let texts = columns.exactly.iter().chain(&columns.at_least);
            step >= texts.map(|text| canvas.width(text, ink)).fold(0.0, f64::max) + 14.0
        };
        [most, most - 1].into_iter().map(with).find(fits)
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> DrawResult {
        let values: Vec<String> = picture.values.iter().map(|value| grouped(*value as u64)).collect();
        let rows = [
            (picture.axis.as_str(), &values, canvas.palette().text, 42.0),
            ("exactly", &self.exactly, canvas.palette().bar_text, 84.0),
            ("at least", &self.at_least, canvas.palette().line_text, 124.0),
        ];
        for (name, cells, colour, below) in rows {
            let ink = Ink::new(NUMBERS, colour);
            canvas.text(name, (frame.left - BESIDE, frame.bottom + below), ink.at(HPos::Right))?;
            for (index, cell) in cells.iter().enumerate() {
                canvas.text(cell, (frame.x(index), frame.bottom + below), ink.at(HPos::Center))?;
            }
        }
        Ok(())
    }
}
