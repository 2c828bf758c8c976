//! Whose an effect is: whether it changes the attack, or how the target takes it.

use super::{
    AgeOfSigmarEffect, Change, Characteristic, ConditionToken, Effect, IceAndFireEffect, RollKind, WarcryEffect,
    Warhammer40kEffect,
};
use crate::games::Owner;

impl Effect {
    /// Whether it changes the attack; the others change how the target takes it.
    pub(crate) fn is_of_attack(&self) -> bool {
        match self {
            Self::Modify(roll, _)
            | Self::Reroll(roll, _)
            | Self::CriticalOn(roll, _)
            | Self::MortalOnCritical(roll, _)
            | Self::Warhammer40k(Warhammer40kEffect::RerollOne(roll)) => match roll {
                RollKind::Hit | RollKind::Wound | RollKind::Damage | RollKind::Attacks => true,
                RollKind::Save | RollKind::Morale => false,
            },
            Self::Change(characteristic, _) => match characteristic {
                Characteristic::Toughness | Characteristic::Save => false,
                Characteristic::Attacks
                | Characteristic::Damage
                | Characteristic::HitDamage
                | Characteristic::CriticalDamage
                | Characteristic::Rend
                | Characteristic::Ap
                | Characteristic::Strength
                | Characteristic::Hit
                | Characteristic::Wound
                | Characteristic::Skill => true,
            },
            Self::WoundsOn(_) | Self::IgnoreModifiers(_) | Self::MortalOnTheSide(_) => true,
            Self::DamageIsZero
            | Self::LessDamage(_)
            | Self::IgnoreFirstFailedSave
            | Self::WoundedOnlyOn(_)
            | Self::HitOnlyOn(_)
            | Self::Heal(_) => false,
            Self::AgeOfSigmar(effect) => match effect {
                AgeOfSigmarEffect::Ward(_)
                | AgeOfSigmarEffect::ImproveWard(_)
                | AgeOfSigmarEffect::IgnoreSaveModifiers { .. }
                | AgeOfSigmarEffect::IgnoreFirstDamage => false,
                AgeOfSigmarEffect::HurtAttacker { own, .. } => *own,
                AgeOfSigmarEffect::WorsenWard(_)
                | AgeOfSigmarEffect::NoWard
                | AgeOfSigmarEffect::NoCriticalHits
                | AgeOfSigmarEffect::HitsInflict(_)
                | AgeOfSigmarEffect::IgnoreSaveBonuses
                | AgeOfSigmarEffect::Slay { .. } => true,
            },
            Self::Warhammer40k(
                Warhammer40kEffect::FeelNoPain(_)
                | Warhammer40kEffect::FeelNoPainMortal(_)
                | Warhammer40kEffect::FeelNoPainPsychic(_)
                | Warhammer40kEffect::Invulnerable(_)
                | Warhammer40kEffect::FightsOnDeath(_)
                | Warhammer40kEffect::OneAttackIsZero
                | Warhammer40kEffect::Cover
                | Warhammer40kEffect::Stealth
                | Warhammer40kEffect::ComesBack(_),
            ) => false,
            Self::Warhammer40k(
                Warhammer40kEffect::OverwatchOn(_)
                | Warhammer40kEffect::ChangeOnCritical(..)
                | Warhammer40kEffect::PrecisionOnCritical(_)
                | Warhammer40kEffect::SuccessIsCritical(_),
            ) => true,
            Self::IceAndFire(effect) => match effect {
                IceAndFireEffect::PanicWounds(_)
                | IceAndFireEffect::BlockHits(_)
                | IceAndFireEffect::HalveHits
                | IceAndFireEffect::PanicWoundsAtMost(_)
                | IceAndFireEffect::SetMorale(_)
                | IceAndFireEffect::NoPanicTest => false,
                IceAndFireEffect::NoToken(token) => *token == ConditionToken::Weakened,
                IceAndFireEffect::Per(effect, _) => effect.is_of_attack(),
                IceAndFireEffect::NoSave
                | IceAndFireEffect::BlockedOnlyOn(_)
                | IceAndFireEffect::ExtraHits(_)
                | IceAndFireEffect::ExtraWounds(_)
                | IceAndFireEffect::AttackDice(_)
                | IceAndFireEffect::Becomes(_)
                | IceAndFireEffect::SelfHits(_)
                | IceAndFireEffect::SelfHitsPerMiss(_)
                | IceAndFireEffect::SelfWoundsPerOne(_)
                | IceAndFireEffect::SelfWoundsBefore(_)
                | IceAndFireEffect::SelfWoundsOnPanic { .. }
                | IceAndFireEffect::BecomesAfterwards(_)
                | IceAndFireEffect::AttackerBecomes(_)
                | IceAndFireEffect::AutomaticHits(_)
                | IceAndFireEffect::ExtraHitsOnSix(_)
                | IceAndFireEffect::NoSaveAgainstSix
                | IceAndFireEffect::DirectWounds(_)
                | IceAndFireEffect::InsteadOfHits(_)
                | IceAndFireEffect::SelfWounds(_) => true,
            },
            Self::Warcry(effect) => match effect {
                WarcryEffect::Less(characteristic, _) => *characteristic != Characteristic::Toughness,
                WarcryEffect::RerollUpTo(_)
                | WarcryEffect::IfAny(..)
                | WarcryEffect::HitsAreCriticals(_)
                | WarcryEffect::Suffer(_)
                | WarcryEffect::BonusAction => true,
                WarcryEffect::CriticalsAreHits(_)
                | WarcryEffect::CriticalsAreHitsOn(_)
                | WarcryEffect::BackOnDie { .. }
                | WarcryEffect::Back(..) => false,
            },
        }
    }

    /// Whose it is when nobody says so: attacks are the attacker's, saves and what protects the defender's.
    pub(crate) fn owner(&self) -> Owner {
        // Halving damage is written like a change of the weapon and protects the target.
        let halves = matches!(self, Self::Change(Characteristic::Damage, Change::Halve));
        if self.is_of_attack() && !halves { Owner::Attacker } else { Owner::Defender }
    }
}
