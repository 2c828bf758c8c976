//! What texts mean in a game: situations, effects and weapon abilities.

use super::ability;
use super::condition::Traits;
use super::diceless;
use super::effect::{Change, Effect};
use super::entry::{Drafts, Entries, Entry, Meaning, RuleRows, rule_of_form};
use super::exclusion::Exclusion;
use super::number::Rounding;
use super::situation::{self, Situation};
use super::vocabulary::ReadForm;
use super::{spelling, vocabulary};
use crate::dice::Amount;
use crate::games::printed::writes;
use crate::games::rules::{Rule, read_index};
use crate::games::{AbilityDoc, GAMES, Game, SituationDoc};
use crate::profile::{Diagnostic, Diagnostics, Holds, Located, Place, Reader, find_key, shipped_keywords};
use crate::words::memo::Memo;
use crate::words::{did_you_mean, either, same};

/// Words that take back what follows.
const NEGATIONS: [&str; 8] = ["no", "not", "non", "never", "without", "ignore", "ignores", "cannot"];

/// Whether a candidate leaves out that something does not hold, or speaks of the other of two ranges.
fn says_the_opposite(text: &str, candidate: &str) -> bool {
    let negates = |text: &str| text.split([' ', '-']).any(|word| NEGATIONS.contains(&word.to_lowercase().as_str()));
    let is_long = |text: &str| text.to_lowercase().contains("long range");
    negates(text) && !negates(candidate) || is_long(text) != is_long(candidate) && candidate.contains("range")
}

/// Puts the numbers that were written in the places of `N` in a reason, so that what it suggests can be typed.
fn concrete(reason: &str, text: &str) -> String {
    let numbers = || text.split_whitespace().map(|word| word.trim_start_matches(['+', '-']));
    // No effect is written with 0.
    let is_number = |word: &&str| *word != "0" && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_target = |word: &&str| word.strip_suffix('+').is_some_and(|digits| is_number(&digits));
    let (number, target) = (numbers().find(is_number).unwrap_or("1"), numbers().find(is_target).unwrap_or("4+"));
    let is_amount = |word: &&str| *word != "0" && !word.ends_with('+') && word.parse::<Amount>().is_ok();
    let amount = text.split_whitespace().find(is_amount).unwrap_or(number);
    let word = |word: &str| match word {
        "N" => amount.to_owned(),
        "N+" => target.to_owned(),
        "+N" => format!("+{number}"),
        "-N" => format!("-{number}"),
        literal => literal.to_owned(),
    };
    let part = |(place, part): (usize, &str)| match place % 2 {
        1 => part.split(' ').map(word).collect::<Vec<_>>().join(" "),
        _ => part.to_owned(),
    };
    reason.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

/// The help for texts that mean nothing, by game, text and the names that could also be meant: a table asks for it in each
/// of its cells, and looking for what is like a text takes longer than most answers.
static HELPS: Memo<String, String> = Memo::new(64);

/// The words a game understands.
pub(crate) struct Language<D: Drafts> {
    pub(crate) game: &'static str,
    pub(crate) situations: &'static [SituationDoc],
    /// Those that may hold for a number of models: `half range 5`.
    pub(crate) counted: &'static [Situation],
    /// Those that are of all attacks on a target together, so that a chance of one is drawn once for all of them; so are
    /// those that hold for a number of models.
    pub(crate) shared: &'static [Situation],
    /// What the game has alone.
    pub(crate) entries: Entries<D>,
    /// What it says of everything else.
    pub(crate) rows: RuleRows,
    /// Why a number is not replaced by dice, if it is not.
    pub(crate) never_rolled: Option<&'static str>,
    /// How half of a value is rounded.
    pub(crate) halves: Rounding,
    pub(crate) traits: Traits,
    /// What does not go together.
    pub(crate) exclusions: &'static [Exclusion],
    /// What else is true where a situation is.
    pub(crate) implies: fn(Situation) -> Option<Situation>,
    /// Whether keywords of the target may follow a weapon's ability: `Lethal Hits: VEHICLE`.
    pub(crate) keyed: bool,
}

impl<D: Drafts> Language<D> {
    /// The weapon ability that a text writes.
    pub(crate) fn ability(&self, text: &str) -> Option<Meaning<D>> {
        if self.keyed { ability::read_keyed(self.entries, text) } else { ability::weapon_ability(self.entries, text) }
    }

    /// The situation of this name.
    pub(crate) fn situation(&self, text: &str) -> Option<&'static SituationDoc> {
        situation::named(self.situations, text)
    }

    /// A situation that holds for this many models: `half range 5`.
    pub(super) fn counted(&self, text: &str) -> Option<(&'static SituationDoc, u16)> {
        if self.counted.is_empty() {
            return None;
        }
        let (name, models) = text.trim().rsplit_once(' ')?;
        let models = models.parse().ok().filter(|n| *n > 0)?;
        let doc = self.situation(name)?;
        self.counted.contains(&doc.situation).then_some((doc, models))
    }

    /// Reads the `abilities` of a weapon; notes those that the game does not have and that are no `[[ability]]` of the same
    /// profile, whose names are `entries`.
    pub(crate) fn weapon_abilities(
        &self,
        weapon: &Reader<'_>,
        entries: &[String],
        found: &Diagnostics,
    ) -> Vec<Meaning<D>> {
        let read = |text: Located<String>| {
            let meaning = self.ability(&text.value);
            let is_entry = entries.iter().any(|name| same(name, &text.value));
            if is_entry && meaning.is_some() {
                let message =
                    format!("`{}` is an ability of {} and an `[[ability]]` of this profile", text.value, self.game);
                let help = "give the `[[ability]]` another name".to_owned();
                found.push(Diagnostic::new(&text.place, message, "which of them?").help(help));
            } else if meaning.is_none() && !is_entry {
                let message = format!("unknown ability `{}`", text.value);
                let near = || ability::unknown(self.entries, entries, self.game, &text.value);
                let help = if found.is_brief { String::new() } else { near() };
                let label = format!("not an ability of {}", self.game);
                found.push(Diagnostic::new(&text.place, message, label).help(help));
            }
            meaning
        };
        weapon.texts("abilities").into_iter().filter_map(read).collect()
    }

    /// What a text means, or why it has no meaning in this game; `None`: it is nothing in any game.
    pub(super) fn lookup(&self, text: &str) -> Option<Result<Meaning<D>, &'static str>> {
        if let Some(reading) = vocabulary::read_form(text) {
            return Some(self.effect(reading));
        }
        self.ability(text).map(Ok)
    }

    /// What the game makes of an effect, or why it has no meaning here.
    fn effect(&self, reading: ReadForm) -> Result<Meaning<D>, &'static str> {
        let form = reading.form;
        let is_it = |entry: &&Entry<D>| (entry.form.pattern, entry.form.home) == (form.pattern, form.home);
        let entry = self.entries.iter().copied().flatten().find(is_it);
        let own = entry.map(Entry::rule_of_form);
        let rule = rule_of_form((form.pattern, form.home), reading.suffix, own, (self.game, self.rows))?;
        if let Some(why) = reading.suffix.and_then(|suffix| suffix.too_late(&reading.effect)) {
            return Err(why);
        }
        match (&reading.effect, self.never_rolled) {
            (Effect::Change(_, Change::Set(amount)), Some(why)) if amount.as_fixed().is_none() => Err(why),
            _ => Ok(Meaning::new(reading, rule, entry)),
        }
    }

    /// The rule of an effect or ability, if the text is one of this game and has a rule.
    pub(crate) fn rule_of(&self, text: &str) -> Option<&'static str> {
        self.lookup(text)?.ok().map(|meaning| meaning.rule)
    }

    /// What a text means in whichever words, where only one reading of them is of this game.
    pub(crate) fn understood(&self, text: &str) -> Option<Meaning<D>> {
        if let Some(meaning) = self.lookup(text) {
            return meaning.ok();
        }
        let accepted = |text: &String| self.lookup(text).and_then(Result::ok);
        let readings = spelling::readings(text);
        let mut accepted = readings.iter().filter_map(accepted);
        accepted.next().filter(|_| accepted.next().is_none())
    }

    /// What a text means; notes a mistake if it means nothing, or nothing in this game. `own` are names that could
    /// also be meant.
    pub(super) fn meaning(
        &self,
        text: &str,
        own: &[&str],
        place: impl FnOnce() -> Place,
        found: &Diagnostics,
    ) -> Option<Meaning<D>> {
        match self.lookup(text) {
            Some(Ok(meaning)) => return Some(meaning),
            Some(Err(reason)) => {
                let message = format!("`{}` has no meaning in {}", text.trim(), self.game);
                found.push(Diagnostic::new(&place(), message, "here").help(concrete(reason, text)));
                return None;
            }
            None => {}
        }
        let readings = spelling::readings(text);
        let accepted: Vec<&str> = readings.iter().map(String::as_str).filter(|text| self.accepts(text)).collect();
        match accepted[..] {
            [] => {
                // An effect of other games says why this one has none.
                let refused = |reading: &String| Some(concrete(self.lookup(reading)?.err()?, reading));
                let message = format!("`{}` has no meaning in {}", text.trim(), self.game);
                found.push(match readings.iter().find_map(refused) {
                    Some(help) => Diagnostic::new(&place(), message, "here").help(help),
                    None => self.unknown(text, own, &place()),
                });
                None
            }
            [only] => self.meaning(only, own, place, found),
            _ => {
                let message = format!("`{}` can be read in several ways", text.trim());
                let help = either(&accepted).map(|readings| format!("write {readings}"));
                found.push(Diagnostic::new(&place(), message, "here").help(help));
                None
            }
        }
    }

    /// Whether a text is an effect that has a meaning in this game, or an ability of it.
    fn accepts(&self, text: &str) -> bool {
        self.lookup(text).is_some_and(|entry| entry.is_ok())
    }

    /// What to say of a text that means nothing, with what this game has that is like it, or one of these names.
    fn unknown(&self, text: &str, own: &[&str], place: &Place) -> Diagnostic {
        let of_unit = self.ability_of_unit(text).is_some();
        let is = if of_unit {
            "an ability of a whole unit, not of an attack, in"
        } else {
            "not a situation, an effect or an ability of"
        };
        let rule = self.rule_called(text);
        let message = match rule.and_then(|rule| Some((rule.here.strip_prefix("not computed: ")?, rule.id))) {
            Some((why, rule)) => format!("`{}` is not computed: {why} ({rule})", text.trim()),
            None => format!("`{}` is {is} {}", text.trim(), self.game),
        };
        let asked = format!("{} {} {text}{}", self.game, text.len(), own.join("\n"));
        let help = HELPS.get(&asked, || self.help_with(text, own));
        Diagnostic::new(place, message, "here").help(help)
    }

    fn help_with(&self, text: &str, own: &[&str]) -> String {
        let forms = vocabulary::FORMS.iter().map(|form| form.like(text)).filter(|text| self.accepts(text));
        let forms: Vec<String> = forms.collect();
        let names = self.situations.iter().map(|s| s.name).chain(self.examples().map(|text| -> &str { text }));
        let names = names.chain(own.iter().copied()).chain(forms.iter().map(String::as_str));
        let lists =
            format!("`warodds list situations {0}`, `list effects {0}` and `list abilities {0}` show all", self.game);
        let card = "write what it does to the dice, such as `reroll hits of 1`;";
        let near = || did_you_mean(text, names.filter(|name| !says_the_opposite(text, name)));
        let is_key = |text: &str| text.split_once(" = ").is_some_and(|(key, _)| self.has_key(key));
        let accepts = |text: &str| self.accepts(text) || self.situation(text).is_some() || is_key(text);
        let hint = || spelling::hint(text, accepts).or_else(|| self.anti(text)).map(|hint| format!("{hint};"));
        let help = self
            .range(text)
            .or_else(|| self.asked(text))
            .or_else(hint)
            .or_else(|| self.elsewhere(text))
            .or_else(|| self.keyword(text))
            .or_else(near)
            .unwrap_or_else(|| if self.rule_called(text).is_none() { card.to_owned() } else { String::new() });
        format!("{help} {lists}").trim_start().to_owned()
    }

    /// Whether a weapon of its profiles has this key.
    fn has_key(&self, key: &str) -> bool {
        let keys = GAMES.iter().find(|game| game.id == self.game).map_or(&[][..], |game| game.keys);
        keys.iter().any(|list| matches!(list.holds, Holds::Tables(keys) if find_key(keys, key).is_some()))
    }

    /// The rule of its index that a text names: a command, a stratagem, an ability.
    fn rule_called(&self, text: &str) -> Option<Rule<'static>> {
        let game = GAMES.iter().find(|game| game.id == self.game)?;
        read_index(game.rules).ok()?.into_iter().find(|rule| rule.is_called(text))
    }

    /// How a rule is asked for that is part of no attack.
    fn asked(&self, text: &str) -> Option<String> {
        let rule = self.rule_called(text)?;
        let how = rule.here.strip_prefix("asked: ")?.replace("`odds ", &format!("`warodds odds {} ", self.game));
        Some(format!("ask for it so: {how} ({});", rule.id))
    }

    /// The keywords that its rules or units name.
    pub(super) fn keywords(&self) -> impl Iterator<Item = &'static str> + use<D> {
        self.traits.keywords.iter().copied().chain(shipped_keywords(self.game))
    }

    /// What to write for a keyword that nobody is known to have: `+1 to hit against infntry`.
    fn keyword(&self, text: &str) -> Option<String> {
        let (effect, word) = text.split_once(" against ")?;
        self.understood(effect).filter(|_| word.split(' ').nth(2).is_none())?;
        let capitals = || format!("write the keyword as it is printed: `{effect} against {}`", word.to_uppercase());
        Some(did_you_mean(word, self.keywords()).unwrap_or_else(capitals) + ";")
    }

    /// Which numbers may stand where one is that may not: `ward 8+`.
    fn range(&self, text: &str) -> Option<String> {
        const MOST: u8 = 101;
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let range = |word: &str| {
            let digits = word.trim_matches(['+', '-']);
            let (start, end) = (text.find(word)? + word.find(digits)?, digits.len());
            let with = |n: u8| format!("{}{n}{}", &text[..start], &text[start + end..]);
            let accepted = |n: &u8| self.understood(&with(*n)).is_some();
            // Most words that are no effect are none with another number.
            let known = (3..=4).find(accepted)?;
            let (low, high) = ((0..=known).find(accepted)?, (known..=MOST).take_while(accepted).last()?);
            let typed = digits.parse::<u32>().unwrap_or(u32::MAX);
            let is_outside = typed < u32::from(low) || typed > u32::from(high);
            is_outside.then(|| format!("write a number from {low} to {high}, such as `{}`;", with(known)))
        };
        text.split_whitespace().filter(|word| is_number(word.trim_matches(['+', '-']))).find_map(range)
    }

    /// What its abilities look like on a card.
    fn examples(&self) -> impl Iterator<Item = &'static str> + use<D> {
        let all = self.entries.iter().copied().flatten();
        all.filter(|entry| entry.is_ability()).map(|entry| entry.example)
    }

    /// How `anti cavalry` is written.
    fn anti(&self, text: &str) -> Option<String> {
        let (anti, keyword) = text.trim().split_once([' ', '-'])?;
        let (name, behind) =
            self.examples().find_map(|example| example.split_once('-').filter(|_| example.starts_with("Anti-")))?;
        let behind = behind.split_once(' ').filter(|_| same(name, anti))?.1;
        let keyword = keyword.split(['(', '[']).next()?.trim();
        let keyword = keyword.trim_end_matches(|c: char| !c.is_alphabetic()).to_uppercase();
        Some(format!("write `Anti-{keyword} {behind}`, with the number of the card"))
    }

    /// The ability of whole units that a text writes.
    fn ability_of_unit(&self, text: &str) -> Option<&'static AbilityDoc> {
        let own = GAMES.iter().find(|game| game.id == self.game)?;
        own.unit_abilities.iter().find(|doc| writes(doc.name, text))
    }

    /// What a text is that has its place elsewhere: in another game, in a profile, in a question about other dice.
    fn elsewhere(&self, text: &str) -> Option<String> {
        let own = GAMES.iter().find(|game| game.id == self.game)?;
        let mut order = own.moments.early.iter().chain(own.moments.late);
        if let Some(name) = order.find(|name| writes(name, text) || did_you_mean(text, [**name]).is_some()) {
            let message = "who strikes first decides nothing in one attack; in a fight say whose it is";
            return Some(format!("{message}: `--with \"A: {name}\"`;"));
        }
        if let Some(doc) = self.ability_of_unit(text) {
            return Some(format!("write it in the `abilities` of its profile ({});", doc.short));
        }
        let has = |game: &&&Game| {
            situation::named(game.situations, text).is_some()
                || (game.abilities)().iter().any(|doc| writes(doc.name, text))
                || game.unit_abilities.iter().any(|doc| writes(doc.name, text))
        };
        if let Some(game) = GAMES.iter().filter(|game| game.id != self.game).find(has) {
            return Some(format!("{} has it;", game.id));
        }
        diceless::is_diceless_rule(self.game, text).then(|| {
            format!(
                "no die of an attack depends on that: an `[[ability]]` of a profile may say it, and answers name it; \
                 `warodds odds {}` lists the questions about other rolls;",
                self.game
            )
        })
    }
}
