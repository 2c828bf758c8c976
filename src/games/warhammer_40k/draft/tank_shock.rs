//! Tank Shock: what a Vehicle does with its charge (W40K-STRAT-TANK-SHOCK).

use super::DatasheetAttack;
use crate::dice::Amount;
use crate::games::language::side::{Points, SideDice, Times};
use crate::games::warhammer_40k::situations::TANK_SHOCK;
use crate::profile::{Diagnostic, Diagnostics};

/// What a die must show.
const ON: u8 = 5;
/// The most mortal wounds.
const MOST: u16 = 6;

impl DatasheetAttack<'_> {
    /// The dice, if it is used: one for each point of Toughness of the toughest model.
    pub(super) fn tank_shock(&self, found: &Diagnostics) -> Option<SideDice> {
        if !self.scene.is(TANK_SHOCK) {
            return None;
        }
        let name = &self.attacker.facts.name;
        let mistake = |message: String, help: &str| {
            let label = "this unit attacks";
            found.push(Diagnostic::new(&self.attacker.place, message, label).help(help.to_owned()));
        };
        if self.shooting {
            let message = format!("{name} shoots, and Tank Shock follows a charge (W40K-STRAT-TANK-SHOCK)");
            mistake(message, "use `--phase combat`, or leave out `tank shock`");
        }
        if !self.scene.attacker_has("VEHICLE") {
            let message = format!("{name} is no VEHICLE, which Tank Shock needs (W40K-STRAT-TANK-SHOCK)");
            mistake(message, "leave out `tank shock`");
        }
        let own = self.own_target();
        let standing = own.groups.iter().filter(|group| group.stands());
        let toughness = standing.filter_map(|group| group.toughness.fixed(self.rounding(), 1)).max()?;
        let toughness = u16::try_from(toughness).ok()?;
        let reached = [(ON, Points::Amount(Amount::fixed(1)))];
        let dice = SideDice::reaching(Amount::fixed(toughness), 6, Times::Once, &reached)?;
        Some(SideDice { most: Some(MOST), ..dice })
    }
}
