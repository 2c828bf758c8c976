//! The attacks of a fight: each unit's on the other, from every state of both.

use std::sync::Arc;

use smallvec::SmallVec;

use super::PLAIN_PHASE;
use super::events::{Attempt, Circumstances, Script};
use crate::ask::attack::Prepared;
use crate::ask::states::{LeftAfter, Lost, Shape, UnitStrike};
#[cfg(test)]
use crate::engine::planted::{PlantedError, in_neither};
use crate::engine::{OpenReroll, Outcome, Sampling};
use crate::error::Error;
use crate::games::{Encounter, Game, Losses, Phase};
use crate::profile::{Diagnostics, Document, Table};
use crate::sequence::{Body, Engagement, FingerprintMap, ModelGroup, Recovery, Side};

/// What an attack may leave of both units, A first, each state by its place, with its chance, or the trials that it has.
pub(super) type Transitions = Vec<([usize; 2], f64)>;

/// The attack of one unit in its circumstances.
pub(super) struct Strikes {
    side: usize,
    /// `None`: the unit cannot strike.
    pub(super) strike: Option<UnitStrike>,
    /// What is known already, by states: of the attacker for all that it strikes alike in, if the attack does not hurt it.
    rows: FingerprintMap<(usize, usize), Transitions>,
    /// The attacks whose die may be kept, by states of both, the attacker first, each with the first state of the target from
    /// which it is the same.
    opened: FingerprintMap<(usize, usize), Option<(usize, Arc<OpenReroll>)>>,
    /// For each state of the attacker the first in which it strikes alike.
    alike: Vec<usize>,
    /// Besides how many models stand, from which points lost on a unit strikes otherwise; `None`: from each.
    reads: Option<Vec<usize>>,
}

/// The states of both units, as far as they were met.
pub(super) struct States {
    pub(super) shapes: [Shape; 2],
    met: [Vec<HurtState>; 2],
    /// The place of each state: of one number by that, where it was met.
    by_points: [Vec<Option<usize>>; 2],
    places: [FingerprintMap<Lost, usize>; 2],
}

/// A state of a unit.
struct HurtState {
    lost: Lost,
    /// Points that are lost, models that have fallen, and whether nothing is left.
    wounds: usize,
    slain: usize,
    is_gone: bool,
}

impl States {
    pub(super) fn new(shapes: [Shape; 2]) -> Self {
        let (met, by_points, places) = Default::default();
        let mut states = Self { shapes, met, by_points, places };
        for side in 0..2 {
            let start = states.shapes[side].start();
            states.place(side, start);
        }
        states
    }

    /// The place of a state, which may be new; the start is at 0.
    pub(super) fn place(&mut self, side: usize, lost: Lost) -> usize {
        let (all, shape) = (&mut self.met[side], &self.shapes[side]);
        #[cfg(test)]
        let is_kept = |place: usize| place < shape.bodies.len() || !in_neither(PlantedError::Token);
        #[cfg(test)]
        let lost: Lost =
            lost.into_iter().enumerate().map(|(place, lost)| if is_kept(place) { lost } else { 0 }).collect();
        let mut meet = |lost: &Lost| {
            let wounds = lost.iter().take(shape.bodies.len()).map(|lost| usize::from(*lost)).sum();
            all.push(HurtState { lost: lost.clone(), wounds, slain: shape.slain(lost), is_gone: shape.is_gone(lost) });
            all.len() - 1
        };
        let [points] = lost[..] else { return *self.places[side].entry(lost).or_insert_with_key(meet) };
        let (row, points) = (&mut self.by_points[side], usize::from(points));
        if row.len() <= points {
            row.resize(points + 1, None);
        }
        *row[points].get_or_insert_with(|| meet(&lost))
    }

    /// Points that the bodies of a unit have lost in a state.
    fn lost(&self, side: usize, state: usize) -> &Lost {
        &self.met[side][state].lost
    }

    /// What an attack of a side may leave, with chances multiplied by `times`.
    fn row(&mut self, side: usize, left: LeftAfter, times: f64) -> Transitions {
        let one = |([mine, theirs], p): ([Lost; 2], f64)| {
            let (mine, theirs) = (self.place(side, mine), self.place(1 - side, theirs));
            (placed(side, mine, theirs), p * times)
        };
        left.into_iter().map(one).collect()
    }

    /// The state in which a unit of one body has lost this many points, with the tokens of another state.
    pub(super) fn with_points(&mut self, side: usize, state: usize, points: usize) -> usize {
        let mut lost = self.met[side][state].lost.clone();
        lost[0] = points as u16;
        self.place(side, lost)
    }

    /// The tokens that are spent in a state, as bits.
    pub(super) fn tokens(&self, side: usize, state: usize) -> usize {
        let (lost, bodies) = (self.lost(side, state), self.shapes[side].bodies.len());
        lost[bodies..].iter().fold(0, |bits, spent| bits << 1 | usize::from(*spent))
    }

    /// Whether a unit is gone.
    pub(super) fn is_gone(&self, side: usize, state: usize) -> bool {
        self.met[side][state].is_gone
    }

    /// Models that have fallen.
    pub(super) fn slain(&self, side: usize, state: usize) -> usize {
        self.met[side][state].slain
    }

    /// Points that are lost.
    pub(super) fn wounds(&self, side: usize, state: usize) -> usize {
        self.met[side][state].wounds
    }

    /// Below half of its models, or of the points of an only one.
    pub(super) fn is_below_half(&self, side: usize, state: usize) -> bool {
        let (all, gone) = match self.shapes[side].models() {
            1 => (self.shapes[side].wounds(), self.wounds(side, state)),
            models => (models, self.slain(side, state)),
        };
        2 * (all - gone) < all
    }
}

/// Both units as they were found: their documents, their attacks if they can make one, and what can be hurt of them.
pub(super) struct Units {
    pub(super) game: &'static Game,
    /// A's attack on B, and B's on A, in a round in which nobody charges.
    pub(super) attempts: [Attempt; 2],
    pub(super) phase: Phase,
    /// The tokens that may lie on each unit, as [`Shape::tokens`] says it.
    pub(super) tokens: [Vec<u16>; 2],
    /// Whether no unit has an ability that holds, nor strikes otherwise once it is hurt.
    pub(super) is_plain: bool,
}

impl Units {
    /// Prepares both attacks.
    ///
    /// # Errors
    /// If neither unit can strike the other.
    pub(super) fn of(script: &Script<'_>) -> Result<Self, Error> {
        let attempt = |side: usize| script.attempt(Circumstances::PLAIN, side);
        let (attempts, phase) = ([attempt(0)?, attempt(1)?], script.phase);
        match &attempts {
            [Attempt { attack: Err(first), .. }, Attempt { attack: Err(second), .. }] => {
                Err(neither(first, second, phase))
            }
            _ => {
                let units = Self { game: script.game, attempts, phase, tokens: Default::default(), is_plain: false };
                let tokens = script.tokens([0, 1].map(|side| units.document(side)));
                let is_off = |ability: &Table| {
                    let name = ability.text("name").unwrap_or_default();
                    ability.is("optional") && !script.words.iter().any(|word| word.names(name))
                };
                let is_plain = |unit: &Document| unit.table.tables("ability").all(is_off);
                let is_plain =
                    !script.moments().hurt_is_weaker && (0..2).all(|side| units.document(side).is_some_and(is_plain));
                Ok(Self { tokens, is_plain, ..units })
            }
        }
    }

    /// The attack of one unit, if it can make one.
    pub(super) fn attack(&self, side: usize) -> Option<&Prepared> {
        self.attempts[side].attack.as_ref().ok()
    }

    /// What of both can be hurt. A unit that nobody attacks keeps what it has.
    pub(super) fn shapes(&self) -> [Shape; 2] {
        [0, 1].map(|side| {
            let defends = self.attack(1 - side).map(|attack| Shape::of(&attack.engaged, Side::Defender));
            let strikes = || {
                let attack = self.attack(side)?;
                let own = Shape::of(&attack.engaged, Side::Attacker);
                (own.models() == attack.engaged.attackers[0].models).then_some(own)
            };
            let shape = defends.or_else(strikes).or_else(|| self.alone(side)).unwrap_or_else(|| self.unhurt(side));
            Shape { tokens: self.tokens[side].clone(), ..shape }
        })
    }

    /// Whether tokens lie on a unit, or may come to.
    pub(super) fn carries_tokens(&self) -> bool {
        self.tokens.iter().any(|tokens| !tokens.is_empty())
    }

    /// What can be hurt of a unit that the other cannot strike, as if it were struck by its own like.
    fn alone(&self, side: usize) -> Option<Shape> {
        let plain = self.attack(side)?.encounter();
        let unit = plain.units[plain.attacks[0].by].clone();
        let encounter = Encounter {
            mode: plain.mode.clone(),
            edition: plain.edition.clone(),
            ..Encounter::single(unit.clone(), unit, Some(self.phase))
        };
        let engaged = (self.game.engage)(&encounter, &Diagnostics::default()).ok()??;
        Some(Shape::of(&engaged, Side::Defender))
    }

    /// A unit that nothing hurts.
    fn unhurt(&self, side: usize) -> Shape {
        let own = self.attack(side).map(|attack| &attack.engaged.attackers[0]);
        let facts = own.or_else(|| self.attack(1 - side).map(|attack| &attack.engaged.defender));
        let (name, models) = facts.map_or((String::new(), 1), |facts| (facts.name.clone(), facts.models));
        let groups = vec![ModelGroup { name: String::new(), models: models as u16, wounds: 1 }];
        Shape { bodies: vec![Body { name, side: Side::Defender, groups, taken: 0 }], tokens: Vec::new() }
    }

    /// The document of a unit.
    pub(super) fn document(&self, side: usize) -> Option<&Document> {
        let own = self.attack(side).map(|attack| attack.encounter().units[0].document());
        own.or_else(|| self.attack(1 - side).map(Prepared::defender))
    }
}

impl Strikes {
    /// Abilities that are used once are spent after the first attack, and nobody strikes at the end of a turn.
    pub(super) fn new(
        attack: Option<&Prepared>,
        (side, scene): (usize, Circumstances),
        (units, shapes): (&Units, &[Shape; 2]),
        losses: Losses,
    ) -> Self {
        let shapes = [shapes[side].clone(), shapes[1 - side].clone()];
        let is_parted = shapes[0].bodies.len() > 1;
        let strike = attack.map(|attack| UnitStrike::new(attack.game, attack.encounter(), shapes, losses));
        let strike = if scene.is_first { strike } else { strike.map(UnitStrike::spent) };
        #[cfg(test)]
        let scene = Circumstances { turn_end: scene.turn_end && !in_neither(PlantedError::TurnEnd), ..scene };
        let strike = if scene.turn_end { strike.map(UnitStrike::disarmed) } else { strike };
        let unit = |side: usize| units.document(side).filter(|_| !units.game.moments.hurt_is_weaker);
        let read = |side: usize| unit(side).and_then(points_read);
        let reads = read(0).zip(read(1)).map(|(one, other)| [one, other].concat());
        let reads = reads.filter(|reads| reads.is_empty() || !is_parted);
        Self {
            side,
            strike,
            rows: FingerprintMap::default(),
            opened: FingerprintMap::default(),
            alike: Vec::new(),
            reads,
        }
    }

    /// The attack of a unit from two states, if its die may be kept for what follows, and the first state of the target from
    /// which it is the same.
    ///
    /// # Errors
    /// If the game refuses it there.
    pub(super) fn open(&mut self, states: &States, at: [usize; 2]) -> Result<Option<(usize, Arc<OpenReroll>)>, Error> {
        let [own, target] = [self.side, 1 - self.side].map(|side| at[side]);
        let alike = self.alike(states, own);
        if let Some(known) = self.opened.get(&(alike, target)) {
            return Ok(known.clone());
        }
        let Some(strike) = &mut self.strike else { return Ok(None) };
        let open = strike.open([states.lost(self.side, own), states.lost(1 - self.side, target)])?;
        let all = || self.opened.iter().filter_map(|(key, open)| Some((key, open.as_ref()?)));
        let with_first = |open: OpenReroll| {
            let open = open.shared(all().map(|(_, (_, other))| other));
            let is_same = |other: &Arc<OpenReroll>| Arc::ptr_eq(other, &open);
            let same = all().find(|((other, _), (_, attack))| *other == alike && is_same(attack));
            (same.map_or(target, |(_, (first, _))| *first), open)
        };
        let open = open.map(with_first);
        self.opened.insert((alike, target), open.clone());
        Ok(open)
    }

    /// What the attack of a unit makes of two states.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    pub(super) fn row(&mut self, states: &mut States, at: [usize; 2]) -> Result<Transitions, Error> {
        let side = self.side;
        let (own, target) = (at[side], at[1 - side]);
        let alike = self.alike(states, own);
        if let Some(row) = self.rows.get(&(alike, target)) {
            return Ok(row.iter().map(|(to, p)| (placed(side, own, to[1 - side]), *p)).collect());
        }
        if let Some(row) = self.rows.get(&(!own, target)) {
            return Ok(row.clone());
        }
        let Some(strike) = &mut self.strike else { return Ok(vec![(at, 1.0)]) };
        let left = strike.from([states.lost(side, own), states.lost(1 - side, target)])?;
        let unhurt = left.iter().all(|([after, _], _)| after == states.lost(side, own));
        let row = states.row(side, left, 1.0);
        self.rows.insert((if unhurt { alike } else { !own }, target), row.clone());
        Ok(row)
    }

    /// Whether [`Strikes::spread`] takes states of both units at once.
    pub(super) fn holds_for_both(&mut self) -> bool {
        self.strike.as_mut().is_some_and(UnitStrike::holds_for_both)
    }

    /// What an attack makes of many pairs of states at once: those of the target with the same tokens of a unit in one state, or
    /// of both if it holds for them. `answer` knows what both have lost, the target first, each with its weight; all weigh
    /// `times`. `None` if that is worked out for each by itself.
    pub(super) fn spread<W: Copy>(
        &mut self,
        states: &mut States,
        (from, of_both): (&[([usize; 2], W)], bool),
        times: f64,
        answer: impl FnOnce(&Engagement, &[(SmallVec<[usize; 2]>, W)]) -> Option<Outcome>,
    ) -> Option<Transitions> {
        let (side, [own, target]) = (self.side, [self.side, 1 - self.side].map(|side| from[0].0[side]));
        let alike = self.alike(states, own);
        let strike = self.strike.as_mut()?;
        let begin = |(at, weight): &([usize; 2], W)| {
            let lost = [1 - side, side].into_iter().take(1 + usize::from(of_both));
            (lost.map(|side| states.wounds(side, at[side])).collect(), *weight)
        };
        let begins: Vec<(SmallVec<[usize; 2]>, W)> = from.iter().map(begin).collect();
        // The start is state 0.
        let [own, alike] = if of_both { [0; 2] } else { [own, alike] };
        let [own, alike] = [own, alike].map(|state| states.lost(side, state));
        let left = strike.spread([own, alike], states.lost(1 - side, target), |tables| answer(tables, &begins))?;
        Some(states.row(side, left, times))
    }

    /// Whether an attack is not known yet from more than this many of these pairs of states.
    pub(super) fn many_unknown<W>(&mut self, states: &States, from: &[([usize; 2], W)], few: usize) -> bool {
        let side = self.side;
        let is_unknown = |(at, _): &&([usize; 2], W)| {
            let (own, target) = (at[side], at[1 - side]);
            let alike = self.alike(states, own);
            !self.rows.contains_key(&(alike, target)) && !self.rows.contains_key(&(!own, target))
        };
        from.iter().filter(is_unknown).nth(few).is_some()
    }

    /// The first state in which a unit strikes as in this one: of bodies that an attack cannot hurt only the models count that
    /// are left of each, and what abilities read.
    fn alike(&mut self, states: &States, own: usize) -> usize {
        let Some(reads) = &self.reads else { return own };
        let bodies = &states.shapes[self.side].bodies;
        let lost = |state: usize| states.lost(self.side, state);
        let slain = |state: usize| bodies.iter().zip(lost(state)).map(|(body, lost)| body.slain(usize::from(*lost)));
        let spent = |state: usize| &lost(state)[bodies.len()..];
        // Games read what the unit has lost, or what the one that is hurt has (AOS-18.2).
        let on_hurt_one = |state: usize| {
            let points = usize::from(lost(state)[0]);
            let fallen = bodies[0].slain(points);
            (0..=points).rev().take_while(|fewer| bodies[0].slain(*fewer) == fallen).count() - 1
        };
        let reached = |points: usize| reads.iter().filter(|least| points >= **least).count();
        let read = |state: usize| (reached(states.wounds(self.side, state)), reached(on_hurt_one(state)));
        while self.alike.len() <= own {
            let next = self.alike.len();
            let is_alike = |first: &usize| {
                read(*first) == read(next) && slain(*first).eq(slain(next)) && spent(*first) == spent(next)
            };
            let first = (0..next).find(|first| self.alike[*first] == *first && is_alike(first));
            self.alike.push(first.unwrap_or(next));
        }
        self.alike[own]
    }

    /// The tables of the attack from a pair of states; `None` if nobody strikes.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    pub(super) fn tables(&mut self, states: &States, at: [usize; 2]) -> Result<Option<Engagement>, Error> {
        let lost = [self.side, 1 - self.side].map(|side| states.lost(side, at[side]));
        self.strike.as_mut().map(|strike| strike.tables(lost.map(|lost| &lost[..]))).transpose()
    }

    /// What the target gets back after the attack from a pair of states.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    pub(super) fn recoveries(&mut self, states: &States, at: [usize; 2]) -> Result<Vec<Recovery>, Error> {
        let lost = [self.side, 1 - self.side].map(|side| states.lost(side, at[side]));
        self.strike.as_mut().map_or(Ok(Vec::new()), |strike| strike.recoveries(lost.map(|lost| &lost[..])))
    }

    /// How many of the trials from one pair of states end in each.
    ///
    /// # Errors
    /// If the game refuses the attack there.
    pub(super) fn roll(
        &mut self,
        states: &mut States,
        at: [usize; 2],
        sampling: &Sampling,
    ) -> Result<Transitions, Error> {
        let trials = sampling.trials as f64;
        let (side, Some(strike)) = (self.side, &mut self.strike) else { return Ok(vec![(at, trials)]) };
        let left = strike.sampled([states.lost(side, at[side]), states.lost(1 - side, at[1 - side])], sampling)?;
        Ok(states.row(side, left, trials))
    }
}

/// Why neither unit strikes.
fn neither(first: &Error, second: &Error, phase: Phase) -> Error {
    let mut both = first.clone();
    both.diagnostics.extend(second.diagnostics.iter().filter(|other| !first.diagnostics.contains(other)).cloned());
    let hint = "a fight is made in melee: `--phase shooting` lets both shoot, each in its turn".to_owned();
    both.hint((phase == PLAIN_PHASE).then_some(hint))
}

/// The points lost from which on abilities of a unit read that they are; `None` if they ask for more.
fn points_read(unit: &Document) -> Option<Vec<usize>> {
    let mut points = Vec::new();
    // `Damaged 4` of a card, whose number is that of the wounds that are left.
    if unit.table.texts("abilities").any(|text| text.to_lowercase().starts_with("damaged")) {
        return None;
    }
    for ability in unit.table.tables("ability") {
        if ability.texts("effects").any(|effect| effect.contains("lost") || effect.contains("if ")) {
            return None;
        }
        for condition in ability.texts("when").map(str::to_lowercase) {
            let of_losses =
                ["damage", "strength", "wound", "health"].iter().map(|word| condition.matches(word).count());
            match (of_losses.sum::<usize>(), condition.rsplit(' ').next()?) {
                (0, _) => {}
                (1, "damaged") => points.push(1),
                (1, least) => points.push(least.strip_suffix('+')?.parse().ok()?),
                _ => return None,
            }
        }
    }
    Some(points)
}

/// Two states, A's first.
fn placed(side: usize, mine: usize, theirs: usize) -> [usize; 2] {
    if side == 0 { [mine, theirs] } else { [theirs, mine] }
}
