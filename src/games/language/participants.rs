//! The units in each attack: the options given, the abilities switched on, and the dice rolled before it.

mod switches;

use std::sync::Arc;

use self::switches::Switch;
use super::entry::{Drafts, Meaning};
use super::meaning::Language;
use super::scene::{AbilityBlock, Condition};
pub(crate) use super::seen::{Bearer, bearer};
use super::seen::{Dependence, dependence, optional_names};
use super::situation::Situation;
use super::weapons::names_are_known;
use crate::games::{Clause, Encounter, Engaged, Owner, SituationDoc, Uncertain};
use crate::profile::{Diagnostic, Diagnostics, Place, Source};
use crate::words::{normal, same};

/// What `--with` asked for, sorted out.
pub(crate) struct AttackOptions<D: Drafts> {
    /// Situations in the words of the attacker.
    pub(crate) situations: Vec<Situation>,
    /// Those that hold for this many models only, and where that was typed.
    pub(crate) counts: Vec<(Situation, u16, Place)>,
    /// Situations as they were given, before an owner turned them round.
    pub(crate) typed: Vec<TypedSituation>,
    /// Effects and abilities, with whose they are if that was given.
    pub(crate) meanings: Vec<(Option<Owner>, String, Meaning<D>)>,
}

impl<D: Drafts> AttackOptions<D> {
    /// For how many models a situation holds, if that was given and it does not hold for all.
    pub(crate) fn count(&self, situation: Situation) -> Option<u16> {
        let found = self.counts.iter().rev().find(|(key, ..)| *key == situation);
        found.filter(|_| !self.situations.contains(&situation)).map(|(_, models, _)| *models)
    }

    /// Effects and abilities that were given to one side, or to neither by name.
    pub(crate) fn of(&self, side: Owner) -> impl Iterator<Item = (&str, &Meaning<D>)> {
        let given = self.meanings.iter().filter(move |(owner, ..)| owner.is_none_or(|owner| owner == side));
        given.map(|(_, text, meaning)| (text.as_str(), meaning))
    }

    /// Nothing.
    pub(crate) fn nothing() -> Self {
        Self { situations: Vec::new(), counts: Vec::new(), typed: Vec::new(), meanings: Vec::new() }
    }
}

/// A situation as it was typed: its owner, if given, and its place in the text.
pub(crate) struct TypedSituation {
    pub(crate) owner: Option<Owner>,
    pub(crate) doc: &'static SituationDoc,
    pub(crate) place: Place,
}

/// The units and what was asked for, attack by attack.
pub(crate) struct Participants<U: Bearer> {
    /// The attacker of each attack.
    pub(crate) attackers: Vec<Arc<U>>,
    /// The defender as it is in each attack: one that is always the same is there once.
    pub(crate) defenders: Vec<Arc<U>>,
    /// What was asked for in each attack; nothing if that is the same in all.
    options: Vec<AttackOptions<U::Draft>>,
    /// Everything that was asked for, and that may hold in some attack.
    pub(crate) all_options: AttackOptions<U::Draft>,
    /// The attackers with every effect that may come about; nothing if they are as they are.
    possible: Vec<Arc<U>>,
    /// What is decided before the attacks.
    pub(crate) uncertain: Vec<Uncertain>,
}

impl<U: Bearer> Participants<U> {
    /// The defender in an attack.
    pub(crate) fn defender(&self, attack: usize) -> &Arc<U> {
        self.defenders.get(attack).unwrap_or(&self.defenders[0])
    }

    /// The attackers with every effect that may come about.
    pub(crate) fn possible(&self) -> &[Arc<U>] {
        if self.possible.is_empty() { &self.attackers } else { &self.possible }
    }

    /// An attack with the units that make it.
    pub(crate) fn engaged(self, engaged: Engaged) -> Engaged {
        let attackers = self.attackers.iter().map(|unit| unit.told_facts()).collect();
        Engaged { attackers, defender: self.defenders[0].told_facts(), uncertain: self.uncertain, ..engaged }
    }

    /// What was asked for in an attack.
    pub(crate) fn options(&self, attack: usize) -> &AttackOptions<U::Draft> {
        self.options.get(attack).unwrap_or(&self.all_options)
    }
}

/// Sorts out who attacks whom, with what was asked for; notes what cannot be understood. `for_all`: situations that are not
/// said of one of several attacks; `None`: nothing is. `None` if a unit could not be read.
pub(crate) fn participants<U: Bearer>(
    encounter: &Encounter,
    units: Option<&[Arc<U>]>,
    language: &Language<U::Draft>,
    for_all: Option<&[&str]>,
    found: &Diagnostics,
) -> Option<Participants<U>> {
    let is_for_all = |clause: &&Clause| for_all.is_none_or(|all| all.iter().any(|name| same(name, &clause.text)));
    for clause in encounter.with.iter().filter(|clause| clause.attack.is_some()).filter(is_for_all) {
        let what = if for_all.is_none() { "a word of `--with`" } else { clause.text.trim() };
        let message = format!("in {} {what} holds for every attacker", language.game);
        let label = "leave out the number or the name before it";
        found.push(Diagnostic::new(&place_of(&clause.text, &clause.source), message, label));
    }
    language.check_together(encounter, found);
    let mut casting = Sorting { encounter, units: units.unwrap_or(&[]), language, switches: Vec::new() };
    let all_options = casting.sort_out(None, &|_| true, found);
    let participants = units.map(|_| casting.participants(all_options, found))?;
    let attackers: Vec<_> = participants.attackers.iter().map(|unit| &**unit.facts()).collect();
    names_are_known(encounter, &attackers, found).then_some(participants)
}

struct Sorting<'e, U: Bearer> {
    encounter: &'e Encounter,
    units: &'e [Arc<U>],
    language: &'e Language<U::Draft>,
    switches: Vec<Switch>,
}

impl<U: Bearer> Sorting<'_, U> {
    /// Whether a clause speaks of an attack; `None`: of any.
    fn is_meant(clause: &Clause, attack: Option<usize>) -> bool {
        attack.is_none() || clause.attack.is_none() || clause.attack == attack
    }

    /// What was given for an attack, as far as it `holds`. The first time through it notes mistakes, and finds the optional
    /// abilities that were asked for.
    fn sort_out(
        &mut self,
        attack: Option<usize>,
        holds: &dyn Fn(usize) -> bool,
        found: &Diagnostics,
    ) -> AttackOptions<U::Draft> {
        let (encounter, language) = (self.encounter, self.language);
        let mut options = AttackOptions::nothing();
        for (index, clause) in encounter.with.iter().enumerate() {
            if !Self::is_meant(clause, attack) || !holds(index) {
                continue;
            }
            let Clause { owner, text, source, .. } = clause;
            let place = || place_of(text, source);
            if let Some(doc) = language.situation(text) {
                options.typed.push(TypedSituation { owner: *owner, doc, place: place() });
                options.situations.extend(doc.said(*owner));
            } else if let Some((doc, models)) = language.counted(text) {
                options.counts.extend(doc.said(*owner).map(|situation| (situation, models, place())));
            } else if !self.switched(index, attack.is_none(), found) {
                let is_understood = language.understood(text).is_some();
                if let Some(mistake) = (!is_understood).then(|| self.weapon(text, place)).flatten() {
                    found.push(mistake);
                    continue;
                }
                let own: Vec<&str> = self.units.iter().flat_map(|unit| optional_names(&**unit)).collect();
                if let Some(meaning) = language.meaning(text, &own, place, found) {
                    options.meanings.push((*owner, text.clone(), meaning));
                }
            }
        }
        options
    }

    /// What to say of a text that is the name of a weapon.
    fn weapon(&self, text: &str, place: impl FnOnce() -> Place) -> Option<Diagnostic> {
        let part = normal(text);
        let names = |list| self.encounter.units.iter().flat_map(move |unit| unit.document().names(list));
        let is_one = |name: String| part.len() > 3 && normal(&name).contains(&part);
        if !names("weapon").chain(names("attack")).any(is_one) {
            return None;
        }
        let message = format!("`{}` is a weapon, and no situation", text.trim());
        Some(Diagnostic::new(&place(), message, "here").help(format!("write `--weapon \"{}\"`", text.trim())))
    }

    /// Puts each attack together.
    fn participants(mut self, all_options: AttackOptions<U::Draft>, found: &Diagnostics) -> Participants<U> {
        let attacks = &self.encounter.attacks;
        let plain = self.encounter.with.iter().all(|clause| clause.chance >= 1.0 && clause.attack.is_none());
        let all: Option<Vec<Arc<U>>> = (0..self.units.len()).map(|unit| self.settled(unit)).collect();
        if let Some(all) = all.filter(|_| plain) {
            let attackers = attacks.iter().map(|attack| Arc::clone(&all[attack.by])).collect();
            let defenders = vec![Arc::clone(&all[attacks[0].on])];
            let (options, possible, uncertain) = Default::default();
            return Participants { attackers, defenders, options, all_options, possible, uncertain };
        }
        let (attackers, defenders, options, possible, uncertain) = Default::default();
        let mut participants = Participants { attackers, defenders, options, all_options, possible, uncertain };
        let drawn = self.draw_shared(&mut participants.uncertain);
        for index in 0..attacks.len() {
            self.attack(index, &drawn, &mut participants, found);
        }
        participants
    }

    /// A unit whose abilities do not vary between attacks; `None` if they may.
    fn settled(&self, unit: usize) -> Option<Arc<U>> {
        let read = &self.units[unit];
        match dependence(read.unnoted()) {
            Dependence::Nothing => Some(Arc::clone(read)),
            Dependence::Asking if self.switches.iter().all(|switch| switch.unit != unit) => {
                let unused = || self.encounter.units[unit].unused(|| without_optional(U::clone(read)));
                self.encounter.lost_of(unit).is_none().then(unused)
            }
            _ => None,
        }
    }

    /// How far something came about, and notes that it is open.
    fn draw(&self, one: Uncertain, uncertain: &mut Vec<Uncertain>) -> usize {
        let level = self.encounter.fates.get(uncertain.len()).copied().unwrap_or(0);
        uncertain.push(one);
        level
    }

    /// Whether the chance of a clause is drawn once for all attacks.
    fn is_shared(&self, clause: &Clause) -> bool {
        let text = &clause.text;
        let is_shared = |doc: &SituationDoc| self.language.shared.contains(&doc.situation);
        self.encounter.attacks.len() > 1
            && (self.language.situation(text).is_some_and(is_shared) || self.language.counted(text).is_some())
    }

    /// Draws the chances that are drawn once: for each clause what came of it, `None` if it is drawn for each attack.
    fn draw_shared(&self, uncertain: &mut Vec<Uncertain>) -> Vec<Option<bool>> {
        let draw = |clause: &Clause| {
            let chance = clause.chance;
            if chance <= 0.0 || chance >= 1.0 {
                return Some(chance >= 1.0);
            }
            let one = Uncertain { attack: None, reached: vec![(clause.text.clone(), chance)] };
            self.is_shared(clause).then(|| self.draw(one, uncertain) > 0)
        };
        self.encounter.with.iter().map(draw).collect()
    }

    /// One attack: its attacker, its defender and what was asked for.
    fn attack(
        &mut self,
        index: usize,
        drawn: &[Option<bool>],
        participants: &mut Participants<U>,
        found: &Diagnostics,
    ) {
        let encounter = self.encounter;
        let meant = |clause: &Clause| Self::is_meant(clause, Some(index));
        let mut holds = Vec::with_capacity(encounter.with.len());
        for (clause, drawn) in encounter.with.iter().zip(drawn) {
            let draw = || {
                let reached = vec![(clause.text.clone(), clause.chance)];
                self.draw(Uncertain { attack: Some(index), reached }, &mut participants.uncertain) > 0
            };
            holds.push(meant(clause) && drawn.unwrap_or_else(draw));
        }
        let order = encounter.attacks[index];
        let possibly: Vec<bool> = encounter.with.iter().map(|clause| clause.chance > 0.0 && meant(clause)).collect();
        let sides = [(order.by, Owner::Attacker), (order.on, Owner::Defender)];
        participants.possible.push(self.unit(sides[0], index, &possibly, None, found).0);
        let [(attacker, lent), (defender, _)] =
            sides.map(|side| self.unit(side, index, &holds, Some(&mut participants.uncertain), found));
        participants.attackers.push(attacker);
        participants.defenders.push(if lent.is_empty() { defender } else { lending(&defender, lent) });
        let options = self.sort_out(Some(index), &|place| holds[place], &Diagnostics::default());
        participants.options.push(options);
    }

    /// A unit as it is in an attack, and what it lends to the unit that it attacks. Without `uncertain` every die shows what
    /// it may.
    fn unit(
        &self,
        (unit, side): (usize, Owner),
        attack: usize,
        holds: &[bool],
        mut uncertain: Option<&mut Vec<Uncertain>>,
        found: &Diagnostics,
    ) -> (Arc<U>, Vec<AbilityBlock<U::Draft>>) {
        let read = &self.units[unit];
        if let Some(settled) = self.settled(unit) {
            return (settled, Vec::new());
        }
        let mut resolved = U::clone(read);
        let mut lent = Vec::new();
        for (place, block) in resolved.blocks_mut().iter_mut().enumerate() {
            let Some(terms) = block.terms.take() else { continue };
            let on = self.switches.iter().rfind(|switch| switch.unit == unit && switch.block == place);
            let clause = on.map(|switch| switch.clause);
            let is_on = !terms.optional || clause.is_some_and(|index| holds[index]);
            let may_use = !terms.once || self.first_use((unit, place, side)) == Some(attack);
            let says = !terms.optional
                || clause.is_some_and(|index| Self::is_meant(&self.encounter.with[index], Some(attack)));
            let thresholds = terms.thresholds();
            let mut level = thresholds.len();
            if let Some(uncertain) = uncertain.as_deref_mut().filter(|_| {
                !thresholds.is_empty() && says && may_use && self.matters(unit, &read.blocks()[place], side)
            }) {
                let reached = thresholds.iter().map(|on| (format!("{} on {on}+", block.name), f64::from(7 - on) / 6.0));
                level = self.draw(Uncertain { attack: Some(attack), reached: reached.collect() }, uncertain);
            }
            if !is_on || !may_use {
                block.clear();
                continue;
            }
            // Whether the condition holds is known attack by attack, and the use of the ability is not.
            let waits = terms.once && block.when.iter().any(Condition::may_change);
            if waits && self.encounter.attacks.len() > 1 && uncertain.is_some() {
                let place = self.encounter.units[unit].document().name_place();
                found.add_note(Diagnostic::new(&place, used_at_once(&block.name), "this unit"));
            }
            block.effects.clear();
            let value = on.and_then(|switch| switch.value);
            let effects = |of_target| terms.effects((level, value), of_target, self.language);
            match effects(false).and_then(|own| Ok((own, effects(true)?))) {
                Ok((own, of_target)) => {
                    block.effects = own;
                    lent.extend((!of_target.is_empty()).then(|| block.lend(of_target)));
                }
                Err(text) => self.note_value(clause, (&block.name, &text), found),
            }
        }
        (Arc::new(resolved), lent)
    }

    fn note_value(&self, clause: Option<usize>, (name, text): (&str, &str), found: &Diagnostics) {
        let Some(clause) = clause.map(|clause| &self.encounter.with[clause]) else { return };
        let message = format!("with this value `{name}` would be `{text}`, which is not an effect");
        let help = "say another value".to_owned();
        found.push(Diagnostic::new(&place_of(&clause.text, &clause.source), message, "here").help(help));
    }

    /// The attack that uses an ability which is used once: the first for which it was asked, and in whose phase it may
    /// hold. Units of one name have it once together.
    fn first_use(&self, (unit, place, side): (usize, usize, Owner)) -> Option<usize> {
        let block = &self.units[unit].blocks()[place];
        let says = |unit: usize, place: usize, attack: usize| {
            let terms = self.units[unit].blocks()[place].terms.as_deref();
            let mut on = self.switches.iter().filter(|switch| switch.unit == unit && switch.block == place);
            terms.is_some_and(|terms| !terms.optional)
                || on.any(|switch| Self::is_meant(&self.encounter.with[switch.clause], Some(attack)))
        };
        (0..self.encounter.attacks.len()).find(|attack| {
            let order = self.encounter.attacks[*attack];
            let other = if side == Owner::Attacker { order.by } else { order.on };
            let is_like = self.units[other].facts().name == self.units[unit].facts().name;
            let again = self.units[other].blocks().get(place).is_some_and(|other| other.name == block.name);
            let in_phase = block.when.iter().all(|condition| condition.may_hold_in(order.phase));
            is_like && again && in_phase && says(other, place, *attack)
        })
    }
}

/// The note about an ability that is used once and does not wait until its condition holds.
pub(crate) fn used_at_once(ability: &str) -> String {
    format!("of these attacks only the first uses `{ability}`, if its condition holds then")
}

/// A unit that uses nothing of what it may use.
fn without_optional<U: Bearer>(mut unit: U) -> U {
    for block in unit.blocks_mut().iter_mut().filter(|block| block.terms.is_some()) {
        block.terms = None;
        block.clear();
    }
    unit
}

/// A unit with abilities of the one that attacks it.
fn lending<U: Bearer>(unit: &U, lent: Vec<AbilityBlock<U::Draft>>) -> Arc<U> {
    let mut unit = unit.clone();
    unit.lend(lent);
    Arc::new(unit)
}

/// Where a clause is in the option that held it.
pub(super) fn place_of(text: &str, source: &Arc<Source>) -> Place {
    let start = source.text.find(text.trim()).unwrap_or(0);
    Place::new(source, start..start + text.trim().len())
}
