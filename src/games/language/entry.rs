//! The effects and abilities of a game, one entry each: pattern, kind, rule, owner, and what it changes.
//!
//! What games share is read by [`super::vocabulary`]; what one game has alone is in that game's `effects.rs`. A game says of
//! what it has not, and under which rule it has what others share, in rows of patterns: [`SharedRule`].

use std::fmt;
use std::hash::Hash;

use super::effect::{Draft, Effect, RollKind};
use super::name;
use super::side::SideDice;
use super::situation::Scene;
use super::vocabulary::{Captured, Form, ReadForm, Suffix};
use crate::games::volley::lines::Origin;
use crate::games::{AbilityDoc, Owner};
use crate::sequence::Fingerprint;
use crate::words::memo::Memo;

/// What the entries of a game change; `Self` is an attack.
pub(crate) trait Drafts: Draft + Clone + 'static {
    /// How the target takes attacks.
    type Target: Draft + 'static;
    /// Some models of the target.
    type Models: Draft + 'static;
    /// What comes beside the attacks, or after them.
    type Beside: 'static;
}

/// What an entry changes.
pub(crate) enum Does<D: Drafts> {
    /// An attack.
    Attack(fn(&mut D, &Captured)),
    /// The target as a whole.
    Target(fn(&mut D::Target, &Captured)),
    /// Models of the target.
    Models(fn(&mut D::Models, &Captured)),
    /// Something beside the attacks, which no single weapon does.
    Beside(fn(&mut D::Beside, &Captured)),
    /// Something that comes of the attacks once they are over.
    After(fn(&mut D::Beside, &Captured)),
    /// An attack, as an ability that weapons have by its name: all weapons, those for melee, those that shoot.
    Weapon(Ability<D>),
    Melee(Ability<D>),
    Ranged(Ability<D>),
    /// Nothing that is computed, for this reason.
    Nothing(&'static str),
}

impl<D: Drafts> Copy for Does<D> {}

impl<D: Drafts> Clone for Does<D> {
    fn clone(&self) -> Self {
        *self
    }
}

/// What an ability of a weapon changes.
pub(crate) type Ability<D> = fn(&mut D, &Meaning<D>, &Scene<'_>);

/// An entry that one game has alone.
pub(crate) struct Entry<D: Drafts> {
    pub(crate) form: Form,
    /// The pattern, or something that follows it.
    pub(crate) example: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) does: Does<D>,
}

/// The tables of a game: of entries with one pattern the first counts.
pub(crate) type Entries<D> = &'static [&'static [Entry<D>]];

impl<D: Drafts> Entry<D> {
    /// The pattern without what follows a name.
    pub(crate) fn name(&self) -> &'static str {
        name::without_places(self.form.pattern)
    }

    /// Whether it is an ability that weapons have by its name.
    pub(crate) fn is_ability(&self) -> bool {
        matches!(self.does, Does::Weapon(_) | Does::Melee(_) | Does::Ranged(_))
    }

    /// Its rule, or why nothing computes it.
    pub(crate) fn rule_of_form(&self) -> FormRule {
        if let Does::Nothing(why) = self.does { Err(why) } else { Ok(self.rule) }
    }
}

/// The forms of a game's effects, each with the rule it has there.
pub(crate) fn effects<D: Drafts>(entries: Entries<D>) -> Vec<(Form, FormRule)> {
    let effects = entries.iter().copied().flatten().filter(|entry| !entry.is_ability());
    effects.map(|entry| (entry.form, entry.rule_of_form())).collect()
}

/// A game's abilities of weapons.
pub(crate) fn abilities<D: Drafts>(entries: Entries<D>) -> Vec<AbilityDoc> {
    let mut all: Vec<AbilityDoc> = Vec::new();
    for Entry { form, example, rule, .. } in entries.iter().copied().flatten().filter(|entry| entry.is_ability()) {
        if all.iter().all(|entry| entry.name != form.pattern) {
            all.push(AbilityDoc { name: form.pattern, short: form.short, example, rule, favours: form.favours });
        }
    }
    all
}

/// The entries of one game: the drafts that they change, the game's id, and a line each. An entry helps its owner alone on
/// a plain weapon unless it is `neutral` there, or `hurtful`.
macro_rules! entries {
    ($(#[$doc:meta])* $vis:vis $name:ident: $draft:ty, $home:literal;
        $($owner:ident $($favours:ident)? $pattern:literal $(as $example:literal)? $short:literal $rule:literal
            $does:ident($($what:tt)*) $(if $fits:expr)?;)*) => {
        $(#[$doc])*
        $vis static $name: &[$crate::games::language::entry::Entry<$draft>] = &[$($crate::games::language::entry::Entry {
            form: $crate::games::language::vocabulary::Form {
                pattern: $pattern,
                short: $short,
                owner: $crate::games::Owner::$owner,
                favours: $crate::games::language::vocabulary::favours!($owner $($favours)?),
                home: $home,
                make: |_words| {
                    $(
                        let fits: fn(&$crate::games::language::vocabulary::Captured) -> bool = $fits;
                        if !fits(&$crate::games::language::vocabulary::Captured::of(_words)) {
                            return None;
                        }
                    )?
                    Some($crate::games::language::effect::Effect::Own)
                },
            },
            example: [$($example,)? $pattern][0],
            rule: $rule,
            does: $crate::games::language::entry::Does::<$draft>::$does($($what)*),
        }),*];
    };
}
pub(crate) use entries;

/// What a game says of entries that are not its own: that it has them, and under which rule, or why not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedRule {
    /// The patterns that are meant, `*` for any words; none: all of `home`.
    patterns: &'static [&'static str],
    /// The letters with which they may begin, a bit each: most rows are left at that.
    begins: u32,
    /// The game that has them alone; empty: whichever.
    home: &'static str,
    /// The rule that they stand under here, or why they have no meaning.
    says: FormRule,
}

/// The game has what these patterns write, under this rule.
pub(crate) const fn has(patterns: &'static [&'static str], rule: &'static str) -> SharedRule {
    SharedRule { patterns, begins: beginnings(patterns), home: "", says: Ok(rule) }
}

/// The game has not what these patterns write.
pub(crate) const fn lacks(patterns: &'static [&'static str], why: &'static str) -> SharedRule {
    SharedRule { patterns, begins: beginnings(patterns), home: "", says: Err(why) }
}

/// The game has nothing that another one has alone.
pub(crate) const fn lacks_all_of(home: &'static str, why: &'static str) -> SharedRule {
    SharedRule { patterns: &[], begins: 0, home, says: Err(why) }
}

/// The first letters of patterns, a bit each; all of them for `*`.
const fn beginnings(patterns: &[&str]) -> u32 {
    let (mut begins, mut place) = (0, 0);
    while place < patterns.len() {
        begins |= match patterns[place].as_bytes() {
            [b'*', ..] | [] => u32::MAX,
            [first, ..] => 1 << (*first % 32),
        };
        place += 1;
    }
    begins
}

/// Rows of a game, those that come first first.
pub(crate) type RuleRows = &'static [&'static [SharedRule]];

/// Whether a pattern is one of these, `*` for any words.
pub(crate) fn is_like(pattern: &str, wanted: &[&str]) -> bool {
    wanted.iter().any(|wanted| follows(pattern, wanted))
}

fn follows(pattern: &str, wanted: &str) -> bool {
    let (pattern, wanted) = (pattern.as_bytes(), wanted.as_bytes());
    // Where the letters behind the last star are tried anew: in the pattern, and in what is wanted.
    let (mut at, mut place, mut star) = (0, 0, None);
    while at < pattern.len() {
        match (wanted.get(place), star) {
            (Some(b'*'), _) => (place, star) = (place + 1, Some((at, place + 1))),
            (Some(letter), _) if *letter == pattern[at] => (at, place) = (at + 1, place + 1),
            (_, Some((from, behind))) => (at, place, star) = (from + 1, behind, Some((from + 1, behind))),
            (_, None) => return false,
        }
    }
    wanted[place..].iter().all(|letter| *letter == b'*')
}

/// The rule of something in a game, or why it has no meaning there.
pub(crate) type FormRule = Result<&'static str, &'static str>;

/// Rules that were looked for, by the game and all else that they follow from.
static RULES: Memo<(&str, (&str, &str), Option<Suffix>, Option<FormRule>), FormRule> = Memo::new(8192);

/// The rule under which a game has an entry of this pattern and suffix, or why it has none; `own` is that of an entry that
/// it has alone. What others share it has unless a row says otherwise, a suffix only if a row says so.
pub(crate) fn rule_of_form(
    (pattern, home): (&'static str, &'static str),
    suffix: Option<Suffix>,
    own: Option<FormRule>,
    (game, rows): (&'static str, RuleRows),
) -> FormRule {
    RULES.get(&(game, (pattern, home), suffix, own), || rule_by_rows((pattern, home), suffix, own, rows))
}

fn rule_by_rows(
    (pattern, home): (&str, &str),
    suffix: Option<Suffix>,
    own: Option<FormRule>,
    rows: RuleRows,
) -> FormRule {
    let row = |pattern: &str, home: &str| {
        let begins = beginnings(&[pattern]);
        let is_meant = |row: &&SharedRule| match row.patterns {
            [] => row.home == home,
            _ if row.begins & begins == 0 => false,
            patterns => is_like(pattern, patterns) && (home.is_empty() || row.says.is_err()),
        };
        rows.iter().copied().flatten().find(is_meant).map(|row| row.says)
    };
    let whole = suffix.map(|suffix| row(&format!("{pattern}{}", suffix.pattern()), "").unwrap_or(Err(NO_RULE)));
    if let Some(Err(why)) = whole {
        return Err(why);
    }
    let other = if home.is_empty() { Ok("") } else { Err(NO_RULE) };
    let alone = own.or_else(|| row(pattern, home)).unwrap_or(other);
    alone.and_then(|rule| whole.unwrap_or(Ok(rule)))
}

const NO_RULE: &str = "no rule of this game does that";

/// What a text says: a form, what is in its places, and what the game does about it.
#[derive(Clone)]
pub(crate) struct Meaning<D: Drafts> {
    pub(crate) form: &'static Form,
    pub(crate) words: Captured,
    pub(crate) effect: Effect,
    pub(crate) suffix: Option<Suffix>,
    /// The target has one of these keywords, or an ability does nothing; none: whoever the target is.
    pub(super) only: Vec<String>,
    /// Its rule.
    pub(crate) rule: &'static str,
    pub(super) entry: Option<&'static Entry<D>>,
}

impl<D: Drafts> fmt::Display for Meaning<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name::written(self.form.pattern, &self.words))?;
        if self.only.is_empty() { Ok(()) } else { write!(f, ": {}", self.only.join("/")) }
    }
}

impl<D: Drafts> fmt::Debug for Meaning<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<D: Drafts> PartialEq for Meaning<D> {
    fn eq(&self, other: &Self) -> bool {
        let key = |meaning: &Self| (meaning.form.pattern, meaning.suffix);
        key(self) == key(other) && self.words == other.words && self.only == other.only
    }
}

impl<D: Drafts> Meaning<D> {
    pub(super) fn new(reading: ReadForm, rule: &'static str, entry: Option<&'static Entry<D>>) -> Self {
        let ReadForm { form, words, effect, suffix } = reading;
        Self { form, words, effect, suffix, only: Vec::new(), rule, entry }
    }

    /// An ability of a weapon.
    pub(super) fn of_ability(entry: &'static Entry<D>, words: Captured) -> Self {
        let Entry { form, rule, .. } = entry;
        Self { form, words, effect: Effect::Own, suffix: None, only: Vec::new(), rule, entry: Some(entry) }
    }

    /// The effect, if it is not an ability of a weapon.
    pub(crate) fn effect(&self) -> Option<&Self> {
        (!self.entry.is_some_and(Entry::is_ability)).then_some(self)
    }

    /// Its name without what follows it.
    pub(crate) fn name(&self) -> &'static str {
        name::without_places(self.form.pattern)
    }

    /// What `explain` says of it.
    pub(crate) fn origin(&self) -> Origin<'static> {
        Origin::new(self.name(), self.rule)
    }

    /// Whether it is an ability that a weapon for melee, or one that shoots, may have.
    pub(crate) fn is_ability_of(&self, melee: bool) -> bool {
        match self.does() {
            Some(Does::Weapon(_)) => true,
            Some(Does::Melee(_)) => melee,
            Some(Does::Ranged(_)) => !melee,
            _ => false,
        }
    }

    /// Does to a draft what an ability does.
    pub(crate) fn use_on(&self, draft: &mut D, scene: &Scene<'_>) {
        if let Some(Does::Weapon(change) | Does::Melee(change) | Does::Ranged(change)) = self.does()
            && (self.only.is_empty() || self.only.iter().any(|keyword| scene.target_has(keyword)))
        {
            change(draft, self, scene);
        }
    }

    /// Its owner when nobody says so: attacks are the attacker's, saves and what protects the defender's.
    pub(crate) fn owner(&self) -> Owner {
        self.form.owner
    }

    /// Whether its pattern is one of these, `*` for any words.
    pub(crate) fn is(&self, patterns: &[&str]) -> bool {
        is_like(self.form.pattern, patterns)
    }

    /// What it does, if it is an entry of one game.
    pub(crate) fn does(&self) -> Option<&'static Does<D>> {
        self.entry.map(|entry| &entry.does)
    }

    /// The dice on the side that it brings.
    pub(crate) fn side_dice(&self) -> Option<&SideDice> {
        if let Effect::MortalOnTheSide(side) = &self.effect { Some(side) } else { None }
    }

    /// Whether it comes beside the attacks, so that no single weapon does it.
    pub(crate) fn is_beside(&self) -> bool {
        matches!(self.effect, Effect::MortalOnTheSide(_)) || matches!(self.does(), Some(Does::Beside(_)))
    }

    /// Whether it is of the target as a whole, not of single models.
    pub(crate) fn is_of_whole_target(&self) -> bool {
        let of_enemys_roll = self.effect.is_of(RollKind::Hit) || self.effect.is_of(RollKind::Wound);
        let shared = of_enemys_roll && self.owner() == Owner::Defender;
        shared || matches!(self.effect, Effect::IgnoreFirstFailedSave) || matches!(self.does(), Some(Does::Target(_)))
    }

    /// The change of an attack's draft.
    pub(crate) fn change_attack(&self, draft: &mut D) {
        self.effect.change(draft, &self.words);
        if let Some(Does::Attack(change)) = self.does() {
            change(draft, &self.words);
        }
    }

    /// Does to a target as a whole what it does to one.
    pub(crate) fn change_target(&self, target: &mut D::Target) {
        self.effect.change(target, &self.words);
        if let Some(Does::Target(change)) = self.does() {
            change(target, &self.words);
        }
    }

    /// Does to models of a target what it does to some.
    pub(crate) fn change_models(&self, models: &mut D::Models) {
        self.effect.change(models, &self.words);
        if let Some(Does::Models(change)) = self.does() {
            change(models, &self.words);
        }
    }

    /// Adds what comes beside the attacks or after them.
    pub(crate) fn add_beside(&self, beside: &mut D::Beside) {
        if let Some(Does::Beside(add) | Does::After(add)) = self.does() {
            add(beside, &self.words);
        }
    }
}

impl<D: Drafts> Meaning<D> {
    /// Writes everything that it is.
    pub(super) fn write(&self, to: &mut Fingerprint) {
        let Self { form, words, effect, suffix, only, rule, entry } = self;
        // A form and an entry are in one place each.
        (std::ptr::from_ref(*form).addr(), entry.map(|entry| std::ptr::from_ref(entry).addr()), only, rule).hash(to);
        format!("{words:?} {effect:?} {suffix:?}").hash(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_words() {
        assert!(is_like("reroll failed hits", &["reroll *"]));
        assert!(is_like("ignore hit modifiers", &["ignore * modifiers"]));
        assert!(is_like("A [D3] dice T+ -> heal N", &["* heal *"]));
        assert!(!is_like("heal A", &["* heal *"]));
        assert!(!is_like("±N strength", &["* toughness", "set *"]));
    }
}
