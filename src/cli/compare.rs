//! `compare`: which unit does what to which?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{ColorWhen, OutputArgs};
use super::complete;
use super::exit::Stop;
use super::output::{answer, say, unwritten, write_drawn};
use super::progress::heed_interrupts;
use super::watched::{ManyArgs, Run, agreed, watched};
use crate::ask::{
    CompareCell, CompareRequest, Comparison, ListsRequest, MAX_SHOWN, Reached, Shard, Tally, compare as prepare,
    compare_csv_head, compare_lists,
};
use crate::ask::{chance, metric};
use crate::error::Error;
#[cfg(feature = "parquet")]
use crate::report::ParquetFile;
use crate::report::counted;
use crate::report::{CsvStyle, FORMATS, PartialFile, make_folder, text};

/// Notes on sizes and phases that are said one by one.
const MOST_NOTES: usize = 12;

/// Options of `compare`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CompareArgs {
    /// Who attacks: names, "10 liberators", patterns such as "aos/*", and "a & b": one after the other.
    ///
    /// "game/typical" names the units that stand for a kind of target. Games have short names: aos, 40k, tmg.
    #[arg(required = true, value_name = "ATTACKER", add = complete::units())]
    pub(crate) attackers: Vec<String>,
    /// Who is attacked; named in the same way.
    #[arg(long, required = true, num_args = 1.., value_name = "DEFENDER", add = complete::units())]
    pub(crate) into: Vec<String>,
    /// Means for each 100 points of the attacker.
    #[arg(long, aliases = ["points", "per-100", "per-point", "efficiency"])]
    pub(crate) per_100_points: bool,
    /// Also what the defenders do to the attackers.
    #[arg(long)]
    pub(crate) both_ways: bool,
    /// Also each attacker with this, as a row of its own: an effect, written as for `--with`, or a command by its name;
    /// repeatable.
    #[arg(long = "try", value_name = "WHAT", allow_hyphen_values = true)]
    pub(crate) tries: Vec<String>,
    /// Count the targets that each attacker destroys with this chance: "50%".
    #[arg(long, value_name = "CHANCE", value_parser = chance)]
    pub(crate) at_least: Option<f64>,
    /// Each name is a whole list, a roster, a folder or a unit: the part of each enemy's wounds that it takes in one turn, by
    /// the best assignment of its units.
    #[arg(long)]
    pub(crate) lists: bool,
    /// Only a part of the rows: "2/4" is the second quarter of the attackers.
    ///
    /// Several machines share a large table this way: the rows of all parts, one after the other, are those of the whole,
    /// byte for byte. `warodds help scale` shows how.
    #[arg(long, value_name = "K/N", hide_short_help = true)]
    pub(crate) shard: Option<Shard>,
    /// Write the rows as Parquet, for databases: a tenth of the CSV.
    #[arg(long, value_name = "PATH", hide_short_help = true)]
    pub(crate) parquet: Option<PathBuf>,
    /// A result that is shown; repeatable. Left out: wounds-lost and destroyed. Also damage, slain, points-destroyed …
    #[arg(long, value_name = "RESULT", value_parser = metric, add = complete::results())]
    pub(crate) metric: Vec<String>,
    /// Write whole distributions into JSON.
    #[arg(long)]
    pub(crate) pmf: bool,
    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

impl CompareArgs {
    /// Every unit that is named.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        self.attackers.iter().chain(&self.into).map(String::as_str)
    }
}

/// What whole lists take.
fn of_lists(args: &CompareArgs, color: ColorWhen) -> Result<(), Stop> {
    let is_idle = [
        ("--per-100-points", args.per_100_points),
        ("--both-ways", args.both_ways),
        ("--try", !args.tries.is_empty()),
        ("--at-least", args.at_least.is_some()),
        ("--shard", args.shard.is_some()),
        ("--parquet", args.parquet.is_some()),
        ("--metric", !args.metric.is_empty()),
        ("--pmf", args.pmf),
    ];
    if let Some((option, _)) = is_idle.into_iter().find(|(_, is_said)| *is_said) {
        let error = Error::usage(format!("`{option}` is about units one by one, and `--lists` compares whole lists"));
        return Err(error.hint(format!("leave out `{option}`, or `--lists`")).into());
    }
    let request =
        ListsRequest { lists: args.attackers.clone(), into: args.into.clone(), base: args.many.table.request() };
    watched(args.many.parts(), (args.units(), color), &request, compare_lists).map(drop)
}

pub(super) fn compare(args: &CompareArgs, color: ColorWhen) -> Result<(), Stop> {
    if args.lists {
        return of_lists(args, color);
    }
    let work = Run::of(&args.many.table, &args.many.output, color, args.units())?;
    let options = args.many.engine.options();
    let request = CompareRequest {
        attackers: args.attackers.clone(),
        defenders: args.into.clone(),
        base: args.many.table.request(),
        metrics: args.metric.clone(),
        per_100_points: args.per_100_points,
        both_ways: args.both_ways,
        pmf: args.pmf,
        shard: args.shard,
        tries: args.tries.clone(),
        at_least: args.at_least,
        only_shown: args.many.output.out.is_none()
            && !args.many.output.files.all().any(|(format, _)| format.ending == "json"),
        drawn: args.many.output.out.is_some() || args.many.output.files.all().any(|(format, _)| format.is_drawn()),
    };
    let comparison = prepare(&request, &options)?;
    let size = (comparison.attackers().len(), comparison.defenders().len());
    check_pictures(size, &args.many.output, "units")?;
    check_reading(size, &args.many.output)?;
    work.notes(comparison.notes().iter().take(MOST_NOTES));
    work.notes(args.many.engine.dice.random_seed(&options));
    heed_interrupts();
    let mut sinks = Sinks::open(&comparison, &args.many.output, args.parquet.as_deref())?;
    let mut tally = Tally::of(&comparison);
    let reached = run(&comparison, &work, args, &mut |row| {
        row.iter().for_each(|cell| tally.add(&comparison, cell));
        sinks.add(&comparison, &row)
    })?;
    let wrote = sinks.close(reached)?;
    let sheet = comparison.sheet(&tally, reached);
    if !work.is_taken {
        answer(text(&sheet, work.screen()).as_bytes())?;
    }
    converse(args, &wrote, &tally);
    work.notes(args.many.engine.unrolled(&sheet.method));
    write_drawn(&sheet, &args.many.output, args.many.table.quiet)?;
    if !reached.is_all() {
        say(&stopped(reached));
    }
    work.say_time(&format!("{} cells", reached.cells));
    agreed(tally.disagree() == 0, &counted(tally.disagree(), "cell"))
}

/// How far work came that was stopped.
pub(super) fn stopped(reached: Reached) -> String {
    format!("stopped after {} of {} cells; what was written ends with a whole row", reached.cells, reached.of)
}

/// What the answer does not say itself.
fn converse(args: &CompareArgs, wrote: &[PathBuf], tally: &Tally) {
    let is_read = args.many.output.files.all().any(|(_, path)| path.as_os_str() == "-");
    if tally.refused() > 0 && is_read && !args.many.table.quiet {
        say(&format!("note: {} cells could not be computed; each says why", tally.refused()));
    }
    if !args.many.table.quiet {
        wrote.iter().for_each(|path| say(&format!("wrote {}", path.display())));
    }
}

/// Refuses pictures of more cells than anybody sees in one, before any is computed; `what` is beside them.
pub(super) fn check_pictures((rows, columns): (usize, usize), output: &OutputArgs, what: &str) -> Result<(), Error> {
    const MOST: usize = 120;
    let wanted = output.files.all().any(|(format, _)| matches!(format.ending, "png" | "svg"));
    if !wanted || (rows.max(columns) <= MOST && rows * columns <= MAX_SHOWN) {
        return Ok(());
    }
    let message =
        format!("{rows} × {columns} cells are too many for a picture: at most {MOST} × {MOST}, and {MAX_SHOWN} in all");
    Err(Error::usage(message).hint(format!("leave the picture out: `--csv PATH` has every cell; or name fewer {what}")))
}

/// Refuses tables that nobody reads.
fn check_reading((rows, columns): (usize, usize), output: &OutputArgs) -> Result<(), Error> {
    if output.files.all().any(|(format, _)| format.ending == "md") && rows * columns > MAX_SHOWN {
        let message = format!("{} cells are too many for a table to read: at most {MAX_SHOWN}", rows * columns);
        return Err(Error::usage(message).hint("write `--csv PATH`, or name fewer units".to_owned()));
    }
    Ok(())
}

/// Computes with a progress bar, until all is done or the user wants no more.
fn run(
    comparison: &Comparison,
    work: &Run<'_>,
    args: &CompareArgs,
    take: &mut (dyn FnMut(Vec<CompareCell>) -> Result<(), Stop> + Send),
) -> Result<Reached, Stop> {
    let threads = args.many.engine.dice.threads.map(usize::from);
    // Where there are no threads, as in a browser, the work is done by the one that there is.
    let pool = threads.and_then(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok());
    work.watching("cells", comparison.cells() as u64, |watch| match pool {
        Some(pool) => pool.install(|| comparison.each_row(watch, take)),
        None => comparison.each_row(watch, take),
    })
}

/// Where cells are written while further ones are computed.
struct Sinks {
    sinks: Vec<Sink>,
    #[cfg(feature = "parquet")]
    parquet: Option<ParquetFile>,
}

struct Sink {
    is_json: bool,
    style: CsvStyle,
    /// Whether the last cell was one of the way back.
    last: Option<bool>,
    to: To,
    /// The memory of the lines before.
    room: Vec<u8>,
}

enum To {
    Stdout(io::BufWriter<io::Stdout>),
    File(Box<PartialFile>),
}

impl Sinks {
    fn open(comparison: &Comparison, output: &OutputArgs, parquet: Option<&Path>) -> Result<Self, Stop> {
        if parquet.is_some_and(|path| path.as_os_str() == "-") {
            let message = "Parquet is not written to standard output";
            return Err(Error::usage(message).hint("write `--parquet PATH`, or `--csv -`".to_owned()).into());
        }
        #[cfg(not(feature = "parquet"))]
        if parquet.is_some() {
            let message = "this program was built without Parquet";
            let hint = "the archives of a release have it, and `cargo build --release --features parquet`; `--csv PATH` has the same rows";
            return Err(Error::usage(message).hint(hint.to_owned()).into());
        }
        let style: CsvStyle = output.files.style().csv;
        let mut sinks = Vec::new();
        let mut add = |ending: &str, path: &Path| -> Result<(), Stop> {
            let to = if path.as_os_str() == "-" {
                To::Stdout(io::BufWriter::new(io::stdout()))
            } else {
                To::File(Box::new(PartialFile::of(path).map_err(Error::from)?))
            };
            let mut sink = Sink { is_json: ending == "json", style, last: None, to, room: Vec::new() };
            sink.write(&match ending {
                "json" => comparison.json_head().into_bytes(),
                _ => compare_csv_head(style),
            })?;
            sinks.push(sink);
            Ok(())
        };
        let is_data = |ending: &str| matches!(ending, "json" | "csv");
        for (format, path) in output.files.all().filter(|(format, _)| is_data(format.ending)) {
            add(format.ending, path)?;
        }
        if let Some(folder) = &output.out {
            make_folder(folder).map_err(Error::from)?;
            for format in FORMATS.iter().filter(|format| is_data(format.ending)) {
                add(format.ending, &folder.join(format!("{}.{}", comparison.file_name(), format.ending)))?;
            }
        }
        Ok(Self {
            sinks,
            #[cfg(feature = "parquet")]
            parquet: parquet.map(|path| comparison.parquet(path)).transpose()?,
        })
    }

    fn add(&mut self, comparison: &Comparison, row: &[CompareCell]) -> Result<(), Stop> {
        for sink in &mut self.sinks {
            if !sink.is_json {
                let lines = comparison.csv_lines_in(std::mem::take(&mut sink.room), row, sink.style);
                sink.write(&lines)?;
                sink.room = lines;
                continue;
            }
            let mut bytes = Vec::new();
            for cell in row {
                bytes.extend_from_slice(comparison.json_cell(cell, sink.last).as_bytes());
                sink.last = Some(cell.back);
            }
            sink.write(&bytes)?;
        }
        #[cfg(feature = "parquet")]
        self.parquet.iter_mut().try_for_each(|file| comparison.add_rows(row, file))?;
        Ok(())
    }

    /// Writes the end of each file; returns the files that were written.
    fn close(self, reached: Reached) -> Result<Vec<PathBuf>, Stop> {
        let mut wrote = Vec::new();
        for mut sink in self.sinks {
            if sink.is_json {
                let tail = Comparison::json_tail(sink.last, reached);
                sink.write(tail.as_bytes())?;
            }
            match sink.to {
                To::Stdout(mut out) => out.flush().map_err(|error| unwritten(&error))?,
                To::File(draft) => wrote.push(draft.finish().map_err(Error::from)?),
            }
        }
        #[cfg(feature = "parquet")]
        if let Some(file) = self.parquet {
            wrote.push(file.finish().map_err(Error::from)?);
        }
        Ok(wrote)
    }
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        match &mut self.to {
            To::Stdout(out) => out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| unwritten(&error)),
            To::File(draft) => draft.write(bytes).map_err(|error| Error::from(error).into()),
        }
    }
}
