//! Units of Age of Sigmar and of the 10th edition of Warhammer 40,000: models that are alike but for one or two.

use super::{Fight, NAMES, Turns, between};
use crate::games::Losses;
use crate::witness::Dice;
use crate::witness::matchups::Pick;

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
    /// Warhammer 40,000: the mortal wounds of a model with Deadly Demise that explodes; 0: none does.
    demise: i64,
    /// Age of Sigmar: points that the hurt model gets back after each attack on it.
    heal: i64,
    /// Age of Sigmar: whether it uses All-out Attack, and All-out Defence.
    commands: [bool; 2],
    /// Age of Sigmar: whether it uses Rally.
    rallies: bool,
    /// Warhammer 40,000: models that were slain in melee and have not fought fight on so much; 0: none does.
    on_death: i64,
    /// Warhammer 40,000: what each model fires in Overwatch.
    gun: Option<Arms>,
}

impl Squad {
    fn random(pick: &mut Pick, sigmar: bool) -> Self {
        let models = between(pick, 2, 6);
        let special = between(pick, 0, (models - 1) / 2);
        let mut arms = |bearers| Arms {
            bearers,
            attacks: between(pick, 1, 3),
            hit: between(pick, 3, 5),
            wound: if sigmar { between(pick, 3, 5) } else { between(pick, 3, 8) },
            rend: between(pick, 0, 2),
            damage: between(pick, 1, 2),
        };
        let (plain, special) = (arms(models - special), arms(special));
        Self {
            models,
            plain,
            special,
            health: between(pick, 1, 3),
            toughness: between(pick, 3, 6),
            save: between(pick, 3, 6),
            ward: if between(pick, 0, 2) == 0 { 5 } else { 7 },
            champion: sigmar && between(pick, 0, 1) == 0,
            order: if between(pick, 0, 2) == 0 { between(pick, 0, 1) * 2 - 1 } else { 0 },
            charge_damage: sigmar && between(pick, 0, 1) == 0,
            hazardous: !sigmar && between(pick, 0, 2) == 0,
            demise: if sigmar { 0 } else { (between(pick, 0, 5) - 2).max(0) },
            heal: if sigmar { (between(pick, 0, 3) - 1).max(0) } else { 0 },
            commands: [0, 1].map(|_| sigmar && pick.one_in(3)),
            rallies: sigmar && pick.one_in(4),
            on_death: if sigmar || !pick.one_in(3) { 0 } else { pick.of(&[1, 3, 5]) },
            gun: None,
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
        if self.heal > 0 {
            text += &format!("[[ability]]\nname = \"Mend\"\neffects = [\"heal {}\"]\n", self.heal);
        }
        text
    }

    fn datasheet(&self, name: &str) -> String {
        let Self { models, health, save, ward, toughness, .. } = self;
        let mut abilities = Vec::new();
        abilities.extend((self.order < 0).then(|| "\"Fights First\"".to_owned()));
        abilities.extend((self.demise > 0).then(|| format!("\"Deadly Demise {}\"", self.demise)));
        let hazardous = if self.hazardous { "\"Hazardous\"" } else { "" };
        let mut text = format!(
            "game = \"warhammer-40k\"\nname = \"{name}\"\npoints = 100\nabilities = [{}]\n[[model]]\nname = \"Model\"\ncount = {models}\ntoughness = {toughness}\nsave = \"{save}+\"\nwounds = {health}\n",
            abilities.join(", ")
        );
        if *ward < 7 {
            text += &format!("feel-no-pain = \"{ward}+\"\n");
        }
        let gun = self.gun.as_ref().map(|gun| ("Gun", "range = 24\n", gun));
        for (name, range, arms) in [("Plain", "", &self.plain), ("Special", "", &self.special)].into_iter().chain(gun) {
            if arms.bearers > 0 {
                let Arms { bearers, attacks, hit, wound, rend, damage } = arms;
                let hazardous = if range.is_empty() { hazardous } else { "" };
                text += &format!(
                    "[[weapon]]\nname = \"{name}\"\n{range}count = {bearers}\nattacks = {attacks}\nskill = \"{hit}+\"\nstrength = {wound}\nap = -{rend}\ndamage = {damage}\nabilities = [{hazardous}]\n"
                );
            }
        }
        text += &match self.on_death {
            0 => String::new(),
            1 => "[[ability]]\nname = \"Last blow\"\neffects = [\"fights on death\"]\n".to_owned(),
            n => format!("[[ability]]\nname = \"Last blow\"\neffects = [\"on death {n}+\"]\n"),
        };
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
fn strike(dice: &mut Dice, blow: Blow, attacker: &Fighting<'_>, target: &mut Fighting<'_>, even: bool) {
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
            one_attack(dice, blow, arms, target);
        }
    }
}

/// The circumstances of an attack.
#[derive(Clone, Copy)]
struct Blow {
    sigmar: bool,
    /// What is added to the roll to hit, the roll to save, and the damage.
    bonus: [i64; 3],
    /// Whether only an unmodified 6 hits (W40K-OVERWATCH).
    only_sixes: bool,
}

fn one_attack(dice: &mut Dice, blow: Blow, arms: &Arms, target: &mut Fighting<'_>) {
    let Squad { toughness, save, ward, health, .. } = *target.squad;
    let Blow { sigmar, bonus: [to_hit, to_save, to_damage], only_sixes } = blow;
    let hit = i64::from(dice.d6());
    if hit == 1 || hit != 6 && (only_sixes || hit + to_hit < arms.hit) {
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
    let wound = i64::from(dice.d6());
    if wound == 1 || (wound < needs && (sigmar || wound != 6)) {
        return;
    }
    let roll = i64::from(dice.d6());
    if roll != 1 && roll - arms.rend + to_save >= save {
        return;
    }
    let damage = arms.damage + to_damage;
    // In Warhammer 40,000 what a model does not need is lost; in Age of Sigmar it goes into the pool.
    let mut room = if sigmar { target.left } else { (target.left + health - 1) % health + 1 };
    for _ in 0..damage {
        if target.left > 0 && room > 0 && i64::from(dice.d6()) < ward {
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
        if i64::from(dice.d6()) == 1 && unit.left > 0 {
            let mut room = (unit.left + health - 1) % health + 1;
            for _ in 0..3 {
                if room > 0 && i64::from(dice.d6()) < ward {
                    unit.left -= 1;
                    room -= 1;
                }
            }
        }
    }
}

/// Each model that fell rolls a die, and explodes on a 6: so many mortal wounds on each of both units, who stand within 6"
/// of each other (W40K-DEADLY-DEMISE). Models that fall by that roll as well.
fn explosions(dice: &mut Dice, units: &mut [Fighting<'_>; 2], mut rolled: [i64; 2]) {
    loop {
        let Some(side) = (0..2).find(|side| units[*side].squad.demise > 0 && units[*side].standing() < rolled[*side])
        else {
            return;
        };
        rolled[side] -= 1;
        if dice.d6() == 6 {
            let wounds = units[side].squad.demise;
            for unit in units.iter_mut() {
                for _ in 0..wounds {
                    if unit.left > 0 && i64::from(dice.d6()) < unit.squad.ward {
                        unit.left -= 1;
                    }
                }
            }
        }
    }
}

/// What a fight is besides its units.
#[derive(Clone)]
struct Course {
    sigmar: bool,
    turns: Turns,
    even: bool,
    /// What the one with the first turn did in its movement phase, so that it does not charge.
    moved: Option<&'static str>,
    /// Whether the one that is charged fires Overwatch.
    overwatch: bool,
    /// Whether the other one used Redeploy in that movement phase, which keeps nobody from charging it.
    redeployed: bool,
    /// Whether the one that charged uses Power Through.
    power_through: bool,
    points: Option<i64>,
}

impl Course {
    fn random(pick: &mut Pick, sigmar: bool, squads: &mut [Squad; 2]) -> Self {
        let turns = Turns::random(pick, sigmar);
        let moves: &[&str] = if sigmar { &["ran", "retreated", "at the double", "redeploy"] } else { &["advanced"] };
        let moved = pick.one_in(4).then(|| pick.of(moves));
        let [first, second] = [turns.first, 1 - turns.first];
        let explodes = squads.iter().any(|squad| squad.demise > 0);
        // Explosions come before the tests of Hazardous weapons, of those who still stand: not both at once. Nor is computed
        // who of those is left to be struck by the dying.
        let strikes_back = squads.iter().any(|squad| squad.on_death > 0);
        for squad in squads.iter_mut() {
            squad.hazardous &= !explodes && !strikes_back;
            // Which weapons the dying carry is known where all carry one.
            if squad.on_death > 0 {
                squad.special.bearers = 0;
                squad.plain.bearers = squad.models;
            }
        }
        // How near a unit stands that is shot as it charges, nobody knows, so nothing explodes.
        let overwatch = !sigmar && moved.is_none() && !explodes && pick.one_in(3);
        if overwatch {
            let Squad { models, plain, .. } = squads[second].clone();
            squads[second].gun = Some(Arms { bearers: models, attacks: plain.attacks + 1, ..plain });
        }
        // Whom it strikes has a lower Health characteristic (AOS-CMD-8.0); who heals does so after attacks.
        let may = sigmar && moved.is_none() && squads[second].health < squads[first].health && squads[second].heal == 0;
        let power_through = may && pick.one_in(2);
        let rallies = squads.iter().any(|squad| squad.rallies);
        let redeployed = sigmar && pick.one_in(4);
        // What a move costs is paid before the battle.
        let is_paid = redeployed || matches!(moved, Some("at the double" | "redeploy"));
        let points = (sigmar && !rallies && !is_paid && pick.one_in(3)).then(|| between(pick, 1, 3));
        Self { sigmar, turns, even: pick.one_in(3), moved, overwatch, redeployed, power_through, points }
    }

    /// What is said to the fight.
    fn words(&self, squads: &[Squad; 2]) -> Vec<String> {
        let mut words = Vec::new();
        let [first, second] = [NAMES[self.turns.first], NAMES[1 - self.turns.first]];
        for (side, squad) in NAMES.iter().zip(squads) {
            let commands =
                ["all-out attack", "all-out defence"].into_iter().zip(squad.commands).filter(|(_, has)| *has);
            words.extend(commands.map(|(word, _)| format!("{side}: {word}")));
            words.extend(squad.rallies.then(|| format!("{side}: rally")));
        }
        words.extend(self.moved.map(|moved| format!("{first}: {moved}")));
        words.extend(self.overwatch.then(|| format!("{second}: overwatch")));
        words.extend(self.redeployed.then(|| format!("{second}: redeploy")));
        words.extend(self.power_through.then(|| format!("{first}: power through")));
        words
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

/// Whoever was first before stays it if its die is higher, or in a tie (AOS-12.0); a battle round is a turn of each.
fn priority(dice: &mut Dice, sides: &[usize]) -> usize {
    let last = sides[sides.len() - 1];
    if sides.len() % 2 == 1 {
        return 1 - last;
    }
    let leader = 1 - last;
    if dice.d6() >= dice.d6() { leader } else { last }
}

/// A fight while it is fought.
struct Battle<'s> {
    course: &'s Course,
    units: [Fighting<'s>; 2],
    /// Command points that each side has left.
    points: [i64; 2],
}

impl Battle<'_> {
    fn is_over(&self) -> bool {
        self.units.iter().any(|unit| unit.left == 0)
    }

    /// Pays for a command, if there is enough.
    fn pays(&mut self, side: usize) -> bool {
        self.points[side] -= 1;
        self.points[side] >= 0
    }

    /// One unit attacks the other in the combat phase. `has_used` are those who have used a command in it (AOS-CMD-1.2),
    /// `fought` those who have fought in it.
    fn blow(&mut self, dice: &mut Dice, side: usize, charged: bool, has_used: &mut [bool; 2], fought: [bool; 2]) {
        let mut bonus = [0, 0, i64::from(charged && self.units[side].squad.charge_damage)];
        for (kind, unit) in [side, 1 - side].into_iter().enumerate() {
            if self.units[unit].squad.commands[kind] && !has_used[unit] && self.points[unit] > 0 {
                has_used[unit] = self.pays(unit);
                bonus[kind] = 1;
            }
        }
        let before = [0, 1].map(|side: usize| self.units[side].standing());
        let blow = Blow { sigmar: self.course.sigmar, bonus, only_sixes: false };
        let [a, b] = &mut self.units;
        let (attacker, target) = if side == 0 { (a, b) } else { (b, a) };
        strike(dice, blow, attacker, target, self.course.even);
        // Who has not fought yet and fell, fights before it is removed (W40K-ON-DEATH).
        let on_death = target.squad.on_death;
        if on_death > 0 && !fought[1 - side] {
            let dying = (0..before[1 - side] - target.standing()).filter(|_| i64::from(dice.d6()) >= on_death).count();
            for _ in 0..dying as i64 * target.squad.plain.attacks {
                one_attack(dice, Blow { bonus: [0; 3], ..blow }, &target.squad.plain, attacker);
            }
        }
        if attacker.squad.hazardous {
            hazardous_tests(dice, attacker);
        }
        explosions(dice, &mut self.units, before);
        // Once the attack is over (AOS-21.0): points on the model that is hurt; what is slain stays slain.
        let unit = &mut self.units[1 - side];
        let hurt = (unit.squad.health - unit.left % unit.squad.health) % unit.squad.health;
        unit.left += if unit.left > 0 { unit.squad.heal.min(hurt) } else { 0 };
    }

    /// The shots at a unit that charges.
    fn overwatch(&mut self, dice: &mut Dice, side: usize) {
        let [a, b] = &mut self.units;
        let (shooter, target) = if side == 0 { (a, b) } else { (b, a) };
        let Some(gun) = &shooter.squad.gun else { return };
        for _ in 0..shooter.standing() * gun.attacks {
            one_attack(dice, Blow { sigmar: false, bonus: [0; 3], only_sixes: true }, gun, target);
        }
    }

    /// D3 mortal damage on the other unit at the end of the turn of the charge (AOS-CMD-8.0).
    fn power_through(&mut self, dice: &mut Dice, side: usize) {
        if self.is_over() || !self.pays(side) {
            return;
        }
        let target = &mut self.units[1 - side];
        for _ in 0..dice.d3() {
            if target.left > 0 && i64::from(dice.d6()) < target.squad.ward {
                target.left -= 1;
            }
        }
    }

    /// Six dice, each 4+ a point: as many as a model's Health bring one back, and others heal (AOS-CMD-2.0a).
    fn rally(&mut self, dice: &mut Dice, side: usize) {
        let points = (0..6).filter(|_| dice.d6() >= 4).count() as i64;
        let unit = &mut self.units[side];
        let Squad { models, health, rallies, .. } = *unit.squad;
        if unit.left > 0 && rallies {
            let back = (points / health).min(models - unit.standing());
            let hurt = (health - unit.left % health) % health;
            unit.left += back * health + (points - back * health).min(hurt);
        }
    }
}

/// The models that stand in the end.
fn roll_fight(dice: &mut Dice, squads: &[Squad; 2], course: &Course) -> [i64; 2] {
    let units = [0, 1].map(|side| Fighting { squad: &squads[side], left: squads[side].models * squads[side].health });
    let mut battle = Battle { course, units, points: [course.points.unwrap_or(i64::MAX); 2] };
    for (round, active) in course.turns.play(dice, priority).into_iter().enumerate() {
        if battle.is_over() {
            break;
        }
        let charged = (round == 0 && course.moved.is_none()).then_some(active);
        if charged.is_some() && course.overwatch {
            battle.overwatch(dice, 1 - active);
        }
        let begins = first_to_strike(course.sigmar, squads, active, charged);
        let (mut has_used, mut fought) = ([false; 2], [false; 2]);
        for side in [begins, 1 - begins] {
            if !battle.is_over() {
                battle.blow(dice, side, charged == Some(side), &mut has_used, fought);
                fought[side] = true;
            }
        }
        if charged.is_some() && course.power_through {
            battle.power_through(dice, active);
        }
        (0..2).for_each(|side| battle.rally(dice, side));
    }
    [0, 1].map(|side: usize| battle.units[side].standing())
}

/// Two units of models that are alike but for one or two.
pub(super) fn fight(seed: u64, sigmar: bool) -> Fight {
    let pick = &mut Pick::new(seed);
    let mut squads = [Squad::random(pick, sigmar), Squad::random(pick, sigmar)];
    let course = Course::random(pick, sigmar, &mut squads);
    let texts = [0, 1].map(|side: usize| squads[side].text(["One", "Other"][side], sigmar));
    Fight {
        texts,
        rounds: course.turns.rounds,
        first: course.turns.first,
        turns: course.turns.text(),
        losses: if course.even { Losses::Even } else { Losses::PlainFirst },
        with: course.words(&squads),
        points: course.points.map(|points| points as usize),
        play: Box::new(move |dice| roll_fight(dice, &squads, &course)),
    }
}
