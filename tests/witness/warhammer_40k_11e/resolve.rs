//! Who takes what: saving throws sorted into allocation groups, damage, mortal wounds.

use super::sequence::Wounding;
use super::*;

#[derive(Clone, Copy)]
struct Model {
    left: i32,
    /// Not a stand-in that meets what is left over when the unit is gone.
    real: bool,
}

/// An allocation group (05.03).
#[derive(Clone)]
struct Allocation {
    kind: Group,
    models: Vec<Model>,
}

impl Allocation {
    fn alive(&self) -> bool {
        self.models.iter().any(|model| model.left > 0)
    }

    fn wounded(&self) -> bool {
        self.models.iter().any(|model| model.left > 0 && model.left < self.kind.wounds)
    }
}

/// A unit while attacks are resolved.
#[derive(Clone)]
pub(super) struct Unit {
    groups: Vec<Allocation>,
    /// The character that Precision has made the first group of the batch.
    chosen: Option<usize>,
}

impl Unit {
    /// One group for each CHARACTER model, one for each distinct Wounds, Save and invulnerable save of the others.
    pub(super) fn of(groups: &[Group]) -> Unit {
        let mut unit = Unit { groups: Vec::new(), chosen: None };
        for group in groups {
            let mut models: Vec<Model> = (0..group.models).map(|_| Model { left: group.wounds, real: true }).collect();
            if let Some(first) = models.first_mut() {
                first.left -= group.lost;
            }
            if group.character {
                let alone = |model: Model| Allocation { kind: *group, models: vec![model] };
                unit.groups.extend(models.into_iter().map(alone));
            } else {
                unit.groups.push(Allocation { kind: *group, models });
            }
        }
        unit
    }

    /// The wounds that every model has left.
    pub(super) fn left(&self) -> Vec<i32> {
        let models = self.groups.iter().flat_map(|group| &group.models);
        models.filter(|model| model.real).map(|model| model.left).collect()
    }

    /// The same unit with so many wounds left on each of its models.
    pub(super) fn with(&self, left: &[i32]) -> Unit {
        let (mut unit, mut left) = (self.clone(), left.iter());
        for model in unit.groups.iter_mut().flat_map(|group| &mut group.models).filter(|model| model.real) {
            model.left = *left.next().expect("one for each model");
        }
        unit
    }

    pub(super) fn destroyed(&self) -> bool {
        !self.groups.iter().any(|group| group.models.iter().any(|model| model.real && model.left > 0))
    }

    /// 05.03: wounded groups without characters, other groups without characters, wounded characters, characters.
    fn declared(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.groups.len()).filter(|index| self.groups[*index].alive()).collect();
        order.sort_by_key(|index| {
            let group = &self.groups[*index];
            (group.kind.character, !group.wounded())
        });
        order
    }

    /// 24.28: where the batch has Precision, one character is the first group until it is gone.
    pub(super) fn begin(&mut self, weapon: &Weapon) {
        let character = |index: &usize| weapon.precision && self.groups[*index].kind.character;
        self.chosen = self.declared().into_iter().find(character);
    }

    fn order(&self) -> Vec<usize> {
        let mut order = self.declared();
        if let Some(at) = order.iter().position(|index| self.chosen == Some(*index)) {
            let index = order.remove(at);
            order.insert(0, index);
        }
        order
    }

    /// Everything that one batch does.
    pub(super) fn take(
        &mut self,
        dice: &mut impl Die,
        attacker: &Attacker,
        defender: &Defender,
        weapon: &Weapon,
        wounding: Wounding,
        result: &mut Result,
    ) {
        self.begin(weapon);
        // AMB-05: dice are rolled again that fail for the group that is first when they are rolled.
        let first = self.order().first().copied().unwrap_or_else(|| self.last());
        let first = self.groups[first].kind;
        let mut faces: Vec<i32> = (0..wounding.dice)
            .map(|_| {
                let face = dice.d6();
                let failed = !saves(face, &first, defender, weapon);
                let again = match defender.reroll_save {
                    Reroll::None => false,
                    Reroll::Value(value) => face == value,
                    Reroll::Failed => failed,
                };
                if again { dice.d6() } else { face }
            })
            .collect();
        faces.sort_unstable();
        self.apply(dice, attacker, defender, weapon, &faces, result);
        self.devastate(dice, attacker, weapon, wounding.devastating, result);
    }

    /// 24.10: mortal wounds after the normal damage of the same batch, one model at most for each critical wound.
    pub(super) fn devastate(
        &mut self,
        dice: &mut impl Die,
        attacker: &Attacker,
        weapon: &Weapon,
        criticals: u32,
        result: &mut Result,
    ) {
        for _ in 0..criticals {
            result.unsaved += 1;
            let points = damage(dice, attacker, weapon, None);
            result.mortal_wounds += points as u32;
            let order = self.order();
            self.strike(dice, &order, points, true, result);
        }
    }

    /// 05.04: lowest to highest, each die against the group that is current then.
    pub(super) fn apply(
        &mut self,
        dice: &mut impl Die,
        attacker: &Attacker,
        defender: &Defender,
        weapon: &Weapon,
        faces: &[i32],
        result: &mut Result,
    ) {
        let order = self.order();
        for face in faces {
            let current = self.current(&order);
            let kind = self.groups[current].kind;
            if saves(*face, &kind, defender, weapon) {
                continue;
            }
            result.unsaved += 1;
            let points = damage(dice, attacker, weapon, Some(&kind));
            self.strike(dice, &order, points, false, result);
        }
    }

    /// The group of the last model to be given up.
    fn last(&self) -> usize {
        let characters = |index: &usize| self.groups[*index].kind.character;
        (0..self.groups.len()).rfind(characters).unwrap_or(self.groups.len() - 1)
    }

    /// The first group of the order that has models; if none has, another model like the last stands in.
    fn current(&mut self, order: &[usize]) -> usize {
        if let Some(index) = order.iter().find(|index| self.groups[**index].alive()) {
            return *index;
        }
        if let Some(index) = (0..self.groups.len()).find(|index| self.groups[*index].alive()) {
            return index;
        }
        let last = self.last();
        let left = self.groups[last].kind.wounds;
        self.groups[last].models.push(Model { left, real: false });
        last
    }

    /// One model loses so many wounds; what is left over is lost.
    fn strike(&mut self, dice: &mut impl Die, order: &[usize], points: i32, mortal: bool, result: &mut Result) {
        let current = self.current(order);
        let group = &mut self.groups[current];
        let wounded = group.models.iter().position(|model| model.left > 0 && model.left < group.kind.wounds);
        let standing = group.models.iter().position(|model| model.left > 0);
        let Some(model) = wounded.or(standing).map(|index| &mut group.models[index]) else {
            return;
        };
        let mut best = group.kind.feel_no_pain.unwrap_or(7);
        if mortal {
            best = best.min(group.kind.feel_no_pain_mortal.unwrap_or(7));
        }
        for _ in 0..points {
            // 24.12: a die for each wound that would be lost.
            if best < 7 && dice.d6() >= best {
                continue;
            }
            result.damage += 1;
            if model.left == 0 {
                continue;
            }
            model.left -= 1;
            if model.real {
                result.wounds_lost += 1;
                if model.left == 0 {
                    result.slain += 1;
                    result.characters_slain += u32::from(group.kind.character);
                }
            }
        }
    }

    /// 06.02: one at a time, and it spills.
    pub(super) fn mortal_wound(&mut self, dice: &mut impl Die, result: &mut Result) {
        if !self.destroyed() {
            let order = self.declared();
            self.strike(dice, &order, 1, true, result);
        }
    }
}

/// 05.04: one die against both saves. An unmodified 1 never saves.
fn saves(face: i32, group: &Group, defender: &Defender, weapon: &Weapon) -> bool {
    let shown = face + defender.save_modifier;
    let invulnerable = group.invulnerable.is_some_and(|number| shown >= number.max(2));
    face != 1 && (invulnerable || shown + weapon.armour_penetration >= group.save.max(2))
}

/// 02.02.01: set, multiply, add (Melta), divide, subtract, round up, at least 1. Mortal wounds of Devastating Wounds end
/// before anything of the target is read.
fn damage(dice: &mut impl Die, attacker: &Attacker, weapon: &Weapon, target: Option<&Group>) -> i32 {
    let melta = if attacker.half_range { weapon.melta } else { 0 };
    let points = dice.amount(&weapon.damage) + melta;
    let Some(group) = target else {
        return points;
    };
    let divided = if group.damage_halved { (points + 1) / 2 } else { points };
    (divided - group.damage_minus).max(1)
}
