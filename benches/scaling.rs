//! How cost grows with the work, as a picture: `cargo bench --bench scaling` writes out/scaling.png.

mod support;

use std::hint::black_box;

use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use support::TRIALS;
use support::jobs::job;
use support::rounds::Rounds;
use support::units::{cells, table};
use warodds::ask::{FightRequest, Request, fight, prepare};
use warodds::dice::Amount;
use warodds::engine::{self, Method, Options, Sampling};
use warodds::sequence::Engagement;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/out/scaling.png");
/// Width and height of the picture.
const SIZE: (u32, u32) = (1_000, 1_050);
/// Where one part of the picture goes.
type Area<'a> = DrawingArea<BitMapBackend<'a>, plotters::coord::Shift>;
/// Sequences whose cost is shown beside one exact answer.
const SEQUENCES: f64 = 1_000.0;

/// One part of the picture: what grows, the rest of the job, and points of (how far, exact µs, sampled µs).
struct Series {
    grows: &'static str,
    job: &'static str,
    points: Vec<(f64, f64, f64)>,
}

fn measure(grows: &'static str, job: &'static str, sizes: &[u16], make: impl Fn(u16) -> Engagement) -> Series {
    let points = sizes.iter().map(|size| {
        let e = make(*size);
        let sampling = Sampling { trials: TRIALS, threads: Some(1), ..Sampling::default() };
        let mut rounds = Rounds::default();
        rounds.add("exact", 1.0, || drop(black_box(engine::exact(black_box(&e)))));
        rounds.add("sampled", TRIALS as f64, || drop(black_box(engine::sample(black_box(&e), &sampling))));
        point((grows, job), *size, rounds)
    });
    Series { grows, job, points: points.collect() }
}

/// The same of whole answers, from the names of the units.
fn measure_answers(grows: &'static str, job: &'static str, sizes: &[u16], ask: impl Fn(u16, &Options)) -> Series {
    let points = sizes.iter().map(|size| {
        let answer = |method: Method| {
            let sampling = Sampling { trials: SEQUENCES as u64, threads: Some(1), ..Sampling::default() };
            ask(black_box(*size), &Options { method, sampling });
        };
        let mut rounds = Rounds::default();
        rounds.add("exact", 1.0, || answer(Method::Exact));
        rounds.add("sampled", SEQUENCES, || answer(Method::Sampled));
        point((grows, job), *size, rounds)
    });
    Series { grows, job, points: points.collect() }
}

/// Measures one point of a line, and prints it.
fn point((grows, job): (&str, &str), size: u16, rounds: Rounds<'_>) -> (f64, f64, f64) {
    let times = rounds.run();
    let row = (f64::from(size), times.of("exact") / 1e3, times.of("sampled") / 1e3 * SEQUENCES);
    println!("{} {grows} {job}: exact {:.2} µs, {SEQUENCES} sequences {:.2} µs", row.0, row.1, row.2);
    row
}

/// So many Blood Knights of three wounds against twice as many Clanrats of one, both orders of striking.
fn knights(models: u16, rounds: usize, options: &Options) {
    let (a, b) = (format!("{models} blood-knights"), format!("{} clanrats", 2 * models));
    let request = FightRequest { a, b, rounds, base: Request::default(), ..FightRequest::default() };
    drop(black_box(fight(&request, options).unwrap_or_else(|error| panic!("{error}"))));
}

/// The decades that hold every time, so that all parts have the same scale, and one more for the names of the lines.
fn decades(series: &[Series]) -> (i32, i32) {
    let times = || series.iter().flat_map(|series| &series.points).flat_map(|point| [point.1, point.2]);
    let (low, high) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
    (low.log10().floor() as i32, high.log10().ceil() as i32 + 1)
}

fn draw(series: &[Series]) -> Result<(), Box<dyn std::error::Error>> {
    register_font("sans-serif", FontStyle::Normal, ttf_noto_sans::REGULAR).map_err(|_| "the font is not a font")?;
    let mut pixels = vec![0; (3 * SIZE.0 * SIZE.1) as usize];
    let root = BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let decades = decades(series);
    for (area, series) in root.split_evenly((3, 2)).iter().zip(series) {
        draw_one(area, series, decades)?;
    }
    root.present()?;
    drop(root);
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(std::fs::File::create(PATH)?), SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

fn draw_one(area: &Area<'_>, series: &Series, decades: (i32, i32)) -> Result<(), Box<dyn std::error::Error>> {
    let sizes: Vec<f64> = series.points.iter().map(|point| point.0).collect();
    let far = sizes.iter().fold(1.0, |far, size| size.max(far));
    let times = (decades.0..=decades.1).map(|n| 10f64.powi(n)).collect();
    // The lines end well within the frame, however long the axis is on paper.
    let wide = far.powf(0.04);
    let mut chart = ChartBuilder::on(area)
        .caption(format!("More {} {}", series.grows, series.job), ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(48)
        .y_label_area_size(72)
        .build_cartesian_2d(
            (1.0 / wide..far * wide).log_scale().with_key_points(sizes),
            (10f64.powi(decades.0)..10f64.powi(decades.1)).log_scale().with_key_points(times),
        )?;
    chart
        .configure_mesh()
        .x_desc(format!("number of {}", series.grows))
        .y_desc("time on one core in µs")
        .x_label_formatter(&|x| format!("{x}"))
        .y_label_formatter(&|y| format!("{y}"))
        .label_style(("sans-serif", 14))
        .draw()?;
    let exact = series.points.iter().map(|point| (point.0, point.1));
    let rolled = series.points.iter().map(|point| (point.0, point.2));
    for (name, colour, line) in [
        ("one exact answer", RGBColor(0, 90, 160), exact.collect::<Vec<_>>()),
        ("rolling the dice of 1,000 sequences", RGBColor(200, 90, 0), rolled.collect()),
    ] {
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)).point_size(3))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font(("sans-serif", 14))
        .background_style(WHITE)
        .draw()?;
    Ok(())
}

fn main() {
    let three = Amount::dice(1, 3);
    let all = [
        measure("attacks", "into 40 models of 3 wounds", &[1, 3, 10, 30, 100, 300, 1_000, 2_000], |attacks| {
            job(attacks, 40, 3, three, false, false)
        }),
        measure("models", "of 3 wounds, hit by 200 attacks", &[1, 3, 10, 30, 100, 200], |models| {
            job(200, models, 3, three, false, false)
        }),
        measure_answers("cells", "of a table of units of 40k", &[1, 3, 10, 30, 60, 100], |all, options| {
            let all = usize::from(all);
            drop(black_box(cells(&table("warhammer-40k", [all.div_ceil(10), all.min(10)], options))));
        }),
        measure("units", "one after the other, into 60 models of 1 wound", &[1, 2, 3, 5, 10, 20], |units| {
            let then = vec!["stormvermin".to_owned(); usize::from(units) - 1];
            let request =
                Request { defender: "60 clanrats".into(), attacker: "stormvermin".into(), then, ..Request::default() };
            prepare(&request).unwrap_or_else(|error| panic!("{error}")).engaged.engagement
        }),
        measure_answers("rounds", "of 10 × 3 wounds against 20 × 1", &[1, 2, 3, 5, 10, 20], |rounds, options| {
            knights(10, rounds.into(), options);
        }),
        measure_answers(
            "models",
            "of 3 wounds against twice as many of 1, 5 rounds",
            &[1, 2, 5, 10, 20, 30],
            |models, options| knights(models, 5, options),
        ),
    ];
    draw(&all).unwrap_or_else(|error| panic!("{PATH}: {error}"));
    println!("{PATH}");
}
