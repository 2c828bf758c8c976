//! How an entry of `when` is read, and what is noted of one that can never hold.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Condition, ConditionWords, Counted, MOST_COUNTED, OrTerm, ReadState, mistakes};
use crate::games::language::situation;
use crate::games::{GAMES, Game};
use crate::profile::{Diagnostic, Diagnostics, Located, is_army, shipped_keywords};
use crate::words::{did_you_mean, same};

/// An entry of `when` being read.
struct WhenEntry<'t> {
    text: &'t Located<String>,
    language: &'t ConditionWords<'t>,
    found: &'t Diagnostics,
}

/// Reads one entry of `when`; notes what can never hold.
pub(in crate::games::language) fn read_condition(
    text: &Located<String>,
    language: &ConditionWords<'_>,
    found: &Diagnostics,
) -> Option<Condition> {
    WhenEntry { text, language, found }.read()
}

/// What a `when` may count or ask for other than situations, keywords and phases, for suggestions.
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
pub(super) const STRENGTH: &str = "strength above toughness";
pub(in crate::games::language) const COMPANION: &str = "companion weapon";

impl WhenEntry<'_> {
    fn read(&self) -> Option<Condition> {
        let text = mistakes::counts_joined(&self.text.value);
        let words: Vec<&str> = text.split_whitespace().collect();
        let (mut any, mut of_target, mut negated_before) = (SmallVec::new(), false, false);
        let alternatives = || words.split(|word| word.eq_ignore_ascii_case("or")).map(prefixes);
        for (negated, ..) in alternatives() {
            if negated_before && !negated {
                return self.ambiguous();
            }
            negated_before = negated;
        }
        for (negated, target, rest) in alternatives() {
            let (carried, word) = (of_target && !target, rest.join(" "));
            of_target |= target;
            let (state, opposite) = self.state(&word, of_target)?;
            if carried && self.is_own(&state, &word) {
                return self.ambiguous_target(&word);
            }
            any.push(OrTerm { negated: negated != opposite, of_target, state });
        }
        Some(Condition { any })
    }

    fn mistake<T>(&self, message: String, help: String) -> Option<T> {
        self.found.push(Diagnostic::new(&self.text.place, message, "here").help(help));
        None
    }

    fn ambiguous<T>(&self) -> Option<T> {
        let message =
            format!("`{}` can be read in two ways: does `not` reach the second part?", self.text.value.trim());
        let help = "if neither may hold, write two entries, `[\"not A\", \"not B\"]`; if one of both is enough, put \
                    the part without `not` first, `B or not A`";
        self.mistake(message, help.to_owned())
    }

    /// Whether a state that is read of the target may as well be the unit's own. Keywords are printed of targets alone.
    fn is_own(&self, state: &ReadState, word: &str) -> bool {
        match state {
            ReadState::Situation(_) => situation::named(self.language.situations, word).is_some(),
            ReadState::AtLeast(_) => true,
            _ => false,
        }
    }

    fn ambiguous_target<T>(&self, word: &str) -> Option<T> {
        let message = format!("`{}` can be read in two ways: does `target` reach `{word}`?", self.text.value.trim());
        let help = format!(
            "write `or target {word}` if it does; if not, put what is of the unit itself first: `{word} or target …`"
        );
        self.mistake(message, help)
    }

    /// The state that a text without its prefixes names, and whether its opposite is meant.
    fn state(&self, word: &str, of_target: bool) -> Option<(ReadState, bool)> {
        let word = word.strip_suffix(" this turn").unwrap_or(word);
        let name = |word: &str| if of_target { format!("target {word}") } else { word.to_owned() };
        if let Some(situation) = situation::named(self.language.situations, &name(word)) {
            return Some((ReadState::Situation(situation), false));
        }
        // What only one of the units can have has one name.
        let of_one = || self.language.situations.iter().find(|doc| doc.owner.is_some() && same(doc.name, word));
        if let Some(situation) = of_target.then(of_one).flatten() {
            return Some((ReadState::Situation(situation), false));
        }
        if same(word, STARTING)
            && let Some(below) = situation::named(self.language.situations, &name(BELOW_STARTING))
        {
            return Some((ReadState::Situation(below), true));
        }
        if MOVED.iter().any(|moved| same(word, moved))
            && let Some(stationary) = situation::named(self.language.situations, &name("stationary"))
        {
            return Some((ReadState::Situation(stationary), true));
        }
        if let Some(phase) = mistakes::phase(word).filter(|_| !of_target) {
            return Some((ReadState::Phase(phase), false));
        }
        if let Some((what, least)) = counted(word) {
            return self.count(what, least);
        }
        for (name, order) in [(FEWER_RANKS, Ordering::Less), (MORE_RANKS, Ordering::Greater)] {
            if same(word, name) && self.language.traits.ranks {
                return Some((ReadState::ComparedRanks(order), false));
            }
        }
        if same(word, STRENGTH) && self.language.traits.strength && !of_target {
            return Some((ReadState::StrengthAboveToughness, false));
        }
        if same(word.trim_end_matches(['s', 'S']), COMPANION) && self.language.traits.companions && !of_target {
            return Some((ReadState::Companion, false));
        }
        self.keyword(word, of_target)
    }

    /// `models 10+`, `damage 10+`.
    fn count(&self, what: &str, least: Option<u16>) -> Option<(ReadState, bool)> {
        let text = self.text.value.trim();
        let Some(least) = least else {
            let help = mistakes::count(text);
            let help = help.unwrap_or_else(|| format!("write `{what} N+` with a number from 1 to {MOST_COUNTED}"));
            return self.mistake(format!("`{text}` asks for no count of {what}"), help);
        };
        if what == "damage" {
            return Some((ReadState::AtLeast((Counted::Damage, least)), false));
        }
        if what == "ranks" {
            let message = format!("`{text}` has no meaning in {}", self.language.game);
            return match self.language.traits.ranks {
                true => Some((ReadState::AtLeast((Counted::Ranks, least)), false)),
                false => {
                    self.mistake(message, "its models stand in no ranks: write `models N+` or `damage N+`".to_owned())
                }
            };
        }
        if !self.language.traits.models {
            let message = format!("`{text}` has no meaning in {}", self.language.game);
            return self.mistake(message, "a fighter is always one model".to_owned());
        }
        Some((ReadState::AtLeast((Counted::Models, least)), false))
    }

    /// A keyword: one that somebody bears, or one in capitals, as cards print them.
    fn keyword(&self, word: &str, of_target: bool) -> Option<(ReadState, bool)> {
        let is = |entry: &str| is_keyword(entry, word);
        let by_itself = self.language.own.iter().any(|entry| is(entry));
        let state = || Some((ReadState::Keyword(word.to_owned()), false));
        let is_word = word.chars().any(char::is_alphabetic);
        let printed = is_word && !word.chars().any(char::is_lowercase);
        if by_itself || (printed && of_target && !self.found.is_thorough()) {
            return state();
        }
        let shipped = || shipped_keywords(self.language.game);
        let is_own = is_word
            && (self.language.traits.keywords.iter().any(|keyword| is(keyword))
                || shipped().into_iter().any(is)
                || self.found.knows(|keywords| keywords.iter().any(|keyword| is(keyword))));
        if !of_target && (printed || is_own) && !self.language.traits.attaches {
            let is_negated = self.text.value.to_lowercase().contains(&format!("not {}", word.to_lowercase()));
            let holds = if is_negated { format!("`not {word}` always") } else { format!("`{word}` never") };
            let message = format!("the unit itself is no {word}, so {holds} holds");
            return self.mistake(message, format!("for a keyword of the other unit write `target {word}`"));
        }
        if printed && !is_own && self.found.is_thorough() && !is_army(self.language.game, word) {
            let near = did_you_mean(word, shipped());
            let message = format!("no unit that is known has the keyword `{word}`");
            self.found.warn(Diagnostic::new(&self.text.place, message, "here").help(near));
        }
        if printed || is_own { state() } else { self.unknown(word, of_target) }
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
            format!("`{text}` is not a situation, keyword, phase or state of {game}")
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
        if let Some(help) = mistakes::count(text).or_else(|| mistakes::instead(text, |name| self.is_known(name))) {
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
        WhenEntry { text: &text, language: self.language, found: &found }.read().is_some() && found.is_empty()
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

/// Whether a keyword of a profile, `WIZARD (2)`, is this one.
pub(in crate::games::language) fn is_keyword(entry: &str, word: &str) -> bool {
    same(entry, word) || same(entry.split('(').next().unwrap_or(entry), word)
}

/// What precedes a state, in either order: `not`, `target`; and the rest.
pub(super) fn prefixes<'w>(mut words: &'w [&'w str]) -> (bool, bool, &'w [&'w str]) {
    let (mut negated, mut of_target) = (false, false);
    while let [first, rest @ ..] = words {
        if first.eq_ignore_ascii_case("not") && !negated {
            negated = true;
        } else if first.eq_ignore_ascii_case("target") && !of_target {
            of_target = true;
        } else if rest.is_empty() || !mistakes::is_filler(first) {
            break;
        }
        words = rest;
    }
    (negated, of_target, words)
}

/// `models 10+`: what is counted, and the least number if it is one.
pub(super) fn counted(word: &str) -> Option<(&'static str, Option<u16>)> {
    let lower = word.to_lowercase();
    let lower = mistakes::count_first(&lower);
    let (what, least) = lower.split_once(' ')?;
    let what = ["models", "damage", "ranks"].into_iter().find(|entry| *entry == what)?;
    let least = least.strip_suffix('+').and_then(|n| n.parse().ok());
    Some((what, least.filter(|n| (1..=MOST_COUNTED).contains(n))))
}
