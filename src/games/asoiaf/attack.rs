//! One attack with every number settled, and the steps it is (ASOIAF-ATK-1 to ASOIAF-ATK-8).

use super::panic::{Outputs, PanicTest, Token};
use crate::dice::{Draw, Faces};
use crate::games::turn::Tables;
use crate::games::volley::draw;
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
pub(super) enum Dice {
    /// So many.
    Known(u16),
    /// A D3 more wounds than `plus` on the way decide which ranks are left: for each face, the dice; `None` if the unit is
    /// gone.
    Crossing { plus: u16, dice: [Option<u16>; 3] },
}

/// One unit's attack with every number settled.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SettledAttack {
    pub(super) name: String,
    pub(super) dice: Dice,
    pub(super) hit: Faces,
    pub(super) hit_windows: Windows,
    /// The Weakened token: the enemy rolls hits again.
    pub(super) weakened: bool,
    pub(super) extra_on_six: u16,
    pub(super) unsavable_six: bool,
    /// Hits without a die of the attack, and wounds without a hit.
    pub(super) automatic: Vec<Draw>,
    pub(super) direct: Vec<Draw>,
    /// Whether direct wounds alone make the panic test real (a ruling).
    pub(super) direct_panics: bool,
    /// The faces that block; `None` if nothing saves.
    pub(super) block: Option<Faces>,
    pub(super) block_windows: Windows,
    pub(super) vulnerable: Option<Token>,
    /// `None` if the defender never tests.
    pub(super) test: Option<PanicTest>,
    /// The attacker's place among the bodies if it can suffer, and what it suffers once its attack is over.
    pub(super) itself: (usize, Vec<Draw>),
}

/// The steps of all attacks of one engagement, and the slots that they share.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) e: Engagement,
    damage: Slot,
    panic_rolled: Slot,
    panic_failed: Slot,
}

impl Tables for Field {
    fn engagement(&mut self) -> &mut Engagement {
        &mut self.e
    }
}

/// The names of the results that are chances.
pub(crate) const PANIC_ROLLED: &str = "panic-rolled";
pub(crate) const PANIC_FAILED: &str = "panic-failed";

/// The slots of one attack.
struct AttackSlots {
    attacks: Slot,
    hits: Slot,
    unsavable: Slot,
    wounds: Slot,
    direct: Slot,
    panic: Slot,
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
        Self { e, damage, panic_rolled, panic_failed }
    }

    /// A token that lies on the defender before the first attack.
    pub(super) fn token(&mut self, name: &'static str, attacks: usize) -> Token {
        if attacks == 1 { Token::Sure } else { Token::In(self.e.start(name, 1)) }
    }

    /// Adds an attack.
    ///
    /// # Errors
    /// [`Limit`] if it makes more hits than are computed.
    pub(super) fn add(&mut self, attack: &SettledAttack) -> Result<(), Limit> {
        let e = &mut self.e;
        let (attacks, hits, unsavable) = (e.slot("attacks"), e.slot("hits"), e.slot("hits without a save"));
        let wounds = e.slot("wounds");
        let direct = if attack.direct_panics { wounds } else { e.slot("direct wounds") };
        let slots = AttackSlots { attacks, hits, unsavable, wounds, direct, panic: e.slot("panic wounds") };
        let (body, price) = &attack.itself;
        let price = self.causes(price);
        self.dice(attack, &slots)?;
        self.hits(attack, &slots);
        self.saves(attack, &slots);
        self.wounds(attack, &slots);
        self.suffer(price, *body);
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
    fn dice(&mut self, attack: &SettledAttack, slots: &AttackSlots) -> Result<(), Limit> {
        let mut row = TokenRow::new();
        let mut rolls = Vec::new();
        for (amounts, slot) in [(&attack.automatic, slots.hits), (&attack.direct, slots.direct)] {
            for amount in amounts {
                self.bring(amount, slot, &mut row, &mut rolls)?;
            }
        }
        let e = &mut self.e;
        match attack.dice {
            Dice::Known(n) => {
                e.start.push((slots.attacks, n));
                e.start.extend_from_slice(&row);
            }
            Dice::Crossing { plus, dice } => {
                let (cause, points) = (e.start("crossing", 1), e.slot("wounds to the attacker"));
                let rows = (1u16..).zip(dice).map(|(face, dice)| {
                    let mut all: TokenRow = TokenRow::from([(points, plus + face)]);
                    if let Some(dice) = dice {
                        all.extend(row.iter().copied().chain([(slots.attacks, dice)]));
                    }
                    all
                });
                let (always, rerolls, rows) = (TokenRow::new(), [Faces::NONE; 2], rows.collect());
                e.step(Roll { name: "crossing", input: cause, always, times: 1, sides: 3, rerolls, rows });
                self.if_attacked(points);
                self.strike("wound to the attacker", points, attack.itself.0);
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
            rolls.push(draw("amount", rolled, amount, &[slot]));
        }
        Ok(())
    }

    /// ASOIAF-ATK-2 and ASOIAF-ATK-3, and the hooks on a final 6 (ASOIAF-TRIG6).
    fn hits(&mut self, attack: &SettledAttack, slots: &AttackSlots) {
        let enemy = if attack.weakened { attack.hit } else { Faces::NONE };
        let windows = attack.hit_windows.ordered(enemy);
        self.e.step(Roll::d6("attack", slots.attacks, windows, |face| {
            let worth = if face == 6 { 1 + attack.extra_on_six } else { 1 };
            let slot = if face == 6 && attack.unsavable_six { slots.unsavable } else { slots.hits };
            if attack.hit.has(face) { TokenRow::from([(slot, worth)]) } else { TokenRow::new() }
        }));
        if attack.unsavable_six {
            self.e.step(Roll::relay("no save", slots.unsavable, TokenRow::from([(slots.wounds, 1)])));
        }
    }

    /// ASOIAF-ATK-4 and ASOIAF-ATK-5: a die for each hit, its windows, and a wound for each hit that is not blocked.
    fn saves(&mut self, attack: &SettledAttack, slots: &AttackSlots) {
        let e = &mut self.e;
        let (hits, wound) = (slots.hits, TokenRow::from([(slots.wounds, 1)]));
        let Some(block) = attack.block else {
            e.step(Roll::relay("no save", hits, wound));
            return;
        };
        let none = [Faces::NONE; 2];
        let save = |face: u8| if block.has(face) { TokenRow::new() } else { wound.clone() };
        let own = attack.block_windows.own;
        let token = match attack.vulnerable {
            Some(Token::In(token)) => token,
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
    /// a unit that is gone.
    fn wounds(&mut self, attack: &SettledAttack, slots: &AttackSlots) {
        let tests = attack.test.as_ref().map(|test| {
            let tests = self.e.slot("panic tests");
            self.e.step(Settle::Copy { from: slots.wounds, out: tests, most: 1 });
            (test, tests)
        });
        self.strike("wound", slots.wounds, DEFENDER);
        if !attack.direct_panics {
            self.strike("direct wound", slots.direct, DEFENDER);
        }
        let Some((test, tests)) = tests else { return };
        self.of_the_living("panic tests taken", tests, self.panic_rolled);
        let failed = self.e.slot("failed panic tests");
        test.steps(&mut self.e, tests, Outputs { failed, wounds: slots.panic });
        self.of_the_living("panic tests failed", failed, self.panic_failed);
        self.strike("panic wound", slots.panic, DEFENDER);
    }

    /// Counts a slot of 0 or 1 in a total if the defender still stands.
    fn of_the_living(&mut self, name: &'static str, slot: Slot, total: Slot) {
        let e = &mut self.e;
        let alive = e.slot(name);
        e.step(Settle::Copy { from: slot, out: alive, most: 1 });
        e.step(Settle::WhileAlive { slot: alive, bodies: vec![DEFENDER] });
        e.step(Roll::relay(name, alive, TokenRow::from([(total, 1)])));
    }

    /// Wounds one by one, no save (ASOIAF-WOUND).
    fn strike(&mut self, name: &'static str, input: Slot, body: usize) {
        let net = (body == DEFENDER).then_some(self.damage);
        self.e.step(Strike { net, ..Strike::unstopped(name, input, body, Draw::one()) });
    }

    /// A unit that is gone is not attacked, and nobody suffers for it.
    fn if_attacked(&mut self, slot: Slot) {
        if !self.e.weapons.is_empty() {
            self.e.step(Settle::WhileAlive { slot, bodies: vec![DEFENDER] });
        }
    }

    /// A token for each thing that the attacker will suffer for its attack.
    fn causes<'d>(&mut self, amounts: &'d [Draw]) -> Vec<(Slot, &'d Draw)> {
        let mut causes = Vec::new();
        for amount in amounts {
            let cause = self.e.start("price of the attack", 1);
            self.if_attacked(cause);
            causes.push((cause, amount));
        }
        causes
    }

    /// What the attacker suffers once its attack is over.
    fn suffer(&mut self, causes: Vec<(Slot, &Draw)>, body: usize) {
        for (cause, amount) in causes {
            let points = self.e.slot("wounds to the attacker");
            self.e.step(draw("price of the attack", cause, amount, &[points]));
            self.strike("wound to the attacker", points, body);
        }
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
