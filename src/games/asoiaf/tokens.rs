//! Condition tokens of an attack: laid down, spent, and told of (ASOIAF-TOKEN).

use super::attack::{AttackSlots, Field, SettledAttack, Windows};
use super::changes::{AttackDraft, ConditionToken};
use super::panic::PanicToken;
use crate::dice::{Draw, Faces};
use crate::sequence::{Body, Roll, Settle, Side, Slot, Strike, TokenRow};

impl Field {
    /// A token that lies on the defender before the first attack.
    pub(super) fn token(&mut self, name: &'static str, is_last: bool) -> PanicToken {
        if is_last { PanicToken::Sure } else { PanicToken::In(self.e.start(name, 1)) }
    }

    /// Tells of tokens whether they were spent: each is a body of its bearer that loses a point.
    pub(super) fn tell_spent(&mut self, [vulnerable, panicked]: [Option<PanicToken>; 2]) {
        let e = &mut self.e;
        let weakened = self.weakened.map(|spent| ("weakened", Side::Attacker, spent));
        let mut tokens: Vec<(&str, Side, Slot)> = weakened.into_iter().collect();
        for (name, token) in [("vulnerable", vulnerable), ("panicked", panicked)] {
            let Some(left) = token.and_then(PanicToken::slot) else { continue };
            let spent = e.start("tokens that are spent", 1);
            e.step(Settle::Cancel { from: spent, against: left });
            tokens.push((name, Side::Defender, spent));
        }
        for (name, side, spent) in tokens {
            e.bodies.push(Body::of(name, side, &[(1, 1)], 0));
            let body = e.bodies.len() - 1;
            e.step(Strike::unstopped("token", spent, body, Draw::one()));
        }
    }

    /// Tells of tokens that an attack lays down for later attacks of the target, or on its own unit: they lie there now.
    pub(super) fn tell_laid(&mut self, attack: &AttackDraft) {
        let weakened = attack.afterwards.contains(&ConditionToken::Weakened);
        let own = |token: ConditionToken| attack.itself_becomes.contains(&token);
        for (name, side, is_laid) in [
            ("weakened", Side::Defender, weakened),
            ("vulnerable", Side::Attacker, own(ConditionToken::Vulnerable)),
            ("panicked", Side::Attacker, own(ConditionToken::Panicked)),
        ] {
            self.e.bodies.extend(is_laid.then(|| Body::of(name, side, &[(1, 1)], 0)));
        }
    }

    /// The dice where the enemy spends a Weakened token if any of them hits; `weakened` holds whether it does.
    pub(super) fn weakened_hits(
        &mut self,
        attack: &SettledAttack<'_>,
        slots: &AttackSlots,
        row: &dyn Fn(u8) -> TokenRow,
    ) {
        let e = &mut self.e;
        let (shown, last, spent) = (e.slot("hits"), e.slot("misses rolled again"), e.slot("tokens that are spent"));
        let (Windows { own, own_first }, none) = (attack.hit_windows, [Faces::NONE; 2]);
        let missed = |face: u8| if !own_first && own.has(face) { TokenRow::from([(last, 1)]) } else { row(face) };
        let first = |face: u8| if attack.hit.has(face) { TokenRow::from([(shown, 1)]) } else { missed(face) };
        e.step(Roll::d6("attack", slots.attacks, if own_first { [own, Faces::NONE] } else { none }, first));
        e.step(Settle::Copy { from: shown, out: spent, most: 1 });
        let again = |face: u8| if attack.hit.has(face) { row(face) } else { missed(face) };
        e.step(Roll::d6("attack again", shown, none, again));
        e.step(Roll::d6("attack once more", last, none, row));
        self.weakened = Some(spent);
    }

    /// Lays a condition token into its slot; a unit bears one of each type (ASOIAF-TOKEN).
    pub(super) fn give(&mut self, token: Slot) {
        let e = &mut self.e;
        let (new, there) = (e.start("condition token", 1), e.slot("condition token that is there"));
        e.step(Settle::Copy { from: token, out: there, most: 1 });
        e.step(Settle::Cancel { from: new, against: there });
        e.step(Settle::Move { from: new, to: token, most: 1 });
    }
}
