//! The cells of a table of many attacks: each is put together and worked out, once for all that are the same.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::choices::settled;
use super::clauses::TypedClause;
use super::counted::{Counted, NotUsed, counted, points_destroyed};
use super::entrant::Entrant;
use super::ledger::{first_line, fitted, payable};
use super::readings::{is_each, one_of, pick, ruling};
use super::remembered::{Remembered, SameAs};
use super::request::Request;
use super::turns::healed_in_between;
use super::typed::split;
use crate::engine::{self, Options, Ready, Wanted};
use crate::error::Error;
use crate::games::{Attack, Clause, Encounter, Engaged, Game, Owner, Phase};
use crate::profile::{Diagnostics, Profile};
use crate::sequence::{Aim, Fingerprint, Side, fingerprint};

/// What holds for every cell.
pub(super) struct CellTable {
    pub(super) game: &'static Game,
    /// An attack without units.
    bare: Encounter,
    /// What was given without the name of a unit.
    clauses: Vec<TypedClause>,
    options: Options,
    phase: Option<Phase>,
    /// Command points of each army; `None`: enough.
    points: Option<usize>,
    /// Whether nothing was given that may decide the phase.
    pub(super) is_plain: bool,
    /// Whether whole distributions are kept.
    pmf: bool,
    /// What is worked out of each attack.
    wanted: Wanted,
    /// Whose distribution is kept for drawings; that of the wounds lost if it is not a number.
    pub(super) drawn: Option<String>,
    /// Answers to attacks that may be made again: of other units that read alike.
    kept: Remembered<Arc<CellAnswers>>,
}

/// Those who attack, then the target, and what was given for each.
pub(super) type Sides<'u> = &'u [(&'u Profile, &'u [TypedClause])];

/// The profiles of those who attack and of the target.
fn sides<'u>(
    attacker: &'u Entrant,
    defender: &'u Entrant,
) -> Result<SmallVec<[(&'u Profile, &'u [TypedClause]); 2]>, Error> {
    let side = |unit: &'u Entrant| Ok((unit.profile.as_ref().map_err(Error::clone)?, &unit.clauses[..]));
    attacker.each().chain([defender]).map(side).collect()
}

/// Words that have fitted no attack so far, each with an attack that it does not fit.
pub(super) type OpenWords<'e> = Vec<(String, Option<(&'e Entrant, &'e Entrant)>)>;

/// An attack that is put together, the clauses that do not fit, and its answer once it is computed.
pub(super) struct Fitting {
    engaged: Arc<Engaged>,
    /// Models of the target and their wounds, where they are others than in `engaged`.
    size: Option<[u16; 2]>,
    /// What tells the attack apart but the bodies.
    number: Fingerprint,
    pub(super) unfit: Vec<NotUsed>,
    same: SameAs,
    does: Arc<CellAnswers>,
    refused: OnceLock<Error>,
}

/// What an attack does, and all that read like it: the mean of its damage where that is soon known, and the answer.
#[derive(Default)]
struct CellAnswers {
    most: OnceLock<Option<f64>>,
    counted: OnceLock<Counted>,
}

/// Who puts the attacks of a cell together, each in its phase.
type PutTogether<'c> = &'c dyn Fn(Sides<'_>, Option<Phase>) -> Result<Arc<Fitting>, Error>;

impl Fitting {
    /// Whether more of it than the target's body may depend on how large the target is, whatever was asked: a choice is made
    /// by what it does, and a mixture has bodies of its own.
    pub(super) fn depends_on_size(&self) -> bool {
        let Engaged { engagement, readings, choices, .. } = &*self.engaged;
        let of_target = || engagement.bodies.iter().filter(|body| body.side == Side::Defender);
        let is_one = of_target().count() == 1 && of_target().all(|body| body.groups.len() == 1);
        let is_plain = choices.is_empty() && readings.is_empty() && engagement.mixture.is_empty();
        !is_one || !is_plain || !self.unfit.is_empty()
    }

    /// The attack, on a target of its size.
    fn engaged(&self) -> Cow<'_, Engaged> {
        let Some([models, wounds]) = self.size else { return Cow::Borrowed(&self.engaged) };
        let mut engaged = Engaged::clone(&self.engaged);
        let of_target = engaged.engagement.bodies.iter_mut().filter(|body| body.side == Side::Defender);
        for group in of_target.flat_map(|body| &mut body.groups) {
            (group.models, group.wounds) = (models, wounds);
        }
        Cow::Owned(engaged)
    }

    /// The same as others of its row know it.
    pub(super) fn known_as(self, same: SameAs) -> Self {
        Self { same, ..self }
    }
}

impl CellTable {
    /// The situations and effects of a table, without its units.
    ///
    /// # Errors
    /// What the game does not have.
    pub(super) fn of(
        game: &'static Game,
        (request, clauses): (&Request, Vec<TypedClause>),
        options: &Options,
        pmf: bool,
    ) -> Result<Self, Error> {
        if request.weapons.iter().any(|name| is_each(name)) {
            let message = "`--weapon each` answers for the weapons of one attack, not for a table of many";
            return Err(Error::usage(message).hint("name one weapon, or write `--weapon best`".to_owned()));
        }
        let bare = Encounter {
            mode: one_of("mode", request.mode.as_deref(), game.modes, game)?.to_owned(),
            edition: one_of("edition", request.edition.as_deref(), game.editions, game)?.to_owned(),
            with: clauses.iter().map(|typed| typed.clause.clone()).collect(),
            picks: request.weapons.iter().map(|name| pick(name)).collect(),
            order: request.order.iter().flat_map(|text| split(text)).collect(),
            rulings: request.rulings.iter().map(|text| ruling(game, text)).collect::<Result<_, _>>()?,
            ..Encounter::default()
        };
        let is_plain = request.with.is_empty() && bare.picks.is_empty();
        let (options, phase, points) = (options.clone(), request.phase, request.points);
        let kept = Remembered::default();
        Ok(Self {
            game,
            bare,
            clauses,
            options,
            phase,
            points,
            is_plain,
            pmf,
            wanted: Wanted::Results,
            drawn: None,
            kept,
        })
    }

    /// From now on no more is worked out than what targets lose.
    pub(super) fn leave_out_totals(&mut self) {
        (self.wanted, self.kept) = (Wanted::Losses, Remembered::default());
    }

    /// One attack of one unit on another, in the phase that was asked for; if none was, in the one in which it does more.
    ///
    /// # Errors
    /// Why it cannot be computed.
    pub(super) fn cell(&self, attacker: &Entrant, defender: &Entrant) -> Result<Counted, Error> {
        self.cell_of(
            attacker,
            defender,
            &|units, phase| self.fitting(units, phase).map(Arc::new),
            &AtomicBool::default(),
        )
    }

    /// The same with somebody else who puts the attacks together; `second_led`: whether the second phase did more where the
    /// attacker was asked for last, which decides nothing but what is computed first.
    ///
    /// # Errors
    /// As there.
    pub(super) fn cell_of(
        &self,
        attacker: &Entrant,
        defender: &Entrant,
        fitting: PutTogether<'_>,
        second_led: &AtomicBool,
    ) -> Result<Counted, Error> {
        let units = &sides(attacker, defender)?[..];
        defender.unattackable.clone().map_or(Ok(()), Err)?;
        let answered = |phase, clauses| self.answered(&*fitting(units, phase)?, defender.line.points, clauses);
        match (self.phase, &attacker.phases[..]) {
            (Some(phase), _) => answered(Some(phase), Some(phase)),
            (None, [only]) => answered(Some(*only).filter(|_| units.len() > 2), Some(*only)),
            (None, [first, second]) => {
                // Something that was given may leave one phase only.
                if !self.is_plain
                    && let Ok(counted) = answered(None, None)
                {
                    return Ok(counted);
                }
                let phases = [*first, *second];
                let fittings = phases.map(|phase| fitting(units, Some(phase)));
                let (place, fitting) = self.better(fittings, second_led.load(Relaxed))?;
                second_led.store(place == 1, Relaxed);
                self.answered(&fitting, defender.line.points, Some(phases[place]))
            }
            _ => answered(None, None),
        }
    }

    /// Of the attacks of two phases the one that does more, and its place; the first one if both do the same.
    fn better(
        &self,
        fittings: [Result<Arc<Fitting>, Error>; 2],
        second_led: bool,
    ) -> Result<(usize, Arc<Fitting>), Error> {
        let fittings = match fittings {
            [Ok(first), Ok(second)] => [first, second],
            [Err(_), Ok(second)] => return Ok((1, second)),
            [first, _] => return Ok((0, first?)),
        };
        // What was given for one phase means that one.
        let place = match fittings[0].unfit.len().cmp(&fittings[1].unfit.len()) {
            Ordering::Less => 0,
            Ordering::Greater => 1,
            Ordering::Equal => {
                usize::from(self.is_second_better(fittings.each_ref().map(|fitting| &**fitting), second_led))
            }
        };
        let [first, second] = fittings;
        Ok((place, if place == 0 { first } else { second }))
    }

    /// Whether the second of two attacks does more, or is the one that can be computed.
    fn is_second_better(&self, fittings: [&Fitting; 2], second_led: bool) -> bool {
        let damage = |place: usize| *fittings[place].does.most.get_or_init(|| self.most(&fittings[place].engaged()));
        // A unit never loses more than the damage is. Where one attack alone costs more than all that the other does, the
        // other need not be computed any further.
        let sooner = match [0, 1].map(|place: usize| fittings[place].does.counted.get().is_some()) {
            [true, false] => 0,
            [false, true] => 1,
            _ => usize::from(second_led),
        };
        let answer = self.does(fittings[sooner]);
        let most = damage(1 - sooner).map(|damage| damage * (1.0 + SURE) + SURE);
        if answer.as_ref().is_ok_and(|counted| most.is_some_and(|most| counted.lost() > most)) {
            return sooner == 1;
        }
        match [0, 1].map(|place| self.does(fittings[place])) {
            [Ok(first), Ok(second)] if first.lost() == second.lost() => match [0, 1].map(damage) {
                [Some(first), Some(second)] if (first - second).abs() > SURE * (first + second) => second > first,
                _ => self.damage(fittings[1]) > self.damage(fittings[0]),
            },
            [Ok(first), Ok(second)] => second.lost() > first.lost(),
            [first, second] => first.is_err() && second.is_ok(),
        }
    }

    /// The mean of an attack's damage as its answer has it.
    fn damage(&self, fitting: &Fitting) -> f64 {
        let damage = |counted: &Counted| counted.value("damage");
        let whole = || self.worked_out(&fitting.engaged(), Wanted::Results).ok().as_ref().and_then(damage);
        self.does(fitting).ok().and_then(damage).or_else(whole).unwrap_or(0.0)
    }

    /// The mean of an attack's damage, where it is soon known, nothing but damage is lost, and the answer is not a roll of dice.
    fn most(&self, engaged: &Engaged) -> Option<f64> {
        let is_exact = matches!(self.options.method, engine::Method::Auto | engine::Method::Exact);
        let engagement = Some(&engaged.engagement).filter(|engagement| is_exact && engagement.damage_is_all())?;
        Ready::new(engagement).ok()?.mean_damage(FEW).ok()
    }

    /// What asks for the same of two units alone.
    pub(super) fn typed(&self, [attacker, defender]: [&Entrant; 2]) -> Vec<String> {
        let of = |owner: Option<Owner>, clause: &TypedClause| match owner {
            Some(Owner::Attacker) => format!("attacker: {}", clause.text),
            Some(Owner::Defender) => format!("defender: {}", clause.text),
            None => clause.text.clone(),
        };
        let common = self.clauses.iter().map(|clause| of(clause.clause.owner, clause));
        let mine = attacker.each().enumerate().flat_map(|(place, unit)| {
            let attack = if attacker.then.is_empty() { String::new() } else { format!("{}: ", place + 1) };
            unit.clauses.iter().map(move |clause| attack.clone() + &of(Some(Owner::Attacker), clause))
        });
        common.chain(mine).chain(defender.clauses.iter().map(|clause| of(Some(Owner::Defender), clause))).collect()
    }

    /// What is said of an attack: of all, and of these two units.
    fn clauses(&self, units: Sides<'_>) -> Vec<Clause> {
        let own = |clause: &TypedClause, owner: Owner, attack: Option<usize>| Clause {
            owner: Some(owner),
            attack,
            ..clause.clause.clone()
        };
        let (mut with, target) = (self.bare.with.clone(), units.len() - 1);
        for (place, (_, clauses)) in units[..target].iter().enumerate() {
            let attack = (target > 1).then_some(place);
            with.extend(clauses.iter().map(|clause| own(clause, Owner::Attacker, attack)));
        }
        with.extend(units[target].1.iter().map(|clause| own(clause, Owner::Defender, None)));
        with
    }

    /// The attack, put together with all that is given.
    fn strict(&self, units: Sides<'_>, phase: Option<Phase>, with: &[Clause]) -> Result<Engaged, Error> {
        let on = units.len() - 1;
        let mut encounter = Encounter {
            units: units.iter().map(|(profile, _)| (*profile).clone()).collect(),
            attacks: (0..on).map(|by| Attack { by, on, phase }).collect(),
            with: with.to_vec(),
            ..self.bare.clone()
        };
        self.game.moments.puts_in_order(&mut encounter, self.game.engage);
        payable(self.game, &encounter, self.points)?;
        let judged = (self.options.method, self.options.sampling.seed, Aim::default());
        let engaged = settled(self.game, &mut encounter, Diagnostics::default(), judged, &mut Vec::new())?;
        healed_in_between(&encounter, &engaged)?;
        Ok(engaged)
    }

    /// The attack, put together with as much of what is given as fits it.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub(super) fn fitting(&self, units: Sides<'_>, phase: Option<Phase>) -> Result<Fitting, Error> {
        let fitted = fitted(&self.clauses(units), |with| self.strict(units, phase, with))?;
        let not_used = |(what, why): &(Clause, Error)| NotUsed { what: what.text.clone(), why: first_line(why).into() };
        let unfit = fitted.unfit.iter().map(not_used).collect();
        let number = fingerprint(&fitted.made.engagement, (&fitted.made.readings, &fitted.made.chances));
        Ok(self.made((Arc::new(fitted.made), number, None), unfit))
    }

    fn made(
        &self,
        (engaged, number, size): (Arc<Engaged>, Fingerprint, Option<[u16; 2]>),
        unfit: Vec<NotUsed>,
    ) -> Fitting {
        let kept = || self.kept.get(number.on(&engaged.engagement.bodies, size));
        let does = if self.keeps_answers() { kept() } else { Arc::default() };
        Fitting { engaged, size, number, unfit, same: SameAs::default(), does, refused: OnceLock::new() }
    }

    /// The same attack, in which nobody asked how large the target is, on one of another size.
    pub(super) fn resized(&self, Fitting { engaged, number, .. }: &Fitting, size: [u16; 2]) -> Fitting {
        self.made((Arc::clone(engaged), *number, Some(size)), Vec::new())
    }

    /// Everything that is told to some attack, each once.
    pub(super) fn words<'e>(&self, attackers: &[Entrant], defenders: &[Entrant]) -> OpenWords<'e> {
        let named = attackers.iter().flat_map(Entrant::each).chain(defenders).flat_map(|unit| &unit.clauses);
        let named = named.map(|clause| &clause.clause);
        let mut words: Vec<String> = self.bare.with.iter().chain(named).map(|clause| clause.text.clone()).collect();
        words.sort_unstable();
        words.dedup();
        words.into_iter().map(|word| (word, None)).collect()
    }

    /// Leaves out words that fit an attack, and notes where others do not.
    pub(super) fn note_words<'e>(
        &self,
        open: &mut OpenWords<'e>,
        (attacker, defender): (&'e Entrant, &'e Entrant),
        unfit: &[NotUsed],
    ) {
        let is_noted = |word: &str| {
            let mut named =
                attacker.each().chain([defender]).flat_map(|unit| &unit.clauses).map(|clause| &clause.clause);
            self.bare.with.iter().any(|clause| clause.text == word) || named.any(|clause| clause.text == word)
        };
        let is_unfit = |word: &str| unfit.iter().any(|one| one.what == word);
        open.retain(|(word, _)| !is_noted(word) || is_unfit(word));
        open.iter_mut().filter(|(word, _)| is_unfit(word)).for_each(|(_, at)| *at = Some((attacker, defender)));
    }

    /// Why an attack cannot be made with all that is given.
    pub(super) fn refusal(&self, attacker: &Entrant, defender: &Entrant) -> Option<Error> {
        let units = &sides(attacker, defender).ok()?[..];
        let phase = self.phase.or(attacker.phases.first().copied());
        self.strict(units, phase, &self.clauses(units)).err()
    }

    fn answered(&self, fitting: &Fitting, points: Option<u32>, phase: Option<Phase>) -> Result<Counted, Error> {
        let counted = self.does(fitting)?.clone();
        let points_destroyed = points_destroyed(points, counted.paid_for);
        Ok(Counted { phase, points_destroyed, same: fitting.same, not_used: fitting.unfit.clone(), ..counted })
    }

    /// What an attack does, worked out once.
    fn does<'f>(&self, fitting: &'f Fitting) -> Result<&'f Counted, Error> {
        let Fitting { does, refused, .. } = fitting;
        match (does.counted.get(), refused.get()) {
            (Some(counted), _) => return Ok(counted),
            (_, Some(why)) => return Err(why.clone()),
            (None, None) => {}
        }
        match self.worked_out(&fitting.engaged(), self.wanted) {
            Ok(counted) => Ok(does.counted.get_or_init(|| counted)),
            Err(why) => Err(refused.get_or_init(|| why).clone()),
        }
    }

    /// Whether answers are kept. Whole distributions take much room, and a check computes everything.
    pub(super) fn keeps_answers(&self) -> bool {
        !self.pmf && self.drawn.is_none() && self.options.method != engine::Method::Both
    }

    fn worked_out(&self, engaged: &Engaged, wanted: Wanted) -> Result<Counted, Error> {
        let ready = Ready::new(&engaged.engagement)?;
        let answer = ready.run_for(wanted, &self.options)?;
        let mut counted = counted(&answer, engaged, (None, None, self.pmf || self.drawn.is_some()));
        if let Some(drawn) = &self.drawn {
            let number = counted.number(drawn).or_else(|| counted.number("wounds-lost"));
            counted.drawn = number.and_then(|number| Some((number.name, number.pmf.clone()?)));
        }
        if !self.pmf {
            Arc::make_mut(&mut counted.results).metrics.iter_mut().for_each(|number| number.pmf = None);
        }
        Ok(counted)
    }
}

/// What rounding may add to a mean, of which no more than this share is meant.
const SURE: f64 = 1e-9;
/// Multiplications that are spent on a mean before the whole answer is worked out anyway.
const FEW: f64 = 1e4;
