//! warodds: exact odds for tabletop attacks.
//!
//! If this unit attacks that unit, what happens? Not the average: the whole distribution. Every question of the command line
//! is a function of [`ask`]: a request says in plain texts what a player would type, the answer holds the numbers, and
//! [`report`] writes it as text, JSON, CSV, Markdown or a picture.
//!
//! # One attack
//!
//! A [`Request`](ask::Request) says what is asked, [`prepare`](ask::prepare) finds the units and reads the rules,
//! [`Prepared::report`](ask::Prepared::report) multiplies distributions or rolls dice.
//!
//! ```
//! use warodds::ask::{Request, prepare};
//! use warodds::engine::Options;
//!
//! let request = Request {
//!     attacker: "10 liberators".into(),
//!     defender: "clawlord".into(),
//!     with: vec!["all-out attack".into()],
//!     ..Request::default()
//! };
//! let (report, _) = prepare(&request)?.report(&Options::default(), &|_| {})?;
//!
//! let lost = report.results.metric("wounds-lost").expect("every attack has it");
//! assert_eq!(report.defender.name, "Clawlord on Gnaw-beast");
//! assert_eq!((lost.pmf.quantile(0.5), lost.pmf.max()), (7, 7));
//! let gone = report.results.chance("destroyed").expect("every attack has it");
//! assert!((gone.p - lost.pmf.at(7)).abs() < 1e-12);
//! # Ok::<(), warodds::error::Error>(())
//! ```
//!
//! # A unit of one's own
//!
//! A unit that is not a file is a text; what is wrong with it is reported with its place:
//!
//! ```
//! use warodds::ask::{Request, prepare_units};
//! use warodds::engine::Options;
//! use warodds::profile::{Found, Source};
//!
//! let spear = "[[weapon]]\nname = \"Spear\"\nattacks = 2\nhit = \"3+\"\nwound = \"4+\"\ndamage = 1\n";
//! let guard = "game = \"age-of-sigmar\"\nname = \"Guard\"\nmodels = 5\nhealth = 1\n";
//! let unit = |text: String| (Found::of("guard", Source::new("guard.toml", text)), None);
//!
//! let right = unit(format!("{guard}save = \"5+\"\n{spear}"));
//! let (report, _) = prepare_units(&[right.clone()], &right, &Request::default())?.report(&Options::default(), &|_| {})?;
//! // Ten attacks: 2/3 hit, 1/2 wound, and a save of 5+ fails in 2/3.
//! let damage = report.results.metric("damage").expect("every attack has it");
//! assert!((damage.summary.mean - 20.0 / 9.0).abs() < 1e-12);
//!
//! let wrong = unit(format!("{guard}save = 5\n{spear}"));
//! let error = prepare_units(&[right], &wrong, &Request::default()).err().expect("a save has a plus");
//! assert!(error.to_string().contains("guard.toml:5:8: `save` is not a number to reach (write `\"5+\"`)"));
//! # Ok::<(), warodds::error::Error>(())
//! ```
//!
//! # Every question
//!
//! | what is asked | function | answer |
//! |---|---|---|
//! | what does this attack do? | [`ask::prepare`] | [`ask::Report`] |
//! | which unit does what to which? | [`ask::compare()`] | [`ask::Comparison`] |
//! | how does it change with a save, a size, an effect? | [`ask::sweep()`] | [`ask::Sweep`] |
//! | what is each command, buff and weapon worth here? | [`ask::advise()`] | [`ask::Advice`] |
//! | if both strike, who is left? | [`ask::fight()`] | [`ask::FightReport`] |
//! | who should attack whom, and what then? | [`ask::plan()`] | [`ask::PlanReport`] |
//! | charges, casting, morale, plain dice | [`ask::odds::ask`], [`ask::odds::dice`] | [`questions::Answered`] |
//! | what does one more thing change? | [`ask::VersusReport`] of two reports | the same |
//! | what changed between two editions? | [`ask::against_edition`] | [`ask::EditionsReport`] |
//! | what is in this roster or catalogue? | [`ask::import()`] | [`profile::import::Imported`] |
//!
//! Each has an example on its own page. [`engine::Options`] chooses between exact and sampled answers, [`games::GAMES`] lists
//! what each game can say, [`profile::Library`] the units, and [`stats::Pmf`] is a distribution. What goes wrong is an
//! [`error::Error`]: text for a person, mistakes with file, line and what to write instead.
//!
//! # What stays
//!
//! `CONTRIBUTING.md` says what may change between versions. Everything that is shown here is covered but for two modules
//! below it: [`sequence`], the dice tables that rules become, and [`dice`] are for those who ask an engine something that no
//! game says, and change more often.
//!
//! # The map
//!
//! ```text
//! profiles/<game>/x.toml ─┐
//! profiles/<game>/y.toml ─┤ profile: text -> Document, every value with its place
//! --with, --set, …        ┤ ask:     find the units, change them as asked
//!                         ▼
//!              games::<game>: Documents + situation -> drafts -> Engagement
//!                         ▼           (a list of tables; no game below this line, no probability above it)
//!              sequence: Roll, Settle, Strike — what a table means, read twice
//!                         ▼
//!              engine:   exact  — multiplies distributions ──┐
//!                        sampled — rolls dice, 256 at a time ┴─> Outcome, Agreement
//!                         ▼
//!              report:   every answer -> Sheet and rows -> terminal, CSV, JSON, PNG, SVG
//! ```
//!
//! Imports run one way: `cli → ask → questions, report, games, engine → sequence, profile → grammar → dice, stats`. The engines
//! never import a game; dice other than attacks are a wing of their own, [`questions`].
//!
//! # What always holds
//!
//! | | held by the test |
//! |---|---|
//! | Imports run one way, and no files name each other in a circle. | `house::imports::imports_run_one_way` |
//! | No engine names anything of another; where they agree, that is evidence. | `engine::apart::neither_engine_names_anything_of_the_other` |
//! | No game is named below `games`. | `house::invariants::no_game_is_named_below_games` |
//! | No probability is computed in `games`: they make tables. | `house::invariants::games_compute_no_probability` |
//! | What computes reads no clock, file or setting. | `house::invariants::what_computes_reads_nothing_but_what_it_is_given` |
//! | Each rule exists once, and has a line in its game's index. | `games::rules_index::every_index_reads_and_no_rule_stands_twice` |
//! | The same seed gives the same bytes, whatever the threads and the processor. | `engine::determinism::threads_and_levels_change_nothing` |
//! | An exact answer has the same bits in every build. | `engine::bits::every_build_and_processor_gives_the_same_bits` |
//! | A file is written whole or not at all. | `cli::commands::what_cannot_be_written_ends_with_3_and_leaves_nothing` |
//! | Nothing ends the program without a proof that it cannot happen. | `house::invariants::nothing_ends_the_program_without_a_proof_that_it_cannot` |
//!
//! # Where to look
//!
//! Where to look first: [`sequence`] says what a table means; `games/age_of_sigmar` is a whole game, `games/warcry`
//! one of quite another shape.
//!
//! * A new effect, or ability of a weapon, is one entry in a game's `effects.rs` or `abilities.rs`: help, lists, suggestions
//!   and the tests over all entries follow from it.
//! * A new wording is one row of `src/grammar/english.txt`, or of the `wordings.txt` of a game: every door reads it.
//! * A new game is one folder and its name in [`games::GAMES`].
//! * A new result of an attack is one function and its name in the list of `ask/results.rs`; every output follows.
//! * A new output is one line in [`report::FORMATS`] and one file beside the others.
//! * A new dice question is one entry in the list of its game's folder in `questions/`.
//! * A new mistake that people make is one file in `tests/profile/diagnostics/`.
#![forbid(unsafe_code)]
// Some of what is not public is called by the command line alone.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

pub mod ask;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod dice;
pub mod engine;
pub mod error;
pub mod games;
mod grammar;
#[cfg(test)]
#[path = "../tests/engine/planted.rs"]
mod planted_errors;
pub mod profile;
pub mod questions;
pub mod report;
pub mod sequence;
pub mod stats;
#[cfg(any(test, feature = "witness"))]
#[doc(hidden)]
#[path = "../tests/witness/mod.rs"]
pub mod witness;
mod words;
