//! An entry of a profile that hangs on its name, a die, a condition: written from the words alone.

use super::Pick;
use crate::witness::Dice;

/// One entry with two effects, and what decides whether they come about.
pub(crate) struct Entry {
    pub(crate) text: String,
    effects: [&'static str; 2],
    /// One attack uses it: in Warcry one attack action.
    pub(crate) once: bool,
    /// The number that the entry's die must show for each.
    on: [Option<i32>; 2],
    /// Whether it was asked for, if it is optional, and its condition holds.
    holds: bool,
}

/// An entry with two of these effects. `facts` are words of its owner, and whether they hold.
pub(crate) fn entry(
    pick: &mut Pick,
    facts: &[(&'static str, bool)],
    effects: &[&'static str],
    with: &mut Vec<String>,
) -> Entry {
    let first = pick.from(0, effects.len() as u32 - 1) as usize;
    let second = (first + pick.from(1, effects.len() as u32 - 1) as usize) % effects.len();
    let effects = [effects[first], effects[second]];
    let on = [(); 2].map(|()| if pick.one_in(3) { None } else { Some(pick.from(2, 6) as i32) });
    let mut text = "[[ability]]\nname = \"Luck\"\n".to_owned();
    let (optional, asked) = (pick.one_in(3), !pick.one_in(4));
    if optional {
        text.push_str("optional = true\n");
        with.extend(asked.then(|| "Luck".to_owned()));
    }
    let once = pick.one_in(4);
    if once {
        text.push_str("once = true\n");
    }
    let (word, fact) = pick.of(facts);
    let (asks, negated) = (pick.one_in(2), pick.one_in(2));
    if asks {
        text.push_str(&format!("when = [\"{}{word}\"]\n", if negated { "not " } else { "" }));
    }
    let written = [0, 1].map(|place| {
        let die = on[place].map_or(String::new(), |on| format!("{on}+: "));
        format!("\"{die}{}\"", effects[place])
    });
    text.push_str(&format!("effects = [{}]\n", written.join(", ")));
    Entry { text, effects, once, on, holds: (!optional || asked) && (!asks || fact != negated) }
}

impl Entry {
    /// Both sides as they are with neither effect, with the first, with the second, and with both.
    pub(crate) fn variants<S: Clone>(&self, plain: &S, apply: impl Fn(&mut S, &str)) -> [S; 4] {
        [0, 1, 2, 3].map(|which| {
            let mut sides = plain.clone();
            (0..2)
                .filter(|place| which >> place & 1 == 1)
                .for_each(|place: usize| apply(&mut sides, self.effects[place]));
            sides
        })
    }

    /// Rolls the entry's die, if it has one: one die for both effects. Which of the variants came of it.
    pub(crate) fn roll(&self, dice: &mut Dice) -> usize {
        let face = if self.on.iter().any(Option::is_some) { dice.d6() } else { 0 };
        let comes = |place: usize| usize::from(self.holds && self.on[place].is_none_or(|on| face >= on));
        comes(0) + 2 * comes(1)
    }
}
