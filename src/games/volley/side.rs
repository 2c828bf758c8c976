//! Dice on the side: mortal wounds that come beside a weapon's attacks.

use super::{Landing, Volleys};
use crate::dice::{Draw, Faces};
use crate::games::language::side::SideDice;
use crate::sequence::{Limit, MAX_TOKENS, Roll};

impl Volleys {
    /// Dice on the side, rolled this many `times`; `landing` is how points land.
    ///
    /// # Errors
    /// [`Limit`] if they are more than are computed.
    pub(crate) fn side(
        &mut self,
        times: u16,
        side: &SideDice,
        landing: impl Fn(&Draw) -> Landing,
    ) -> Result<(), Limit> {
        let dice = Draw::of(side.dice, Faces::NONE);
        let most = u64::from(times) * u64::from(dice.max());
        Limit::check("dice on the side", most, u64::from(MAX_TOKENS), "MAX_TOKENS")?;
        let start = if let Some(each) = dice.as_fixed() {
            self.e.start("dice on the side", times * each)
        } else {
            let rolled = self.e.start("numbers of dice on the side", times);
            let start = self.e.slot("dice on the side");
            self.e.step(Roll::amount("dice on the side", rolled, &dice, &[start]));
            start
        };
        for (slot, points) in side.roll(&mut self.e, start) {
            let strike = self.strike("mortal wounds on the side", slot, landing(&points), None, self.mortal);
            self.spilling.extend(strike);
        }
        Ok(())
    }
}
