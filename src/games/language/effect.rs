//! What an effect of an ability does to the dice.

mod healing;
mod owner;

use std::fmt;

pub(crate) use self::healing::{Healing, Heals};
use super::side::SideDice;
use crate::dice::Amount;

/// A roll that effects speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RollKind {
    /// The roll to hit.
    Hit,
    /// The roll to wound.
    Wound,
    /// The save.
    Save,
    /// The morale test.
    Morale,
    /// The roll for the damage of an attack that is not saved.
    Damage,
    /// The roll for the number of attacks.
    Attacks,
}

/// Which dice are rolled again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    /// Those that show this number.
    Value(u8),
    /// Those that fail.
    Failed,
    /// Those that are not critical, successes too.
    NonCritical,
}

/// A number on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Characteristic {
    /// Attacks.
    Attacks,
    /// Damage; both numbers of it in Warcry.
    Damage,
    /// Damage of a hit (Warcry).
    HitDamage,
    /// Damage of a critical hit (Warcry).
    CriticalDamage,
    /// Rend (Age of Sigmar).
    Rend,
    /// Armour penetration (Warhammer 40,000).
    Ap,
    /// Strength.
    Strength,
    /// Toughness.
    Toughness,
    /// Hit (Age of Sigmar, A Song of Ice & Fire).
    Hit,
    /// Wound (Age of Sigmar).
    Wound,
    /// Save or Defense.
    Save,
    /// Ballistic or Weapon Skill (Warhammer 40,000).
    Skill,
}

/// What happens to a number on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// Added; negative: subtracted.
    Add(i16),
    /// Made better by so much, whichever way that is.
    Improve(u8),
    /// Made worse.
    Worsen(u8),
    /// Replaced.
    Set(Amount),
    /// Replaced by a number to reach.
    SetTarget(u8),
    /// Multiplied by two.
    Double,
    /// Multiplied by three.
    Triple,
    /// Divided by two; the game says how fractions are rounded.
    Halve,
}

/// A change to the dice.
///
/// Matches on it name every effect, so that a new one does not compile until each game has said what it does with it. An
/// effect that only one game has is one of that game's own; the others refuse those as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Added to a roll.
    Modify(RollKind, i16),
    /// Dice rolled again, each once.
    Reroll(RollKind, Again),
    /// The lowest unmodified face that is critical.
    CriticalOn(RollKind, u8),
    /// A number on a card changes.
    Change(Characteristic, Change),
    /// Attacks do no damage.
    DamageIsZero,
    /// Attacks do so much less damage, at least 1.
    LessDamage(u8),
    /// The first save that fails does not count.
    IgnoreFirstFailedSave,
    /// Only such unmodified faces wound.
    WoundedOnlyOn(u8),
    /// Only such unmodified faces hit.
    HitOnlyOn(u8),
    /// Such unmodified faces always wound.
    WoundsOn(u8),
    /// Modifiers that hurt are ignored: those of one roll, or of hit and wound rolls.
    IgnoreModifiers(Option<RollKind>),
    /// Critical rolls also inflict mortal wounds or mortal damage.
    MortalOnCritical(RollKind, Amount),
    /// Dice on the side that inflict mortal damage.
    MortalOnTheSide(SideDice),
    /// What the unit gets back once the attack on it is over.
    Heal(Healing),
    /// An effect that only Age of Sigmar has.
    AgeOfSigmar(AgeOfSigmarEffect),
    /// An effect that only Warhammer 40,000 has.
    Warhammer40k(Warhammer40kEffect),
    /// An effect that only A Song of Ice & Fire has.
    IceAndFire(IceAndFireEffect),
    /// An effect that only Warcry has.
    Warcry(WarcryEffect),
}

/// What only Age of Sigmar has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AgeOfSigmarEffect {
    /// Each point is ignored on such a face.
    Ward(u8),
    /// Subtracted from the target's ward rolls against what the attack inflicts.
    WorsenWard(u8),
    /// Added to the unit's own ward rolls.
    ImproveWard(u8),
    /// The target makes no ward rolls against what the attack inflicts.
    NoWard,
    /// The attack scores no critical hits: they are hits.
    NoCriticalHits,
    /// Each hit inflicts so much mortal damage, and the attack ends.
    HitsInflict(Amount),
    /// Modifiers of the target's save rolls that help it are ignored.
    IgnoreSaveBonuses,
    /// Modifiers of the unit's own save rolls that hurt it are ignored, Rend too; those that help as well if `all`.
    IgnoreSaveModifiers {
        /// Whether those that help are ignored, too.
        all: bool,
    },
    /// The first point of damage in each phase is not allocated.
    IgnoreFirstDamage,
    /// Mortal damage to the attacking unit once its attack is over.
    HurtAttacker {
        /// What brings it.
        on: Answer,
        /// How much, each time.
        points: Amount,
        /// Whether it is the attacker's own price; else the target strikes back.
        own: bool,
    },
    /// Models of the target are slain outright once the attack is over.
    Slay {
        /// How many dice are rolled, or how often the total is.
        times: Amount,
        /// What each must show.
        on: Slaying,
        /// Models that each slays.
        models: u8,
    },
}

/// What brings mortal damage to the attacking unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Each hit roll of this unmodified number.
    HitsOf(u8),
    /// Each save of this unmodified number.
    SavesOf(u8),
    /// Each ward roll that succeeds.
    Wards,
    /// Each model that the attacks slay, if a die reaches the number.
    Slain(u8),
    /// A die that reaches the number, once.
    Roll(u8),
    /// Each of so many dice that reaches the number.
    Dice(Amount, u8),
}

/// What slays a model outright.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slaying {
    /// Nothing has to be rolled.
    Surely,
    /// A die that shows so much or more.
    Reaching(u8),
    /// A total above the target's Health.
    AboveHealth(Amount),
    /// A total of the target's Health or more.
    ReachingHealth(Amount),
    /// A total of twice the target's Health or more.
    ReachingTwiceHealth(Amount),
}

/// What only Warhammer 40,000 has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Warhammer40kEffect {
    /// One die of the whole attack rolled again, chosen after seeing all that were rolled with it.
    RerollOne(RollKind),
    /// Each wound is ignored on such a face.
    FeelNoPain(u8),
    /// Each mortal wound is.
    FeelNoPainMortal(u8),
    /// Each wound of a psychic attack is.
    FeelNoPainPsychic(u8),
    /// An invulnerable save.
    Invulnerable(u8),
    /// A model that a melee attack slays fights on such a roll, before it is removed.
    FightsOnDeath(u8),
    /// Fire Overwatch hits on such an unmodified roll.
    OverwatchOn(u8),
    /// One attack that is allocated has its Damage changed to 0.
    OneAttackIsZero,
    /// A characteristic changes for attacks with a critical roll of this kind.
    ChangeOnCritical(RollKind, Characteristic, Change),
    /// Attacks with a critical roll of this kind have Precision.
    PrecisionOnCritical(RollKind),
    /// Every roll of this kind that succeeds is critical.
    SuccessIsCritical(RollKind),
    /// Ranged attacks meet the Benefit of Cover.
    Cover,
    /// Ranged attacks meet Stealth.
    Stealth,
    /// It is set up again on such a roll, once it is destroyed.
    ComesBack(u8),
}

impl Warhammer40kEffect {
    /// Whether it is a Feel No Pain of some kind.
    pub(crate) fn is_feel_no_pain(&self) -> bool {
        match self {
            Self::FeelNoPain(_) | Self::FeelNoPainMortal(_) | Self::FeelNoPainPsychic(_) => true,
            Self::RerollOne(_)
            | Self::Invulnerable(_)
            | Self::FightsOnDeath(_)
            | Self::OverwatchOn(_)
            | Self::OneAttackIsZero
            | Self::ChangeOnCritical(..)
            | Self::PrecisionOnCritical(_)
            | Self::SuccessIsCritical(_)
            | Self::Cover
            | Self::Stealth
            | Self::ComesBack(_) => false,
        }
    }
}

/// What only A Song of Ice & Fire has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum IceAndFireEffect {
    /// Hits that are not rolled.
    AutomaticHits(Amount),
    /// Extra hits for an unmodified 6.
    ExtraHitsOnSix(u8),
    /// An unmodified 6 to hit allows no save.
    NoSaveAgainstSix,
    /// Wounds without a save that are part of the attack.
    DirectWounds(Amount),
    /// Wounds without a save if there is any hit; hits do nothing else then.
    InsteadOfHits(Amount),
    /// Added to the wounds of a failed panic test.
    PanicWounds(i16),
    /// Wounds that the attacker suffers once its attack is over.
    SelfWounds(Amount),
    /// An effect once for each of some ranks, or of lost wounds.
    Per(Box<Effect>, Ranks),
    /// The attack allows no save.
    NoSave,
    /// Only such unmodified defense dice block.
    BlockedOnlyOn(u8),
    /// Hits that are blocked besides those that dice block.
    BlockHits(u8),
    /// One wound for every two hits that are not blocked.
    HalveHits,
    /// Each die that hits is worth so many more.
    ExtraHits(u8),
    /// Each hit that is not blocked is worth so many wounds more.
    ExtraWounds(u8),
    /// Attack dice as if another number of ranks were left.
    AttackDice(DiceOfRanks),
    /// A condition token comes to lie where it touches this attack, before any die is rolled.
    Becomes(ConditionToken),
    /// Tokens of this kind are not spent on this attack.
    NoToken(ConditionToken),
    /// The most wounds that a failed panic test costs.
    PanicWoundsAtMost(u8),
    /// Panic tests are passed without a roll.
    NoPanicTest,
    /// Hits that the attacker suffers once its attack is over, and may block.
    SelfHits(Amount),
    /// The same for each attack die that misses.
    SelfHitsPerMiss(u8),
    /// Wounds that the attacker suffers for each attack die that shows a 1.
    SelfWoundsPerOne(u8),
    /// Wounds that the attacker suffers before its attack dice are counted.
    SelfWoundsBefore(Amount),
    /// Wounds that the attacker suffers once the defender has passed its panic test, or failed it.
    SelfWoundsOnPanic {
        /// Whether the test is passed.
        passed: bool,
        /// How many.
        wounds: Amount,
    },
    /// A condition token that the defender gets once the attack is over.
    BecomesAfterwards(ConditionToken),
    /// A condition token on the attacker that does nothing in its own attack.
    AttackerBecomes(ConditionToken),
    /// The Morale of the defender is replaced.
    SetMorale(u8),
}

/// What an effect of A Song of Ice & Fire is counted by. Ranks are those of the unit whose effect it is, or of its enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ranks {
    /// Its ranks that are left.
    Own,
    /// Its ranks that are gone.
    OwnDestroyed,
    /// The enemy's ranks that are left.
    Enemy,
    /// The enemy's ranks that are gone.
    EnemyDestroyed,
    /// Wounds that it has lost.
    LostWounds,
}

/// Which of the numbers of attack dice on a card is rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiceOfRanks {
    /// The largest.
    Highest,
    /// The smallest.
    Lowest,
    /// That of so many ranks more or fewer.
    Shifted(i16),
}

/// A condition token of A Song of Ice & Fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConditionToken {
    /// On the attacker: its hits are rolled again.
    Weakened,
    /// On the defender: its blocks are rolled again.
    Vulnerable,
    /// On the defender: dice of its panic test are rolled again.
    Panicked,
}

/// What only Warcry has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WarcryEffect {
    /// So many hit dice that miss rolled again, the worst first, chosen with all dice on the table.
    RerollUpTo(u8),
    /// Subtracted from a number, which does not fall below 1 by it.
    Less(Characteristic, u8),
    /// So many critical hits count as hits, or all of them.
    CriticalsAreHits(Option<u8>),
    /// Damage to the attacker for each critical hit whose die reaches the number.
    BackOnDie {
        /// The number.
        on: u8,
        /// How much, each time.
        points: u8,
    },
    /// Each critical hit counts as a hit if a die reaches the number.
    CriticalsAreHitsOn(u8),
    /// So many hits count as critical hits, or all of them.
    HitsAreCriticals(Option<u8>),
    /// Damage to the target if the attack action scored a hit.
    IfAny(Scored, Amount),
    /// Damage to the attacker for what its hit dice show.
    Back(Answering, u8),
    /// Damage that the attacker takes after its attack actions.
    Suffer(Amount),
    /// One more attack action (WARCRY-BONUS).
    BonusAction,
}

impl WarcryEffect {
    /// What a player of another game may write instead.
    pub(crate) fn elsewhere(&self) -> &'static str {
        match self {
            Self::RerollUpTo(_) => "that is a hook of Warcry: write `reroll hits of 1` or `reroll failed hits`",
            Self::Less(..) => "write it without `at least 1`: no number of an attack falls below 1 here",
            Self::CriticalsAreHits(_) => {
                "that is a hook of Warcry: in Age of Sigmar write `no critical hits`, elsewhere no rule takes them away"
            }
            Self::CriticalsAreHitsOn(_) => "that is a hook of Warcry: no rule here takes critical hits away on a die",
            Self::HitsAreCriticals(_) => "that is a hook of Warcry: write `critical hits on N+`",
            Self::IfAny(..) => "that is a hook of Warcry: write `N mortal on critical hits`, or dice on the side",
            Self::Back(..) | Self::BackOnDie { .. } | Self::Suffer(_) | Self::BonusAction => "that is a hook of Warcry",
        }
    }
}

/// What an attack action scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scored {
    /// A hit, critical or not.
    Hit,
    /// A critical hit.
    Critical,
}

/// What hurts the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answering {
    /// Each die that misses.
    EachMiss,
    /// Each die that scores.
    Each(Scored),
    /// Each die that shows this face, or this one or more.
    EachRoll {
        /// The face.
        face: u8,
        /// Whether those above it count, too.
        or_more: bool,
    },
    /// An attack action whose dice score nothing of the kind.
    No(Scored),
}

impl fmt::Display for RollKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hit => "hit",
            Self::Wound => "wound",
            Self::Save => "save",
            Self::Morale => "morale",
            Self::Damage => "damage",
            Self::Attacks => "attacks",
        })
    }
}
