//! Dice on the side: mortal wounds that come beside a weapon's attacks.

use super::{Landing, Volleys, draw};
use crate::dice::{Draw, Faces};
use crate::sequence::{Limit, MAX_TOKENS, Roll, TokenRow};

impl Volleys {
    /// Dice on the side that do more the higher they show: each tier is the number to reach, and how it lands.
    pub(crate) fn tiers(&mut self, dice: u8, tiers: [(u8, Landing); 2]) {
        let start = self.e.start("dice on the side", u16::from(dice));
        let slots = tiers.each_ref().map(|_| self.e.slot("mortal wounds on the side"));
        self.e.step(Roll::d6("on the side", start, [Faces::NONE; 2], |face| {
            let reached = tiers.iter().rposition(|(reach, _)| face >= *reach);
            reached.map_or_else(TokenRow::new, |tier| TokenRow::from([(slots[tier], 1)]))
        }));
        for ((_, landing), slot) in tiers.into_iter().zip(slots) {
            let strikes = self.strike("mortal wounds on the side", slot, landing, None, self.mortal);
            self.spilling.extend(strikes);
        }
    }

    /// Dice on the side, rolled so many `times`: each that shows one of these faces inflicts mortal damage.
    ///
    /// # Errors
    /// [`Limit`] if they are more than are computed.
    pub(crate) fn side(&mut self, times: u16, dice: &Draw, faces: Faces, landing: Landing) -> Result<(), Limit> {
        let most = u64::from(times) * u64::from(dice.max());
        Limit::check("dice on the side", most, u64::from(MAX_TOKENS), "MAX_TOKENS")?;
        let start = if let Some(each) = dice.as_fixed() {
            self.e.start("dice on the side", times * each)
        } else {
            let rolled = self.e.start("numbers of dice on the side", times);
            let start = self.e.slot("dice on the side");
            self.e.step(draw("dice on the side", rolled, dice, &[start]));
            start
        };
        let hurt = self.e.slot("mortal wounds on the side");
        let row = |face| if faces.has(face) { TokenRow::from([(hurt, 1)]) } else { TokenRow::new() };
        self.e.step(if faces == Faces::from(1) {
            Roll::relay("on the side", start, TokenRow::from([(hurt, 1)]))
        } else {
            Roll::d6("on the side", start, [Faces::NONE; 2], row)
        });
        let strike = self.strike("mortal wounds on the side", hurt, landing, None, self.mortal);
        self.spilling.extend(strike);
        Ok(())
    }
}
