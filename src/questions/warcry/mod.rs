//! Dice questions of this game, one file for each family. The rules they answer for are named beside each.

mod abilities;
mod falls;
mod fights;
mod initiative;
mod monsters;

use crate::questions::{Question, QuestionKey, key, question};
use crate::stats::{Counts, Fraction};

const QUAD: QuestionKey =
    key("quad").means("are five or six dice alike a quad, or only `exactly-four` (B-1)?").or("four-or-more");
const VALUE: QuestionKey =
    key("value").means("the value of the ability: the face of the group that pays for it").needed();
const ATTACKER: QuestionKey = key("attacker").means("who attacks").needed();
const DEFENDER: QuestionKey = key("defender").means("who is attacked").needed();
const PHASE: QuestionKey = key("phase").means("`melee` or `missile`, where the attacker has both");

pub(super) const QUESTIONS: &[Question] = &[
    question("initiative", "WARCRY-INIT-ROLL", initiative::initiative)
        .means(
            "who has the initiative, before the dice, at each number of singles, and with wild dice spent as singles?",
        )
        .keys(&[
            key("singles").means("singles among your initiative dice: 0 to 4, or 6; left out: not rolled yet"),
            key("wild").means("wild dice you spend as singles").or("0"),
            key("their-wild").means("wild dice the other player spends as singles").or("0"),
        ]),
    question("seize", "WARCRY-SEIZE", initiative::seize)
        .means("does the initiative change hands once wild dice are declared?")
        .keys(&[
            key("holder").means("singles of the player who has the initiative, before wild dice"),
            key("other").means("singles of the other player, before wild dice"),
            key("holder-wild").means("wild dice the holder spends as singles").or("0"),
            key("other-wild").means("wild dice the other player spends as singles").or("0"),
            key("holder-upgraded").means("singles the holder upgrades to doubles: they are singles no more").or("0"),
            key("other-upgraded").means("singles the other player upgrades to doubles").or("0"),
        ]),
    question("roll-off", "WARCRY-ROLLOFF", initiative::roll_off)
        .means("who wins a roll-off, and how often is it rolled?")
        .keys(&[key("players").means("players who roll off; only those who tie for the highest roll again").or("2")]),
    question("d66", "WARCRY-D66", initiative::d66)
        .means("how likely is one of so many results of a D66?")
        .keys(&[key("cells").means("how many of the 36 results are wanted").or("1")]),
    question("abilities", "WARCRY-WILD", abilities::abilities)
        .means("which doubles, triples and quads does a round bring, with wild dice and from some value on?")
        .keys(&[
            key("wild").means("wild dice spent to upgrade; left out: 0 to 3 side by side"),
            key("value").means("the least value that helps").or("1"),
            key("sets").means("how many such groups are wanted").or("1"),
            QUAD,
        ]),
    question("battle", "WARCRY-INIT-TABLES", abilities::battle)
        .means("will a battle of so many rounds bring a double, triple or quad?")
        .keys(&[
            key("rounds").means("rounds of the battle").or("4"),
            key("value").means("the least value that helps").or("1"),
            QUAD,
        ]),
    question("respite", "WARCRY-AB-RESPITE", abilities::respite).means("how much damage does Respite remove?").keys(&[
        key("damage").means("damage points on the fighter").needed(),
        key("value").means("the value of the triple; left out: the best of a round's triples"),
        key("wild").means("wild dice spent to upgrade").or("0"),
        QUAD,
    ]),
    question("falls", "WARCRY-IMPACT", falls::falls)
        .means("how much does a fall, a jump, spikes or a collapsing terrain feature hurt?")
        .keys(&[
            key("distance").means("how far down, in inches: one impact roll from 2\" on").alone(),
            key("impacts")
                .means("impact rolls: 0 for a drop under 2\", 2 for one from a statue, a brazier or foliage")
                .or("1"),
            key("deadly").means("times deadly terrain is met: a climb on it, or a landing within 1\" of it").or("0"),
            key("test").means("whether a falling test comes first: at an open edge or on stairs").or("no"),
            key("fighters").means("fighters who fall: all whom Demolishing Rampage moves").or("1"),
            key("wounds").means("wounds a fighter has left, to see whether one falls for good"),
        ]),
    question("disengage", "WARCRY-STRIKE", falls::disengage)
        .means("how much does Strike Them Down hurt a fighter who disengages?")
        .keys(&[
            key("enemies").means("enemies within 1\" who can react; one of them may").or("1"),
            key("wounds").means("wounds the fighter has left"),
        ]),
    question("binding-ropes", "WARCRY-AB-BINDING", monsters::binding_ropes)
        .means("how much Move does Binding Ropes take from a monster?")
        .keys(&[VALUE, key("move").means("the monster's Move")]),
    question("go-for-the-eyes", "WARCRY-AB-EYES", monsters::go_for_the_eyes)
        .means("does Go for the Eyes take an attack from a monster?")
        .keys(&[
            key("attacks").means("hit dice of the next attack").needed(),
            key("uses").means("how often it is used in the battle").or("1"),
        ]),
    question("taunt", "WARCRY-AB-TAUNT", monsters::taunt)
        .means("must the monster attack whoever taunts it?")
        .keys(&[VALUE]),
    question("drag-and-maul", "WARCRY-AB-DRAG", monsters::drag_and_maul)
        .means("how much does Drag and Maul hurt?")
        .keys(&[VALUE, key("wounds").means("wounds the fighter has left")]),
    question("react", "WARCRY-COUNTER", fights::react)
        .means("does Counter or Take Cover pay, compared with the action it costs?")
        .keys(&[ATTACKER, DEFENDER, PHASE]),
    question("activation", "WARCRY-AB-RAMPAGE", fights::activation)
        .means("what do a second attack, Onslaught and Rampage add?")
        .keys(&[ATTACKER, DEFENDER, PHASE]),
    question("take-down", "WARCRY-ALLOCATE", fights::take_down)
        .means("after how many such attacks is the target down?")
        .keys(&[ATTACKER, DEFENDER, PHASE, key("attacks").means("how many are shown").or("8")]),
];

/// One half.
const fn half() -> Fraction {
    Fraction { ways: 1, of: 2 }
}

/// A fair coin.
fn coin() -> Counts<bool> {
    Counts::equally([true, false])
}

/// `1 wild die`, `2 wild dice`.
fn wild_dice(n: i64) -> String {
    if n == 1 { "1 wild die".to_owned() } else { format!("{n} wild dice") }
}
