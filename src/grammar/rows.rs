//! The rows of a file of wordings, and what a text means by them.

use super::matching::{Memory, WordingPlaces, follow, follow_in};
use super::pattern::{Piece, pieces};
use super::table::{Row, Rows, WordingSection};
use super::words;
use super::{ENGLISH, Statement, Whom};
use crate::words::add_once;

/// A row that covers words of a text, with what its places hold there.
#[derive(Debug)]
pub(crate) struct Understood<'r> {
    rows: &'r Rows,
    row: &'r Row,
    captured: WordingPlaces,
}

impl Understood<'_> {
    /// What it states; `None` if a number of it cannot be told. `wounds` are those of a model, for damaged brackets.
    pub(crate) fn statement(&self, wounds: Option<u32>) -> Option<Statement> {
        let means = self.row.means.unwrap_or("");
        if means == "nothing" {
            return Some(Statement::default());
        }
        let filled = self.captured.fill(means, self.rows, wounds)?;
        let mut statement = self.captured.added_to(Statement::read(&filled)?);
        let abilities = ENGLISH.rows().section("abilities");
        statement.each_effect(&mut |effect| *effect = capitals(effect, abilities));
        Some(statement)
    }

    /// Whether it is about something else than the dice of an attack.
    pub(crate) fn is_nothing(&self) -> bool {
        self.row.means == Some("nothing")
    }

    /// Whether no row covers it, only that nothing in it speaks of dice.
    pub(crate) fn is_unread(&self) -> bool {
        self.row.wording.starts_with(UNREAD)
    }

    /// The row.
    #[cfg(test)]
    pub(super) fn wording(&self) -> &str {
        self.row.wording
    }

    /// The keywords that its places hold.
    pub(crate) fn keywords(&self) -> Vec<String> {
        self.captured.keywords(self.rows)
    }
}

/// The rows that begin at each word of a text, with how many words each covers.
type Covered<'r> = Vec<Vec<(usize, Understood<'r>)>>;

/// Sentences in which no word speaks of dice; of those that limit or choose something, the text is asked for by name.
const UNREAD: &str = "unread";

/// The row of a sentence that no word of `[dice]` is in.
fn unread(words: &[String]) -> Option<&'static Row> {
    let rows = ENGLISH.rows();
    let has = |section: &str| {
        let section = rows.section(section);
        words.iter().any(|word| section.is_some_and(|section| section.beginning(Some(word)).next().is_some()))
    };
    let is_number = |word: &String| word.ends_with('+') && word.starts_with(|c: char| c.is_ascii_digit());
    // Of what is chosen from a list one thing holds.
    let is_choice = words.iter().any(|word| word == "following")
        || matches!(words, [.., choose, number] if ["choose", "pick", "select"].contains(&choose.as_str()) && number.parse::<u8>().is_ok());
    // Whom something reaches depends on which friend is picked: by such a sentence nothing else can be read.
    let is_pick = matches!(words, [pick, ..] if ["pick", "select", "choose"].contains(&pick.as_str()))
        && words.iter().any(|word| word == "friendly" || word == "allied");
    let place = if is_pick { 2 } else { usize::from(has("limits")) };
    let is_idle = !has("dice") && !is_choice && !words.iter().any(is_number);
    rows.section(UNREAD)?.rows.get(place).filter(|_| is_idle)
}

/// The most words of a text that is compared with rows.
const MAX_WORDS: usize = 600;

impl Rows {
    /// The rows of a file's text.
    pub(super) fn read(text: &'static str) -> Self {
        let (mut sections, mut open): (Vec<WordingSection>, usize) = (Vec::new(), 0);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(heading) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                open = sections.len();
                match heading.split_once(": ") {
                    None => sections.push(WordingSection::new(heading, "")),
                    Some((whose, name)) => sections.extend(
                        whose.split(' ').map(|whose| WordingSection::new(format!("{whose}-{name}").leak(), whose)),
                    ),
                }
                continue;
            }
            for section in &mut sections[open..] {
                let line = if section.whose.is_empty() { line } else { line.replace('@', section.whose).leak() };
                let (wording, means) = match line.split_once("=>") {
                    Some((wording, means)) => (wording.trim(), Some(means.trim())),
                    None => (line, None),
                };
                section.rows.push(Row { wording, means, pieces: Vec::new() });
            }
        }
        let mut rows = Self { sections };
        rows.compile();
        rows
    }

    fn compile(&mut self) {
        let names: Vec<&str> = self.sections.iter().map(|section| section.name).collect();
        for place in 0..self.sections.len() {
            let is_typed = TYPED.contains(&names[place]);
            let compiled: Vec<Vec<Piece>> = self.sections[place]
                .rows
                .iter()
                .map(|row| {
                    pieces(row.wording, &names, &|word| {
                        if is_typed { self.typed_word(word) } else { vec![words::number_of(word).to_owned()] }
                    })
                })
                .collect();
            for (row, pieces) in self.sections[place].rows.iter_mut().zip(compiled) {
                row.pieces = pieces;
            }
        }
        for place in 0..self.sections.len() {
            let firsts: Vec<Option<Vec<String>>> =
                self.sections[place].rows.iter().map(|row| self.firsts(&row.pieces, 0)).collect();
            self.sections[place].index(&firsts);
        }
    }

    /// A word of a wording for players, in the words that are compared.
    fn typed_word(&self, word: &str) -> Vec<String> {
        let english = if self.section("words").is_some() { self } else { ENGLISH.rows() };
        words::as_rows_have_it(word, english)
    }

    /// The words with which pieces may begin; `None`: any, or none at all.
    fn firsts(&self, pieces: &[Piece], depth: usize) -> Option<Vec<String>> {
        let mut all = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Word(word) => {
                    all.push(word.clone());
                    return Some(all);
                }
                Piece::Capture { .. } => return None,
                Piece::Any(choices) => {
                    for choice in choices.iter().filter(|choice| !choice.is_empty()) {
                        all.extend(self.firsts(choice, depth)?);
                    }
                    if choices.iter().all(|choice| !choice.is_empty()) {
                        return Some(all);
                    }
                }
                Piece::Section { place, .. } => {
                    if depth > 8 {
                        return None;
                    }
                    for row in &self.sections[*place].rows {
                        all.extend(self.firsts(&row.pieces, depth + 1)?);
                    }
                    return Some(all);
                }
            }
        }
        None
    }

    /// What a text means that a player wrote, by the first row of a section that is all of it: each of its readings.
    pub(crate) fn readings(&self, section: &str, text: &str) -> Vec<String> {
        let words = words::typed(text, ENGLISH.rows());
        let mut rows = self.section(section).into_iter().flat_map(|section| section.beginning(words.first()));
        let read = rows.find_map(|row| {
            let found = follow(self, &row.pieces, &words);
            let (_, captured) = found.into_iter().find(|(used, _)| *used == words.len() && *used > 0)?;
            let means = row.means.unwrap_or("").split(" | ");
            Some(means.filter_map(|means| captured.fill_as_typed(means)).collect())
        });
        read.unwrap_or_default()
    }

    /// The first row of a section that is all of these words.
    #[cfg(test)]
    pub(super) fn first_row(&self, section: &str, words: &[String]) -> Option<&Row> {
        let mut rows = self.section(section)?.beginning(words.first());
        rows.find(|row| follow(self, &row.pieces, words).iter().any(|(used, _)| *used == words.len()))
    }

    /// A row with what its places hold.
    #[cfg(test)]
    pub(super) fn understood<'r>(&'r self, row: &'r Row, captured: WordingPlaces) -> Understood<'r> {
        Understood { rows: self, row, captured }
    }

    /// What words around an effect say, by the first row that is all of the text and whose meaning begins so: the text
    /// within, as it was typed.
    pub(crate) fn framed(&self, text: &str, meaning: &str) -> Option<String> {
        let words: Vec<String> = text.replace('’', "'").split_whitespace().map(str::to_owned).collect();
        let section = self.section("frames")?;
        let mut rows = section.beginning(words.first()).filter_map(|row| {
            let means = row.means?.strip_prefix(meaning).filter(|means| !means.contains(": "))?;
            let found = follow(self, &row.pieces, &words).into_iter().find(|(used, _)| *used == words.len());
            found.and_then(|(_, captured)| captured.fill_as_typed(means))
        });
        rows.next().map(|text| text.trim_end_matches(['.', ',']).to_owned())
    }

    /// What all of a text means, row by row of these sections. Of several readings the
    /// one whose first row covers most, and of several rows the first.
    ///
    /// # Errors
    /// The words from where no row leads on to the end of their sentence, if there are any.
    pub(crate) fn understand(&self, sections: &[&str], text: &str) -> Result<Vec<Understood<'_>>, Option<String>> {
        let (words, stops) = words::sentences(text);
        let found = self.covered(sections, &words, &stops).ok_or(None)?;
        let ends = found.iter().enumerate().flat_map(|(from, rows)| rows.iter().map(move |(used, _)| from + used));
        let from = ends.max().unwrap_or(0);
        path(found, &stops).ok_or_else(|| {
            let to = stops.iter().copied().find(|stop| *stop > from)?;
            Some(words[from..to].join(" "))
        })
    }

    /// The rows that cover words of a text, by the word that they begin with; `stops` are the ends of its sentences.
    fn covered(&self, sections: &[&str], words: &[String], stops: &[usize]) -> Option<Covered<'_>> {
        if words.is_empty() || words.len() > MAX_WORDS {
            return None;
        }
        let mut found: Covered<'_> = (0..words.len()).map(|_| Vec::new()).collect();
        let (mut reached, memory) = (vec![false; words.len() + 1], Memory::of(words.len(), stops));
        reached[0] = true;
        for from in 0..words.len() {
            // An item of a list begins no sentence: the introduction of the list reads it.
            if !reached[from] || (from > 0 && words[from] == "¶") {
                continue;
            }
            let sections = sections.iter().filter_map(|name| self.section(name));
            for row in sections.flat_map(|section| section.beginning(words.get(from))) {
                for (used, captured) in follow_in(&memory, self, &row.pieces, &words[from..]) {
                    if used > 0 && found[from].iter().all(|(other, _)| *other != used) {
                        reached[from + used] = true;
                        found[from].push((used, Understood { rows: self, row, captured }));
                    }
                }
            }
            let starts = from == 0 || stops.contains(&from);
            let stop = stops.iter().copied().find(|stop| *stop > from).filter(|_| starts);
            if let Some((stop, row)) = stop.and_then(|stop| Some((stop, unread(&words[from..stop])?)))
                && found[from].iter().all(|(other, _)| from + *other != stop)
            {
                reached[stop] = true;
                found[from].push((stop - from, Understood { rows: self, row, captured: WordingPlaces::default() }));
            }
        }
        Some(found)
    }

    /// What a text states, sentence by sentence; of what no die depends on there is no statement.
    ///
    /// # Errors
    /// Why it is not read, if any of it is not understood.
    pub(crate) fn statements(
        &self,
        sections: &[&str],
        text: &str,
        wounds: Option<u32>,
    ) -> Result<Vec<Statement>, Unread> {
        let all = self.understand(sections, text).map_err(Unread::From)?;
        let unread = || {
            if all.iter().all(|one| one.is_unread() || one.is_nothing()) { Unread::Nothing } else { Unread::From(None) }
        };
        stated(&all, wounds).ok_or_else(unread)
    }
}

/// Why a text states nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// Nothing in it speaks of dice.
    Nothing,
    /// It is not understood from these words on; `None`: each sentence is, and not all of them together.
    From(Option<String>),
}

/// What sentences state.
fn stated(all: &[Understood<'_>], wounds: Option<u32>) -> Option<Vec<Statement>> {
    let picks_a_friend = |one: &Understood<'_>| one.row.wording == "unread friend";
    let is_said = |one: &Understood<'_>| !one.is_unread() && !one.is_nothing();
    if all.iter().all(Understood::is_unread) || all.iter().any(picks_a_friend) && all.iter().any(is_said) {
        return None;
    }
    let all: Vec<Statement> =
        all.iter().filter(|one| !one.is_nothing()).map(|one| one.statement(wounds)).collect::<Option<_>>()?;
    let mut all = replaced(all.into_iter().map(Statement::apart))?;
    // A die at the end on which nothing depends.
    while all.pop_if(|one| matches!(&one.effects[..], [die] if die.ends_with(':'))).is_some() {}
    let optional = all.iter().any(|one| one.optional && one.is_only_a_limit());
    let once = all.iter().any(|one| one.once && one.is_only_a_limit());
    let picked = all
        .iter()
        .find(|one| one.is_only_a_limit() && !one.reach.is_empty() && !one.reach.starts_with(BUT))
        .map(|one| one.reach.clone());
    let picked = picked.filter(|reach| reach != ITSELF).unwrap_or_default();
    let (limits, mut all): (Vec<_>, Vec<_>) = all.into_iter().partition(Statement::is_only_a_limit);
    let but: Vec<String> = limits.iter().filter_map(|one| one.reach.strip_prefix(BUT)).map(str::to_owned).collect();
    // `That fighter` is an enemy, and a friend was chosen, or the other way round.
    let is_other = |one: &Statement| match one.whom {
        Some(Whom::Enemy) => !picked.is_empty() || !one.against && !matches!(one.reach.as_str(), "" | ITSELF | ANY),
        Some(Whom::Friend) => one.reach.is_empty() && picked.is_empty(),
        _ => false,
    };
    if all.iter().any(is_other) {
        return None;
    }
    // Of several effects that a player decides about, each is asked for separately, as are die rolls.
    let differ = all.iter().any(|one| one.seen != all[0].seen);
    exclude(&mut all);
    let all: Vec<Statement> = all
        .into_iter()
        .flat_map(|mut one| {
            if !one.seen.is_empty() && (differ || one.seen.contains(" roll")) {
                let and = if one.called.is_empty() { "" } else { ", " };
                one.called.extend([and, &one.seen.replace('"', " inches").replace("allied", "friendly")]);
            }
            let optional = one.optional || optional || once;
            let one = Statement { optional, once: one.once || once, ..one };
            let (own, others) = match one.reach.split_once(" or ") {
                Some((ITSELF, others)) => (true, format!("{OTHER}{others}")),
                _ if one.reach == ITSELF => (true, String::new()),
                _ if one.reach.is_empty() => (picked.is_empty(), picked.clone()),
                _ => (false, one.reach.clone()),
            };
            let others = Some(others).filter(|reach| !reach.is_empty()).map(|others| {
                but.iter()
                    .fold(others, |all, but| all.replace(" or ", &format!(" and not {but} or ")) + " and not " + but)
            });
            let reaches = own.then(String::new).into_iter().chain(others);
            reaches.map(|reach| Statement { reach, ..one.clone() }.limited(&limits)).collect::<Vec<_>>()
        })
        .collect();
    let all = of_the_same(all);
    all.iter().all(|one| !one.effects.is_empty()).then_some(all)
}

/// Of what is seen to be so, and of what is seen to be otherwise, one holds: `is in combat` and `is not in combat`.
fn exclude(all: &mut [Statement]) {
    let seen: Vec<String> = all.iter().map(|one| one.seen.clone()).collect();
    for (place, one) in all.iter_mut().enumerate() {
        one.choice |= seen.iter().enumerate().any(|(other, seen)| other != place && is_otherwise(&one.seen, seen));
    }
}

/// Whether two things cannot be seen at once: one is not the other, or they differ in one number, in odd or even, or in who
/// leads.
fn is_otherwise(one: &str, other: &str) -> bool {
    let [one, other] =
        [one, other].map(|text| text.split(' ').map(|word| word.trim_end_matches('s')).collect::<Vec<_>>());
    if one.len() != other.len() {
        let bare =
            |words: &Vec<&str>| words.iter().filter(|word| **word != "not").copied().collect::<Vec<_>>().join(" ");
        return one.len().abs_diff(other.len()) == 1 && bare(&one) == bare(&other);
    }
    let differ: Vec<usize> = (0..one.len()).filter(|at| one[*at] != other[*at]).collect();
    let [at] = differ[..] else { return false };
    let behind = one.get(at + 1).copied().unwrap_or_default();
    let is_number = |word: &str| word.bytes().all(|letter| letter.is_ascii_digit());
    let is_either = |word: &str| matches!(word, "odd" | "even") || is_number(word) && behind != "or";
    is_either(one[at]) && is_either(other[at]) || behind == "lead"
}

/// Statements about `that attack action` hold for the attack of which the one before them speaks.
fn of_the_same(mut all: Vec<Statement>) -> Vec<Statement> {
    let mut before: Option<Statement> = None;
    for one in &mut all {
        let conditions = one.when.len();
        one.when.retain(|text| text != SAME);
        match &before {
            Some(before) if one.when.len() < conditions => {
                let phases = before.when.iter().filter(|text| PHASES.contains(&text.as_str()));
                add_once(&mut one.when, phases.cloned());
                if one.weapon.is_empty() {
                    one.weapon.clone_from(&before.weapon);
                }
            }
            _ => before = Some(one.clone()),
        }
    }
    all
}

/// A condition of rows: it is about the attack of which the text spoke before. What of it is kept is its phase.
const SAME: &str = "the same";
const PHASES: [&str; 3] = ["melee", "combat", "shooting"];

/// The statements of sentences, some of which hold in the place of what the one before says.
fn replaced(sentences: impl Iterator<Item = Vec<Statement>>) -> Option<Vec<Statement>> {
    let (mut all, mut before): (Vec<Statement>, usize) = (Vec::new(), 0);
    let mut others = Vec::new();
    for sentence in sentences {
        if sentence.iter().any(|one| one.instead) {
            let [one] = &sentence[..] else { return None };
            // Only one thing was given.
            others.extend(one.clone().replacing(&mut all).filter(|_| before == 1)?);
        } else if others.is_empty() || sentence.is_empty() {
            before = sentence.iter().filter(|one| !one.is_only_a_limit()).count();
            all.extend(sentence);
        } else {
            return None;
        }
    }
    all.extend(others);
    Some(all)
}

/// Effects on the unit itself reach only it, whoever was chosen before.
const ITSELF: &str = "itself";

/// The reach of what all units of the army have.
pub(crate) const ANY: &str = "any";

/// A limit on whom it reaches begins so.
const BUT: &str = "but ";

/// The reach of what helps other units alone begins so.
pub(crate) const OTHER: &str = "other ";

/// The effect of one of several things of which the game has none that does it: it is named, and the others are read.
pub(crate) const LEFT_OUT: &str = "not computed";

/// Sections whose wordings are compared in the words of players.
const TYPED: [&str; 2] = ["phrases", "hints"];

/// The rows that lead from the first word of a text to behind its last; those first that end where a sentence does.
fn path<'r>(mut found: Covered<'r>, stops: &[usize]) -> Option<Vec<Understood<'r>>> {
    let length = found.len();
    let mut leads = vec![false; length + 1];
    leads[length] = true;
    for from in (0..length).rev() {
        found[from].retain(|(used, _)| leads[from + used]);
        leads[from] = !found[from].is_empty();
    }
    let (mut from, mut all) = (0, Vec::new());
    while from < length {
        let (used, understood) = std::mem::take(&mut found[from])
            .into_iter()
            .max_by_key(|(used, one)| (!one.is_unread(), stops.contains(&(from + used)), *used))?;
        from += used;
        all.push(understood);
    }
    Some(all)
}

/// Whether an effect begins with the words of an ability.
fn begins(effect: &str, ability: &str) -> bool {
    let is_open = ability.ends_with(['-', '+']);
    effect.strip_prefix(ability).is_some_and(|rest| is_open || rest.is_empty() || rest.starts_with(' '))
}

/// Abilities of weapons begin their words with capitals, as cards print them; effects are written small.
fn capitals(effect: &str, abilities: Option<&WordingSection>) -> String {
    let is_ability = abilities.is_some_and(|all| all.rows.iter().any(|row| begins(effect, row.wording)));
    if !is_ability {
        return effect.to_owned();
    }
    let mut capital = true;
    let letter = |c: char| {
        let raised = if capital { c.to_ascii_uppercase() } else { c };
        capital = c == ' ' || c == '(';
        raised
    };
    effect.chars().map(letter).collect()
}
