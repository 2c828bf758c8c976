//! The command line: what is printed, where it goes, and how it ends.

use assert_cmd::Command;

mod commands;
mod import;
mod learning;
#[cfg(target_os = "linux")]
mod limits;
mod mistakes;
mod said;
mod schema;
mod tables;

/// The program, away from the settings of whoever runs the tests.
fn warodds() -> Command {
    let mut command = Command::cargo_bin("warodds").expect("built with the tests");
    command.env_remove("WARODDS_PROFILES").env_remove("COLUMNS").env_remove("NO_COLOR");
    command
}
