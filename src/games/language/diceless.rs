//! What cards do that no die of an attack depends on: charges, casting, control, moves, who fights first.
//!
//! An `[[ability]]` may say it, so that a card is whole in its profile. Nothing computes it: every answer names the ability
//! among what is not computed, as it does one without effects. A text is a change and what it changes, `+1 to charge` or
//! `reroll casting rolls`, something that a unit may not use, or a name of its own.

use crate::dice::Amount;
use crate::words::same;

/// What a game's cards change other than attacks, a comma between each two.
struct GameWords {
    game: &'static str,
    /// What is added to, rolled again or set.
    things: &'static str,
    names: &'static str,
}

/// What the cards of all games change other than attacks.
const OF_ALL: &str = "move, movement, charge, range, pile in, retreat";

const WORDS: [GameWords; 5] = [
    GameWords {
        game: "age-of-sigmar",
        things: "run, casting, cast, unbinding, unbind, chanting, chant, banishment, banish, dispel, \
         summoning, control, power level, ritual point, rally point, command point, banishment value",
        names: "strike-first, strikes first, strike-last, strikes last, fly, wizard, priest",
    },
    GameWords { game: "warhammer-40k", things: OF_40K, names: NAMES_40K },
    GameWords { game: "warhammer-40k-11e", things: OF_40K, names: NAMES_40K },
    GameWords {
        game: "asoiaf",
        things: "speed, maneuver, manoeuvre, march, shift, activation, victory point, charge distance",
        names: "",
    },
    GameWords {
        game: "warcry",
        things: "disengage, initiative, priority, jump, climb, ability dice, ability die, wild dice",
        names: "fly, count as flying",
    },
];

const OF_40K: &str = "advance, consolidation, consolidate, objective control, oc, leadership, ld, battle shock, cp, \
     command point, desperate escape, fall back";
const NAMES_40K: &str = "fights first, fight first, deep strike, infiltrators, lone operative, scouts, immune to \
     battle-shock";

/// Words that say nothing here.
const FILLERS: &str = "a, an, the, to, of, this, its, unit, unit's, units, target's, roll, rolls, test, tests, from, \
     for, by, characteristic, characteristics, score, scores, value, enemy, friendly, has, have, \
     rest, turn";
/// What a unit may do before it does something else: `run and charge`.
const MOVES: &[&str] = &["run", "advance", "retreat", "fall back", "move", "march"];
const THEN: &[&str] = &["charge", "shoot", "run", "move", "fight", "retreat"];
/// What `cannot use` may forbid.
const USED: &[&str] =
    &["command", "reaction", "spell", "prayer", "stratagem", "rampage", "charge", "run", "retreat", "move", "order"];
/// Where the mortal damage comes from that no attack inflicts.
const FROM_OTHERS: &[&str] = &["spell", "spells", "prayer", "prayers", "manifestation", "manifestations"];
const WORDS_OF_WARDS: &[&str] = &["abilities", "ability", "and", "or", "mortal", "damage", "from", "by"];

/// What an entry may say of a game that changes no die of an attack, as a list shows it: how it is written, and what of.
pub(crate) fn listed(game: &str) -> Vec<[String; 2]> {
    let read = "read and named in every answer; it changes no die of an attack";
    let words = WORDS.iter().filter(|words| words.game == game);
    let rows = words.flat_map(|GameWords { names, things, .. }| {
        let names = (!names.is_empty()).then(|| [(*names).to_owned(), read.to_owned()]);
        let changed = "±N to THING, reroll THING, set THING to A".to_owned();
        names.into_iter().chain([[changed, format!("{read}: THING is {OF_ALL}, {things}")]])
    });
    rows.collect()
}

/// Whether a text says something that changes no die of an attack of this game.
pub(crate) fn is_diceless_rule(game: &str, text: &str) -> bool {
    let Some(GameWords { names, things, .. }) = WORDS.iter().find(|words| words.game == game) else { return false };
    let lower = text.to_lowercase().replace("re-roll", "reroll").replace(['"', '”', '″'], "");
    let all: Vec<&str> =
        lower.split_whitespace().filter(|word| FILLERS.split(", ").all(|filler| filler != *word)).collect();
    // `Wizard (2)`, `Scouts 6"`: a number follows some names.
    let bare = all.join(" ");
    let name = bare.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ' '));
    if !names.is_empty() && names.split(", ").any(|entry| same(entry, name) || same(entry, text)) {
        return true;
    }
    let is_thing = |all: &[&str]| {
        all.split(|word| matches!(*word, "and" | "or")).all(|words| {
            let text = words.concat();
            let is = |thing: &&str| same(&text, thing) || text.strip_suffix('s').is_some_and(|text| same(text, thing));
            OF_ALL.split(", ").chain(things.split(", ")).any(|thing| is(&thing))
        })
    };
    match &all[..] {
        [] | [_] => false,
        ["set", thing @ .., amount] => is_amount(amount) && is_thing(thing),
        ["reroll", "failed", thing @ ..] | ["reroll" | "double" | "halve", thing @ ..] => is_thing(thing),
        ["add" | "subtract", amount, thing @ ..] => is_amount(amount) && is_thing(thing),
        ["cannot", "use", used @ ..] => {
            let used = used.strip_suffix(&["abilities"]).unwrap_or(used);
            // A command has a name: `the 'All-out Attack' command`.
            let Some(used) = used.last().filter(|last| used.len() == 1 || last.starts_with("command")) else {
                return false;
            };
            USED.contains(used) || used.strip_suffix('s').is_some_and(|used| USED.contains(&used))
        }
        ["cannot", thing @ ..] => is_thing(thing),
        ["ward", target, "against", from @ ..] => {
            let is_word = |word: &&str| FROM_OTHERS.contains(word) || WORDS_OF_WARDS.contains(word);
            let text = from.iter().map(|word| word.trim_end_matches(',')).collect::<Vec<_>>();
            target.ends_with('+') && text.iter().all(is_word) && text.iter().any(|word| FROM_OTHERS.contains(word))
        }
        [signed, thing @ ..] if signed.starts_with(['+', '-']) => is_amount(&signed[1..]) && is_thing(thing),
        [thing @ .., amount] if is_amount(amount) => is_thing(thing),
        _ => is_two_moves(&bare),
    }
}

fn is_amount(text: &str) -> bool {
    text == "x" || text.parse::<Amount>().is_ok()
}

/// `can run and charge`, `charge after running`.
fn is_two_moves(text: &str) -> bool {
    let text = text.strip_prefix("can ").or_else(|| text.strip_prefix("may ")).unwrap_or(text);
    let is = |first: &str, second: &str| MOVES.contains(&first) && THEN.contains(&second);
    match text.split_once(" after ") {
        Some((second, first)) => {
            // `running`, `retreating`, `advancing`, `falling back`.
            let plain = first.replace("falling", "fall").replace("advancing", "advance").replace("moving", "move");
            let stem = plain.strip_suffix("ing").unwrap_or(&plain);
            is(stem, second) || is(stem.strip_suffix('n').unwrap_or(stem), second)
        }
        None => text.split_once(" and ").is_some_and(|(first, second)| is(first, second)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::games::language::vocabulary::FORMS;

    #[test]
    fn what_touches_no_attack_is_known_as_cards_say_it() {
        for (game, text) in [
            ("age-of-sigmar", "+1 to charge rolls"),
            ("age-of-sigmar", "reroll charges"),
            ("age-of-sigmar", "re-roll run rolls"),
            ("age-of-sigmar", "-D3 to charge"),
            ("age-of-sigmar", "Add 1 to casting rolls"),
            ("age-of-sigmar", "subtract 10 from control score"),
            ("age-of-sigmar", "-3 power level"),
            ("age-of-sigmar", "+X move"),
            ("age-of-sigmar", "set move to 12\""),
            ("age-of-sigmar", "Strike-last"),
            ("age-of-sigmar", "Strike-last for the rest of the turn"),
            ("age-of-sigmar", "subtract 2 from charge rolls for the rest of the turn"),
            ("age-of-sigmar", "cannot use commands"),
            ("age-of-sigmar", "cannot use rampage abilities"),
            ("age-of-sigmar", "cannot charge"),
            ("age-of-sigmar", "run and charge"),
            ("age-of-sigmar", "can retreat and shoot"),
            ("age-of-sigmar", "can charge after running"),
            ("age-of-sigmar", "shoot after retreating"),
            ("age-of-sigmar", "cannot use the 'All-out Attack' command"),
            ("age-of-sigmar", "Wizard (2)"),
            ("age-of-sigmar", "has Strike-first"),
            ("age-of-sigmar", "-1 to casting rolls for enemy units"),
            ("age-of-sigmar", "Move characteristic of 12\""),
            ("warhammer-40k", "shoot after falling back"),
            ("warhammer-40k", "charge after advancing"),
            ("warhammer-40k", "Scouts 6\""),
            ("age-of-sigmar", "ward 4+ against spells, prayers and manifestations"),
            ("warhammer-40k", "+1 OC"),
            ("warhammer-40k", "-1 Leadership"),
            ("warhammer-40k", "reroll battle-shock tests"),
            ("warhammer-40k", "advance and charge"),
            ("asoiaf", "+1 speed"),
            ("warcry", "+2 move"),
        ] {
            assert!(is_diceless_rule(game, text), "{game}: {text}");
        }
    }

    #[test]
    fn what_is_listed_is_read() {
        for game in GAMES {
            let rows = listed(game.id);
            let [.., [written, what]] = &rows[..] else { panic!("{} lists nothing", game.id) };
            let (_, things) = what.split_once("THING is ").expect("things");
            assert!(
                things.split(", ").all(|thing| is_diceless_rule(game.id, &format!("+1 to {thing}"))),
                "{}: {things}",
                game.id
            );
            assert!(written.contains("THING"), "{}", game.id);
            let names = rows[..rows.len() - 1].iter().flat_map(|[names, _]| names.split(", "));
            assert!(names.clone().all(|name| is_diceless_rule(game.id, name)), "{}", game.id);
        }
    }

    #[test]
    fn what_touches_an_attack_is_none() {
        for game in GAMES {
            for form in FORMS.iter() {
                assert!(!is_diceless_rule(game.id, &form.written()), "{}: {}", game.id, form.pattern);
            }
            for situation in game.situations {
                assert!(!is_diceless_rule(game.id, situation.name), "{}: {}", game.id, situation.name);
            }
        }
        let others = [
            "+1 to hit", "+1 charge damage", "reroll charge hits", "cannot use ward rolls", "cannot be wounded", "+1",
            "ward 4+ against mortal damage", "ward 4+ against attacks", "reroll", "charge", "set wound to 3+",
            "fly away",
        ];
        for text in others {
            assert!(!is_diceless_rule("age-of-sigmar", text), "{text}");
        }
        assert!(!is_diceless_rule("warcry", "+1 to charge of others"));
    }
}
