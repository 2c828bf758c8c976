//! The effects that only Warcry has, and what it says of those of other games.

use super::action::AttackAction;
use super::attack::{Answering, Scored};
use crate::dice::{Draw, Faces};
use crate::games::language::entry::{Drafts, RuleRows, SharedRule, entries, has, lacks, lacks_all_of};
use crate::games::language::side::SideDice;

/// What comes beside attack actions.
#[derive(Default)]
pub(super) struct SideActions {
    /// Dice before the first action (WARCRY-AB-DRAG).
    pub(super) first: Vec<SideDice>,
    /// Damage that the attacker takes afterwards.
    pub(super) suffers: Vec<Draw>,
    /// Attack actions more.
    pub(super) actions: usize,
}

impl Drafts for AttackAction {
    type Target = Self;
    type Models = ();
    type Beside = SideActions;
}

entries! {
    /// What a fighter can have.
    pub(super) EFFECTS: AttackAction, "warcry";
    Attacker "reroll up to N hits" "so many hit dice that miss are rolled again, the worst first" "WARCRY-REROLL"
        Attack(|action, words| action.up_to = action.up_to.saturating_add(words.number(0).into()));
    Defender "critical hits count as hits" "critical hits on this fighter are hits" "WARCRY-DAMAGE"
        Target(|action, _| action.crits_as_hits = u16::MAX);
    Defender "up to N critical hits count as hits" "so many critical hits of each attack action are hits" "WARCRY-DAMAGE"
        Target(|action, words| action.crits_as_hits = action.crits_as_hits.saturating_add(words.number(0).into()));
    Defender "critical hits count as hits on N+" "each critical hit on this fighter is a hit if a die reaches the number" "WARCRY-DAMAGE"
        Target(|action, words| action.crits_as_hits_on = action.crits_as_hits_on.min(words.target()));
    Attacker "hits count as critical hits" "hits of this fighter are critical hits" "WARCRY-DAMAGE"
        Attack(|action, _| action.hits_as_crits = u16::MAX);
    Attacker "up to N hits count as critical hits" "so many hits of each attack action are critical hits" "WARCRY-DAMAGE"
        Attack(|action, words| action.hits_as_crits = action.hits_as_crits.saturating_add(words.number(0).into()));
    Attacker "A mortal|damage if any hit" "so much damage besides if the attack action scored a hit, critical or not" "WARCRY-ALLOCATE"
        Attack(|action, words| action.any.push((Scored::Hit, words.amount(0))));
    Attacker "A mortal|damage if any critical hit" "so much damage besides if the attack action scored a critical hit" "WARCRY-ALLOCATE"
        Attack(|action, words| action.any.push((Scored::Critical, words.amount(0))));
    Defender "N damage back for each miss" "the attacker takes so much for each hit die that misses" "WARCRY-REACT-ECON"
        Target(|action, words| action.back.push((Answering::EachMiss, words.number(0))));
    Defender "N damage back for each hit" "the attacker takes so much for each hit, critical or not" "WARCRY-REACT-ECON"
        Target(|action, words| action.back.push((Answering::Each(Scored::Hit), words.number(0))));
    Defender "N damage back for each critical hit" "the attacker takes so much for each critical hit" "WARCRY-REACT-ECON"
        Target(|action, words| action.back.push((Answering::Each(Scored::Critical), words.number(0))));
    Defender "N damage back on N+ for each critical hit" "the same for each critical hit whose die reaches the number" "WARCRY-REACT-ECON"
        Target(|action, words| action.back_on_die.push((words.target(), words.number(0).into())));
    Defender "N damage back for each roll of N+" "the attacker takes so much for each hit die that shows the number or more" "WARCRY-REACT-ECON"
        Target(|action, words| {
            action.back.push((Answering::EachRoll { face: words.target(), or_more: true }, words.number(0)));
        });
    Defender "N damage back for each roll of N" "the attacker takes so much for each hit die that shows the number" "WARCRY-REACT-ECON"
        Target(|action, words| {
            action.back.push((Answering::EachRoll { face: words.number(1), or_more: false }, words.number(0)));
        });
    Defender "N damage back if no hit" "the attacker takes so much for an attack action of which every die misses" "WARCRY-REACT-ECON"
        Target(|action, words| action.back.push((Answering::No(Scored::Hit), words.number(0))));
    Defender "N damage back if no critical hit" "the attacker takes so much for an attack action of which no die is a critical hit" "WARCRY-REACT-ECON"
        Target(|action, words| action.back.push((Answering::No(Scored::Critical), words.number(0))));
    Attacker "bonus attack action" "one more attack action, like the others" "WARCRY-BONUS"
        Beside(|beside, _| beside.actions += 1);
    Attacker "suffer A damage" "the attacker takes so much once its attack actions are over" "WARCRY-ALLOCATE"
        Beside(|beside, words| beside.suffers.push(Draw::of(words.amount(0), Faces::NONE)));
}

const ONE_ROLL: &str = "an attack is one roll to hit: there is no wound roll, save or damage roll";
const NO_SAVES: &str = "there are no saves: every hit does its damage";
const NO_SKILL: &str = "hitting follows from Strength and Toughness: write `+N strength` or `+N toughness`";

/// What the game says of all other effects.
pub(super) const ROWS: RuleRows = &[&[
    lacks(&["* per RANK"], "that is a hook of A Song of Ice & Fire"),
    has(&["* damage at least 1"], "WARCRY-DAMAGE"),
    has(&["* at least 1"], "WARCRY-HIT"),
    lacks(
        &["±N to hit"],
        "no rule here changes a hit roll, only Strength and Toughness: write `+N strength` or `-N toughness`",
    ),
    lacks(&["±N to morale", "reroll morale"], "there is no morale test"),
    has(&["reroll hits of N", "reroll failed hits", "reroll non critical hits"], "WARCRY-REROLL"),
    has(&["critical hits on N+"], "WARCRY-HIT"),
    lacks(&["every hit is critical"], "write `hits count as critical hits`"),
    lacks(&["±N to *", "reroll *", "critical wounds on N+", "* on critical *"], ONE_ROLL),
    lacks(&["halve attacks", "halve damage"], "no rule here divides, and none says how to round"),
    lacks(&["set damage to A"], "Damage is two numbers: write `--set \"attacker.weapon.NAME.damage=[2, 4]\"`"),
    lacks(&["±N rend", "set rend to A", "* ap *", "* save by N", "set save to N+"], "there are no saves"),
    lacks(&["* hit by N", "set hit *", "* wound by N", "set wound *", "* skill *", "hit only on N+"], NO_SKILL),
    lacks(&["damage is 0"], "no rule here takes all damage away: write `-N damage to target`"),
    lacks(&["ignore first failed save", "feel no pain N+", "invulnerable N+"], NO_SAVES),
    lacks(&["wounded only on N+", "wounds on N+"], ONE_ROLL),
    lacks(
        &["ignore modifiers", "ignore hit modifiers", "ignore wound modifiers"],
        "no rule here changes a roll, so there is nothing to ignore",
    ),
    lacks(&["* per target health *"], "there is no Health: write the number of dice"),
    lacks(&["return *", "* return *"], "a fighter is one model: write `heal N`"),
    lacks(
        &["strike back *", "suffer A mortal*", "* strike back *", "* suffer A mortal"],
        "write `N damage back for each miss`, or `suffer N damage`",
    ),
    lacks(&["slay *", "* slay *"], "a fighter is one model and takes every point: write `N mortal damage`"),
    lacks(&["ignore first damage"], "a fighter takes every point: write `-N damage to target`"),
    lacks(&["no critical hits"], "write `critical hits count as hits`"),
    lacks_all_of("age-of-sigmar", NO_SAVES),
    lacks_all_of("warhammer-40k", ONE_ROLL),
    lacks_all_of("asoiaf", "that is a hook of A Song of Ice & Fire"),
    lacks(&["*save*"], NO_SAVES),
    has(&["A mortal damage", "A [D3] dice *", "heal *"], "WARCRY-ALLOCATE"),
    has(&["* damage", "* damage *"], "WARCRY-DAMAGE"),
    has(&["*"], "WARCRY-HIT"),
]];

/// What a player of another game may write instead.
pub(in crate::games) const ELSEWHERE: &[SharedRule] = &[
    lacks(&["reroll up to N hits"], "that is a hook of Warcry: write `reroll hits of 1` or `reroll failed hits`"),
    lacks(&["* at least 1"], "write it without `at least 1`: no number of an attack falls below 1 here"),
    lacks(
        &["critical hits count as hits on N+"],
        "that is a hook of Warcry: no rule here takes critical hits away on a die",
    ),
    lacks(
        &["up to N critical hits count as hits", "critical hits count as hits"],
        "that is a hook of Warcry: in Age of Sigmar write `no critical hits`, elsewhere no rule takes them away",
    ),
    lacks(
        &["hits count as critical hits", "up to N hits count as critical hits"],
        "that is a hook of Warcry: write `critical hits on N+`",
    ),
    lacks(
        &["A mortal|damage if any *"],
        "that is a hook of Warcry: write `N mortal on critical hits`, or dice on the side",
    ),
    lacks_all_of("warcry", "that is a hook of Warcry"),
];
