//! Fights that were rolled from the rules alone, one die at a time, against the exact answer.
//!
//! Nothing of the crate is named but the question itself; the units are texts that both sides read in their own way.

use std::fs;
use std::path::Path;

use super::{asoiaf, warcry};
use crate::support::cases;
use warodds::ask::{FightReport, FightRequest, Request, fight};
use warodds::engine::Options;
use warodds::games::Losses;

/// How many fights are rolled for each pair.
const FIGHTS: usize = 20_000;
/// Pairs of each game, in every run and once a week; `WARODDS_FIGHTS` says how many others.
const PAIRS: [u32; 2] = [4, 10];

/// The numbers of a game's pairs, counted from `first`.
fn pairs(first: u64) -> std::ops::Range<u64> {
    let said = std::env::var("WARODDS_FIGHTS").ok().and_then(|text| text.parse().ok());
    first..first + said.unwrap_or_else(|| u64::from(cases(PAIRS[0], PAIRS[1])))
}

/// Random numbers of this test alone (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn from(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    fn d6(&mut self) -> i64 {
        self.from(1, 6)
    }
}

/// A weapon of some models.
#[derive(Clone)]
struct Arms {
    bearers: i64,
    attacks: i64,
    hit: i64,
    /// Age of Sigmar: the number to wound; Warhammer 40,000: the Strength.
    wound: i64,
    rend: i64,
    damage: i64,
}

/// A unit of models that are alike but for one or two with another weapon.
#[derive(Clone)]
struct Squad {
    models: i64,
    health: i64,
    toughness: i64,
    save: i64,
    ward: i64,
    plain: Arms,
    special: Arms,
    champion: bool,
    /// -1: before others, 1: after others.
    order: i64,
    charge_damage: bool,
    /// Warhammer 40,000: all its weapons are.
    hazardous: bool,
}

impl Squad {
    fn random(dice: &mut Dice, sigmar: bool) -> Self {
        let models = dice.from(2, 6);
        let special = dice.from(0, (models - 1) / 2);
        let mut arms = |bearers| Arms {
            bearers,
            attacks: dice.from(1, 3),
            hit: dice.from(3, 5),
            wound: if sigmar { dice.from(3, 5) } else { dice.from(3, 8) },
            rend: dice.from(0, 2),
            damage: dice.from(1, 2),
        };
        let (plain, special) = (arms(models - special), arms(special));
        Self {
            models,
            plain,
            special,
            health: dice.from(1, 3),
            toughness: dice.from(3, 6),
            save: dice.from(3, 6),
            ward: if dice.from(0, 2) == 0 { 5 } else { 7 },
            champion: sigmar && dice.from(0, 1) == 0,
            order: if dice.from(0, 2) == 0 { dice.from(0, 1) * 2 - 1 } else { 0 },
            charge_damage: sigmar && dice.from(0, 1) == 0,
            hazardous: !sigmar && dice.from(0, 2) == 0,
        }
    }

    /// The profile that says the same.
    fn text(&self, name: &str, sigmar: bool) -> String {
        if sigmar { self.warscroll(name) } else { self.datasheet(name) }
    }

    fn warscroll(&self, name: &str) -> String {
        let Self { models, health, save, ward, .. } = self;
        let order = ["\"Strike-first\"", "", "\"Strike-last\""][(self.order + 1) as usize];
        let mut text = format!(
            "game = \"age-of-sigmar\"\nname = \"{name}\"\npoints = 100\nmodels = {models}\nhealth = {health}\nsave = \"{save}+\"\nabilities = [{order}]\n"
        );
        if *ward < 7 {
            text += &format!("ward = \"{ward}+\"\n");
        }
        for (name, arms, champions) in [("Plain", &self.plain, i64::from(self.champion)), ("Special", &self.special, 0)]
        {
            if arms.bearers > 0 {
                let Arms { bearers, attacks, hit, wound, rend, damage } = arms;
                let charge = if self.charge_damage { "\"Charge (+1 Damage)\"" } else { "" };
                text += &format!(
                    "[[weapon]]\nname = \"{name}\"\ncount = {bearers}\nchampions = {champions}\nattacks = {attacks}\nhit = \"{hit}+\"\nwound = \"{wound}+\"\nrend = {rend}\ndamage = {damage}\nabilities = [{charge}]\n"
                );
            }
        }
        text
    }

    fn datasheet(&self, name: &str) -> String {
        let Self { models, health, save, ward, toughness, .. } = self;
        let order = if self.order < 0 { "\"Fights First\"" } else { "" };
        let hazardous = if self.hazardous { "\"Hazardous\"" } else { "" };
        let mut text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\npoints = 100\nabilities = [{order}]\n[[model]]\nname = \"Model\"\ncount = {models}\ntoughness = {toughness}\nsave = \"{save}+\"\nwounds = {health}\n"
        );
        if *ward < 7 {
            text += &format!("feel-no-pain = \"{ward}+\"\n");
        }
        for (name, arms) in [("Plain", &self.plain), ("Special", &self.special)] {
            if arms.bearers > 0 {
                let Arms { bearers, attacks, hit, wound, rend, damage } = arms;
                text += &format!(
                    "[[weapon]]\nname = \"{name}\"\ncount = {bearers}\nattacks = {attacks}\nskill = \"{hit}+\"\nstrength = {wound}\nap = -{rend}\ndamage = {damage}\nabilities = [{hazardous}]\n"
                );
            }
        }
        text
    }

    /// Models that still carry the plain weapon and the special one: plain ones fall first, or an even share of both.
    fn bearers(&self, standing: i64, even: bool) -> (i64, i64) {
        if even {
            // Halves go to the plain weapon, which is named first; whoever else stands has the special one.
            let plain = (2 * self.plain.bearers * standing + self.models) / (2 * self.models);
            (plain, standing - plain)
        } else {
            let special = self.special.bearers.min(standing);
            (standing - special, special)
        }
    }
}

/// A unit while it fights.
struct Fighting<'s> {
    squad: &'s Squad,
    /// Wounds that are left of all models.
    left: i64,
}

impl Fighting<'_> {
    fn standing(&self) -> i64 {
        (self.left + self.squad.health - 1) / self.squad.health
    }
}

/// One unit attacks the other.
fn strike(
    dice: &mut Dice,
    sigmar: bool,
    attacker: &Fighting<'_>,
    target: &mut Fighting<'_>,
    charged: bool,
    even: bool,
) {
    let (plain, special) = attacker.squad.bearers(attacker.standing(), even);
    // The champion is one of the plain models, the last of them to fall.
    let champions = i64::from(attacker.squad.champion);
    let champions = if even {
        ((2 * champions * attacker.standing() + attacker.squad.models) / (2 * attacker.squad.models)).min(plain)
    } else {
        champions.min(plain)
    };
    for (arms, bearers, bonus) in [(&attacker.squad.plain, plain, champions), (&attacker.squad.special, special, 0)] {
        for _ in 0..bearers * arms.attacks + bonus {
            one_attack(dice, sigmar, attacker.squad, arms, target, charged);
        }
    }
}

fn one_attack(dice: &mut Dice, sigmar: bool, attacker: &Squad, arms: &Arms, target: &mut Fighting<'_>, charged: bool) {
    let Squad { toughness, save, ward, health, .. } = *target.squad;
    let hit = dice.d6();
    if hit == 1 || (hit < arms.hit && hit != 6) {
        return;
    }
    let needs = match (sigmar, arms.wound) {
        (true, wound) => wound,
        (_, strength) if strength >= 2 * toughness => 2,
        (_, strength) if strength > toughness => 3,
        (_, strength) if strength == toughness => 4,
        (_, strength) if 2 * strength <= toughness => 6,
        _ => 5,
    };
    let wound = dice.d6();
    if wound == 1 || (wound < needs && (sigmar || wound != 6)) {
        return;
    }
    let roll = dice.d6();
    if roll != 1 && roll - arms.rend >= save {
        return;
    }
    let damage = arms.damage + i64::from(charged && attacker.charge_damage);
    // In Warhammer 40,000 what a model does not need is lost; in Age of Sigmar it goes into the pool.
    let mut room = if sigmar { target.left } else { (target.left + health - 1) % health + 1 };
    for _ in 0..damage {
        if target.left > 0 && room > 0 && dice.d6() < ward {
            target.left -= 1;
            room -= 1;
        }
    }
}

/// One test for each model that fought, each with one weapon: on a 1 three mortal wounds on one model, first on one that is
/// wounded; what it does not need is lost (W40K-HAZARDOUS).
fn hazardous_tests(dice: &mut Dice, unit: &mut Fighting<'_>) {
    let Squad { health, ward, .. } = *unit.squad;
    for _ in 0..unit.standing() {
        if dice.d6() == 1 && unit.left > 0 {
            let mut room = (unit.left + health - 1) % health + 1;
            for _ in 0..3 {
                if room > 0 && dice.d6() < ward {
                    unit.left -= 1;
                    room -= 1;
                }
            }
        }
    }
}

/// Who strikes first in a round: 0 or 1. `active` is the side whose turn it is.
fn first_to_strike(sigmar: bool, squads: &[Squad; 2], active: usize, charged: Option<usize>) -> usize {
    let rank = |side: usize| match sigmar {
        true => squads[side].order,
        false if squads[side].order < 0 || charged == Some(side) => -1,
        false => 0,
    };
    let favoured = if sigmar { active } else { 1 - active };
    if rank(1 - favoured) < rank(favoured) { 1 - favoured } else { favoured }
}

/// The models that stand in the end.
fn roll_fight(dice: &mut Dice, sigmar: bool, squads: &[Squad; 2], rounds: usize, first: usize, even: bool) -> [i64; 2] {
    let mut units =
        [0, 1].map(|side| Fighting { squad: &squads[side], left: squads[side].models * squads[side].health });
    for round in 0..rounds {
        let active = (first + round) % 2;
        let charged = (round == 0).then_some(active);
        let begins = first_to_strike(sigmar, squads, active, charged);
        for side in [begins, 1 - begins] {
            if units.iter().all(|unit| unit.left > 0) {
                let [a, b] = &mut units;
                let (attacker, target) = if side == 0 { (&*a, b) } else { (&*b, a) };
                strike(dice, sigmar, attacker, target, charged == Some(side), even);
                if squads[side].hazardous {
                    hazardous_tests(dice, &mut units[side]);
                }
            }
        }
    }
    [units[0].standing(), units[1].standing()]
}

fn fought(folder: &Path, squads: &[Squad; 2], sigmar: bool, rounds: usize, first: usize, even: bool) -> FightReport {
    let paths = [0, 1].map(|side: usize| {
        let path = folder.join(format!("unit{side}.toml"));
        fs::write(&path, squads[side].text(["One", "Other"][side], sigmar)).expect("written");
        path.to_string_lossy().into_owned()
    });
    let [a, b] = paths;
    let losses = if even { Losses::Even } else { Losses::PlainFirst };
    let request = FightRequest { a, b, rounds, first, losses, base: Request::default(), ..FightRequest::default() };
    fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0
}

/// Rolled fights against the exact chances of every pair of survivors, by Pearson's test. Pairs that are rare are counted
/// together. The bound is that of one in a million.
fn agrees(seed: u64, sigmar: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut dice = Dice(seed);
    let squads = [Squad::random(&mut dice, sigmar), Squad::random(&mut dice, sigmar)];
    let (rounds, first, even) = (dice.from(1, 3) as usize, dice.from(0, 1) as usize, dice.from(0, 2) == 0);
    let report = fought(folder.path(), &squads, sigmar, rounds, first, even);
    let all: f64 = report.survivors.iter().flatten().sum();
    assert!((all - 1.0).abs() < 1e-12, "{all}");
    let texts = [0, 1].map(|side: usize| squads[side].text(["One", "Other"][side], sigmar)).join("\n");
    let what = format!("seed {seed}, {rounds} rounds, first {first}, even {even}\n{texts}");
    survive(&report, &what, || roll_fight(&mut dice, sigmar, &squads, rounds, first, even));
}

/// Pearson's test of the survivors of rolled fights.
fn survive(report: &FightReport, what: &str, mut fought: impl FnMut() -> [i64; 2]) {
    let mut counts: Vec<Vec<f64>> = report.survivors.iter().map(|row| vec![0.0; row.len()]).collect();
    for _ in 0..FIGHTS {
        let [a, b] = fought();
        counts[a as usize][b as usize] += 1.0;
    }
    let (mut chi_square, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
    for (expected, count) in report.survivors.iter().flatten().zip(counts.iter().flatten()) {
        let expected = expected * FIGHTS as f64;
        if expected >= 8.0 {
            chi_square += (count - expected) * (count - expected) / expected;
            cells += 1.0;
        } else {
            rare = (rare.0 + expected, rare.1 + count);
        }
    }
    if rare.0 > 0.5 {
        chi_square += (rare.1 - rare.0) * (rare.1 - rare.0) / rare.0;
        cells += 1.0;
    }
    // Wilson and Hilferty: the cube root of chi-square over its degrees is close to normal.
    let degrees: f64 = f64::max(cells - 1.0, 1.0);
    let spread = 2.0 / (9.0 * degrees);
    let z = ((chi_square / degrees).cbrt() - (1.0 - spread)) / spread.sqrt();
    assert!(z < 4.8, "{what}: chi-square {chi_square} of {degrees}");
}

#[test]
fn rolled_fights_of_age_of_sigmar_end_as_often_as_said() {
    pairs(0).for_each(|seed| agrees(seed, true));
}

#[test]
fn rolled_fights_of_warhammer_40k_end_as_often_as_said() {
    pairs(10_000).for_each(|seed| agrees(seed, false));
}

/// Activations of two cards, the charge of the first one included; what both have left in the end.
fn asoiaf_fight(
    dice: &mut super::Dice,
    cards: &[(asoiaf::Attacker, asoiaf::Defender); 2],
    rounds: usize,
    first: usize,
) -> [i64; 2] {
    let mut left = [cards[0].1.wounds_remaining, cards[1].1.wounds_remaining];
    for round in 0..rounds {
        let active = (first + round) % 2;
        for side in [active, 1 - active] {
            if left.contains(&0) {
                continue;
            }
            let charging = round == 0 && side == first;
            let attacker = asoiaf::Attacker { wounds_remaining: left[side], charging, ..cards[side].0.clone() };
            let defender = asoiaf::Defender { wounds_remaining: left[1 - side], ..cards[1 - side].1.clone() };
            let lost = asoiaf::attack(dice, &attacker, &defender, asoiaf::Context::default()).wounds_lost;
            left[1 - side] -= lost.min(left[1 - side]);
        }
    }
    left.map(i64::from)
}

#[test]
fn rolled_fights_of_ice_and_fire_end_as_often_as_said() {
    for seed in pairs(20_000) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut random = Dice(seed);
        let cards = [0, 1].map(|_| {
            let most = random.from(5, 8) as i32;
            let attacker = asoiaf::Attacker {
                attack_dice: [most, most - 1, most - 3],
                hit: random.from(3, 5) as i32,
                ..asoiaf::Attacker::default()
            };
            let (defense, morale) = (random.from(3, 6) as i32, random.from(4, 8) as i32);
            (attacker, asoiaf::Defender { defense: Some(defense), morale: Some(morale), ..asoiaf::Defender::default() })
        });
        let text = |side: usize| {
            let (asoiaf::Attacker { attack_dice: [a, b, c], hit, .. }, defender) = &cards[side];
            let (defense, morale) = (defender.defense.unwrap_or(7), defender.morale.unwrap_or(7));
            format!(
                "game = \"asoiaf\"\nname = \"Card {side}\"\ntray = \"infantry\"\nspeed = 5\ndefense = \"{defense}+\"\nmorale = \"{morale}+\"\n[[attack]]\nname = \"Blades\"\ntype = \"melee\"\nhit = \"{hit}+\"\ndice = [{a}, {b}, {c}]\n"
            )
        };
        let (rounds, first) = (random.from(1, 3) as usize, random.from(0, 1) as usize);
        let report = of_texts(folder.path(), &[text(0), text(1)], rounds, first, &[]);
        let mut dice = super::Dice::new(seed);
        survive(&report, &format!("seed {seed}"), || asoiaf_fight(&mut dice, &cards, rounds, first));
    }
}

/// Two fighters, both of whose actions are attacks; one may counter before its own activation, which then is over.
#[test]
fn rolled_fights_of_warcry_end_as_often_as_said() {
    for seed in pairs(30_000) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut random = Dice(seed);
        let fighters = [0, 1].map(|_| {
            let action = warcry::Action {
                attacks: random.from(2, 5) as i32,
                strength: random.from(3, 5) as i32,
                hit_damage: random.from(1, 2) as i32,
                critical_damage: random.from(3, 5) as i32,
                ..warcry::Action::default()
            };
            (action, random.from(3, 5) as i32, random.from(6, 16) as i32)
        });
        let text = |side: usize| {
            let (warcry::Action { attacks, strength, hit_damage, critical_damage, .. }, toughness, wounds) =
                fighters[side];
            format!(
                "game = \"warcry\"\nname = \"Fighter {side}\"\ntoughness = {toughness}\nwounds = {wounds}\n[[weapon]]\nname = \"Blade\"\nrange = 1\nattacks = {attacks}\nstrength = {strength}\ndamage = [{hit_damage}, {critical_damage}]\n"
            )
        };
        let (rounds, first, counters) =
            (random.from(1, 3) as usize, random.from(0, 1) as usize, random.from(0, 1) == 1);
        let with: &[&str] = if counters { &["B: counter"] } else { &[] };
        let report = of_texts(folder.path(), &[text(0), text(1)], rounds, first, with);
        let mut dice = super::Dice::new(seed);
        survive(&report, &format!("seed {seed}"), || {
            let mut left = [fighters[0].2, fighters[1].2];
            for round in 0..rounds {
                let active = (first + round) % 2;
                for side in [active, 1 - active] {
                    let countered = counters && active == 0;
                    if left.iter().any(|left| *left <= 0) || (countered && side == 1) {
                        continue;
                    }
                    let reaction = if countered { warcry::Reaction::Counter } else { warcry::Reaction::None };
                    let actions = vec![warcry::Action { reaction, ..fighters[side].0 }; 2];
                    let attacker = warcry::Attacker { remaining: left[side], actions, ..warcry::Attacker::default() };
                    let (toughness, remaining) = (fighters[1 - side].1, left[1 - side]);
                    let defender = warcry::Defender { toughness, remaining, ..warcry::Defender::default() };
                    let result = warcry::attack(&mut dice, &attacker, &defender, warcry::Context::default());
                    left[1 - side] -= result.wounds_lost as i32;
                    left[side] -= result.attacker_wounds_lost as i32;
                }
            }
            left.map(|left| i64::from(left > 0))
        });
    }
}

fn of_texts(folder: &Path, texts: &[String; 2], rounds: usize, first: usize, with: &[&str]) -> FightReport {
    let [a, b] = [0, 1].map(|side: usize| {
        let path = folder.join(format!("unit{side}.toml"));
        fs::write(&path, &texts[side]).expect("written");
        path.to_string_lossy().into_owned()
    });
    let base = Request { with: with.iter().map(|text| (*text).to_owned()).collect(), ..Request::default() };
    let request = FightRequest { a, b, rounds, first, base, ..FightRequest::default() };
    fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0
}
