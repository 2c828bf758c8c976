//! An attack as somebody asks for it.

use std::path::PathBuf;

use crate::engine::Method;
use crate::games::Phase;

/// What was asked, as it was typed.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Request {
    /// Who attacks: a name, a path, `-`, or `20 termagants`.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub attacker: String,
    /// Who is attacked.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub defender: String,
    /// Who attacks next, one after the other, on what is left; a phase may be in front: `combat:liberators`. A unit that is
    /// named again in another phase is the same one.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub then: Vec<String>,
    /// A situation or an effect: "charged", "+1 to hit", "reroll hits of 1"; a comma separates.
    ///
    /// `warodds list situations GAME` and `warodds list effects GAME` show all. `attacker:` or `defender:` in front says
    /// whose an effect is. An optional ability of a unit is switched on by its name, with a value behind it if it takes one:
    /// "Tusker Charge 4". "half range @70%" is true with this chance and "3+: +1 to hit" on a die: the answer is the exact
    /// mixture.
    #[cfg_attr(feature = "cli", arg(long, value_name = "WHAT", allow_hyphen_values = true))]
    pub with: Vec<String>,
    /// A value of a profile: "defender.save=4+", "attacker.weapon.warhammer.rend=2", "defender.damage=3".
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH=VALUE"))]
    pub set: Vec<String>,
    /// A reading of an ambiguous rule: "twin-linked=fish". `warodds list rulings GAME` shows all.
    #[cfg_attr(feature = "cli", arg(long = "ruling", value_name = "NAME=VALUE", hide_short_help = true))]
    pub rulings: Vec<String>,
    /// How the game is played (age-of-sigmar: advanced, core, spearhead).
    #[cfg_attr(feature = "cli", arg(long, value_name = "MODE", hide_short_help = true))]
    pub mode: Option<String>,
    /// The edition (warhammer-40k: updated, core).
    #[cfg_attr(feature = "cli", arg(long, value_name = "EDITION", hide_short_help = true))]
    pub edition: Option<String>,
    /// The phase: shooting or combat. Left out, a unit with ranged and melee weapons is answered for in each.
    #[cfg_attr(feature = "cli", arg(long, value_name = "PHASE", value_parser = super::options::phase))]
    pub phase: Option<Phase>,
    /// A weapon to use, and no other but those that are named; repeatable. "best": of weapons of which a model uses one,
    /// whichever does most. "each" (attack only): also answer for every weapon by itself.
    ///
    /// An exact name beats a part. In warhammer-40k the one that is named first is used where a model may use only one. In
    /// `fight` name the owner first: "A: warhammer".
    #[cfg_attr(feature = "cli", arg(long = "weapon", value_name = "NAME"))]
    pub weapons: Vec<String>,
    /// Weapons that are resolved first, in this order; a comma separates.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAMES", hide_short_help = true))]
    pub order: Vec<String>,
    /// How many command points each army has for the commands that `--with` names: those of a `fight` or a `plan` all told.
    #[cfg_attr(feature = "cli", arg(id = "cp", long, value_name = "N", hide_short_help = true, value_parser = super::options::whole))]
    pub points: Option<usize>,
    /// The result that the answer is wanted for: `destroyed`, `slain` or `wounds-lost`. A die that its owner keeps for when it
    /// is best is kept for this; left out, or another result: for `destroyed`.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub metric: Option<String>,
    /// Folders with profiles.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub profiles: Vec<PathBuf>,
    /// How the answer will be found: choices that are left to the best are judged in the same way.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub method: Method,
    /// The start of the random numbers, where choices are judged by dice.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub seed: u64,
}

impl Request {
    /// Every unit that is typed.
    pub(super) fn units(&self) -> impl Iterator<Item = &String> {
        [&self.attacker, &self.defender].into_iter().chain(&self.then)
    }
}
