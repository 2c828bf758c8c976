//! Hazardous weapons, which hurt their bearers (W40K-HAZARDOUS).

use smallvec::smallvec;

use super::DatasheetAttack;
use super::target::{bodies_of, ignore_on};
use crate::dice::{Draw, Faces};
use crate::games::volley::draft::{GroupDraft, TargetDraft};
use crate::games::warhammer_40k::edition::HazardRule;
use crate::games::warhammer_40k::unit::Group;
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, Engagement, GroupGuards, Guard, ModelGroup, Roll, Settle, Side, Slot, Strike, TokenRow};
use crate::words::same;

/// Mortal wounds of one failed Hazardous test: on a bearer, or on a unit of Monsters and Vehicles.
const HAZARD: u16 = 3;
/// Those on any other unit.
const HAZARD_OF_UNIT: u16 = 1;

/// A Hazardous weapon that is used.
pub(super) struct Hazard {
    /// Its place among the unit's weapons.
    pub(super) weapon: usize,
    pub(super) count: u16,
    pub(super) psychic: bool,
}

/// Models of a group that are alike: how many, and the points that each has lost.
type Bearing<'g> = (&'g Group, u16, u16);

/// A body of models that are hurt in this order. Only of the first it says itself what was lost; any other that has lost points
/// is a model of as many fewer.
fn in_line(name: String, line: &[Bearing<'_>]) -> Option<Body> {
    let mut groups: Vec<ModelGroup> = Vec::new();
    for (place, (group, models, lost)) in line.iter().enumerate() {
        let wounds = group.wounds.get() - if place > 0 { *lost } else { 0 };
        match groups.last_mut().filter(|last| last.name == **group.name && last.wounds == wounds) {
            Some(last) => last.models += models,
            None => groups.push(ModelGroup { name: group.name.to_string(), models: *models, wounds }),
        }
    }
    let taken = line.first()?.2;
    Some(Body { name, side: Side::Attacker, groups, taken })
}

impl DatasheetAttack<'_> {
    /// Whom failed tests hurt, in order: of the models that carry a Hazardous weapon that is used one that has lost wounds
    /// first, whoever it is, and characters last (W40K-HAZARDOUS); or the whole unit, as it takes any mortal wounds.
    pub(super) fn bearers(&self, hazards: &[Hazard]) -> Option<Body> {
        if hazards.is_empty() {
            return None;
        }
        let (of_unit, lost) = (self.edition().hazard == HazardRule::Unit, self.lost_before());
        let apart = lost.is_some_and(|lost| self.attacker.is_hurt_apart(lost)) || self.attacker.character_is_wounded();
        if of_unit && !apart {
            return bodies_of(self.attacker, 1, Side::Attacker).pop();
        }
        let hurt = self.hurt_models();
        let mut line: Vec<Bearing<'_>> = Vec::new();
        for (place, (group, count)) in self.attacker.groups.iter().zip(self.bearing(hazards)).enumerate() {
            let lost = self.lost_by_bearer(place, count, &hurt);
            let hurt = u16::from(lost > 0);
            line.extend(
                [(group, hurt, lost), (group, count - hurt, 0)].into_iter().filter(|(_, models, _)| *models > 0),
            );
        }
        line.sort_by_key(|(group, _, lost)| match of_unit {
            true => (group.character, *lost == 0),
            false => (*lost == 0 || self.is_core(), group.character),
        });
        let name = format!("{}, bearers of Hazardous weapons", self.attacker.facts.name);
        in_line(name, &line)
    }

    /// How many models of each group may be hurt by failed tests: those that carry a Hazardous weapon that is used, or all.
    fn bearing(&self, hazards: &[Hazard]) -> Vec<u16> {
        if self.edition().hazard == HazardRule::Unit {
            return self.attacker.groups.iter().map(Group::left).collect();
        }
        let mut counts = vec![0u16; self.attacker.groups.len()];
        for hazard in hazards {
            let weapon = &self.attacker.weapons[hazard.weapon];
            let mut left = self.counts[hazard.weapon];
            for (group, count) in self.attacker.groups.iter().zip(&mut counts) {
                if weapon.fits(group) {
                    let here = left.min(group.left());
                    // Each model fights with one weapon; one that shoots may carry several.
                    *count = if self.shooting { (*count).max(here) } else { (*count + here).min(group.left()) };
                    left -= here;
                }
            }
        }
        counts
    }

    /// Points that one of these bearers has lost already. Where every model of a group carries a weapon, the wounded one
    /// does.
    fn lost_by_bearer(&self, group: usize, bearers: u16, hurt: &[(usize, u16)]) -> u16 {
        let lost = hurt.iter().find(|(place, _)| *place == group).map_or(0, |(_, lost)| *lost);
        if bearers < self.attacker.groups[group].left() { 0 } else { lost }
    }

    /// What the parts of the attacker have lost before its attack, where that is known by itself.
    pub(super) fn lost_before(&self) -> Option<&[u16]> {
        self.encounter.lost_of(self.encounter.attacks[self.index].by)
    }

    /// The groups of the attacker of which a model is wounded, and the points that it has lost.
    fn hurt_models(&self) -> Vec<(usize, u16)> {
        let unit = self.attacker;
        let is_left = |place: &usize| unit.groups[*place].left() > 0;
        let Some(lost) = self.lost_before() else {
            let first = (0..unit.groups.len()).find(is_left);
            let own = |place: usize| match &unit.groups[place] {
                group if unit.attached && group.character => group.taken.unwrap_or(0),
                _ if Some(place) == first => unit.taken,
                _ => 0,
            };
            return (0..unit.groups.len()).map(|place| (place, own(place))).collect();
        };
        let parts = unit.places(lost.len());
        let of_part = |(body, lost): (usize, &u16)| {
            let own = || (0..unit.groups.len()).filter(|place| parts[*place] == body);
            let fell: u16 = own().map(|place| unit.groups[place].fallen * unit.groups[place].wounds.get()).sum();
            Some((own().find(is_left)?, lost.saturating_sub(fell)))
        };
        lost.iter().enumerate().filter_map(of_part).collect()
    }

    /// A token if the target of a later attack still stands when it is selected: who has no target any more makes no attack,
    /// and no test. Nothing for a first attack, which has one.
    pub(super) fn made_if_it_stands(&self, e: &mut Engagement, hazards: &[Hazard]) -> Option<Slot> {
        if self.index == 0 || hazards.is_empty() {
            return None;
        }
        let made = e.slot("attacks that are made");
        let mut from = e.start("the attack", 1);
        let bodies = (0..e.bodies.len()).filter(|body| e.bodies[*body].side == Side::Defender).collect::<Vec<_>>();
        for body in bodies {
            let (gone, wounds) = (e.slot("part that is gone"), e.bodies[body].wounds() as u16);
            e.step(Settle::sort(from, body, vec![wounds], vec![made, gone]));
            from = gone;
        }
        Some(made)
    }

    /// One test for each weapon after all attacks; a 1 is three mortal wounds on one bearer, the excess lost. Before the
    /// update it slew the bearer, unless that was a character, Monster or Vehicle: then the wounds spilled. In the 11th
    /// edition a 1 or 2 fails, and the wounds are the unit's.
    pub(super) fn hazard(
        &self,
        e: &mut Engagement,
        bearers: Body,
        (hazards, made): (&[Hazard], Option<Slot>),
        again: Option<Slot>,
        found: &Diagnostics,
    ) {
        // More than are computed are refused with the attacks of these weapons.
        let mut weapons = hazards.iter().fold(0u16, |sum, hazard| sum.saturating_add(hazard.count));
        if self.rules("hazardous-tests", "bearers") {
            weapons = weapons.min(bearers.models() as u16);
        }
        let alone = bearers.models() == usize::from(self.attacker.models());
        let large = self.scene.attacker_has("MONSTER") || self.scene.attacker_has("VEHICLE");
        let own = self.own_target();
        let guards: GroupGuards =
            bearers.groups.iter().map(|group| self.hazard_on(group, &own, hazards, (alone, large), found)).collect();
        let of_unit = self.edition().hazard == HazardRule::Unit;
        let core_spill = alone && !bearers.groups.iter().any(|group| self.slays(group, large));
        if self.parts.is_hurt {
            let message = "Hazardous tests of a unit that an attack before may have hurt are not computed";
            let help = "ask for each of its attacks alone".to_owned();
            found.push(Diagnostic::new(&self.attacker.place, message, "this unit attacks again").help(help));
        }
        let same = e.bodies[self.parts.own_bodies..].iter().position(|body| *body == bearers);
        let body = same.map_or(e.bodies.len(), |place| self.parts.own_bodies + place);
        if same.is_none() {
            e.bodies.push(bearers);
        }
        let tests = match (made, u8::try_from(weapons)) {
            (Some(made), Ok(weapons)) => (made, weapons),
            _ => (e.start("hazardous tests", weapons), 1),
        };
        let input = failed_tests(e, tests, again, if of_unit { 2 } else { 1 });
        let (guards, spill) = (smallvec![guards], of_unit || (self.is_core() && core_spill));
        e.step(Strike { guards, spill, ..Strike::unstopped("hazard", input, body, Draw::one()) });
    }

    /// Whether a failed test destroys a bearer of this group, whatever its wounds: before the update, unless it was a
    /// character, Monster or Vehicle.
    fn slays(&self, group: &ModelGroup, large: bool) -> bool {
        let is_character = |own: &Group| *own.name == *group.name && own.character;
        self.is_core() && !large && !self.attacker.groups.iter().any(is_character)
    }

    /// What one failed test does to a bearer of this group; `alone` and `large` speak of the unit.
    fn hazard_on(
        &self,
        group: &ModelGroup,
        own: &TargetDraft,
        hazards: &[Hazard],
        (alone, large): (bool, bool),
        found: &Diagnostics,
    ) -> Guard {
        if self.slays(group, large) {
            return Guard { save: None, amount: Draw::fixed(group.wounds), ignore_on: 7 };
        }
        if self.is_core() && !alone {
            let message = "in the core edition mortal wounds of its Hazardous weapons spill to models that carry none";
            found.push(Diagnostic::new(&self.attacker.place, message, "that is not computed for this unit"));
        }
        let own = own.groups.iter().find(|own| *own.name == *group.name);
        let psychic = |own: &GroupDraft| own.ignore_psychic_on.is_some() && self.are_psychic(hazards, found);
        let ignored = own.map_or(7, |own| ignore_on(own, true, psychic(own)));
        let small = self.edition().hazard == HazardRule::Unit && !self.are_all_large();
        let amount = Draw::fixed(if small { HAZARD_OF_UNIT } else { HAZARD });
        Guard { save: None, amount, ignore_on: ignored }
    }

    /// Whether every model of the unit is a Monster or a Vehicle.
    fn are_all_large(&self) -> bool {
        let large = |keyword: &String| same(keyword, "MONSTER") || same(keyword, "VEHICLE");
        let keywords = |group: &Group| match group.part {
            Some(_) => group.part_keywords.iter().any(large),
            None => self.attacker.keywords.iter().any(large),
        };
        self.attacker.groups.iter().filter(|group| group.left() > 0).all(keywords)
    }

    /// Whether the wounds of its Hazardous weapons are psychic (W40K-HAZARDOUS).
    fn are_psychic(&self, hazards: &[Hazard], found: &Diagnostics) -> bool {
        let psychic: Vec<bool> = hazards.iter().map(|hazard| hazard.psychic).collect();
        if psychic.contains(&true) && psychic.contains(&false) {
            let message = "some of its Hazardous weapons are Psychic and some are not";
            let label = "with Feel No Pain against psychic wounds that is not computed";
            found.push(Diagnostic::new(&self.attacker.place, message, label));
        }
        psychic.contains(&true)
    }
}

/// The slot of failed tests, which are those that show `fails_to` or less; `again` is the token that rolls one of them again.
/// Each token of the first slot makes this many tests.
fn failed_tests(e: &mut Engagement, (tests, times): (Slot, u8), again: Option<Slot>, fails_to: u8) -> Slot {
    let failed = e.slot("failed hazardous tests");
    let fails: Faces = (1..=fails_to).collect();
    let roll = |input, into| Roll::split("hazardous", input, fails, &TokenRow::from([(into, 1)]), &TokenRow::new());
    let Some(token) = again else {
        e.step(Roll { times, ..roll(tests, failed) });
        return failed;
    };
    let [first, one, rolled] = ["failed tests", "the one to choose", "the one rolled again"].map(|name| e.slot(name));
    e.step(Roll { times, ..roll(tests, first) });
    e.step(Settle::Move { from: first, to: one, most: 1 });
    e.step(Settle::Spend { token, from: one, to: rolled });
    e.step(roll(rolled, failed));
    for slot in [first, one] {
        e.step(Roll::relay("failed test", slot, TokenRow::from([(failed, 1)])));
    }
    failed
}
