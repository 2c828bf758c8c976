//! Who may be hurt in an attack: the target, and the attacker where something strikes back.

use super::effects::HURTS_ATTACKER;
use super::unit::Warscroll;
use crate::dice::Amount;
use crate::games::Encounter;
use crate::games::language::entry::Meaning;
use crate::games::language::participants::AttackOptions;
use crate::games::turn::is_struck;
use crate::games::volley::Volleys;
use crate::games::volley::answer::DamageBack;
use crate::games::volley::draft::{TargetDraft, WeaponDraft};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, Engagement, Side};

/// The target's place among the bodies.
pub(super) const TARGET: usize = 0;

pub(super) fn body(defender: &Warscroll) -> Body {
    Body::of(&defender.facts.name, Side::Defender, &[(defender.models, defender.health)], defender.taken)
}

/// Whether the target may ignore the first point of a phase.
pub(super) fn may_ignore_first(defender: &Warscroll, options: &AttackOptions<WeaponDraft>) -> bool {
    effects_of(&[defender], options).any(|effect| effect.is(&["ignore first damage"]))
}

/// Effects that these units or options may have.
fn effects_of<'u>(
    units: &[&'u Warscroll],
    options: &'u AttackOptions<WeaponDraft>,
) -> impl Iterator<Item = &'u Meaning<WeaponDraft>> {
    let own: Vec<_> = units.iter().flat_map(|unit| &unit.blocks).flat_map(|block| &block.effects).collect();
    let own = own.into_iter().map(|(_, meaning)| meaning);
    own.chain(options.meanings.iter().map(|(.., meaning)| meaning)).filter_map(Meaning::effect)
}

/// The attacker's place among the bodies, if its attack may hurt it.
pub(super) fn own_body(
    volleys: &mut Volleys,
    encounter: &Encounter,
    index: usize,
    (attacker, defender): (&Warscroll, &Warscroll),
    options: &AttackOptions<WeaponDraft>,
    found: &Diagnostics,
) -> Option<usize> {
    if !effects_of(&[attacker, defender], options).any(|effect| effect.is(HURTS_ATTACKER)) {
        return None;
    }
    let by = encounter.attacks[index].by;
    if encounter.attacks[index + 1..].iter().any(|later| later.by == by) {
        let message = format!("{} attacks again after an attack that may hurt it", attacker.facts.name);
        let help = "ask for each of its attacks alone".to_owned();
        found.push(Diagnostic::new(&attacker.place, message, "that is not computed").help(help));
    }
    let body = Body { side: Side::Attacker, ..body(attacker) };
    volleys.e.bodies.push(body);
    Some(volleys.e.bodies.len() - 1)
}

/// What tables may have besides the target.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Extras {
    /// Attackers that may be hurt.
    pub(super) own_bodies: bool,
    /// A first point of the phase that may be ignored.
    pub(super) first_point: bool,
}

impl Extras {
    pub(super) const ALL: Self = Self { own_bodies: true, first_point: true };
}

/// Whether some attacker may be hurt, or none is there to be hurt.
pub(super) fn own_bodies_are_used(e: &Engagement) -> bool {
    let mut own = (0..e.bodies.len()).filter(|place| e.bodies[*place].side == Side::Attacker).peekable();
    own.peek().is_none() || own.any(|body| is_struck(e, body))
}

/// What models that fall bring upon the attacker: the number that a die must reach, and the points.
pub(super) fn slain_answers(target: &TargetDraft) -> Vec<(u8, Amount)> {
    let slain = |(on, points): &(DamageBack, Amount)| match on {
        DamageBack::Slain(reach) => Some((*reach, *points)),
        _ => None,
    };
    target.answers.iter().filter_map(slain).collect()
}
