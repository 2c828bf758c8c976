//! Battle-shock of units that lose a part, and of units without a Leadership.

use super::{ask, line};
use crate::support::near;

/// A profile in a file of its own.
fn file(name: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("warodds-morale-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, format!("game = \"warhammer-40k\"\n{text}")).expect("a file");
    path.to_str().expect("plain").to_owned()
}

/// Sure hits that wound T3 on 2+ and let nobody save.
fn shooter(name: &str, attacks: u32, abilities: &str) -> String {
    let weapon = format!(
        "[[weapon]]\nname = \"Flamer\"\nrange = 24\nattacks = {attacks}\nskill = \"N/A\"\nstrength = 20\nap = -6\ndamage = 1\nabilities = [\"Torrent\"{abilities}]\n"
    );
    file(name, &format!("name = \"Sure\"\n[[model]]\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 1\n{weapon}"))
}

fn part(name: &str, count: u32, wounds: u32, leadership: &str, more: &str) -> String {
    let model = format!("[[model]]\ncount = {count}\ntoughness = 3\nsave = \"-\"\nwounds = {wounds}\n{more}");
    file(name, &format!("name = \"{name}\"\nleadership = \"{leadership}\"\n{model}\n"))
}

const LEADS: &str = "role = \"character\"";

/// Two grunts and a leader of seven wounds: the leader alone is Below Half-strength by his own wounds. Six wounds leave him
/// three of seven.
#[test]
fn w40k_strength_levels_of_a_leader_left_alone() {
    let shooter = shooter("six.toml", 6, "");
    let unit = format!("{}+{}", part("boss.toml", 1, 7, "6+", LEADS), part("pair.toml", 2, 1, "7+", ""));
    let answered = ask("battle-shock", &[&format!("attacker={shooter}"), &format!("defender={unit}")]);
    let six = (5.0f64 / 6.0).powi(6);
    near("below half", line(&answered, "alive and Below Half-strength"), six);
    near("shocked", line(&answered, "alive and Battle-shocked in its next Command phase"), six * 10.0 / 36.0);
}

/// Precision slays the leader first: the four that are left test on their own 8+, and one of four is Below Half-strength.
#[test]
fn w40k_unit_leadership_dies_with_the_leader() {
    let shooter = shooter("four.toml", 4, ", \"Precision\"");
    let unit = format!("{}+{}", part("chief.toml", 1, 1, "5+", LEADS), part("four-grunts.toml", 4, 1, "8+", ""));
    let answered = ask("battle-shock", &[&format!("attacker={shooter}"), &format!("defender={unit}")]);
    let four = (5.0f64 / 6.0).powi(4);
    near("below half", line(&answered, "alive and Below Half-strength"), four);
    near("shocked", line(&answered, "alive and Battle-shocked in its next Command phase"), four * 21.0 / 36.0);
}

/// A Leadership of "-": Toughness is used, and nothing changes it.
#[test]
fn w40k_dash() {
    let fort = part("fort.toml", 1, 12, "-", "");
    let answered = ask("battle-shock", &[&format!("unit={fort}")]);
    near("T3", line(&answered, "test failed"), 1.0 / 36.0);
    let better = ask("battle-shock", &[&format!("unit={fort}"), "change=-2"]);
    near("unchanged", line(&better, "test failed"), 1.0 / 36.0);
    // That of the models which are there.
    let nobody = "[[model]]\nname = \"Nobody\"\ncount = 0\ntoughness = 2\nsave = \"-\"\nwounds = 1\n";
    let ruin = part("ruin.toml", 1, 12, "-", &format!("name = \"Wall\"\n{nobody}"));
    near("nobody's", line(&ask("battle-shock", &[&format!("unit={ruin}")]), "test failed"), 1.0 / 36.0);
}

/// A leader slain by Precision leaves a part of its own, and whoever asks is told, however many ways that may come about.
#[test]
fn w40k_attached_a_part_that_is_left_is_told() {
    let note = |attacks: u32, name: &str| {
        let shooter = shooter(&format!("{name}.toml"), attacks, ", \"Precision\"");
        let leader = part(&format!("lord-{name}.toml"), 1, 1, "5+", LEADS);
        let unit = format!("{leader}+{}", part(&format!("host-{name}.toml"), 4, 1, "8+", ""));
        let answered = ask("battle-shock", &[&format!("attacker={shooter}"), &format!("defender={unit}")]);
        answered.notes.iter().any(|note| note.contains("that is left alone counts its own Starting Strength"))
    };
    // The leader is gone in one way, or in two: with one of the Bodyguard and without.
    assert!(note(1, "one") && note(2, "two") && note(3, "three"));
}
