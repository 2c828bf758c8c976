//! What words between a unit and its target say: "10 intercessors, rr1s, into terminators in cover".

use crate::games::{self, GAMES, Game, Owner, Phase};
use crate::profile::Library;
use crate::words::same;

/// Words between an attacker and its target.
pub(super) const INTO: &[&str] = &["into", "against", "at", "on", "vs", "vs.", "versus", "onto", "->"];
/// Words that only join others.
const JOIN: &[&str] = &[
    ",", "and", "&", "with", "in", "while", "attack", "attacks", "attacking", "the", "my", "a", "by", "are", "is",
    "using", "into", "for", "how", "likely", "do", "does", "can", "will", "odds", "that", "chance", "to", "kill",
    "kills", "destroy", "destroys",
];
/// Those of them that join a word to the unit in front.
const BESIDE: &[&str] = &["with", "in", "is", "are", "the", "my", "a", "and", "&"];
/// Words before a unit that attacks what is left.
const THEN: &[&str] = &["then", "followed"];
/// Words that say the phase.
const SHOOT: &[&str] = &["shoot", "shoots", "fire", "fires"];
const FIGHT: &[&str] = &["fights", "fighting", "strike", "strikes"];
/// A unit of twice its size.
const REINFORCED: &str = "reinforced";

/// What a sentence is understood as.
#[derive(Default)]
pub(super) struct Sentence {
    /// Who attacks, and who is attacked.
    pub(super) sides: [Vec<String>; 2],
    /// Who attacks next.
    pub(super) then: Vec<String>,
    /// What holds, and of whom, where its place says that.
    with: Vec<(String, Option<Owner>)>,
    pub(super) phase: Option<Phase>,
    pub(super) left_over: Vec<String>,
    /// Whether several units may stand on each side.
    is_list: bool,
    /// Whether `into` says where the targets begin, so that `vs` only joins.
    has_into: bool,
    has_target: bool,
    is_next: bool,
    /// Whether a comma or a verb stands behind the attacker: what follows may be said of the attack.
    is_open: bool,
}

/// The words of a question about who threatens a unit, with `--from` where a person writes `from` or `vs`.
pub(super) fn with_from(words: &[String]) -> Vec<String> {
    let is_from = |word: &str| among(INTO, word) || among(&["from", "by"], word);
    words.iter().map(|word| if is_from(word) { "--from".to_owned() } else { word.clone() }).collect()
}

/// Whether a word is between units, or counts them, instead of naming one.
pub(super) fn joins(word: &str) -> bool {
    let is_list = word.contains(',') && !word.contains(':');
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let is_twice = word.split_whitespace().next().is_some_and(|first| among(&[REINFORCED], first));
    let is_phrase =
        !word.contains(':') && word.split_whitespace().skip(1).any(|word| among(&["in", "with", "and"], word));
    is_list
        || is_number
        || is_twice
        || is_phrase
        || [INTO, THEN, &["and", "with", "to"]].iter().any(|list| among(list, word))
}

/// Whether a word only joins others.
pub(super) fn is_filler(word: &str) -> bool {
    among(JOIN, word)
}

/// Whether a text names a unit, perhaps with a number in front, or leaders and a unit.
pub(super) fn is_unit(library: &Library, text: &str) -> bool {
    let is_one = |part: &str| {
        let name = without_size(part.trim());
        name.len() > 2 && library.knows(name)
    };
    is_whole(text) || text.split('+').all(is_one)
}

/// Whether a text is a unit in one line, of an army or a file, whose words belong together.
fn is_whole(text: &str) -> bool {
    let is_file = |text: &str| std::path::Path::new(text).is_file();
    let of = text.split_once(':').is_some_and(|(of, _)| games::named(without_size(of.trim())).is_some() || is_file(of));
    let led = text.split_once('+').is_some_and(|(leader, unit)| {
        leader.ends_with(char::is_alphabetic) && unit.starts_with(char::is_alphabetic) && !text.contains(' ')
    });
    // Options of a unit: `terminators[2 chainfist, flamer]`.
    let is_chosen = text.ends_with(']') && text.contains('[');
    of || led || is_chosen || text.contains(['*', '?']) || is_file(without_size(text))
}

/// The names of a unit's weapons.
pub(super) fn weapons_of(library: &Library, unit: &str) -> Vec<String> {
    let Ok(found) = library.find(without_size(unit), &[]) else { return Vec::new() };
    let document = found.document(&crate::profile::Diagnostics::default());
    ["weapon", "attack"].into_iter().flat_map(|list| document.names(list)).collect()
}

fn without_size(text: &str) -> &str {
    // `40k:` and `11e/boyz` begin with a number that is no size.
    if text.split(['/', ':']).next().is_some_and(|game| games::named(game.trim()).is_some()) {
        return text;
    }
    let name = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if name.len() < text.len() { name.trim_start_matches(['x', '×']).trim_start() } else { name }
}

fn among(words: &[&str], word: &str) -> bool {
    words.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}

impl Sentence {
    /// Reads words; `is_list`: each side may have several units.
    pub(super) fn of(library: &Library, typed: &[String], is_list: bool) -> Self {
        if let ([attacker, defender], false) = (typed, is_list || typed.iter().any(|word| joins(word))) {
            return Self { sides: [vec![attacker.clone()], vec![defender.clone()]], ..Self::default() };
        }
        let mut words: Vec<String> = Vec::new();
        for word in typed {
            // What somebody typed as one name is one, whatever stands in it: `Lorai, Child of the Abyss`.
            if is_unit(library, word) {
                words.push(word.clone());
            } else {
                words.extend(word.replace([',', ';'], " , ").split_whitespace().map(str::to_owned));
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let has_into = words.contains(&"into");
        let (mut found, mut place) = (Self { is_list, has_into, ..Self::default() }, 0);
        while place < words.len() {
            place += found.take(library, &words[place..]);
        }
        found
    }

    /// How many units are named.
    pub(super) fn units(&self) -> usize {
        self.sides.iter().map(Vec::len).sum()
    }

    /// Where the next unit belongs; `None`: there is no place for one.
    fn open(&mut self) -> Option<&mut Vec<String>> {
        if self.is_next {
            return Some(&mut self.then);
        }
        let [attackers, targets] = &mut self.sides;
        match (self.is_list, self.has_target) {
            (true, true) => Some(targets),
            (true, false) => Some(attackers),
            (false, false) if attackers.is_empty() => Some(attackers),
            (false, _) => Some(targets).filter(|targets| targets.is_empty()),
        }
    }

    /// Takes what the words begin with, the longest phrase that is known; how many words that is.
    fn take(&mut self, library: &Library, words: &[&str]) -> usize {
        let end = words.iter().position(|word| *word == ",").unwrap_or(words.len());
        for length in (1..=end).rev() {
            if self.takes(library, &words[..length]) {
                return length;
            }
        }
        let is_alone = words.get(1).is_none_or(|next| *next == "," || among(INTO, next) || among(THEN, next));
        let begins = self.sides[0].is_empty() || self.has_target || self.is_next;
        match words[0] {
            word if among(INTO, word) => {
                let is_it = !self.is_list || !self.has_into || word == "into";
                self.has_target |= is_it && !self.sides[0].is_empty();
            }
            word if among(THEN, word) => self.is_next = !self.sides[1].is_empty(),
            word if among(SHOOT, word) => self.phase = Some(Phase::Shooting),
            word if among(FIGHT, word) => self.phase = Some(Phase::Combat),
            word if among(JOIN, word) => self.is_open |= !among(BESIDE, word) && !self.sides[0].is_empty(),
            "twice" if !self.sides[1].is_empty() => self.then.extend(self.sides[0].first().cloned()),
            // Whoever is named alone where a unit belongs is looked for, and told what is near.
            word => match self.open().filter(|side| is_alone && begins && side.is_empty()) {
                Some(side) => side.push(word.to_owned()),
                None => self.left_over.push(word.to_owned()),
            },
        }
        1
    }

    /// Takes a phrase if it is a unit or something that holds.
    fn takes(&mut self, library: &Library, words: &[&str]) -> bool {
        let is_short = words.len() == 1 && [INTO, JOIN, SHOOT, FIGHT, THEN].iter().any(|list| among(list, words[0]));
        if is_short {
            return false;
        }
        let phrase = words.join(" ");
        let is_first = self.sides[0].is_empty() || self.has_target || self.is_next;
        let is_condition = GAMES.iter().any(|game| game.understands(&phrase));
        if (is_first || !is_condition)
            && let Some(unit) = unit_of(library, words)
            && let Some(side) = self.open()
        {
            side.push(unit);
            self.is_next = false;
        } else if let (Some(phase), false) = (Phase::named(&phrase), is_condition) {
            self.phase = Some(phase);
        } else if is_condition {
            let whose = self.whose();
            self.with.push((phrase, whose));
        } else {
            return false;
        }
        true
    }

    /// The conditions, and more of them, as the game of the units calls them; where `both` attack, with whose they are.
    pub(super) fn conditions(&self, library: &Library, more: &[String], both: bool) -> String {
        let game = self.game(library);
        let name = |phrase: &String| game.and_then(|game| game.own_words(phrase)).unwrap_or_else(|| phrase.clone());
        let own = self.with.iter().map(|(phrase, whose)| {
            let words = name(phrase);
            let is_other = |whose: &Owner| {
                both || game.and_then(|game| game.owner_of(&words)).is_some_and(|owner| owner != *whose)
            };
            match whose.filter(is_other) {
                Some(Owner::Attacker) => format!("attacker: {words}"),
                Some(Owner::Defender) => format!("defender: {words}"),
                None => words,
            }
        });
        own.chain(more.iter().map(name)).collect::<Vec<_>>().join(", ")
    }

    /// Of whom it is what is said here: in front of a unit, `damaged liberators`, or right behind the attacker, `liberators with
    /// ward 5+ vs clawlord`. What a comma sets off, or stands behind both, is of the attack.
    fn whose(&self) -> Option<Owner> {
        match &self.sides {
            _ if self.is_list || self.is_next => None,
            [attackers, _] if attackers.is_empty() => Some(Owner::Attacker),
            [_, targets] if !targets.is_empty() => None,
            _ if self.has_target => Some(Owner::Defender),
            _ => (!self.is_open).then_some(Owner::Attacker),
        }
    }

    /// The game that has all units, if there is one.
    pub(super) fn game(&self, library: &Library) -> Option<&'static Game> {
        let games_of = |text: &String| -> Vec<String> {
            library.candidates(without_size(text)).iter().filter_map(|unit| unit.game.clone()).collect()
        };
        let each: Vec<Vec<String>> =
            self.sides.iter().flatten().map(games_of).filter(|games| !games.is_empty()).collect();
        let shared =
            |game: &&String| each.iter().all(|games: &Vec<String>| games.iter().any(|other| same(other, game)));
        games::find(each.first()?.iter().find(shared)?)
    }
}

/// The unit that a phrase names, a reinforced one by its size.
fn unit_of(library: &Library, words: &[&str]) -> Option<String> {
    let phrase = words.join(" ");
    if words[0].eq_ignore_ascii_case(REINFORCED) {
        let name = words[1..].join(" ");
        let found = library.find(&name, &[]).ok()?;
        let models = found.document(&crate::profile::Diagnostics::default()).table.whole("models")?;
        return Some(format!("{} {name}", 2 * models));
    }
    let is_one = words.len() == 1 || !words.iter().any(|word| is_whole(word));
    (is_one && is_unit(library, &phrase)).then_some(phrase)
}
