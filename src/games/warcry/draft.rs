//! From two cards and what is true on the table to steps.

mod side_damage;

use std::sync::Arc;

use super::RULINGS;
use super::action::AttackAction;
use super::attack::{Action, Activation, CounterDamage, Exchange, Fall, Fight, Fighting, Reaction, Timing};
use super::fighter::{Bracket, Fighter, FighterWeapon, LANGUAGE, read_fighter};
use super::situations::{
    CLIMBING, COUNTER, COVER, DEADLY_TERRAIN, LATE_ONSLAUGHT, NO_LANDING_POINT, ONSLAUGHT, OPEN_EDGE, OUT_OF_REACH,
    RAMPAGE, REROLLED_TWICE, SHORT_DROP, SITUATIONS, STAIRS, TAKE_COVER, TARGET_WAITING, THREE_ATTACKS,
    TURNED_BOTH_WAYS, TWO_ATTACKS,
};
use crate::games::language::effect::{Change, Characteristic, Draft, Effect};
use crate::games::language::entry::Meaning;
use crate::games::language::participants::{AttackOptions, Participants, participants, used_at_once};
use crate::games::language::scene::{AbilityBlock, Condition, Scene};
use crate::games::language::weapons::{Candidate, ChosenWeapons, choose};
use crate::games::volley::draft::{DraftLines, Origin};
use crate::games::{Encounter, Engaged, Explained, Owner, Phase, Situation};
use crate::profile::{Diagnostic, Diagnostics};
use crate::sequence::{Engagement, Limit, MAX_STEPS, Side};

/// All activations against one target, while they are put together.
struct ActivationsDraft<'m> {
    encounter: &'m Encounter,
    defender: &'m Fighter,
    options: &'m AttackOptions<AttackAction>,
    /// Points of damage that abilities ask for.
    damage: Vec<u16>,
    /// Reactions that the target can make.
    reactions: u16,
    /// Those it has left after the actions so far, if all of them happen.
    left: u16,
}

pub(super) fn engage(encounter: &Encounter, found: &Diagnostics) -> Result<Option<Engaged>, Limit> {
    let units = encounter.read_units(read_fighter, found);
    let left = |units| encounter.left(units, |fighter: &Fighter, lost| Fighter { taken: lost[0], ..fighter.clone() });
    let units = units.map(left);
    let Some(participants) = participants(encounter, units.as_deref(), &LANGUAGE, None, found) else {
        return Ok(None);
    };
    let (attackers, options) = (&participants.attackers, participants.options(0));
    let mut all = Engaged::default();
    let reactions = if options.situations.contains(&TARGET_WAITING) { 1 } else { 2 };
    let all_fighters = attackers.iter().chain(&participants.defenders);
    let conditions = all_fighters.flat_map(|fighter| &fighter.blocks).flat_map(|block| &block.when);
    let damage: Vec<u16> = conditions.flat_map(Condition::damage_thresholds).collect();
    check_states_read(&participants, &damage)?;
    let mut draft =
        ActivationsDraft { encounter, defender: participants.defender(0), options, damage, reactions, left: reactions };
    let mut activations = Vec::new();
    for (index, attacker) in attackers.iter().enumerate() {
        (draft.defender, draft.options) = (participants.defender(index), participants.options(index));
        let Some(activation) = draft.activation(index, attacker, &mut all, found) else { return Ok(None) };
        activations.push(activation);
    }
    if !found.is_empty() {
        return Ok(None);
    }
    draft.hold_brackets(&mut activations, attackers);
    let first_of = |(attacker, made): (&Arc<Fighter>, &Activation)| {
        let waits = |block: &&AbilityBlock<AttackAction>| block.once && block.when.iter().any(Condition::may_change);
        let several = made.actions.len() > 1;
        attacker
            .blocks
            .iter()
            .filter(waits)
            .filter(|_| several)
            .map(|block| used_at_once(&block.name))
            .collect::<Vec<_>>()
    };
    all.notes.extend(attackers.iter().zip(&activations).flat_map(first_of));
    (draft.defender, draft.options) = (participants.defender(0), participants.options(0));
    let fight = draft.fight(activations, &mut all.notes);
    // Where states are asked for, `damage` is not, and one course of events says it all.
    let recoveries = std::mem::take(&mut all.engagement.recoveries);
    // Damage tables are read as the dice fall; what abilities ask for beside attack actions is read before.
    let from_any_state = encounter.from_any_state && draft.damage.is_empty();
    let engagement = fight.engagement(encounter.lost.is_empty());
    let from_any_state_of_both = from_any_state && engagement.bodies.iter().any(|body| body.side == Side::Attacker);
    all.engagement = Engagement { recoveries, from_any_state, from_any_state_of_both, ..engagement };
    Ok(Some(participants.engaged(all)))
}

/// How a fighter stands from this many damage points on: what its damage table says, and what its abilities ask for.
struct StateRead<'f> {
    damage: u16,
    bracket: &'f Bracket,
}

/// The states of a fighter, by rising damage: `asked` are points that abilities of any fighter here ask for.
fn states_read<'f>(fighter: &'f Fighter, thresholds: &[u16]) -> Vec<StateRead<'f>> {
    let brackets = fighter.brackets.iter().map(|bracket| bracket.damage);
    let mut damage: Vec<u16> = brackets.chain(thresholds.iter().copied()).collect();
    damage.retain(|damage| *damage < fighter.wounds);
    damage.sort_unstable();
    damage.dedup();
    let bracket = |damage: u16| fighter.brackets.iter().rfind(|bracket| bracket.damage <= damage);
    let state_read = |damage| StateRead { damage, bracket: bracket(damage).unwrap_or(&fighter.brackets[0]) };
    damage.into_iter().map(state_read).collect()
}

/// The state that holds before the first action.
fn state_now(fighter: &Fighter, thresholds: &[u16]) -> usize {
    states_read(fighter, thresholds).iter().rposition(|state_read| state_read.damage <= fighter.taken).unwrap_or(0)
}

/// About how many steps an attack action takes, once for each way that both fighters may stand.
const STEPS_OF_ACTION: u64 = 8;

/// Refuses fighters that may be in more ways than attack actions are put together for.
fn check_states_read(participants: &Participants<Fighter>, thresholds: &[u16]) -> Result<(), Limit> {
    let states = |(index, attacker): (usize, &Arc<Fighter>)| {
        states_read(attacker, thresholds).len() * states_read(participants.defender(index), thresholds).len()
    };
    let all: usize = participants.attackers.iter().enumerate().map(states).sum();
    let what = "steps of all lines of damage tables together";
    Limit::check(what, all as u64 * STEPS_OF_ACTION, MAX_STEPS as u64, "MAX_STEPS")
}

impl ActivationsDraft<'_> {
    fn is(&self, situation: Situation) -> bool {
        self.options.situations.contains(&situation)
    }

    /// What is true once both fighters have so much damage on them.
    fn scene<'u>(&'u self, attacker: &'u Fighter, melee: bool, [mine, theirs]: [u16; 2]) -> Scene<'u> {
        Scene {
            phase: Some(if melee { Phase::Combat } else { Phase::Shooting }),
            attacker_models: 1.into(),
            situations: self.options.situations.iter().copied().collect(),
            attacker_keywords: &attacker.runemarks,
            target_keywords: &self.defender.runemarks,
            target_models: 1.into(),
            attacker_damage: mine,
            target_damage: theirs,
            ..Scene::default()
        }
    }

    /// One attacker's actions.
    fn activation(
        &mut self,
        index: usize,
        attacker: &Fighter,
        all: &mut Engaged,
        found: &Diagnostics,
    ) -> Option<Activation> {
        let chosen = self.choose(index, attacker, all, found)?;
        all.notes.extend(chosen.notes);
        all.choices.extend(chosen.choices);
        all.among(chosen.among);
        let weapon = *chosen.weapons.first()?;
        let count = self.count(attacker, &attacker.weapons[weapon], found);
        self.no_ability(attacker, &mut all.notes);
        self.climbs(attacker, found);
        if index > 0 {
            know_first_dice(attacker, found);
        }
        let melee = attacker.weapons[weapon].melee;
        if index == 0 {
            all.engagement.recoveries = self.recoveries(attacker, melee);
        }
        let mut actions = Vec::new();
        for number in 0..count {
            let reaction = self.reaction(melee, self.encounter.attacks.len() > 1);
            self.left -= u16::from(reaction != Reaction::None && self.left > 0);
            actions.push(self.action(attacker, weapon, number, reaction, all));
        }
        if actions.iter().flat_map(|a| a.exchanges.iter().flatten()).any(|e| e.again > 0 && !e.reroll.is_empty()) {
            REROLLED_TWICE.refuse(SITUATIONS, &attacker.place, found);
        }
        know_exchanges(&actions, attacker, found);
        let beside = self.beside(attacker, &attacker.weapons[weapon]);
        Some(Activation {
            unit: self.encounter.attacks[index].by,
            attacker: fighting(attacker, &self.damage),
            first: beside.first,
            actions,
            falls: self.is(CLIMBING),
            suffers: beside.suffers,
        })
    }

    /// Where nothing changes the damage of an attacker, the bracket that holds now holds to the end.
    fn hold_brackets(&self, activations: &mut [Activation], attackers: &[Arc<Fighter>]) {
        let hurt: Vec<usize> = activations.iter().filter(|one| one.hurts()).map(|one| one.unit).collect();
        for (activation, attacker) in activations.iter_mut().zip(attackers) {
            let afterwards = !activation.is_answered() && !self.acts_again(activation.unit);
            if afterwards || !hurt.contains(&activation.unit) {
                let now = state_now(attacker, &self.damage);
                for action in &mut activation.actions {
                    action.exchanges = vec![action.exchanges.swap_remove(now)];
                }
                activation.attacker.brackets.clear();
            }
        }
    }

    /// Whether a fighter is activated more than once.
    fn acts_again(&self, unit: usize) -> bool {
        self.encounter.attacks.iter().filter(|attack| attack.by == unit).count() > 1
    }

    fn choose(&self, index: usize, attacker: &Fighter, all: &Engaged, found: &Diagnostics) -> Option<ChosenWeapons> {
        let candidates: Vec<Candidate<'_>> = attacker
            .weapons
            .iter()
            .map(|w| Candidate { name: &w.name, melee: w.melee, one_of: Some("the weapons") })
            .collect();
        let answers = self.encounter.answers.get(all.choices.len()..).unwrap_or(&[]);
        choose(
            &attacker.facts.name, &candidates, self.encounter.attacks[index].phase, self.encounter, answers, found,
            &attacker.place,
        )
    }

    /// How many attack actions there are (WARCRY-ACTIVATE, WARCRY-BONUS, WARCRY-MONSTER).
    fn count(&self, attacker: &Fighter, weapon: &FighterWeapon, found: &Diagnostics) -> usize {
        let monster = attacker.is("MONSTER");
        if self.is(THREE_ATTACKS) && !monster {
            let message = format!("{} is not a monster, so three attacks take an ability", attacker.facts.name);
            let help = "say `two attacks, rampage`".to_owned();
            found.push(Diagnostic::new(&attacker.place, message, "this fighter attacks").help(help));
        }
        let count = match (self.is(TWO_ATTACKS), self.is(THREE_ATTACKS)) {
            (_, true) => 3,
            (true, _) => 2,
            _ => 1,
        };
        count + usize::from(self.is(RAMPAGE) && !monster) + self.beside(attacker, weapon).actions
    }

    /// No universal ability is for monsters (WARCRY-MONSTER).
    fn no_ability(&self, attacker: &Fighter, notes: &mut Vec<String>) {
        let used = [ONSLAUGHT, LATE_ONSLAUGHT, RAMPAGE];
        let used: Vec<&str> =
            used.into_iter().filter(|used| self.is(*used)).map(|used| used.doc(SITUATIONS).name).collect();
        if let Some(ability) = used.first().filter(|_| attacker.is("MONSTER")) {
            notes.push(format!("{} is a monster and cannot use {ability} (WARCRY-MONSTER)", attacker.facts.name));
        }
    }

    /// Who cannot climb is not asked to fall after its attacks (WARCRY-CLIMB, WARCRY-MONSTER).
    fn climbs(&self, attacker: &Fighter, found: &Diagnostics) {
        let name = &attacker.facts.name;
        let why = if !self.is(CLIMBING) {
            return;
        } else if attacker.is("MOUNT") {
            (format!("{name} is mounted and cannot climb"), "stairs it may climb, and nobody falls off those by itself")
        } else if attacker.is("MONSTER") {
            (
                format!("{name} is a monster, so it falls before it could attack: at the end of its move"),
                "its whole base must stand on a platform then (WARCRY-MONSTER); `odds warcry falls` has the damage",
            )
        } else {
            return;
        };
        let help = format!("leave `climbing` out: {}", why.1);
        found.push(Diagnostic::new(&attacker.place, why.0, "this fighter attacks").help(help));
    }

    /// What the target does about the next action; `spared`: a reaction may be left over from an action that never came.
    fn reaction(&self, melee: bool, spared: bool) -> Reaction {
        let may = (self.left > 0 || spared) && !self.defender.is("MONSTER");
        if may && melee && self.is(COUNTER) {
            Reaction::Counter
        } else if may && !melee && self.is(TAKE_COVER) && self.is(COVER) && !self.defender.is("MOUNT") {
            Reaction::TakeCover
        } else {
            Reaction::None
        }
    }

    fn action(
        &self,
        attacker: &Fighter,
        weapon: usize,
        number: usize,
        reaction: Reaction,
        all: &mut Engaged,
    ) -> Action {
        let name = self.encounter.label(|| &attacker.facts.name, &attacker.weapons[weapon].name);
        let action = |mine: &StateRead<'_>, theirs: &StateRead<'_>| {
            let mut action = AttackAction::new(mine.bracket.numbers[weapon], theirs.bracket.toughness);
            action.lines = DraftLines::new(self.encounter.explained);
            self.changed(attacker, weapon, number, [mine.damage, theirs.damage], action)
        };
        let (own, others) = (states_read(attacker, &self.damage), states_read(self.defender, &self.damage));
        let against = |mine| others.iter().map(|theirs| action(mine, theirs).exchange()).collect();
        let exchanges = own.iter().map(against).collect();
        let now = |fighter| state_now(fighter, &self.damage);
        let mut shown = action(&own[now(attacker)], &others[now(self.defender)]);
        shown.explain();
        match reaction {
            Reaction::Counter => {
                let what = match self.counter_damage() {
                    CounterDamage::PerDie => "a miss wounds the attacker, a 1 twice",
                    CounterDamage::Flat => "any 1 wounds the attacker twice, two misses or more once more",
                };
                shown.lines.note(what, &Origin::new("counter", "WARCRY-COUNTER"));
            }
            Reaction::TakeCover => {
                shown.lines.note("critical hits are hits on 4+", &Origin::new("take cover", "WARCRY-TAKE-COVER"));
            }
            Reaction::None => {}
        }
        if self.encounter.explained {
            all.explained.push(Explained { weapon: format!("{name}, action {}", number + 1), lines: shown.lines.all });
        }
        Action { name, reaction, exchanges }
    }

    /// Everything that changes an action's dice.
    fn changed(
        &self,
        attacker: &Fighter,
        weapon: usize,
        number: usize,
        damage: [u16; 2],
        mut action: AttackAction,
    ) -> AttackAction {
        let melee = attacker.weapons[weapon].melee;
        if self.is(COVER) {
            action.change(Characteristic::Toughness, Change::Add(1));
            action.lines.note("+1 toughness", &Origin::new("cover", "WARCRY-COVER"));
        }
        let onslaught = self.is(ONSLAUGHT) || (self.is(LATE_ONSLAUGHT) && number > 0);
        if onslaught && melee && !attacker.is("MONSTER") {
            action.change(Characteristic::Attacks, Change::Add(1));
            action.lines.note("+1 attacks", &Origin::new("onslaught", "WARCRY-AB-ONSLAUGHT"));
        }
        let scene = self.scene(attacker, melee, damage);
        let name = &attacker.weapons[weapon].name;
        let mine = attacker.blocks.iter().filter(|block| !block.against && block.holds(Owner::Attacker, &scene));
        // What is used once is used by one attack action, the first.
        let acts = |block: &&AbilityBlock<AttackAction>| !block.once || number == 0;
        for block in mine.filter(|block| block.names(name).is_some()).filter(acts) {
            let own = effects_of(block).filter(|(_, effect)| effect.owner() == Owner::Attacker);
            own.for_each(|(text, effect)| action.apply(effect, text, &block.name));
        }
        let theirs = self.defender.blocks.iter().filter(|block| block.holds(Owner::Defender, &scene));
        for block in theirs.filter(acts) {
            let own = effects_of(block).filter(|(_, effect)| block.against || effect.owner() == Owner::Defender);
            own.for_each(|(text, effect)| action.apply(effect, text, &block.name));
        }
        for (owner, text, meaning) in &self.options.meanings {
            let is_meant = |effect: &&Meaning<AttackAction>| owner.is_none_or(|owner| owner == effect.owner());
            if let Some(effect) = meaning.effect().filter(|effect| !is_beside(effect)).filter(is_meant) {
                action.apply(effect, text, "--with");
            }
        }
        action
    }

    fn fight(&self, activations: Vec<Activation>, notes: &mut Vec<String>) -> Fight {
        let timing = match self.encounter.ruling(RULINGS, "counter") {
            "counter-first" => Timing::CounterFirst,
            "attack-first" => Timing::AttackFirst,
            _ => Timing::BothApply,
        };
        self.say(&activations, notes);
        let twice = |action: &Action| {
            action.reaction != Reaction::None && action.exchanges.iter().flatten().any(Exchange::hits_back)
        };
        if activations.iter().flat_map(|activation| &activation.actions).any(twice) {
            notes.push(
                "damage back counts beside the target's reaction; if it is a reaction itself, leave the other one out (WARCRY-REACT-ECON)"
                    .to_owned(),
            );
        }
        let (target, edge) = (fighting(self.defender, &self.damage), self.edge(notes));
        let actions: usize = activations.iter().map(|activation| activation.actions.len()).sum();
        if edge.is_some_and(|fall| actions > 1 && !fall.down && !fall.out_of_reach) {
            notes.push(format!(
                "{} may fall between two attack actions and is taken to be in reach then; `out of reach after a fall` ends the attacks (WARCRY-FALLTEST)",
                self.defender.facts.name
            ));
        }
        Fight { target, activations, reactions: self.reactions, edge, timing, counter: self.counter_damage() }
    }

    fn counter_damage(&self) -> CounterDamage {
        match self.encounter.ruling(RULINGS, "counter-damage") {
            "flat" => CounterDamage::Flat,
            _ => CounterDamage::PerDie,
        }
    }

    /// Whether and how the target may fall.
    fn edge(&self, notes: &mut Vec<String>) -> Option<Fall> {
        let flies = self.defender.is("FLY");
        let on_stairs = self.encounter.ruling(RULINGS, "fly-on-stairs") == "test" || !flies;
        if self.is(OPEN_EDGE) && flies {
            notes.push(format!("{} flies and does not fall off an edge (WARCRY-FALLTEST)", self.defender.facts.name));
        }
        let off_stairs = self.is(STAIRS) && on_stairs;
        let may_fall = (self.is(OPEN_EDGE) && !flies) || off_stairs;
        let nowhere = self.is(NO_LANDING_POINT);
        let fall = Fall {
            impact: !self.is(SHORT_DROP),
            deadly: self.is(DEADLY_TERRAIN),
            down: nowhere,
            out_of_reach: self.is(OUT_OF_REACH),
        };
        // Whose base stands on a platform stays there; stairs are none (WARCRY-FALL, WARCRY-STAIRS).
        may_fall.then_some(fall).filter(|_| !nowhere || off_stairs)
    }

    /// Why a reaction that was asked for is not made.
    fn say(&self, activations: &[Activation], notes: &mut Vec<String>) {
        let name = &self.defender.facts.name;
        let made =
            |wanted| activations.iter().flat_map(|a| &a.actions).filter(|action| action.reaction == wanted).count();
        let actions: usize = activations.iter().map(|activation| activation.actions.len()).sum();
        for (situation, reaction) in [(COUNTER, Reaction::Counter), (TAKE_COVER, Reaction::TakeCover)] {
            if !self.is(situation) {
                continue;
            }
            match made(reaction) {
                _ if self.defender.is("MONSTER") => {
                    notes.push(format!("{name} is a monster and does not react (WARCRY-MONSTER)"));
                }
                0 if reaction == Reaction::Counter => {
                    notes.push("only melee attack actions can be countered (WARCRY-COUNTER)".to_owned());
                }
                0 if self.defender.is("MOUNT") => {
                    notes.push(format!("{name} is mounted and cannot take cover (WARCRY-TAKE-COVER)"));
                }
                0 => {
                    notes.push("taking cover needs `cover` and a missile attack action (WARCRY-TAKE-COVER)".to_owned());
                }
                n if n.min(usize::from(self.reactions)) < actions => {
                    let most = self.reactions;
                    notes.push(format!(
                        "{name} can react to {most} of the {actions} attack actions (WARCRY-REACT-ECON)"
                    ));
                }
                _ => {}
            }
        }
    }
}

/// Notes hits that count as critical hits where critical hits count as hits, and misses of which it is not known which is
/// the worst.
fn know_exchanges(actions: &[Action], attacker: &Fighter, found: &Diagnostics) {
    let exchanges = || actions.iter().flat_map(|action| action.exchanges.iter().flatten());
    if exchanges().any(|exchange| exchange.hits_as_crits > 0 && exchange.crits_as_hits > 0) {
        TURNED_BOTH_WAYS.refuse(SITUATIONS, &attacker.place, found);
    }
    if exchanges().any(|exchange| exchange.again > 0 && !exchange.misses_are_alike()) {
        let message = "some misses hurt the attacker and others do not, or a 1 less than others".to_owned();
        let help = "`reroll up to N hits` is computed where all misses but a 1 are alike".to_owned();
        found.push(Diagnostic::new(&attacker.place, message, "this fighter attacks").help(help));
    }
}

/// Notes dice before the first action that ask for damage which only an attack before decides.
fn know_first_dice(attacker: &Fighter, found: &Diagnostics) {
    let asks = |block: &&AbilityBlock<AttackAction>| block.when.iter().any(Condition::counts);
    let rolls = |block: &AbilityBlock<AttackAction>| {
        let mut effects = block.effects.iter().filter_map(|(_, meaning)| meaning.effect());
        effects.any(|effect| matches!(effect.effect, Effect::MortalOnTheSide(_)))
    };
    for block in attacker.blocks.iter().filter(asks).filter(|block| rolls(block)) {
        let message = format!("the dice of {} before the first action ask for damage", block.name);
        let help = "after another attack that is not computed: ask for this fighter's attack alone".to_owned();
        found.push(Diagnostic::new(&attacker.place, message, "this fighter attacks later").help(help));
    }
}

fn fighting(fighter: &Fighter, thresholds: &[u16]) -> Fighting {
    let brackets = states_read(fighter, thresholds)[1..].iter().map(|state_read| state_read.damage).collect();
    Fighting { name: fighter.facts.name.clone(), wounds: fighter.wounds, taken: fighter.taken, brackets }
}

/// The effects of an ability that change attack actions.
fn effects_of(block: &AbilityBlock<AttackAction>) -> impl Iterator<Item = (&str, &Meaning<AttackAction>)> {
    let all = block.effects.iter().filter_map(|(text, meaning)| Some((text.as_str(), meaning.effect()?)));
    all.filter(|(_, effect)| !is_beside(effect))
}

/// Whether an effect is no part of an attack action.
fn is_beside(effect: &Meaning<AttackAction>) -> bool {
    effect.is_beside() || matches!(effect.effect, Effect::Heal(_))
}
