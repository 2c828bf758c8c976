//! The command line: what is printed, where it goes, and how it ends.

use assert_cmd::Command;

mod answers;
mod commands;
mod files;
mod hints;
mod import;
mod learning;
mod libraries;
#[cfg(target_os = "linux")]
mod limits;
mod mistakes;
mod options;
mod page;
mod said;
mod schema;
mod tables;
mod typed;

/// What the program and its libraries read of their surroundings, as it is for every program that is tested: as if nobody
/// had said anything.
const SETTINGS: &[(&str, &str)] = &[
    ("WARODDS_PROFILES", ""),
    ("WARODDS_LIBRARY", ""),
    ("WARODDS_40K", ""),
    ("WARODDS_COMPLETE", ""),
    ("XDG_DATA_HOME", ""),
    ("COLUMNS", ""),
    ("LINES", ""),
    ("NO_COLOR", ""),
    ("CLICOLOR", "0"),
    ("CLICOLOR_FORCE", ""),
    ("RAYON_NUM_THREADS", ""),
    ("_CLAP_COMPLETE_COMP_TYPE", ""),
    ("LC_ALL", "C.UTF-8"),
    ("HOME", env!("CARGO_TARGET_TMPDIR")),
];

/// A process of another kind, such as a shell that starts the program, away from the settings of whoever runs the tests.
fn sealed(program: impl AsRef<std::ffi::OsStr>) -> std::process::Command {
    let mut command = std::process::Command::new(program);
    for (variable, value) in SETTINGS {
        match value.is_empty() {
            true => command.env_remove(variable),
            false => command.env(variable, value),
        };
    }
    command
}

/// The program, away from the settings of whoever runs the tests.
fn warodds() -> Command {
    let mut command = Command::cargo_bin("warodds").expect("built with the tests");
    for (variable, value) in SETTINGS {
        match value.is_empty() {
            true => command.env_remove(variable),
            false => command.env(variable, value),
        };
    }
    command
}
