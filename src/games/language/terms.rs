//! What an entry of a profile may hang on besides its conditions: being asked for by name, a value, a die.
//!
//! An entry with `optional = true` is off until somebody asks for it. `X` in its effects is the value that is asked for
//! with it. `N+:` in front of an effect means that it comes about only if a die shows N or more: one entry rolls one die
//! before each attack, and all its effects read it. `target:` in front of an effect, behind the die, says that it is of the
//! unit that is attacked.

use super::meaning::{Language, Meaning};
use crate::games::Owner;
use crate::profile::{Diagnostic, Diagnostics, Located, Reader};
use crate::words::same;

/// The values that `X` may have.
pub(crate) const VALUES: std::ops::RangeInclusive<u8> = 1..=20;

/// What an entry hangs on. Of an entry that hangs on nothing there is none.
pub(crate) struct Terms<D: 'static> {
    pub(crate) optional: bool,
    /// Whether one attack uses it, the first that could.
    pub(crate) once: bool,
    /// Whether an effect holds `X`.
    pub(crate) has_value: bool,
    written: Vec<Written<D>>,
}

impl<D> Clone for Terms<D> {
    fn clone(&self) -> Self {
        let Self { optional, once, has_value, ref written } = *self;
        Self { optional, once, has_value, written: written.clone() }
    }
}

/// An effect as it is written, without `N+:`.
struct Written<D: 'static> {
    text: String,
    /// The number that the entry's die must reach.
    on: Option<u8>,
    /// Whether it is of the unit that is attacked.
    of_target: bool,
    /// What it means; `None` if that hangs on the value.
    meaning: Option<Meaning<D>>,
}

impl<D> Clone for Written<D> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), on: self.on, of_target: self.of_target, meaning: self.meaning.clone() }
    }
}

/// The effects of an entry as they are read from its file.
pub(super) struct EntryEffects<D: 'static> {
    /// Each with what it means; for a value that is not known yet some value that makes sense.
    pub(super) effects: Vec<(String, Meaning<D>)>,
    /// The places of those that are of the unit that is attacked.
    pub(super) of_target: Vec<usize>,
    pub(super) terms: Option<Box<Terms<D>>>,
}

/// Reads the effects of an entry; `entries` are the names of all of its profile. Notes what is wrong with them. The texts are those of `effects`, in order, of which
/// some may be missing from the result.
pub(super) fn read<D>(
    reader: &Reader<'_>,
    name: &str,
    texts: &[Located<String>],
    (language, entries): (&Language<D>, &[String]),
    found: &Diagnostics,
) -> (EntryEffects<D>, Vec<usize>) {
    let optional = reader.flag("optional").unwrap_or(false);
    let once = reader.flag("once").unwrap_or(false);
    let against = reader.flag("against").unwrap_or(false);
    let (mut effects, mut written, mut places) = (Vec::with_capacity(texts.len()), Vec::new(), Vec::new());
    let mut lent = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        let Some((on, rest)) = split_die(text, found) else { continue };
        let (of_target, rest) = split_target(rest);
        let has_value = holds_value(rest);
        if has_value && !optional {
            let message = format!("`{}` has no value", text.value.trim());
            let help = "`X` is what `--with \"NAME 4\"` says: write `optional = true`, or a number".to_owned();
            found.push(Diagnostic::new(&text.place, message, "X stands for nothing here").help(Some(help)));
        }
        let sample = if has_value { sample(rest, language) } else { rest.to_owned() };
        if let Some((message, help)) = misread(rest, (&sample, has_value), name, (language, entries)) {
            found.push(Diagnostic::new(&text.place, message, "here").help(Some(help)));
            continue;
        }
        let Some(meaning) = language.meaning(&sample, &[], || text.place.clone(), found) else { continue };
        if of_target && !may_be_of_target(&meaning, against, text, found) {
            continue;
        }
        let known = (!has_value).then(|| meaning.clone());
        written.push(Written { text: rest.to_owned(), on, of_target, meaning: known });
        if of_target {
            lent.push(place);
        } else {
            effects.push((sample, meaning));
            places.push(place);
        }
    }
    let has_value = written.iter().any(|effect| effect.meaning.is_none());
    let plain = !optional && !once && !has_value && lent.is_empty() && written.iter().all(|effect| effect.on.is_none());
    let terms = (!plain).then(|| Box::new(Terms { optional, once, has_value, written }));
    (EntryEffects { effects, of_target: lent, terms }, places)
}

/// What is wrong with an effect that means nothing as it stands, where that can be told, and what to write.
fn misread<D>(
    text: &str,
    (sample, has_value): (&str, bool),
    name: &str,
    (language, entries): (&Language<D>, &[String]),
) -> Option<(String, String)> {
    let is_effect = |text: &str| matches!(language.known(text), Some(Ok(_)));
    let does = || format!("write what it does: `warodds list effects {}` shows how", language.game);
    if text.is_empty() {
        return Some(("an effect is missing".to_owned(), does()));
    }
    if is_effect(sample) {
        return None;
    }
    if same(text, name) {
        return Some((format!("the ability `{name}` holds itself"), does()));
    }
    if entries.iter().any(|entry| same(entry, text)) {
        return Some((format!("`{text}` is another ability of this profile, and none holds another"), does()));
    }
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (word, rest) = (first.trim_end_matches([':', '+']), rest.trim());
    if is_effect(rest) && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((format!("`{text}` says what a die shows without `+:`"), format!("write `{word}+: {rest}`")));
    }
    if is_effect(rest) && ["target", "enemy", "attacker", "defender"].iter().any(|known| same(known, word)) {
        let against = format!("`against = true` and `{rest}` for attacks against this one");
        let help = match same(word, "attacker") {
            true => format!("an effect is its owner's: write `{rest}`, or {against}"),
            false => format!("write `target: {rest}` for the unit that this one attacks, or {against}"),
        };
        return Some((format!("`{text}` does not say whose it is as a profile does"), help));
    }
    let message = match language.known(sample) {
        _ if !has_value => return None,
        Some(Err(reason)) => return Some((format!("`{text}` has no meaning in {}", language.game), reason.to_owned())),
        _ if !super::spelling::readings(sample).is_empty() => return None,
        _ => format!("`{text}` is no effect of {}, whatever X is", language.game),
    };
    Some((message, format!("write it as `+X attacks` or `half X mortal damage`; {}", does())))
}

/// `target: -1 to save` is of the unit that is attacked: the rest of it.
fn split_target(text: &str) -> (bool, &str) {
    match text.split_once(':') {
        Some((word, rest)) if word.trim().eq_ignore_ascii_case("target") => (true, rest.trim()),
        _ => (false, text),
    }
}

/// Whether an effect can be of the unit that is attacked; notes why not.
fn may_be_of_target<D>(meaning: &Meaning<D>, against: bool, text: &Located<String>, found: &Diagnostics) -> bool {
    let protects = matches!(meaning, Meaning::Effect(effect) if effect.owner() == Owner::Defender);
    let (message, help) = match (against, protects) {
        (true, _) => {
            ("`target:` does not go together with `against`", "`against` speaks of the unit that attacks this one")
        }
        (false, false) => ("this effect is of this unit's own attack, not of its target", "leave out `target:`"),
        (false, true) => return true,
    };
    found.push(Diagnostic::new(&text.place, message.to_owned(), "here").help(Some(help.to_owned())));
    false
}

/// The number that a die must reach, and the effect behind it; notes a number that no die can fail, or show.
fn split_die<'t>(text: &'t Located<String>, found: &Diagnostics) -> Option<(Option<u8>, &'t str)> {
    let whole = text.value.trim();
    let Some((on, rest)) = die_in_front(whole) else { return Some((None, whole)) };
    if (2..=6).contains(&on) {
        return Some((Some(on), rest));
    }
    let message = format!("a die {} shows {on} or more", if on < 2 { "always" } else { "never" });
    let help = if on < 2 { format!("write `{rest}` alone") } else { "write `2+:` to `6+:`".to_owned() };
    found.push(Diagnostic::new(&text.place, message, "here").help(Some(help)));
    None
}

/// `3+: reroll failed hits` is 3 and the rest.
pub(crate) fn die_in_front(text: &str) -> Option<(u8, &str)> {
    let (number, rest) = text.split_once(':')?;
    let number = number.trim().strip_suffix('+')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    Some((is_number.then(|| number.parse().unwrap_or(u8::MAX))?, rest.trim()))
}

/// Where a text holds the letter X by itself, large or small: `+X attacks`, `ward X+`.
fn values(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_alone = move |at: &usize| {
        let beside =
            |place: Option<usize>| place.and_then(|place| bytes.get(place)).is_some_and(u8::is_ascii_alphanumeric);
        !beside(at.checked_sub(1)) && !beside(Some(at + 1))
    };
    (0..bytes.len()).filter(move |at| matches!(bytes[*at], b'X' | b'x')).filter(is_alone)
}

/// Whether an effect holds `X`.
pub(crate) fn holds_value(text: &str) -> bool {
    values(text).next().is_some()
}

/// The text with a value for X; `half X` is rounded up, as cards say, and `double X` is twice as much.
fn with_value(text: &str, value: u8) -> String {
    let (mut out, mut done) = (String::with_capacity(text.len() + 2), 0);
    for at in values(text) {
        let before = &text[done..at];
        let parts = [("half ", value.div_ceil(2)), ("double ", value * 2)];
        let part = parts.into_iter().find_map(|(word, part)| Some((before.strip_suffix(word)?, part)));
        let (before, value) = part.unwrap_or((before, value));
        out.push_str(before);
        out.push_str(&value.to_string());
        done = at + 1;
    }
    out.push_str(&text[done..]);
    out
}

/// The text with the first value that makes it mean something, or with any.
fn sample<D>(text: &str, language: &Language<D>) -> String {
    let mut all = VALUES.map(|value| with_value(text, value));
    all.find(|text| matches!(language.known(text), Some(Ok(_)))).unwrap_or_else(|| with_value(text, 4))
}

impl<D> Terms<D> {
    /// Notes a name by which nobody could ask for it, because it says something else too.
    pub(super) fn check_name(&self, name: &Located<String>, language: &Language<D>, found: &Diagnostics) {
        if !self.optional {
            return;
        }
        let what = if language.situation(&name.value).is_some() {
            "a situation"
        } else {
            match language.known(&name.value) {
                Some(Ok(Meaning::Effect(_))) => "an effect",
                Some(Ok(Meaning::Ability(_))) => "a weapon ability",
                Some(Err(_)) | None => return,
            }
        };
        let message = format!("`{}` is {what} of {} too, so `--with` could mean either", name.value, language.game);
        let help = "give the optional ability another name".to_owned();
        found.push(Diagnostic::new(&name.place, message, "here").help(Some(help)));
    }

    /// The numbers that the entry's die may have to reach, the lowest first.
    pub(crate) fn thresholds(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.written.iter().filter_map(|effect| effect.on).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether an effect is of the unit that is attacked.
    pub(super) fn lends(&self) -> bool {
        self.written.iter().any(|effect| effect.of_target)
    }

    /// The effects for a value of X, if the first `level` of the numbers that the die may have to reach are reached: the
    /// unit's own, or those of the unit that it attacks.
    ///
    /// # Errors
    /// An effect that means nothing with this value.
    pub(crate) fn effects(
        &self,
        (level, value): (usize, Option<u8>),
        of_target: bool,
        language: &Language<D>,
    ) -> Result<Vec<(String, Meaning<D>)>, String> {
        let reached = self.thresholds();
        let reached = &reached[..level.min(reached.len())];
        let mut effects = Vec::with_capacity(self.written.len());
        let comes =
            |effect: &&Written<D>| effect.of_target == of_target && effect.on.is_none_or(|on| reached.contains(&on));
        for effect in self.written.iter().filter(comes) {
            if let Some(meaning) = &effect.meaning {
                effects.push((effect.text.clone(), meaning.clone()));
                continue;
            }
            let text = with_value(&effect.text, value.unwrap_or(*VALUES.start()));
            match language.known(&text) {
                Some(Ok(meaning)) => effects.push((text, meaning)),
                Some(Err(_)) | None => return Err(text),
            }
        }
        Ok(effects)
    }
}
