//! One attack after the other (`--then`): units are read anew when a target is selected.

use super::super::support::{attack, damage, forty_k, gun, near, squad, stage, unit, with};
use warodds::ask::{Chosen, Prepared, Request, prepare, prepare_units};
use warodds::engine::{Method, Options, Outcome, Sampling, exact, run};
use warodds::games::Phase;
use warodds::sequence::Side;

/// Attacks of these units on a unit, one after the other, shooting.
fn chain(attackers: &[&str], defender: &Chosen, clauses: &[&str]) -> Prepared {
    let request = Request { phase: Some(Phase::Shooting), ..with(clauses) };
    let attackers: Vec<Chosen> = attackers.iter().map(|text| (unit(text), None)).collect();
    prepare_units(&attackers, defender, &request).unwrap_or_else(|error| panic!("{error}"))
}

/// The exact outcome, which dice must agree with.
fn outcome(prepared: &Prepared) -> Outcome {
    let sampling = Sampling { trials: 1 << 17, seed: 11, ..Sampling::default() };
    let answer = run(&prepared.engaged.engagement, &Options { method: Method::Both, sampling }, &|_| {});
    let answer = answer.expect("not too large");
    assert!(answer.agreement.expect("asked for").holds(), "dice and distributions disagree");
    answer.outcome
}

fn alone(text: &str) -> Chosen {
    (unit(text), None)
}

fn led(leader: &str, bodyguard: &str) -> Chosen {
    let mut found = unit(bodyguard);
    found.leaders.push(alone(leader));
    (found, None)
}

/// Six sure hits that wound on 2+ and that nothing saves.
fn six_hits(strength: u32) -> String {
    forty_k(&gun(1, &format!("6 N/A {strength} -6 1"), "\"Torrent\""))
}

fn binomial(n: i32, k: i32, p: f64) -> f64 {
    let ways = (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
    ways * p.powi(k) * (1.0 - p).powi(n - k)
}

/// W40K-BLAST: one attack more for every five models of the target when it is selected.
#[test]
fn w40k_blast_counts_who_is_left() {
    let blast = forty_k(&gun(1, "1 N/A 12 -6 1", "\"Torrent\", \"Blast\""));
    let known = outcome(&chain(&[&six_hits(12), &blast], &alone(&squad(10, 4, "-", 1, "")), &[]));
    let left = |slain: i32| 10 - slain;
    let more: f64 = (0..=6).map(|slain| binomial(6, slain, 5.0 / 6.0) * f64::from(left(slain) / 5)).sum();
    near("attacks", stage(&known, "attacks"), 6.0 + 1.0 + more);
    // Of a unit that is gone, one model like the last stands for it.
    let known = outcome(&chain(&[&six_hits(12), &blast], &alone(&squad(1, 4, "-", 1, "")), &[]));
    near("of one", stage(&known, "attacks"), 7.0);
}

const BOSS: &str = "game = \"warhammer-40k\"\nname = \"Boss\"\nkeywords = [\"INFANTRY\", \"CHARACTER\", \"PSYKER\"]\n\
    [[model]]\nname = \"Boss\"\ncount = 1\ntoughness = 12\nsave = \"-\"\nwounds = 4\nrole = \"character\"\n\
    [[ability]]\nname = \"Medic\"\nleading = true\neffects = [\"feel no pain 4+\"]\n";

fn body(models: u32) -> String {
    squad(models, 3, "-", 1, "").replace("name = \"Target\"", "name = \"Body\"\nkeywords = [\"INFANTRY\"]")
}

/// W40K-ATTACHED: a leader left alone is a unit of its own, with its own Toughness, and leads nobody any more.
#[test]
fn w40k_attached_a_leader_left_alone() {
    let boss = BOSS.replace("[[ability]]\nname = \"Medic\"\nleading = true\neffects = [\"feel no pain 4+\"]\n", "");
    let target = led(&boss, &body(1));
    let known = outcome(&chain(&[&six_hits(6), &six_hits(6)], &target, &[]));
    // Strength 6 wounds Toughness 3 on 2+. Unless all six fail, the Bodyguard is gone and the next meet Toughness 12.
    let still = (1.0f64 / 6.0).powi(6);
    near("wounds", stage(&known, "wounds"), 5.0 + still * 5.0 + (1.0 - still) * 1.0);
    // The ability that works while leading: three wounds of six are ignored, and none once the Bodyguard is gone.
    let known = outcome(&chain(&[&six_hits(6), &six_hits(6)], &led(BOSS, &body(1)), &[]));
    let (mut gone, mut first) = (0.0, 0.0);
    for wounds in 0..=6 {
        let p = binomial(6, wounds, 5.0 / 6.0);
        gone += p * (1.0 - 0.5f64.powi(wounds));
        first += p * f64::from(wounds) * 0.5;
    }
    near("damage", damage(&known).mean(), first + (1.0 - gone) * 2.5 + gone * 1.0);
}

/// W40K-ATTACHED, W40K-PRECISION: what a leader granted is gone once it is slain, and so are its keywords.
#[test]
fn w40k_attached_what_a_dead_leader_granted_is_gone() {
    let boss = BOSS.replace("toughness = 12", "toughness = 3").replace("wounds = 4", "wounds = 1");
    let sniper = forty_k(&gun(1, "60 N/A 12 -6 1", "\"Torrent\", \"Precision\""));
    let target = led(&boss, &body(80));
    let first = chain(&[&sniper], &target, &[]);
    let alone = exact(&first.engaged.engagement).expect("small");
    let hunter = forty_k(&gun(1, "6 N/A 2 0 1", "\"Torrent\", \"Anti-PSYKER 2+\""));
    // Sixty attacks that wound on 2+: that no wound passes Feel No Pain 4+ on the leader is rarer than 1e-13.
    let known = outcome(&chain(&[&sniper, &six_hits(12)], &target, &[]));
    near("after", damage(&known).mean(), damage(&alone).mean() + 5.0);
    // Strength 2 against Toughness 3 wounds on 5+, and on 2+ only while a PSYKER is there.
    let known = outcome(&chain(&[&sniper, &hunter], &target, &[]));
    near("keyword", stage(&known, "wounds"), 50.0 + 2.0);
}

/// W40K-ATTACHED, W40K-PRECISION: a leader left alone has its own Starting Strength: with five wounds it is Below
/// Half-strength from the third that it loses. Of four attacks that wound on 2+ the first slays the Bodyguard, so that only
/// all four hurt it enough, whether the next weapon has Precision or not.
#[test]
fn half_strength_of_a_leader_left_alone() {
    let boss = BOSS.replace("toughness = 12", "toughness = 5").replace("wounds = 4", "wounds = 5");
    let boss = boss.split("[[ability]]").next().expect("a profile");
    let first = forty_k(&gun(1, "4 N/A 20 0 1", "\"Torrent\""));
    let hunt = "[[ability]]\nname = \"Hunt\"\nwhen = [\"target half strength\"]\neffects = [\"+1 to hit\"]\n";
    for abilities in ["", "\"Precision\""] {
        let hunter = forty_k(&gun(1, "1 4+ 20 0 1", abilities)) + hunt;
        let known = outcome(&chain(&[&first, &hunter], &led(boss, &body(1)), &[]));
        near(abilities, stage(&known, "hits"), 4.0 + 0.5 + (5.0f64 / 6.0).powi(4) / 6.0);
        // What the Bodyguard lost is no damage of the leader: it takes two wounds.
        let hunter = hunter.replace("target half strength", "target damaged");
        let known = outcome(&chain(&[&first, &hunter], &led(boss, &body(1)), &[]));
        let hurt = 1.0 - binomial(4, 0, 5.0 / 6.0) - binomial(4, 1, 5.0 / 6.0);
        near(abilities, stage(&known, "hits"), 4.0 + 0.5 + hurt / 6.0);
    }
}

/// A condition on damage is looked at when the second unit selects its target: any wound lost counts.
#[test]
fn target_damaged_by_the_attack_before() {
    let hunter = forty_k(&gun(1, "10 4+ 4 0 1", ""))
        + "[[ability]]\nname = \"Predator\"\nwhen = [\"target damaged\"]\neffects = [\"+1 to hit\"]\n";
    let known = outcome(&chain(&[&six_hits(12), &hunter], &alone(&squad(5, 4, "-", 3, "")), &[]));
    let fresh = (1.0f64 / 6.0).powi(6);
    near("hits", stage(&known, "hits"), 6.0 + 10.0 * (fresh * 0.5 + (1.0 - fresh) * 4.0 / 6.0));
}

/// W40K-HAZARDOUS: a unit that shot and lost bearers fights with those that are left.
#[test]
fn w40k_hazardous_then_combat() {
    let blades = "[[weapon]]\nname = \"Blade\"\nattacks = 2\nskill = \"2+\"\nstrength = 4\nap = 0\ndamage = 1\n";
    let text = "game = \"warhammer-40k\"\nname = \"Plasma\"\n[[model]]\nname = \"M\"\ncount = 3\ntoughness = 4\nsave = \"3+\"\nwounds = 2\n"
        .to_owned()
        + &gun(3, "1 3+ 4 0 1", "\"Hazardous\"")
        + blades;
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let (attacker, defender) = (write("plasma.toml", &text), write("wall.toml", &squad(1, 4, "-", 200, "")));
    let request = Request {
        then: vec![format!("combat:{attacker}")],
        attacker,
        defender,
        phase: Some(Phase::Shooting),
        ..Request::default()
    };
    let known = outcome(&prepare(&request).unwrap_or_else(|error| panic!("{error}")));
    // Each of three tests fails on a 1 and slays one bearer: 3 mortal wounds, the excess lost.
    near("attacks", stage(&known, "attacks"), 3.0 + 2.0 * 3.0 * 5.0 / 6.0);
    near("gone", known.slain(Side::Attacker).mean(), 0.5);
}

/// W40K-STRAT-COMMAND-REROLL: once per phase, so a unit that shoots and then fights may use it twice.
#[test]
fn w40k_command_reroll_once_in_each_phase() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let shot = gun(1, "1 4+ 12 -6 1", "");
    let blow = shot.replace("Gun", "Blade").replace("range = 24\n", "");
    let attacker = write("both.toml", &forty_k(&(shot + &blow)));
    // One model of two wounds: it falls if both attacks wound it.
    let defender = write("two.toml", &squad(1, 4, "-", 2, ""));
    let of = |then: &str| {
        let then = vec![format!("{then}:{attacker}")];
        let (attacker, defender) = (attacker.clone(), defender.clone());
        let request = Request { then, attacker, defender, phase: Some(Phase::Shooting), ..with(&["command re-roll"]) };
        let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        exact(&prepared.engaged.engagement).expect("small").destroyed(Side::Defender)
    };
    // An attack hits on 4+ and wounds on 2+. Each phase has its own die, for a failed hit roll or else a failed wound roll:
    // 1/2 · 35/36 + 1/2 · 1/2 · 5/6.
    near("in each phase", of("combat"), (25.0 / 36.0) * (25.0 / 36.0));
    // Twice in one phase it is kept for the best of all four rolls: 25/144 · (1 + 2 · 1/2 + 2 · 1/6).
    near("in one phase", of("shooting"), 175.0 / 432.0);
}

/// W40K-ON-DEATH: each model attacks once, when it falls, and the unit that slew it is struck.
#[test]
fn w40k_on_death_in_a_chain() {
    let last = "[[weapon]]\nname = \"Last breath\"\nrange = 24\nattacks = 1\nskill = \"N/A\"\nstrength = 12\nap = -6\ndamage = 1\nabilities = [\"Torrent\"]\non-death = true\n";
    let text = squad(4, 4, "-", 1, last);
    let one = |attacks: u32| {
        forty_k(&gun(1, &format!("{attacks} N/A 12 -6 1"), "\"Torrent\"")).replace("wounds = 2", "wounds = 50")
    };
    let known = outcome(&chain(&[&one(2), &one(2)], &alone(&text), &[]));
    // Four attacks that slay on 2+, and one attack back for each that falls, which wounds on 2+.
    near("back", known.wounds_lost(Side::Attacker).mean(), 4.0 * 5.0 / 6.0 * 5.0 / 6.0);
    let single = attack(&one(2), &text, &Request { phase: Some(Phase::Shooting), ..with(&[]) });
    near("once", single.wounds_lost(Side::Attacker).mean(), 2.0 * 5.0 / 6.0 * 5.0 / 6.0);
}

/// W40K-HAZARDOUS: a failed test costs a Vehicle exactly 3 wounds, which its own abilities ask for when it fights.
#[test]
fn what_an_attacker_lost_counts_when_it_attacks_again() {
    let ram = "[[weapon]]\nname = \"Ram\"\nattacks = 2\nskill = \"4+\"\nstrength = 4\nap = 0\ndamage = 1\n";
    let attacks = |least: u32| {
        let rage =
            format!("[[ability]]\nname = \"Rage\"\nwhen = [\"damage {least}+\"]\neffects = [\"+2 attacks\"]\n{ram}");
        let tank = forty_k(&(gun(1, "1 4+ 4 0 1", "\"Hazardous\"") + &rage)).replace("wounds = 2", "wounds = 9");
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path.display().to_string()
        };
        let attacker = write("tank.toml", &tank.replacen("[[model]]", "keywords = [\"VEHICLE\"]\n[[model]]", 1));
        let request = Request {
            then: vec![format!("combat:{attacker}")],
            attacker,
            defender: write("wall.toml", &squad(1, 4, "-", 200, "")),
            phase: Some(Phase::Shooting),
            ..Request::default()
        };
        stage(&outcome(&prepare(&request).unwrap_or_else(|error| panic!("{error}"))), "attacks")
    };
    near("less than it lost", attacks(2), 1.0 + 2.0 + 2.0 / 6.0);
    near("as much", attacks(3), 1.0 + 2.0 + 2.0 / 6.0);
    near("more", attacks(4), 1.0 + 2.0);
}
