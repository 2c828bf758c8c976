//! What abilities of cards do, from their text to the dice: sentences that no card prints, built like those that cards do.
//!
//! A fighter of Warcry rolls two dice of Strength 4 against Toughness 4, for 2 damage, 5 on a critical hit (melee), or for 1
//! and 3 (missile). Of six faces one is critical and `h` hit: 3 if Strength is above Toughness, 2 if equal, 1 below. So `a` dice do
//! `a * (h * hit + critical) / 6` on average.

use std::fs;

use warodds::ask::{Request, prepare};
use warodds::engine::exact;
use warodds::games::Phase;
use warodds::sequence::Side;

use super::armies::{self, RUST, TIN, roster_of};
use super::{imported, unit};

/// Two units of which the first has an ability, as files.
struct Duel(tempfile::TempDir);

/// Who attacks.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Bearer,
    Other,
}

impl Duel {
    /// `bearer` is the unit that has the ability, by its name, as it is imported; `other` attacks it or is attacked.
    fn new(files: [&[u8]; 2], [bearer, other]: [&str; 2]) -> Self {
        let army = imported(&files).expect("cards");
        let folder = tempfile::tempdir().expect("a folder");
        let mut list = "name = \"x\"\n".to_owned();
        for (file, name) in [("bearer", bearer), ("other", other)] {
            let read = unit(&army, name);
            let left: Vec<_> = read.left_out.iter().map(|left| &left.what).collect();
            assert!(left.is_empty(), "left out: {left:?} {:#?}", read.abilities);
            fs::write(folder.path().join(format!("{file}.toml")), &*read.text).expect("written");
        }
        list.push_str("[[unit]]\nprofile = \"bearer.toml\"\n[[unit]]\nprofile = \"other.toml\"\n");
        unit(&army, bearer).lent.iter().for_each(|lent| list.push_str(lent));
        fs::write(folder.path().join("army.toml"), list).expect("written");
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// The mean damage that the target takes, and the attacker.
    fn harm(&self, by: By, phase: Phase, with: &[&str]) -> [f64; 2] {
        let (bearer, other) = (self.path("bearer.toml"), self.path("other.toml"));
        let (attacker, defender) = if by == By::Bearer { (bearer, other) } else { (other, bearer) };
        Self::asked(&Request { attacker, defender, ..Self::request(phase, with) }).expect("an answer")
    }

    fn request(phase: Phase, with: &[&str]) -> Request {
        let with = with.iter().map(|text| (*text).to_owned()).collect();
        Request { with, phase: Some(phase), ..Request::default() }
    }

    fn asked(request: &Request) -> Result<[f64; 2], String> {
        let prepared = prepare(request).map_err(|error| error.to_string())?;
        let outcome = exact(&prepared.engaged.engagement).expect("not too large");
        Ok([Side::Defender, Side::Attacker].map(|side| outcome.wounds_lost(side).mean()))
    }
}

fn close(value: f64, wanted: f64, text: &str) {
    assert!((value - wanted).abs() < 1e-12, "{value} is not {wanted}: {text}");
}

/// A fighter with such runemarks, and one that has an ability of this text.
fn warcry(kind: &str, text: &str) -> Duel {
    let fighter = |id: u8, name: &str, band: &str, marks: &str| {
        let weapon = |range: u8, name: &str, hit: u8, critical: u8| {
            format!(
                r#"{{"attacks": 2, "dmg_crit": {critical}, "dmg_hit": {hit}, "max_range": {range}, "min_range": 0, "runemark": "{name}", "strength": 4}}"#
            )
        };
        format!(
            r#"{{"_id": "{id}", "name": "{name}", "warband": "{band}", "subfaction": "", "grand_alliance": "x", "movement": 4,
              "toughness": 4, "wounds": 60, "points": 100, "runemarks": [{marks}], "weapons": [{}, {}]}}"#,
            weapon(1, "blade", 2, 5),
            weapon(9, "net", 1, 3)
        )
    };
    let fighters = format!(
        "[{}, {}]",
        fighter(1, "Diver", "Reef", r#""scout", "shell""#),
        fighter(2, "Crab", "Rock", r#""shell""#)
    );
    let text = text.replace('"', "\\\"");
    let abilities = format!(
        r#"[{{"_id": "a", "name": "Tide", "warband": "Reef", "cost": "{kind}", "runemarks": [], "description": "{text}"}}]"#
    );
    Duel::new([fighters.as_bytes(), abilities.as_bytes()], ["Diver", "Crab"])
}

#[test]
fn abilities_of_warcry_do_what_their_texts_say() {
    let dice = |a: f64, h: f64, hit: f64, critical: f64| a * (h * hit + critical) / 6.0;
    let (melee, missile) = (Phase::Combat, Phase::Shooting);
    let blade = dice(2.0, 2.0, 2.0, 5.0);
    let favoured = "Until the end of the battle round, add half the value of this ability (rounding up) to the Attacks characteristic of missile attack actions made by this fighter. If this fighter is favoured, add the value of this ability to the Attacks characteristic of missile attack actions made by this fighter instead.";
    let marks = |mark: &str| {
        format!(
            "Until the end of the battle round, add 1 to the Strength characteristic of melee attack actions made by this fighter. In addition, if this fighter has the {mark} runemark, add 2 to the Attacks characteristic of melee attack actions made by this fighter this activation."
        )
    };
    let (scout, brute) = (marks("Scout"), marks("Brute"));
    let far = "Add 2 to the Attacks characteristic of the next attack action made by this fighter that targets an enemy fighter more than 3\" away in this activation.";
    let pools = "Pick a visible enemy fighter within 4\" of this fighter and roll a number of dice equal to the value of this ability. For each 3+, allocate 1 damage point to that fighter. If the enemy fighter is within 2\" of this fighter, allocate 4 damage points to that fighter for each 3+ instead.";
    let more = "Pick a visible enemy fighter within 7\" of this fighter and roll 4 dice. For each 5+, allocate 3 damage points to that fighter. If this fighter is favoured, roll 7 dice instead of 4.";
    for (text, with, phase, expected) in [
        (favoured, "Tide 3", missile, dice(4.0, 2.0, 1.0, 3.0)),
        (favoured, "Tide (if favoured) 3", missile, dice(5.0, 2.0, 1.0, 3.0)),
        (&scout, "Tide", melee, dice(4.0, 3.0, 2.0, 5.0)),
        (&brute, "Tide", melee, dice(2.0, 3.0, 2.0, 5.0)),
        (
            "If this fighter's next action is a melee attack action, critical hits are scored on a 5+ for that attack action.",
            "Tide",
            melee,
            // A 4 hits, 5 and 6 are critical.
            2.0 * (2.0 + 2.0 * 5.0) / 6.0,
        ),
        (
            "Pick a visible enemy fighter within 4\" of this fighter and roll a number of dice equal to the value of this ability. For each roll of a 4+, allocate 2 damage points to that fighter and to each other visible enemy fighter within 3\" of that fighter.",
            "Tide 3",
            melee,
            blade + 3.0,
        ),
        (
            "This fighter makes a bonus melee attack action. Subtract 3 from the Toughness characteristic of the target of that attack action, to a minimum of 1, for that attack action.",
            "Tide",
            melee,
            blade + dice(2.0, 3.0, 2.0, 5.0),
        ),
        (
            "Pick a visible enemy fighter within 2\" of this fighter and roll a dice. On a roll of 4+, until the end of the battle round, that fighter cannot make move actions or disengage actions. In addition, on a roll of 5+, this fighter can make a bonus attack action that targets that enemy fighter.",
            "Tide",
            melee,
            blade * 4.0 / 3.0,
        ),
        (
            "Until the end of the battle round, for each other friendly fighter within 4\" of this fighter that has the same runemarks as this fighter, add 1 to the Attacks and Strength characteristics of missile attack actions made by this fighter.",
            "Tide 2",
            missile,
            dice(4.0, 3.0, 1.0, 3.0),
        ),
        (
            "Pick a visible enemy fighter within 2\" of this fighter to be the target. Roll a D6 for each damage point allocated to that target. For each roll of 5+, allocate 2 damage points to the target. Add 1 to each roll if this fighter has the Scout runemark.",
            "Tide 6",
            melee,
            blade + 6.0,
        ),
        (
            "Pick a visible enemy fighter within 2\" of this fighter to be the target. Roll a D6 for each damage point allocated to that target. For each roll of 5+, allocate 2 damage points to the target. Add 1 to each roll if this fighter has the Brute runemark.",
            "Tide 6",
            melee,
            blade + 4.0,
        ),
        (
            "Until the end of the battle round, the Strength characteristic of attack actions made by this fighter count as being higher than the target's Toughness characteristic.",
            "Tide",
            melee,
            dice(2.0, 3.0, 2.0, 5.0),
        ),
        (
            "Until the end of the battle round, add 2 to this fighter's Move characteristic, and after each action this fighter takes, other than wait actions, roll a dice. On a roll of 3+, deal 3 damage to 1 visible enemy fighter within 5\".",
            "Tide (for each action)",
            melee,
            blade + 2.0,
        ),
        (far, "Tide", missile, dice(4.0, 2.0, 1.0, 3.0)),
        (far, "Tide", melee, blade),
        (pools, "Tide 3", melee, blade + 2.0),
        (pools, "Tide (if it is near) 3", melee, blade + 8.0),
        (more, "Tide", melee, blade + 4.0),
        (more, "Tide (if favoured)", melee, blade + 7.0),
        (
            "This unit cannot be affected by enemy abilities until the start of their next activation. In addition, until the end of the battle round, add 3 to the Damage characteristics of this unit's attack actions if the target has the Shell and/or Priest runemarks.",
            "Tide",
            melee,
            dice(2.0, 2.0, 5.0, 8.0),
        ),
    ] {
        close(warcry("triple", text).harm(By::Bearer, phase, &[with])[0], expected, text);
    }
    // Friends are the others of a warband, never the fighter itself.
    let lent = warcry(
        "double",
        "Until the end of the battle round, add 1 to the Attacks characteristic of melee attack actions made by friendly fighters while they are within 7\" of this fighter.",
    );
    let of_army = |who: &str| {
        let (attacker, defender) = (format!("{}:{who}", lent.path("army.toml")), lent.path("other.toml"));
        Duel::asked(&Request { attacker, defender, ..Duel::request(melee, &["Tide"]) })
    };
    close(of_army("other").expect("an answer")[0], dice(3.0, 2.0, 2.0, 5.0), "a friend");
    let (attacker, defender) = (lent.path("bearer.toml"), lent.path("other.toml"));
    assert!(Duel::asked(&Request { attacker, defender, ..Duel::request(melee, &["Tide"]) }).is_err());
    let both = warcry("double", favoured);
    let with = ["Tide 3", "Tide (if favoured) 3"];
    let (attacker, defender) = (both.path("bearer.toml"), both.path("other.toml"));
    let refused = Duel::asked(&Request { attacker, defender, ..Duel::request(missile, &with) });
    assert!(refused.expect_err("one of both").contains("only one holds"));
}

#[test]
fn reactions_of_warcry_do_what_their_texts_say() {
    let reacts = "A fighter can make this reaction after they are targeted by an attack action but before the hit rolls are made.";
    let beside = format!(
        "{reacts} If the other friendly fighter has the Shell runemark, add 1 to this fighter's Toughness characteristic until the end of the activation. If the other friendly fighter has the Reef runemark, for each hit roll from that attack action that misses, allocate 3 damage points to the attacking fighter. If the other friendly fighter has both the Shell and Reef runemarks, apply both effects."
    );
    for (text, with, expected) in [
        (
            format!(
                "{reacts} For each hit roll from that attack action that misses, allocate 3 damage points to the attacking fighter. For each critical hit from that attack action, allocate 2 additional damage points to this fighter."
            ),
            "Tide",
            [2.0 * (4.0 + 7.0) / 6.0, 3.0],
        ),
        (
            format!(
                "{reacts} For each hit roll from that attack action that misses, allocate 1 damage point to the attacking fighter. For each hit roll of 1, allocate 2 damage points to the attacking fighter instead."
            ),
            "Tide",
            [3.0, 2.0 * (2.0 + 1.0 + 1.0) / 6.0],
        ),
        (
            "Once per battle, after a friendly fighter with this battle trait is targeted by an attack action but before the hit rolls are made, you can make a deal. If you do so, add two wild dice to your opponent's saved wild dice. Then subtract 1 from the damage points allocated to that fighter by each hit and each critical hit from that attack action (to a minimum of 1).".to_owned(),
            "Tide",
            [2.0 * (2.0 * 1.0 + 4.0) / 6.0, 0.0],
        ),
        (beside.clone(), "Tide (beside SHELL)", [2.0 * (2.0 + 5.0) / 6.0, 0.0]),
        (beside, "Tide (beside REEF)", [3.0, 2.0 * 3.0 / 2.0]),
    ] {
        let [target, attacker] = warcry("reaction", &text).harm(By::Other, Phase::Combat, &[with]);
        close(target, expected[0], &text);
        close(attacker, expected[1], &text);
    }
}

/// A unit of twelve that rolls six dice, hits on 4+ and blocks on 4+: a die wounds once in four. Nobody fails a panic test.
fn asoiaf(icons: &str, trigger: &str, lines: &[&str]) -> Duel {
    let unit = |id: u8, name: &str, ability: &str| {
        let attack = |kind: &str| format!(r#"{{"name": "Oar", "type": "{kind}", "hit": 4, "dice": [6, 4, 2]}}"#);
        format!(
            r#"{{"id": "{id}", "name": "{name}", "statistics": {{"faction": "islands", "type": "infantry", "cost": 5, "speed": 5,
              "defense": 4, "morale": 2, "tray": "infantry", "attacks": [{}, {}], "abilities": [{ability}]}}}}"#,
            attack("melee"),
            attack("long")
        )
    };
    let units = format!(r#"{{"units": [{}, {}]}}"#, unit(1, "Rowers", "\"Tide\""), unit(2, "Crabs", ""));
    let effect: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    let trigger = if trigger.is_empty() { String::new() } else { format!(r#""trigger": "{trigger}", "#) };
    let abilities = format!(r#"{{"TIDE": {{{trigger}"effect": [{}], "icons": [{icons}]}}}}"#, effect.join(", "));
    Duel::new([units.as_bytes(), abilities.as_bytes()], ["Rowers", "Crabs"])
}

/// Who attacks in which phase, the signs of the ability, what sets it off, its lines, what is asked for, the wounds.
type Row<'r> = (By, Phase, &'r str, &'r str, &'r [&'r str], &'r [&'r str], f64);

#[test]
fn abilities_of_a_song_of_ice_and_fire_do_what_their_texts_say() {
    let (melee, ranged) = (Phase::Combat, Phase::Shooting);
    let wounds = |dice: f64, hit: f64, block: f64| dice * hit * (1.0 - block);
    let (half, third) = (0.5, 1.0 / 3.0);
    let any = |chance: f64| 1.0 - (1.0 - chance).powi(6);
    let plain = wounds(6.0, half, half);
    let choice: &[&str] = &[
        "Before rolling Attack Dice, choose 1. For each of this unit's destroyed ranks, choose +1:",
        "• **Sundering**",
        "• **Vicious**",
        "• Re-roll any Attack Dice.",
    ];
    let rounds: &[&str] = &[
        "This Attack gains the following based on the Game Round:",
        "• **2+**: Vicious",
        "• **3+**: Sundering",
        "• **4+**: Precision",
        "• **5+**: Deals +1 Hit for each of this unit's remaining ranks.",
    ];
    let faith: &[&str] = &[
        "Faith tokens may be expended to do the following:",
        "• When an enemy is performing an Attack on this unit, after rolling Defense Dice: This unit blocks +1 Hit, +1 additional Hit for each of its destroyed ranks.",
        "• When this unit performs a Melee Attack, before rolling Attack Dice: This Attack gains +1 to Hit.",
    ];
    let taunt: &[&str] = &[
        "If that enemy could Attack or Charge this unit, and declares any Action other than an Attack or Charge that targets this unit this Turn, before performing that Action, that enemy becomes Vulnerable and Weakened.",
    ];
    let laws: &[&str] = &[
        "That enemy is treated as having -1 rank for Attack Dice. If it has only 1 remaining rank, it becomes Vulnerable.",
    ];
    let instead: &[&str] = &[
        "• If this Attack generates any Hits, instead of rolling Defense Dice, the Defender suffers 2 Wounds, +1 Wound for each of its remaining ranks.",
    ];
    let long = "• May suffer -2 to Hit to ignore Line of Sight and gain Unlimited Range.";
    let side = "If Attacking an enemy in the Flank or Rear, before rolling Attack Dice, that enemy becomes Vulnerable and Weakened.";
    let arc = "May re-roll Attack Dice when Attacking enemies in the Flank or Rear.";
    let on_foot = "• If the Defender is Infantry, Monster or War Machine, this Attack deals 2 Hits for each success.";
    let on_horse = "• If the Defender is Cavalry, Monster or War Machine, this Attack deals 2 Hits for each success.";
    let bow = "If this unit has not performed the Maneuver from Cavalry this Turn, this Attack gains Sundering, +1 to Hit and becomes [LONGRANGE].";
    let volley = "If being Charged from the Front, this unit performs 1 Ranged Attack Action on that enemy using its lowest Attack Die Value.";
    let charged = "When an enemy performs a Charge Action on this unit, before resolving that Charge Action:";
    let loot: &[&str] = &[
        "Each time this unit destroys an enemy rank with a Melee Attack, it gains 1 Pillage token.",
        "This unit gains the following based on the number of Pillage tokens:",
        "• **1+**: +1 to Morale Test rolls.",
        "• **2**: +1 Attack Die.",
    ];
    let trap: &[&str] =
        &["They become Vulnerable or Weakened. If this unit has 2 Pillage tokens, they become both instead."];
    let rows: &[Row<'_>] = &[
        (By::Bearer, melee, "\"melee\"", "", instead, &[], 5.0 * any(half)),
        // What is said of the attack of a card with the sign of melee is not said of the other.
        (By::Bearer, ranged, "\"melee\"", "", instead, &[], plain),
        (
            By::Bearer,
            melee,
            "\"melee\"",
            "",
            &["Only Defense Die rolls of 5 may block Hits from this attack."],
            &[],
            wounds(6.0, half, third),
        ),
        (By::Bearer, melee, "", "", faith, &["Tide (when attacking)"], wounds(6.0, 2.0 / 3.0, half)),
        // Of those that are not blocked one less, if there is one.
        (By::Other, melee, "", "", faith, &["Tide (when attacked)"], plain - any(0.25)),
        (By::Bearer, ranged, "\"ranged\"", "", &[long], &["Tide (at any range)"], wounds(6.0, 1.0 / 6.0, half)),
        // From the flank blocks are 5+, and those are rolled again; the test is failed once in 36, which costs 1 + D3.
        (
            By::Bearer,
            melee,
            "\"melee\"",
            "",
            &[side],
            &["flank"],
            wounds(6.0, half, third * third) + any(4.0 / 9.0) * 3.0 / 36.0,
        ),
        (By::Bearer, melee, "\"melee\"", "", &[side], &[], plain),
        // An archer in the flank: 3 in 4 hit, blocks are 5+; nobody of his unit is better off in front.
        (
            By::Bearer,
            ranged,
            "\"ranged\"",
            "",
            &[arc],
            &["flank"],
            wounds(6.0, 0.75, third) + any(0.75 * 2.0 * third) * 3.0 / 36.0,
        ),
        (By::Bearer, ranged, "\"ranged\"", "", &[arc], &[], plain),
        (By::Bearer, melee, "\"melee\"", "", &[on_foot], &[], wounds(12.0, half, half)),
        (By::Bearer, melee, "\"melee\"", "", &[on_horse], &[], plain),
        (By::Bearer, melee, "\"melee\"", "", choice, &[], plain),
        (By::Bearer, melee, "\"melee\"", "", choice, &["Tide (re-roll)"], wounds(6.0, 0.75, half)),
        (By::Bearer, melee, "\"melee\"", "", choice, &["Tide (sundering)"], wounds(6.0, half, third)),
        (
            By::Other,
            ranged,
            "\"order\"",
            "When an enemy in Short Range Attacks, before rolling Attack Dice:",
            laws,
            &["Tide"],
            wounds(4.0, half, half),
        ),
        (By::Bearer, melee, "\"melee\"", "", rounds, &["Tide (from round 3+)"], wounds(6.0, half, third)),
        (By::Bearer, melee, "\"melee\"", "", rounds, &["Tide (from round 5+)"], plain + 3.0 * half),
        (
            By::Bearer,
            melee,
            "",
            "",
            &["Enemies engaged with this unit suffer -1 to Defense Dice Rolls."],
            &["Tide"],
            wounds(6.0, half, third),
        ),
        (By::Bearer, ranged, "\"order\"", charged, &[volley], &["Tide"], wounds(2.0, half, half)),
        (By::Bearer, ranged, "\"ranged\"", "", &[bow], &["Tide (without a maneuver)"], wounds(6.0, 2.0 / 3.0, third)),
        (By::Bearer, melee, "", "", loot, &["Tide (with 2 pillage tokens)"], wounds(7.0, half, half)),
        (
            By::Bearer,
            melee,
            "",
            "",
            &["Each time this unit restores Wounds, target 1 enemy it is engaged with. They suffer 2 Wounds."],
            &["Tide"],
            plain + 2.0,
        ),
        (
            By::Other,
            melee,
            "",
            "",
            &["Enemies this unit disengages from may not pivot and become Weakened."],
            &["Tide"],
            wounds(6.0, 0.25, half),
        ),
        (
            By::Bearer,
            melee,
            "\"order\"",
            "When an enemy in Long Range Activates:",
            taunt,
            &["Tide"],
            wounds(6.0, half, 0.25),
        ),
        (
            By::Other,
            melee,
            "\"order\"",
            "When an enemy in Long Range Activates:",
            taunt,
            &["Tide"],
            wounds(6.0, 0.25, half),
        ),
        (
            By::Bearer,
            melee,
            "\"order\"",
            "Start of any Turn: Target 1 enemy within Short Range and Line of Sight of this unit.",
            trap,
            &["Tide (vulnerable)"],
            wounds(6.0, half, 0.25),
        ),
    ];
    for (by, phase, icons, trigger, lines, with, expected) in rows {
        close(asoiaf(icons, trigger, lines).harm(*by, *phase, with)[0], *expected, lines[0]);
    }
    // An attacker that is engaged suffers once the other has passed its test: one that it need not roll counts as passed.
    let stubborn =
        asoiaf("", "", &["Each time this unit passes a Panic Test, 1 enemy they are engaged with suffers 1 Wound."]);
    for (phase, expected) in [(melee, 1.0), (ranged, 0.0)] {
        close(stubborn.harm(By::Other, phase, &[])[1], expected, "a test that is passed");
    }
}

/// Two attacks that hit on 4+ and wound Toughness 5 on 5+ with Strength 4, for 1 damage; nobody saves.
#[test]
fn abilities_of_both_editions_do_what_their_texts_say() {
    let chooses = "At the start of the Fight phase, you can select one of the following abilities. Until the end of the phase, melee weapons equipped by this model have that ability: - [LETHAL HITS] - [SUSTAINED HITS 1]";
    let chooses_both = "Each time this model is selected to fight, select one of the following abilities to apply to melee weapons equipped by models in this unit until the end of the phase: - Sustained Hits 1 - Lethal Hits If this unit made a Charge move this turn, until the end of the phase, select both abilities above to apply to melee weapons equipped by models in this unit instead.";
    let army = |edition: &str, text: &str| {
        let ability = format!(
            r#"<selection id="x" name="Tide" number="1" type="upgrade"><profiles><profile name="Tide" typeName="Abilities"><characteristics>
              <characteristic name="Description">{text}</characteristic></characteristics></profile></profiles></selection>"#
        );
        let army = roster_of(edition, "Tin units from your army march.", &ability);
        let left: Vec<_> = unit(&army, "Tin Walker").left_out.iter().map(|left| &left.what).collect();
        assert!(left.is_empty(), "{left:?}: {text}");
        army
    };
    let harm = |edition: &str, text: &str, who: [&str; 2], with: &[&str]| armies::harm(&army(edition, text), who, with);
    let (hit, wound, attacks) = (1.0 / 2.0, 1.0 / 3.0, 2.0);
    let lethal = attacks * (1.0 / 6.0 + 1.0 / 3.0 * wound);
    let sustained = attacks * (hit + 1.0 / 6.0) * wound;
    let plain = attacks * hit * wound;
    let fight =
        "At the start of the Fight phase, select one enemy unit within Engagement Range of this model and roll one D6:";
    let (one, tiers) = (
        format!("{fight} on a 4+, that enemy unit suffers D3 mortal wounds."),
        format!(
            "{fight} on a 2-5, that enemy unit suffers 1 mortal wound; on a 6, that enemy unit suffers D3 mortal wounds."
        ),
    );
    for edition in ["10th", "11th"] {
        for (text, who, with, expected) in [
            (
                "Each time this model makes a melee attack, add 1 to the Hit roll.",
                TIN,
                "",
                attacks * (hit + 1.0 / 6.0) * wound,
            ),
            (
                "Each time this model makes an attack, re-roll a Wound roll of 1.",
                TIN,
                "",
                attacks * hit * (wound + wound / 6.0),
            ),
            ("Each time this model makes an attack, you can re-roll the Hit roll.", TIN, "", attacks * 0.75 * wound),
            (
                "Each time this model makes a melee attack, re-roll a Hit roll of 1.",
                TIN,
                "",
                attacks * (hit + hit / 6.0) * wound,
            ),
            ("Melee weapons equipped by this model have the [LETHAL HITS] ability.", TIN, "", lethal),
            ("Melee weapons equipped by this model have the [SUSTAINED HITS 1] ability.", TIN, "", sustained),
            (
                "Each time this model is selected to fight, if it made a Charge move this turn, until the end of the phase, add 1 to the Attacks characteristic of melee weapons equipped by this model.",
                TIN,
                "charged",
                3.0 * hit * wound,
            ),
            (
                "Each time this model makes a melee attack that targets a unit that is below Half-strength, add 1 to the Wound roll.",
                TIN,
                "target half strength",
                attacks * hit * 0.5,
            ),
            (
                "Each time this model makes an attack that targets a ^^**Tin**^^or ^^**Rust**^^unit, add 1 to the Wound roll.",
                TIN,
                "",
                attacks * hit * 0.5,
            ),
            (
                "Each time this model makes a melee attack, if it made a Charge move this turn, add 1 to the Wound roll.",
                TIN,
                "charged",
                attacks * hit * 0.5,
            ),
            (
                "Each time this model makes an attack, if the target is within range of an objective marker, add 1 to the Hit roll.",
                TIN,
                "target objective",
                attacks * (hit + 1.0 / 6.0) * wound,
            ),
            (
                "Add 2 to the Strength characteristic of melee weapons equipped by this model.",
                TIN,
                "",
                attacks * hit * 2.0 / 3.0,
            ),
            (
                "Once per battle, at the start of the Fight phase, this model can use this ability. If it does, until the end of the phase, add 3 to the Attacks characteristic of melee weapons equipped by this model.",
                TIN,
                "Tide",
                5.0 * hit * wound,
            ),
            // What else it may do once a battle is no limit of what it does.
            (
                "Each time this model makes a Charge move, until the end of the turn, melee weapons it is equipped with have the [SUSTAINED HITS 1] ability. In addition, once per battle, this model is eligible to declare a charge in a turn in which it Advanced.",
                TIN,
                "charged",
                sustained,
            ),
            (
                "Each time this model makes an attack, if it made a Charge move or was charged this turn, add 1 to the Wound roll.",
                TIN,
                "charged",
                attacks * hit * 0.5,
            ),
            (
                "Each time this model makes an attack, improve the Ballistic Skill characteristic of that attack by 1.",
                TIN,
                "",
                plain,
            ),
            (&one, TIN, "Tide", plain + 0.5 * 2.0),
            (&tiers, TIN, "Tide", plain + 4.0 / 6.0 + 2.0 / 6.0),
            (chooses, TIN, "Tide: Lethal Hits", lethal),
            (chooses, TIN, "Tide: Sustained Hits 1", sustained),
            (
                "Each time a melee attack targets this model, subtract 1 from the Hit roll.",
                RUST,
                "",
                attacks * (hit - 1.0 / 6.0) * wound,
            ),
            ("Each time an attack targets this model, subtract 1 from the Wound roll.", RUST, "", attacks * hit / 6.0),
            ("This model has a 4+ invulnerable save.", RUST, "", plain / 2.0),
            // Of two blows that wound one is left.
            (
                "Once per phase, when an attack is allocated to this model and the saving throw is failed, you can change the Damage characteristic of that attack to 0.",
                RUST,
                "Tide",
                hit * wound * hit * wound,
            ),
            ("This model has the Feel No Pain 5+ ability.", RUST, "", plain * 2.0 / 3.0),
        ] {
            let with: Vec<&str> = Some(with).filter(|with| !with.is_empty()).into_iter().collect();
            close(harm(edition, text, who, &with).expect("an answer"), expected, text);
        }
        let rams = "Each time this model ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6: on a 4+, that enemy unit suffers D3 mortal wounds.";
        for (with, expected) in [(&["Tide", "charged"][..], plain + 1.0), (&["Tide"], plain)] {
            close(harm(edition, rams, TIN, with).expect("an answer"), expected, rams);
        }
        // Whoever leads a unit, or is led, is of it.
        for (who, is_whole) in
            [("a model in this unit", true), ("this model", false), ("a Tin Walker model in this unit", false)]
        {
            let text = format!("Each time {who} makes a melee attack, add 1 to the Hit roll.");
            let army = army(edition, &text);
            assert_eq!(unit(&army, "Tin Walker").text.contains("whole-unit = true"), is_whole, "{text}");
        }
        // A critical hit wounds, and brings another one.
        let charged = harm(edition, chooses_both, TIN, &["Tide: Sustained Hits 1, Lethal Hits", "charged"]);
        close(charged.expect("both"), attacks * (1.0 / 6.0 + hit * wound), chooses_both);
        let both = harm(edition, chooses, TIN, &["Tide: Lethal Hits", "Tide: Sustained Hits 1"]);
        assert!(both.expect_err("one of both").contains("only one holds"));
    }
}
