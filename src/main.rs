//! The program `warodds`: all of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    warodds::cli::run()
}
