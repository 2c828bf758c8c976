//! One unit's attack on another, from every state that both may be in.
//!
//! A state is the points that each body of a unit has lost. Between two attacks nothing else matters, so an attack is put
//! together anew for each state and answered exactly from there.

use smallvec::SmallVec;

use crate::engine::{self, EXACT_WORK, OpenReroll, Outcome, Refusal, Sampling};
use crate::error::Error;
use crate::games::{Encounter, Engaged, Game, Losses};
use crate::profile::{Diagnostics, Document, KeyNode, Node, Table, Value};
use crate::sequence::{Body, Engagement, FingerprintMap, Recovery, Settle, Side, Step};
use crate::words::same;

/// Points that the bodies of a unit have lost.
pub(super) type Lost = SmallVec<[u16; 4]>;

/// What of a unit can be hurt, as it is in the beginning.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shape {
    /// One body, or the Bodyguard and its characters.
    pub(super) bodies: Vec<Body>,
    /// For each kind of token that may lie on it 0 if it does in the beginning, 1 if it is spent or was never there. The same
    /// follows the points that the bodies have lost.
    pub(super) tokens: Vec<u16>,
}

impl Shape {
    /// The bodies of one side of an attack.
    pub(super) fn of(engaged: &Engaged, side: Side) -> Self {
        let own = engaged.engagement.bodies.iter().filter(|body| body.side == side);
        Self { bodies: own.cloned().collect(), tokens: Vec::new() }
    }

    /// What the unit has lost in the beginning.
    pub(super) fn start(&self) -> Lost {
        self.bodies.iter().map(|body| body.taken).chain(self.tokens.iter().copied()).collect()
    }

    /// The same with the tokens of a state.
    fn start_with_tokens(&self, lost: &[u16]) -> Lost {
        self.bodies.iter().map(|body| body.taken).chain(lost[self.bodies.len()..].iter().copied()).collect()
    }

    /// All its models, those that have fallen before included.
    pub(super) fn models(&self) -> usize {
        self.bodies.iter().map(Body::models).sum()
    }

    /// Models that have fallen.
    pub(super) fn slain(&self, lost: &[u16]) -> usize {
        self.bodies.iter().zip(lost).map(|(body, lost)| body.slain(usize::from(*lost))).sum()
    }

    /// All its points.
    pub(super) fn wounds(&self) -> usize {
        self.bodies.iter().map(Body::wounds).sum()
    }

    /// Whether nothing of it is left.
    pub(super) fn is_gone(&self, lost: &[u16]) -> bool {
        self.bodies.iter().zip(lost).all(|(body, lost)| usize::from(*lost) >= body.wounds())
    }

    /// Loses `more` points on each body of an attack, or has so many fewer lost, if it was healed since the state that the tables
    /// begin in. One that does not tell the parts of the unit apart has one body, in which groups of models say by their names
    /// whose points they are.
    fn lose(&self, lost: &mut [u16], bodies: &[&Body], now: &[usize]) {
        let lost = &mut lost[..self.bodies.len()];
        if bodies.len() == lost.len() {
            let more = bodies.iter().zip(now).map(|(body, now)| *now as i32 - i32::from(body.taken));
            return lost.iter_mut().zip(more).for_each(|(lost, more)| *lost = (i32::from(*lost) + more) as u16);
        }
        for (body, now) in bodies.iter().zip(now) {
            let mut end = 0;
            for group in &body.groups {
                let start = end;
                end += usize::from(group.models) * usize::from(group.wounds);
                let here = (*now).min(end).saturating_sub(start.max(usize::from(body.taken)));
                let is_own = |body: &Body| body.groups.iter().any(|own| own.name == group.name);
                if let Some(part) = self.bodies.iter().position(is_own) {
                    lost[part] += here as u16;
                }
            }
        }
    }
}

/// An ability that a unit uses once.
pub(super) struct UsedOnce {
    pub(super) name: String,
    /// Whether it is off until somebody asks for it.
    pub(super) is_optional: bool,
    /// Whether it has a condition.
    pub(super) has_condition: bool,
}

/// The abilities of a unit that are used once.
pub(super) fn used_once(unit: &Document) -> Vec<UsedOnce> {
    let once = unit.table.tables("ability").filter(|table| table.is("once"));
    once.map(|table| UsedOnce {
        name: table.text("name").unwrap_or_default().to_owned(),
        is_optional: table.is("optional"),
        has_condition: table.texts("when").next().is_some(),
    })
    .collect()
}

/// Whether a weapon of a unit has this ability.
pub(super) fn has_weapon(unit: &Document, ability: &str) -> bool {
    unit.table.tables("weapon").any(|weapon| has_ability(weapon, ability))
}

fn has_ability(weapon: &Table, ability: &str) -> bool {
    weapon.texts("abilities").any(|text| same(text, ability))
}

/// Takes weapons from a unit: nobody carries them.
fn disarm(unit: &mut Document, is_meant: impl Fn(&Table) -> bool) {
    for node in unit.table.list_mut("weapon").into_iter().flatten() {
        let place = node.place.clone();
        if let Value::Table(weapon) = &mut node.value
            && is_meant(weapon)
        {
            weapon.entries.retain(|entry| entry.key != "count" && entry.key != "champions");
            let node = Node { value: Value::Whole(0), place: place.clone() };
            weapon.entries.push(KeyNode { key: "count".into(), place, node });
        }
    }
}

/// What an attack may leave: what the attacker and the target have lost then, and the chance.
pub(super) type LeftAfter = Vec<([Lost; 2], f64)>;

/// One unit's attack on another.
#[derive(Clone, Debug)]
pub(super) struct UnitStrike {
    game: &'static Game,
    encounter: Encounter,
    /// What of the attacker and of the target can be hurt.
    pub(super) shapes: [Shape; 2],
    /// Whether an attack has hurt some models of the attacker of which nobody knows afterwards which they are.
    pub(super) loses_track: bool,
    /// For each state of the attacker, and for the tokens of the target, the tables that hold whatever the target has lost, if
    /// there are such.
    from_any_state: FingerprintMap<(Lost, Lost), Option<Engagement>>,
}

impl UnitStrike {
    /// An attack that was put together, and what of both units can be hurt.
    pub(super) fn new(game: &'static Game, encounter: &Encounter, shapes: [Shape; 2], losses: Losses) -> Self {
        let encounter = Encounter { losses, explained: false, ..encounter.clone() };
        Self { game, encounter, shapes, loses_track: false, from_any_state: FingerprintMap::default() }
    }

    /// The same attack once abilities and weapons that are used once are spent.
    pub(super) fn spent(mut self) -> Self {
        let fires_once = self.game.moments.fires_once;
        for unit in &mut self.encounter.units {
            if !used_once(unit.document()).is_empty() || has_weapon(unit.document(), fires_once) {
                let mut document = unit.document().clone();
                if let Some(list) = document.table.list_mut("ability") {
                    // One that is off until it is named does nothing here.
                    let is_spent = |table: &Table| table.is("once") && !table.is("optional");
                    list.retain(|node| !matches!(&node.value, Value::Table(table) if is_spent(table)));
                }
                disarm(&mut document, |weapon| has_ability(weapon, fires_once));
                *unit = document.into();
            }
        }
        self
    }

    /// What comes of it without any attack of the unit: no weapon is used, and no ability.
    pub(super) fn disarmed(mut self) -> Self {
        let attacker = &mut self.encounter.units[self.encounter.attacks[0].by];
        let mut document = attacker.document().clone();
        document.table.entries.retain(|entry| entry.key != "ability");
        disarm(&mut document, |_| true);
        *attacker = document.into();
        self
    }

    /// What the target gets back after the attack once both units have lost so much.
    ///
    /// # Errors
    /// If the game refuses it there.
    pub(super) fn recoveries(&mut self, lost: [&[u16]; 2]) -> Result<Vec<Recovery>, Error> {
        Ok(self.put_together(lost)?.engagement.recoveries)
    }

    /// The attack once both units have lost so much, apart from what comes back after it.
    ///
    /// # Errors
    /// If the game refuses it, or it is too large.
    fn engaged(&mut self, lost: [&[u16]; 2]) -> Result<Engaged, Error> {
        let mut engaged = self.put_together(lost)?;
        engaged.engagement.recoveries.clear();
        if engaged.engagement.held_reroll.is_none() {
            // Only what is left is asked for; where one body takes pooled points, it is read off their total.
            engaged.engagement.weapons.clear();
            if engaged.engagement.bodies.len() > 1 {
                engaged.engagement.totals.clear();
            }
        }
        Ok(engaged)
    }

    /// The attack once both units have lost so much.
    ///
    /// # Errors
    /// If the game refuses it, or it is too large.
    fn put_together(&mut self, lost: [&[u16]; 2]) -> Result<Engaged, Error> {
        let attack = self.encounter.attacks[0];
        self.encounter.lost = vec![Vec::new(); self.encounter.units.len()];
        for ((unit, lost), shape) in [attack.by, attack.on].into_iter().zip(lost).zip(&self.shapes) {
            if !shape.tokens.is_empty() || lost != &shape.start()[..] {
                self.encounter.lost[unit] = lost.to_vec();
            }
        }
        let found = Diagnostics::default();
        let engaged = (self.game.engage)(&self.encounter, &found).map_err(Refusal::from)?;
        engaged.filter(|_| found.is_empty()).ok_or_else(|| Error::mistakes(found.into_list()))
    }

    /// The exact answer once both units have lost so much.
    ///
    /// # Errors
    /// If the game refuses it, or it is too large.
    pub(super) fn from(&mut self, lost: [&[u16]; 2]) -> Result<LeftAfter, Error> {
        let (own, points) = (lost[0].into(), lost[1].iter().take(self.shapes[1].bodies.len()));
        let begins = [(points.map(|lost| usize::from(*lost)).collect(), 1.0)];
        // Tables that branch by what is lost take longer than those of one state.
        let branches = |step: &Step| matches!(step, Step::Settle(Settle::Sort { .. }));
        let is_one = |tables: &Engagement| tables.mixture.is_empty() && !tables.steps.iter().any(branches);
        if self.any_state(&own, lost[1]).is_some_and(is_one)
            && let Some(left) = self.spread([&own, &own], lost[1], |tables| engine::spread(tables, &begins).ok())
        {
            return Ok(left);
        }
        self.alone(lost, |tables| engine::multiplied(tables, EXACT_WORK))
    }

    /// The same from this many dice-rolled trials.
    ///
    /// # Errors
    /// If the game refuses it, or it is too large.
    pub(super) fn sampled(&mut self, lost: [&[u16]; 2], sampling: &Sampling) -> Result<LeftAfter, Error> {
        self.alone(lost, |tables| engine::sample(tables, sampling))
    }

    /// What the attack leaves once both units have lost so much, put together for that alone.
    fn alone(
        &mut self,
        lost: [&[u16]; 2],
        answer: impl FnOnce(&Engagement) -> Result<Outcome, Refusal>,
    ) -> Result<LeftAfter, Error> {
        let engaged = self.engaged(lost)?;
        let outcome = answer(&engaged.engagement)?;
        Ok(self.left(lost, &outcome))
    }

    /// Whether tables hold whatever both units have lost.
    pub(super) fn holds_for_both(&mut self) -> bool {
        let [own, target] = [0, 1].map(|side: usize| self.shapes[side].start());
        self.any_state(&own, &target).is_some_and(|tables| tables.from_any_state_of_both)
    }

    /// What an attack of a unit that has lost so much leaves from many states at once, as `answer` finds out from tables that
    /// hold in all of them; `target` is one of them, and all have its tokens. Next to what the unit has lost is a state in
    /// which it strikes alike, unless that hurts it. `None` if it is put together for each state by itself.
    pub(super) fn spread(
        &mut self,
        [own, alike]: [&Lost; 2],
        target: &[u16],
        answer: impl FnOnce(&Engagement) -> Option<Outcome>,
    ) -> Option<LeftAfter> {
        let is_hurt = self.any_state(alike, target)?.bodies.iter().any(|body| body.side == Side::Attacker);
        let outcome = answer(self.any_state(if is_hurt { own } else { alike }, target)?)?;
        let start = self.shapes[1].start_with_tokens(target);
        Some(self.left([own, &start], &outcome))
    }

    /// The tables that hold whatever the target has lost, if there are such, put together once for its tokens.
    fn any_state(&mut self, own: &Lost, target: &[u16]) -> Option<&Engagement> {
        let key = (own.clone(), self.shapes[1].start_with_tokens(target));
        if !self.from_any_state.contains_key(&key) {
            let tables = self.tables_of_any_state(&key.0, &key.1);
            self.from_any_state.insert(key.clone(), tables);
        }
        self.from_any_state.get(&key)?.as_ref()
    }

    /// The attack of a unit that has lost so much, whatever its target has lost that has these tokens; `None` if the game does
    /// not say it in one, or a die is kept in it.
    fn tables_of_any_state(&mut self, own: &Lost, start: &Lost) -> Option<Engagement> {
        let target = self.shapes[1].clone();
        self.encounter.from_any_state = true;
        let engaged = self.engaged([own, start]);
        self.encounter.from_any_state = false;
        let tables = Engagement { totals: Vec::new(), ..engaged.ok()?.engagement };
        let fits = |tables: &Engagement, side: Side, shape: &Shape| {
            let mut bodies = tables.bodies.iter().filter(|body| body.side == side && self.token(body).is_none());
            let only = bodies.next().filter(|body| bodies.next().is_none() && body.wounds() == shape.wounds());
            only.is_some() && shape.bodies.len() == 1
        };
        let whole = |tables: &Engagement| {
            tables.from_any_state
                && tables.held_reroll.is_none()
                && fits(tables, Side::Defender, &target)
                && (!tables.from_any_state_of_both || fits(tables, Side::Attacker, &self.shapes[0]))
        };
        let all = match &tables.mixture[..] {
            [] => whole(&tables),
            parts => parts.iter().all(|part| whole(&part.engagement)),
        };
        all.then_some(tables)
    }

    /// The tables of the attack once both units have lost so much.
    ///
    /// # Errors
    /// If the game refuses it.
    pub(super) fn tables(&mut self, lost: [&[u16]; 2]) -> Result<Engagement, Error> {
        Ok(self.engaged(lost)?.engagement)
    }

    /// The attack once both units have lost so much, if it has a die that may be kept for what follows.
    ///
    /// # Errors
    /// If the game refuses it.
    pub(super) fn open(&mut self, lost: [&[u16]; 2]) -> Result<Option<OpenReroll>, Error> {
        let mut engaged = self.engaged(lost)?;
        engaged.engagement.totals.clear();
        Ok(OpenReroll::read(&engaged.engagement))
    }

    /// The token that a body stands for, if it is none of a unit.
    fn token(&self, body: &Body) -> Option<usize> {
        self.game.moments.tokens.iter().position(|token| *token == body.name)
    }

    /// What an outcome leaves of two units that had lost so much.
    fn left(&mut self, lost: [&[u16]; 2], outcome: &Outcome) -> LeftAfter {
        let bodies = outcome.bodies();
        let token = |body: &Body| self.token(body);
        let bodies_of = |side: Side| {
            let is_own = |body: &usize| bodies[*body].side == side && token(&bodies[*body]).is_none();
            (0..bodies.len()).filter(is_own).collect::<Vec<_>>()
        };
        let spent_of = |side: Side| {
            let of = |(place, body): (usize, &Body)| Some((place, token(body).filter(|_| body.side == side)?));
            bodies.iter().enumerate().filter_map(of).collect::<SmallVec<[(usize, usize); 2]>>()
        };
        let spent = [spent_of(Side::Attacker), spent_of(Side::Defender)];
        let sides = [bodies_of(Side::Attacker), bodies_of(Side::Defender)];
        // Bearers of some weapons are only a part of their unit: which models they are is not known afterwards.
        let whole = |side: usize| {
            let points: usize = sides[side].iter().map(|body| bodies[*body].wounds()).sum();
            let taken: usize = sides[side].iter().map(|body| usize::from(bodies[*body].taken)).sum();
            let own = lost[side].iter().take(self.shapes[side].bodies.len());
            let gone: usize = own.map(|lost| usize::from(*lost)).sum();
            points - taken == self.shapes[side].wounds() - gone.min(self.shapes[side].wounds())
        };
        let whole = [whole(0), whole(1)];
        let parts = sides.each_ref().map(|of| of.iter().map(|body| &bodies[*body]).collect::<Vec<_>>());
        self.loses_track |= !whole[0] && !sides[0].is_empty();
        let mut left = LeftAfter::new();
        outcome.each_state(|now, p| {
            let after = |side: usize| {
                let (shape, mut after): (&Shape, Lost) = (&self.shapes[side], lost[side].into());
                if whole[side] {
                    let of: SmallVec<[usize; 2]> = sides[side].iter().map(|body| now[*body]).collect();
                    shape.lose(&mut after, &parts[side], &of);
                }
                for (body, token) in &spent[side] {
                    after[shape.bodies.len() + token] = now[*body] as u16;
                }
                after
            };
            left.push(([after(0), after(1)], p));
        });
        left
    }
}
