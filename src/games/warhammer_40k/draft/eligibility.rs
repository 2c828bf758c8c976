//! What a profile shows not to be allowed: it is computed all the same, and said.

use super::DatasheetAttack;
use crate::games::warhammer_40k::situations::{BIG_GUNS, GO_TO_GROUND, OVERWATCH, SMOKESCREEN};
use crate::games::warhammer_40k::unit::Datasheet;
use crate::words::each_once;

/// The most leaders of one unit (W40K-ATTACHED).
const MOST_LEADERS: usize = 2;

impl DatasheetAttack<'_> {
    /// One note for each thing that was given although these units may not do it.
    pub(super) fn note_eligibility(&self, used: &[usize], notes: &mut Vec<String>) {
        let [attacker, target] = [self.attacker, self.defender].map(Datasheet::name_for_messages);
        let scene = &self.scene;
        let mut note = |wrong: bool, what: &dyn Fn() -> String| notes.extend(wrong.then(what));
        let on_target = |keyword| self.shooting && !scene.target_has(keyword);
        note(scene.is(OVERWATCH) && scene.attacker_has("TITANIC"), &|| {
            format!("{attacker} is TITANIC and may not fire Overwatch (W40K-OVERWATCH)")
        });
        note(scene.is(GO_TO_GROUND) && on_target("INFANTRY"), &|| {
            format!("only INFANTRY may Go to Ground, and {target} has no such keyword (W40K-STRAT-GO-TO-GROUND)")
        });
        note(scene.is(SMOKESCREEN) && on_target("SMOKE"), &|| {
            format!("only SMOKE units may use Smokescreen, and {target} has no such keyword (W40K-STRAT-SMOKESCREEN)")
        });
        let large = |has: &dyn Fn(&str) -> bool| has("MONSTER") || has("VEHICLE");
        let neither = || !large(&|keyword| scene.attacker_has(keyword)) && !large(&|keyword| scene.target_has(keyword));
        note(scene.is(BIG_GUNS) && neither(), &|| {
            format!(
                "neither {attacker} nor {target} is a MONSTER or VEHICLE: Big Guns Never Tire is not for them (W40K-BIG-GUNS)"
            )
        });
        let blast = || used.iter().map(|weapon| &self.attacker.weapons[*weapon]).find(|weapon| weapon.has("Blast"));
        note(self.shooting && scene.is(BIG_GUNS) && blast().is_some(), &|| {
            let name = blast().map_or("", |weapon| &weapon.name);
            format!("{name} has Blast, which is never aimed at a unit in Engagement Range (W40K-BLAST)")
        });
        notes.extend(self.edition().language.noted_together(scene));
        let mut note = |wrong: bool, what: &dyn Fn() -> String| notes.extend(wrong.then(what));
        for unit in [self.attacker, self.defender] {
            let leaders = leaders(unit);
            note(leaders > MOST_LEADERS, &|| {
                let may = if self.edition().stays_attached {
                    "a unit has one Leader and one Support (W40K-SUPPORT)"
                } else {
                    "a unit has one, or two where a card allows it (W40K-ATTACHED)"
                };
                format!("{} has {leaders} leaders; {may}", unit.name_for_messages())
            });
        }
    }
}

/// How many parts of an Attached unit lead the others.
fn leaders(unit: &Datasheet) -> usize {
    let led = unit.groups.iter().filter(|group| unit.attached && group.character);
    each_once(led.map(|group| &group.part)).len()
}
