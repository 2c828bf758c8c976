//! What critical rolls do: the one place where an ability says what its 6 means.
//!
//! An entry of a game's table of abilities builds a [`CriticalHit`] or a [`CriticalWound`]; [`super::Volleys`] turns it into
//! steps. Nothing else has to know the ability.

use crate::dice::Amount;
use crate::games::language::effect::{Change, Characteristic};

/// How far an attack has got with a critical hit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Reaches {
    /// It has hit.
    #[default]
    Hit,
    /// It has wounded, without a wound roll.
    Wound,
    /// Its damage is inflicted, without a save; the attack ends.
    Damage,
}

/// What a critical hit does.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct CriticalHit {
    pub(crate) reaches: Reaches,
    /// More hits, which are not critical.
    pub(crate) extra_hits: Option<Amount>,
    /// Points of mortal damage in addition, each ability's own.
    pub(crate) mortal: Vec<Amount>,
    /// Points of mortal damage for other unmodified rolls, whether they hit or not.
    pub(crate) mortal_of: Vec<(u8, Amount)>,
    /// Changes of the weapon's characteristics for this attack alone.
    pub(crate) changes: Vec<(Characteristic, Change)>,
}

/// What a critical wound does.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct CriticalWound {
    /// Its damage is inflicted without a save, after that of all ordinary wounds.
    pub(crate) unsaved: bool,
    /// Points of mortal damage in addition, each ability's own.
    pub(crate) mortal: Vec<Amount>,
    /// Changes of the weapon's characteristics for this attack alone.
    pub(crate) changes: Vec<(Characteristic, Change)>,
}

/// What a critical roll of an ability does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Critical {
    Hit(CriticalHit),
    Wound(CriticalWound),
}

impl From<CriticalHit> for Critical {
    fn from(hit: CriticalHit) -> Self {
        Self::Hit(hit)
    }
}

impl From<CriticalWound> for Critical {
    fn from(wound: CriticalWound) -> Self {
        Self::Wound(wound)
    }
}

impl Critical {
    /// Keeps the larger of two abilities of one name: the same ability does not add up (W40K-ABILITY-STACKING). Only extra hits
    /// have a size; of two other abilities the first is kept.
    ///
    /// Returns both numbers of extra hits if neither is larger whatever the dice show; the first is kept.
    pub(crate) fn or_more(&mut self, other: &Self) -> Option<[Amount; 2]> {
        let (Self::Hit(hit), Self::Hit(other)) = (self, other) else { return None };
        let (one, two) = (hit.extra_hits?, other.extra_hits?);
        match one.larger(two) {
            Some(larger) => {
                hit.extra_hits = Some(larger);
                None
            }
            None => Some([one, two]),
        }
    }
}

impl CriticalHit {
    /// The attack goes on from there.
    pub(crate) fn reaching(reaches: Reaches) -> Self {
        Self { reaches, ..Self::default() }
    }

    /// There are this many hits more.
    pub(crate) fn with_hits(extra: Amount) -> Self {
        Self { extra_hits: Some(extra), ..Self::default() }
    }

    /// Whether a hit roll brings mortal damage as well.
    pub(crate) fn inflicts_mortal(&self) -> bool {
        !self.mortal.is_empty() || !self.mortal_of.is_empty()
    }

    /// Both at once.
    pub(crate) fn and(&mut self, other: &Self) {
        self.reaches = self.reaches.max(other.reaches);
        self.extra_hits = self.extra_hits.or(other.extra_hits);
        self.mortal.extend_from_slice(&other.mortal);
        self.mortal_of.extend_from_slice(&other.mortal_of);
        self.changes.extend_from_slice(&other.changes);
    }
}

impl CriticalWound {
    /// Its damage is inflicted without a save.
    pub(crate) fn unsaved() -> Self {
        Self { unsaved: true, ..Self::default() }
    }

    /// Both at once.
    pub(crate) fn and(&mut self, other: &Self) {
        self.unsaved |= other.unsaved;
        self.mortal.extend_from_slice(&other.mortal);
        self.changes.extend_from_slice(&other.changes);
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;
    use crate::dice::{Draw, Faces};
    use crate::engine::exact;
    use crate::games::language::number::RolledTest;
    use crate::games::volley::{AfterHit, Landing, Volley, Volleys};
    use crate::sequence::{Body, Guard, Save, Side};

    /// How an attack that hit goes on: the lowest faces that wound and save, and the damage.
    #[derive(Clone, Copy)]
    struct Onward {
        wound_on: u8,
        save_on: u8,
        damage: u16,
    }

    const ORDINARY: Onward = Onward { wound_on: 4, save_on: 3, damage: 2 };
    /// Better at everything.
    const BETTER: Onward = Onward { wound_on: 3, save_on: 5, damage: 3 };

    fn test(on: u8) -> RolledTest {
        RolledTest { success: Faces::from(on), critical: Faces::only(6), reroll: Faces::NONE }
    }

    fn landing(chain: Onward, saved: bool) -> Landing {
        let save = saved.then_some(Save { on: chain.save_on, reroll: Faces::NONE });
        let guard = Guard { save, amount: Draw::fixed(chain.damage), ignore_on: 7 };
        Landing::new(smallvec![0], smallvec![smallvec![guard]], true)
    }

    fn after(chain: Onward, critical_wounds: Option<Box<Landing>>) -> AfterHit {
        AfterHit { wound: smallvec![test(chain.wound_on)], attacks: landing(chain, true), critical_wounds }
    }

    /// Two attacks that hit on 4+, on a body of 40 points.
    fn volley(critical_hit: CriticalHit, critical_wound: CriticalWound) -> Volley {
        Volley {
            name: "W".to_owned(),
            count: 2,
            attacks: Draw::fixed(1),
            hit: Some(test(4)),
            unsaved_hits: (critical_hit.reaches == Reaches::Damage).then(|| Box::new(landing(BETTER, false))),
            after_critical_hit: (!critical_hit.changes.is_empty()).then(|| Box::new(after(BETTER, None))),
            after_hit: after(ORDINARY, None),
            mortal: (!critical_hit.mortal.is_empty() || !critical_wound.mortal.is_empty())
                .then(|| Box::new(landing(Onward { damage: 1, ..BETTER }, false))),
            critical_hit,
            critical_wound,
            ..Volley::default()
        }
    }

    /// The chance of every damage by the engine, and the chances that attacks hit and wound as stages count them.
    fn computed(volley: Volley) -> (Vec<f64>, [f64; 3]) {
        let body = Body::of("T", Side::Defender, &[(40, 1)], 0);
        let mut volleys = Volleys::new(vec![body], true);
        volleys.add(volley).expect("few attacks");
        volleys.end_unit(false);
        let outcome = exact(&volleys.finish()).expect("small");
        let mean = |name: &str| {
            let stages = &outcome.weapons[0].stages;
            stages.iter().find(|stage| stage.name == name).expect("a stage").moments.mean
        };
        let damage = outcome.total("damage").expect("a result");
        let chances = (0..=damage.max()).map(|n| damage.at_least(n) - damage.at_least(n + 1)).collect();
        (chances, [mean("hits"), mean("wounds"), mean("unsaved")])
    }

    /// What one attack does: damage, hits, wounds, unsaved attacks. Every die that may be rolled is rolled.
    fn attack(volley: &Volley, dice: [u8; 9]) -> (u16, [u16; 3]) {
        let (does, wounds) = (&volley.critical_hit, &volley.critical_wound);
        let chain = if does.changes.is_empty() { ORDINARY } else { BETTER };
        let one = |chain: Onward, wounded: bool, dice: &[u8]| -> (u16, u16, u16) {
            let critical = !wounded && dice[0] == 6;
            if !wounded && dice[0] < chain.wound_on && !critical {
                return (0, 0, 0);
            }
            let better = critical && !wounds.changes.is_empty();
            let lands = if better { BETTER } else { chain };
            let unsaved = (critical && wounds.unsaved) || dice[1] < lands.save_on;
            let mortal = if critical { wounds.mortal.iter().map(|points| points.max()).sum() } else { 0 };
            (mortal + if unsaved { lands.damage } else { 0 }, 1, u16::from(unsaved))
        };
        if dice[0] < 4 {
            return (0, [0; 3]);
        }
        if dice[0] < 6 {
            let (damage, wounds, unsaved) = one(ORDINARY, false, &dice[1..]);
            return (damage, [1, wounds, unsaved]);
        }
        let (mut damage, mut wounds, mut unsaved) = match does.reaches {
            Reaches::Damage => (BETTER.damage, 0, 1),
            reaches => one(chain, reaches == Reaches::Wound, &dice[1..]),
        };
        let extra = does.extra_hits.map_or(0, Amount::max);
        for hit in 0..usize::from(extra) {
            let more = one(ORDINARY, false, &dice[3 + 2 * hit..]);
            (damage, wounds, unsaved) = (damage + more.0, wounds + more.1, unsaved + more.2);
        }
        (damage + does.mortal.iter().map(|points| points.max()).sum::<u16>(), [1 + extra, wounds, unsaved])
    }

    /// Every fall of the dice of one attack; the two attacks are independent.
    fn enumerated(volley: &Volley, dice: u32) -> (Vec<f64>, [f64; 3]) {
        let (mut one, mut sums) = ([0_u32; 32], [0_u32; 3]);
        let outcomes = 6_u32.pow(dice);
        for way in 0..outcomes {
            let mut faces = [1; 9];
            let mut rest = way;
            for face in faces.iter_mut().take(dice as usize) {
                *face = (rest % 6 + 1) as u8;
                rest /= 6;
            }
            let (damage, counts) = attack(volley, faces);
            one[usize::from(damage)] += 1;
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += u32::from(count);
            }
        }
        let means = sums.map(|sum| 2.0 * f64::from(sum) / f64::from(outcomes));
        let one = one.map(|n| f64::from(n) / f64::from(outcomes));
        let mut both = vec![0.0; 64];
        for (a, p) in one.iter().enumerate() {
            for (b, q) in one.iter().enumerate() {
                both[a + b] += p * q;
            }
        }
        (both, means)
    }

    fn agrees(name: &str, volley: Volley, dice: u32) {
        let (wanted, means) = enumerated(&volley, dice);
        let (found, stages) = computed(volley);
        for (n, p) in wanted.iter().enumerate() {
            let q = found.get(n).copied().unwrap_or(0.0);
            assert!((p - q).abs() < 1e-12, "{name}: P(damage = {n}) is {q}, by enumeration {p}");
        }
        for ((stage, wanted), found) in ["hits", "wounds", "unsaved"].iter().zip(means).zip(stages) {
            assert!((wanted - found).abs() < 1e-9, "{name}: {found} {stage}, by enumeration {wanted}");
        }
    }

    fn changing() -> Vec<(Characteristic, Change)> {
        vec![(Characteristic::Rend, Change::Add(2))]
    }

    #[test]
    fn every_critical_hit_is_what_enumeration_says() {
        for reaches in [Reaches::Hit, Reaches::Wound, Reaches::Damage] {
            for (extra, dice) in [(None, 3), (Some(Amount::fixed(1)), 5), (Some(Amount::fixed(2)), 7)] {
                for mortal in [&[][..], &[1], &[1, 2]] {
                    for changes in [Vec::new(), changing()] {
                        let mortal = mortal.iter().map(|points| Amount::fixed(*points)).collect();
                        let hit = CriticalHit { reaches, extra_hits: extra, mortal, mortal_of: Vec::new(), changes };
                        let name = format!("{hit:?}");
                        agrees(&name, volley(hit, CriticalWound::default()), dice);
                    }
                }
            }
        }
    }

    #[test]
    fn every_critical_wound_is_what_enumeration_says_after_every_critical_hit() {
        for (unsaved, mortal, changed) in
            [(true, None, false), (false, Some(2), false), (false, None, true), (true, None, true)]
        {
            for hit_changed in [false, true] {
                for reaches in [Reaches::Hit, Reaches::Wound, Reaches::Damage] {
                    let changes = if changed { changing() } else { Vec::new() };
                    let mortal = mortal.into_iter().map(Amount::fixed).collect();
                    let wound = CriticalWound { unsaved, mortal, changes };
                    let changes = if hit_changed { changing() } else { Vec::new() };
                    let hit =
                        CriticalHit { reaches, extra_hits: Some(Amount::fixed(1)), changes, ..CriticalHit::default() };
                    let name = format!("{hit:?} and {wound:?}");
                    let mut volley = volley(hit, wound);
                    let critical = |chain: Onward| {
                        (unsaved || changed).then(|| Box::new(landing(if changed { BETTER } else { chain }, !unsaved)))
                    };
                    volley.after_hit.critical_wounds = critical(ORDINARY);
                    if let Some(after) = &mut volley.after_critical_hit {
                        after.critical_wounds = critical(BETTER);
                    }
                    agrees(&name, volley, 5);
                }
            }
        }
    }

    #[test]
    fn the_same_ability_does_not_add_up_and_different_ones_do() {
        let hits = |n| CriticalHit::with_hits(Amount::fixed(n));
        let mut one = Critical::from(hits(1));
        one.or_more(&hits(2).into());
        assert_eq!(one, hits(2).into());
        let mut both = hits(1);
        both.and(&CriticalHit::reaching(Reaches::Wound));
        assert_eq!(both, CriticalHit { reaches: Reaches::Wound, ..hits(1) });
    }
}
