//! The effects that only Warhammer 40,000 has, and what it says of those of other games.

use crate::games::language::effect::RollKind;
use crate::games::language::entry::{RuleRows, entries, has, lacks, lacks_all_of};
use crate::games::volley::draft::{WeaponDraft, better};
use crate::games::warcry;

/// What says on what Fire Overwatch hits.
pub(in crate::games) const OVERWATCH_ON: &[&str] = &["overwatch N+"];
/// What brings Stealth.
pub(in crate::games) const STEALTH: &[&str] = &["stealth"];
/// What brings Precision.
pub(in crate::games) const PRECISION: &[&str] = &["precision on critical *"];

const LATER: &str = "it comes back once the phase is over, and what is destroyed until then is destroyed (W40K-RETURNED): name it in `not-computed`";

entries! {
    /// What a unit can have.
    pub(in crate::games) EFFECTS: WeaponDraft, "warhammer-40k";
    Attacker "reroll one hit" "one hit die that failed is rolled again, once in the whole attack" "W40K-REROLL-ONE-OF-BATCH"
        Attack(|weapon, _| weapon.once.push(RollKind::Hit));
    Attacker "reroll one wound" "one wound die that failed is rolled again, once in the whole attack" "W40K-REROLL-ONE-OF-BATCH"
        Attack(|weapon, _| weapon.once.push(RollKind::Wound));
    Defender "reroll one save" "one save that failed is rolled again, once in the whole attack" "W40K-REROLL-ONE-OF-BATCH"
        Target(|target, _| target.one_save_again = true);
    Attacker "reroll one damage" "the first damage roll is rolled again if it is below average" "W40K-REROLL-ONE-OF-BATCH"
        Attack(|weapon, _| weapon.once.push(RollKind::Damage));
    Attacker "reroll low damage" "damage rolls below average are rolled again" "W40K-REROLL"
        Attack(|weapon, _| weapon.damage.low_again = true);
    Attacker "reroll low attacks" "rolls for a number of attacks below average are rolled again" "W40K-REROLL"
        Attack(|weapon, _| weapon.attacks.low_again = true);
    Attacker "reroll one attacks" "the lowest roll for a number of attacks is rolled again if it is below average" "W40K-REROLL-ONE-OF-BATCH"
        Attack(|weapon, _| weapon.once.push(RollKind::Attacks));
    Defender "feel no pain N+ against mortal wounds" "each mortal wound is ignored on N or more" "W40K-FNP"
        Models(|group, words| better(&mut group.ignore_mortal_on, words.target()));
    Defender "feel no pain N+ against psychic" "each wound of a psychic attack is ignored on N or more" "W40K-FNP"
        Models(|group, words| better(&mut group.ignore_psychic_on, words.target()));
    Defender "feel no pain N+" "each lost wound is ignored on N or more; the best one counts" "W40K-FNP"
        Models(|group, words| better(&mut group.ignore_on, words.target()));
    Defender "invulnerable N+" "a save that armour penetration does not touch; the best one counts" "W40K-INVULN"
        Models(|group, words| better(&mut group.invulnerable, words.target()));
    Attacker "precision on critical hits" "attacks that hit critically may be allocated to a Character" "W40K-PRECISION"
        Attack(|weapon, _| weapon.precise.push(RollKind::Hit));
    Attacker "precision on critical wounds" "attacks that wound critically may be allocated to a Character" "W40K-PRECISION"
        Attack(|weapon, _| weapon.precise.push(RollKind::Wound));
    Attacker "every hit is critical" "hit rolls that succeed are critical" "W40K-HIT"
        Attack(|weapon, _| weapon.hit.critical_successes_on = 1);
    Attacker "critical hits on successful N+" "unmodified hit rolls of N or more are critical if they succeed" "W40K-HIT"
        Attack(|weapon, words| weapon.hit.critical_successes_on = weapon.hit.critical_successes_on.min(words.target()));
    Attacker "every wound is critical" "wound rolls that succeed are critical" "W40K-WOUND"
        Attack(|weapon, _| weapon.wound.critical_successes_on = 1);
    Attacker "critical wounds on successful N+" "unmodified wound rolls of N or more are critical if they succeed" "W40K-WOUND"
        Attack(|weapon, words| weapon.wound.critical_successes_on = weapon.wound.critical_successes_on.min(words.target()));
    Attacker "ignore skill modifiers" "what worsens Ballistic or Weapon Skill is ignored; in the 11th edition that is cover too" "W40K-IGNORE-MODIFIERS"
        Attack(|weapon, _| weapon.hit.ignores_worse = true);
    Attacker "overwatch N+" "Fire Overwatch hits on unmodified rolls of N or more" "W40K-OVERWATCH"
        Attack(|weapon, words| weapon.overwatch_on = weapon.overwatch_on.min(words.target()));
    Defender "on death N+" "a model slain by a melee attack that has not fought fights on N or more, before it is removed" "W40K-ON-DEATH"
        After(|beside, words| beside.fights_on_death = Some(words.target()));
    Defender "fights on death" "a model slain by a melee attack that has not fought fights before it is removed" "W40K-ON-DEATH"
        After(|beside, _| beside.fights_on_death = Some(1));
    Defender "damage of one attack is 0" "the first attack that is allocated does no damage, of the weapon that does most; its save is still rolled" "W40K-DAMAGE"
        Target(|target, _| target.one_attack_is_zero = true);
    Defender "benefit of cover" "+1 to armour saves against ranged attacks, as the rule says" "W40K-COVER"
        Models(|group, _| group.cover = true);
    // Read before there is a target: whether it is there at all is the question.
    Defender "stealth" "-1 to hit with ranged attacks; it does not add to itself" "W40K-STEALTH"
        Target(|_, _| {});
    Defender "comes back on N+" "it is set up again" "W40K-RETURNED" Nothing(LATER);
}

const ICE_AND_FIRE: &str =
    "that is a hook of A Song of Ice & Fire: write `Torrent`, `Sustained Hits N` or `Devastating Wounds`";

/// What the game says of all other effects.
pub(in crate::games) const ROWS: RuleRows = &[
    warcry::ELSEWHERE,
    &[
        has(&["A mortal on critical *"], "W40K-MORTAL-FROM-ATTACKS"),
        has(&["* on critical *"], "W40K-MODIFIER-ORDER"),
        lacks(&["* per RANK"], ICE_AND_FIRE),
        lacks(&["±N to morale", "reroll morale"], "attacks cause no morale test here"),
        lacks(&["* hit by N", "set hit to N+"], "there is no Hit characteristic: write `improve skill by N`"),
        lacks(
            &["* wound by N", "set wound to N+"],
            "wounding follows from Strength and Toughness: write `+N strength` or `+N to wound`",
        ),
        lacks(&["±N rend", "set rend to A"], "there is no Rend: write `improve ap by N`"),
        lacks(&["±N hit damage", "±N critical damage"], "Damage is one number here: write `+N damage`"),
        lacks(&["* per target health *"], "there is no Health: write the number of dice"),
        has(&["heal *", "* heal *", "return *", "* return *"], "W40K-REGAIN"),
        lacks(&["ward N+"], "there is no ward: write `feel no pain N+`"),
        lacks(&["ward N+ *"], "there is no ward: write `feel no pain N+ against mortal wounds`"),
        lacks(
            &["each hit inflicts A mortal"],
            "write `critical hits on 2+` with `N mortal on critical hits`, or `N mortal damage`",
        ),
        lacks(&["no critical hits"], "no rule here takes critical hits away"),
        lacks(
            &["-N to ward", "+N to ward", "no ward"],
            "there is no ward, and no rule here changes a roll of Feel No Pain",
        ),
        lacks(
            &["ignore * save modifiers", "ignore save modifiers"],
            "saves are changed by AP here: write `worsen ap by N`, or `Ignores Cover`",
        ),
        lacks(&["ignore first damage"], "write `ignore first failed save`"),
        lacks(&["slay *", "* slay *"], "models are slain by wounds here: write `N mortal damage`"),
        lacks(&["A mortal on hits of N"], "write `N mortal on critical hits`, and on what hits are critical"),
        lacks_all_of("age-of-sigmar", "write `Hazardous`, or `on-death` in a weapon that its dying models use"),
        lacks_all_of("asoiaf", ICE_AND_FIRE),
        has(&["±N to *"], "W40K-ROLL-MODIFIERS"),
        has(&["ignore * modifiers", "ignore modifiers"], "W40K-IGNORE-MODIFIERS"),
        has(&["reroll *"], "W40K-REROLL"),
        has(&["critical wounds on N+"], "W40K-WOUND"),
        has(&["critical hits on N+"], "W40K-HIT"),
        has(&["ignore first failed save"], "W40K-SAVE"),
        has(&["* only on N+", "wounds on N+"], "W40K-PRIORITY"),
        has(&["A mortal damage", "* -> M mortal ..."], "W40K-MORTAL"),
        has(&["*"], "W40K-MODIFIER-ORDER"),
    ],
];
