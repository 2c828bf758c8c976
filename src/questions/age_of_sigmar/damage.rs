//! Mortal damage through wards (AOS-17.2, AOS-18.1, AOS-18.2): retreats, Power Through, abilities with dice.

use crate::dice::Amount;
use crate::error::Error;
use crate::questions::rolls::totals;
use crate::questions::{Answered, Figure, Query};
use crate::stats::{Counts, Fraction, Pmf};

/// The most dice of an ability.
const MAX_DICE: i64 = 200;
/// The most points that are inflicted in one question.
const MAX_POINTS: u32 = 400;
/// The most bits that all ways together may need to be counted without loss.
const EXACT_BITS: f64 = 100.0;

/// The chance that a point is not warded (AOS-18.1, AMB-28: a plain die).
fn unwarded(ward: Option<u8>) -> Fraction {
    let ward = u128::from(ward.unwrap_or(7));
    Fraction::new(ward.clamp(1, 7) - 1, 6)
}

/// What is left of some points after a ward roll for each.
pub(super) fn warded(points: &Counts<u32>, ward: Option<u8>) -> Counts<u32> {
    points.then(|n| Counts::successes(*n, unwarded(ward)))
}

/// Mortal damage of an ability: dice, each of which inflicts an amount if it succeeds.
struct Package {
    dice: u32,
    on: Option<u8>,
    amount: Amount,
    ward: Option<u8>,
}

impl Package {
    fn read(query: &Query<'_>) -> Result<Self, Error> {
        let package = Self {
            dice: query.whole("dice", 1..=MAX_DICE)? as u32,
            on: query.target("on")?,
            amount: query.amount("damage")?,
            ward: query.target("ward")?,
        };
        if package.dice * u32::from(package.amount.max()) > MAX_POINTS {
            return Err(query.mistake(format!("at most {MAX_POINTS} points are counted (MAX_POINTS)")));
        }
        Ok(package)
    }

    fn hits(&self) -> Fraction {
        Counts::die(6).at_least(self.on.map_or(1, u32::from))
    }

    /// Every way counted, if that needs no more digits than there are.
    fn exact(&self) -> Option<Counts<u32>> {
        let sixths = |dice: f64| dice * 6f64.log2();
        let rolls = sixths(f64::from(self.amount.count) + f64::from(u8::from(self.on.is_some())));
        let wards = if self.ward.is_some() { sixths(f64::from(self.amount.max())) } else { 0.0 };
        if (rolls + wards) * f64::from(self.dice) > EXACT_BITS {
            return None;
        }
        let hurt = warded(&totals(self.amount), self.ward);
        let one =
            Counts::successes(1, self.hits()).then(|hit| if *hit > 0 { hurt.clone() } else { Counts::certain(0) });
        Some(one.times(self.dice))
    }

    /// The same in floating-point numbers.
    fn pmf(&self) -> Pmf {
        let through = unwarded(self.ward).value();
        let point = Pmf::from_weights(vec![1.0 - through, through]);
        let points = totals(self.amount).pmf();
        let (mut left, mut weights) = (Pmf::certain(0), vec![0.0; points.max() + 1]);
        for n in 0..=points.max() {
            for (k, p) in left.probabilities().iter().enumerate() {
                weights[k] += points.at(n) * self.hits().value() * p;
            }
            left = left.plus(&point);
        }
        weights[0] += self.hits().rest().value();
        let one = Pmf::from_weights(weights);
        (0..self.dice).fold(Pmf::certain(0), |sum, _| sum.plus(&one))
    }

    fn words(&self) -> String {
        let ward = self.ward.map(|ward| format!(", Ward {ward}+")).unwrap_or_default();
        let amount = self.amount;
        match (self.dice, self.on) {
            (1, None) => format!("{amount} mortal damage{ward}"),
            (n, None) => format!("{n} times {amount} mortal damage{ward}"),
            (1, Some(on)) => format!("1 die, {on}+: {amount} mortal damage{ward}"),
            (n, Some(on)) => format!("{n} dice, {on}+: {amount} mortal damage each{ward}"),
        }
    }
}

pub(super) fn mortal(query: &Query<'_>) -> Result<Answered, Error> {
    let package = Package::read(query)?;
    let mut answered = Answered::new(package.words());
    let pmf = match package.exact() {
        Some(counts) => {
            let average = counts.mean(|points| f64::from(*points));
            answered = answered.line("mean", Figure::Number(average)).outcomes("mortal damage", &counts);
            counts.pmf()
        }
        None => {
            let pmf = package.pmf();
            answered = answered.line("mean", Figure::Number(pmf.mean())).distribution("mortal damage", &pmf);
            pmf
        }
    };
    let Some(health) = query.maybe_whole("health", 1..=250)? else { return Ok(answered) };
    let models = query.whole("models", 1..=250)? as usize;
    let taken = query.whole("allocated", 0..=health - 1)? as usize;
    // AOS-18.2: points spill over from model to model and are lost with the last.
    let slain = pmf.map(|points| models.min((taken + points) / health as usize));
    let curve = answered.curve.take();
    let mut answered = answered.line("the unit is destroyed", Figure::Probability(slain.at_least(models)));
    if models > 1 {
        return Ok(answered
            .line("mean models slain", Figure::Number(slain.mean()))
            .distribution("models slain", &slain));
    }
    answered.curve = curve;
    Ok(answered)
}
