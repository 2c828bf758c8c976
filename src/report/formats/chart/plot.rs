//! Where everything on a chart goes.

use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::text_anchor::HPos;

use super::canvas::{Canvas, Ink, Spot};
use super::picture::{BETWEEN, Picture};
use super::{ChartError, HEIGHT, WIDTH};
use crate::report::numbers::{grouped, percent};

type Drawn = Result<(), ChartError>;

// Blue and vermilion stay apart for every kind of colour vision, and the line is darker than the bars in grey.
const BAR: RGBColor = RGBColor(124, 176, 218);
const BAR_TEXT: RGBColor = RGBColor(31, 98, 153);
const LINE: RGBColor = RGBColor(200, 80, 0);
const LINE_TEXT: RGBColor = RGBColor(178, 71, 0);
const DICE: RGBColor = RGBColor(27, 31, 36);
const TEXT: RGBColor = RGBColor(31, 38, 46);
const QUIET: RGBColor = RGBColor(91, 103, 115);
const GRID: RGBColor = RGBColor(226, 230, 235);
const AXIS: RGBColor = RGBColor(140, 150, 160);
const WHITE: RGBColor = RGBColor(255, 255, 255);

/// Space at the left and the right of all text.
const MARGIN: f64 = 64.0;
/// Sizes of text: title, words, numbers, footer.
const TITLE: f64 = 44.0;
const WORDS: f64 = 28.0;
const NUMBERS: f64 = 25.0;
const FOOTER: f64 = 22.0;
/// What was said has no more lines than these.
const MOST_SAID: usize = 5;
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
    low: usize,
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
pub(super) fn draw<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture) -> Drawn {
    let header = heading(canvas, picture)?;
    let table = Columns::of(canvas, picture);
    let frame = frame(canvas, picture, header, table.is_some());
    legend(canvas, picture, header, frame.left)?;
    grid(canvas, picture, &frame)?;
    bars(canvas, picture, &frame)?;
    canvas.line(&[(frame.left, frame.bottom), (frame.right, frame.bottom)], AXIS, 2)?;
    match table {
        Some(columns) => columns.draw(canvas, picture, &frame)?,
        None => ticks(canvas, picture, &frame)?,
    }
    line(canvas, picture, &frame)?;
    dice(canvas, picture, &frame)?;
    let ink = Ink::new(FOOTER, QUIET);
    canvas.text(&canvas.fitted(&picture.footer, full_width(), ink), (MARGIN, f64::from(HEIGHT) - 36.0), ink)
}

fn full_width() -> f64 {
    f64::from(WIDTH) - 2.0 * MARGIN
}

fn frame<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, header: f64, has_table: bool) -> Frame {
    let ink = Ink::new(NUMBERS, TEXT);
    let beside = if has_table { canvas.width(&picture.axis, ink) } else { 0.0 };
    let numbers = (0..=PARTS).map(|part| canvas.width(&level(picture.top, part), ink)).fold(beside, f64::max);
    let left = (MARGIN + numbers + BESIDE).ceil();
    let right = f64::from(WIDTH) - if picture.has_two_scales() { 150.0 } else { 76.0 };
    let bottom = if has_table { 788.0 } else { 822.0 };
    let step = (right - left) / picture.exactly.len() as f64;
    Frame { left, right, top: header + 30.0, bottom, low: picture.low, step }
}

/// Writes title, what was said, and caption; returns the baseline for the legend.
fn heading<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture) -> Result<f64, ChartError> {
    let ink = Ink::new(TITLE, TEXT).bold();
    canvas.text(&title(canvas, &picture.title, ink), (MARGIN, 90.0), ink)?;
    let mut baseline = 90.0;
    let said = wrapped(canvas, &picture.said, Ink::new(WORDS, QUIET));
    let lines = said.iter().map(|text| (text, QUIET, if text == &said[0] { 46.0 } else { 38.0 }));
    for (text, colour, below) in lines.chain([(&picture.caption, TEXT, 46.0)]) {
        let ink = Ink::new(WORDS, colour);
        baseline += below;
        canvas.text(&canvas.fitted(text, full_width(), ink), (MARGIN, baseline), ink)?;
    }
    Ok(baseline + 62.0)
}

/// What was said in as many lines as it needs, up to [`MOST_SAID`]; of more, the last is too long, and whoever writes it
/// ends it by an ellipsis.
fn wrapped<B: DrawingBackend>(canvas: &Canvas<B>, text: &str, ink: Ink) -> Vec<String> {
    let fits = |line: &str| canvas.room_for(line, ink) <= full_width();
    let mut lines: Vec<String> = Vec::new();
    let parts = text.split(BETWEEN).filter(|_| !text.is_empty()).flat_map(|part| {
        let words: Vec<&str> = if fits(part) { vec![part] } else { part.split(' ').collect() };
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

/// The title; if it is too wide, the longer name is cut first.
fn title<B: DrawingBackend>(canvas: &Canvas<B>, [attacker, verb, defender]: &[String; 3], ink: Ink) -> String {
    let whole = format!("{attacker} {verb} {defender}");
    if canvas.fitted(&whole, full_width(), ink) == whole {
        return whole;
    }
    let [a, d] = [attacker, defender].map(|name| canvas.room_for(name, ink));
    let room = full_width() - canvas.room_for(&format!(" {verb} "), ink);
    let rooms = match room / 2.0 {
        half if a <= half => [f64::INFINITY, room - a],
        half if d <= half => [room - d, f64::INFINITY],
        half => [half, half],
    };
    format!("{} {verb} {}", canvas.fitted(attacker, rooms[0], ink), canvas.fitted(defender, rooms[1], ink))
}

/// Says what is drawn; each entry stands beside its sign.
fn legend<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, baseline: f64, left: f64) -> Drawn {
    let (mut x, y) = (left, baseline - 9.0);
    let scale = |side: &str| if picture.has_two_scales() { format!(" ({side} scale)") } else { String::new() };
    let write = |text: &str, x: &mut f64, ink: Ink| -> Drawn {
        canvas.text(text, (*x, baseline), ink)?;
        *x += canvas.room_for(text, ink);
        Ok(())
    };
    write("probability of", &mut x, Ink::new(WORDS, QUIET))?;
    x += 26.0;
    canvas.rectangle([(x, y - 12.0), (x + 24.0, y + 12.0)], BAR)?;
    x += 36.0;
    write(&format!("exactly{}", scale("left")), &mut x, Ink::new(WORDS, BAR_TEXT))?;
    if picture.rolled.is_some() {
        x += 40.0;
        mark(canvas, (x, y), 6.0)?;
        x += 18.0;
        write("exactly, by dice", &mut x, Ink::new(WORDS, DICE))?;
    }
    x += 40.0;
    canvas.line(&[(x, y), (x + 48.0, y)], LINE, 3)?;
    point(canvas, (x + 24.0, y))?;
    x += 60.0;
    write(&format!("at least{}", scale("right")), &mut x, Ink::new(WORDS, LINE_TEXT))
}

/// The lines of the grid with their numbers.
fn grid<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> Drawn {
    let two = picture.has_two_scales();
    for part in 0..=PARTS {
        let share = part as f64 / PARTS as f64;
        let y = frame.y(share);
        canvas.line(&[(frame.left, y), (frame.right, y)], GRID, 1)?;
        let ink = Ink::new(NUMBERS, if two { BAR_TEXT } else { QUIET }).at(HPos::Right);
        canvas.text(&level(picture.top, part), (frame.left - BESIDE, y + 9.0), ink)?;
        if two {
            canvas.text(&level(1.0, part), (frame.right + BESIDE, y + 9.0), Ink::new(NUMBERS, LINE_TEXT))?;
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

fn bars<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> Drawn {
    let heights = picture.exactly.iter().map(|p| frame.y(p / picture.top));
    if frame.step < CLOSE {
        let mut outline: Vec<Spot> = vec![(frame.left, frame.bottom)];
        for (index, y) in heights.enumerate() {
            let left = frame.left + index as f64 * frame.step;
            outline.extend([(left, y), (left + frame.step, y)]);
        }
        outline.push((frame.right, frame.bottom));
        return canvas.polygon(&outline, BAR);
    }
    let half = (frame.step * BAR_SHARE).min(WIDEST_BAR) / 2.0;
    for (index, y) in heights.enumerate().filter(|(_, y)| frame.bottom - y >= 0.25) {
        let x = frame.x(index);
        canvas.rectangle([(x - half, y), (x + half, frame.bottom)], BAR)?;
    }
    Ok(())
}

fn line<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> Drawn {
    let places: Vec<Spot> =
        picture.at_least.iter().enumerate().map(|(index, p)| (frame.x(index), frame.y(*p))).collect();
    if places.len() > 1 {
        canvas.line(&places, LINE, 3)?;
    }
    if frame.step >= POINTS_APART {
        places.iter().try_for_each(|place| point(canvas, *place))?;
    }
    Ok(())
}

/// A point of the line, set off from what is behind it.
fn point<B: DrawingBackend>(canvas: &Canvas<B>, place: Spot) -> Drawn {
    canvas.disc(place, 9.0, WHITE)?;
    canvas.disc(place, 6.5, LINE)
}

fn dice<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> Drawn {
    let radius = (frame.step * 0.2).clamp(1.5, 5.5);
    for (index, p) in picture.rolled.iter().flatten().enumerate() {
        mark(canvas, (frame.x(index), frame.y(p / picture.top)), radius)?;
    }
    Ok(())
}

/// Where the dice saw a bar end.
fn mark<B: DrawingBackend>(canvas: &Canvas<B>, place: Spot, radius: f64) -> Drawn {
    canvas.disc(place, radius + 1.0, WHITE)?;
    canvas.disc(place, radius, DICE)
}

/// Numbers below the axis, as many as have room, and what they count.
fn ticks<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> Drawn {
    let ink = Ink::new(NUMBERS, TEXT).at(HPos::Center);
    let high = frame.low + picture.exactly.len() - 1;
    let room = canvas.width(&grouped(high as u64), ink) + 28.0;
    let every = round_steps().find(|every| *every as f64 * frame.step >= room).unwrap_or(1);
    for value in (frame.low..=high).filter(|value| value % every == 0) {
        let x = frame.x(value - frame.low);
        canvas.line(&[(x, frame.bottom), (x, frame.bottom + 8.0)], AXIS, 2)?;
        canvas.text(&grouped(value as u64), (x, frame.bottom + 40.0), ink)?;
    }
    let ink = Ink::new(WORDS, TEXT).at(HPos::Center);
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
    /// The columns, if there is room for them.
    fn of<B: DrawingBackend>(canvas: &Canvas<B>, picture: &Picture) -> Option<Self> {
        let texts = |p: &[f64]| -> Vec<String> { p.iter().map(|p| percent(*p)).collect() };
        let columns = Self { exactly: texts(&picture.exactly), at_least: texts(&picture.at_least) };
        let ink = Ink::new(NUMBERS, TEXT);
        let texts = columns.exactly.iter().chain(&columns.at_least);
        let widest = texts.map(|text| canvas.width(text, ink)).fold(0.0, f64::max);
        let fits = frame(canvas, picture, 0.0, true).step >= widest + 14.0;
        fits.then_some(columns)
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>, picture: &Picture, frame: &Frame) -> Drawn {
        let values: Vec<String> = (0..picture.exactly.len()).map(|index| grouped((frame.low + index) as u64)).collect();
        let rows = [
            (picture.axis.as_str(), &values, TEXT, 42.0),
            ("exactly", &self.exactly, BAR_TEXT, 84.0),
            ("at least", &self.at_least, LINE_TEXT, 124.0),
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
