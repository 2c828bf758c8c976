//! How cost grows with the work, as a picture: `cargo bench --bench scaling` writes out/scaling.png.

mod support;

use std::hint::black_box;

use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use support::TRIALS;
use support::jobs::{job, several};
use support::rounds::Rounds;
use warodds::dice::Amount;
use warodds::engine::{self, Sampling};
use warodds::sequence::Engagement;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/out/scaling.png");
/// Width and height of the picture.
const SIZE: (u32, u32) = (1_000, 700);
/// Sequences whose cost is shown beside one exact answer.
const SEQUENCES: f64 = 1_000.0;

/// One axis of the picture: what grows, and points of (how far, exact µs, sampled µs).
struct Series {
    name: &'static str,
    points: Vec<(f64, f64, f64)>,
}

fn measure(name: &'static str, sizes: &[u16], make: impl Fn(u16) -> Engagement) -> Series {
    let points = sizes.iter().map(|size| {
        let e = make(*size);
        let sampling = Sampling { trials: TRIALS, threads: Some(1), ..Sampling::default() };
        let mut rounds = Rounds::default();
        rounds.add("exact", 1.0, || drop(black_box(engine::exact(black_box(&e)))));
        rounds.add("sampled", TRIALS as f64, || drop(black_box(engine::sample(black_box(&e), &sampling))));
        let times = rounds.run();
        let row = (f64::from(*size), times.of("exact") / 1e3, times.of("sampled") / 1e3 * SEQUENCES);
        println!("{name} {}: exact {:.2} µs, {SEQUENCES} sequences {:.2} µs", row.0, row.1, row.2);
        row
    });
    Series { name, points: points.collect() }
}

fn draw(series: &[Series]) -> Result<(), Box<dyn std::error::Error>> {
    register_font("sans-serif", FontStyle::Normal, ttf_noto_sans::REGULAR).map_err(|_| "the font is not a font")?;
    let mut pixels = vec![0; (3 * SIZE.0 * SIZE.1) as usize];
    let root = BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (ours, dice) = (RGBColor(0, 90, 160), RGBColor(200, 90, 0));
    for (area, series) in root.split_evenly((2, 2)).iter().zip(series) {
        let far = series.points.iter().map(|point| point.0).fold(1.0, f64::max);
        let times = || series.points.iter().flat_map(|point| [point.1, point.2]);
        let (low, high) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
        let mut chart = ChartBuilder::on(area)
            .caption(series.name, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(34)
            .y_label_area_size(64)
            .build_cartesian_2d((1f64..far).log_scale(), (low / 1.5..high * 1.5).log_scale())?;
        chart
            .configure_mesh()
            .y_desc("µs")
            .x_label_formatter(&|x| format!("{x}"))
            .y_label_formatter(&|y| format!("{y}"))
            .label_style(("sans-serif", 14))
            .light_line_style(WHITE)
            .draw()?;
        let exact = LineSeries::new(series.points.iter().map(|p| (p.0, p.1)), ours.stroke_width(2)).point_size(3);
        chart
            .draw_series(exact)?
            .label("one exact answer")
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], ours));
        let sampled = LineSeries::new(series.points.iter().map(|p| (p.0, p.2)), dice.stroke_width(2)).point_size(3);
        chart
            .draw_series(sampled)?
            .label("1,000 sequences rolled")
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], dice));
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(("sans-serif", 14))
            .background_style(WHITE)
            .draw()?;
    }
    root.present()?;
    drop(root);
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(std::fs::File::create(PATH)?), SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

fn main() {
    let three = Amount::dice(1, 3);
    let all = [
        measure("attacks, into 40 models of 3 wounds", &[1, 3, 10, 30, 100, 300, 1_000, 2_000], |attacks| {
            job(attacks, 40, 3, three, false, false)
        }),
        measure("models of 3 wounds, 200 attacks", &[1, 3, 10, 30, 100, 200], |models| {
            job(200, models, 3, three, false, false)
        }),
        measure("wounds of each of 10 models, 200 attacks", &[1, 2, 4, 8, 16, 40], |wounds| {
            job(200, 10, wounds, three, false, false)
        }),
        measure("weapons of 20 attacks, into 40 models of 3 wounds", &[1, 2, 3, 5, 7, 10], |weapons| {
            several(weapons, 20, 40, 3)
        }),
    ];
    draw(&all).unwrap_or_else(|error| panic!("{PATH}: {error}"));
    println!("{PATH}");
}
