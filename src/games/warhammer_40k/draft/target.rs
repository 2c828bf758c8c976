//! How a unit takes attacks: in which order its models fall, and how each of them saves.

use smallvec::{SmallVec, smallvec};

use super::DatasheetAttack;
use crate::dice::{Check, Draw, DrawError};
use crate::games::Owner;
use crate::games::volley::assembly::saving;
use crate::games::volley::draft::{Failing, GroupDraft, Modifiers, Origin, TargetDraft, Test, WeaponDraft, better};
use crate::games::volley::{Landing, Route};
use crate::games::warhammer_40k::edition::Cover;
use crate::games::warhammer_40k::situations::{COVER, GO_TO_GROUND, INDIRECT, OVERWATCH, SMOKESCREEN};
use crate::games::warhammer_40k::survivors::places;
use crate::games::warhammer_40k::unit::{Datasheet, Group};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Body, GroupGuards, Guard, ModelGroup, Recovery, Save, Side};

/// The body of the Bodyguard, that of the characters it protects, where attacks may choose between them, and that of the
/// second of them where each has one.
const BODYGUARD: usize = 0;
const CHARACTERS: usize = 1;
const SECOND: usize = 2;

/// What an attacker with Precision does (W40K-PRECISION).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Precision {
    /// The Bodyguard takes the attacks.
    Never,
    /// The character takes them; of two the first that stands.
    Always,
    /// The second of two characters takes them, and once it is gone the first.
    Second,
    /// The character takes them once one of them could slay it.
    WhenItCanKill,
}

/// A target's bodies: one that falls model by model, or several if attacks may choose the characters of an Attached unit.
pub(super) fn bodies(defender: &Datasheet, count: usize) -> Vec<Body> {
    bodies_of(defender, count, Side::Defender)
}

/// The bodies of a unit of either side, `count` of them.
pub(super) fn bodies_of(defender: &Datasheet, count: usize, side: Side) -> Vec<Body> {
    let body = |part: usize| {
        let mut of = groups_of(defender, count, part);
        let models = |group: &Group| ModelGroup {
            name: group.name.name(),
            models: group.count.unnoted(),
            wounds: group.wounds.unnoted(),
        };
        let groups: Vec<ModelGroup> = of.clone().map(models).collect();
        let names = || groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>().join(", ");
        let name = if count > 1 { names() } else { defender.name_for_messages().to_owned() };
        let mut wounded = || of.next().and_then(|group| group.taken).unwrap_or(0);
        let taken = if part == BODYGUARD { defender.taken } else { wounded() };
        Body { name, side, groups, taken }
    };
    (0..count).map(body).collect()
}

/// Puts what a unit has lost on its bodies: on one, or on that of the Bodyguard and that of its characters.
pub(super) fn place_losses(bodies: &mut [Body], lost: &[u16]) {
    match bodies {
        [all] => all.taken = lost.iter().sum(),
        parts => parts.iter_mut().zip(lost).for_each(|(body, lost)| body.taken = *lost),
    }
}

/// The groups of models of one body of `count`.
pub(super) fn groups_of(unit: &Datasheet, count: usize, part: usize) -> impl Iterator<Item = &Group> + Clone {
    let places = unit.places(count);
    let of = unit.groups.iter().enumerate();
    of.filter(move |(place, group)| group.count.is_any() && places[*place] == part).map(|(_, group)| group)
}

/// The best Feel No Pain against this kind of wound; one is used (W40K-FNP).
pub(super) fn ignore_on(group: &GroupDraft, mortal: bool, psychic: bool) -> u8 {
    let mut best = group.ignore_on;
    for (applies, other) in [(mortal, group.ignore_mortal_on), (psychic, group.ignore_psychic_on)] {
        if let Some(other) = other.filter(|_| applies) {
            better(&mut best, other);
        }
    }
    best.unwrap_or(7)
}

/// How many points the character has to have lost for an attack of this many points to slay it.
fn slays(target: &TargetDraft, points: u32) -> u16 {
    let wounds = target.groups.iter().find(|group| group.character).map_or(0, |group| group.wounds.get());
    wounds.saturating_sub(points.min(u32::from(u16::MAX)) as u16)
}

impl Datasheet {
    /// For each group the lowest face that ignores a mortal wound which no attack brings; 7 if none does. Abilities that hold
    /// at some times only are left aside.
    pub(crate) fn ignores_mortal_wounds(&self) -> Vec<u8> {
        let mut own = TargetDraft::new(self.groups.iter().map(group_draft).collect(), false);
        let always =
            self.blocks.iter().filter(|block| !block.against && block.when.is_empty() && block.terms.is_none());
        for (block, (text, meaning)) in always.flat_map(|block| block.effects.iter().map(move |effect| (block, effect)))
        {
            if let Some(effect) = meaning.effect().filter(|effect| effect.owner() == Owner::Defender) {
                own.apply(effect, block.models.as_deref(), text, &Origin::new(&block.name, ""));
            }
        }
        own.groups.iter().map(|group| ignore_on(group, true, false)).collect()
    }
}

impl DatasheetAttack<'_> {
    /// What the target gets back once all attacks are over, in the order it was asked for (W40K-REGAIN).
    pub(super) fn recoveries(&self, found: &Diagnostics) -> Vec<Recovery> {
        let all = self.sources().healing();
        if all.is_empty() {
            return Vec::new();
        }
        let each = self.defender.groups.first().map_or(1, |group| group.wounds.get());
        let alike = self.defender.groups.iter().all(|group| group.wounds.get() == each);
        if self.bodies > 1 || !alike {
            let message = format!("{}: which of its models come back is a choice", self.defender.facts.name);
            let help = "leave the ability out: that is computed of units whose models have the same Wounds, and whose \
                        characters no attack chooses (W40K-REGAIN)";
            found.push(Diagnostic::new(&self.defender.place, message, "this unit").help(help.to_owned()));
        }
        all.into_iter().map(|healing| healing.recovery(each)).collect()
    }

    /// Everything that changes how the target takes damage.
    pub(super) fn target(&self) -> TargetDraft {
        let groups = self.defender.groups.iter().filter(|group| group.count.is_any()).map(group_draft).collect();
        let mut target = TargetDraft::new(groups, self.encounter.explained);
        // Both Stratagems end with the enemy's Shooting phase.
        let in_shooting_phase = self.shooting && !self.scene.is(OVERWATCH);
        let hides = |stratagem| in_shooting_phase && self.scene.is(stratagem);
        if hides(GO_TO_GROUND) {
            let origin = Origin::new("Go to Ground", "W40K-STRAT-GO-TO-GROUND");
            target.groups.iter_mut().for_each(|group| better(&mut group.invulnerable, 6));
            target.lines.note("invulnerable 6+", &origin);
        }
        if self.scene.is_any(&[COVER, INDIRECT]) || hides(GO_TO_GROUND) || hides(SMOKESCREEN) {
            target.groups.iter_mut().for_each(|group| group.cover = true);
        }
        self.sources().protect(&mut target);
        target
    }

    /// The attacker as what its own attack brings upon it finds it.
    pub(super) fn own_target(&self) -> TargetDraft {
        let groups = self.attacker.groups.iter().filter(|group| group.count.is_any()).map(group_draft).collect();
        let mut own = TargetDraft::new(groups, false);
        self.sources().protect_attacker(&mut own);
        own
    }

    /// The Toughness that attacks meet, read once (W40K-TOUGHNESS, AMB-18): the highest, of the Bodyguard if it leads one.
    pub(super) fn toughness(&self, target: &TargetDraft) -> i32 {
        let highest = |groups: &mut dyn Iterator<Item = &GroupDraft>| {
            groups.filter_map(|group| group.toughness.fixed(self.rounding(), 1)).max()
        };
        let left = || target.groups.iter().filter(|group| group.stands());
        let bodyguard = highest(&mut left().filter(|g| !self.defender.attached || !g.character));
        bodyguard.or_else(|| highest(&mut left())).unwrap_or(1)
    }

    /// Unsaved attacks of a weapon; `late` are those of critical wounds that allow no save (W40K-DEVASTATING). Before the update
    /// these were mortal wounds like any others: as many as the weapon's Damage, and they spilled.
    pub(super) fn landing(
        &self,
        draft: &WeaponDraft,
        target: &TargetDraft,
        late: bool,
        precision: Precision,
    ) -> Result<Landing, DrawError> {
        let core = late && self.is_core();
        let full = core || (late && self.rules("devastating-damage", "full"));
        let guard = |group: &GroupDraft| -> Result<Guard, DrawError> {
            let damage = || draft.damage.draw(self.rounding(), i32::from(!is_set_to_zero(draft)));
            Ok(Guard {
                save: if late { None } else { self.save(draft, group) },
                amount: if full { damage()? } else { self.damage(draft, group)? },
                ignore_on: ignore_on(group, late, draft.psychic),
            })
        };
        let guards = target.groups.iter().map(guard).collect::<Result<GroupGuards, _>>()?;
        let mut landing = self.route(target, guards, core, if core { Precision::Never } else { precision });
        self.decide_rerolls(target, &mut landing);
        Ok(landing)
    }

    /// The Damage of an attack on models of a group: 0 only where a rule changes it to that (W40K-DAMAGE).
    pub(super) fn damage(&self, draft: &WeaponDraft, group: &GroupDraft) -> Result<Draw, DrawError> {
        if is_set_to_zero(draft) {
            return draft.damage_of(&GroupDraft { damage_is_zero: true, ..group.clone() }, self.rounding());
        }
        draft.damage_of(group, self.rounding())
    }

    /// Mortal wounds: no save, and they spill (W40K-MORTAL). `packet` is the most that come from one attack.
    pub(super) fn mortal(
        &self,
        target: &TargetDraft,
        amount: &Draw,
        psychic: bool,
        packet: u32,
        precision: Precision,
    ) -> Landing {
        let guard = |group: &GroupDraft| Guard {
            save: None,
            amount: amount.clone(),
            ignore_on: ignore_on(group, true, psychic),
        };
        let guards: GroupGuards = target.groups.iter().map(guard).collect();
        let mut landing = self.route(target, guards, true, precision);
        if let Some(route) = landing.route.as_mut().filter(|_| precision == Precision::WhenItCanKill) {
            route.from = slays(target, packet);
        }
        landing
    }

    /// Where unsaved attacks land: on the Bodyguard first and then on the characters it protects (W40K-ATTACHED), or, chosen by
    /// the attacker, on the characters first.
    fn route(&self, target: &TargetDraft, guards: GroupGuards, spill: bool, precision: Precision) -> Landing {
        if self.bodies == 1 {
            return Landing::new(smallvec![self.body], smallvec![guards], spill);
        }
        let places = places(target.groups.iter().map(|group| group.character), self.bodies);
        let part = |body: usize| -> GroupGuards {
            let own = places.iter().zip(&guards).filter(|(place, _)| **place == body);
            own.map(|(_, guard)| guard.clone()).collect()
        };
        let in_order = |bodies: &[usize]| {
            let places = bodies.iter().map(|body| self.body + body).collect();
            Landing::new(places, bodies.iter().map(|body| part(*body)).collect(), spill)
        };
        let all: SmallVec<[usize; 2]> = (0..self.bodies).collect();
        let ordinary = || in_order(&all);
        let most = part(CHARACTERS).iter().map(|guard| guard.amount.max()).max().unwrap_or(0);
        let two = self.bodies > SECOND;
        let all_of = |body: usize| -> u16 {
            let own = target.groups.iter().zip(&places).filter(|(_, place)| **place == body);
            own.map(|(group, _)| group.models.get() * group.wounds.get()).sum()
        };
        // Once all are gone another model like the last meets the rest, and that is a character: it stands at the end.
        let (first, route) = match precision {
            // Once the Bodyguard is gone the wounded character is next.
            Precision::Never if two => {
                let other = in_order(&[BODYGUARD, SECOND, CHARACTERS, SECOND]);
                (ordinary(), Some((SECOND, 1, other, false)))
            }
            Precision::Never => (ordinary(), None),
            Precision::Always if two => {
                let other = in_order(&[SECOND, BODYGUARD, SECOND]);
                (in_order(&[CHARACTERS, BODYGUARD, SECOND]), Some((CHARACTERS, all_of(CHARACTERS), other, true)))
            }
            Precision::Second => {
                let other = in_order(&[CHARACTERS, BODYGUARD, SECOND]);
                (in_order(&[SECOND, BODYGUARD, CHARACTERS, SECOND]), Some((SECOND, all_of(SECOND), other, true)))
            }
            Precision::Always => (in_order(&[CHARACTERS, BODYGUARD, CHARACTERS]), None),
            Precision::WhenItCanKill => {
                let precise = in_order(&[CHARACTERS, BODYGUARD, CHARACTERS]);
                (ordinary(), Some((CHARACTERS, slays(target, most), precise, false)))
            }
        };
        let route = route
            .map(|(body, from, landing, at_once)| Box::new(Route { body: self.body + body, from, landing, at_once }));
        Landing { route, ..first }
    }

    /// Whether cover helps a model's armour save: not a Save of 3+ or better against AP 0 (W40K-COVER).
    pub(super) fn has_cover(&self, draft: &WeaponDraft, group: &GroupDraft) -> bool {
        let matters = |needs: i16| needs > 3 || draft.ap_on(group, self.rounding()) > 0;
        self.edition().cover == Cover::Saves
            && group.cover
            && !draft.melee
            && !draft.ignores_cover
            && group.save_needs(2).is_some_and(matters)
    }

    /// The better of armour and invulnerable save (W40K-SAVE, W40K-INVULN, W40K-COVER).
    pub(super) fn save(&self, draft: &WeaponDraft, group: &GroupDraft) -> Option<Save> {
        let ap = draft.ap_on(group, self.rounding());
        let is_plain =
            group.taken.is_empty() && group.save == Test::needs(group.save.needs) && draft.save == Test::default();
        let covers = self.edition().cover == Cover::Saves && group.cover && !draft.melee;
        self.defender.note_saves(Some(ap).filter(|ap| is_plain && !covers && *ap >= 0));
        let Modifiers { help, hurt } = group.save.modifiers;
        let before_ap = self.rules("save-cap", "before-ap");
        let modifier = |helped: i16, worsened: i16| {
            if !self.edition().saves_are_capped {
                return helped - worsened;
            }
            if before_ap { helped.min(1) - worsened } else { (helped - worsened).min(1) }
        };
        let save = |needs: i16, modifier: i16| {
            saving(Check { modifier, ..Check::needs(needs) }, group.save.meeting(&draft.save), Failing::InTheEnd)
        };
        let armour = group
            .save_needs(2)
            .map(|needs| save(needs, modifier(help + i16::from(self.has_cover(draft, group)), ap - hurt)));
        let invulnerable = group.invulnerable.map(|needs| save(i16::from(needs), modifier(help, -hurt)));
        match (armour, invulnerable) {
            (Some(armour), Some(other)) => Some(if other.on < armour.on { other } else { armour }),
            (one, other) => one.or(other),
        }
    }
}

/// Whether the Damage of a weapon is changed to 0.
fn is_set_to_zero(draft: &WeaponDraft) -> bool {
    draft.damage.set.is_some_and(|set| set.max() == 0)
}

fn group_draft(group: &Group) -> GroupDraft {
    let mut draft = GroupDraft::new(group.count, group.wounds, group.toughness, group.save);
    draft.name = group.name.clone();
    draft.fallen = group.fallen;
    draft.cover = group.covered;
    draft.invulnerable = group.invulnerable;
    draft.ignore_on = group.feel_no_pain;
    draft.ignore_mortal_on = group.feel_no_pain_mortal;
    draft.ignore_psychic_on = group.feel_no_pain_psychic;
    draft.character = group.character;
    draft
}
