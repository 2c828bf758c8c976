//! Warcry, 2nd edition. Every rule id, such as `WARCRY-HIT` or `G-1`, is explained in `rules.md`.

use super::language::vocabulary::{Change, Characteristic, Effect, RollKind};
use super::{Game, Ruling, Situation};

mod attack;
mod draft;
mod fighter;
mod rules;

/// The game.
pub(super) const GAME: Game = Game {
    id: "warcry",
    title: "Warcry",
    edition: "2nd edition",
    abilities: Vec::new,
    unit_abilities: &[],
    situations: SITUATIONS,
    rulings: RULINGS,
    rules: rules::RULES,
    modes: &[],
    editions: &[],
    template: include_str!("template.toml"),
    spread: &[],
    refuses,
    check: fighter::check,
    resize: fighter::resize,
    attach: None,
    engage: draft::engage,
};

const fn situation(name: &'static str, short: &'static str, rule: &'static str) -> Situation {
    Situation { name, mirrored: None, short, rule }
}

const SITUATIONS: &[Situation] = &[
    situation("cover", "the target is in cover: Toughness +1, melee and missile", "WARCRY-COVER"),
    situation("two attacks", "both actions of the activation are attacks", "WARCRY-ACTIVATE"),
    situation("three attacks", "a monster attacks in each of its three activations", "WARCRY-MONSTER"),
    situation("onslaught", "Onslaught before the first action: melee Attacks +1", "WARCRY-AB-ONSLAUGHT"),
    situation(
        "late onslaught",
        "Onslaught after the first action: melee Attacks +1 from then on",
        "WARCRY-AB-ONSLAUGHT",
    ),
    situation("rampage", "Rampage: one more attack action", "WARCRY-AB-RAMPAGE"),
    situation("counter", "the target counters melee attack actions while it can react", "WARCRY-COUNTER"),
    situation("take cover", "the target, in cover, takes cover from missile attack actions", "WARCRY-TAKE-COVER"),
    situation("target waiting", "the target is waiting: it can react once instead of twice", "WARCRY-REACT-ECON"),
    situation("open edge", "the target stands at an open edge, and a fall is 2\" or more", "WARCRY-FALLTEST"),
    situation("stairs", "the target is part-way on stairs or a ladder, and a fall is 2\" or more", "WARCRY-STAIRS"),
    situation("short drop", "the target's fall is less than 2\": no impact damage", "WARCRY-FALL"),
    situation("deadly terrain", "the target's fall ends within 1\" of deadly terrain: D6 damage more", "WARCRY-DEADLY"),
    situation("no landing point", "the target has nowhere to fall to, so it stays", "WARCRY-FALL"),
    situation(
        "climbing",
        "the attacker is climbing 2\" or more up and falls when its attacks are done",
        "WARCRY-CLIMB",
    ),
];

const RULINGS: &[Ruling] = &[
    Ruling {
        name: "counter",
        values: &["both-apply", "counter-first", "attack-first"],
        short: "do Counter and the attack both count, or does what takes a fighter down first end the other?",
        rule: "G-1",
    },
    Ruling {
        name: "fly-on-stairs",
        values: &["test", "no-test"],
        short: "does a fighter with Fly take the falling test part-way on stairs?",
        rule: "I-2",
    },
];

fn refuses(effect: &Effect) -> Option<&'static str> {
    match effect {
        Effect::Modify(RollKind::Hit, _) => {
            Some("no rule here changes a hit roll, only Strength and Toughness: write `+N strength` or `-N toughness`")
        }
        Effect::Modify(RollKind::Morale, _) | Effect::Reroll(RollKind::Morale, _) => Some("there is no morale test"),
        Effect::Reroll(RollKind::Hit, _) | Effect::CriticalOn(RollKind::Hit, _) | Effect::MortalOnTheSide { .. } => {
            None
        }
        Effect::RerollUpTo(_) => None,
        Effect::Change(characteristic, change) => refuses_change(*characteristic, *change),
        Effect::LessDamage(_) | Effect::DamageIsZero => {
            Some("no rule here reduces damage: write `-N hit damage` or `-N critical damage`")
        }
        Effect::Ward(_) | Effect::FeelNoPain(_) | Effect::Invulnerable(_) | Effect::IgnoreFirstFailedSave => {
            Some("there are no saves: every hit does its damage")
        }
        effect if effect.is_of_ice_and_fire() => Some("that is a hook of A Song of Ice & Fire"),
        Effect::Heal(_) => Some("Respite has its own question: `warodds odds warcry respite`"),
        Effect::IgnoreModifiers => Some("no rule here changes a roll, so there is nothing to ignore"),
        _ => Some("an attack is one roll to hit: there is no wound roll, save or damage roll"),
    }
}

fn refuses_change(characteristic: Characteristic, change: Change) -> Option<&'static str> {
    match (characteristic, change) {
        (_, Change::Set(amount)) if amount.as_fixed().is_none() => Some("numbers of a fighter are never rolled"),
        (_, Change::Halve) => Some("no rule here divides, and none says how to round"),
        (Characteristic::Damage, Change::Set(_)) => {
            Some("Damage is two numbers: write `--set \"attacker.weapon.NAME.damage=[2, 4]\"`")
        }
        (
            Characteristic::Attacks
            | Characteristic::Damage
            | Characteristic::HitDamage
            | Characteristic::CriticalDamage
            | Characteristic::Strength
            | Characteristic::Toughness,
            _,
        ) => None,
        (Characteristic::Rend | Characteristic::Ap | Characteristic::Save, _) => Some("there are no saves"),
        (Characteristic::Hit | Characteristic::Wound | Characteristic::Skill, _) => {
            Some("hitting follows from Strength and Toughness: write `+N strength` or `+N toughness`")
        }
    }
}
