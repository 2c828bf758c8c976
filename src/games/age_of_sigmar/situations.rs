//! What may be true on the table: situations, commands and their limits, terrain, and what a mode of play leaves out.

use crate::games::language::exclusion::{Exclusion, never, refusal, shoots};
use crate::games::language::participants::AttackOptions;
use crate::games::language::scene::situations;
use crate::games::volley::draft::WeaponDraft;
use crate::games::{Encounter, Situation};
use crate::profile::{Diagnostic, Diagnostics};

situations! {
    CHARGED "charged" <-> TARGET_CHARGED: "the attacker charged this turn", "AOS-20.0";
    TARGET_CHARGED "target charged" <-> CHARGED: "the target charged this turn (for Anti-charge)", "AOS-20.0";
    ALL_OUT_ATTACK "all-out attack" of Attacker: "command: +1 to hit, also with Companion weapons", "AOS-CMD-6.0";
    ALL_OUT_DEFENCE "all-out defence" of Defender: "command of the target: +1 to save", "AOS-CMD-7.0";
    COVERING_FIRE "covering fire" of Attacker: "command: the attacker shoots in the enemy's turn, at -1 to hit", "AOS-CMD-4.0";
    COUNTER_CHARGE "counter-charge" of Attacker: "command: the attacker charged in the enemy's turn", "AOS-CMD-5.0a";
    FORWARD_TO_VICTORY "forward to victory" of Attacker: "command: the attacker charged after re-rolling the charge", "AOS-CMD-5.0b";
    POWER_THROUGH "power through" of Attacker: "command: at the end of the turn, D3 mortal damage to a target of lower Health", "AOS-CMD-8.0";
    RALLY "rally" of Defender: "command of the target, after the attack: six dice, each 4+ heals 1 or helps to bring a model back", "AOS-CMD-2.0a";
    REDEPLOY "redeploy" of Attacker: "command: the attacker moved in the enemy's turn, which counts as a run", "AOS-CMD-3.0a";
    AT_THE_DOUBLE "at the double" of Attacker: "command: the attacker ran 6\" without a roll", "AOS-CMD-3.0b";
    COVER "cover" of Defender: "the target is in cover: -1 to hit, in shooting and in combat", "AOS-TER-1.2";
    OBSCURED "obscured": "obscuring terrain is in the way: only a target with FLY, or one in combat with the attacker, can be shot at", "AOS-TER-1.2";
    PLACE_OF_POWER "place of power" of Defender: "the target is a Hero and uses a Place of Power: on a 1 it takes D3 mortal damage", "AOS-TER-1.2b";
    GUARDED_HERO "guarded hero" of Defender: "the target is a Hero beside a friendly unit: -1 to hit when it is shot at", "AOS-25.0";
    IN_COMBAT "in combat" <-> TARGET_IN_COMBAT: "the attacker is in combat: it shoots only with Shoot in Combat weapons", "AOS-16.0";
    TARGET_IN_COMBAT "target in combat" <-> IN_COMBAT: "the target is in combat, with the attacker or with others, for abilities that ask for it", "AOS-16.0";
    RAN "ran" of Attacker: "the attacker ran this turn: it cannot shoot or charge", "AOS-14.1";
    RETREATED "retreated" of Attacker: "the attacker retreated this turn: it cannot shoot or charge", "AOS-14.1";
    STATIONARY "stationary" <-> TARGET_STATIONARY: "the attacker used no Move ability this turn, for abilities that ask for it", "AOS-14.1";
    TARGET_STATIONARY "target stationary" <-> STATIONARY: "the target used no Move ability this turn, for abilities that ask for it", "AOS-14.1";
    TARGET_RETREATS "target retreats": "after the attack the target retreats and takes D3 mortal damage", "AOS-14.1";
    OBJECTIVE "objective" <-> TARGET_OBJECTIVE: "the attacker contests an objective, for abilities that ask for it", "AOS-32.1";
    TARGET_OBJECTIVE "target objective" <-> OBJECTIVE: "the target contests an objective, for abilities that ask for it", "AOS-32.1";
    DAMAGED "damaged" <-> TARGET_DAMAGED: "the attacker has lost health", "AOS-18.2";
    TARGET_DAMAGED "target damaged" <-> DAMAGED: "the target has lost health", "AOS-18.2";
}

/// When a command is used: a unit uses one in each of these, and each is used once in them (AOS-CMD-1.2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommandTime {
    Hero,
    Movement,
    Charge,
    /// The shooting or combat phase of this attack.
    Attack,
    TurnEnd,
}

/// A command that may be said of an attack.
struct CommandRule {
    situation: Situation,
    moment: CommandTime,
    implies: Option<Situation>,
}

const fn command(situation: Situation, moment: CommandTime, implies: Option<Situation>) -> CommandRule {
    CommandRule { situation, moment, implies }
}

const COMMANDS: &[CommandRule] = &[
    command(ALL_OUT_ATTACK, CommandTime::Attack, None),
    command(ALL_OUT_DEFENCE, CommandTime::Attack, None),
    command(COVERING_FIRE, CommandTime::Attack, None),
    command(COUNTER_CHARGE, CommandTime::Charge, Some(CHARGED)),
    command(FORWARD_TO_VICTORY, CommandTime::Charge, Some(CHARGED)),
    command(POWER_THROUGH, CommandTime::TurnEnd, None),
    command(RALLY, CommandTime::Hero, None),
    command(REDEPLOY, CommandTime::Movement, Some(RAN)),
    command(AT_THE_DOUBLE, CommandTime::Movement, Some(RAN)),
];

/// Terrain effects of the advanced rules, and whether Spearhead has them too (AOS-SPH-5.0).
const TERRAIN: &[(Situation, bool)] = &[(COVER, true), (OBSCURED, true), (PLACE_OF_POWER, false)];

/// What does not go together. Two commands of one moment are refused, too (AOS-CMD-1.2).
pub(super) const EXCLUSIONS: &[Exclusion] = &[
    never(ALL_OUT_ATTACK, COVERING_FIRE, ONE_COMMAND),
    never(COUNTER_CHARGE, FORWARD_TO_VICTORY, ONE_COMMAND),
    never(REDEPLOY, AT_THE_DOUBLE, ONE_COMMAND),
    never(COVERING_FIRE, IN_COMBAT, "a unit in combat does not use Covering Fire (AOS-CMD-4.0)"),
    never(COVERING_FIRE, RAN, "a unit that ran this turn does not use Covering Fire (AOS-CMD-4.0)"),
    never(
        COVERING_FIRE,
        CHARGED,
        "Covering Fire is used in the enemy's shooting phase, before anybody charges in that turn (AOS-CMD-4.0)",
    ),
    never(
        COVERING_FIRE,
        RETREATED,
        "Covering Fire is used in the enemy's turn, in which the unit does not retreat (AOS-CMD-4.0)",
    ),
    never(COUNTER_CHARGE, RAN, "a unit that ran this turn does not use Counter-charge (AOS-CMD-5.0a)"),
    never(
        COUNTER_CHARGE,
        RETREATED,
        "Counter-charge is used in the enemy's turn, in which the unit does not retreat (AOS-CMD-5.0a)",
    ),
    never(RALLY, IN_COMBAT, "a unit in combat does not rally, and the attacker is in combat with it (AOS-CMD-2.0a)"),
    never(
        CHARGED,
        RAN,
        "a unit that ran does not charge in that turn, unless an ability lets it: then leave `ran` out (AOS-14.1)",
    ),
    never(
        CHARGED,
        RETREATED,
        "a unit that retreated does not charge in that turn, unless an ability lets it: then leave `retreated` out (AOS-14.1)",
    ),
    never(STATIONARY, RAN, "a run is a Move ability (AOS-14.1)"),
    never(STATIONARY, RETREATED, "a retreat is a Move ability (AOS-14.1)"),
    never(RAN, RETREATED, "a unit either runs or retreats in a turn (AOS-14.1)"),
    shoots(COVERING_FIRE, "Covering Fire is shooting (AOS-CMD-4.0)"),
    shoots(GUARDED_HERO, "Guarded Hero is for shooting attacks (AOS-25.0)"),
];

const ONE_COMMAND: &str = "a unit uses one command in a phase (AOS-CMD-1.2)";

/// The situation that this one implies.
pub(super) fn implies(situation: Situation) -> Option<Situation> {
    find(situation)?.implies
}

fn find(situation: Situation) -> Option<&'static CommandRule> {
    COMMANDS.iter().find(|command| command.situation == situation)
}

/// Whether command models have their effects: only where the advanced rules are used (AOS-BW, AOS-SPH-0).
pub(super) fn has_command_models(mode: &str) -> bool {
    mode == "advanced"
}

/// The situations that hold, what they imply included. A command of the unit that is not concerned holds nothing here: it
/// only uses up that unit's command.
pub(super) fn holding(options: &AttackOptions<WeaponDraft>) -> Vec<Situation> {
    options.situations.iter().flat_map(|situation| [Some(*situation), implies(*situation)]).flatten().collect()
}

/// What comes once, before or after all attacks.
pub(super) const FOR_ALL: &[&str] = &["power through", "rally", "place of power", "target retreats"];

/// Whether a situation holds for this attack of several: an army uses All-out Attack once in a phase, and Power Through
/// at the end of a turn (AOS-CMD-1.2), so the first attack has it.
pub(super) fn reaches(situation: Situation, encounter: &Encounter, attack: usize) -> bool {
    match situation {
        ALL_OUT_ATTACK => encounter.is_first_use(attack, "all-out attack"),
        POWER_THROUGH => attack == 0,
        _ => true,
    }
}

/// Notes what was asked for and is not in this mode, and commands that are not used together.
pub(super) fn check(options: &AttackOptions<WeaponDraft>, mode: &str, attackers: usize, found: &Diagnostics) {
    for typed in &options.typed {
        if let Some(reason) = missing(typed.doc.situation, mode) {
            let message = format!("`{}` is not part of `--mode {mode}`", typed.doc.name);
            found.push(Diagnostic::new(&typed.place, message, "here").help(reason.to_owned()));
        }
    }
    for (index, typed) in options.typed.iter().enumerate() {
        for other in &options.typed[..index] {
            let (this, that) = (typed.doc.situation, other.doc.situation);
            let [whose, other_one_s] = [typed, other].map(|typed| typed.owner.or(typed.doc.owner));
            let has_exclusion = || EXCLUSIONS.iter().any(|exclusion| exclusion.is_between(this, that));
            if let (Some(command), Some(before)) = (find(this), find(that))
                && this != that
                && command.moment == before.moment
                && whose == other_one_s
                && !has_exclusion()
            {
                found.push(refusal([typed.doc.name, other.doc.name], ONE_COMMAND, &typed.place));
            }
        }
        if attackers > 1 && [COVERING_FIRE, COUNTER_CHARGE, FORWARD_TO_VICTORY].contains(&typed.doc.situation) {
            let message = format!("`{}` cannot be used by several units", typed.doc.name);
            let help = "an army uses each command once in a phase (AOS-CMD-1.2): ask for that unit's attack alone";
            found.push(Diagnostic::new(&typed.place, message, "here").help(help.to_owned()));
        }
    }
}

/// Why a mode of play does not have something (AOS-CMD-1.0, AOS-TER-1.0, AOS-SPH-0).
fn missing(situation: Situation, mode: &str) -> Option<&'static str> {
    let terrain = TERRAIN.iter().find(|(key, _)| *key == situation);
    match (mode, find(situation).is_some(), terrain) {
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
