//! What a text means before a game looks at it, and the one line that says it.

use std::fmt;

use crate::words::add_once;

/// Whom an ability is used on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whom {
    /// The unit that has it.
    Itself,
    /// A unit of the other side.
    Enemy,
    /// A unit of its own side.
    Friend,
}

/// A statement: who, when, how often, and what, in the words that `when` and `effects` of a profile hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Statement {
    /// What its name says in addition to that of the card: one of several things that are chosen, a condition that a player sees to.
    pub(crate) called: String,
    /// What only a player sees, if it depends on that: it is off until somebody asks for it.
    pub(crate) seen: String,
    /// The units of the army that it reaches, by their keywords: `BEASTS and not HERO`; empty: its own unit.
    pub(crate) reach: String,
    /// Whether what else it says does not reach those.
    pub(crate) alone: bool,
    /// Whether it is of the unit that its bearer leads.
    pub(crate) leading: bool,
    /// Whether it is of the whole unit that its bearer is part of, alone or leading it.
    pub(crate) whole: bool,
    /// Whether it touches attacks made against the unit.
    pub(crate) against: bool,
    /// Whether it is off until somebody asks for it, and then whether once only.
    pub(crate) optional: bool,
    pub(crate) once: bool,
    /// Whether only one of this and the ability's other statements can hold; and whether it is named by its effect.
    pub(crate) choice: bool,
    pub(crate) option: bool,
    /// Whether it holds in the place of what the sentence before says.
    pub(crate) instead: bool,
    /// The weapon it speaks of; empty: all.
    pub(crate) weapon: String,
    /// The models it speaks of; empty: all.
    pub(crate) models: String,
    /// All that must hold.
    pub(crate) when: Vec<String>,
    /// What must hold for what else it says, too.
    pub(crate) always: Vec<String>,
    pub(crate) effects: Vec<String>,
    /// Whom it is used on, where only that is said.
    pub(crate) whom: Option<Whom>,
    /// What else it says of the same attacks, under conditions of its own.
    pub(crate) also: Vec<Statement>,
    /// Its statements about other attacks; its owner and its number of uses hold for them, too.
    pub(crate) others: Vec<Statement>,
}

impl Statement {
    /// Reads a line: `against: if shooting: -1 to hit`. What is before a colon, in this order: `as NAME`, `seen CONDITION`, `for KEYWORDS`, `leading`, `unit`,
    /// `friend` or `enemy`, `against`, `optional`, `once`, `choice`, `option`, `instead`, `weapon NAME`, `models NAME`, `if CONDITION, CONDITION`; behind it effects, with `;` between them.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let (mut statement, mut rest) = (Self::default(), line.trim());
        statement.whom = match rest {
            "on this unit" => Some(Whom::Itself),
            "on an enemy" => Some(Whom::Enemy),
            "on a friend" => Some(Whom::Friend),
            _ => None,
        };
        if statement.whom.is_some() {
            return Some(statement);
        }
        if let Some(also) = rest.strip_prefix("also") {
            return Some(Self { also: vec![Self::read(also)?], ..statement });
        }
        if let Some(others) = rest.strip_prefix("besides") {
            return Some(Self { others: vec![Self::read(others)?], ..statement });
        }
        while let Some((head, behind)) = rest.split_once(':') {
            match head {
                // One of its own side, whom another sentence has picked, or whoever is near of the other side.
                "friend" => statement.whom = Some(Whom::Friend),
                "enemy" => statement.whom = Some(Whom::Enemy),
                "leading" => statement.leading = true,
                "unit" => statement.whole = true,
                "against" => statement.against = true,
                "optional" => statement.optional = true,
                "choice" => (statement.optional, statement.choice) = (true, true),
                "option" => (statement.optional, statement.choice, statement.option) = (true, true, true),
                "instead" => statement.instead = true,
                "once" => (statement.optional, statement.once) = (true, true),
                _ => match head.split_once(' ') {
                    Some(("weapon", weapon)) => weapon.clone_into(&mut statement.weapon),
                    Some(("models", models)) => models.clone_into(&mut statement.models),
                    Some(("all", when)) => statement.always = parts(when.strip_prefix("if ")?, ", "),
                    Some(("for", reach)) => reach.clone_into(&mut statement.reach),
                    Some(("to", reach)) => {
                        reach.clone_into(&mut statement.reach);
                        statement.alone = true;
                    }
                    Some(("as", called)) => called.clone_into(&mut statement.called),
                    Some(("seen", seen)) => {
                        seen.clone_into(&mut statement.seen);
                        statement.optional = true;
                    }
                    Some(("if", when)) => statement.when = parts(when, ", "),
                    _ => break,
                },
            }
            rest = behind.trim_start();
        }
        statement.effects = parts(rest, "; ");
        Some(statement)
    }

    /// Whether a text is such a line, and not an effect by itself.
    pub(crate) fn is_line(text: &str) -> bool {
        let Some((head, _)) = text.split_once(':') else { return false };
        matches!(head, "leading" | "unit" | "against" | "optional" | "once" | "choice" | "option")
            || ["weapon ", "models ", "if ", "for ", "as "].iter().any(|start| head.starts_with(start))
    }

    /// With conditions and effects that its parts add: those of a die, `3+:`, are rolled for all of them.
    pub(super) fn with(mut self, parts: &Self) -> Self {
        match self.others.first_mut().or(self.also.first_mut()) {
            Some(inner) => inner.append(parts.clone()),
            None => self.append(parts.clone()),
        }
        let die = self.effects.iter().position(|effect| effect.ends_with(':'));
        let is_more = |die: usize| self.effects.len() > die + 1 || !(self.others.is_empty() && self.also.is_empty());
        if let Some(place) = die.filter(|die| is_more(*die)) {
            let die = self.effects.remove(place);
            let mut rolled = |effect: &mut String| *effect = format!("{die} {effect}");
            self.effects.iter_mut().skip(place).for_each(&mut rolled);
            self.others.iter_mut().chain(&mut self.also).for_each(|one| one.each_effect(&mut rolled));
        }
        self
    }

    /// Adds what another part of a sentence says.
    pub(crate) fn append(&mut self, other: Self) {
        self.leading |= other.leading;
        self.whole |= other.whole;
        self.against |= other.against;
        self.optional |= other.optional;
        self.once |= other.once;
        self.choice |= other.choice;
        self.option |= other.option;
        self.instead |= other.instead;
        self.alone |= other.alone;
        self.whom = self.whom.or(other.whom);
        let own = [&mut self.weapon, &mut self.models, &mut self.reach, &mut self.called];
        let others = [other.weapon, other.models, other.reach, other.called];
        own.into_iter().zip(others).filter(|(own, _)| own.is_empty()).for_each(|(own, other)| *own = other);
        if !other.seen.is_empty() && !self.seen.contains(&other.seen) {
            let and = if self.seen.is_empty() { "" } else { " and " };
            self.seen.extend([and, &other.seen]);
        }
        add_once(&mut self.when, other.when);
        add_once(&mut self.always, other.always);
        self.effects.extend(other.effects);
        self.also.extend(other.also);
        self.others.extend(other.others);
    }

    /// Changes the words of every effect of it.
    pub(super) fn each_effect(&mut self, change: &mut dyn FnMut(&mut String)) {
        self.effects.iter_mut().for_each(&mut *change);
        self.also.iter_mut().chain(&mut self.others).for_each(|one| one.each_effect(change));
    }

    /// Itself, and each other thing that it says, with what holds for all of them.
    pub(crate) fn apart(mut self) -> Vec<Self> {
        if self.option && self.called.is_empty() && !(self.also.is_empty() && self.others.is_empty()) {
            let mut all = Vec::new();
            self.each_effect(&mut |effect| all.push(effect.clone()));
            self.called = all.join(", ");
        }
        let (also, others) = (std::mem::take(&mut self.also), std::mem::take(&mut self.others));
        let Self { leading, optional, once, choice, option, instead, .. } = self;
        let seen = self.seen.clone();
        let always = std::mem::take(&mut self.always);
        let reach = if std::mem::take(&mut self.alone) { String::new() } else { self.reach.clone() };
        let called = if option { self.called.clone() } else { String::new() };
        let flags = Self { leading, optional, once, choice, option, instead, ..Self::default() };
        let owner = Self { reach, called, seen, always: always.clone(), ..flags };
        add_once(&mut self.when, always);
        let common = Self { effects: Vec::new(), ..self.clone() };
        // A prefix of a list applies to all of its items.
        let owner = if self.effects.is_empty() { common.clone() } else { owner };
        let with = |common: &Self, one: Self| {
            let mut whole = common.clone();
            if !one.reach.is_empty() || one.whom == Some(Whom::Friend) {
                whole.reach.clear();
            }
            whole.append(one);
            whole
        };
        let also = also.into_iter().map(|one| with(&common, one).apart());
        let others = others.into_iter().map(|one| with(&owner, one).apart());
        let others: Vec<Self> = also.chain(others).flatten().collect();
        let own = (!self.effects.is_empty() || others.is_empty()).then_some(self);
        let mut all: Vec<Self> = Vec::new();
        for one in own.into_iter().chain(others).flat_map(Self::better_if) {
            let head = |one: &Self| Self { effects: Vec::new(), ..one.clone() };
            // Of one entry all effects read one die.
            let has_die = one.effects.iter().any(|effect| effect.get(1..3) == Some("+:"));
            match all.iter_mut().find(|entry| has_die && head(entry) == head(&one)) {
                Some(same) => same.effects.extend(one.effects),
                None => all.push(one),
            }
        }
        all
    }

    /// Combines a statement that replaces another with those before it, `base`, whose last one it replaces. If it is optional,
    /// the others must hold with it, too, and only one of both can; else the conditions exclude each other. `None` if the two
    /// differ in more than that.
    pub(super) fn replacing(self, base: &mut [Self]) -> Option<Vec<Self>> {
        let (last, others) = base.split_last_mut()?;
        let kinds = |one: &Self| one.effects.iter().map(|effect| kind(effect)).collect::<Vec<_>>();
        let is_same = |one: &String| one.contains(SAME_DICE) || one.ends_with(SAME_FACES);
        if kinds(last) != kinds(&self) && !self.effects.iter().all(is_same)
            || (last.against, &last.weapon) != (self.against, &self.weapon)
        {
            return None;
        }
        let mut with = Self { instead: false, once: last.once, optional: last.optional, ..self };
        if with.reach.is_empty() {
            with.reach.clone_from(&last.reach);
        }
        for (effect, other) in with.effects.iter_mut().zip(&last.effects) {
            // Of the same dice other numbers, or of other dice the same.
            let (dice, faces) = other.split_once(" dice:").unwrap_or_default();
            *effect =
                effect.replace(SAME_DICE, &format!("{dice} dice:")).replace(SAME_FACES, &format!(" dice:{faces}"));
        }
        if with.called.is_empty() && with.seen.is_empty() {
            let more: Vec<&String> = with.when.iter().filter(|text| !last.when.contains(text)).collect();
            let [condition] = more[..] else { return None };
            last.when.extend(not(condition));
            return Some(vec![with]);
        }
        (last.choice, with.choice, with.optional) = (true, true, true);
        // If the last has a name of its own, only that option is replaced.
        if !(last.called.is_empty() && last.seen.is_empty()) {
            return Some(vec![with]);
        }
        others.iter_mut().for_each(|one| one.choice = true);
        let (called, seen) = (with.called.clone(), with.seen.clone());
        let same =
            others.iter().map(|one| Self { called: called.clone(), seen: seen.clone(), optional: true, ..one.clone() });
        Some(same.chain([with]).collect())
    }

    /// Two of one whose dice are helped under a condition, `better 1 target MONSTER`: without it, and with it.
    fn better_if(mut self) -> Vec<Self> {
        let is_better = |text: &String| text.starts_with(BETTER);
        let Some(place) = self.when.iter().position(is_better) else { return vec![self] };
        let text = &self.when[place][BETTER.len()..];
        let Some((by, condition)) = text.split_once(' ').and_then(|(by, rest)| Some((by.parse::<u8>().ok()?, rest)))
        else {
            return vec![self];
        };
        let (condition, mut with) = (condition.to_owned(), self.clone());
        with.when.remove(place);
        for effect in &mut with.effects {
            let at = effect.find('+').and_then(|at| at.checked_sub(1));
            let number = at.and_then(|at| Some((at, effect[at..=at].parse::<u8>().ok()?)));
            // Of what is not a number to reach, one that nothing helps, or as much as is rolled nobody knows what is better.
            let is_known = number.filter(|(_, number)| *number > by + 1 && !effect.contains("that m"));
            let Some((at, number)) = is_known else { return vec![self] };
            effect.replace_range(at..=at, &(number - by).to_string());
        }
        self.when.remove(place);
        if let Some(seen) = condition.strip_prefix("seen ") {
            // One roll, with the bonus or without it: a choice.
            (with.seen, with.optional) = (seen.to_owned(), true);
            (self.choice, with.choice) = (true, true);
            return vec![self, with];
        }
        self.when.extend(not(&condition));
        with.when.push(condition);
        vec![self, with]
    }

    /// With what sentences around it ask for. What its bearer must be says nothing of others whom it reaches, and how the
    /// bearer is attacked nothing of an attack of its own.
    pub(super) fn limited(mut self, limits: &[Self]) -> Self {
        for limit in limits {
            let is_of_others = limit.reach.is_empty() && !self.reach.is_empty();
            let is_elsewhere = limit.against && self.effects.iter().any(|effect| effect == OWN_ATTACK);
            let holds = |text: &&String| !is_elsewhere && (!is_of_others || text.starts_with("target "));
            add_once(&mut self.when, limit.when.iter().filter(holds).cloned());
        }
        self
    }

    /// Whether it says only how often what is with it may be used, or on whom.
    pub(super) fn is_only_a_limit(&self) -> bool {
        let is_all = self.also.is_empty() && self.others.is_empty();
        (self.optional || !self.reach.is_empty()) && self.effects.is_empty() && is_all
    }
}

/// How what holds instead speaks of the dice that are rolled, and of what they do.
const SAME_DICE: &str = "those dice:";
const SAME_FACES: &str = " of those dice";

/// What is an attack of the unit itself, whoever attacked it before.
const OWN_ATTACK: &str = "bonus attack action";

/// The condition under which dice are helped begins so.
const BETTER: &str = "better ";

/// The conditions that hold where one does not.
fn not(condition: &str) -> Vec<String> {
    match condition.strip_prefix("target ").filter(|words| words.chars().any(char::is_uppercase)) {
        Some(words) => words.split(" or ").map(|word| format!("target not {word}")).collect(),
        None => vec![format!("not {condition}")],
    }
}

/// What an effect does, without how much.
fn kind(effect: &str) -> String {
    let is_amount = |word: &&str| {
        let word = word.trim_start_matches(['+', '-']);
        ["half", "double", "triple", "X", "that", "much", "up", "to"].contains(&word)
            || word.contains(|c: char| c.is_ascii_digit())
    };
    effect.split(' ').filter(|word| !is_amount(word)).collect::<Vec<_>>().join(" ")
}

fn parts(text: &str, between: &str) -> Vec<String> {
    text.split(between).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, text) in
            [("as", &self.called), ("for", &self.reach)].into_iter().filter(|(_, text)| !text.is_empty())
        {
            write!(f, "{word} {text}: ")?;
        }
        let is_option = self.optional && !self.once && !self.choice;
        let owners = [(self.leading, "leading"), (self.whole, "unit"), (self.against, "against")];
        let flags = owners.into_iter().chain([(is_option, "optional"), (self.once, "once")]);
        let choices = [(self.choice && !self.option, "choice"), (self.option, "option"), (self.instead, "instead")];
        for (_, name) in flags.chain(choices).filter(|(is, _)| *is) {
            write!(f, "{name}: ")?;
        }
        for (name, named) in [("weapon", &self.weapon), ("models", &self.models)] {
            if !named.is_empty() {
                write!(f, "{name} {named}: ")?;
            }
        }
        if !self.when.is_empty() {
            write!(f, "if {}: ", self.when.join(", "))?;
        }
        f.write_str(&self.effects.join("; "))
    }
}
