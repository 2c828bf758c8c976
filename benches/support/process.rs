//! Whole processes, and what they hold in memory.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};

/// Commands on units that are built in.
pub(crate) const COMMANDS: [&[&str]; 3] = [
    &["attack", "liberators", "clawlord"],
    &["attack", "20 termagants", "terminators", "--phase", "shooting"],
    &["list", "units"],
];

/// A program that does nothing, or says what it holds if it gets a word.
const NOTHING: &str = r#"
fn main() {
    if std::env::args().count() > 1 {
        print!("{}", std::fs::read_to_string("/proc/self/status").unwrap_or_default());
    }
}
"#;

/// Runs a program to its end and returns how long that took by the clock.
pub(crate) fn run(program: &Path, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("it starts").success(), "{} {arguments:?}", program.display());
    start.elapsed()
}

/// The fastest of some runs by the clock.
pub(crate) fn fastest(program: &Path, arguments: &[&str]) -> Duration {
    (0..50).map(|_| run(program, arguments)).min().unwrap_or_default()
}

/// A Rust program that does nothing, compiled here: what any process costs.
pub(crate) fn nothing() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (folder.join("nothing.rs"), folder.join("nothing"));
    std::fs::write(&source, NOTHING).expect("target is there");
    let mut compiler = Command::new("rustc");
    compiler.args(["-O", "-Cpanic=abort", "-Cstrip=symbols", "-o"]).args([&program, &source]);
    assert!(compiler.status().expect("rustc is there").success());
    program
}

/// The most KiB that a command held, at most.
///
/// The kernel tells it of the largest process that this one ever started, and a process starts with the size of whoever
/// starts it. So ask this first, from a small process; it is never told too little.
pub(crate) fn held(program: &Path, arguments: &[&str]) -> u64 {
    run(program, arguments);
    getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel counts").max_rss() as u64
}

/// The KiB that a program which does nothing holds.
pub(crate) fn held_by_nothing(nothing: &Path) -> u64 {
    let said = Command::new(nothing).arg("hold").output().expect("it starts").stdout;
    let said = String::from_utf8_lossy(&said).into_owned();
    let line = said.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
    line.and_then(|kib| kib.parse().ok()).expect("the kernel says so")
}
