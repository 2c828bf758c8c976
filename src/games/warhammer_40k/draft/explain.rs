//! What a player would want to see of the numbers that came out: for each roll what it needs and why, and what was capped.

use super::DatasheetAttack;
use crate::dice::Faces;
use crate::games::volley::Volley;
use crate::games::volley::draft::{GroupDraft, TargetDraft, Test, WeaponDraft};
use crate::games::volley::lines::{line, ruled};
use crate::games::{Explained, ExplainedLine};
use crate::sequence::explain::amount;

/// `3+ with -1`, and what was printed where that differs.
fn needs(test: &Test, number: i16, printed: i16) -> String {
    let printed = if number == printed { String::new() } else { format!(" (printed {printed}+)") };
    match test.sum().clamp(-1, 1) {
        0 => format!("{number}+{printed}"),
        sum => format!("{number}+{printed} with {sum:+}"),
    }
}

impl DatasheetAttack<'_> {
    /// The lines of one weapon: what changes it, what protects the target, then each roll.
    pub(super) fn explain(&self, draft: &WeaponDraft, target: &TargetDraft, volley: &Volley) -> Explained {
        let rule = |what: &str| self.edition().language.rule_of(what).unwrap_or("W40K-PROFILE");
        let mut lines: Vec<ExplainedLine> = ruled(&draft.lines, &target.lines, rule).collect();
        lines.push(line(volley.told_attacks(), "the weapon", "W40K-ATTACKS"));
        lines.push(match &volley.hit {
            Some(hit) => {
                let skill = needs(&draft.hit, draft.hit.number(), draft.hit.needs);
                line(format!("Skill {skill}: {}", hit.success), "the weapon", "W40K-HIT")
            }
            None => line("hits without a roll".to_owned(), "the weapon", "W40K-TORRENT"),
        });
        let critical = volley.hit.filter(|_| !draft.criticals.is_empty()).map(|hit| hit.critical);
        lines.extend(critical.map(|faces| line(format!("critical hits on {faces}"), "rules", "W40K-HIT")));
        lines.push(self.wounds(draft, target, volley));
        lines.extend(draft.capped().map(|what| line(what, "rules", "W40K-ROLL-MODIFIERS")));
        target.groups.iter().for_each(|group| self.defence(draft, group, target.groups.len() > 1, &mut lines));
        Explained { weapon: self.encounter.label(|| &self.attacker.facts.name, &draft.name), lines }
    }

    /// Strength against Toughness.
    fn wounds(&self, draft: &WeaponDraft, target: &TargetDraft, volley: &Volley) -> ExplainedLine {
        let toughness = self.toughness(target);
        let [test] = &volley.after_hit.wound[..] else {
            let what =
                format!("Strength {}, rolled for each hit, against Toughness {toughness}", draft.strength.printed);
            return line(what, "rules", "W40K-WOUND");
        };
        let strength = draft.strength.fixed(self.rounding(), 1).unwrap_or(0);
        let on = super::wounds_on(strength, toughness);
        let on = Test { needs: on, ..draft.wound };
        let what = format!(
            "Strength {strength} against Toughness {toughness}: {}: {}",
            needs(&on, on.number(), on.needs),
            test.success
        );
        line(what, "rules", "W40K-WOUND")
    }

    /// How models of a group save against a weapon, what a hit does to them, and what they ignore.
    fn defence(&self, draft: &WeaponDraft, group: &GroupDraft, named: bool, lines: &mut Vec<ExplainedLine>) {
        let who = if named && !group.name.is_empty() { format!("{}: ", &*group.name) } else { String::new() };
        let ap = draft.ap_on(group, self.rounding());
        let save = self.save(draft, group);
        let armour = group.save_needs(2).map(|needs| {
            let cover = if self.has_cover(draft, group) { " in cover" } else { "" };
            format!("Save {needs}+ against AP {}{cover}", if ap == 0 { "0".to_owned() } else { format!("-{ap}") })
        });
        let invulnerable = group.invulnerable.map(|needs| format!("invulnerable {needs}+"));
        let rule = if invulnerable.is_some() { "W40K-INVULN" } else { "W40K-SAVE" };
        let modified = match group.save.modifiers.sum() {
            0 => String::new(),
            sum => format!(" with {sum:+}"),
        };
        let saves = match (save, [armour, invulnerable].into_iter().flatten().collect::<Vec<_>>()) {
            (Some(save), all) => format!("{}{modified}: {}", all.join(" or "), Faces::from(save.on)),
            (None, _) => "no save".to_owned(),
        };
        lines.push(line(format!("{who}{saves}"), "the target", rule));
        if let Ok(damage) = self.damage(draft, group) {
            lines.push(line(format!("{who}Damage {}", amount(&damage)), "the weapon", "W40K-DAMAGE"));
        }
        let ignored = super::target::ignore_on(group, false, draft.psychic);
        if ignored < 7 {
            lines.push(line(format!("{who}each point is ignored on {ignored}+"), "the target", "W40K-FNP"));
        }
    }
}
