//! An attack and a target while rules still change them, in words that a player recognises.

use crate::dice::{Amount, Draw};
use crate::games::Owner;
use crate::games::language::effect::{Change, Characteristic, Draft, RollKind};
use crate::games::language::entry::Meaning;
use crate::games::language::scene::Scene;
use crate::games::volley::draft::{DraftLines, Number, Origin, Test};

/// Which of the numbers of attack dice on a card is rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DiceOfRanks {
    /// The largest.
    Highest,
    /// The smallest.
    Lowest,
}

/// A condition token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConditionToken {
    /// On the attacker: its hits are rolled again.
    Weakened,
    /// On the defender: its blocks are rolled again.
    Vulnerable,
    /// On the defender: dice of its panic test are rolled again.
    Panicked,
}

/// An attack while rules still change it.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttackDraft {
    pub(super) name: String,
    pub(super) melee: bool,
    /// Attack dice with no rank destroyed, with one, with two.
    pub(super) dice: Vec<u16>,
    /// What changes that number.
    pub(super) dice_change: Number,
    pub(super) hit: Test,
    pub(super) sundering: bool,
    pub(super) vicious: bool,
    pub(super) critical_blow: bool,
    pub(super) extra_on_six: u16,
    pub(super) unsavable_six: bool,
    pub(super) automatic: Vec<Draw>,
    pub(super) direct: Vec<Draw>,
    /// Wounds that the attacker suffers before its attack dice are counted.
    pub(super) before: Vec<Amount>,
    /// Wounds that it suffers once the defender's panic test is passed, or failed.
    pub(super) on_panic: Vec<(bool, Draw)>,
    /// What the attacker suffers after its attack.
    pub(super) after: Vec<Price>,
    /// Hits that the attacker suffers for each attack die that misses, and wounds for each that shows a 1.
    pub(super) hits_per_miss: u16,
    pub(super) wounds_per_one: u16,
    /// Hits more for each die that hits, and wounds more for each hit that is not blocked.
    pub(super) extra_hits: u16,
    pub(super) extra_wounds: u16,
    /// Nothing blocks, or only such unmodified dice do.
    pub(super) no_save: bool,
    /// Wounds that come instead of what hits do.
    pub(super) instead: Vec<Draw>,
    pub(super) save: Test,
    /// The largest or smallest number of dice of the card, or that of this many ranks more.
    pub(super) dice_of: Option<DiceOfRanks>,
    /// Whether two of them are asked for.
    pub(super) dice_of_two: bool,
    pub(super) more_ranks: i16,
    /// Tokens that an ability brings to this attack, or after it, and whether a Weakened token is of no use.
    pub(super) becomes: Vec<ConditionToken>,
    pub(super) afterwards: Vec<ConditionToken>,
    /// Tokens that the attacker gets, which do nothing in its own attack.
    pub(super) itself_becomes: Vec<ConditionToken>,
    pub(super) never_weakened: bool,
    /// Whether what changes it now is an ability of the defender.
    pub(super) of_defender: bool,
    /// Whether it was asked how many ranks or wounds the attacker has left.
    pub(super) counts_attacker: bool,
    pub(super) lines: DraftLines,
}

/// Something that the attacker suffers once its attack is over.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Price {
    pub(super) amount: Draw,
    /// Hits, which may be blocked; if not, wounds.
    pub(super) hits: bool,
    /// Whether it is an ability of the defender, which has to stand then.
    pub(super) of_defender: bool,
}

impl Price {
    /// Wounds that the attack itself costs.
    pub(super) fn wounds(amount: Draw) -> Self {
        Self { amount, hits: false, of_defender: false }
    }
}

/// A target while rules still change it.
#[derive(Clone, Debug, Default)]
pub(crate) struct DefenceDraft {
    pub(super) defense: Option<i16>,
    pub(super) save: Test,
    pub(super) morale: Option<i16>,
    pub(super) morale_test: Test,
    pub(super) panic_wounds: i16,
    pub(super) most_panic_wounds: Option<u16>,
    pub(super) never_panics: bool,
    /// Hits that are blocked without dice, and whether two hits are one wound.
    pub(super) blocks: u16,
    pub(super) halves: bool,
    /// Tokens that are of no use against it.
    pub(super) never: Vec<ConditionToken>,
    /// Whether it was asked how many ranks the attacker has left.
    pub(super) counts_attacker: bool,
    /// Whether something of the panic test counts what the target has left, or has lost.
    pub(super) counts_for_test: bool,
    pub(super) lines: DraftLines,
}

impl AttackDraft {
    /// Applies what concerns an attack; `owner` is whose it is.
    pub(super) fn apply(
        &mut self,
        meaning: &Meaning<Self>,
        (text, owner): (&str, Owner),
        origin: &Origin<'_>,
        scene: &Scene<'_>,
    ) {
        let origin = Origin::new(origin.source, meaning.rule);
        if meaning.is_ability_of(self.melee) {
            self.lines.note(meaning.to_string(), &origin);
            meaning.use_on(self, scene);
        } else if let Some(effect) = meaning.effect().filter(|effect| effect.owner() == Owner::Attacker) {
            self.lines.note(text, &origin);
            self.change(effect, owner);
        }
    }

    /// Applies an effect on an attack.
    pub(super) fn change(&mut self, effect: &Meaning<Self>, owner: Owner) {
        self.of_defender = owner == Owner::Defender;
        effect.change_attack(self);
    }

    /// Hits that an unmodified 6 is worth more.
    pub(super) fn on_six(&self) -> u16 {
        self.extra_on_six.saturating_add(self.critical_blow.into())
    }

    /// Rolls as many dice as this number of the card says.
    pub(super) fn roll_dice_of(&mut self, of: DiceOfRanks) {
        self.dice_of_two |= self.dice_of.is_some_and(|dice_of| dice_of != of);
        self.dice_of = Some(of);
    }
}

impl AttackDraft {
    /// Whether the attacker may lose wounds by its own attack.
    pub(super) fn hurts_itself(&self) -> bool {
        let with_the_attack = self.hits_per_miss > 0 || self.wounds_per_one > 0 || !self.on_panic.is_empty();
        with_the_attack || !self.before.is_empty() || !self.after.is_empty()
    }

    /// Whether it may suffer hits, which it blocks with its own Defense.
    pub(super) fn suffers_hits(&self) -> bool {
        self.hits_per_miss > 0 || self.after.iter().any(|price| price.hits)
    }
}

/// The worst number that a characteristic becomes; cards print 2+ to 7+.
pub(super) const WORST: i16 = 7;

impl DefenceDraft {
    /// The Defense, every change made; `None` if it has none.
    pub(super) fn defense(&self) -> Option<i16> {
        Some(Test { needs: self.defense?, worst: WORST, ..self.save }.number())
    }

    pub(super) fn say(&mut self, by: i16, what: &str, origin: &Origin<'_>) {
        if by != 0 {
            self.lines.note(format!("{by:+} to {what}"), origin);
        }
    }

    /// Applies what concerns a target.
    pub(super) fn apply(&mut self, meaning: &Meaning<AttackDraft>, text: &str, origin: &Origin<'_>) {
        let Some(effect) = meaning.effect().filter(|effect| effect.owner() == Owner::Defender) else { return };
        self.lines.note(text, &Origin::new(origin.source, effect.rule));
        self.change(effect);
    }

    /// Applies an effect on a target.
    pub(super) fn change(&mut self, effect: &Meaning<AttackDraft>) {
        effect.change_target(self);
    }
}

impl Draft for AttackDraft {
    fn roll(&mut self, roll: RollKind) -> Option<&mut Test> {
        match roll {
            RollKind::Hit => Some(&mut self.hit),
            RollKind::Save => Some(&mut self.save),
            _ => None,
        }
    }

    fn number(&mut self, number: Characteristic) -> Option<&mut Number> {
        (number == Characteristic::Attacks).then_some(&mut self.dice_change)
    }

    fn change(&mut self, number: Characteristic, change: Change) {
        match number {
            Characteristic::Hit => self.hit.change(change),
            _ => self.number(number).into_iter().for_each(|number| number.change(change)),
        }
    }
}

impl Draft for DefenceDraft {
    fn roll(&mut self, roll: RollKind) -> Option<&mut Test> {
        match roll {
            RollKind::Save => Some(&mut self.save),
            RollKind::Morale => Some(&mut self.morale_test),
            _ => None,
        }
    }

    fn change(&mut self, number: Characteristic, change: Change) {
        if number == Characteristic::Save {
            self.save.change(change);
        }
    }
}
