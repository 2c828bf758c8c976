//! What is planned: targets and their states, attackers, and what they use up.

use std::sync::Arc;

use crate::engine::OpenReroll;

/// The most combinations of attackers that are left and states of all targets: 256 MiB of values.
pub(super) const MAX_PLAN_STATES: usize = 1 << 24;
/// The most sets of attackers that are left, and of what they use up; beyond as many in two phases each attacks in one.
pub(super) const MAX_PLAN_HANDS: usize = 1 << 17;
/// The most multiplications that a plan takes: about twenty seconds.
pub(super) const MAX_PLAN_WORK: f64 = 1e10;
/// Plans whose values differ by less are equally good.
pub(super) const SAME: f64 = 1e-12;

/// What is wanted, and the wounds, which decide where that is the same.
pub(super) type StateValue = [f64; 2];

/// For each state of a target what an attack makes of it: states, each with its chance. Nothing: the state stays.
pub(super) type Moves = Vec<Vec<(usize, f64)>>;

/// What is planned.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanBoard {
    /// How many there are of each kind: of attackers, and behind them of what they use up, such as commands.
    pub(super) counts: Vec<usize>,
    /// For each kind of attackers another that is used up with each of it: units that attack in one phase of two.
    pub(super) once: Vec<Option<usize>>,
    /// What the kinds behind the attackers are called.
    pub(super) used_up: Vec<String>,
    /// When each kind acts: after anyone of a later stage has acted, the rest of an earlier stage is forfeited.
    pub(super) stages: Vec<usize>,
    /// For each target the value of each of its states, and the state it starts in.
    pub(super) targets: Vec<TargetStates>,
    /// For each kind of attacker its attacks; `None`: one that may not be made. At each place among the targets is the
    /// attack on that target alone, behind them those whose weapons go at several targets, and those that use something up.
    /// None at all: the kind is not an attacker.
    pub(super) aims: Vec<Vec<Option<PlanAim>>>,
}

/// Whom an attack goes at.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanAim {
    /// The targets, each with what the weapons do that go at it. No target is there twice.
    pub(super) parts: Vec<(usize, Arc<Moves>)>,
    /// What it uses up apart from the attacker: kinds, and how many of each.
    pub(super) uses: Vec<(usize, usize)>,
    /// How some of that is kept where the dice do not call for it, for whoever sees them.
    pub(super) kept: Option<Arc<KeptDie>>,
    /// The chance that it does not come about, as nobody arrives: nothing is used up then.
    pub(super) idle: f64,
    /// The commands that are used, in words.
    pub(super) with: Vec<String>,
}

/// An attack with a die that is used up once it is rolled again.
#[derive(Debug)]
pub(super) struct KeptDie {
    /// What is used up though the die is kept.
    pub(super) uses: Vec<(usize, usize)>,
    /// For each state of the target the points lost and the attack, and for each number of points lost the state; `None`: the
    /// state stays.
    pub(super) attacks: Vec<Option<(usize, Arc<OpenReroll>)>>,
    pub(super) places: Vec<usize>,
    /// The chance that the attack comes about.
    pub(super) chance: f64,
}

impl PlanAim {
    /// An attack by all weapons on one target that uses nothing up.
    pub(super) fn plain(target: usize, moves: Arc<Moves>) -> Self {
        Self { parts: vec![(target, moves)], ..Self::default() }
    }
}

/// What pays for commands, among what attacks use up.
pub(super) const COMMAND_POINTS: &str = "command points";

/// The stage of what may be used up in any of them.
pub(super) const ANY_STAGE: usize = usize::MAX;

/// The states of a target.
#[derive(Clone, Debug, Default)]
pub(super) struct TargetStates {
    /// The value of each state, and the wounds that are lost in it.
    pub(super) values: Vec<f64>,
    pub(super) wounds: Vec<f64>,
    /// The state before the first attack.
    pub(super) start: usize,
}

/// A move: a kind of attacker, and one of its aims.
pub(super) type Move = (usize, usize);

/// More than is computed: how many states, and how many multiplications.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TooLarge {
    pub(super) states: f64,
    pub(super) work: f64,
}

/// Who has not attacked yet, and what is not used up, as one number: how many of each kind.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    strides: Vec<usize>,
    counts: Vec<usize>,
    stages: Vec<usize>,
    once: Vec<Option<usize>>,
    attackers: usize,
}

impl Hands {
    pub(super) fn of(board: &PlanBoard) -> Self {
        let strides = board.counts.iter().scan(1usize, |stride, count| {
            let here = *stride;
            *stride = stride.saturating_mul(count + 1);
            Some(here)
        });
        let attackers = board.aims.iter().take_while(|aims| !aims.is_empty()).count();
        let (counts, stages, once) = (board.counts.clone(), board.stages.clone(), board.once.clone());
        Self { strides: strides.collect(), counts, stages, once, attackers }
    }

    /// How many different hands there are, those included that no order of attacks leads to.
    pub(super) fn len(&self) -> usize {
        self.counts.iter().fold(1, |all: usize, count| all.saturating_mul(count + 1))
    }

    /// How many hands there are that attacks may lead to, and for each kind from how many it may act.
    fn reachable(&self) -> (f64, Vec<f64>) {
        let mut stages: Vec<usize> = self.stages.clone();
        stages.sort_unstable();
        stages.dedup();
        let hands_in = |stage: usize| -> f64 {
            let kinds = (0..self.counts.len()).filter(|kind| self.stages[*kind] == stage);
            kinds.map(|kind| self.counts[kind] as f64 + 1.0).product()
        };
        let any = hands_in(ANY_STAGE);
        let before = |stage: usize| -> f64 { stages.iter().filter(|s| **s < stage).map(|s| hands_in(*s) - 1.0).sum() };
        let acts = |kind: usize| {
            let (stage, count) = (self.stages[kind], self.counts[kind] as f64);
            any * (hands_in(stage) * count / (count + 1.0) + before(stage))
        };
        (any * (1.0 + before(ANY_STAGE)), (0..self.attackers).map(acts).collect())
    }

    /// The hand before the first attack.
    pub(super) fn full(&self) -> usize {
        self.len() - 1
    }

    pub(super) fn left(&self, hand: usize, kind: usize) -> usize {
        hand / self.strides[kind] % (self.counts[kind] + 1)
    }

    /// The hand once one of a kind has acted and used something up; `None` if there is not as much of it.
    pub(super) fn after(&self, hand: usize, kind: usize, uses: &[(usize, usize)]) -> Option<usize> {
        let passed = (0..self.counts.len()).filter(|other| self.stages[*other] < self.stages[kind]);
        let lost: usize = passed.map(|other| self.left(hand, other) * self.strides[other]).sum();
        self.less(hand, kind, uses).map(|rest| rest - lost)
    }

    /// The same whatever was passed before: what is used in whichever order.
    pub(super) fn less(&self, hand: usize, kind: usize, uses: &[(usize, usize)]) -> Option<usize> {
        let enough = uses.iter().all(|(used, n)| self.left(hand, *used) >= *n);
        enough.then(|| hand - self.strides[kind] - uses.iter().map(|(used, n)| n * self.strides[*used]).sum::<usize>())
    }

    /// The hand with one more of a kind and of what it uses; `None` if there are not as many.
    pub(super) fn with(&self, hand: usize, kind: usize, uses: &[(usize, usize)]) -> Option<usize> {
        let all = || uses.iter().copied().chain([(kind, 1)]);
        let fits = all().all(|(kind, n)| self.left(hand, kind) + n <= self.counts[kind]);
        fits.then(|| hand + all().map(|(kind, n)| n * self.strides[kind]).sum::<usize>())
    }

    /// How many attackers are left in all.
    pub(super) fn size(&self, hand: usize) -> usize {
        (0..self.attackers).map(|kind| self.left(hand, kind)).sum()
    }

    /// The kinds of attackers of which one may act.
    pub(super) fn kinds(&self, hand: usize) -> impl Iterator<Item = usize> {
        let may = move |kind: &usize| self.once[*kind].is_none_or(|unit| self.left(hand, unit) > 0);
        (0..self.attackers).filter(move |kind| self.left(hand, *kind) > 0).filter(may)
    }

    /// Every hand that holds no more of anything than this one.
    pub(super) fn parts(&self, hand: usize) -> impl Iterator<Item = usize> {
        let most: Vec<usize> = (0..self.counts.len()).map(|kind| self.left(hand, kind)).collect();
        let mut next = Some((0, vec![0; most.len()]));
        std::iter::from_fn(move || {
            let (part, mut digits) = next.take()?;
            let mut more = part;
            for (kind, digit) in digits.iter_mut().enumerate() {
                if *digit < most[kind] {
                    *digit += 1;
                    more += self.strides[kind];
                    next = Some((more, digits));
                    break;
                }
                more -= *digit * self.strides[kind];
                *digit = 0;
            }
            Some(part)
        })
    }

    /// Whether a hand is what attacks may lead to: of stages that are over nothing is left.
    pub(super) fn is_reachable(&self, hand: usize) -> bool {
        let timed = |kind: &usize| self.stages[*kind] != ANY_STAGE;
        let begun = (0..self.counts.len()).filter(timed).filter(|kind| self.left(hand, *kind) < self.counts[*kind]);
        let now = begun.map(|kind| self.stages[kind]).max().unwrap_or(0);
        (0..self.counts.len()).filter(|kind| self.stages[*kind] < now).all(|kind| self.left(hand, kind) == 0)
    }
}

impl PlanBoard {
    /// The attacks of a kind on one target alone: places among its aims, each with what it does and what it uses up.
    pub(super) fn on(&self, kind: usize, target: usize) -> impl Iterator<Item = (usize, &Moves, &[(usize, usize)])> {
        self.aims[kind].iter().enumerate().filter_map(move |(place, aim)| {
            let aim = aim.as_ref()?;
            match &aim.parts[..] {
                [(at, moves)] if *at == target => Some((place, &**moves, &aim.uses[..])),
                _ => None,
            }
        })
    }

    /// Whether some attack keeps what it does not need.
    pub(super) fn has_kept(&self) -> bool {
        self.aims.iter().flatten().flatten().any(|aim| aim.kept.is_some())
    }

    /// Whether what some attack uses up is left with some chance.
    pub(super) fn may_leave(&self) -> bool {
        self.has_kept() || self.aims.iter().flatten().flatten().any(|aim| aim.idle > 0.0 && !aim.uses.is_empty())
    }

    /// The same board where every attack goes at one target.
    pub(super) fn without_splitting(&self) -> Self {
        let whole = |aim: &Option<PlanAim>| aim.clone().filter(|aim| aim.parts.len() == 1);
        Self { aims: self.aims.iter().map(|aims| aims.iter().map(whole).collect()).collect(), ..self.clone() }
    }

    /// The same with one more command point, if there are too few for all commands.
    pub(super) fn with_one_more_point(&self) -> Option<Self> {
        let pool = self.used_up.iter().position(|name| name == COMMAND_POINTS)?;
        let mut richer = self.clone();
        richer.counts[self.counts.len() - self.used_up.len() + pool] += 1;
        (Hands::of(&richer).len() <= MAX_PLAN_HANDS).then_some(richer)
    }

    /// How many combinations of states the targets have.
    pub(super) fn cells(&self) -> f64 {
        self.targets.iter().map(|target| target.values.len() as f64).product()
    }

    /// For each target how far apart the cells of two neighbouring states are; the last target's are side by side.
    pub(super) fn strides(&self) -> Vec<usize> {
        let mut strides = vec![1; self.targets.len()];
        for place in (1..self.targets.len()).rev() {
            strides[place - 1] = strides[place] * self.targets[place].values.len();
        }
        strides
    }

    /// The cell before the first attack.
    pub(super) fn start(&self) -> usize {
        self.targets.iter().zip(self.strides()).map(|(target, stride)| target.start * stride).sum()
    }

    /// The value of a cell.
    pub(super) fn now(&self, cell: usize) -> StateValue {
        let add = |[value, wounds]: StateValue, (target, stride): (&TargetStates, usize)| {
            let state = cell / stride % target.values.len();
            [value + target.values[state], wounds + target.wounds[state]]
        };
        self.targets.iter().zip(self.strides()).fold([0.0; 2], add)
    }

    /// Checks that a plan for it can be computed.
    ///
    /// # Errors
    /// How large it is.
    pub(super) fn check(&self) -> Result<(), TooLarge> {
        let (hands, cells) = (Hands::of(self), self.cells());
        let chances = |target: usize, moves: &Moves| {
            let each = moves.iter().map(|row| row.len().max(1)).sum::<usize>() as f64;
            cells * each / self.targets[target].values.len() as f64
        };
        let (all, acts) = hands.reachable();
        let mut work = 0.0;
        for (aims, times) in self.aims.iter().zip(acts) {
            for aim in aims.iter().flatten() {
                work += times * aim.parts.iter().map(|(target, moves)| chances(*target, moves)).sum::<f64>();
                let Some(kept) = &aim.kept else { continue };
                let each: f64 = kept.attacks.iter().flatten().map(|(_, attack)| attack.work).sum();
                work += times * each * cells / kept.attacks.len() as f64;
            }
        }
        let states = all.max(hands.len() as f64 / 64.0) * cells;
        let fits = states <= MAX_PLAN_STATES as f64 && work <= MAX_PLAN_WORK;
        if fits { Ok(()) } else { Err(TooLarge { states, work }) }
    }
}
