//! The shipped profiles that stand for a kind of target, so that `game/typical` names the usual things at once.

/// For each game, the file names of its typical targets, from the weakest to the strongest.
pub const TYPICAL: &[(&str, &[&str])] = &[
    (
        "age-of-sigmar",
        &[
            "horde", "light-infantry", "warded-infantry", "elite-infantry", "heavy-infantry", "cavalry", "wizard",
            "hero", "war-machine", "chariot", "monster", "behemoth",
        ],
    ),
    (
        "warhammer-40k",
        &[
            "light-infantry", "horde", "elite-infantry", "hard-to-wound-infantry", "heavy-infantry", "cavalry",
            "psyker", "hero", "light-vehicle", "flyer", "monster", "heavy-vehicle", "super-heavy-vehicle",
        ],
    ),
    (
        "warhammer-40k-11e",
        &[
            "light-infantry", "horde", "elite-infantry", "mixed-squad", "hard-to-wound-infantry", "heavy-infantry",
            "cavalry", "psyker", "hero", "light-vehicle", "flyer", "monster", "heavy-vehicle", "super-heavy-vehicle",
        ],
    ),
    ("asoiaf", &["light-infantry", "infantry", "heavy-infantry", "light-cavalry", "cavalry", "solo"]),
    ("warcry", &["light-fighter", "fighter", "tough-fighter", "elite-fighter", "leader", "large-fighter", "monster"]),
];

/// The file names of a game's typical targets; none for a game that has none.
pub fn typical(game: &str) -> &'static [&'static str] {
    TYPICAL.iter().find(|(id, _)| *id == game).map_or(&[], |(_, names)| names)
}
