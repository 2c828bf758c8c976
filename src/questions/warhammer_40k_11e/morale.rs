//! Battle-shock and leadership rolls, also after casualties.

use crate::error::Error;
use crate::questions::warhammer_40k::morale;
use crate::questions::{Answered, Query, Question, key, question};
use crate::stats::{Counts, Fraction};

pub(super) const BATTLE_SHOCK: Question = Question {
    short: "does a battle-shock or leadership roll fail, also after an attack's casualties?",
    answer: |query| morale::battle_shock(query, &morale::ELEVENTH),
    ..morale::BATTLE_SHOCK
};

pub(super) const SUPER_HEAVY_WALKER: Question =
    question("super-heavy-walker", "W40K-SUPER-HEAVY-WALKER", super_heavy_walker)
        .means("does a Super-heavy Walker that moves over what is in its way shock itself: a 1 on a D6?")
        .keys(&[key("moves").means("how many such moves").or("1")]);

fn super_heavy_walker(query: &Query<'_>) -> Result<Answered, Error> {
    let moves = query.whole("moves", 1..=20)? as u32;
    let ones = Counts::successes(moves, Fraction::new(1, 6));
    Ok(Answered::new(format!("{moves} moves of a Super-heavy Walker"))
        .line("Battle-shocked", ones.at_least(1))
        .line("not shocked", ones.at_least(1).rest()))
}
