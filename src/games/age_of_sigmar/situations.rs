//! What may be true on the table: situations, commands and their limits, terrain, and what a mode of play leaves out.

use crate::games::language::scene::{Asked, Said};
use crate::games::volley::draft::WeaponDraft;
use crate::games::{Owner, Situation};
use crate::profile::{Diagnostic, Diagnostics};

const fn situation(name: &'static str, short: &'static str, rule: &'static str) -> Situation {
    Situation { name, mirrored: None, short, rule }
}

const fn mirrored(name: &'static str, other: &'static str, short: &'static str, rule: &'static str) -> Situation {
    Situation { name, mirrored: Some(other), short, rule }
}

pub(super) const SITUATIONS: &[Situation] = &[
    mirrored("charged", "target charged", "the attacker charged this turn", "AOS-20.0"),
    mirrored("target charged", "charged", "the target charged this turn: Anti-charge", "AOS-20.0"),
    situation("all-out attack", "command: +1 to hit, Companion weapons too", "AOS-CMD-6.0"),
    situation("all-out defence", "command of the target: +1 to save until the phase ends", "AOS-CMD-7.0"),
    situation("covering fire", "command: shooting in the enemy's phase, -1 to hit", "AOS-CMD-4.0"),
    situation("counter-charge", "command: the attacker charged in the enemy's turn", "AOS-CMD-5.0a"),
    situation("forward to victory", "command: the attacker charged, with a roll made again", "AOS-CMD-5.0b"),
    situation("power through", "command: afterwards D3 mortal damage to a target of lower Health", "AOS-CMD-8.0"),
    situation(
        "rally",
        "command of the target: afterwards 6 dice, each 4+ heals 1 or helps to bring a model back",
        "AOS-CMD-2.0a",
    ),
    situation("redeploy", "command: the attacker moved in the enemy's turn, which counts as a run", "AOS-CMD-3.0a"),
    situation("at the double", "command: the attacker ran 6\" without a roll", "AOS-CMD-3.0b"),
    situation("cover", "the target is in cover: -1 to hit, shooting and combat", "AOS-TER-1.2"),
    situation("obscured", "the target is behind obscuring terrain: it cannot be shot at", "AOS-TER-1.2"),
    situation(
        "place of power",
        "the target, a Hero, uses a Place of Power: on a 1 it takes D3 mortal damage",
        "AOS-TER-1.2b",
    ),
    situation("guarded hero", "a Hero beside friends: -1 to hit when shot at", "AOS-25.0"),
    situation("in combat", "the attacker is in combat: only Shoot in Combat weapons shoot", "AOS-16.0"),
    situation("ran", "the attacker ran this turn: it neither shoots nor charges", "AOS-14.1"),
    situation("retreated", "the attacker retreated this turn: it neither shoots nor charges", "AOS-14.1"),
    situation("target retreats", "afterwards the target retreats: D3 mortal damage to it", "AOS-14.1"),
    mirrored("damaged", "target damaged", "the attacker has damage on it", "AOS-18.2"),
    mirrored("target damaged", "damaged", "the target has damage on it", "AOS-18.2"),
];

/// When a command is used: a unit uses one in each of these, and each is used once in them (AOS-CMD-1.2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Hero,
    Movement,
    Charge,
    /// The shooting or combat phase of this attack.
    Attack,
    TurnEnd,
}

/// A command that may be said of an attack.
struct Command {
    name: &'static str,
    /// Whose it is unless something else is said.
    owner: Owner,
    moment: Moment,
    /// What is true besides.
    implies: Option<&'static str>,
}

const fn command(name: &'static str, owner: Owner, moment: Moment, implies: Option<&'static str>) -> Command {
    Command { name, owner, moment, implies }
}

const COMMANDS: &[Command] = &[
    command("all-out attack", Owner::Attacker, Moment::Attack, None),
    command("all-out defence", Owner::Defender, Moment::Attack, None),
    command("covering fire", Owner::Attacker, Moment::Attack, None),
    command("counter-charge", Owner::Attacker, Moment::Charge, Some("charged")),
    command("forward to victory", Owner::Attacker, Moment::Charge, Some("charged")),
    command("power through", Owner::Attacker, Moment::TurnEnd, None),
    command("rally", Owner::Defender, Moment::Hero, None),
    command("redeploy", Owner::Attacker, Moment::Movement, Some("ran")),
    command("at the double", Owner::Attacker, Moment::Movement, Some("ran")),
];

/// Terrain effects of the advanced rules, and whether Spearhead has them too (AOS-SPH-5.0).
const TERRAIN: &[(&str, bool)] = &[("cover", true), ("obscured", true), ("place of power", false)];

/// What cannot both be true of the attacker, why, and by which rule.
const EXCLUDES: &[(&str, &str, &str)] = &[
    ("covering fire", "in combat", "a unit in combat does not use Covering Fire (AOS-CMD-4.0)"),
    ("covering fire", "ran", "a unit that ran this turn does not use Covering Fire (AOS-CMD-4.0)"),
    ("counter-charge", "ran", "a unit that ran this turn does not use Counter-charge (AOS-CMD-5.0a)"),
    (
        "charged",
        "ran",
        "a unit that ran does not charge in that turn, unless an ability lets it: then leave `ran` out (AOS-14.1)",
    ),
    (
        "charged",
        "retreated",
        "a unit that retreated does not charge in that turn, unless an ability lets it: then leave `retreated` out (AOS-14.1)",
    ),
];

fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Whether command models have their effects: only where the advanced rules are used (AOS-BW, AOS-SPH-0).
pub(super) fn has_command_models(mode: &str) -> bool {
    mode == "advanced"
}

/// Whose a situation is, if it is a command: what was said, or its usual owner.
fn owner(said: &Said) -> Option<Owner> {
    find(said.situation.name).map(|command| said.owner.unwrap_or(command.owner))
}

/// The situations that hold, what they imply included. A command of the unit that is not concerned holds nothing here: it
/// only uses up that unit's command.
pub(super) fn holding(asked: &Asked<WeaponDraft>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (said, situation) in asked.said.iter().zip(&asked.situations) {
        let command = find(situation.name);
        if command.is_some_and(|command| owner(said) != Some(command.owner)) {
            continue;
        }
        names.push(situation.name);
        names.extend(command.and_then(|command| command.implies));
    }
    names
}

/// Commands that an army uses once in a phase, so that one unit of several has them.
pub(super) fn for_one_unit(name: &str) -> bool {
    ["all-out attack", "power through"].contains(&name)
}

/// Notes what was asked for and is not in this mode, and what excludes each other.
pub(super) fn check(asked: &Asked<WeaponDraft>, mode: &str, attackers: usize, found: &Diagnostics) {
    for said in &asked.said {
        if let Some(reason) = missing(said.situation.name, mode) {
            let message = format!("`{}` is not part of `--mode {mode}`", said.situation.name);
            found.push(Diagnostic::new(&said.place, message, "here").help(Some(reason.to_owned())));
        }
    }
    let refuse = |said: &Said, other: &str, why: String| {
        let message = format!("`{}` and `{other}` exclude each other", said.situation.name);
        found.push(Diagnostic::new(&said.place, message, "here").help(Some(why)));
    };
    for (index, said) in asked.said.iter().enumerate() {
        for other in &asked.said[..index] {
            let (name, first) = (said.situation.name, other.situation.name);
            if name == first {
                continue;
            }
            if let (Some(this), Some(that)) = (find(name), find(first))
                && this.moment == that.moment
                && owner(said) == owner(other)
            {
                refuse(said, first, "a unit uses one command in a phase (AOS-CMD-1.2)".to_owned());
                continue;
            }
            let excluded = EXCLUDES
                .iter()
                .find(|(a, b, _)| (means(name, a) && means(first, b)) || (means(name, b) && means(first, a)));
            if let Some((.., why)) = excluded {
                refuse(said, first, (*why).to_owned());
            }
        }
        if attackers > 1 && ["covering fire", "counter-charge", "forward to victory"].contains(&said.situation.name) {
            let message = format!("`{}` cannot be used by several units", said.situation.name);
            let help = "an army uses each command once in a phase (AOS-CMD-1.2): ask for that unit's attack alone";
            found.push(Diagnostic::new(&said.place, message, "here").help(Some(help.to_owned())));
        }
    }
}

/// Whether saying `name` says `what`.
fn means(name: &str, what: &str) -> bool {
    name == what || find(name).is_some_and(|command| command.implies == Some(what))
}

/// Why a mode of play does not have something (AOS-CMD-1.0, AOS-TER-1.0, AOS-SPH-0).
fn missing(name: &str, mode: &str) -> Option<&'static str> {
    let terrain = TERRAIN.iter().find(|(known, _)| *known == name);
    match (mode, find(name).is_some(), terrain) {
        ("core", true, _) => Some("commands are advanced rules (AOS-CMD-1.0): leave it out, or use `--mode advanced`"),
        ("core", _, Some(_)) => {
            Some("effects of terrain are advanced rules (AOS-TER-1.2): leave it out, or use `--mode advanced`")
        }
        ("spearhead", true, _) => Some(
            "Spearhead has no universal commands (AOS-SPH-3.2); what a card does is written as an effect, such as `+1 to hit`",
        ),
        ("spearhead", _, Some((_, false))) => Some("Spearhead has no Places of Power (AOS-SPH-5.0)"),
        _ => None,
    }
}
