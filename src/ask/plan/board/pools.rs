//! What attacks of a plan use up: commands, command points, and the phase of a unit that attacks in one alone; and which
//! of equals comes first.

use std::sync::Arc;

use super::{AttackPairs, AttackerKind, CommandedAttack};
use crate::ask::plan::layout::{ANY_STAGE, COMMAND_POINTS, PlanBoard};
use crate::ask::plan::moves::Pools;
use crate::games::{Order, Phase};

/// The note about units with weapons for both phases, where nobody charges.
const ONE_PHASE: &str = "each unit attacks once, in one phase: whoever shoots does not fight without a charge; with `--charge` a unit does both";

impl AttackPairs {
    /// Puts those who shoot first where phases do not: of plans that are equally good the first is told, and whoever shoots
    /// at a target in melee endangers friends (ASOIAF-PANIC-FRIENDLY) or may not (WARCRY-TARGET).
    pub(super) fn shoot_first(&mut self) {
        let shoots = |attack: &CommandedAttack| attack.phase == Some(Phase::Shooting);
        if self.game.moments.order == Order::Activations {
            self.kinds.sort_by_key(|kind| !kind.strikes.iter().flatten().any(shoots));
        }
    }

    /// Lets each unit attack in one phase: whoever shoots from afar does not fight unless it charges.
    pub(super) fn attack_once(&mut self, board: &mut PlanBoard) {
        for kind in 1..self.kinds.len() {
            let (before, unit) = (&self.kinds[kind - 1], &self.kinds[kind]);
            if before.of != unit.of {
                continue;
            }
            let pool = board.counts.len();
            board.counts.push(unit.count);
            board.stages.push(ANY_STAGE);
            board.aims.push(Vec::new());
            board.used_up.push(String::new());
            for kind in [kind - 1, kind] {
                board.once[kind] = Some(pool);
                for aim in board.aims[kind].iter_mut().flatten() {
                    aim.uses.push((pool, 1));
                    aim.kept.iter_mut().filter_map(Arc::get_mut).for_each(|kept| kept.uses.push((pool, 1)));
                }
            }
        }
        if board.once.iter().any(Option::is_some) {
            self.notes.push(ONE_PHASE.to_owned());
        }
    }

    /// Adds what commands use up: each is used once in a phase, and all together cost no more than there are points.
    pub(super) fn pools(&self, board: &mut PlanBoard, points: Option<usize>) -> Pools {
        let mut pools = Pools::default();
        let mut add = |count: usize, stage: usize, name: &str| {
            board.used_up.push(name.to_owned());
            board.counts.push(count);
            board.stages.push(stage);
            board.aims.push(Vec::new());
            board.counts.len() - 1
        };
        for (place, command) in self.commands.iter().enumerate() {
            let used = |stage: &usize| {
                let has = |attack: &CommandedAttack| attack.commanded.iter().any(|(used, _)| used.contains(&place));
                let acts = |kind: &AttackerKind| usize::from(kind.phase == Some(Phase::Combat)) == *stage;
                self.kinds.iter().any(|kind| acts(kind) && kind.strikes.iter().flatten().any(has))
            };
            let stages: Vec<usize> = (0..2).filter(used).collect();
            for stage in &stages {
                let phase = if *stage == 0 { "shooting" } else { "combat" };
                // What cannot be paid is nothing that is left.
                let name = if points.is_some_and(|points| points < command.price) {
                    String::new()
                } else if stages.len() > 1 {
                    format!("{} ({phase})", command.text)
                } else {
                    command.text.clone()
                };
                pools.of.push((place, *stage, add(1, *stage, &name), command.price));
            }
        }
        let all: usize = pools.of.iter().map(|(.., price)| price).sum();
        pools.points = points.filter(|points| *points < all).map(|points| add(points, ANY_STAGE, COMMAND_POINTS));
        pools
    }
}
