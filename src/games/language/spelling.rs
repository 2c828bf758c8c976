//! How players write what the vocabulary calls otherwise: `fnp 5+`, `rr1s to hit`, `AoA`. One table of data.
//!
//! A phrase with one meaning is read as that; one with several is asked back, each reading as it would be written. Of the
//! readings only those count that the game accepts.

use smallvec::SmallVec;

/// Other words for one word; nothing: the word is left out.
const WORDS: &[(&str, &str)] = &[
    ("rr", "reroll"),
    ("rerolls", "reroll"),
    ("rerolling", "reroll"),
    ("ones", "1"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("mw", "mortal wound"),
    ("mws", "mortal wound"),
    ("s", "strength"),
    ("t", "toughness"),
    ("lethals", "lethal"),
    ("auto", "automatic"),
    ("die", "dice"),
    ("token", ""),
    ("tokens", ""),
    ("fnp", "feel no pain"),
    ("inv", "invulnerable"),
    ("invul", "invulnerable"),
    ("invuln", "invulnerable"),
    ("invulnerability", "invulnerable"),
    ("crit", "critical"),
    ("crits", "critical"),
    ("criticals", "critical"),
    ("hits", "hit"),
    ("wounds", "wound"),
    ("saves", "save"),
    ("attacks", "attack"),
    ("misses", "miss"),
    ("dmg", "damage"),
    ("str", "strength"),
    ("mortals", "mortal"),
    ("vs", "against"),
    ("versus", "against"),
    ("armor", "armour"),
    ("bs", "skill"),
    ("ws", "skill"),
    ("defense", "defence"),
    ("roll", ""),
    ("rolls", ""),
    ("characteristic", ""),
    ("characteristics", ""),
    ("the", ""),
    ("a", ""),
    ("an", ""),
    ("all", ""),
    ("any", ""),
];

/// Phrases of effects and abilities in the words that [`WORDS`] leaves, and what each may mean. `±N`, `+N` and `-N` stand for
/// a signed number, `N` for a number, `N+` for a number to reach, `A` for a number or dice.
const PHRASES: &[(&str, &[&str])] = &[
    ("±N hit", &["±N to hit"]),
    ("±N to hit", &["±N to hit"]),
    ("hit ±N", &["±N to hit"]),
    ("add N to hit", &["+N to hit"]),
    ("subtract N from hit", &["-N to hit"]),
    ("±N wound", &["±N to wound"]),
    ("±N to wound", &["±N to wound"]),
    ("wound ±N", &["±N to wound"]),
    ("add N to wound", &["+N to wound"]),
    ("subtract N from wound", &["-N to wound"]),
    ("±N save", &["±N to save"]),
    ("±N to save", &["±N to save"]),
    ("±N armour save", &["±N to save"]),
    ("save ±N", &["±N to save"]),
    ("add N to save", &["+N to save"]),
    ("subtract N from save", &["-N to save"]),
    ("±N morale", &["±N to morale"]),
    ("±N morale test", &["±N to morale"]),
    ("±N to morale test", &["±N to morale"]),
    ("±N panic", &["±N to morale", "±N panic wounds"]),
    ("±N panic test", &["±N to morale"]),
    ("±N to panic test", &["±N to morale"]),
    ("panic test ±N", &["±N to morale"]),
    ("±N to be hit", &["±N to hit"]),
    ("±N to be wounded", &["±N to wound"]),
    ("±N defence", &["±N to save"]),
    ("±N to defence", &["±N to save"]),
    ("±N defence save", &["±N to save"]),
    ("±N to defence save", &["±N to save"]),
    ("±N to defence dice", &["±N to save"]),
    ("±N dice", &["±N attacks"]),
    ("±N critical damage", &["±N critical damage"]),
    ("±N to critical damage", &["±N critical damage"]),
    ("±N damage on critical", &["±N critical damage", "±N damage on critical hits"]),
    ("±N damage on critical hit", &["±N critical damage", "±N damage on critical hits"]),
    ("A damage", &["A mortal damage", "set damage to A"]),
    ("double attack", &["double attacks"]),
    ("no critical", &["no critical hits", "critical hits count as hits"]),
    ("no critical hit", &["no critical hits", "critical hits count as hits"]),
    ("critical count as hit", &["critical hits count as hits"]),
    ("critical hit count as hit", &["critical hits count as hits"]),
    ("critical hit become hit", &["critical hits count as hits"]),
    ("hit count as critical", &["hits count as critical hits"]),
    ("hit become critical hit", &["hits count as critical hits"]),
    ("±N attack dice", &["±N attacks"]),
    ("attack ±N", &["±N attacks"]),
    ("strength ±N", &["±N strength"]),
    ("toughness ±N", &["±N toughness"]),
    ("±N toughness", &["±N toughness"]),
    ("rend +N", &["+N rend"]),
    ("rend -N", &["set rend to N", "-N rend"]),
    ("rend N", &["set rend to N"]),
    ("ap -N", &["set ap to -N"]),
    ("save N+", &["set save to N+"]),
    ("N+ save", &["set save to N+"]),
    ("skill N+", &["set skill to N+"]),
    ("hit N+", &["set hit to N+", "set skill to N+"]),
    ("hit on N+", &["set hit to N+", "set skill to N+", "hit only on N+"]),
    ("wound N+", &["wounds on N+", "set wound to N+"]),
    ("wound on N+", &["wounds on N+", "set wound to N+"]),
    ("reroll attack dice", &["reroll failed hits", "reroll attacks of 1"]),
    ("reroll defence dice", &["reroll failed saves"]),
    ("full reroll", &["reroll failed hits", "reroll failed wounds"]),
    ("no defence save", &["no save"]),
    ("no defence dice", &["no save"]),
    ("A automatic hit", &["A automatic hits"]),
    ("automatic hit A", &["A automatic hits"]),
    ("A automatic wound", &["A direct wounds"]),
    ("block N hit", &["block N hits"]),
    ("restore A wound", &["heal A"]),
    ("restore A", &["heal A"]),
    ("heal A wound", &["heal A"]),
    ("heal A damage", &["heal A"]),
    ("remove A damage", &["heal A"]),
    ("remove A damage point", &["heal A"]),
    ("remove A damage points", &["heal A"]),
    ("return A slain model", &["return A models"]),
    ("return A slain models", &["return A models"]),
    ("cannot become weakened", &["ignore weakened"]),
    ("target becomes weakened", &["target becomes weakened after attack"]),
    ("attacker becomes weakened", &["becomes weakened"]),
    ("attacker becomes vulnerable", &["becomes vulnerable"]),
    ("attacker becomes panicked", &["becomes panicked"]),
    ("morale N+", &["set morale to N+"]),
    ("cannot become vulnerable", &["ignore vulnerable"]),
    ("cannot become panicked", &["ignore panicked"]),
    ("ignore weakened", &["ignore weakened"]),
    ("ignore vulnerable", &["ignore vulnerable"]),
    ("ignore panicked", &["ignore panicked"]),
    ("ignore rend", &["ignore negative save modifiers", "ignore save modifiers"]),
    ("ethereal", &["ignore save modifiers"]),
    ("ignore modifiers to save", &["ignore save modifiers"]),
    ("ignore negative modifiers to save", &["ignore negative save modifiers"]),
    ("ignore positive modifiers to save", &["ignore positive save modifiers"]),
    ("ignore modifiers to hit", &["ignore hit modifiers"]),
    ("ignore negative modifiers to hit", &["ignore hit modifiers"]),
    ("ignore skill modifiers", &["ignore hit modifiers"]),
    ("armour of contempt", &["worsen ap by 1"]),
    ("fight on death", &["fights on death"]),
    ("fight on death N+", &["on death N+"]),
    ("fight on death on N+", &["on death N+"]),
    ("fights on death N+", &["on death N+"]),
    ("fights on death on N+", &["on death N+"]),
    ("mortal on 6", &["Crit (Mortal)", "1 mortal on critical hits", "1 mortal on critical wounds"]),
    ("mortal wound on 6", &["Crit (Mortal)", "1 mortal on critical hits", "1 mortal on critical wounds"]),
    ("automatic wound on 6", &["Crit (Auto-wound)", "Lethal Hits"]),
    ("autowound on 6", &["Crit (Auto-wound)", "Lethal Hits"]),
    ("exploding 6", &["Crit (2 Hits)", "Sustained Hits 1", "extra 1 hits on 6"]),
    ("exploding hit", &["Crit (2 Hits)", "Sustained Hits 1", "extra 1 hits on 6"]),
    ("2 hit on 6", &["Crit (2 Hits)", "Sustained Hits 1", "extra 1 hits on 6"]),
    ("extra hit on 6", &["Crit (2 Hits)", "Sustained Hits 1", "extra 1 hits on 6"]),
    ("±N attack", &["±N attacks"]),
    ("±N to attack", &["±N attacks"]),
    ("add N to attack", &["+N attacks"]),
    ("subtract N from attack", &["-N attacks"]),
    ("+N damage", &["+N damage"]),
    ("+N to damage", &["+N damage"]),
    ("add N to damage", &["+N damage"]),
    ("-N damage", &["-N damage"]),
    ("-N to damage", &["-N damage", "-N damage to target"]),
    ("subtract N from damage", &["-N damage", "-N damage to target"]),
    ("-N damage taken", &["-N damage to target"]),
    ("damage reduction N", &["-N damage to target"]),
    ("reduce damage by N", &["-N damage", "-N damage to target"]),
    ("half damage", &["halve damage"]),
    ("halved damage", &["halve damage"]),
    ("damage halved", &["halve damage"]),
    ("±N strength", &["±N strength"]),
    ("±N to strength", &["±N strength"]),
    ("add N to strength", &["+N strength"]),
    ("±N to toughness", &["±N toughness"]),
    ("add N to toughness", &["+N toughness"]),
    ("±N to rend", &["±N rend"]),
    ("add N to rend", &["+N rend"]),
    ("+N ap", &["improve ap by N"]),
    ("+N to ap", &["improve ap by N"]),
    ("-N ap", &["improve ap by N", "worsen ap by N"]),
    ("-N to ap", &["improve ap by N", "worsen ap by N"]),
    ("+N skill", &["improve skill by N"]),
    ("+N to skill", &["improve skill by N"]),
    ("+N ballistic skill", &["improve skill by N"]),
    ("+N weapon skill", &["improve skill by N"]),
    ("-N skill", &["worsen skill by N"]),
    ("-N to skill", &["worsen skill by N"]),
    ("reroll N", &["reroll hits of N", "reroll wounds of N", "reroll saves of N"]),
    ("reroll N to hit", &["reroll hits of N"]),
    ("reroll N on hit", &["reroll hits of N"]),
    ("reroll hit N", &["reroll hits of N"]),
    ("reroll hit of N", &["reroll hits of N"]),
    ("reroll to hit of N", &["reroll hits of N"]),
    ("reroll to hit N", &["reroll hits of N"]),
    ("reroll N to wound", &["reroll wounds of N"]),
    ("reroll N on wound", &["reroll wounds of N"]),
    ("reroll wound N", &["reroll wounds of N"]),
    ("reroll wound of N", &["reroll wounds of N"]),
    ("reroll to wound of N", &["reroll wounds of N"]),
    ("reroll to wound N", &["reroll wounds of N"]),
    ("reroll N to save", &["reroll saves of N"]),
    ("reroll save N", &["reroll saves of N"]),
    ("reroll save of N", &["reroll saves of N"]),
    ("reroll damage N", &["reroll damage of N"]),
    ("reroll attack of N", &["reroll attacks of N"]),
    ("reroll failed", &["reroll failed hits", "reroll failed wounds", "reroll failed saves"]),
    ("reroll failed hit", &["reroll failed hits"]),
    ("reroll failed to hit", &["reroll failed hits"]),
    ("reroll miss", &["reroll failed hits"]),
    ("reroll missed hit", &["reroll failed hits"]),
    ("reroll failed wound", &["reroll failed wounds"]),
    ("reroll failed to wound", &["reroll failed wounds"]),
    ("reroll failed save", &["reroll failed saves"]),
    ("reroll failed armour save", &["reroll failed saves"]),
    ("reroll non critical hit", &["reroll non-critical hits"]),
    ("reroll non critical to hit", &["reroll non-critical hits"]),
    ("reroll non critical wound", &["reroll non-critical wounds"]),
    ("reroll non critical to wound", &["reroll non-critical wounds"]),
    ("reroll hit", &["reroll failed hits", "reroll non-critical hits", "reroll hits of 1"]),
    ("reroll to hit", &["reroll failed hits", "reroll non-critical hits", "reroll hits of 1"]),
    ("full reroll hit", &["reroll failed hits", "reroll non-critical hits"]),
    ("full reroll to hit", &["reroll failed hits", "reroll non-critical hits"]),
    ("full hit reroll", &["reroll failed hits", "reroll non-critical hits"]),
    ("reroll wound", &["reroll failed wounds", "reroll non-critical wounds", "reroll wounds of 1"]),
    ("reroll to wound", &["reroll failed wounds", "reroll non-critical wounds", "reroll wounds of 1"]),
    ("full reroll wound", &["reroll failed wounds", "reroll non-critical wounds"]),
    ("full reroll to wound", &["reroll failed wounds", "reroll non-critical wounds"]),
    ("full wound reroll", &["reroll failed wounds", "reroll non-critical wounds"]),
    ("reroll save", &["reroll failed saves", "reroll saves of 1"]),
    ("reroll armour save", &["reroll failed saves", "reroll saves of 1"]),
    ("reroll damage", &["reroll one damage", "reroll damage of 1"]),
    ("oath of moment", &["reroll failed hits", "reroll non-critical hits", "+1 to wound"]),
    ("oath", &["reroll failed hits", "reroll non-critical hits", "+1 to wound"]),
    ("critical on N+", &["critical hits on N+", "critical wounds on N+"]),
    ("critical N+", &["critical hits on N+", "critical wounds on N+"]),
    ("critical hit on N+", &["critical hits on N+"]),
    ("critical hit N+", &["critical hits on N+"]),
    ("critical to hit on N+", &["critical hits on N+"]),
    ("critical wound on N+", &["critical wounds on N+"]),
    ("critical wound N+", &["critical wounds on N+"]),
    ("critical to wound on N+", &["critical wounds on N+"]),
    ("feel no pain N+", &["feel no pain N+"]),
    ("feel no pain of N+", &["feel no pain N+"]),
    ("N+ feel no pain", &["feel no pain N+"]),
    ("N+++", &["feel no pain N+"]),
    ("feel no pain N+ against mortal", &["feel no pain N+ against mortal wounds"]),
    ("feel no pain N+ against mortal wound", &["feel no pain N+ against mortal wounds"]),
    ("feel no pain N+ against psychic attack", &["feel no pain N+ against psychic"]),
    ("invulnerable N+", &["invulnerable N+"]),
    ("invulnerable save N+", &["invulnerable N+"]),
    ("invulnerable save of N+", &["invulnerable N+"]),
    ("N+ invulnerable", &["invulnerable N+"]),
    ("N+ invulnerable save", &["invulnerable N+"]),
    ("N++", &["invulnerable N+"]),
    ("ward save N+", &["ward N+"]),
    ("ward save of N+", &["ward N+"]),
    ("ward of N+", &["ward N+"]),
    ("N+ ward", &["ward N+"]),
    ("N+ ward save", &["ward N+"]),
    ("transhuman", &["wounded only on 4+"]),
    ("only wounded on N+", &["wounded only on N+"]),
    ("wounded on N+ only", &["wounded only on N+"]),
    ("A mortal", &["A mortal damage"]),
    ("A mortal wound", &["A mortal damage"]),
    ("A mortal on critical hit", &["A mortal on critical hits"]),
    ("A mortal wound on critical hit", &["A mortal on critical hits"]),
    ("A mortal on critical wound", &["A mortal on critical wounds"]),
    ("A mortal wound on critical wound", &["A mortal on critical wounds"]),
    ("ignore cover", &["Ignores Cover"]),
    ("bonus attack", &["bonus attack action"]),
    ("bonus melee attack", &["bonus attack action"]),
    ("bonus melee attack action", &["bonus attack action"]),
    ("bonus missile attack action", &["bonus attack action"]),
    ("1 more attack action", &["bonus attack action"]),
    ("cannot score critical hit", &["no critical hits"]),
    ("lethal", &["Lethal Hits"]),
    ("sustained A", &["Sustained Hits A"]),
    ("devastating", &["Devastating Wounds"]),
    ("dev wound", &["Devastating Wounds"]),
];

/// Other names of situations, and what the vocabulary calls them: of several the one that the game has.
const SITUATIONS: &[(&str, &[&str])] = &[
    ("in cover", &["cover"]),
    ("has cover", &["cover"]),
    ("benefit of cover", &["cover"]),
    ("remained stationary", &["stationary"]),
    ("remains stationary", &["stationary"]),
    ("stood still", &["stationary"]),
    ("did not move", &["stationary"]),
    ("within half range", &["half range"]),
    ("at half range", &["half range"]),
    ("charged", &["charge"]),
    ("charge", &["charged"]),
    ("charging", &["charged", "charge"]),
    ("on the charge", &["charged", "charge"]),
    ("has charged", &["charged", "charge"]),
    ("made a charge move", &["charged", "charge"]),
    ("advancing", &["advanced"]),
    ("has advanced", &["advanced"]),
    ("fire overwatch", &["overwatch"]),
    ("aoa", &["all-out attack"]),
    ("aod", &["all-out defence"]),
    ("all out defense", &["all-out defence"]),
    ("gtg", &["go to ground"]),
    ("weakened token", &["weakened"]),
    ("attacker weakened", &["weakened"]),
    ("vulnerable token", &["vulnerable"]),
    ("target vulnerable", &["vulnerable"]),
    ("panicked token", &["panicked"]),
    ("target panicked", &["panicked"]),
    ("target closest", &["closest"]),
    ("closest target", &["closest"]),
    ("smoke", &["smokescreen"]),
    ("countering", &["counter"]),
    ("attack twice", &["two attacks"]),
    ("attacks twice", &["two attacks"]),
    ("charge bonus", &["charge"]),
    ("below half strength", &["half strength"]),
    ("target below half strength", &["target half strength"]),
    ("from the flank", &["flank"]),
    ("flank attack", &["flank"]),
    ("flanked", &["flank"]),
    ("from the rear", &["rear"]),
    ("rear attack", &["rear"]),
    ("disordered", &["disorderly"]),
    ("disorderly charge", &["disorderly"]),
];

/// What a situation may be called in the vocabulary; nothing if nobody calls one so.
pub(crate) fn situations(text: &str) -> &'static [&'static str] {
    let found = SITUATIONS.iter().find(|(said, _)| crate::words::same(said, text));
    found.map_or(&[], |(_, names)| names)
}

/// What a phrase may mean, as the vocabulary writes it; nothing if nobody says it so.
pub(crate) fn readings(text: &str) -> Vec<String> {
    let words = words_of(text);
    let words: SmallVec<[&str; 12]> = words.iter().map(String::as_str).collect();
    let fitting = PHRASES.iter().find_map(|(said, means)| Some((captured(said, &words)?, means)));
    let Some((values, means)) = fitting else { return Vec::new() };
    means.iter().map(|pattern| written(pattern, &values)).collect()
}

/// The words of a phrase, each as the table has it.
fn words_of(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("re-roll", "reroll").replace("re roll", "reroll").replace('−', "-");
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let word = word.trim_end_matches([':', ';', '.', '!']);
        let hyphened = word.chars().all(|c| c.is_alphabetic() || c == '-');
        for part in word.split(|c| hyphened && c == '-').filter(|part| !part.is_empty()) {
            // `plus 1` is `+1`.
            let sign = match words.last().map(String::as_str) {
                Some("plus") => Some('+'),
                Some("minus") => Some('-'),
                _ => None,
            };
            let mut said = said_otherwise(part);
            if let (Some(sign), [number]) = (sign, &mut said[..])
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                words.pop();
                number.insert(0, sign);
            }
            words.extend(said);
        }
    }
    words
}

/// One word in the words of the table.
fn said_otherwise(word: &str) -> Vec<String> {
    let number = |text: &str| {
        let digits = text.trim_end_matches('s').trim_end_matches('\'');
        (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.to_owned())
    };
    if let Some((_, other)) = WORDS.iter().find(|(said, _)| *said == word) {
        return other.split_whitespace().map(str::to_owned).collect();
    }
    if let Some(said) = abbreviated(word) {
        return said;
    }
    if let Some(digits) = word.strip_prefix("rr").and_then(number) {
        return vec!["reroll".to_owned(), digits];
    }
    vec![number(word).unwrap_or_else(|| word.to_owned())]
}

/// `+1A` is `+1 attack`, as profiles are often written.
fn abbreviated(word: &str) -> Option<Vec<String>> {
    let (number, letter) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let digits = number.strip_prefix(['+', '-'])?;
    let characteristic = match letter {
        "a" => "attack",
        "s" => "strength",
        "t" => "toughness",
        "d" => "damage",
        _ => return None,
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| vec![number.to_owned(), characteristic.to_owned()])
}

/// What stands at the placeholders of a phrase, without sign or plus; `None` if the words are others.
fn captured<'w>(said: &str, words: &[&'w str]) -> Option<SmallVec<[&'w str; 4]>> {
    let is_number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut values = SmallVec::new();
    let mut rest = words.iter().copied();
    for expected in said.split(' ') {
        let word = rest.next()?;
        let value = match expected {
            "±N" => word.strip_prefix(['+', '-']).filter(|digits| is_number(digits)).map(|_| word),
            "+N" => word.strip_prefix('+').filter(|digits| is_number(digits)),
            "-N" => word.strip_prefix('-').filter(|digits| is_number(digits)),
            "N" => Some(word).filter(|digits| is_number(digits)),
            "N+" => word.strip_suffix('+').filter(|digits| is_number(digits)),
            "N++" => word.strip_suffix("++").filter(|digits| is_number(digits)),
            "N+++" => word.strip_suffix("+++").filter(|digits| is_number(digits)),
            "A" => word.parse::<crate::dice::Amount>().is_ok().then_some(word),
            literal => {
                if literal != word {
                    return None;
                }
                continue;
            }
        };
        values.push(value?);
    }
    rest.next().is_none().then_some(values)
}

/// A pattern with something in its places, in their order.
fn written(pattern: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let mut next = || values.next().copied().unwrap_or_default();
    let word = |word: &str| match word {
        "±N" | "N" | "A" => next().to_owned(),
        "+N" => format!("+{}", next()),
        "-N" => format!("-{}", next()),
        "N+" => format!("{}+", next()),
        literal => literal.to_owned(),
    };
    pattern.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_write_is_what_the_vocabulary_calls_it() {
        for (said, means) in [
            ("fnp 5+", "feel no pain 5+"),
            ("5+++", "feel no pain 5+"),
            ("FNP 4+ vs mortals", "feel no pain 4+ against mortal wounds"),
            ("invuln 4+", "invulnerable 4+"),
            ("4++", "invulnerable 4+"),
            ("4+ invulnerable save", "invulnerable 4+"),
            ("+1 hit", "+1 to hit"),
            ("+1 to hit rolls", "+1 to hit"),
            ("Add 1 to the Wound roll", "+1 to wound"),
            ("subtract 2 from save rolls", "-2 to save"),
            ("+1 attack", "+1 attacks"),
            ("rr1s to hit", "reroll hits of 1"),
            ("rr 1s to wound", "reroll wounds of 1"),
            ("reroll ones to hit", "reroll hits of 1"),
            ("re-roll hit rolls of 1", "reroll hits of 1"),
            ("Re-roll a Wound roll of 1", "reroll wounds of 1"),
            ("re-roll failed hit rolls", "reroll failed hits"),
            ("crit hits 5+", "critical hits on 5+"),
            ("+1 AP", "improve ap by 1"),
            ("-1 BS", "worsen skill by 1"),
            ("5+ ward", "ward 5+"),
            ("D3 mortal wounds", "d3 mortal damage"),
            ("sustained 2", "Sustained Hits 2"),
            ("half damage", "halve damage"),
            ("plus one to hit", "+1 to hit"),
            ("minus 2 to save", "-2 to save"),
            ("+1A", "+1 attacks"),
            ("-1S", "-1 strength"),
            ("-1 to be hit", "-1 to hit"),
            ("2+ save", "set save to 2+"),
            ("restore 2 wounds", "heal 2"),
            ("fights on death on a 4+", "on death 4+"),
            ("ignore Weakened tokens", "ignore weakened"),
        ] {
            assert_eq!(readings(said), [means], "{said}");
        }
        for (said, count) in
            [("rr hits", 3), ("reroll wounds", 3), ("crits on 5+", 2), ("-1 AP", 2), ("Oath of Moment", 3)]
        {
            assert_eq!(readings(said).len(), count, "{said}");
        }
        for said in ["", "+1", "reroll", "hit", "fnp", "+1 to fly", "+1 hit point", "rr", "1 hit"] {
            assert_eq!(readings(said), Vec::<String>::new(), "{said}");
        }
        assert_eq!(situations("In Cover"), ["cover"]);
        assert_eq!(situations("all-out defense"), ["all-out defence"]);
    }

    /// Every meaning is one that the vocabulary reads, or an ability that some game has.
    #[test]
    fn every_meaning_is_in_the_vocabulary() {
        for (said, means) in PHRASES {
            let placeholders = said.split(' ').filter(|word| word.contains('N') || *word == "A");
            let values: Vec<&str> = placeholders.map(|word| if word == "±N" { "+1" } else { "4" }).collect();
            for pattern in *means {
                let text = written(pattern, &values);
                let ability = crate::games::GAMES.iter().flat_map(|game| (game.abilities)());
                let mut names = ability.map(|doc| doc.name.trim_end_matches(" X").to_owned());
                let known =
                    super::super::vocabulary::read(&text).is_some() || names.any(|name| text.starts_with(&name));
                assert!(known, "{said} means {text}");
            }
        }
        for (said, names) in SITUATIONS {
            let has =
                |name: &&&str| crate::games::GAMES.iter().flat_map(|game| game.situations).any(|s| s.name == **name);
            assert!(names.iter().all(|name| has(&name)), "{said}");
        }
    }
}
