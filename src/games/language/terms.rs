//! What an entry of a profile may depend on apart from its conditions: being asked for by name, a value, a die.
//!
//! An entry with `optional = true` is off until somebody asks for it. `X` in its effects is the value that is asked for
//! with it. `N+:` in front of an effect means that it comes about only if a die shows N or more: one entry rolls one die
//! before each attack, and all its effects read it. `target:` in front of an effect, behind the die, says that it is of the
//! unit that is attacked.

use std::borrow::Cow;
use std::hash::Hash;

use smallvec::{SmallVec, smallvec};

use super::effect::Effect;
use super::entry::{Drafts, Meaning};
use super::meaning::Language;
use super::misread::misread;
use super::value::{VALUES, die_in_front, holds_value, sample, with_value};
use super::{diceless, spelling};
use crate::games::{Owner, Phase};
use crate::grammar::Statement;
use crate::profile::{Diagnostic, Diagnostics, Located, Reader, Table};
use crate::sequence::Fingerprint;

/// What an entry depends on. Of an entry that depends on nothing there is none.
#[derive(Clone)]
pub(crate) struct Terms<D: Drafts> {
    pub(crate) optional: bool,
    /// Whether one attack uses it: the first in whose phase it may hold.
    pub(crate) once: bool,
    /// Of the abilities that have this word only one holds.
    pub(crate) choice: Option<Box<str>>,
    /// Whether an effect holds `X`.
    pub(crate) has_value: bool,
    written: Vec<WrittenEffect<D>>,
}

impl<D: Drafts> Terms<D> {
    /// Writes everything that an entry depends on.
    pub(super) fn write(&self, to: &mut Fingerprint) {
        let Self { optional, once, choice, has_value, written } = self;
        (optional, once, choice, has_value, written.len()).hash(to);
        for WrittenEffect { text, on, of_target, meaning } in written {
            (text, on, of_target, meaning.is_some()).hash(to);
            meaning.iter().for_each(|meaning| meaning.write(to));
        }
    }
}

/// An effect as it is written, without `N+:`.
#[derive(Clone)]
struct WrittenEffect<D: Drafts> {
    text: String,
    /// The number that the entry's die must reach.
    on: Option<u8>,
    /// Whether it is of the unit that is attacked.
    of_target: bool,
    /// What it means; `None` if that depends on the value.
    meaning: Option<Meaning<D>>,
}

/// The effects of an entry as they are read from its file.
pub(super) struct EntryEffects<D: Drafts> {
    /// Each with what it means; for a value that is not known yet some value that makes sense.
    pub(super) effects: Vec<(String, Meaning<D>)>,
    /// The places of those that are of the unit that is attacked.
    pub(super) of_target: Vec<usize>,
    pub(super) terms: Option<Box<Terms<D>>>,
    /// The phase to which its texts hold it, if all of them do.
    pub(super) phase: Option<Phase>,
    /// What is not computed: all of it if there are no effects, else the texts that do not affect an attack.
    pub(super) diceless: Option<Box<str>>,
}

/// Reads the effects of an entry; `entries` are the names of all of its profile. Notes what is wrong with them. The texts are those of `effects`, in order, of which
/// some may be missing from the result.
pub(super) fn read_effects<D: Drafts>(
    reader: &Reader<'_>,
    name: &str,
    texts: &[Located<String>],
    (language, entries): (&Language<D>, &[String]),
    found: &Diagnostics,
) -> (EntryEffects<D>, Vec<usize>) {
    let optional = reader.flag("optional").unwrap_or(false);
    let once = reader.flag("once").unwrap_or(false);
    let against = reader.flag("against").unwrap_or(false);
    for key in ["choice", "command-points"].into_iter().filter(|key| !optional && reader.has(key)) {
        let message = format!("`{key}` is of abilities that are off until somebody asks for them");
        let help = format!("write `optional = true` too, or leave out `{key}`");
        found.push(Diagnostic::new(&reader.place_of(key), message, "this one is always on").help(help));
    }
    let choice = reader.text("choice").map(|choice| choice.value.into());
    let _ = reader.whole("command-points");
    let (mut effects, mut written, mut places) = (Vec::with_capacity(texts.len()), Vec::new(), Vec::new());
    let (mut lent, mut diceless, mut diceless_has_value) = (Vec::new(), Vec::new(), false);
    let mut phases: SmallVec<[(Option<Phase>, usize); 4]> = SmallVec::new();
    for (place, text) in texts.iter().enumerate() {
        let Some(parts) = parts(text, (texts, against), language, found) else { continue };
        let (whole, count, mut idle) = (text.value.trim(), parts.len(), Vec::new());
        for EffectPart { on, of_target, phase, text: rest } in parts {
            let rest = &*rest;
            let has_value = holds_value(rest);
            let sample = if has_value { sample(rest, language) } else { rest.to_owned() };
            let is_known = language.understood(&sample).is_some();
            let is_diceless = !is_known && diceless::is_diceless_rule(language.game, rest);
            if !is_known
                && !is_diceless
                && language.states(text.value.trim(), optional).is_some_and(|all| all.is_empty())
            {
                idle.push(whole.to_owned());
                continue;
            }
            phases.push((phase, place));
            if is_diceless {
                idle.push(rest.to_owned());
                diceless_has_value |= has_value;
                continue;
            }
            if has_value && !optional {
                let message = format!("`{}` has no value", text.value.trim());
                let help = "`X` is what `--with \"NAME 4\"` says: write `optional = true`, or a number".to_owned();
                found.push(Diagnostic::new(&text.place, message, "X has no value here").help(help));
            }
            let owner = if against { Owner::Defender } else { Owner::Attacker };
            let wrong = || misread(rest, (&sample, has_value), (name, owner), (language, entries));
            if let Some((message, help)) = if is_known { None } else { wrong() } {
                found.push(Diagnostic::new(&text.place, message, "here").help(help));
                continue;
            }
            let Some(meaning) = language.meaning(&sample, &[], || text.place.clone(), found) else { continue };
            if of_target && !may_be_of_target(&meaning, against, text, found) {
                continue;
            }
            let fixed = (!has_value).then(|| meaning.clone());
            written.push(WrittenEffect { text: rest.to_owned(), on, of_target, meaning: fixed });
            if of_target {
                lent.push(place);
            } else {
                effects.push((sample, meaning));
                places.push(place);
            }
        }
        // Of a text that is not about dice at all every word is named.
        if idle.len() == count { diceless.push(whole.to_owned()) } else { diceless.extend(idle) }
    }
    let has_value = diceless_has_value || written.iter().any(|effect| effect.meaning.is_none());
    let plain = !optional && !once && !has_value && lent.is_empty() && written.iter().all(|effect| effect.on.is_none());
    let terms = (!plain).then(|| Box::new(Terms { optional, once, choice, has_value, written }));
    let diceless = match (&diceless[..], texts) {
        ([], [_, ..]) => None,
        ([], []) => Some(name.into()),
        (texts, _) => Some(format!("{name} ({})", texts.join(", ")).into()),
    };
    let phase = phases.iter().find_map(|(phase, _)| *phase);
    if let Some((_, place)) = phases.iter().find(|(other, _)| phase.is_some() && *other != phase) {
        let message = "one effect is held to a phase, another is not".to_owned();
        let help = "what must hold is of the whole entry: write an `[[ability]]` of its own for this one".to_owned();
        found.push(Diagnostic::new(&texts[*place].place, message, "here").help(help));
    }
    (EntryEffects { effects, of_target: lent, terms, phase, diceless }, places)
}

/// What a text states that is a sentence of a card, and not effects as they stand; `None` if it is none, or if no die of an
/// attack depends on it. `all` are the texts of its entry.
pub(super) fn stated<D: Drafts>(
    text: &Located<String>,
    (entry, all): (&Table, &[Located<String>]),
    language: &Language<D>,
) -> Option<Vec<Statement>> {
    let on_itself = || language.of_attacks_on_this_unit(text.value.trim());
    if let Some(all) = (!entry.is("against")).then(on_itself).flatten() {
        return Some(all);
    }
    let parts = parts(text, (all, entry.is("against")), language, &Diagnostics::brief())?;
    let is_any = |text: &str| {
        language.understood(&sample_of(text, language)).is_some() || diceless::is_diceless_rule(language.game, text)
    };
    if parts.iter().all(|part| is_any(&part.text)) {
        return None;
    }
    language.states(text.value.trim(), entry.is("optional")).filter(|all| !all.is_empty())
}

/// One effect of a text.
struct EffectPart<'t> {
    /// The number that the entry's die must reach.
    on: Option<u8>,
    of_target: bool,
    /// The phase to which the text holds it.
    phase: Option<Phase>,
    text: Cow<'t, str>,
}

/// The effects of a text, one but where it plainly holds several; notes a number that no die can fail, or show. `all` are
/// the texts of the entry, which may be of attacks against the unit.
fn parts<'t, D: Drafts>(
    text: &'t Located<String>,
    (all, against): (&[Located<String>], bool),
    language: &Language<D>,
    found: &Diagnostics,
) -> Option<SmallVec<[EffectPart<'t>; 1]>> {
    let is_one = |text: &str| language.understood(&sample_of(text, language)).is_some();
    let whole = text.value.trim();
    let (on, rest) = split_die(text, found)?;
    if let Some(on) = on {
        // What is healed comes after the attack, and has a die of its own.
        let alone = all.iter().filter(|text| die_in_front(&text.value).is_some()).count() == 1;
        let healing = match language.understood(rest) {
            Some(meaning) if alone && meaning.suffix.is_none() => match meaning.effect {
                Effect::Heal(healing) => Some(format!("1 dice: {on}+ -> {healing}")),
                _ => None,
            },
            _ => None,
        };
        if let Some(die) = healing.filter(|die| is_one(die)) {
            return Some(smallvec![EffectPart { on: None, of_target: false, phase: None, text: die.into() }]);
        }
        if !is_one(rest) && is_one(whole) {
            return Some(smallvec![EffectPart { on: None, of_target: false, phase: None, text: whole.into() }]);
        }
    }
    let is_any = |text: &str| is_one(text) || diceless::is_diceless_rule(language.game, text);
    let of_this = if against && !is_any(rest) { spelling::of_attacks_on_this_unit(rest) } else { None };
    let rest = of_this.map_or(Cow::from(rest), Cow::from);
    let (of_target, rest) = split_target(rest, is_any);
    let held = if is_any(&rest) { None } else { spelling::of_phase(&rest) };
    let (phase, rest) = held.map_or((None, rest), |(phase, rest)| (Some(phase), rest.into()));
    let one = |text: Cow<'t, str>| EffectPart { on, of_target, phase, text };
    let several = if is_any(&rest) { None } else { spelling::several(&rest, is_any) };
    let several = several.map(|parts| parts.into_iter().map(|part| one(part.into())).collect());
    Some(several.unwrap_or_else(|| smallvec![one(rest)]))
}

/// A text with some value for X.
fn sample_of<'t, D: Drafts>(text: &'t str, language: &Language<D>) -> Cow<'t, str> {
    if holds_value(text) { sample(text, language).into() } else { text.into() }
}

/// `target: -1 to save`, `-1 to save for the target`, `-1 to the target's save`, `target has -1 to save` are of the unit that is attacked: the rest
/// of it.
fn split_target(text: Cow<'_, str>, is_any: impl Fn(&str) -> bool) -> (bool, Cow<'_, str>) {
    if let Some((word, rest)) = text.split_once(':')
        && word.trim().eq_ignore_ascii_case("target")
    {
        return (true, rest.trim().to_owned().into());
    }
    if is_any(&text) {
        return (false, text);
    }
    let rest = spelling::of_target(&text).map(Cow::from).filter(|rest| is_any(rest));
    rest.map_or_else(|| (false, text), |rest| (true, rest))
}

/// Whether an effect can be of the unit that is attacked; notes why not.
fn may_be_of_target<D: Drafts>(
    meaning: &Meaning<D>,
    against: bool,
    text: &Located<String>,
    found: &Diagnostics,
) -> bool {
    let protects = meaning.owner() == Owner::Defender;
    let (message, help) = match (against, protects) {
        (true, _) => {
            ("`target:` does not go together with `against`", "`against` speaks of the unit that attacks this one")
        }
        (false, false) => ("this effect is of this unit's own attack, not of its target", "leave out `target:`"),
        (false, true) => return true,
    };
    found.push(Diagnostic::new(&text.place, message.to_owned(), "here").help(help.to_owned()));
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
    found.push(Diagnostic::new(&text.place, message, "here").help(help));
    None
}

impl<D: Drafts> Terms<D> {
    /// Notes a name by which nobody could ask for it, because it says something else too.
    pub(super) fn check_name(&self, name: &Located<String>, language: &Language<D>, found: &Diagnostics) {
        if !self.optional {
            return;
        }
        let what = if language.situation(&name.value).is_some() {
            "a situation"
        } else {
            match language.lookup(&name.value) {
                Some(Ok(meaning)) => {
                    if meaning.effect().is_some() {
                        "an effect"
                    } else {
                        "a weapon ability"
                    }
                }
                Some(Err(_)) | None => return,
            }
        };
        let message = format!("`{}` is {what} of {} too, so `--with` could mean either", name.value, language.game);
        let help = "give the optional ability another name".to_owned();
        found.push(Diagnostic::new(&name.place, message, "here").help(help));
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
        let comes = |effect: &&WrittenEffect<D>| {
            effect.of_target == of_target && effect.on.is_none_or(|on| reached.contains(&on))
        };
        for effect in self.written.iter().filter(comes) {
            if let Some(meaning) = &effect.meaning {
                effects.push((effect.text.clone(), meaning.clone()));
                continue;
            }
            let text = with_value(&effect.text, value.unwrap_or(*VALUES.start()), language.halves);
            match language.understood(&text) {
                Some(meaning) => effects.push((text, meaning)),
                None => return Err(text),
            }
        }
        Ok(effects)
    }
}
