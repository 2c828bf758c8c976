//! Fighters of Warcry written in a line.

/// A fighter with one weapon: `A S H/C`, and its range.
pub(crate) fn fighter(wounds: u32, range: u32, line: &str, more: &str) -> String {
    let words: Vec<&str> = line.split([' ', '/']).collect();
    let [attacks, strength, hit, critical] = words[..] else { panic!("A S H/C: {line}") };
    format!(
        "game = \"warcry\"\nname = \"Attacker\"\ntoughness = 4\nwounds = {wounds}\n{more}\n[[weapon]]\nname = \"Weapon\"\nrange = {range}\nattacks = {attacks}\nstrength = {strength}\ndamage = [{hit}, {critical}]\n"
    )
}

pub(crate) fn target(toughness: u32, wounds: u32, more: &str) -> String {
    format!("game = \"warcry\"\nname = \"Target\"\ntoughness = {toughness}\nwounds = {wounds}\n{more}\n")
}

/// V1: three attacks, Strength 4, damage 1/4.
pub(crate) fn v1(wounds: u32) -> String {
    fighter(wounds, 1, "3 4 1/4", "")
}
