//! When an ability holds: conditions in the words of the unit that owns it.
//!
//! `when` is a list of which every entry must hold. Within an entry `not` negates the words behind it, `or` joins, and
//! `target` in front carries over: `target HERO or VEHICLE`.

mod slips;

use smallvec::SmallVec;

use super::exclusion::Thing;
use super::situation::{self, Scene};
use crate::games::{GAMES, Game, Owner, Phase, Situation, SituationDoc};
use crate::profile::{Diagnostic, Diagnostics, Located, Reader, shipped_keywords};
use crate::words::{did_you_mean, same};

/// One entry of `when`: alternatives, of which one must hold.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    any: SmallVec<[Term; 1]>,
}

/// One alternative: a state, and whether it must not hold.
#[derive(Clone, Debug)]
struct Term {
    negated: bool,
    /// Whether it speaks of the other unit. Of a situation its name says that.
    of_target: bool,
    state: State,
}

/// What may be true when an ability is looked at.
#[derive(Clone, Debug)]
enum State {
    /// As the owner of the ability calls it.
    Situation(&'static SituationDoc),
    Keyword(String),
    Phase(Phase),
    /// At least so many models.
    Models(u16),
    /// At least so many points of damage.
    Damage(u16),
    /// At least so many ranks.
    Ranks(u16),
    /// Fewer ranks than the other unit, or more.
    FewerRanks,
    MoreRanks,
    /// The Strength of an attack is above the Toughness it meets.
    StrengthAboveToughness,
    /// The weapon is a Companion weapon.
    Companion,
}

/// A count of models or of damage from which a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Threshold {
    /// Models that stand.
    Models(u16),
    /// Points of damage.
    Damage(u16),
}

impl Condition {
    /// That the unit that owns the ability has at least so many points of damage.
    pub(crate) fn damaged(points: u16) -> Self {
        let term = Term { negated: false, of_target: false, state: State::Damage(points) };
        Self { any: SmallVec::from_iter([term]) }
    }

    /// That it is this phase.
    pub(super) fn in_phase(phase: Phase) -> Self {
        let term = Term { negated: false, of_target: false, state: State::Phase(phase) };
        Self { any: SmallVec::from_iter([term]) }
    }

    /// Whether it holds for the unit that owns the ability.
    pub(super) fn holds(&self, owner: Owner, scene: &Scene<'_>) -> bool {
        self.any.iter().any(|term| term.negated != term.state.holds(owner, term.of_target, scene))
    }

    /// The counts that it asks for, of either unit.
    pub(crate) fn thresholds(&self) -> impl Iterator<Item = Threshold> {
        self.any.iter().filter_map(|term| match term.state {
            State::Models(n) => Some(Threshold::Models(n)),
            State::Damage(n) => Some(Threshold::Damage(n)),
            State::Situation(_)
            | State::Keyword(_)
            | State::Phase(_)
            | State::Ranks(_)
            | State::FewerRanks
            | State::MoreRanks
            | State::StrengthAboveToughness
            | State::Companion => None,
        })
    }

    /// Whether it asks about this situation, of either unit.
    pub(crate) fn asks_for(&self, situation: crate::games::Situation) -> bool {
        self.any.iter().any(|term| match term.state {
            State::Situation(doc) => doc.situation == situation || doc.for_the_other_side() == situation,
            _ => false,
        })
    }

    /// Whether it asks what a unit has lost: the one that owns it, or its target.
    pub(crate) fn asks_for_losses(&self, target: bool) -> bool {
        self.any.iter().any(|term| match term.state {
            State::Models(_) | State::Damage(_) | State::Ranks(_) => term.of_target == target,
            State::FewerRanks | State::MoreRanks => true,
            State::Situation(_)
            | State::Keyword(_)
            | State::Phase(_)
            | State::StrengthAboveToughness
            | State::Companion => false,
        })
    }

    /// Whether it may hold in a phase, if that is known; nothing else is looked at.
    pub(super) fn may_hold_in(&self, phase: Option<Phase>) -> bool {
        self.any.iter().any(|term| match (&term.state, phase) {
            (State::Phase(asked), Some(phase)) => (*asked == phase) != term.negated,
            _ => true,
        })
    }

    /// Whether both can never hold at once. Only conditions without `or` are looked at; `implies` is what is true besides.
    pub(super) fn contradicts(&self, other: &Self, implies: fn(Situation) -> Option<Situation>) -> bool {
        let ([one], [two]) = (&self.any[..], &other.any[..]) else { return false };
        let opposite = one.negated != two.negated;
        // At least so many, and not even so many as the other says.
        let counts = |a: u16, b: u16| opposite && if two.negated { b <= a } else { a <= b };
        // What implies something does not hold without it.
        let within = |a: Situation, b: Situation| {
            let (holds, does_not) = if two.negated { (a, b) } else { (b, a) };
            opposite && (a == b || implies(holds) == Some(does_not))
        };
        one.of_target == two.of_target
            && match (&one.state, &two.state) {
                (State::Situation(a), State::Situation(b)) => within(a.situation, b.situation),
                (State::Keyword(a), State::Keyword(b)) => opposite && same(a, b),
                (State::Phase(a), State::Phase(b)) => {
                    if opposite {
                        a == b
                    } else {
                        a != b
                    }
                }
                (State::Models(a), State::Models(b))
                | (State::Damage(a), State::Damage(b))
                | (State::Ranks(a), State::Ranks(b)) => counts(*a, *b),
                (State::FewerRanks, State::FewerRanks) | (State::MoreRanks, State::MoreRanks) => opposite,
                (State::FewerRanks, State::MoreRanks) | (State::MoreRanks, State::FewerRanks) => {
                    !one.negated && !two.negated
                }
                (State::StrengthAboveToughness, State::StrengthAboveToughness)
                | (State::Companion, State::Companion) => opposite,
                _ => false,
            }
    }

    /// The situation or the phase that it asks for, and nothing else, in the words of the attacker.
    pub(super) fn thing(&self, owner: Owner) -> Option<Thing> {
        let [Term { negated: false, state, .. }] = &self.any[..] else { return None };
        match state {
            State::Situation(doc) if owner == Owner::Attacker => Some(Thing::Situation(doc.situation)),
            State::Situation(doc) => Some(Thing::Situation(doc.for_the_other_side())),
            State::Phase(phase) => Some(Thing::Phase(*phase)),
            _ => None,
        }
    }

    /// Whether it hangs on the Strength of the weapon that attacks.
    pub(crate) fn asks_for_strength(&self) -> bool {
        self.any.iter().any(|term| matches!(term.state, State::StrengthAboveToughness))
    }

    /// What it asks of the weapon that attacks, if anything.
    pub(crate) fn of_weapon(&self) -> Option<&'static str> {
        self.any.iter().find_map(|term| match term.state {
            State::StrengthAboveToughness => Some(STRENGTH),
            State::Companion => Some(COMPANION),
            _ => None,
        })
    }
}

impl State {
    fn holds(&self, owner: Owner, of_target: bool, scene: &Scene<'_>) -> bool {
        // In a file the words are the owner's: its target is the unit that attacks, if it is attacked itself.
        let of_attacker = (owner == Owner::Attacker) != of_target;
        let of = |attacker: u16, target: u16| if of_attacker { attacker } else { target };
        match self {
            Self::Situation(doc) => {
                scene.is(if owner == Owner::Attacker { doc.situation } else { doc.for_the_other_side() })
            }
            Self::Keyword(keyword) if of_attacker => scene.attacker_has(keyword),
            Self::Keyword(keyword) => scene.target_has(keyword),
            Self::Phase(phase) => scene.phase == Some(*phase),
            Self::Models(least) => of(scene.attacker_models, scene.target_models) >= *least,
            Self::Damage(least) => of(scene.attacker_damage, scene.target_damage) >= *least,
            Self::Ranks(least) => of(scene.attacker_ranks, scene.target_ranks) >= *least,
            Self::FewerRanks => {
                of(scene.attacker_ranks, scene.target_ranks) < of(scene.target_ranks, scene.attacker_ranks)
            }
            Self::MoreRanks => {
                of(scene.attacker_ranks, scene.target_ranks) > of(scene.target_ranks, scene.attacker_ranks)
            }
            Self::StrengthAboveToughness => scene.strength_above_toughness,
            Self::Companion => scene.companion,
        }
    }
}

/// What conditions of abilities may ask for in a game, besides its situations.
pub(crate) struct Traits {
    /// Whether units have several models.
    pub(crate) models: bool,
    /// Whether models stand in ranks.
    pub(crate) ranks: bool,
    /// Whether abilities compare the Strength of an attack with Toughness.
    pub(crate) strength: bool,
    /// Whether there are Companion weapons.
    pub(crate) companions: bool,
    /// Whether units are attached to each other, so that one may bear the other's keywords.
    pub(crate) attaches: bool,
    /// Keywords that its rules name.
    pub(crate) keywords: &'static [&'static str],
}

/// The words that a condition of a unit may use.
pub(super) struct Words<'t> {
    pub(super) game: &'static str,
    pub(super) situations: &'static [SituationDoc],
    pub(super) traits: &'t Traits,
    /// Keywords of the unit itself.
    pub(super) own: &'t [String],
}

/// An entry of `when` being read.
struct Entry<'t> {
    text: &'t Located<String>,
    language: &'t Words<'t>,
    found: &'t Diagnostics,
}

/// Reads one entry of `when`; notes what can never hold.
pub(super) fn read(text: &Located<String>, language: &Words<'_>, found: &Diagnostics) -> Option<Condition> {
    Entry { text, language, found }.read()
}

/// What a `when` may count or ask for besides situations, keywords and phases, for suggestions.
const STATES: [&str; 9] =
    ["models 10+", "damage 10+", HALF, STARTING, STRENGTH, COMPANION, "ranks 2+", FEWER_RANKS, MORE_RANKS];
const FEWER_RANKS: &str = "fewer ranks";
const MORE_RANKS: &str = "more ranks";
const HALF: &str = "half strength";
const STARTING: &str = "starting strength";
/// Where a game has it, the opposite of [`STARTING`] is a situation.
const BELOW_STARTING: &str = "below starting strength";
/// The opposite of a situation, too.
const MOVED: [&str; 4] = ["moved", "move", "used move ability", "used a move ability"];
const STRENGTH: &str = "strength above toughness";
pub(super) const COMPANION: &str = "companion weapon";

/// The most models, or points of damage, that an ability may ask for.
const MOST_COUNTED: u16 = 1_000;

impl Entry<'_> {
    fn read(&self) -> Option<Condition> {
        let text = slips::counts_joined(&self.text.value);
        let words: Vec<&str> = text.split_whitespace().collect();
        let (mut any, mut of_target, mut negated_before) = (SmallVec::new(), false, false);
        for alternative in words.split(|word| word.eq_ignore_ascii_case("or")) {
            let (negated, target, rest) = prefixes(alternative);
            if negated_before && !negated {
                return self.ambiguous();
            }
            (negated_before, of_target) = (negated, of_target || target);
            let (state, opposite) = self.state(&rest.join(" "), of_target)?;
            any.push(Term { negated: negated != opposite, of_target, state });
        }
        Some(Condition { any })
    }

    fn mistake<T>(&self, message: String, help: String) -> Option<T> {
        self.found.push(Diagnostic::new(&self.text.place, message, "here").help(Some(help)));
        None
    }

    fn ambiguous<T>(&self) -> Option<T> {
        let message =
            format!("`{}` can be read in two ways: does `not` reach the second part?", self.text.value.trim());
        let help = "if neither may hold, write two entries, `[\"not A\", \"not B\"]`; if one of both is enough, put \
                    the part without `not` first, `B or not A`";
        self.mistake(message, help.to_owned())
    }

    /// The state that a text without its prefixes names, and whether its opposite is meant.
    fn state(&self, word: &str, of_target: bool) -> Option<(State, bool)> {
        let word = word.strip_suffix(" this turn").unwrap_or(word);
        let said = |word: &str| if of_target { format!("target {word}") } else { word.to_owned() };
        if let Some(situation) = situation::named(self.language.situations, &said(word)) {
            return Some((State::Situation(situation), false));
        }
        if same(word, STARTING)
            && let Some(below) = situation::named(self.language.situations, &said(BELOW_STARTING))
        {
            return Some((State::Situation(below), true));
        }
        if MOVED.iter().any(|moved| same(word, moved))
            && let Some(stationary) = situation::named(self.language.situations, &said("stationary"))
        {
            return Some((State::Situation(stationary), true));
        }
        if let Some(phase) = slips::phase(word).filter(|_| !of_target) {
            return Some((State::Phase(phase), false));
        }
        if let Some((what, least)) = counted(word) {
            return self.count(what, least);
        }
        for (name, state) in [(FEWER_RANKS, State::FewerRanks), (MORE_RANKS, State::MoreRanks)] {
            if same(word, name) && self.language.traits.ranks {
                return Some((state, false));
            }
        }
        if same(word, STRENGTH) && self.language.traits.strength && !of_target {
            return Some((State::StrengthAboveToughness, false));
        }
        if same(word.trim_end_matches(['s', 'S']), COMPANION) && self.language.traits.companions && !of_target {
            return Some((State::Companion, false));
        }
        self.keyword(word, of_target)
    }

    /// `models 10+`, `damage 10+`.
    fn count(&self, what: &str, least: Option<u16>) -> Option<(State, bool)> {
        let text = self.text.value.trim();
        let Some(least) = least else {
            let help = slips::count(text);
            let help = help.unwrap_or_else(|| format!("write `{what} N+` with a number from 1 to {MOST_COUNTED}"));
            return self.mistake(format!("`{text}` asks for no count of {what}"), help);
        };
        if what == "damage" {
            return Some((State::Damage(least), false));
        }
        if what == "ranks" {
            let message = format!("`{text}` has no meaning in {}", self.language.game);
            return match self.language.traits.ranks {
                true => Some((State::Ranks(least), false)),
                false => {
                    self.mistake(message, "its models stand in no ranks: write `models N+` or `damage N+`".to_owned())
                }
            };
        }
        if !self.language.traits.models {
            let message = format!("`{text}` has no meaning in {}", self.language.game);
            return self.mistake(message, "a fighter is always one model".to_owned());
        }
        Some((State::Models(least), false))
    }

    /// A keyword: one that somebody bears, or one in capitals, as cards print them.
    fn keyword(&self, word: &str, of_target: bool) -> Option<(State, bool)> {
        let is = |known: &str| same(known, word) || same(known.split('(').next().unwrap_or(known), word);
        let by_itself = self.language.own.iter().any(|known| is(known));
        let state = || Some((State::Keyword(word.to_owned()), false));
        let is_word = word.chars().any(char::is_alphabetic);
        let printed = is_word && !word.chars().any(char::is_lowercase);
        if by_itself || (printed && of_target && !self.found.is_thorough()) {
            return state();
        }
        let shipped = || shipped_keywords(self.language.game);
        let known = is_word
            && (self.language.traits.keywords.iter().any(|known| is(known))
                || shipped().into_iter().any(is)
                || self.found.knows(|keywords| keywords.iter().any(|known| is(known))));
        if !of_target && (printed || known) && !self.language.traits.attaches {
            let message = format!("the unit itself is no {word}, so `{}` never holds", self.text.value.trim());
            return self.mistake(message, format!("for a keyword of the other unit write `target {word}`"));
        }
        if printed && !known && self.found.is_thorough() {
            let near = did_you_mean(word, shipped());
            let message = format!("no unit that is known has the keyword `{word}`");
            self.found.warn(Diagnostic::new(&self.text.place, message, "here").help(near));
        }
        if printed || known { state() } else { self.unknown(word, of_target) }
    }

    /// Notes a word that is nothing of all this.
    fn unknown<T>(&self, word: &str, of_target: bool) -> Option<T> {
        let (text, game) = (self.text.value.trim(), self.language.game);
        if let Some(state) =
            [HALF, STARTING, STRENGTH, COMPANION, FEWER_RANKS, MORE_RANKS].into_iter().find(|state| same(state, word))
        {
            let message =
                format!("`{state}` has no meaning in {game}{}", if of_target { " as `target …`" } else { "" });
            return self.mistake(message, self.instead(state, of_target));
        }
        let message = if word.is_empty() {
            format!("a word is missing in `{text}`")
        } else {
            format!("`{text}` is no situation, keyword, phase or state of {game}")
        };
        let list = format!(
            "`warodds list situations {game}` shows all; a keyword is written `target KEYWORD`, a count `models 10+` or \
             `damage 10+`, a phase `melee` or `shooting`; `not` negates, `or` joins"
        );
        let situations = self.language.situations.iter().map(|s| s.name.strip_prefix("target ").unwrap_or(s.name));
        let traits = self.language.traits;
        let has = |state: &&str| match *state {
            "models 10+" => traits.models,
            "ranks 2+" | FEWER_RANKS | MORE_RANKS => traits.ranks,
            STRENGTH => traits.strength,
            COMPANION => traits.companions,
            HALF | STARTING => situation::named(self.language.situations, HALF).is_some(),
            _ => true,
        };
        let states = STATES.into_iter().filter(has);
        let words = situations.chain(states).chain(["melee", "shooting"]).chain(shipped_keywords(game));
        if let Some(help) = slips::count(text).or_else(|| slips::instead(text, |said| self.is_known(said))) {
            return self.mistake(message, help);
        }
        let has = |game: &&&Game| situation::named(game.situations, text).is_some();
        let elsewhere = GAMES.iter().find(has).map(|game| format!("{} has it;", game.id));
        let near = elsewhere.or_else(|| did_you_mean(word, words)).filter(|_| !word.is_empty());
        self.mistake(message, near.map_or(list.clone(), |near| format!("{near} {list}")))
    }

    /// Whether a text is a condition as it stands.
    fn is_known(&self, text: &str) -> bool {
        let found = Diagnostics::default();
        let text = Located { value: text.to_owned(), place: self.text.place.clone() };
        Entry { text: &text, language: self.language, found: &found }.read().is_some() && found.is_empty()
    }

    /// What to write where a game has no such state.
    fn instead(&self, state: &str, of_target: bool) -> String {
        match state {
            STRENGTH if self.language.traits.strength && of_target => {
                format!("the Strength is the attack's, the Toughness its target's: write `{STRENGTH}`")
            }
            COMPANION if self.language.traits.companions => {
                format!(
                    "the weapon is the attack's: write `{COMPANION}`, with `against = true` for those of the other unit"
                )
            }
            COMPANION => "it has no Companion weapons: name those that are meant in `weapons`".to_owned(),
            FEWER_RANKS | MORE_RANKS => "its models stand in no ranks".to_owned(),
            STRENGTH => "no roll of this game compares the two for an ability".to_owned(),
            _ => "its rules count models or damage: write `models 10+`, `not models 6+` or `damage 5+`".to_owned(),
        }
    }
}

/// Notes what a unit that never grows cannot reach: more models than it has, or damage with which it is gone.
pub(crate) fn check_counts(unit: &Reader<'_>, (models, wounds): (u16, u16), found: &Diagnostics) {
    for entry in unit.tables("ability").iter().flat_map(|table| table.texts("when")) {
        let words: Vec<&str> = entry.value.split_whitespace().collect();
        let (false, false, state) = prefixes(&words) else { continue };
        let Some((what, Some(least))) = counted(&state.join(" ")) else { continue };
        let help = match what {
            "models" if least > models => format!("there are {models} models at most"),
            "damage" if least >= wounds => {
                format!(
                    "with {wounds} points it is gone: write `damage {}+`, or fewer",
                    wounds.saturating_sub(1).max(1)
                )
            }
            _ => continue,
        };
        let message = format!("`{}` never holds", entry.value.trim());
        found.push(Diagnostic::new(&entry.place, message, "so this ability never does").help(Some(help)));
    }
}

/// What stands in front of a state, in either order: `not`, `target`; and the rest.
fn prefixes<'w>(mut words: &'w [&'w str]) -> (bool, bool, &'w [&'w str]) {
    let (mut negated, mut of_target) = (false, false);
    while let [first, rest @ ..] = words {
        if first.eq_ignore_ascii_case("not") && !negated {
            negated = true;
        } else if first.eq_ignore_ascii_case("target") && !of_target {
            of_target = true;
        } else if rest.is_empty() || !slips::is_filler(first) {
            break;
        }
        words = rest;
    }
    (negated, of_target, words)
}

/// `models 10+`: what is counted, and the least number if it is one.
fn counted(word: &str) -> Option<(&'static str, Option<u16>)> {
    let lower = word.to_lowercase();
    let lower = slips::count_first(&lower);
    let (what, least) = lower.split_once(' ')?;
    let what = ["models", "damage", "ranks"].into_iter().find(|known| *known == what)?;
    let least = least.strip_suffix('+').and_then(|n| n.parse().ok());
    Some((what, least.filter(|n| (1..=MOST_COUNTED).contains(n))))
}
