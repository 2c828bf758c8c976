//! One attack with every number settled, and the steps it is (ASOIAF-ATK-1 to ASOIAF-ATK-8).

use super::changes::{AttackDraft, Price};
use super::panic::{Outputs, PanicTest, PanicToken};
use crate::dice::{Draw, Faces};
use crate::games::turn::Tables;
use crate::sequence::{
    Body, Engagement, Limit, MAX_TOKENS, Roll, Settle, Slot, Stage, Strike, TokenRow, Total, WeaponStages,
};

/// The defender's place among the bodies.
pub(super) const DEFENDER: usize = 0;

/// The two re-roll windows of some dice: the faces each side rolls again, in the order of the players (ASOIAF-REROLL).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Windows {
    /// The faces that the owner of the dice rolls again.
    pub(super) own: Faces,
    /// Whether the owner of the dice is the active player.
    pub(super) own_first: bool,
}

/// How many dice an attack rolls (ASOIAF-ATK-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DiceCount {
    /// This many.
    Known(u16),
    /// A die more wounds than `plus` on the way decide which ranks are left: for each of its faces, the dice; `None` if the
    /// unit is gone. A die of one face is none.
    Crossing { plus: u16, dice: Vec<Option<u16>> },
}

/// One unit's attack with every number settled.
#[derive(Clone, Debug)]
pub(super) struct SettledAttack<'d> {
    /// What does not depend on the target or the table.
    pub(super) draft: &'d AttackDraft,
    pub(super) name: String,
    pub(super) dice: DiceCount,
    pub(super) hit: Faces,
    pub(super) hit_windows: Windows,
    /// The Weakened token: the enemy rolls hits again.
    pub(super) weakened: bool,
    pub(super) unsavable_six: bool,
    /// Whether direct wounds alone make the panic test real (a ruling).
    pub(super) direct_panics: bool,
    /// The faces that block; `None` if nothing saves.
    pub(super) block: Option<Faces>,
    pub(super) block_windows: Windows,
    /// More hits that are blocked, and whether two that are not blocked are one wound.
    pub(super) blocks: u16,
    pub(super) halves: bool,
    pub(super) vulnerable: Option<PanicToken>,
    /// Slots of condition tokens that this attack lays down first, and last.
    pub(super) given: Vec<Slot>,
    pub(super) given_last: Vec<Slot>,
    /// Whether the defender takes a panic test, and how it rolls one from so many lost wounds on; empty if it rolls none.
    pub(super) tests: bool,
    pub(super) test: Vec<(u16, PanicTest)>,
    /// The attacker's place among the bodies if it can suffer.
    pub(super) own_body: usize,
    /// The faces with which the attacker blocks; `None` if nothing does.
    pub(super) own_block: Option<Faces>,
}

impl SettledAttack<'_> {
    /// Whether every hit that no die blocks is one wound.
    fn is_plain(&self) -> bool {
        self.blocks == 0 && !self.halves && self.draft.extra_wounds == 0
    }
}

/// The steps of all attacks of one engagement, and the slots that they share.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) e: Engagement,
    pub(super) steps_read: u64,
    damage: Slot,
    panic_rolled: Slot,
    panic_failed: Slot,
    /// Whether it is to be told that a Weakened token is spent, and the slot that says so.
    pub(super) tells_weakened: bool,
    pub(super) weakened: Option<Slot>,
    /// Whether the last attack hurts its own unit before it is made, and not afterwards.
    pub(super) falls_first: bool,
}

impl Tables for Field {
    fn engagement(&mut self) -> &mut Engagement {
        &mut self.e
    }

    fn steps_read(&mut self) -> &mut u64 {
        &mut self.steps_read
    }
}

/// The names of the results that are chances.
pub(crate) const PANIC_ROLLED: &str = "panic-rolled";
pub(crate) const PANIC_FAILED: &str = "panic-failed";

/// The slots of one attack.
pub(super) struct AttackSlots {
    pub(super) attacks: Slot,
    hits: Slot,
    unsavable: Slot,
    /// Hits that dice have not blocked, and those that nothing blocks; both are `wounds` where each is one.
    open: Slot,
    through: Slot,
    wounds: Slot,
    direct: Slot,
    panic: Slot,
    /// The panic test if it is passed, where that costs the attacker something.
    passed: Option<Slot>,
    /// Hits that the attacker suffers for misses, and wounds for ones.
    back: Option<(Slot, Slot)>,
}

impl Field {
    pub(super) fn new(bodies: Vec<Body>) -> Self {
        let mut e = Engagement { bodies, ..Engagement::default() };
        let mut total = |name| {
            let slot = e.slot(name);
            e.totals.push(Total { name, slot });
            slot
        };
        let (damage, panic_rolled, panic_failed) = (total("damage"), total(PANIC_ROLLED), total(PANIC_FAILED));
        Self {
            e,
            steps_read: 0,
            damage,
            panic_rolled,
            panic_failed,
            tells_weakened: false,
            weakened: None,
            falls_first: false,
        }
    }

    /// Adds an attack.
    ///
    /// # Errors
    /// [`Limit`] if it makes more hits than are computed.
    pub(super) fn add(&mut self, attack: &SettledAttack<'_>) -> Result<(), Limit> {
        let e = &mut self.e;
        let (attacks, hits, unsavable) = (e.slot("attacks"), e.slot("hits"), e.slot("hits without a save"));
        let wounds = e.slot("wounds");
        let direct = if attack.direct_panics { wounds } else { e.slot("direct wounds") };
        let (open, through) = match attack.is_plain() {
            true => (wounds, wounds),
            false => (e.slot("hits that dice do not block"), e.slot("hits that nothing blocks")),
        };
        let panic = e.slot("panic wounds");
        let back = (attack.draft.hits_per_miss.max(attack.draft.wounds_per_one) > 0)
            .then(|| (e.slot("hits to the attacker"), e.slot("wounds to the attacker")));
        let costs = attack.tests && attack.draft.on_panic.iter().any(|(passed, _)| *passed);
        let passed = costs.then(|| e.slot("panic tests that are passed"));
        let slots = AttackSlots { attacks, hits, unsavable, open, through, wounds, direct, panic, passed, back };
        attack.given.iter().for_each(|token| self.give(*token));
        let price = self.causes(&attack.draft.after);
        let is_late = slots.back.is_some() || !attack.draft.after.is_empty() || !attack.draft.on_panic.is_empty();
        self.falls_first = !is_late && matches!(attack.dice, DiceCount::Crossing { .. });
        self.dice(attack, &slots)?;
        self.hits(attack, &slots);
        if let Some((missed, ones)) = slots.back {
            [missed, ones].into_iter().for_each(|slot| self.if_attacked(slot));
        }
        self.instead(attack, &slots)?;
        self.saves(attack, &slots);
        self.unblocked(attack, &slots);
        self.wounds(attack, &slots);
        attack.given_last.iter().for_each(|token| self.give(*token));
        if let Some((missed, ones)) = slots.back {
            self.own_saves(attack.own_block, missed, ones);
            self.strike("wound to the attacker", ones, attack.own_body);
        }
        self.suffer(price, attack.own_block, attack.own_body);
        let stage = |name, slots: &[Slot]| Stage { name, slots: slots.into() };
        let mut through = vec![slots.wounds];
        through.extend((!attack.direct_panics).then_some(slots.direct));
        self.e.weapons.push(WeaponStages {
            name: attack.name.clone(),
            stages: vec![
                stage("attacks", &[slots.attacks]),
                stage("hits", &[slots.hits, slots.unsavable]),
                stage("unsaved", &through),
                stage("panic-wounds", &[slots.panic]),
            ],
        });
        Ok(())
    }

    /// The dice, and what comes without them.
    fn dice(&mut self, attack: &SettledAttack<'_>, slots: &AttackSlots) -> Result<(), Limit> {
        let mut row: TokenRow = slots.passed.iter().map(|passed| (*passed, 1)).collect();
        let mut rolls = Vec::new();
        for (amounts, slot) in [(&attack.draft.automatic, slots.hits), (&attack.draft.direct, slots.direct)] {
            for amount in amounts {
                self.bring(amount, slot, &mut row, &mut rolls)?;
            }
        }
        let e = &mut self.e;
        match attack.dice {
            DiceCount::Known(n) => {
                e.start.push((slots.attacks, n));
                e.start.extend_from_slice(&row);
            }
            DiceCount::Crossing { plus, ref dice } => {
                let (cause, points) = (e.start("crossing", 1), e.slot("wounds to the attacker"));
                let rows = (1u16..).zip(dice).map(|(face, dice)| {
                    let mut all: TokenRow = TokenRow::from([(points, plus + face)]);
                    if let Some(dice) = dice {
                        all.extend(row.iter().copied().chain([(slots.attacks, *dice)]));
                    }
                    all
                });
                let rows: Vec<TokenRow> = rows.collect();
                e.step(match &rows[..] {
                    [only] => Roll::relay("wounds before the attack", cause, only.clone()),
                    _ => Roll::one_die("crossing", cause, rows),
                });
                self.if_attacked(points);
                self.strike("wound to the attacker", points, attack.own_body);
            }
        }
        rolls.into_iter().for_each(|roll| self.e.step(roll));
        Ok(())
    }

    /// Lets a row bring an amount, with the roll that follows if it is rolled.
    fn bring(&mut self, amount: &Draw, slot: Slot, row: &mut TokenRow, rolls: &mut Vec<Roll>) -> Result<(), Limit> {
        let most = u64::from(amount.max());
        Limit::check("hits and wounds without attack dice", most, u64::from(MAX_TOKENS), "MAX_TOKENS")?;
        if let Some(n) = amount.as_fixed() {
            row.push((slot, n));
        } else {
            let rolled = self.e.slot("amounts");
            row.push((rolled, 1));
            rolls.push(Roll::amount("amount", rolled, amount, &[slot]));
        }
        Ok(())
    }

    /// ASOIAF-ATK-2 and ASOIAF-ATK-3, and the hooks on a final 6 (ASOIAF-TRIG6).
    fn hits(&mut self, attack: &SettledAttack<'_>, slots: &AttackSlots) {
        let row = |face: u8| {
            let on_six = if face == 6 { attack.draft.on_six() } else { 0 };
            let worth = attack.draft.extra_hits.saturating_add(1 + on_six);
            let slot = if face == 6 && attack.unsavable_six { slots.unsavable } else { slots.hits };
            if attack.hit.has(face) {
                return TokenRow::from([(slot, worth)]);
            }
            let each_one = if face == 1 { attack.draft.wounds_per_one } else { 0 };
            let back = |(missed, ones)| [(missed, attack.draft.hits_per_miss), (ones, each_one)];
            slots.back.into_iter().flat_map(back).filter(|(_, n)| *n > 0).collect()
        };
        if attack.weakened && self.tells_weakened {
            self.weakened_hits(attack, slots, &row);
        } else {
            let enemy = if attack.weakened { attack.hit } else { Faces::NONE };
            self.e.step(Roll::d6("attack", slots.attacks, attack.hit_windows.ordered(enemy), row));
        }
        if attack.unsavable_six {
            self.e.step(Roll::relay("no save", slots.unsavable, TokenRow::from([(slots.through, 1)])));
        }
    }

    /// Wounds that come instead of what hits do, if there is any.
    fn instead(&mut self, attack: &SettledAttack<'_>, slots: &AttackSlots) -> Result<(), Limit> {
        if attack.draft.instead.is_empty() {
            return Ok(());
        }
        let (mut row, mut rolls) = (TokenRow::new(), Vec::new());
        for amount in &attack.draft.instead {
            self.bring(amount, slots.wounds, &mut row, &mut rolls)?;
        }
        let e = &mut self.e;
        let [any, without] = ["an attack that hits", "hits that do nothing else"].map(|name| e.slot(name));
        e.step(Settle::Copy { from: slots.hits, out: any, most: 1 });
        e.step(Settle::Move { from: slots.hits, to: without, most: u16::MAX });
        e.step(Roll::relay("instead of hits", any, row));
        rolls.into_iter().for_each(|roll| self.e.step(roll));
        Ok(())
    }

    /// Hits that dice do not block become wounds: some more are blocked, two may be one wound, one may be several.
    fn unblocked(&mut self, attack: &SettledAttack<'_>, slots: &AttackSlots) {
        if attack.is_plain() {
            return;
        }
        let e = &mut self.e;
        if attack.blocks > 0 {
            let against = e.start("hits that are blocked besides", attack.blocks);
            e.step(Settle::Cancel { from: slots.open, against });
        }
        let wounds = TokenRow::from([(slots.wounds, attack.draft.extra_wounds.saturating_add(1))]);
        if attack.halves {
            let halved = e.slot("pairs of hits");
            e.step(Settle::Move { from: slots.open, to: slots.through, most: u16::MAX });
            e.step(Settle::Divide { from: slots.through, to: halved, by: 2 });
            e.step(Roll::relay("one wound for two hits", halved, wounds));
        } else {
            e.step(Roll::relay("not blocked", slots.open, wounds.clone()));
            e.step(Roll::relay("not blocked", slots.through, wounds));
        }
    }

    /// ASOIAF-ATK-4 and ASOIAF-ATK-5: a die for each hit, its windows, and a wound for each hit that is not blocked.
    fn saves(&mut self, attack: &SettledAttack<'_>, slots: &AttackSlots) {
        let e = &mut self.e;
        let (hits, wound) = (slots.hits, TokenRow::from([(slots.open, 1)]));
        let Some(block) = attack.block.filter(|_| !attack.draft.no_save) else {
            let to = if attack.draft.no_save { slots.through } else { slots.open };
            e.step(Roll::relay("no save", hits, TokenRow::from([(to, 1)])));
            return;
        };
        let none = [Faces::NONE; 2];
        let save = |face: u8| if block.has(face) { TokenRow::new() } else { wound.clone() };
        let own = attack.block_windows.own;
        let token = match attack.vulnerable {
            Some(PanicToken::In(token)) => token,
            sure => {
                let enemy = if sure.is_some() { block } else { Faces::NONE };
                e.step(Roll::d6("save", hits, attack.block_windows.ordered(enemy), save));
                return;
            }
        };
        let (blocked, again) = (e.slot("blocked"), e.slot("blocks rolled again"));
        let spend = Settle::Spend { token, from: blocked, to: again };
        if attack.block_windows.own_first {
            let row = |face| if block.has(face) { TokenRow::from([(blocked, 1)]) } else { wound.clone() };
            e.step(Roll::d6("save", hits, [own, Faces::NONE], row));
            e.step(spend);
            e.step(Roll::d6("save again", again, none, save));
        } else {
            let last = e.slot("failed saves rolled again");
            let failed = |face: u8| if own.has(face) { TokenRow::from([(last, 1)]) } else { wound.clone() };
            let row = |face| if block.has(face) { TokenRow::from([(blocked, 1)]) } else { failed(face) };
            e.step(Roll::d6("save", hits, none, row));
            e.step(spend);
            let row = |face| if block.has(face) { TokenRow::new() } else { failed(face) };
            e.step(Roll::d6("save again", again, none, row));
            e.step(Roll::d6("save once more", last, none, save));
        }
    }

    /// ASOIAF-ATK-6 and ASOIAF-ATK-7. What a target without end would suffer is `damage`; what the unit does is not told of
    /// a unit that is gone. Who stands has taken a test: it is passed unless it is rolled, for a wound, and fails.
    fn wounds(&mut self, attack: &SettledAttack<'_>, slots: &AttackSlots) {
        let rolled = (!attack.test.is_empty()).then(|| {
            let tests = self.e.slot("panic tests");
            self.e.step(Settle::Copy { from: slots.wounds, out: tests, most: 1 });
            tests
        });
        self.strike("wound", slots.wounds, DEFENDER);
        if !attack.direct_panics {
            self.strike("direct wound", slots.direct, DEFENDER);
        }
        if let Some(slot) = slots.passed {
            self.e.step(Settle::WhileAlive { slot, bodies: vec![DEFENDER] });
        }
        let Some(tests) = rolled else {
            self.answer_panic(attack, slots.passed, None);
            return;
        };
        self.of_the_living("panic tests taken", tests, self.panic_rolled);
        let failed = self.e.slot("failed panic tests");
        self.roll_tests(&attack.test, tests, Outputs { failed, wounds: slots.panic });
        if let Some(passed) = slots.passed {
            let not = self.living("panic tests that are not passed", failed);
            self.e.step(Settle::Cancel { from: passed, against: not });
        }
        self.of_the_living("panic tests failed", failed, self.panic_failed);
        self.strike("panic wound", slots.panic, DEFENDER);
        let costs = attack.draft.on_panic.iter().any(|(passed, _)| !passed);
        let failed = costs.then(|| self.living("panic tests that cost the attacker", failed));
        self.answer_panic(attack, slots.passed, failed);
    }

    /// One test, that of what the target has lost by then.
    fn roll_tests(&mut self, all: &[(u16, PanicTest)], input: Slot, to: Outputs) {
        if let [(_, test)] = all {
            return test.steps(&mut self.e, input, to);
        }
        let at: Vec<u16> = all[1..].iter().map(|(lost, _)| *lost).collect();
        let into: Vec<Slot> = all.iter().map(|_| self.e.slot("panic test by what is left")).collect();
        let sorts = self.e.sorts("panic tests of fewer ranks", input, DEFENDER, &at, &into);
        sorts.into_iter().for_each(|sort| self.e.step(sort));
        all.iter().zip(into).for_each(|((_, test), slot)| test.steps(&mut self.e, slot, to));
    }

    /// What a panic test costs the attacker: wounds for one that is passed, and for one that is failed.
    fn answer_panic(&mut self, attack: &SettledAttack<'_>, passed: Option<Slot>, failed: Option<Slot>) {
        for (on_passed, amount) in &attack.draft.on_panic {
            let test = if *on_passed { passed } else { failed };
            let Some(test) = test else { continue };
            let [cause, points] = ["what a panic test costs", "wounds to the attacker"].map(|name| self.e.slot(name));
            self.e.step(Settle::Copy { from: test, out: cause, most: 1 });
            self.e.step(Roll::amount("what a panic test costs", cause, amount, &[points]));
            self.strike("wound to the attacker", points, attack.own_body);
        }
    }

    /// A copy of a slot of 0 or 1, empty if the defender is gone.
    fn living(&mut self, name: &'static str, slot: Slot) -> Slot {
        let e = &mut self.e;
        let alive = e.slot(name);
        e.step(Settle::Copy { from: slot, out: alive, most: 1 });
        e.step(Settle::WhileAlive { slot: alive, bodies: vec![DEFENDER] });
        alive
    }

    /// Counts a slot of 0 or 1 in a total if the defender still stands.
    fn of_the_living(&mut self, name: &'static str, slot: Slot, total: Slot) {
        let alive = self.living(name, slot);
        self.e.step(Roll::relay(name, alive, TokenRow::from([(total, 1)])));
    }

    /// Wounds one by one, no save (ASOIAF-WOUND).
    fn strike(&mut self, name: &'static str, input: Slot, body: usize) {
        let net = (body == DEFENDER).then_some(self.damage);
        self.e.step(Strike { net, ..Strike::unstopped(name, input, body, Draw::one()) });
    }

    /// Drops the tokens of a slot if the target is gone: then there is no attack to suffer for.
    fn if_attacked(&mut self, slot: Slot) {
        if !self.e.weapons.is_empty() {
            self.e.step(Settle::WhileAlive { slot, bodies: vec![DEFENDER] });
        }
    }

    /// A token for each thing that the attacker will suffer for its attack.
    fn causes<'p>(&mut self, prices: &'p [Price]) -> Vec<(Slot, &'p Price)> {
        let mut causes = Vec::new();
        for price in prices {
            let cause = self.e.start("price of the attack", 1);
            self.if_attacked(cause);
            causes.push((cause, price));
        }
        causes
    }

    /// What the attacker suffers once its attack is over.
    fn suffer(&mut self, causes: Vec<(Slot, &Price)>, own_block: Option<Faces>, body: usize) {
        for (cause, price) in causes {
            if price.of_defender {
                self.e.step(Settle::WhileAlive { slot: cause, bodies: vec![DEFENDER] });
            }
            let points = self.e.slot("wounds to the attacker");
            let into = if price.hits { self.e.slot("hits to the attacker") } else { points };
            self.e.step(Roll::amount("price of the attack", cause, &price.amount, &[into]));
            if price.hits {
                self.own_saves(own_block, into, points);
            }
            self.strike("wound to the attacker", points, body);
        }
    }

    /// The attacker blocks hits with its own defense dice.
    fn own_saves(&mut self, block: Option<Faces>, hits: Slot, points: Slot) {
        let wound = TokenRow::from([(points, 1)]);
        self.e.step(match block {
            None => Roll::relay("no save of the attacker", hits, wound),
            Some(block) => Roll::split("save of the attacker", hits, block, &TokenRow::new(), &wound),
        });
    }
}

impl Windows {
    /// The faces of both windows, the active player's first.
    fn ordered(self, enemy: Faces) -> [Faces; 2] {
        match (self.own_first, enemy.is_empty()) {
            (_, true) => [self.own, Faces::NONE],
            (true, _) => [self.own, enemy],
            (false, _) => [enemy, self.own],
        }
    }
}
