//! What sentences of cards state, sentence by sentence.

#[test]
fn sentences_of_cards_become_statements() {
    let means = |game: &str, text: &str| {
        let rows = (crate::games::find(game).expect("a game").wordings)();
        let all = rows.statements(&["sentences"], text, Some(16)).ok()?;
        Some(all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / "))
    };
    // W40K-STEALTH: what it is, the editions say otherwise.
    let stealth = "While this model is leading a unit, models in that unit have the Stealth ability.";
    assert_eq!(means("warhammer-40k", stealth).as_deref(), Some("leading: against: if shooting: -1 to hit"));
    assert_eq!(means("warhammer-40k-11e", stealth).as_deref(), Some("leading: if shooting: benefit of cover"));
    for (text, expected) in [
        ("This model has a 4+ invulnerable save.", "invulnerable 4+"),
        ("Models in this unit have an invulnerable save of 5+.", "invulnerable 5+"),
        ("This model has a 5+ invulnerable save against ranged attacks.", "if shooting: invulnerable 5+"),
        ("Models in the bearer’s unit have the Feel No Pain 6+ ability.", "feel no pain 6+"),
        (
            "While this model is leading a unit, weapons equipped by models in that unit have the **[LETHAL HITS]** ability.",
            "leading: Lethal Hits",
        ),
        (
            "While this model is leading a unit, each time a model in that unit makes a melee attack, add 1 to the Hit roll.",
            "leading: if melee: +1 to hit",
        ),
        (
            "While this model has 1-5 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll.",
            "if damage 11+: -1 to hit",
        ),
        (
            "While this model has 1-5 wounds remaining, subtract 4 from this model's Objective Control characteristic, and each time this model makes an attack, subtract 1 from the Hit roll.",
            "if damage 11+: -1 to hit",
        ),
        (
            "Each time this model makes a ranged attack that targets a Monster or Vehicle unit, you can re-roll the Wound roll.",
            "if shooting, target MONSTER or VEHICLE: reroll failed wounds",
        ),
        (
            "Each time this model makes a ranged attack that targets a unit that can Fly, add 1 to the Hit roll.",
            "if shooting, target FLY: +1 to hit",
        ),
        (
            "Each time this model makes a melee attack, re-roll a Hit roll of 1. If the target of that attack is a Goblin unit, you can re-roll the Hit roll instead.",
            "if melee: reroll hits of 1 / if melee, target GOBLIN: reroll failed hits",
        ),
        (
            "While a friendly Goblin unit is within 6\" of this model, each time a model in that unit makes an attack, add 1 to the Wound roll, and each time an attack targets that unit, subtract 1 from the Hit roll.",
            "for GOBLIN: optional: +1 to wound / for GOBLIN: against: optional: -1 to hit",
        ),
        (
            "In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. Until the end of the phase, each time a friendly Goblin model makes an attack that targets that unit, add 1 to the Hit roll.",
            "for GOBLIN: optional: if shooting: +1 to hit",
        ),
        (
            "Each time this model ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6: on a 2-5, that enemy unit suffers D3 mortal wounds; on a 6, that enemy unit suffers 3 mortal wounds.",
            "optional: if melee, charged: 1 dice: 2-5 -> D3 mortal, 6+ -> 3 mortal",
        ),
        ("This model has a 4+ invulnerable save. It may climb the moon.", "invulnerable 4+"),
        // `That unit` is the one that is attacked, and `another` never the bearer.
        (
            "While this model is leading a unit, each time a model in that unit makes an attack that targets a unit that is below its Starting Strength, re-roll a Hit roll of 1. If that unit is Below Half-strength, you can re-roll the Wound roll as well.",
            "leading: if target not starting strength: reroll hits of 1 / leading: if target not starting strength, target half strength: reroll failed wounds",
        ),
        (
            "Each time this model destroys an enemy unit, select one other friendly Goblin unit within 9\" of it. Until the end of the phase, each time a model in that unit makes an attack, re-roll a Wound roll of 1.",
            "for other GOBLIN: optional: reroll wounds of 1",
        ),
        (
            "While an enemy unit is within 6\" of this model, each time a model in that unit makes an attack, subtract 1 from the Hit roll.",
            "for any: against: optional: -1 to hit",
        ),
        (
            "Each time this model makes an attack that targets a Spotted unit, you can re-roll the Hit roll.",
            "optional: reroll failed hits",
        ),
        (
            "Each time a model in this unit makes an attack, you can ignore any or all modifiers to its Weapon Skill or Ballistic Skill characteristic and/or any or all modifiers to the Hit roll.",
            "ignore hit modifiers; ignore skill modifiers",
        ),
        // One die of several changes, and what holds for all of a text.
        (
            "At the start of the Fight phase, this model can use this ability. If it does, until the end of the phase, add 3 to the Attacks characteristic of melee weapons equipped by this model and those weapons have the [LANCE] ability.",
            "optional: if melee: +3 attacks / optional: if melee: Lance",
        ),
        (
            "While this unit contains an Old Goblin, each time a Young Goblin model in this unit makes a melee attack, you can re-roll the Wound roll.",
            "optional: models young goblin: if melee: reroll failed wounds",
        ),
        (
            "At the end of your Movement phase, select one friendly Goblin Vehicle model within 3\" of this model. That Vehicle model regains up to D3 lost wounds, and, until the start of your next Movement phase, each time that Vehicle model makes an attack, add 1 to the Hit roll.",
            "for GOBLIN VEHICLE: optional: heal D3 / for GOBLIN VEHICLE: optional: +1 to hit",
        ),
        ("Each time this model makes a Psychic Attack, add 1 to the Wound roll.", "weapon psychic: +1 to wound"),
        (
            "Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack.",
            "-1 damage to target",
        ),
        (
            "Each time this model makes an attack that targets a Character, Monster or Walker unit, you can re-roll the Hit roll.",
            "if target CHARACTER or MONSTER or WALKER: reroll failed hits",
        ),
    ] {
        assert_eq!(means("warhammer-40k", text).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(means("warhammer-40k", "This model has a 4+ invulnerable save. It may fly to the moon."), None);
    assert_eq!(means("warhammer-40k", "Once per moon, this model has a 4+ invulnerable save."), None);
    assert_eq!(means("warhammer-40k", "It may climb the moon."), None);
    // A name ends with its sentence, and no condition is part of one.
    for text in [
        "This model can climb the moon. If it does, roll one D6: on a 4+, this model suffers D3 mortal wounds.",
        "Each time this model makes an attack with its old gun that was mended, add 1 to the Hit roll.",
        "While a friendly Goblin unit that charged is within 6\" of this model, add 1 to the Toughness characteristic of models in that unit.",
        "Each time an attack targets this unit, if the moon is up, subtract 1 from the Wound roll.",
    ] {
        assert_eq!(means("warhammer-40k", text), None, "{text}");
    }
    for (text, expected) in [
        ("Then, this fighter makes a bonus attack action.", "bonus attack action"),
        (
            "Roll a dice for each visible enemy fighter within 4\" of this fighter. On a 2-4, allocate 1 damage point to the fighter being rolled for. On a 5+, allocate a number of damage points to the fighter being rolled for equal to the value of this ability.",
            "1 dice: 2-4 -> 1 mortal, 5+ -> X mortal",
        ),
        (
            "Add half the value of this ability (rounding up) to the Attacks characteristic of the next attack action made by this fighter in this activation.",
            "once: +half X attacks",
        ),
        (
            "Add 1 to the Strength characteristic of melee attack actions made by friendly fighters while they are within 9\" of this fighter.",
            "for other any: optional: if melee: +1 strength",
        ),
        (
            "Pick a visible friendly fighter within 3\" of this fighter. That fighter makes a bonus attack action. Then, this fighter can make a bonus attack action.",
            "for other any: optional: bonus attack action / optional: bonus attack action",
        ),
        (
            "Add 1 to the Attacks characteristic of the next melee attack action made by this fighter this activation. If this fighter is favoured, add 2 to the Toughness characteristic of this fighter.",
            "once: if melee: +1 attacks / as if favoured: optional: +2 toughness",
        ),
        (
            "A fighter can make this reaction after they are targeted by a melee attack action. Subtract 1 from the damage points allocated to this fighter by each hit from that attack action (to a minimum of 1).",
            "against: optional: if melee: -1 hit damage, at least 1",
        ),
        // `That attack action` is the one before it.
        (
            "Add 2 to the Attacks characteristic of the next melee attack action made by this fighter in this activation. In addition, add 1 to the damage points allocated to enemy fighters by each critical hit from that attack action.",
            "once: if melee: +2 attacks / once: if melee: +1 critical damage",
        ),
        (
            "Roll a number of dice equal to twice the value of this ability. For each 4-5, allocate 1 damage point to that fighter. For each 6, allocate D3 damage points to that fighter.",
            "double X dice: 4-5 -> 1 mortal, 6+ -> D3 mortal",
        ),
    ] {
        assert_eq!(means("warcry", text).as_deref(), Some(expected), "{text}");
    }
    let friend_hurt =
        "Pick a visible friendly fighter within 3\" of this fighter. Allocate 1 damage point to that fighter.";
    assert_eq!(means("warcry", friend_hurt), None);
    // What holds instead does the same as what the sentence before says.
    let other = "Add 1 to the Attacks characteristic of melee attack actions made by this fighter. If this fighter is favoured, add 2 to the Strength characteristic of melee attack actions made by this fighter instead.";
    assert_eq!(means("warcry", other), None);
    // A die roll alone is not a sentence.
    let hurt = "Pick a visible enemy fighter within 6\" of this fighter and roll 3 dice. For each roll of 5+, allocate 1 damage point to that fighter and, until the end of the battle round, subtract 1 from that fighter's Toughness characteristic (to a minimum of 1).";
    assert_eq!(means("warcry", hurt), None);
    // Nobody says which friends these are, and of what is chosen one thing holds.
    assert_eq!(means("warcry", "Those friendly fighters can each make a bonus attack action."), None);
    assert_eq!(means("asoiaf", "Choose 1: This unit restores 2 Wounds. • Its crew sings aloud."), None);
    assert_eq!(
        means(
            "asoiaf",
            "When this unit is performing a Melee Attack, before rolling Attack Dice: This attack gains Vicious and rolls its highest Attack Die value."
        )
        .as_deref(),
        Some("if melee: vicious; highest attack dice")
    );
    for (text, expected) in [
        ("This unit has **^^Ward^^ (5+)**.", "ward 5+"),
        (
            "Roll a dice. Add 1 to the roll if the target is a Monster. On a 4+, inflict 2 mortal damage on the target.",
            "if target not MONSTER: 1 dice: 4+ -> 2 mortal / if target MONSTER: 1 dice: 3+ -> 2 mortal",
        ),
        (
            "Roll a dice. On a 3+: ¶ Add 1 to hit rolls for this unit's attacks. ¶ Add 1 to wound rolls for this unit's attacks.",
            "3+: +1 to hit; 3+: +1 to wound",
        ),
        (
            "If this unit charged this turn: ¶ Add 1 to hit rolls for this unit's combat attacks. ¶ Subtract 1 from hit rolls for shooting attacks that target this unit.",
            "if charged, combat: +1 to hit / against: if charged, shooting: -1 to hit",
        ),
        ("Subtract 1 from hit rolls for shooting attacks that target this unit.", "against: if shooting: -1 to hit"),
        (
            "While this unit has 10 or more damage points, the Attacks characteristic of its Draconic Claws is 4.",
            "weapon draconic claws: if damage 10+: set attacks to 4",
        ),
    ] {
        assert_eq!(means("age-of-sigmar", text).as_deref(), Some(expected), "{text}");
    }
}
