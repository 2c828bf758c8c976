//! Texts of cards as apps, PDFs and hands write them: what is read of each, and what is named.

use warodds::ask::paste;
use warodds::games::GAMES;
use warodds::profile::{Diagnostics, Document, Source};

/// What a card becomes, and what is said of it.
#[track_caller]
fn pasted(game: &str, card: &str) -> String {
    let game = GAMES.iter().find(|known| known.id == game).expect("a game");
    let pasted = paste(game, card);
    if pasted.profile.contains("game = ") {
        let found = Diagnostics::default();
        Document::read(&Source::new("card.toml", pasted.profile.as_str()), &found);
        assert!(found.is_empty(), "{}", pasted.profile);
    }
    format!("{}\n{}", pasted.profile, pasted.messages)
}

#[track_caller]
fn reads(game: &str, card: &str, lines: &[&str], others: &[&str]) {
    let said = pasted(game, card);
    for line in lines {
        assert!(said.contains(line), "{line}: {said}");
    }
    for line in others {
        assert!(!said.contains(line), "{line}: {said}");
    }
}

#[test]
fn rows_of_numbers_are_known_by_their_signs() {
    reads(
        "warhammer-40k",
        "Fen Engine (3 models)\nMOVE 6\" TOUGHNESS 9 SAVE 3+ WOUNDS 12 LEADERSHIP 7+ OBJECTIVE CONTROL 3 INVULNERABLE SAVE 5+\n\
         Fen gun – near [TORRENT, ANTI-FLY 4+] 12\" D6 N/A 5 -1 1\nFen gun – far [LETHAL HITS] 36\" 2 4+ 9 -2 D3\nStilts Melee 3 4+ 6 0 1\n",
        &[
            "name = \"Fen Engine\"",
            "count = 3",
            "abilities = [\"Invulnerable Save 5+\"]",
            "name = \"Fen gun - near\"\none-of = \"Fen gun\"",
            "name = \"Fen gun - far\"\none-of = \"Fen gun\"",
            "name = \"Stilts\"\nattacks = 3\nstrength = 6",
        ],
        &["not understood"],
    );
    reads(
        "age-of-sigmar",
        "Fen Riders\nMove 9\" Health 3 Save 4+ Control 1 Ward (6+)\nReed pike 3 3+ 4+ - 2 Charge (+1 Damage)\nDart 10\" 2 4+ 4+ 1 1\n",
        &["ward = \"6+\"", "damage = 2\nabilities = [\"Charge (+1 Damage)\"]", "name = \"Dart\"\nrange = 10"],
        &["not understood"],
    );
    reads(
        "warcry",
        "Fen Acolyte, 65 pts\nM: 4\", T: 3, W: 8\nBlade: 1\" 3A S3 1/4\nBolt: 3\"-8\" 2A S3 1/3\nRunemarks: Fighter, Fen\n",
        &[
            "name = \"Fen Acolyte\"\npoints = 65",
            "name = \"Blade\"\nrange = 1\nattacks = 3\nstrength = 3\ndamage = [1, 4]",
            "name = \"Bolt\"\nrange = [3, 8]",
            "\"FEN\"",
        ],
        &["not understood", "not-computed"],
    );
    reads(
        "warcry",
        "Fen Boy\nMove 5 Toughness 3 Wounds 9\nPole 2 3 4 1/4\n",
        &["damage = [1, 4]"],
        &["not understood"],
    );
    reads(
        "asoiaf",
        "Fen Spears\nSpeed 5 Defense 5+ Morale 6+\nLong Spear 4+ 8/6/4\nBow (Short Range) 5+ 5/4/3\n\
         Bow: • Sundering • When attacking engaged enemies, gains +1 to Hit.\n",
        &["name = \"Long Spear\"\ntype = \"melee\"", "name = \"Bow\"\ntype = \"short\"", "tray = \"infantry\""],
        &["not understood", "Bow: sundering"],
    );
}

/// What stands with a star, or under a list, is no ability of its own.
#[test]
fn stars_and_lists_belong_to_what_they_stand_at() {
    let note = "* This model has a 5+ invulnerable save against ranged attacks.\n";
    let sheet =
        "Fen Giant\nM T SV InSv W LD OC\n8\" 9 3+ 5+* 12 7+ 4\nClub Melee 4 4+ 9 -1 2\nCORE: Deadly Demise D3\n";
    reads(
        "warhammer-40k-11e",
        &format!("{sheet}{note}"),
        &["when = [\"shooting\"]\neffects = [\"invulnerable 5+\"]", "Deadly Demise D3"],
        &["invulnerable = "],
    );
    reads("warhammer-40k-11e", sheet, &["InSv 5+: left out"], &["invulnerable = "]);
    let toll = "Fen Bells\nAny Combat Phase\nTOLL: Declare: Pick an enemy unit in combat with this unit to be the target.\n\
                Effect: Roll a dice. On a 3+, pick 1 of the following effects to apply to the target for the rest of the moon:\n\
                • Dull: Subtract 1 from hit rolls for the target's attacks.\n• Deaf: The target has Strike-last.\n";
    reads("age-of-sigmar", toll, &["TOLL: left out"], &["[[ability]]", "Dull:  ", "Deaf: target"]);
    reads(
        "age-of-sigmar",
        "Fen Bells\nPassive\nLOUD: Effect: Subtract 1 from hit rolls for attacks that target this unit.\n",
        &["LOUD: against: -1 to hit"],
        &[],
    );
}

#[test]
fn names_are_told_from_what_stands_around_them() {
    reads(
        "warhammer-40k",
        "Fen Lord\nM 6\" T 4 SV 3+ W 5 LD 6+ OC 1\nStaff Melee 4 3+ 5 -1 1\n\
         DAMAGED: 1-2 WOUNDS REMAINING\nWhile this model has 1-2 wounds remaining, each time this model makes an attack, subtract 1 from the Hit roll.\n\
         Mist (Aura, Psychic): While a friendly Fen unit is within 6\" of this model, each time a ranged attack targets that unit, subtract 1 from the Hit roll.\n\
         Warm: Models in this model's unit have the Feel No Pain 6+ ability.\n\
         Steady (Order): Until the start of your next Command phase, improve the Ballistic Skill characteristic of ranged weapons equipped by models in this unit by 1.\n\
         Omens: See the table beside the map.\n",
        &[
            "DAMAGED: if damage 3+: -1 to hit",
            "Mist (Aura, Psychic): for FEN: unit: against: optional: if shooting: -1 to hit, which is of other units",
            "Warm: unit: feel no pain 6+",
            "Steady (Order): unit: optional: if shooting: improve skill by 1",
            "Omens: left out, it refers to a table that is not here",
        ],
        &[],
    );
    let one = "Fen Lord\nM 6\" T 4 SV 3+ W 5 LD 6+ OC 1\nStaff Melee 4 3+ 5 -1 1\nWarm: This unit has the Feel No Pain 6+ ability.\n";
    reads("warhammer-40k", one, &["Warm: unit: feel no pain 6+"], &["several"]);
    for (brackets, abilities) in [("[]", "\"Deep Strike\""), ("[Stealth]", "\"Stealth\", \"Deep Strike\"")] {
        let card = format!(
            "Fen Lord\nM 6\" T 4 SV 3+ W 5 LD 6+ OC 1 {brackets}\nStaff Melee 4 3+ 5 -1 1\nCORE: Deep Strike\n"
        );
        reads("warhammer-40k", &card, &[&format!("abilities = [{abilities}]\n")], &["abilities = []"]);
    }
    let two = format!("{one}{}", one.replace("Lord", "Lady"));
    reads("warhammer-40k", &two, &["several cards, of which nothing is read: paste one at a time"], &["feel no pain"]);
    reads(
        "warcry",
        "[Double] Stab: Add 1 to the Attacks characteristic of the next melee attack action made by this fighter this activation.\n",
        &["Stab: once: if melee: +1 attacks"],
        &[],
    );
    reads(
        "asoiaf",
        "Order: Roar – When this unit is performing a Melee Attack, before rolling Attack Dice: This Attack gains Vicious.\n",
        &["Order: Roar: optional: if melee: vicious"],
        &[],
    );
}

#[test]
fn keywords_may_be_on_several_lines_and_below_their_heading() {
    let card = "Fen Guard\nMove 6\" Health 1 Save 4+ Control 1\nHalberd 2 4+ 3+ 1 1\n";
    let all = "keywords = [\"INFANTRY\", \"CHAMPION (1/10)\", \"STANDARD BEARER (1/20)\", \"FEN\", \"ORDER\"]\n";
    for keywords in [
        "KEYWORDS: INFANTRY, CHAMPION (1/10), STANDARD\nBEARER (1/20)\nFEN, ORDER\n",
        "KEYWORDS\nINFANTRY, CHAMPION (1/10), STANDARD BEARER (1/20)\nFEN, ORDER\n",
        "KEYWORDS – INFANTRY, CHAMPION (1/10), STANDARD BEARER (1/20),\nFEN, ORDER\n",
        "Keywords INFANTRY, CHAMPION (1/10), STANDARD BEARER (1/20), FEN, ORDER\n",
    ] {
        reads("age-of-sigmar", &format!("{card}{keywords}"), &[all], &["Ability 1"]);
    }
}

/// What is below keywords and is none is an ability.
#[test]
fn an_ability_below_keywords_is_one() {
    let card = "Fen Boyz\nM T SV W LD OC\n6\" 5 5+ 1 7+ 2\nChoppa Melee 3 3+ 4 -1 1\nKEYWORDS: INFANTRY, BATTLELINE\n";
    let save = format!("{card}ORKS, MOB\nINVULNERABLE SAVE 4+\n");
    reads(
        "warhammer-40k",
        &save,
        &["keywords = [\"INFANTRY\", \"BATTLELINE\", \"ORKS\", \"MOB\"]", "abilities = [\"Invulnerable Save 4+\"]"],
        &[],
    );
    let ability = "Each time a model in this unit makes a melee attack, add 1 to the Hit roll.\n";
    reads(
        "warhammer-40k",
        &format!("{card}{ability}"),
        &["keywords = [\"INFANTRY\", \"BATTLELINE\"]", "+1 to hit"],
        &[],
    );
}

#[test]
fn the_size_of_a_card_is_said_or_asked_for() {
    let card = "M T SV W LD OC\n6\" 5 5+ 1 7+ 2\nChoppa Melee 3 3+ 4 -1 1\n";
    let lines = ["name = \"Fen Boyz\"\npoints = 80\n", "count = 10\n"];
    reads("warhammer-40k", &format!("Fen Boyz (10 models, 80 points)\n{card}"), &lines, &["1 is taken"]);
    let composed = format!("Fen Boyz\n{card}\nUnit Composition: 1 Boss Nob, 9 Boyz\n");
    reads("warhammer-40k", &composed, &["count = 10\n"], &["1 is taken", "not-computed"]);
    let unsaid = ["how many models the unit has is not read from the card: 1 is taken, change `count`"];
    for unread in ["1 Boss Nob and 9 Boyz", "0 Boyz", "some Boyz"] {
        let card = format!("Fen Boyz\n{card}\nUnit Composition: {unread}\n");
        reads("warhammer-40k", &card, &unsaid, &[]);
    }
    reads("warhammer-40k", &format!("Fen Boyz\n{card}"), &unsaid, &[]);
}

/// Numbers in a column, as pages show them, and models and points in lines of their own. What a card does not say is not
/// invented: a card of weapons alone is no unit.
#[test]
fn numbers_may_stand_in_a_column() {
    let weapons = "Melee Weapons\tAtk\tHit\tWnd\tRnd\tDmg\tAbility\nBlade\t3\t3+\t3+\t1\tD3\tCrit (Mortal)\n";
    let column = "Move\n5\"\nHealth\n7\nSave\n2+\nControl\n1\n";
    reads(
        "age-of-sigmar",
        &format!("Fen Wardens\nUnit Size: 5\nPoints: 130\n{column}\n{weapons}"),
        &["points = 130", "models = 5", "health = 7", "save = \"2+\"", "abilities = [\"Crit (Mortal)\"]"],
        &["not understood", "not read", "not-computed"],
    );
    reads(
        "age-of-sigmar",
        &format!("Fen Wardens\n{column}\nCost: 2 dice of it are rolled\n{weapons}"),
        &["Cost: ", "health = 7"],
        &["points ="],
    );
    reads(
        "age-of-sigmar",
        &format!("Fen Wardens\n{weapons}"),
        &["none of them are those of the models"],
        &["health ="],
    );
    reads(
        "warhammer-40k",
        "Fen Guard Squad (5 models, 90 pts)\nM T SV W LD OC\n6\" 4 3+ 2 6+ 2\nRifle 24\" 2 3+ 4 -1 1\nFeel No Pain 6+\n",
        &["name = \"Fen Guard Squad\"", "points = 90", "count = 5", "abilities = [\"Feel No Pain 6+\"]"],
        &["not understood", "not-computed"],
    );
}
