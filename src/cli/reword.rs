//! Command lines as people type them become those that the parser reads: `attack 10 liberators into clawlord --charged`
//! is `attack "10 liberators" clawlord --with charged`. Nothing is guessed: what is left over is named.

use std::path::Path;

use clap::{Arg, ArgMatches, Command};

use super::data::libraries;
use super::sentence::{Sentence, is_filler, is_unit, joins, weapons_of, with_from};
use crate::ask::odds::ask;
use crate::ask::{Request, prepare, prepare_phases};
use crate::dice::Pool;
use crate::error::Error;
use crate::games::{self, GAMES, Phase};
use crate::profile::Library;
use crate::questions;
use crate::report::Format;
use crate::words::{did_you_mean, either, is_part, normal, quoted, same};

/// Commands that take units, and whether each side may have several.
const OF_UNITS: &[(&str, bool)] = &[
    ("attack", false),
    ("explain", false),
    ("sweep", false),
    ("advise", false),
    ("fight", false),
    ("need", false),
    ("compare", true),
    ("plan", true),
];
/// Where units stand in the line of a command.
const UNITS: &[&str] = &["attacker", "defender", "attackers", "a", "b", "into"];
/// The option that writes profiles, where people write a save.
const SAVE: &str = "save";
/// What players call weapons that cards call otherwise.
const WEAPONS: &[(&str, &str)] = &[("overcharge", "supercharge"), ("overcharged", "supercharge")];
/// The option that chooses between the updates of a game, where people name another game.
const EDITION: &str = "edition";

/// A command line that the parser reads.
pub(super) struct Reworded {
    /// Its words, the program's name first.
    pub(super) words: Vec<String>,
    /// The command to type next time.
    pub(super) command: String,
}

impl Reworded {
    fn of(typed: &[String], words: Vec<String>) -> Self {
        let shown: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let words = typed[..1].iter().cloned().chain(words).collect();
        Self { words, command: format!("warodds {}", shown.join(" ")) }
    }
}

/// Whether what the parser has read is what was meant: `vs` is no unit.
pub(super) fn is_sentence(read: &ArgMatches) -> bool {
    let Some((name, read)) = read.subcommand() else { return true };
    if name == "odds" {
        let text = |id: &str| read.get_one::<String>(id).cloned().into_iter();
        let more: Vec<String> = text("question").chain(read.get_many("keys").into_iter().flatten().cloned()).collect();
        let all: Vec<String> = text("subject").chain(more.iter().cloned()).collect();
        return dice_of(&all).is_none_or(|dice| dice == all)
            && !text("subject").any(|subject| is_question(&subject, &more));
    }
    if !OF_UNITS.iter().any(|(of, _)| *of == name) {
        return true;
    }
    let values = |id: &str| -> Vec<String> {
        let raw = read.try_get_raw(id).ok().flatten().into_iter().flatten();
        raw.map(|value| value.to_string_lossy().into_owned()).collect()
    };
    !UNITS.iter().any(|id| values(id).iter().any(|word| joins(word)))
        && !values(SAVE).iter().any(|save| is_target(save))
        && !values(EDITION).iter().any(|edition| edition_of(edition).is_some())
}

/// The command line in other words; `None` if there are none.
///
/// # Errors
/// What of a sentence is not understood.
pub(super) fn reworded(typed: &[String], whole: &Command) -> Result<Option<Reworded>, Error> {
    let Some((first, rest)) = typed.get(1..).and_then(<[String]>::split_first) else { return Ok(None) };
    // A question may be asked without its game, behind `odds` or without it.
    if let Some((question, keys)) = rest.split_first().filter(|(word, keys)| first == "odds" && is_question(word, keys))
    {
        return Ok(dice(question, keys, false)?.map(|words| Reworded::of(typed, words)));
    }
    if let Some(words) = dice_of(rest).filter(|words| first == "odds" && words != rest) {
        return Ok(Some(Reworded::of(typed, [vec![first.clone()], words].concat())));
    }
    let is_known = whole.find_subcommand(first).is_some();
    if let Some(words) = dice(first, rest, is_known)? {
        return Ok(Some(Reworded::of(typed, words)));
    }
    let name = if is_known { first.as_str() } else { "attack" };
    let Some(command) = whole.find_subcommand(name).filter(|_| !first.starts_with('-')) else { return Ok(None) };
    let Some((_, is_list)) = OF_UNITS.iter().find(|(of, _)| *of == name) else {
        let rest = if first == "threats" { with_from(rest) } else { rest.to_vec() };
        let words = [vec![first.clone()], hyphened(&rest, command)].concat();
        return Ok((words != typed[1..]).then(|| Reworded::of(typed, words)));
    };
    let library = Library::open(&libraries()).unwrap_or_default();
    let is_slip = !is_known && !first.contains(' ') && is_near(first, whole);
    if is_slip && !is_unit(&library, first) && !is_filler(first) {
        return Ok(None);
    }
    let mut line = SortedWords::default();
    line.scan(if is_known { rest } else { &typed[1..] }, command);
    line.positional.retain(|word| name != "need" || word != "many");
    let mut found = Sentence::of(&library, &line.positional, *is_list);
    if line.has_unknown_letter || !line.takes_options(&found, &library) {
        return Ok(None);
    }
    if let Some(game) =
        found.game(&library).filter(|game| line.edition.is_some() && !game.id.starts_with("warhammer-40k"))
    {
        let message = format!("`--edition` is one of Warhammer 40,000, and these units are of {}", game.title);
        return Err(Error::usage(message).hint("leave it out".to_owned()));
    }
    let is_whole = found.sides.iter().all(|side| !side.is_empty());
    if is_whole && !found.left_over.is_empty() && is_own(&found, &found.left_over.join(" ")) {
        line.with.push(std::mem::take(&mut found.left_over).join(" "));
    }
    if !is_whole && (is_known || found.units() == 0 || found.left_over.is_empty()) {
        return Ok(None);
    }
    let command = Reworded::of(typed, line.arguments(name, &found, &library));
    match &found.left_over[..] {
        [] => Ok(Some(command).filter(|command| command.words != typed)),
        more if more.iter().all(|word| is_unit(&library, word)) && is_whole => Err(several(name, &found)),
        more => {
            let error = not_understood(&typed[1..].join(" "), name, more, &found, &library);
            let is_alone = is_whole && error.hints.is_empty();
            Err(error.hint(is_alone.then(|| format!("the rest is understood as `{}`", command.command))))
        }
    }
}

/// Words of which no sense is made, with what is asked otherwise.
fn not_understood(typed: &str, name: &str, words: &[String], found: &Sentence, library: &Library) -> Error {
    let error = Error::usage(format!("not understood: `{}`", words.join("`, `")));
    let begins = |word: &&str| typed.to_lowercase().starts_with(*word);
    let unit = |side: usize| found.sides[side].first().map(|unit| quoted(unit));
    let is_whole = unit(0).is_some() && unit(1).is_some();
    if name == "sweep" {
        return error.hint("what is varied is given as `--vary defender.save=2+..6+`".to_owned());
    }
    if begins(&"how many") {
        let [attacker, target] =
            [(0, "ATTACKER"), (1, "DEFENDER")].map(|(side, any)| unit(side).unwrap_or(any.to_owned()));
        return error.hint(format!("how many models it takes: `warodds need {attacker} --into {target}`"));
    }
    let asks_who = ["what", "who", "which"].iter().any(begins);
    if let (true, Some(target), Some(game)) = (asks_who && !is_whole, unit(0), found.game(library)) {
        return error.hint(format!("what destroys it: `warodds threats {target} --from \"{}/*\"`", game.id));
    }
    error.hint((!is_whole).then(|| "`warodds list units` shows the units that are known".to_owned()))
}

/// Whether the attack can be said to have something that its units name themselves, such as an ability that is used once.
fn is_own(found: &Sentence, clause: &str) -> bool {
    let ([attacker], [defender]) = (&found.sides[0][..], &found.sides[1][..]) else { return false };
    let (attacker, defender, with) = (attacker.clone(), defender.clone(), vec![clause.to_owned()]);
    prepare_phases(&Request { attacker, defender, with, ..Request::default() }).is_ok()
}

fn is_question(word: &str, more: &[String]) -> bool {
    GAMES.iter().any(|game| questions::of_words(game, word, more).is_some())
}

fn is_near(word: &str, whole: &Command) -> bool {
    did_you_mean(word, whole.get_subcommands().map(Command::get_name)).is_some()
}

/// More than two units where two are asked about.
fn several(name: &str, found: &Sentence) -> Error {
    let named = found.sides.iter().flatten().chain(&found.left_over).map(|unit| quoted(unit));
    let units: Vec<String> = named.collect();
    let message = format!("`{name}` takes two units, and {} are named", units.join(", "));
    let [first, others @ .., last] = &units[..] else { return Error::usage(message) };
    if name == "need" && !others.is_empty() {
        return Error::usage(message).hint(format!("one of each at a time: `warodds need {first} --into {last}`"));
    }
    let then: String = others.iter().map(|unit| format!(" --then {unit}")).collect();
    let middle = others.join(" ");
    let mut plain = found.sides.iter().flatten().chain(&found.left_over).cloned();
    let attacker = plain.next().unwrap_or_default();
    let defender = plain.next_back().unwrap_or_default();
    let is_chain = prepare(&Request { attacker, defender, then: plain.collect(), ..Request::default() }).is_ok();
    Error::usage(message)
        .hint(is_chain.then(|| format!("one after the other into {last}: `warodds attack {first} {last}{then}`")))
        .hint(format!("each alone into {last}: `warodds compare {first} {middle} --into {last}`"))
        .hint(format!("{first} into each of the others: `warodds compare {first} --into {middle} {last}`"))
}

/// The words of a question about dice.
fn dice(first: &str, rest: &[String], is_known: bool) -> Result<Option<Vec<String>>, Error> {
    let line = || std::iter::once(first.to_owned()).chain(rest.iter().cloned());
    let odds = |words: Vec<String>| Some(std::iter::once("odds".to_owned()).chain(words).collect());
    if is_known {
        return Ok(None);
    }
    let asks = |game: &&&'static games::Game| questions::of_words(game, first, rest).is_some();
    let mut of: Vec<&str> = GAMES.iter().filter(asks).map(|game| game.id).collect();
    if of.len() > 1 {
        // Those that can be answered so; a reroll that some games show without being asked tells none apart.
        let keys: Vec<String> = rest.iter().filter(|word| !is_reroll(word)).cloned().collect();
        let answers =
            |id: &&str| games::find(id).is_some_and(|game| ask(game, first, &keys, &Request::default()).is_ok());
        let some: Vec<&str> = of.iter().copied().filter(answers).collect();
        of = if some.is_empty() { of } else { some };
    }
    Ok(match (&of[..], rest.first()) {
        _ if Pool::looks_like(first) => odds(line().collect()),
        (_, Some(next)) if same(first, "dice") || same(first, "roll") => match Pool::looks_like(next) {
            true => odds(rest.to_vec()),
            false => None,
        },
        (_, Some(next)) if games::named(first).is_some() && is_question(next, &rest[1..]) => odds(line().collect()),
        ([], _) => None,
        ([game], _) => odds(std::iter::once((*game).to_owned()).chain(line()).collect()),
        (of, _) => return Err(of_several(of, first, rest)),
    })
}

/// A question of several games; a reroll is asked of those that do not show it unasked.
fn of_several(of: &[&str], first: &str, rest: &[String]) -> Error {
    let command = |id: &&str| {
        let is_whole = games::find(id).is_some_and(|game| ask(game, first, rest, &Request::default()).is_ok());
        let words = rest.iter().filter(|word| is_whole || !is_reroll(word));
        let words: String = words.map(|word| format!(" {}", quoted(word))).collect();
        format!("warodds odds {id} {first}{words}")
    };
    let commands: Vec<String> = of.iter().map(command).collect();
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let message = format!("`{first}` is a question of several games");
    Error::usage(message).hint(either(&commands).map(|all| format!("write {all}")))
}

fn is_reroll(word: &str) -> bool {
    word.to_lowercase().replace('-', "").starts_with("reroll")
}

/// How units of an edition of Warhammer 40,000 are named that is a game of its own.
fn edition_of(typed: &str) -> Option<&'static str> {
    let number = typed.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    [("10", "40k-10e"), ("11", "40k-11e")].iter().find(|(edition, _)| *edition == number).map(|(_, game)| *game)
}

/// A unit as that edition has it. `40k/` says no edition; a unit of another game, or of one of its editions, stays.
fn of_edition(unit: &str, edition: &str) -> String {
    let file = unit.split(':').next().unwrap_or_default();
    let is_path = unit.contains('/') && Path::new(unit).exists();
    if unit.contains(".toml") || is_path || [unit, file].iter().any(|path| Path::new(path).is_file()) {
        return unit.to_owned();
    }
    if !unit.contains(['/', ':']) {
        let name = unit.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let size = &unit[..unit.len() - name.len()];
        return format!("{size}{edition}/{name}");
    }
    let of_game = |part: &str| {
        let (game, rest) = part.split_at(part.find(['/', ':'])?);
        ["40k", "warhammer-40k"].iter().any(|name| same(name, game)).then(|| format!("{edition}{rest}"))
    };
    unit.split_inclusive(['+', ' ']).map(|part| of_game(part).unwrap_or_else(|| part.to_owned())).collect()
}

/// A number to reach: `4+`.
fn is_target(text: &str) -> bool {
    text.strip_suffix('+').is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Dice that a question names without a game or behind one, `6 dice 4+` or `aos 2d6 9+`, as dice alone are typed.
fn dice_of(words: &[String]) -> Option<Vec<String>> {
    let (first, more) = words.split_first()?;
    let game = games::named(first).filter(|_| !more.is_empty());
    if game.is_some_and(|game| questions::of_words(game, &more[0], &more[1..]).is_some()) {
        return None;
    }
    let words = if game.is_some() { more } else { words };
    match words {
        [count, dice, more @ ..] if dice == "dice" && count.parse::<u32>().is_ok() => {
            Some(std::iter::once(format!("{count}d6")).chain(more.iter().cloned()).collect())
        }
        [first, ..] if Pool::looks_like(first) => Some(words.to_vec()),
        _ => None,
    }
}

/// Whether words may hold an option that has no hyphens.
pub(super) fn may_lack_hyphens(typed: &[String]) -> bool {
    typed.windows(2).any(|pair| is_number(&pair[1]) && !pair[0].starts_with("--"))
}

/// Words with the hyphens of options that have none.
fn hyphened(words: &[String], of: &Command) -> Vec<String> {
    let (mut out, mut at): (Vec<String>, usize) = (Vec::new(), 0);
    while at < words.len() {
        let is_value = out.last().is_some_and(|before| before.starts_with("--"));
        match without_hyphens(&words[at..], of).filter(|_| !is_value) {
            Some((long, value, more)) => {
                out.extend([format!("--{long}"), value.to_owned()]);
                at += more;
            }
            None => out.push(words[at].clone()),
        }
        at += 1;
    }
    out
}

fn is_number(word: &str) -> bool {
    word.trim_end_matches('%').parse::<u32>().is_ok()
}

/// An option that words begin with though it has no hyphens, `2 rounds`, `rounds 2` or a lone `50%`: its name, its value, and
/// how many words more than one that takes.
fn without_hyphens<'w>(words: &'w [String], of: &'w Command) -> Option<(&'w str, &'w str, usize)> {
    let takes = |arg: &&Arg| arg.get_action().takes_values();
    let long =
        |name: &str| of.get_arguments().filter(takes).find_map(|arg| arg.get_long().filter(|long| *long == name));
    let is_chance = |arg: &&Arg| arg.get_value_names().is_some_and(|names| names.iter().any(|name| *name == "CHANCE"));
    let chance = || of.get_arguments().find(is_chance)?.get_long();
    let next = words.get(1).map_or("", |word| word);
    match (is_number(&words[0]), is_number(next)) {
        (true, _) if words[0].ends_with('%') => Some((chance()?, &words[0], usize::from(long(next) == chance()))),
        (true, false) => Some((long(next)?, &words[0], 1)),
        (false, true) => Some((long(&words[0])?, next, 1)),
        _ => None,
    }
}

/// The words of a command, sorted.
#[derive(Default)]
struct SortedWords {
    positional: Vec<String>,
    options: Vec<String>,
    with: Vec<String>,
    /// The edition of Warhammer 40,000 whose units are meant.
    edition: Option<&'static str>,
    /// Options that nobody knows.
    unknown: Vec<String>,
    /// Whether one of a single letter is none of the command, whose value is taken for a unit.
    has_unknown_letter: bool,
}

impl SortedWords {
    fn scan(&mut self, words: &[String], of: &Command) {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let (name, value) = match word.split_once('=') {
                Some((name, value)) if word.starts_with("--") => (name, Some(value)),
                _ => (word.as_str(), None),
            };
            let is_short = word.len() == 2 && !word.starts_with("--");
            let bare = name.trim_start_matches('-').to_lowercase();
            let letter = word.chars().next_back().filter(|_| is_short);
            let is_option = |arg: &&Arg| match is_short {
                true => arg.get_short() == letter,
                false => {
                    arg.get_long() == Some(&bare) || arg.get_all_aliases().is_some_and(|all| all.contains(&&*bare))
                }
            };
            let is_setting = !word.starts_with('-') && word.contains('=') && word.contains('.') && !word.contains(':');
            if let Some((long, value, more)) = without_hyphens(&words[at - 1..], of) {
                self.options.extend([format!("--{long}"), value.to_owned()]);
                at += more;
            } else if is_setting && of.get_arguments().any(|arg| arg.get_long() == Some("set")) {
                let varies = word.contains("..") && of.get_arguments().any(|arg| arg.get_long() == Some("vary"));
                self.options.extend([if varies { "--vary" } else { "--set" }.to_owned(), word.clone()]);
            } else if !word.starts_with('-') || (word.len() > 1 && word.as_bytes()[1].is_ascii_digit()) {
                self.positional.push(word.clone());
            } else if bare == "into" {
                self.positional.push(bare);
                self.positional.extend(value.map(str::to_owned));
            } else if let Some(arg) = of.get_arguments().find(is_option) {
                at += self.option(arg, value, &words[at..]);
            } else if is_short {
                self.has_unknown_letter |= letter != Some('h');
                self.options.push(word.clone());
            } else {
                at += self.unknown(word, &words[at..]);
            }
        }
    }

    /// An option of the command with its values; how many words behind it those are.
    fn option(&mut self, arg: &Arg, value: Option<&str>, behind: &[String]) -> usize {
        let name = arg.get_long().unwrap_or_default();
        let words = if name == "with" && value.is_none() { self.together(behind) } else { 0 };
        if words > 0 {
            return words;
        }
        let takes = arg.get_action().takes_values();
        let next = value.or_else(|| behind.first().map(String::as_str).filter(|next| takes && !next.starts_with("--")));
        let used = usize::from(takes && value.is_none() && next.is_some());
        let next = next.or_else(|| Format::of_ending(name).map(|_| "-"));
        match next {
            Some(edition) if name == EDITION && edition_of(edition).is_some() => self.edition = edition_of(edition),
            Some(saves) if name == SAVE && saves.contains("..") => {
                self.options.extend(["--vary".to_owned(), format!("defender.save={saves}")]);
            }
            Some(save) if name == SAVE && is_target(save) => {
                self.options.extend(["--set".to_owned(), format!("defender.save={save}")]);
            }
            Some(path) if name == "set" && !path.contains('=') && behind.len() > 1 => {
                self.options.extend(["--set".to_owned(), format!("{path}={}", behind[1])]);
                return used + 1;
            }
            Some(value) if value.starts_with('-') && value.len() > 1 => self.options.push(format!("--{name}={value}")),
            Some(value) => self.options.extend([format!("--{name}"), value.to_owned()]),
            None => self.options.push(format!("--{name}")),
        }
        used
    }

    /// An option that the command does not have: a phase, a format, or what holds on the table; how many words behind it it
    /// takes.
    fn unknown(&mut self, word: &str, behind: &[String]) -> usize {
        let name = word.trim_start_matches('-').replace(['-', '='], " ");
        if let Some(phase) = Phase::named(&name) {
            self.options.extend(["--phase".to_owned(), phase.name().to_owned()]);
            return 0;
        }
        let format = behind.first().filter(|_| ["format", "output", "as"].contains(&&*name));
        if let Some(format) = format.and_then(|ending| Format::of_ending(ending)) {
            self.options.extend([format!("--{}", format.ending), "-".to_owned()]);
            return 1;
        }
        let most = behind.iter().take_while(|word| !word.starts_with("--")).count().min(3);
        for used in (0..=most).rev() {
            let phrase = std::iter::once(name.as_str()).chain(behind[..used].iter().map(String::as_str));
            let phrase = phrase.collect::<Vec<_>>().join(" ");
            if GAMES.iter().any(|game| game.understands(&phrase)) {
                self.with.push(phrase);
                return used;
            }
        }
        self.unknown.push(name);
        0
    }

    /// Takes options that nobody knows for weapons of the attacker, `--supercharge`, or for what its profile names,
    /// `--waaagh`; whether all are some.
    fn takes_options(&mut self, found: &Sentence, library: &Library) -> bool {
        let [attackers, _] = &found.sides;
        let weapons = || attackers.iter().flat_map(|unit| weapons_of(library, unit));
        self.unknown.iter().all(|typed| {
            let name = WEAPONS.iter().find(|(twin, _)| same(twin, typed)).map_or(&**typed, |(_, name)| name);
            let is_one = name.len() > 3 && weapons().any(|weapon| is_part(&normal(name), &weapon));
            if is_one {
                self.options.extend(["--weapon".to_owned(), name.to_owned()]);
            } else if is_own(found, typed) {
                self.with.push(typed.clone());
                return true;
            }
            is_one
        })
    }

    /// Takes words behind `--with` that belong together though nobody quoted them, `--with +1 to hit`; how many.
    fn together(&mut self, behind: &[String]) -> usize {
        let most = behind.iter().take_while(|word| !word.starts_with("--")).count().min(8);
        for used in (2..=most).rev() {
            let phrase = behind[..used].join(" ");
            let parts = || phrase.split(',').map(str::trim).filter(|part| !part.is_empty());
            if GAMES.iter().any(|game| parts().all(|part| game.understands(part) || game.has_ability(part))) {
                self.with.extend(parts().map(str::to_owned));
                return used;
            }
        }
        0
    }

    /// The whole command, without the program's name.
    fn arguments(&self, name: &str, found: &Sentence, library: &Library) -> Vec<String> {
        let mut words = vec![name.to_owned()];
        let [attackers, targets] = &found.sides;
        let unit = |unit: &String| self.edition.map_or_else(|| unit.clone(), |edition| of_edition(unit, edition));
        words.extend(attackers.iter().map(unit));
        words.extend((name == "need" || OF_UNITS.contains(&(name, true))).then(|| "--into".to_owned()));
        words.extend(targets.iter().map(unit));
        words.extend(found.then.iter().flat_map(|next| ["--then".to_owned(), unit(next)]));
        let with = found.conditions(library, &self.with, name == "fight");
        words.extend((!with.is_empty()).then(|| ["--with".to_owned(), with]).into_iter().flatten());
        words.extend(found.phase.map(|phase| ["--phase", phase.name()]).into_iter().flatten().map(str::to_owned));
        let mut is_other = false;
        words.extend(self.options.iter().map(|word| {
            let of = if is_other { unit(word) } else { word.clone() };
            is_other = word == "--versus-attacker";
            of
        }));
        words
    }
}
