//! Questions as players type them before they have read any help: what the answer begins with, or what to type instead.

use super::mistakes::words;
use super::warodds;

/// A command, and what its answer or its hint holds. Chances are those of the rules: a charge out of reserves needs 9+ on
/// two dice, 10 ways of 36, three or more of ten dice show 5+ in 13795 of 19683.
const TYPED: &[(&str, &str)] = &[
    // A name means a unit of the game of the other unit.
    ("attack lannister-crossbowmen berserkers", "House Umber Berserkers"),
    ("fight berserkers stark-bowmen --rounds 1", "House Umber Berserkers (A)"),
    ("attack berserkers boyz", "`berserkers` is Khorne Berzerkers, which is not built in"),
    ("attack breacher ruinator-alpha", "Ogor Breacher"),
    // Whoever has something is not called so.
    ("attack chimera gargant", "Aleguzzler Gargant"),
    ("show \"gargant hacker\"", "Mournfang Rider with Gargant Hacker"),
    ("attack 11e/hellblasters 11e/boyz", "11th edition"),
    ("attack 10e/boyz 10e/terminators", "Boyz (10 models, 80 points)"),
    ("attack nowhere/boyz termagants", "no unit is called `nowhere/boyz`"),
    ("compare liberators --into skaven/", "into 7 targets"),
    ("show skaven", "`warodds list units skaven`"),
    ("attack aos/ clawlord", "`compare` takes all of them as `aos/*`"),
    // Values of weapons are the attacker's, those that protect the target's.
    ("attack liberators clawlord --set save=2+", "set: save=2+"),
    ("sweep liberators clawlord --vary rend=0..2", "varied: attacker.rend"),
    ("sweep liberators clawlord --vary save=3+,4+", "varied: defender.save"),
    ("sweep liberators clawlord --vary models=5,10", "write `--vary attacker.models=5,10` or"),
    ("sweep liberators clawlord --vary rend", "--vary attacker.rend="),
    // Questions of several words, in quotes or not.
    ("odds 40k deep strike", "5/18 = 27.8 %"),
    ("odds 40k-11e deepstrike", "5/18 = 27.8 %"),
    ("odds aos \"deep strike\" 9", "5/18 = 27.8 %"),
    ("odds aos \"unbind 8\"", "asked: unbinding roll=8"),
    ("odds 40k leadership 7+", "asked: battle-shock leadership=7+"),
    ("odds 40k battle shock 7+", "asked: battle-shock leadership=7+"),
    ("odds asoiaf panic test on 7+", "asked: panic morale=7+"),
    ("odds asoiaf panic 7 --with panicked", "asked: panic morale=7 panicked=yes"),
    ("odds 40k overwatch hellblasters boyz", "`warodds attack hellblasters boyz --with \"overwatch\"`"),
    ("odds 10d6 5+ 3 successes", "13795/19683"),
    ("odds 6d6 count 5+", "6D6 5+"),
    // Of a D6 and a D8 a total of 8 or more, in 27 of 48 ways; of the higher of them, of which 25 show less.
    ("odds d6+d8 8+", "9/16 = 56"),
    ("odds \"d6+d8 keep highest\" 6+", "23/48 = 47.9 %"),
    ("odds d100 under 35", "34 or less"),
    ("fight liberators \"rat ogors\" --first \"rat ogors\" --rounds 1", "first turn: B, Rat Ogors"),
    ("fight liberators clanrats --first stormvermin", "write `--first A`"),
    (
        "fight ishlaen clanrats --rounds 1 --with \"ishlaen guard: all-out attack\"",
        "with: ishlaen guard: all-out attack",
    ),
    ("fight liberators clanrats --with \"goblins: charged\"", "write `--with \"A: charged\"`"),
    ("attack hellblasters boyz --with overcharge", "`--weapon supercharge`"),
    ("how many clanrats to kill a steam tank", "`warodds need clanrats --into \"steam tank\"`"),
    ("attack fighter monster", "`warodds help units` shows how"),
    // Options without hyphens, in any command.
    ("need clanrats dankhold-troggoth 50%", "asked: warodds need clanrats --into dankhold-troggoth --destroyed"),
    ("fight liberators clanrats for 2 rounds", "strike each other, 2 rounds"),
    ("threats liberators --from clanrats 200 points", "--from clanrats --points 200"),
    // Whose words are whose: units in one line, of an edition, of a pattern, with what holds for them.
    ("attack \"40k: 6x 3A 3+/8/-3/2\" \"terminators with cover\"", "terminators --with cover"),
    ("11e/lychguard vs 11e/meganobz in melee", "attack 11e/lychguard 11e/meganobz --phase combat"),
    ("compare warcry/c* into chimera", "asked: warodds compare \"warcry/c*\" --into chimera"),
    ("attack fiends varanguard twice", "attack fiends varanguard --then fiends"),
    (
        "attack liberators clawlord --with \"defender in cover, attacker charged\"",
        "defender in cover; attacker charged",
    ),
    ("plan liberators --into clawlord clanrats --not \"liberators>clawlord on gnaw-beast\" -q", "goal: points"),
    ("threats liberators stormvermin", "name the other side with `--from stormvermin`"),
    ("how likely do 10 ardboyz kill 5 blood knights", "warodds attack \"10 ardboyz\" \"5 blood knights\""),
    ("can liberators kill clawlord", "asked: warodds attack liberators clawlord"),
    ("what beats chaos knights", "`warodds threats \"chaos knights\" --from \"age-of-sigmar/*\"`"),
    ("warodds attack liberators clawlord", "destroyed 9.87 %"),
    ("attack fighter leader --times 2", "`--then ATTACKER`"),
    ("fight \"liberators charge stormvermin\" --rounds 1", "with: attacker: charged"),
    ("fight liberators stormvermin --rounds 1 --with \"B charged\"", "with: B charged"),
    ("threats clawlord from liberators stormvermin", "asked: warodds threats clawlord --from liberators stormvermin"),
    ("threats clawlord vs liberators", "asked: warodds threats clawlord --from liberators"),
    ("need liberators stormvermin --into clawlord", "`warodds need liberators --into clawlord`"),
    ("need how many liberators to kill a clawlord", "asked: warodds need liberators --into clawlord"),
    ("plan \"liberators and stormvermin\" --into clawlord", "first Liberators into Clawlord"),
    // One name, whatever stands in it.
    ("plan \"Lorai, Child of the Abyss\" --into clawlord --goal wounds", "0.8 wounds lost on average"),
    (
        "attack \"captain in gravis armour+intercessor squad\" boyz --phase shooting",
        "Captain in Gravis Armour + Intercessor Squad",
    ),
    ("attack \"40k/boyz[nothing, else]\" 40k/boyz", "has no options"),
    // What no list has is told what to write.
    ("attack stark-outriders red-cloaks --with \"charging from behind\"", "one by one: `charging`, `from behind`"),
    ("attack clanrats liberators --with \"mystic shield\"", "what it does to the dice"),
    ("attack terminators boyz --with \"fights first\"", "--with \"A: Fights First\""),
    ("attack hellblasters boyz --with \"rapid fire\"", "write `half range`"),
    // Dice as they are said, and what a question asks.
    ("odds asoiaf 6 dice 4+", "6D6 4+"),
    ("odds d6 4+ reroll 1s 20 dice", "20D6 reroll 1 4+"),
    ("odds 10d6 6s explode", "10D6 exploding"),
    ("odds aos charge 3d6 10", "`warodds odds 3d6 9+`"),
    ("odds 40k charge -h", "warodds odds warhammer-40k charge distance=…"),
];

#[test]
fn what_players_type_is_answered_or_told_what_to_type() {
    let mut wrong = Vec::new();
    for (line, holds) in TYPED {
        let out = warodds().args(words(&format!("warodds {line}")).into_iter().skip(1)).output().expect("run");
        let told = [out.stdout, out.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        if !told.contains(holds) {
            wrong.push(format!("$ {line}\n{holds}\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), TYPED.len(), wrong.join("\n"));
}
