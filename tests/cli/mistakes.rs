//! Command lines as people mistype them, one a line of `mistakes/commands.txt`; what they are told is one listing.

use super::warodds;

/// The words of a line, in which double quotes hold together what belongs together.
pub(super) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in line.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn mistyped_commands_say_what_to_type() {
    let mut listing = String::new();
    for line in include_str!("mistakes/commands.txt").lines() {
        let out = warodds().args(&words(line)[1..]).write_stdin("").output().expect("run");
        let said = String::from_utf8_lossy(&out.stderr).replace("\r\n", "\n");
        assert_eq!(out.status.code(), Some(2), "{line}: {said}");
        assert!(out.stdout.is_empty(), "{line} has an answer");
        // Systems have different words for a file that is not there.
        let said: String = said
            .lines()
            .map(|line| match line.split_once(" cannot be read: ") {
                Some((file, _)) if line.contains("(os error") => format!("{file} cannot be read: …\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        listing.push_str(&format!("$ {line}\n{said}\n"));
    }
    insta::assert_snapshot!(listing);
}
