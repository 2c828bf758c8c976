//! Every option that a command takes acts, or is refused with what to type; none is silently ignored.

use super::mistakes::words;
use super::warodds;

/// Questions that most options could change, one of each command.
const ASKED: &[&str] = &[
    "attack liberators clawlord",
    "explain liberators clawlord",
    "compare liberators --into clawlord",
    "sweep liberators clawlord --vary defender.save=3+,4+",
    "advise liberators clawlord",
    "fight liberators clawlord --rounds 1",
    "plan liberators --into clawlord",
    "need liberators --into clawlord",
    "advise liberators --into clawlord",
    "threats clawlord --from liberators",
    "build --from liberators --points 180 --into clawlord",
    "odds aos charge 9",
    "odds 2d6 9+",
];
/// Options, each with a value that changes an attack of Liberators on a Clawlord where it means something.
const OPTIONS: &[&str] = &[
    "--weapon grandhammer", "--weapon \"A: grandhammer\"", "--then varanguard", "--method sampled", "--phase shooting",
    "--edition core", "--edition 11", "--metric damage", "--goal destroyed", "--cp 0 --with \"all-out attack\"",
    "--cp none", "--until 50%", "--order nonsense", "--order \"A: nonsense\"", "--set defender.save=2+",
    "--with \"A: all-out attack\"", "--at-least 7", "--both-ways", "--against-edition 11", "--size square",
    "--theme dark", "--csv-style excel", "--font nowhere.ttf", "--pmf", "--trials 1000", "--seed 7", "--cp 0",
];

/// The exit code, the answer, and what is said beside it.
fn told(line: &str) -> (Option<i32>, String, String) {
    let out = warodds().args(words(line)).write_stdin("").output().expect("run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (out.status.code(), text(&out.stdout), text(&out.stderr))
}

#[test]
fn every_option_acts_or_is_refused_with_what_to_type() {
    let mut wrong = Vec::new();
    for asked in ASKED {
        let (code, plain, _) = told(asked);
        assert_eq!(code, Some(0), "{asked}");
        for option in OPTIONS {
            let line = format!("{asked} {option}");
            let (code, answer, said) = told(&line);
            let is_refused =
                code == Some(2) && ["hint: ", "= help: ", ": write "].iter().any(|mark| said.contains(mark));
            let acts = code == Some(0) && (answer != plain || said.contains("`-"));
            if !is_refused && !acts {
                wrong.push(format!("$ {line}\n{code:?}\n{said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), ASKED.len() * OPTIONS.len(), wrong.join("\n"));
}
