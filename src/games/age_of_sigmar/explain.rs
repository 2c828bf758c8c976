//! What a player would want to see of the numbers that came out: for each roll what it needs and why, and what was capped.

use super::unit::{LANGUAGE, WarscrollWeapon};
use crate::dice::Faces;
use crate::games::ExplainedLine;
use crate::games::volley::Volley;
use crate::games::volley::draft::{GroupDraft, Rounding, TargetDraft, Test, WeaponDraft};
use crate::games::volley::lines::{line, ruled};
use crate::sequence::explain::amount;

/// The lines of one weapon: what changes it, what protects the target, then each roll. `save_cap` is how AMB-3 is read.
pub(super) fn lines(
    weapon: &WarscrollWeapon,
    draft: &WeaponDraft,
    target: &TargetDraft,
    volley: &Volley,
    save_cap: &str,
) -> Vec<ExplainedLine> {
    let card = |entry: &str| line(entry.to_owned(), "the weapon", "AOS-20.0");
    let mut lines: Vec<ExplainedLine> = weapon.abilities.iter().map(|ability| card(&ability.to_string())).collect();
    lines.extend(ruled(&draft.lines, &target.lines, |what| LANGUAGE.rule_of(what).unwrap_or("AOS-20.0")));
    lines.push(line(volley.told_attacks(), "rules", "AOS-16.0"));
    if weapon.champions > 0 && draft.bonus_attacks > 0 {
        lines.push(line(format!("+1 attacks for each of {}", draft.bonus_attacks), "champions", "AOS-MOD-1.0"));
    }
    if let Some(hit) = &volley.hit {
        let what = roll("hit", &draft.hit, hit.success);
        lines.push(line(what, "rules", "AOS-17.0"));
        if !hit.critical.is_empty() && !draft.criticals.is_empty() {
            lines.push(line(format!("critical hits on {}", hit.critical), "rules", "AOS-17.0"));
        }
    }
    if let [wound] = &volley.after_hit.wound[..] {
        let what = roll("wound", &draft.wound, wound.success);
        lines.push(line(what, "rules", "AOS-17.0"));
    }
    lines.extend(draft.capped().map(|what| line(what, "rules", "AOS-17.1")));
    lines.extend(save(draft, &target.groups[0], volley, save_cap));
    lines
}

/// `hit 3+ with +1: 2, 3, 4, 5, 6`.
fn roll(name: &str, test: &Test, success: Faces) -> String {
    let mut what = format!("{name} {}+", test.number());
    if test.number() != test.needs {
        what.push_str(&format!(" (printed {}+)", test.needs));
    }
    let sum = test.sum().clamp(-1, 1);
    if sum != 0 {
        what.push_str(&format!(" with {sum:+}"));
    }
    format!("{what}: {success}")
}

/// The save with its sum, the damage of what gets through, and the ward.
fn save(draft: &WeaponDraft, group: &GroupDraft, volley: &Volley, save_cap: &str) -> Vec<ExplainedLine> {
    let guard = &volley.after_hit.attacks.guards[0][0];
    let (modifiers, rend) = draft.save_modifiers(group, Rounding::Down);
    let mut lines = Vec::new();
    match (group.save_needs(1), guard.save) {
        (Some(needs), Some(save)) => {
            let what = format!("save {needs}+ with {modifiers:+} and Rend {rend}: {}", Faces::from(save.on));
            lines.push(line(what, "rules", "AOS-17.0"));
            match (save_cap, modifiers - rend) {
                ("before-rend", _) if modifiers > 1 => {
                    let what = format!("{modifiers:+} to save is capped at +1 before Rend {rend} counts");
                    lines.push(line(what, "rules", "AMB-3"));
                }
                ("with-rend", sum) if sum > 1 => {
                    let what = format!("{modifiers:+} to save with Rend {rend} is {sum:+}, capped at +1");
                    lines.push(line(what, "rules", "AOS-17.1"));
                }
                _ => {}
            }
        }
        _ => lines.push(line("no save".to_owned(), "the target", "AOS-17.0")),
    }
    lines.push(line(format!("damage {}", amount(&guard.amount)), "rules", "AOS-17.0"));
    if guard.ignore_on < 7 {
        lines.push(line(format!("each point warded on {}+", guard.ignore_on), "the target", "AOS-18.1"));
    }
    lines
}
