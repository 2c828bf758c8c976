//! How the program ends: exit codes, and what it says when something went wrong.

use std::io::{self, Write};
use std::process::ExitCode;

use super::args::ColorWhen;
use crate::error::{Error, Kind};
use crate::report::{mistakes, printable};

/// Why a command ends early.
pub(crate) enum Stop {
    /// Whoever read the answer has stopped reading.
    Quiet,
    /// Something went wrong.
    Error(Box<Error>),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(Box::new(error))
    }
}

/// The exit code of a command: 0 if all went well, 1 if the answer is no, 2 for wrong usage, 3 if a result could not be
/// written, 4 if dice and distributions disagree. What went wrong is said on stderr.
pub(super) fn code(ended: Result<(), Stop>, color: ColorWhen) -> ExitCode {
    let Err(Stop::Error(error)) = ended else { return ExitCode::SUCCESS };
    let _ = io::stderr().lock().write_all(text(&error, color.on_stderr()).as_bytes());
    ExitCode::from(match error.kind {
        Kind::No => 1,
        Kind::Usage => 2,
        Kind::Write => 3,
        Kind::Disagreement => 4,
    })
}

/// What stderr shows of an error, with colours if asked for.
fn text(error: &Error, color: bool) -> String {
    let mut text = mistakes(&error.diagnostics, color);
    if !error.message.is_empty() {
        let heading = if color { "\u{1b}[1m\u{1b}[91merror\u{1b}[0m" } else { "error" };
        text.push_str(&format!("{heading}: {}\n", printable(&error.message)));
    }
    for hint in &error.hints {
        text.push_str(&format!("  hint: {}\n", printable(hint)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_that_disagree_end_the_program_with_4() {
        let ended = |error: Error| code(Err(error.into()), ColorWhen::Never);
        assert_eq!(ended(Error::disagreement("this attack")), ExitCode::from(4));
        assert_eq!(ended(Error::usage("no such unit")), ExitCode::from(2));
    }
}
