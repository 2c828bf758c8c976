//! The course of events of attack actions: from numbers to steps.
//!
//! The dice of an attack action hurt both sides: misses of an attack that is countered wound the attacker, and the
//! activation ends for a fighter who is taken down. Two courses of events may differ. In the one that really happens, a
//! fighter who is taken down does no more. `damage` is counted in the other, in which the target cannot be taken down and
//! goes on countering; its attackers are bodies of [`Side::Nobody`], because they may fall later than the real ones.
//! Both courses have the same steps, over different bodies. One course is enough where nobody can be taken down between
//! two actions.

mod hit;

use super::attack::{Action, Activation, CounterDamage, Fight, Fighting, Reaction, Timing};
use crate::dice::{Draw, Faces};
use crate::games::language::side::SideDice;
use crate::sequence::{Engagement, Roll, Settle, Side, Slot, Stage, Strike, TokenRow, Total, WeaponStages};

/// The target's place among the bodies.
const TARGET: usize = 0;

impl Fight {
    /// The tables; `damage` counts what a target takes that cannot be taken down, if that is wanted.
    pub(super) fn engagement(&self, counts_damage: bool) -> Engagement {
        let mut e = Engagement::default();
        let damage = e.slot("damage");
        e.totals.push(Total { name: "damage", slot: damage });
        e.bodies.push(self.target.body(Side::Defender));
        let attackers = self.bodies(&mut e, Side::Attacker, self.activations.iter().any(Activation::hurts));
        if self.is_forked() {
            if counts_damage {
                let shadows = self.bodies(&mut e, Side::Nobody, true);
                ActivationTables::new(self, &mut e, Some(damage), None, shadows).run();
            }
            ActivationTables::new(self, &mut e, None, Some(TARGET), attackers).run();
        } else {
            ActivationTables::new(self, &mut e, Some(damage), Some(TARGET), attackers).run();
        }
        e
    }

    /// For each activation its attacker's place among the bodies, if any of them can be hurt.
    fn bodies(&self, e: &mut Engagement, side: Side, hurt: bool) -> Vec<usize> {
        if !hurt {
            return Vec::new();
        }
        let mut places: Vec<usize> = Vec::new();
        for (index, activation) in self.activations.iter().enumerate() {
            let before = self.activations[..index].iter().position(|before| before.unit == activation.unit);
            let new = || {
                e.bodies.push(activation.attacker.body(side));
                e.bodies.len() - 1
            };
            places.push(before.map_or_else(new, |before| places[before]));
        }
        places
    }

    /// Whether a fighter who goes down may leave a later action undone that still counts as damage.
    fn is_forked(&self) -> bool {
        let actions: usize = self.activations.iter().map(|a| a.actions.len() + a.first.len()).sum();
        actions > 1 && self.may_stop()
    }

    /// Whether an attacker may be taken down before its last action: by what the target does, or at the end of an activation
    /// that is not its last one.
    fn may_stop(&self) -> bool {
        let pays = |(index, this): (usize, &Activation)| this.pays() && self.acts_later(index);
        self.activations.iter().any(Activation::is_answered) || self.activations.iter().enumerate().any(pays)
    }

    /// Whether the fighter of this activation is activated once more.
    fn acts_later(&self, index: usize) -> bool {
        self.activations[index + 1..].iter().any(|later| later.unit == self.activations[index].unit)
    }
}

/// One course of events.
struct ActivationTables<'f> {
    fight: &'f Fight,
    e: &'f mut Engagement,
    /// Where points are counted, if this course counts them.
    damage: Option<Slot>,
    /// The target's place among the bodies, if it can fall here.
    target: Option<usize>,
    /// The attackers' places among the bodies, if they can be hurt.
    attackers: Vec<usize>,
    /// Holds a token while the target is still where it can fall.
    edge: Option<Slot>,
    /// Holds a token for each reaction that the target has left, where that is not known beforehand.
    reactions: Option<Slot>,
    /// How many of its reactions are made, where that is known.
    reacted: u16,
}

/// The slots of one action.
#[derive(Clone, Copy)]
struct ActionSlots {
    hits: Slot,
    criticals: Slot,
    /// Damage to the target.
    points: Slot,
    /// Damage to the attacker.
    counter: Slot,
    /// Dice that show a 1 and dice that miss, where Counter does not count each by itself.
    flat: Option<[Slot; 2]>,
    /// One token if the action happens: the target was targeted.
    targeted: Slot,
}

impl<'f> ActivationTables<'f> {
    fn new(
        fight: &'f Fight,
        e: &'f mut Engagement,
        damage: Option<Slot>,
        target: Option<usize>,
        attackers: Vec<usize>,
    ) -> Self {
        let edge = fight.edge.map(|_| e.start("at the edge", 1));
        // One attacker who falls leaves no action that a spared reaction could meet; of several, the next may.
        let reacts =
            |activation: &Activation| activation.actions.iter().any(|action| action.reaction != Reaction::None);
        let unknown = fight.activations.len() > 1 && fight.may_stop() && fight.activations.iter().any(reacts);
        let reactions = unknown.then(|| e.start("reactions left", fight.reactions));
        Self { fight, e, damage, target, attackers, edge, reactions, reacted: 0 }
    }

    fn run(mut self) {
        let fight = self.fight;
        for (index, activation) in fight.activations.iter().enumerate() {
            let prices = self.prices(index, activation);
            activation.first.iter().for_each(|first| self.first(first));
            for (number, action) in activation.actions.iter().enumerate() {
                self.action(index, number, action);
            }
            self.suffer(index, activation, prices);
            self.fall_down(index, activation);
        }
    }

    /// Dice before the first action (WARCRY-AB-DRAG).
    fn first(&mut self, first: &SideDice) {
        let ability = self.e.start("before the first action", 1);
        let rolled = self.e.slot("dice before the first action");
        let dice = Draw::of(first.dice, Faces::NONE);
        self.e.step(Roll::amount("how many dice", ability, &dice, &[rolled]));
        for (done, points) in first.roll(self.e, rolled) {
            self.land("damage before the first action", done, points);
        }
    }

    /// Whether this course is one of two.
    fn is_forked(&self) -> bool {
        self.target.is_none() || self.damage.is_none()
    }

    /// Tokens are there only if both fighters stand before the action.
    fn only_if_both_stand(&mut self, slot: Slot, attacker: usize) {
        let bodies = self.target.into_iter().chain(self.attackers.get(attacker).copied()).collect();
        self.e.step(Settle::WhileAlive { slot, bodies });
    }

    fn action(&mut self, attacker: usize, number: usize, action: &Action) {
        let begin = self.begin();
        let e = &mut *self.e;
        let is_flat = self.fight.counter == CounterDamage::Flat && action.reaction == Reaction::Counter;
        let slots = ActionSlots {
            hits: e.slot("hits"),
            criticals: e.slot("critical hits"),
            points: e.slot("points"),
            counter: e.slot("points by Counter"),
            flat: is_flat.then(|| [e.slot("ones"), e.slot("misses")]),
            targeted: e.slot("targeted"),
        };
        // An action that does not happen must not be counted, nor use up a reaction. Where it would only leave wounds, its
        // dice may as well be rolled and come to nothing: that is less to compute.
        let early = self.is_forked() && (self.target.is_none() || self.reactions.is_some());
        if early {
            self.only_if_both_stand(begin, attacker);
        }
        let mut attacks = Vec::new();
        for (begin, reaction) in self.reaction(begin, action.reaction) {
            attacks.extend(self.sort(begin, attacker, action, reaction, slots));
        }
        self.flat_counter(slots);
        if self.is_forked() && !early {
            [slots.points, slots.counter, slots.targeted]
                .into_iter()
                .for_each(|slot| self.only_if_both_stand(slot, attacker));
        }
        self.damages(attacker, action, slots);
        self.falling_test(slots.targeted);
        if self.damage.is_some() {
            let stage = |name, slots: &[Slot]| Stage { name, slots: slots.into() };
            let stages = vec![
                stage("attacks", &attacks),
                stage("hits", &[slots.hits]),
                stage("critical-hits", &[slots.criticals]),
            ];
            let all = &self.fight.activations[attacker].actions;
            let name = if all.len() == 1 { action.name.clone() } else { format!("{} {}", action.name, number + 1) };
            self.e.weapons.push(WeaponStages { name, stages });
        }
    }

    /// The slot of a token for the next action, which a target that has fallen may be out of reach of.
    fn begin(&mut self) -> Slot {
        const NAME: &str = "attack action";
        match self.edge.filter(|_| self.fight.edge.is_some_and(|fall| fall.out_of_reach)) {
            None => self.e.start(NAME, 1),
            Some(edge) => {
                let begin = self.e.slot(NAME);
                self.e.step(Settle::Copy { from: edge, out: begin, most: 1 });
                begin
            }
        }
    }

    /// Ruling `counter-damage=flat`: 2 points if any die shows a 1, and 1 more from two misses on.
    fn flat_counter(&mut self, slots: ActionSlots) {
        let Some([ones, misses]) = slots.flat else { return };
        let [any, second] = ["any 1", "a second miss"].map(|name| self.e.slot(name));
        let first = self.e.start("the first miss", 1);
        self.e.step(Settle::Copy { from: ones, out: any, most: 1 });
        self.e.step(Settle::Copy { from: misses, out: second, most: 2 });
        self.e.step(Settle::Cancel { from: second, against: first });
        self.e.step(Roll::relay("Counter", any, TokenRow::from([(slots.counter, 2)])));
        self.e.step(Roll::relay("Counter", second, TokenRow::from([(slots.counter, 1)])));
    }

    /// Whether the target reacts: the action's slot, and a second one where it depends on the reactions that are left.
    fn reaction(&mut self, begin: Slot, wanted: Reaction) -> Vec<(Slot, Reaction)> {
        if wanted == Reaction::None {
            return vec![(begin, Reaction::None)];
        }
        if let Some(reactions) = self.reactions {
            let reacting = self.e.slot("attack action with a reaction");
            self.e.step(Settle::Spend { token: reactions, from: begin, to: reacting });
            return vec![(begin, Reaction::None), (reacting, wanted)];
        }
        let may = self.reacted < self.fight.reactions;
        self.reacted += u16::from(may);
        vec![(begin, if may { wanted } else { Reaction::None })]
    }

    /// Finds the exchange that the fighters' damage calls for, and rolls its dice; the slots of attacks.
    fn sort(
        &mut self,
        begin: Slot,
        attacker: usize,
        action: &Action,
        reaction: Reaction,
        slots: ActionSlots,
    ) -> Vec<Slot> {
        let (fight, mut attacks) = (self.fight, Vec::new());
        let body = self.attackers.get(attacker).copied();
        let by_attacker = self.by_bracket(begin, body, &fight.activations[attacker].attacker, action.exchanges.len());
        for (slot, exchanges) in by_attacker.into_iter().zip(&action.exchanges) {
            let by_target = self.by_bracket(slot, self.target, &fight.target, exchanges.len());
            for (slot, exchange) in by_target.into_iter().zip(exchanges) {
                let dice = self.e.slot("attacks");
                let mut row = TokenRow::from([(slots.targeted, 1)]);
                row.extend((exchange.attacks > 0).then_some((dice, exchange.attacks)));
                let name = if self.damage.is_some() { "attack action" } else { "attack action, as far as it happens" };
                let waiting = self.wait(exchange, &mut row);
                self.e.step(Roll::relay(name, slot, row));
                self.hit(dice, exchange, reaction, slots);
                self.resolve_waiting(waiting, slots);
                attacks.push(dice);
            }
        }
        attacks
    }

    /// A slot for each bracket of a damage table; the one that is there already if there is one bracket.
    fn by_bracket(&mut self, from: Slot, body: Option<usize>, whose: &Fighting, brackets: usize) -> Vec<Slot> {
        let Some(body) = body.filter(|_| brackets > 1) else { return vec![from] };
        let into: Vec<Slot> = (0..brackets).map(|_| self.e.slot("attack action by bracket")).collect();
        let sorts = self.e.sorts("attack action by a later bracket", from, body, &whose.brackets, &into);
        self.e.steps.extend(sorts);
        into
    }

    /// Both fighters take their damage (WARCRY-ALLOCATE), in the order that ruling G-1 gives.
    fn damages(&mut self, attacker: usize, action: &Action, slots: ActionSlots) {
        let Some(body) = self.attackers.get(attacker).copied().filter(|_| action.is_answered()) else {
            return self.land("damage", slots.points, Draw::one());
        };
        let counter = Strike::unstopped("Counter", slots.counter, body, Draw::one());
        if self.fight.timing == Timing::AttackFirst {
            self.land("damage", slots.points, Draw::one());
            let bodies = self.target.into_iter().collect();
            self.e.step(Settle::WhileAlive { slot: slots.counter, bodies });
            return self.e.step(counter);
        }
        self.e.step(counter);
        if self.fight.timing == Timing::CounterFirst {
            self.e.step(Settle::WhileAlive { slot: slots.points, bodies: vec![body] });
        }
        self.land("damage", slots.points, Draw::one());
    }

    /// Points for the target: each token is worth `amount`.
    fn land(&mut self, name: &'static str, input: Slot, amount: Draw) {
        match self.target {
            Some(target) => {
                self.e.step(Strike { net: self.damage, ..Strike::unstopped(name, input, target, amount) });
            }
            None => {
                let damage = self.damage.expect("a course without an end is there to count damage");
                self.e.step(Roll::amount(name, input, &amount, &[damage]));
            }
        }
    }

    /// After an attack action, hit or not, a target that may fall is tested (WARCRY-FALLTEST).
    fn falling_test(&mut self, targeted: Slot) {
        let (Some(edge), Some(fall)) = (self.edge, self.fight.edge) else { return };
        let [tested, fallen, points] = ["falling test", "falls", "points of the fall"].map(|name| self.e.slot(name));
        self.e.step(Settle::Spend { token: targeted, from: edge, to: tested });
        let [falls, stays] = [fallen, edge].map(|slot| TokenRow::from([(slot, 1)]));
        self.e.step(Roll::split("falling test", tested, Faces::only(1), &falls, &stays));
        if fall.down {
            // All its wounds are lost, and no damage is done. Where it cannot be taken down, nothing comes of it.
            if let Some(target) = self.target {
                self.e.step(Roll::relay("taken down", fallen, TokenRow::from([(points, self.fight.target.wounds)])));
                self.e.step(Strike::unstopped("taken down by the fall", points, target, Draw::one()));
            }
            return;
        }
        // One token may bring dice of two kinds: impact, and spikes below.
        let [impact, deadly] = ["impact", "deadly terrain"].map(|name| self.e.slot(name));
        let row = [(impact, fall.impact), (deadly, fall.deadly)];
        let row = row.into_iter().filter(|(_, happens)| *happens).map(|(slot, _)| (slot, 1)).collect();
        self.e.step(Roll::relay("fall", fallen, row));
        self.e.step(impact_roll(impact, points));
        self.e.step(Roll::d6("deadly terrain", deadly, [Faces::NONE; 2], |face| {
            TokenRow::from([(points, u16::from(face))])
        }));
        self.land("fall", points, Draw::one());
    }

    /// A token for each thing that the attacker takes damage for: a fighter who finds the target taken down has nobody to
    /// attack, and no price to pay.
    fn prices(&mut self, index: usize, activation: &Activation) -> Vec<Slot> {
        let price = |_: &Draw| {
            let slot = self.e.start("attacker suffers", 1);
            if let Some(target) = self.target.filter(|_| index > 0) {
                self.e.step(Settle::WhileAlive { slot, bodies: vec![target] });
            }
            slot
        };
        activation.suffers.iter().map(price).collect()
    }

    /// The attacker takes damage once its actions are over, if it still stands.
    fn suffer(&mut self, index: usize, activation: &Activation, prices: Vec<Slot>) {
        for (points, suffers) in activation.suffers.iter().zip(prices) {
            if let Some(body) = self.attackers.get(index).copied() {
                self.e.step(Strike::unstopped("damage to the attacker", suffers, body, points.clone()));
            }
        }
    }

    /// A climbing attacker falls at the end of its activation (WARCRY-CLIMB).
    fn fall_down(&mut self, index: usize, activation: &Activation) {
        // Where only damage is counted, a fall matters to what the attacker does later.
        if !activation.falls || self.target.is_none() && !self.fight.acts_later(index) {
            return;
        }
        let body = self.attackers[index];
        let falls = self.e.start("attacker falls", 1);
        let points = self.e.slot("points of the attacker's fall");
        self.e.step(impact_roll(falls, points));
        self.e.step(Strike::unstopped("fall", points, body, Draw::one()));
    }
}

/// WARCRY-IMPACT.
fn impact_roll(input: Slot, points: Slot) -> Roll {
    Roll::d6("impact", input, [Faces::NONE; 2], |face| match face {
        1 => TokenRow::from([(points, 3)]),
        2 | 3 => TokenRow::from([(points, 1)]),
        _ => TokenRow::new(),
    })
}
