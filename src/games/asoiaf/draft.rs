//! From two cards and what is true on the table to steps.

mod ranks;

use smallvec::SmallVec;

use self::ranks::{asks_for_wounds, brings, tokens_unused};
use super::RULINGS;
use super::attack::{DEFENDER, DiceCount, Field, PANIC_FAILED, PANIC_ROLLED, SettledAttack, Windows};
use super::changes::{AttackDraft, ConditionToken, DefenceDraft, DiceOfRanks, Price, WORST};
use super::explain;
use super::panic::{PanicTest, PanicToken, Player};
use super::situations::{
    CHARGE, COVER, CROSSED_DANGEROUS, DEFENDERS_TURN, DISORDERLY, FLANK, FORTIFIED, HORRIFIC, INSIDE_DANGEROUS,
    INSPIRING, MARKED, OBJECTIVE_B, PANICKED, REAR, SITUATIONS, VULNERABLE, WEAKENED,
};
use super::unit::{LANGUAGE, UnitCard, read_unit_card};
use crate::dice::{Amount, Check, Draw, Faces};
use crate::games::language::effect::Again;
use crate::games::language::participants::{AttackOptions, participants};
use crate::games::language::scene::Scene;
use crate::games::language::weapons::{Candidate, ChosenWeapons, choose, only_phase};
use crate::games::turn::{StatesRead, damage_that_matters, is_struck, turn};
use crate::games::volley::draft::{DraftLines, Number, Origin, Rerolls, Rounding, Test};
use crate::games::{Attack, Clause, Encounter, Engaged, Explained, ExtraResult, Owner, Phase, Remarks, Situation};
use crate::profile::Diagnostics;
use crate::sequence::{Engagement, Limit, Recovery, Side, Step};

/// Dangerous terrain deals a D3 and this many wounds (ASOIAF-DANGEROUS).
const DANGEROUS: u16 = 1;

/// One unit's attack being put together.
struct UnitCardAttack<'m> {
    encounter: &'m Encounter,
    /// Answers to this unit's questions.
    answers: &'m [usize],
    attacker: &'m UnitCard,
    defender: &'m UnitCard,
    options: &'m AttackOptions<AttackDraft>,
    scene: Scene<'m>,
    /// Its place among the attacks.
    index: usize,
    /// The attacker's place among the bodies, if it has one or gets one.
    own_body: usize,
}

pub(super) fn engage(encounter: &Encounter, found: &Diagnostics) -> Result<Option<Engaged>, Limit> {
    let units = encounter.read_units(read_unit_card, found);
    let units = units.map(|units| encounter.left(units, |unit, lost| unit.after(lost[0])));
    let Some(participants) = participants(encounter, units.as_deref(), &LANGUAGE, Some(&[]), found) else {
        return Ok(None);
    };
    let attackers = &participants.attackers;
    let mut field = Field::new(vec![participants.defender(0).body(Side::Defender)]);
    field.e.from_any_state = encounter.from_any_state;
    let every = &participants.all_options;
    let cards = || attackers.iter().chain(&participants.defenders).map(|unit| &**unit);
    let by_wound = asks_for_wounds(cards(), every);
    let mut tokens = [ConditionToken::Vulnerable, ConditionToken::Panicked].map(|token| {
        let lasts = encounter.attacks.len() > 1 && brings(cards(), every, (token, false));
        lasts.then(|| PanicToken::In(field.e.slot("condition token")))
    });
    let brought = [ConditionToken::Weakened, ConditionToken::Vulnerable, ConditionToken::Panicked]
        .map(|token| brings(cards(), every, (token, true)));
    let mut hurt = vec![None; encounter.units.len()];
    let (mut all, mut recoveries) = (Engaged::default(), None::<Vec<Recovery>>);
    for (index, order) in encounter.attacks.iter().enumerate() {
        let attacker = &attackers[index];
        let answers = encounter.answers.get(all.choices.len()..).unwrap_or(&[]);
        let (options, defender) = (participants.options(index), participants.defender(index));
        let spent = spent_tokens(encounter, order);
        place_tokens((encounter, options), &mut field, &mut tokens, (index, spent, brought));
        let own_body = hurt[order.by].unwrap_or(field.e.bodies.len());
        let states_read = states_read(&field.e, (attacker, defender), hurt[order.by], by_wound);
        // ASOIAF-HEAL: what an attack leaves gets something back before the next begins.
        if index > 0 {
            recoveries.iter().flatten().for_each(|recovery| field.e.step(recovery.clone()));
        }
        let remarks = turn(&mut field, (&states_read, hurt[order.by]), found, |field, lost, found| {
            let after = (index > 0 || encounter.from_any_state).then(|| defender.after(lost[0]));
            let defender = after.as_ref().unwrap_or(defender);
            let weakened = lost.get(1).map(|lost| attacker.after(*lost));
            let attacker = weakened.as_ref().unwrap_or(attacker);
            let scene = scene(options, attacker, defender, (spent[0], brought[0]));
            field.tells_weakened = spent[0].is_some();
            let mut attack = UnitCardAttack { encounter, answers, attacker, defender, options, scene, index, own_body };
            let Some(chosen) = attack.choose(found) else { return Ok(None) };
            let melee = attacker.attacks[chosen.weapons[0]].melee;
            attack.scene.phase = Some(if melee { Phase::Combat } else { Phase::Shooting });
            recoveries.get_or_insert_with(|| attack.recoveries());
            let explained = attack.add(chosen.weapons[0], field, (tokens, spent != [None; 3]), found)?;
            Ok(Some(Remarks { notes: chosen.notes, choices: chosen.choices, explained, among: chosen.among }))
        })?;
        let Some(remarks) = remarks else { return Ok(None) };
        all.add_remarks(remarks);
        if spent != [None; 3] {
            field.tell_spent(tokens);
        }
        hurt[order.by] = hurt[order.by].or((own_body < field.e.bodies.len()).then_some(own_body));
    }
    for unit in attackers.iter().chain([participants.defender(0)]) {
        let note = |name: &&str| format!("{name} of {} is not computed: the rulebook names it only", unit.facts.name);
        all.notes.extend(unit.idle.iter().map(note));
    }
    all.notes.dedup();
    (all.steps_read, all.falls_first) = (field.steps_read, field.falls_first);
    all.engagement = Engagement { recoveries: recoveries.unwrap_or_default(), ..field.e };
    all.notes.extend(tokens_unused(&participants, encounter.attacks.len()));
    all.readings = readings(participants.defender(0));
    Ok(Some(participants.engaged(all)))
}

/// How the target may stand when this unit attacks, and the attacker if it was hurt before: how many models are left, and
/// how much damage abilities ask for.
fn states_read(
    e: &Engagement,
    (attacker, defender): (&UnitCard, &UnitCard),
    hurt: Option<usize>,
    by_wound: bool,
) -> SmallVec<[StatesRead; 2]> {
    let points = || damage_that_matters(attacker.blocks.iter().chain(&defender.blocks));
    // What comes back may be what was lost before the first attack.
    let heals = e.steps.iter().any(|step| matches!(step, Step::Heal(_)));
    let of = |place: usize, unit: &UnitCard| {
        let (points, mut body) = (points(), e.bodies[place].clone());
        body.taken = if heals && place == DEFENDER { 0 } else { body.taken };
        StatesRead::of(place, &body, false, |lost| {
            let each = if by_wound { lost } else { 0 };
            (unit.models_left(lost), points.iter().filter(|least| lost >= **least).count(), each)
        })
    };
    let mut states_read = SmallVec::new();
    states_read.push(match is_struck(e, DEFENDER) {
        true => of(DEFENDER, defender),
        false => StatesRead::fresh(DEFENDER, defender.taken),
    });
    states_read.extend(hurt.map(|body| of(body, attacker)));
    states_read
}

fn scene<'u>(
    options: &AttackOptions<AttackDraft>,
    attacker: &'u UnitCard,
    defender: &'u UnitCard,
    (weakened_is_spent, is_brought): (Option<bool>, bool),
) -> Scene<'u> {
    let holds = |typed: &Situation| *typed != WEAKENED || weakened_is_spent != Some(true);
    let lies = (is_brought && weakened_is_spent == Some(false)).then_some(WEAKENED);
    let typed = options.situations.iter().copied().filter(holds);
    let more = lies.filter(|lies| !options.situations.contains(lies));
    Scene {
        attacker_keywords: &attacker.keywords,
        target_keywords: &defender.keywords,
        attacker_models: attacker.models_left(attacker.taken).into(),
        target_models: defender.models_left(defender.taken).into(),
        attacker_ranks: attacker.ranks(attacker.taken),
        target_ranks: defender.ranks(defender.taken),
        attacker_damage: attacker.taken,
        target_damage: defender.taken,
        situations: typed.chain(more).collect(),
        ..Scene::default()
    }
}

/// Ranks left, and whether one was lost (ASOIAF-RANK).
fn readings(defender: &UnitCard) -> Vec<ExtraResult> {
    let values = (0..=defender.wounds()).map(|lost| defender.ranks(lost)).collect();
    let next = defender.rank_ends().into_iter().find(|end| *end > defender.taken).unwrap_or(u16::MAX);
    vec![
        ExtraResult::ByLoss { name: "ranks", body: DEFENDER, values },
        ExtraResult::Any(PANIC_ROLLED),
        ExtraResult::Any(PANIC_FAILED),
        ExtraResult::Lost { name: "rank-lost", body: DEFENDER, least: next },
    ]
}

/// Whether the Weakened token of the attacker, and the Vulnerable and the Panicked token of the target are spent, where that is
/// asked for: behind the points that a unit has lost.
fn spent_tokens(encounter: &Encounter, attack: &Attack) -> [Option<bool>; 3] {
    let of = |(token, unit): (usize, usize)| Some(*encounter.lost_of(unit)?.get(1 + token)? > 0);
    [(0, attack.by), (1, attack.on), (2, attack.on)].map(of)
}

/// Tokens come to lie on the defender before the first attack, or before the one that they were given for; then they replace
/// what is left of an earlier one, because a unit bears one of each type (ASOIAF-TOKEN). Where it is known which are spent,
/// those that attacks bring lie there by that alone.
fn place_tokens(
    (encounter, options): (&Encounter, &AttackOptions<AttackDraft>),
    field: &mut Field,
    tokens: &mut [Option<PanicToken>; 2],
    (index, spent, brought): (usize, [Option<bool>; 3], [bool; 3]),
) {
    let left = encounter.attacks.len() - index;
    let names = [(VULNERABLE, "Vulnerable token"), (PANICKED, "Panicked token")];
    let known = spent.into_iter().zip(brought).skip(1);
    for ((token, (situation, name)), (spent, is_brought)) in tokens.iter_mut().zip(names).zip(known) {
        let typed = |clause: &Clause| {
            let means = LANGUAGE.situation(&clause.text).and_then(|doc| doc.said(clause.owner));
            means == Some(situation) && clause.attack.map_or(index == 0, |attack| attack == index)
        };
        let holds = options.situations.contains(&situation);
        if let Some(is_spent) = spent.filter(|_| is_brought) {
            *token = Some(if is_spent { PanicToken::In(field.e.slot(name)) } else { field.token(name, false) });
        } else if holds && spent != Some(true) && encounter.with.iter().any(typed) {
            *token = Some(field.token(name, left == 1 && spent.is_none()));
        }
    }
}

impl UnitCardAttack<'_> {
    /// Adds the attack.
    fn add(
        &self,
        profile: usize,
        field: &mut Field,
        (tokens, tells): ([Option<PanicToken>; 2], bool),
        found: &Diagnostics,
    ) -> Result<Vec<Explained>, Limit> {
        let attack = self.draft(profile);
        let defence = self.defence(&attack);
        self.refuse_unknown(&attack, &defence, found);
        if attack.hurts_itself() && field.e.bodies.len() == self.own_body {
            field.e.bodies.push(self.attacker.body(Side::Attacker));
        }
        let settled = self.settle(&attack, &defence, tokens);
        field.add(&settled)?;
        if tells {
            field.tell_laid(&attack);
        }
        if !self.encounter.explained {
            return Ok(Vec::new());
        }
        let (weapon, shown) = (settled.name.clone(), explain::lines(&settled));
        Ok(vec![Explained { weapon, lines: [attack.lines.all, defence.lines.all, shown].concat() }])
    }

    /// One attack profile is used: the first of the right kind, or the one that is named (ASOIAF-MELEE).
    fn choose(&self, found: &Diagnostics) -> Option<ChosenWeapons> {
        let attacks = &self.attacker.attacks;
        let candidates: Vec<Candidate<'_>> = attacks
            .iter()
            .map(|attack| Candidate {
                name: &attack.name,
                melee: attack.melee,
                one_of: Some(if attack.melee { "its melee attacks" } else { "its ranged attacks" }),
            })
            .collect();
        let charging = self.scene.is_any(&[CHARGE, DISORDERLY]);
        let by_scene = (charging && attacks.iter().any(|attack| attack.melee)).then_some(Phase::Combat);
        let typed = self.encounter.attacks[self.index].phase;
        let phase = typed.or_else(|| only_phase(&candidates, self.encounter)).or(by_scene);
        let encounter = Encounter { order: Vec::new(), ..self.encounter.clone() };
        let name = &self.attacker.facts.name;
        choose(name, &candidates, phase, &encounter, self.answers, found, &self.attacker.place)
    }

    /// An attack with everything that changes it.
    fn draft(&self, index: usize) -> AttackDraft {
        let card = &self.attacker.attacks[index];
        let mut draft = AttackDraft {
            name: card.name.clone(),
            melee: card.melee,
            dice: card.dice.clone(),
            hit: Test::needs(i16::from(card.hit)),
            lines: DraftLines::new(self.encounter.explained),
            ..AttackDraft::default()
        };
        for ability in &card.abilities {
            draft.lines.note(ability.to_string(), &Origin::new(&card.name, ability.rule));
            ability.use_on(&mut draft, &self.scene);
        }
        self.situations(&mut draft);
        self.arm(&mut draft);
        draft
    }

    /// What the table does to the attack.
    fn situations(&self, draft: &mut AttackDraft) {
        let rule = |situation: Situation| Origin::new("the table", situation.doc(SITUATIONS).rule);
        let is = |situation| self.scene.is(situation);
        if self.charge_bonus(draft.melee) {
            draft.hit.again.add(Again::Failed);
            draft.lines.note("Charge Bonus: misses are rolled again", &rule(CHARGE));
        }
        if is(COVER) && !draft.melee {
            draft.hit.modifiers.add(-1);
            draft.lines.note("-1 to hit", &rule(COVER));
        }
        if is(MARKED) {
            draft.dice_change.add += 2;
            draft.lines.note("+2 attack dice", &rule(MARKED));
        }
        if is(WEAKENED) {
            draft.lines.note("Weakened: hits are rolled again", &rule(WEAKENED));
        }
        if is(OBJECTIVE_B) && draft.melee {
            (draft.sundering, draft.vicious) = (true, true);
            draft.after.push(Price::wounds(Draw::of(Amount::dice(1, 3), Faces::NONE)));
            draft.lines.note("Sundering, Vicious, D3 wounds to the attacker afterwards", &rule(OBJECTIVE_B));
        }
        // Crossed and inside at once: the terrain still hurts once an action.
        if is(CROSSED_DANGEROUS) && self.encounter.ruling(RULINGS, "crossed-dangerous") == "before-attack" {
            draft.before.push(Amount { count: 1, sides: 3, plus: DANGEROUS });
            draft.lines.note("D3+1 wounds to the attacker before the attack", &rule(CROSSED_DANGEROUS));
        } else if is(CROSSED_DANGEROUS) || is(INSIDE_DANGEROUS) {
            let points = Amount { count: 1, sides: 3, plus: DANGEROUS };
            draft.after.push(Price::wounds(Draw::of(points, Faces::NONE)));
            draft.lines.note("D3+1 wounds to the attacker after the attack", &rule(INSIDE_DANGEROUS));
        }
    }

    /// ASOIAF-CHARGE-BONUS, ASOIAF-CHG-DISORDER, ASOIAF-FORTIFIED.
    fn charge_bonus(&self, melee: bool) -> bool {
        melee && self.scene.is(CHARGE) && !self.scene.is(DISORDERLY) && !self.scene.is(FORTIFIED)
    }

    /// Abilities of both units and what was asked for, as far as they change the attack.
    fn arm(&self, draft: &mut AttackDraft) {
        let mut met = Vec::new();
        let own = self.attacker.blocks.iter().filter(|block| !block.against).map(|block| (block, Owner::Attacker));
        let against = self.defender.blocks.iter().filter(|block| block.against).map(|block| (block, Owner::Defender));
        for (block, owner) in own.chain(against).filter(|(block, owner)| block.holds(*owner, &self.scene)) {
            if owner == Owner::Attacker && block.names(&draft.name).is_none() {
                continue;
            }
            for (text, meaning) in &block.effects {
                // ASOIAF-STACK: what has the same name counts once.
                if !met.contains(&(&block.name, text)) {
                    met.push((&block.name, text));
                    self.change_attack(draft, meaning, (text, owner), &Origin::new(&block.name, "ASOIAF-STACK"));
                }
            }
        }
        for (text, meaning) in self.options.of(Owner::Attacker) {
            self.change_attack(draft, meaning, (text, Owner::Attacker), &Origin::new("--with", ""));
        }
    }

    /// The target with everything that changes how it takes the attack.
    fn defence(&self, attack: &AttackDraft) -> DefenceDraft {
        let mut draft = DefenceDraft {
            defense: self.defender.defense.map(i16::from),
            morale: self.defender.morale.map(i16::from),
            lines: DraftLines::new(self.encounter.explained),
            ..DefenceDraft::default()
        };
        let is = |situation| self.scene.is(situation);
        let charging = attack.melee && (is(CHARGE) || is(DISORDERLY));
        let arc = if is(REAR) { -2 } else { -i16::from(is(FLANK)) };
        let arc_rule = if is(REAR) { "ASOIAF-REAR" } else { "ASOIAF-FLANK" };
        for (by, source, rule) in [
            (arc, "arc", arc_rule),
            (-i16::from(attack.sundering), "Sundering", "ASOIAF-SUNDERING"),
            (i16::from(charging && is(FORTIFIED)), "Fortified", "ASOIAF-FORTIFIED"),
        ] {
            draft.save.modifiers.add(by);
            draft.say(by, "save", &Origin::new(source, rule));
        }
        for (by, source, rule) in [
            (arc, "arc", arc_rule),
            (-2 * i16::from(attack.vicious), "Vicious", "ASOIAF-VICIOUS"),
            (-i16::from(is(HORRIFIC)), "Horrific", "ASOIAF-MORALEMOD-TERRAIN"),
            (i16::from(is(INSPIRING)), "Inspiring", "ASOIAF-MORALEMOD-TERRAIN"),
        ] {
            draft.morale_test.modifiers.add(by);
            draft.say(by, "morale", &Origin::new(source, rule));
        }
        let mut met = Vec::new();
        for block in self.defender.blocks.iter().filter(|block| block.holds(Owner::Defender, &self.scene)) {
            for (text, meaning) in &block.effects {
                if !met.contains(&(&block.name, text)) {
                    met.push((&block.name, text));
                    self.change_defence(&mut draft, meaning, text, &Origin::new(&block.name, "ASOIAF-STACK"));
                }
            }
        }
        for (text, meaning) in self.options.of(Owner::Defender) {
            self.change_defence(&mut draft, meaning, text, &Origin::new("--with", ""));
        }
        draft
    }

    /// Thresholds become faces, and the order of the players that of the windows.
    fn settle<'d>(
        &self,
        attack: &'d AttackDraft,
        defence: &DefenceDraft,
        tokens: [Option<PanicToken>; 2],
    ) -> SettledAttack<'d> {
        let attacker_first = !self.scene.is(DEFENDERS_TURN);
        let hit = success(attack.hit.number().min(WORST), attack.hit.modifiers.sum());
        let only_on = Faces::from(attack.save.only_on);
        let block = defence.defense().map(|defense| success(defense, defence.save.modifiers.sum()).and(only_on));
        let has = |token| attack.becomes.contains(&token);
        let mut given = Vec::new();
        let mut token = |entry: Option<PanicToken>, kind| {
            let laid = if has(kind) { Some(entry.unwrap_or(PanicToken::Sure)) } else { entry };
            given.extend(entry.filter(|_| has(kind)).and_then(PanicToken::slot));
            laid.filter(|_| !defence.never.contains(&kind))
        };
        let vulnerable = token(tokens[0], ConditionToken::Vulnerable);
        let panicked = token(tokens[1], ConditionToken::Panicked);
        let last = |(key, kind): (Option<PanicToken>, ConditionToken)| {
            key.filter(|_| attack.afterwards.contains(&kind)).and_then(PanicToken::slot)
        };
        let tokens = [(tokens[0], ConditionToken::Vulnerable), (tokens[1], ConditionToken::Panicked)];
        let given_last = tokens.into_iter().filter_map(last).collect();
        let fails = block.map_or(Faces::NONE, |block| block.others(6));
        SettledAttack {
            draft: attack,
            name: self.encounter.label(|| &self.attacker.facts.name, &attack.name),
            dice: self.dice(attack),
            hit,
            hit_windows: Windows { own: again(attack.hit.again, hit.others(6)), own_first: attacker_first },
            weakened: (self.scene.is(WEAKENED) || has(ConditionToken::Weakened)) && !attack.never_weakened,
            unsavable_six: attack.unsavable_six && attack.instead.is_empty(),
            // Without direct wounds the ruling is not a question.
            direct_panics: attack.direct.is_empty() || self.encounter.ruling(RULINGS, "direct-wounds-panic") == "yes",
            // Hits that allow no save are not blocked, and those that wounds come instead of do nothing.
            blocks: if attack.no_save || !attack.instead.is_empty() { 0 } else { defence.blocks },
            halves: defence.halves,
            given,
            given_last,
            own_block: self.own_block(),
            block,
            block_windows: Windows { own: again(defence.save.again, fails), own_first: !attacker_first },
            vulnerable,
            tests: defence.morale.is_some(),
            test: self.panic_tests(attack, defence, panicked),
            own_body: self.own_body,
        }
    }

    /// The panic test; `None` if the defender rolls none.
    fn panic_test(&self, defence: &DefenceDraft, panicked: Option<PanicToken>) -> Option<PanicTest> {
        let morale = defence.morale.filter(|_| !defence.never_panics)?;
        let mut order = Vec::new();
        order.extend(panicked.map(|_| Player::Enemy));
        order.extend((defence.morale_test.again != Rerolls::default()).then_some(Player::Owner));
        if self.scene.is(DEFENDERS_TURN) {
            order.reverse();
        }
        let target = morale.saturating_sub(defence.morale_test.modifiers.sum()).clamp(2, 13) as u8;
        Some(PanicTest { target, order, panicked, plus: defence.panic_wounds, most: defence.most_panic_wounds })
    }

    /// ASOIAF-ATK-1: the dice of the ranks that are left when they are rolled.
    fn dice(&self, attack: &AttackDraft) -> DiceCount {
        let unit = self.attacker;
        let number = |printed: u16| {
            let dice = Number { printed: Amount::fixed(printed), ..attack.dice_change };
            dice.fixed(Rounding::Down, 0).unwrap_or(0) as u16
        };
        let after = |lost: u16| {
            let gone = i32::from(unit.tray.ranks - unit.ranks(lost)) - i32::from(attack.more_ranks);
            number(match attack.dice_of {
                Some(DiceOfRanks::Highest) => attack.dice.iter().copied().max().unwrap_or(0),
                Some(DiceOfRanks::Lowest) => attack.dice.iter().copied().min().unwrap_or(0),
                None => attack.dice[(gone.max(0) as usize).min(attack.dice.len() - 1)],
            })
        };
        let Some(before) = attack.before.first() else { return DiceCount::Known(after(unit.taken)) };
        // Without dice it is a die of one face, which shows 1.
        let (plus, sides) =
            if before.count == 0 { (before.plus.saturating_sub(1), 1) } else { (before.plus, before.sides) };
        let dice = (1..=u16::from(sides)).map(|face| {
            let lost = unit.taken.saturating_add(plus).saturating_add(face);
            (lost < unit.wounds()).then(|| after(lost))
        });
        DiceCount::Crossing { plus, dice: dice.collect() }
    }
}

/// The faces that succeed: a natural 1 never does, a natural 6 always (ASOIAF-NAT).
fn success(needs: i16, modifier: i16) -> Faces {
    Check { modifier, critical_on: 6, ..Check::needs(needs) }.success()
}

/// The faces that the owner of the dice rolls again: of those that it may, the ones that fail, because a success is worth
/// keeping and re-rolling is a choice (ASOIAF-REROLL).
fn again(may: Rerolls, fails: Faces) -> Faces {
    may.faces(fails, fails).and(fails)
}
