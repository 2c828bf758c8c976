//! Cards that somebody pasted, with slips in them: what is read reads back, the rest is named.

use warodds::ask::paste;
use warodds::games::GAMES;
use warodds::profile::{Diagnostics, Document, Source};

use super::texts::slipped;
use super::{doors, drive, reached};

/// Cards as an app, a PDF or a hand writes them; the sentences are nobody's.
const CARDS: &[&str] = &[
    "Dusk Riders\nM 12\" T 4 SV 4+ W 2 LD 7+ OC 1\nINVULNERABLE SAVE 5+\nRANGED WEAPONS RANGE A BS S AP D\n\
     Short bow [ASSAULT] 18\" 2 4+ 4 0 1\nMELEE WEAPONS RANGE A WS S AP D\nSpear [LANCE] Melee 3 3+ 5 -1 D3\nABILITIES\n\
     CORE: Deep Strike, Deadly Demise D3, Old Songs\nSunlit: Each time a model in this unit makes a melee\n\
     attack that targets an enemy unit (excluding Monsters and Vehicles),\nadd 1 to the Hit roll.\n\
     Old banner (Aura): While a friendly Riders unit is within 6\" of this unit, each time a model in that unit makes an attack, \
     re-roll a Hit roll of 1.\nKEYWORDS: Mounted, Riders\n",
    "Dusk Riders\nMove: 12\" Health: 3 Save: 4+ Control: 1\nMELEE WEAPONS Atk Hit Wnd Rnd Dmg Ability\n\
     Spear 3 3+ 4+ 1 2 Charge (+1 Damage)\nHooves 4 5+ 3+ - D3 Companion\n\nPassive\nLOUD: They are heard.\n\
     Effect: Add 1 to hit rolls for this unit’s attacks if it\ncharged this turn.\n\nOnce Per Turn (Army), Any Combat Phase\n\
     GRIM: They are feared.\nDeclare: Pick an enemy unit in combat with this unit to be the target.\n\
     Effect: Roll a dice. On a 3+:\n• Inflict D3 mortal damage on the target.\n• Subtract 1 from hit rolls for the target’s attacks.\n",
    "Reed Cutter\nM 5 T 4 W 20\nRANGE A S D\nSickle 1 4 4 2/4\nRush [Double]: Add the value of this ability to the Attacks \
     characteristic of the next melee attack action made by this fighter this activation.\n[Triple] Snare: Pick a visible enemy \
     fighter within 6” of this fighter and roll 2 dice. For each roll of 4-5, allocate 1 damage point to that fighter. For each \
     roll of 6, allocate a number of damage points to that fighter equal to the value of this ability.\n",
    "Reed Spears\nSpeed 5 Defense 4+ Morale 6+\nLong Spear 3+ 8/7/5\nBrace: When this unit is performing a Melee Attack, before \
     rolling Attack Dice:\nThis Attack gains Sundering and may re-roll any Attack Dice.\nTired: Gains +1 to Hit.\n",
    "Sonnig: Jeder Treffer zählt doppelt.\nDas Modell hat 3 Leben.\n",
    "Half: Each time an attack targets this unit, subtract 1 from\n",
    "1. The first hour (see the table below): roll one D6 and consult the table.\n2-4 Nothing 5 One 6 All\n",
];

/// A statline whose weapon a card's sentences may be about.
fn whole(profile: &str, game: &str) -> String {
    if profile.contains("game = ") {
        profile.to_owned()
    } else {
        format!("game = \"{game}\"\nname = \"Half\"\n{profile}")
    }
}

#[test]
fn a_card_with_slips_is_read_back_or_named() {
    drive(|pick, told| {
        let card = pick.of(CARDS);
        let mut text = slipped(pick, card, 6);
        if pick.one_in(4) {
            let other = pick.of(CARDS);
            text = format!("{text}\n{}", slipped(pick, other, 3));
        }
        told.push_str(&text);
        for game in GAMES {
            let pasted = paste(game, &text);
            assert!(!pasted.messages.is_empty(), "something is said");
            let profile = whole(&pasted.profile, game.id);
            let found = Diagnostics::default();
            let document = Document::read(&Source::new("card.toml", profile.as_str()), &found);
            assert!(found.is_empty(), "{}: {profile}", game.id);
            // What a profile of it holds is the same once more.
            let again = Document::read(&Source::new("again.toml", document.toml()), &found);
            assert_eq!(document.toml(), again.toml(), "{}", game.id);
            if pasted.profile.contains("[[weapon]]") {
                doors::profile(pasted.profile.as_bytes());
                reached();
            }
        }
    });
}
