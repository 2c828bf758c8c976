//! What a profile shows not to be allowed: it is computed all the same, and said.

use super::DatasheetAttack;
use crate::games::Situation;
use crate::games::warhammer_40k::situations::{
    ADVANCED, BIG_GUNS, CHARGED, GO_TO_GROUND, INDIRECT, OVERWATCH, SMOKESCREEN, STATIONARY, TARGET_CHARGED,
};
use crate::games::warhammer_40k::unit::Datasheet;

/// Situations of which no unit is in both, and why.
const EXCLUDED: &[(Situation, Situation, &str)] = &[
    (ADVANCED, STATIONARY, "cannot both Advance and Remain Stationary (W40K-HEAVY)"),
    (ADVANCED, CHARGED, "cannot charge in the turn in which it Advanced, unless an ability lets it (W40K-CHARGE)"),
    (OVERWATCH, CHARGED, "fires Overwatch in the enemy's turn, in which it has not charged (W40K-OVERWATCH)"),
    (OVERWATCH, ADVANCED, "fires Overwatch in the enemy's turn, in which it has not Advanced (W40K-OVERWATCH)"),
    (CHARGED, TARGET_CHARGED, "and its target cannot both have charged in one turn (W40K-CHARGE)"),
];

/// The most leaders of one unit (W40K-ATTACHED).
const MOST_LEADERS: usize = 2;

impl DatasheetAttack<'_> {
    /// One note for each thing that was said although these units may not do it.
    pub(super) fn note_eligibility(&self, used: &[usize], notes: &mut Vec<String>) {
        let (attacker, target) = (&self.attacker.facts.name, &self.defender.facts.name);
        let scene = &self.scene;
        let mut note = |wrong: bool, what: &dyn Fn() -> String| notes.extend(wrong.then(what));
        let on_target = |keyword| self.shooting && !scene.target_has(keyword);
        note(scene.is(OVERWATCH) && scene.attacker_has("TITANIC"), &|| {
            format!("{attacker} is TITANIC and may not fire Overwatch (W40K-OVERWATCH)")
        });
        note(scene.is(OVERWATCH) && scene.is(INDIRECT), &|| {
            "Overwatch is fired only at a unit that is seen (W40K-OVERWATCH)".to_owned()
        });
        note(scene.is(GO_TO_GROUND) && on_target("INFANTRY"), &|| {
            format!("only INFANTRY may Go to Ground, and {target} has no such keyword (W40K-STRAT-GO-TO-GROUND)")
        });
        note(scene.is(SMOKESCREEN) && on_target("SMOKE"), &|| {
            format!("only SMOKE units may use Smokescreen, and {target} has no such keyword (W40K-STRAT-SMOKESCREEN)")
        });
        note(scene.is_any(&[GO_TO_GROUND, SMOKESCREEN]) && scene.is(OVERWATCH), &|| {
            "Go to Ground and Smokescreen are used in the enemy's Shooting phase: they do nothing in Overwatch"
                .to_owned()
        });
        let large = |has: &dyn Fn(&str) -> bool| has("MONSTER") || has("VEHICLE");
        let neither = !large(&|keyword| scene.attacker_has(keyword)) && !large(&|keyword| scene.target_has(keyword));
        note(scene.is(BIG_GUNS) && neither, &|| {
            format!(
                "neither {attacker} nor {target} is a MONSTER or VEHICLE: Big Guns Never Tire is not for them (W40K-BIG-GUNS)"
            )
        });
        let blast = || used.iter().map(|weapon| &self.attacker.weapons[*weapon]).find(|weapon| weapon.has("Blast"));
        note(self.shooting && scene.is(BIG_GUNS) && blast().is_some(), &|| {
            let name = blast().map_or("", |weapon| &weapon.name);
            format!("{name} has Blast, which is never aimed at a unit in Engagement Range (W40K-BLAST)")
        });
        for (one, other, why) in EXCLUDED {
            note(scene.is(*one) && scene.is(*other), &|| format!("{attacker} {why}"));
        }
        for unit in [self.attacker, self.defender] {
            let leaders = leaders(unit);
            note(leaders > MOST_LEADERS, &|| {
                let may = if self.edition().stays_attached {
                    "a unit has one Leader and one Support (W40K-SUPPORT)"
                } else {
                    "a unit has one, or two where a card allows it (W40K-ATTACHED)"
                };
                format!("{} has {leaders} leaders; {may}", unit.facts.name)
            });
        }
    }
}

/// How many parts of an Attached unit lead the others.
fn leaders(unit: &Datasheet) -> usize {
    let mut parts: Vec<&Option<String>> = Vec::new();
    for group in unit.groups.iter().filter(|group| unit.attached && group.character) {
        if !parts.contains(&&group.part) {
            parts.push(&group.part);
        }
    }
    parts.len()
}
