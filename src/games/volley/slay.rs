//! Models that are slain outright.

use super::Volleys;
use crate::dice::{Amount, Draw, Faces};
use crate::sequence::{Limit, MAX_TOKENS, Roll, Slot, Strike, TokenRow};

/// What slays a model outright.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slaying {
    /// Nothing has to be rolled.
    Surely,
    /// A die that shows so much or more.
    Reaching(u8),
    /// A total above the target's Health.
    AboveHealth(Amount),
    /// A total of the target's Health or more.
    ReachingHealth(Amount),
    /// A total of twice the target's Health or more.
    ReachingTwiceHealth(Amount),
}

/// Models that are slain outright.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slain {
    /// How many dice are rolled, or how often the total is.
    pub(crate) times: Amount,
    /// What each must show.
    pub(crate) on: Slaying,
    /// Models that each slays.
    pub(crate) models: u8,
}

impl Slain {
    pub(crate) fn once(on: Slaying, models: u8) -> Self {
        Self { times: Amount::fixed(1), on, models }
    }
}

impl Volleys {
    /// Slays models of this `health` once the attack is over: `models` of them for each of `times` in which `on` comes true.
    /// It is not damage, and nothing stops it. The model that is hurt goes first, and with it what it has lost, because no
    /// point is left allocated when a model is slain (AOS-18.2, AMB-25).
    ///
    /// # Errors
    /// [`Limit`] if they are more than are computed.
    pub(crate) fn slay(&mut self, slain: Slain, health: u16) -> Result<(), Limit> {
        let Slain { times, on, models } = slain;
        let most = u64::from(times.max()) * u64::from(models);
        Limit::check("models slain outright", most, u64::from(MAX_TOKENS), "MAX_TOKENS")?;
        let slain = self.e.slot("models slain outright");
        let begin = self.e.start("abilities that slay", 1);
        let tried = self.e.slot("dice that slay");
        self.e.step(Roll::amount("dice that slay", begin, &Draw::of(times, Faces::NONE), &[tried]));
        let row = |happens: bool| match happens && models > 0 {
            true => TokenRow::from([(slain, u16::from(models))]),
            false => TokenRow::new(),
        };
        match on {
            Slaying::Surely => self.e.step(Roll::relay("slain outright", tried, row(true))),
            Slaying::Reaching(target) => {
                self.e.step(Roll::d6("slain outright", tried, [Faces::NONE; 2], |face| row(face >= target)));
            }
            Slaying::AboveHealth(total) => self.e.step(reaching(tried, total, health + 1, row)),
            Slaying::ReachingHealth(total) => self.e.step(reaching(tried, total, health, row)),
            Slaying::ReachingTwiceHealth(total) => self.e.step(reaching(tried, total, 2 * health, row)),
        }
        let strike = Strike::unstopped("slain outright", slain, 0, Draw::fixed(health));
        self.spilling.push(Strike { spill: false, ..strike }.into());
        Ok(())
    }
}

/// A roll whose total is compared with what is needed, every way to fall a face of one die.
fn reaching(tried: Slot, total: Amount, needed: u16, row: impl Fn(bool) -> TokenRow) -> Roll {
    let draw = Draw::of(total, Faces::NONE);
    let values = draw.as_one_die().unwrap_or_default();
    let rows: Vec<TokenRow> = values.iter().map(|value| row(*value >= needed)).collect();
    if rows.len() < 2 {
        return Roll::relay("slain outright", tried, row(total.max() >= needed));
    }
    Roll::one_die("slain outright", tried, rows)
}
