//! Random conditions of abilities, and whether they hold: written from the words alone.

use super::Pick;

/// What is true of the unit that owns an ability, and of the other one, in the owner's words.
pub(crate) struct Facts {
    pub(crate) own: Vec<(&'static str, bool)>,
    pub(crate) target: Vec<(&'static str, bool)>,
}

impl Facts {
    /// The same in the words of the other unit. A keyword that it does not bear is no word of its own, and the phase is
    /// the same for both.
    pub(crate) fn mirrored(&self) -> Facts {
        let phase = |word: &str| ["melee", "shooting"].contains(&word);
        let keyword = |word: &str| word.chars().all(char::is_uppercase);
        let own = self.target.iter().filter(|(word, holds)| *holds || !keyword(word));
        let own = own.chain(self.own.iter().filter(|(word, _)| phase(word)));
        let target = self.own.iter().filter(|(word, _)| !phase(word));
        Facts { own: own.copied().collect(), target: target.copied().collect() }
    }
}

/// One or two entries of a `when`, quoted, and whether all hold. The second shares no word with the first, since what
/// contradicts itself is refused.
pub(crate) fn condition(pick: &mut Pick, facts: &Facts) -> (String, bool) {
    let mut entries = vec![entry(pick, facts)];
    if pick.one_in(2) {
        let second = entry(pick, facts);
        let words = |text: &str| -> Vec<String> {
            let plain = |word: &&str| !["not", "or", "target"].contains(word);
            text.split(' ').filter(plain).map(str::to_owned).collect()
        };
        let first = words(&entries[0].0);
        if !words(&second.0).iter().any(|word| first.contains(word)) {
            entries.push(second);
        }
    }
    let text: Vec<String> = entries.iter().map(|(text, _)| format!("\"{text}\"")).collect();
    (text.join(", "), entries.iter().all(|(_, holds)| *holds))
}

/// One entry: one to three parts, of which one must hold. `target` carries over to keywords and is written again for all
/// that a unit may be itself; `not` is written each time.
fn entry(pick: &mut Pick, facts: &Facts) -> (String, bool) {
    let (mut text, mut any) = (String::new(), false);
    let (mut of_target, negated) = (pick.one_in(2), pick.one_in(3));
    for index in 0..pick.from(1, 3) {
        let turns = index > 0 && !of_target && pick.one_in(2);
        let carries = index > 0 && of_target;
        of_target |= turns;
        let words = if of_target { &facts.target } else { &facts.own };
        let (word, holds) = words[pick.from(0, words.len() as u32 - 1) as usize];
        let not = if negated { "not " } else { "" };
        let is_keyword = word.chars().all(char::is_uppercase);
        let target = if of_target && !(carries && is_keyword) { "target " } else { "" };
        text.push_str(if index > 0 { " or " } else { "" });
        text.push_str(&if pick.one_in(2) { format!("{target}{not}{word}") } else { format!("{not}{target}{word}") });
        any |= holds != negated;
    }
    (text, any)
}
