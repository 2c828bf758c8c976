//! Single dice that are rolled again: Command Re-roll, and abilities that allow one die of a whole attack
//! (W40K-STRAT-COMMAND-REROLL, W40K-REROLL-ONE-OF-BATCH).

use super::DatasheetAttack;
use crate::games::language::effect::RollKind;
use crate::games::language::weapons::ChosenWeapons;
use crate::games::volley::draft::{Origin, TargetDraft, WeaponDraft};
use crate::games::volley::{Volley, Volleys};
use crate::games::warhammer_40k::situations::{COMMAND_REROLL, TARGET_COMMAND_REROLL};
use crate::games::{Goal, Situation};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Aim, HeldReroll, Moment, Side, Slot};
use crate::words::each_once;

const RULE: &str = "W40K-STRAT-COMMAND-REROLL";

/// The slots that say whether a Command Re-roll was used, one for each player.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct RerollSlots {
    attacker: Option<Slot>,
    defender: Option<Slot>,
}

impl RerollSlots {
    /// Whether any player has one.
    pub(super) fn any(self) -> bool {
        self.attacker.or(self.defender).is_some()
    }

    /// Both players' for the whole phase.
    pub(super) fn new(volleys: &mut Volleys, situations: &[Situation]) -> Self {
        let attacker = situations.contains(&COMMAND_REROLL).then(|| volleys.single_die());
        Self { attacker, defender: situations.contains(&TARGET_COMMAND_REROLL).then(|| volleys.single_die()) }
    }
}

/// What the attacker does with a Command Re-roll.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RerollPolicy {
    /// Keeps it.
    None,
    /// Rolls the first die again that failed in such a roll, of one weapon or of any.
    Roll(RollKind, Option<usize>),
    /// Rolls a Hazardous test again.
    Hazardous,
}

/// Which dice of which weapons may be rolled again.
pub(super) struct Singles {
    policy: RerollPolicy,
    /// Those that abilities of this unit, or of the target, allow in this attack.
    own: Vec<(RollKind, Slot)>,
    commands: RerollSlots,
    /// Whether the target's Command Re-roll is kept for the first failed save.
    defends: bool,
}

impl Singles {
    /// Those of one weapon.
    pub(super) fn of_weapon(&self, weapon: usize, draft: &WeaponDraft) -> Vec<(RollKind, Slot)> {
        let own = self.own.iter().filter(|(kind, _)| *kind == RollKind::Save || draft.once.contains(kind)).copied();
        let mut all: Vec<(RollKind, Slot)> = own.collect();
        if let (RerollPolicy::Roll(kind, only), Some(slot)) = (self.policy, self.commands.attacker) {
            all.extend(only.is_none_or(|only| only == weapon).then_some((kind, slot)));
        }
        all.extend(self.commands.defender.filter(|_| self.defends).map(|slot| (RollKind::Save, slot)));
        all
    }

    /// The slot for a Hazardous test, if that is what the Command Re-roll is kept for.
    pub(super) fn hazardous(&self) -> Option<Slot> {
        self.commands.attacker.filter(|_| self.policy == RerollPolicy::Hazardous)
    }
}

/// The best use of a Command Re-roll, in words.
const BEST_USE: &str = "the best use as the dice lie";

/// The rolls of an attack that a Command Re-roll may be used for.
const ROLLS: [(RollKind, Moment); 4] = [
    (RollKind::Attacks, Moment::Attacks),
    (RollKind::Hit, Moment::Hit),
    (RollKind::Wound, Moment::Wound),
    (RollKind::Damage, Moment::Damage),
];

/// Why no hit roll is rolled again.
const NO_HITS: &str =
    "no hit roll of Overwatch, or at what nobody sees, is rolled again (W40K-OVERWATCH, W40K-INDIRECT-FIRE)";

/// Whether hit rolls may not be rolled again: what forbids it is of all weapons of an attack.
fn are_final(weapons: &[(WeaponDraft, Volley)]) -> bool {
    weapons.iter().any(|(draft, _)| draft.final_hits)
}

/// The die of a kind of roll that is always rolled again, of a weapon if it has a name.
fn first_of(kind: RollKind, weapon: &str) -> String {
    let which = match kind {
        RollKind::Attacks => "the lowest number of attacks below average",
        RollKind::Damage => "the first Damage roll if it is below average",
        RollKind::Wound => "the first failed wound roll",
        _ => "the first failed hit roll",
    };
    if weapon.is_empty() { which.to_owned() } else { format!("{which} of {weapon}") }
}

/// Every kind of roll of every weapon that can be rolled again by itself.
fn single_kinds(weapons: &[(WeaponDraft, Volley)]) -> Vec<(String, RerollPolicy)> {
    let mut policies = Vec::new();
    for (index, (draft, volley)) in weapons.iter().enumerate() {
        let first = index == 0 || volley.after_hit.attacks.one_save().is_some();
        for (kind, rolled) in [
            (RollKind::Attacks, volley.attacks.as_fixed().is_none()),
            (RollKind::Hit, volley.hit.is_some() && !draft.final_hits),
            (RollKind::Wound, true),
            (RollKind::Damage, first && volley.after_hit.attacks.guards[0][0].amount.as_fixed().is_none()),
        ] {
            if rolled && !is_unlisted(kind, volley) {
                policies.push((first_of(kind, &volley.name), RerollPolicy::Roll(kind, Some(index))));
            }
        }
    }
    policies
}

/// Whether a roll is of several dice, and so not rolled again as a whole.
fn is_unlisted(kind: RollKind, volley: &Volley) -> bool {
    match kind {
        RollKind::Attacks => volley.attacks.as_fixed().is_none() && volley.attacks.as_one_die().is_none(),
        RollKind::Damage => {
            let amount = &volley.after_hit.attacks.guards[0][0].amount;
            amount.dice > 1 && amount.as_one_die().is_none()
        }
        _ => false,
    }
}

/// The note about dice that both sides may roll again.
const BOTH_SIDES: &str = "both sides have a Command Re-roll: the attacker's is for one kind of roll, the target's for its first failed save; what is best for both as the dice lie is not computed";

impl DatasheetAttack<'_> {
    /// Decides which single dice are rolled again.
    pub(super) fn singles(
        &self,
        volleys: &mut Volleys,
        weapons: &[(WeaponDraft, Volley)],
        target: &TargetDraft,
        chosen: &mut ChosenWeapons,
    ) -> Singles {
        let mut kinds: Vec<RollKind> = weapons.iter().flat_map(|(draft, _)| draft.once.clone()).collect();
        kinds.extend(target.one_save_again.then_some(RollKind::Save));
        let own = each_once(kinds).into_iter().map(|kind| (kind, volleys.single_die())).collect();
        let (attacks, defends) = (self.commands.attacker.is_some(), self.commands.defender.is_some());
        let mut singles = Singles { policy: RerollPolicy::None, own, commands: self.commands, defends };
        let alone = !(attacks && defends) && self.index == 0;
        if let Some(held) = &mut volleys.e.held_reroll {
            // It is kept for whichever roll of all attacks is best, but for rolls that may not be rolled again.
            singles.defends = false;
            if are_final(weapons) && held.moments.contains(&Moment::Hit) {
                held.moments.retain(|moment| *moment != Moment::Hit);
                chosen.notes.push(format!("{NO_HITS}, so the Command Re-roll is kept for no hit roll of any attack"));
            }
        } else if attacks && !weapons.is_empty() {
            singles.policy = self.policy(volleys, weapons, chosen, alone);
            chosen.notes.extend((defends && self.index == 0).then(|| BOTH_SIDES.to_owned()));
        } else if alone && defends && !weapons.is_empty() {
            let answers = vec![
                format!("{BEST_USE}: a failed save is rolled again, or it is kept for a later one"),
                "the first failed save".to_owned(),
            ];
            let what = "the target's Command Re-roll".to_owned();
            singles.defends = chosen.ask(self.answers, what, answers, Goal::FirstIfComputedForTarget) > 0;
            if !singles.defends {
                volleys.e.held_reroll = Some(self.held(Side::Defender, vec![Moment::Save]));
            }
        }
        singles
    }

    /// A die of a side for whichever roll calls for it, in the first phase.
    fn held(&self, side: Side, moments: Vec<Moment>) -> HeldReroll {
        HeldReroll { side, moments, aim: Aim::default(), renewed: Vec::new(), saves_first: self.in_batches() }
    }

    /// What the attacker's Command Re-roll is used for. `alone`: the best use may be worked out; else a single kind of roll
    /// is chosen.
    fn policy(
        &self,
        volleys: &mut Volleys,
        weapons: &[(WeaponDraft, Volley)],
        chosen: &mut ChosenWeapons,
        alone: bool,
    ) -> RerollPolicy {
        let (kinds, mut policies) = match self.ruling("command-reroll") {
            "hazardous" => return RerollPolicy::Hazardous,
            "best" => (&ROLLS[..], single_kinds(weapons)),
            name => {
                let kinds = ROLLS.iter().position(|(kind, _)| kind.to_string() == name).unwrap_or(0);
                let kind = ROLLS[kinds].0;
                (&ROLLS[kinds..=kinds], vec![(first_of(kind, ""), RerollPolicy::Roll(kind, None))])
            }
        };
        let is_final = |kind: RollKind| kind == RollKind::Hit && are_final(weapons);
        let moments: Vec<Moment> =
            kinds.iter().filter(|(kind, _)| !is_final(*kind)).map(|(_, moment)| *moment).collect();
        if moments.is_empty() {
            chosen.notes.push(format!("{NO_HITS}: the Command Re-roll is not used"));
            return RerollPolicy::None;
        }
        let names: Vec<&str> = moments.iter().map(|moment| moment.name()).collect();
        let best = format!("{BEST_USE}: a {} is rolled again, or it is kept for later", names.join(", a "));
        let goal = if alone { Goal::FirstIfComputed } else { Goal::Destroyed };
        policies.splice(0..0, alone.then_some((best, RerollPolicy::None)));
        let answers = policies.iter().map(|(text, _)| text.clone()).collect();
        if policies.is_empty() {
            return RerollPolicy::None;
        }
        let answer = chosen.ask(self.answers, "Command Re-roll".to_owned(), answers, goal);
        if alone && answer == 0 {
            volleys.e.held_reroll = Some(self.held(Side::Attacker, moments));
        }
        policies.get(answer).map_or(RerollPolicy::None, |(_, policy)| *policy)
    }

    /// Notes what cannot be computed of a weapon's single dice, and what is for `explain`.
    pub(super) fn check_singles(
        &self,
        draft: &mut WeaponDraft,
        volley: &Volley,
        volleys: &Volleys,
        singles: &[(RollKind, Slot)],
        found: &Diagnostics,
    ) {
        if let Some(why) = volleys.cannot_single_out(volley) {
            let message = format!(
                "{}: the first failed save, or the first damage roll, of models that save differently: {why}",
                draft.name
            );
            let help = "where all models save alike against this weapon it is computed".to_owned();
            found.push(Diagnostic::new(&self.defender.place, message, "this unit").help(help));
        }
        for (kind, _) in singles {
            let unlisted = is_unlisted(*kind, volley);
            if unlisted {
                let message = format!("{}: a {kind} roll of so many dice is not rolled again as a whole", draft.name);
                found.push(Diagnostic::new(&self.attacker.place, message, "this unit"));
            }
            draft.note(format!("one {kind} roll again"), &Origin::new("a single re-roll", RULE));
        }
    }
}
