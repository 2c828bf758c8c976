//! What a unit is and does once it has lost models: in a chain of attacks, in a fight, in a plan.

use warodds::ask::{Chosen, FightReport, FightRequest, PlanRequest, Prepared, Request, fight, plan};
use warodds::ask::{prepare, prepare_units};
use warodds::engine::{Options, Outcome, exact};
use warodds::games::Phase;
use warodds::sequence::Side;

use crate::support::{forty_k, gun, near, squad, stage, unit, with};

/// A unit that makes no attack but does this on the side.
fn doom(effect: &str) -> String {
    forty_k(&gun(0, "1 N/A 4 0 1", "\"Torrent\""))
        + &format!("[[ability]]\nname = \"Doom\"\neffects = [\"{effect}\"]\n")
}

fn sure(count: u32, line: &str, more: &str) -> String {
    forty_k(&gun(count, line, &format!("\"Torrent\"{more}")))
}

fn chain(attackers: &[&str], defender: &Chosen, clauses: &[&str]) -> Result<Prepared, String> {
    let request = Request { phase: Some(Phase::Shooting), ..with(clauses) };
    let attackers: Vec<Chosen> = attackers.iter().map(|text| (unit(text), None)).collect();
    prepare_units(&attackers, defender, &request).map_err(|error| error.to_string())
}

fn outcome(attackers: &[&str], defender: &Chosen, clauses: &[&str]) -> Outcome {
    let prepared = chain(attackers, defender, clauses).unwrap_or_else(|error| panic!("{error}"));
    exact(&prepared.engaged.engagement).expect("not too large")
}

fn attacks(attackers: &[&str], target: &str, clauses: &[&str]) -> f64 {
    stage(&outcome(attackers, &(unit(target), None), clauses), "attacks")
}

fn model(name: &str, count: u32, toughness: u32, wounds: u32, more: &str) -> String {
    let stats = format!("count = {count}\ntoughness = {toughness}\nsave = \"-\"\nwounds = {wounds}");
    format!("[[model]]\nname = \"{name}\"\n{stats}\n{more}\n")
}

fn led(leaders: &[&str], bodyguard: &str) -> Chosen {
    let mut found = unit(bodyguard);
    found.leaders.extend(leaders.iter().map(|leader| (unit(leader), None)));
    (found, None)
}

fn leader(name: &str, toughness: u32, wounds: u32, more: &str) -> String {
    let models = model(name, 1, toughness, wounds, "role = \"character\"");
    format!("game = \"warhammer-40k\"\nname = \"{name}\"\n{models}{more}")
}

fn blade(name: &str, attacks: u32, more: &str) -> String {
    format!("[[weapon]]\nname = \"{name}\"\nattacks = {attacks}\nskill = \"2+\"\nstrength = 8\ndamage = 1\n{more}\n")
}

/// Units in files, for questions that name them.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(format!("{name}.toml"));
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    }

    /// One unit attacks twice, shooting and then in melee.
    fn twice(&self, attacker: &str, defender: &str, clauses: &[&str]) -> Outcome {
        let (attacker, defender) = (self.write("attacker", attacker), self.write("defender", defender));
        let then = vec![format!("combat:{attacker}")];
        let request = Request { attacker, defender, then, phase: Some(Phase::Shooting), ..with(clauses) };
        let prepared = prepare(&request).unwrap_or_else(|error| panic!("{error}"));
        exact(&prepared.engaged.engagement).expect("small")
    }
}

/// The points on a model that is hurt are on no other: with them no model of the next group has fallen.
#[test]
fn w40k_blast_counts_models_that_are_hurt_as_standing() {
    let blast = sure(1, "1 N/A 12 -6 1", ", \"Blast\"");
    // Four of three wounds and one of one: two points slay nobody, and five models are one attack more.
    let five = squad(4, 4, "-", 3, &model("Small", 1, 4, 1, ""));
    near("hurt", attacks(&[&doom("2 mortal damage"), &blast], &five, &[]), 2.0);
    near("one less", attacks(&[&doom("3 mortal damage"), &blast], &five, &[]), 1.0);
    // Two of three wounds and five of two: eight points slay three of seven.
    let seven = squad(2, 4, "-", 3, &model("Small", 5, 4, 2, ""));
    near("seven points", attacks(&[&doom("7 mortal damage"), &blast], &seven, &[]), 2.0);
    near("eight points", attacks(&[&doom("8 mortal damage"), &blast], &seven, &[]), 1.0);
}

/// A weapon whose attacks depend on what the attack before has left is one weapon all the same.
#[test]
fn each_weapon_of_a_chain_is_listed_once() {
    let first = sure(1, "1 N/A 12 -6 1", "").replace("Attacker", "First");
    let blast = sure(1, "1 N/A 12 -6 1", ", \"Blast\"").replace("Attacker", "Second");
    let known = outcome(&[&first, &blast], &(unit(&squad(10, 4, "-", 1, "")), None), &[]);
    let names: Vec<&str> = known.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    assert_eq!(names, ["First: Gun", "Second: Gun"]);
    // Ten models are two attacks more; nine, after a wound on 2+, are one.
    let attacks = known.weapons[1].stages.iter().find(|stage| stage.name == "attacks").expect("a stage");
    near("attacks", attacks.moments.mean, 1.0 + 2.0 / 6.0 + 5.0 / 6.0);
}

/// A unit that is gone reads as its last model did: six attacks of Strength 6 meet the Toughness 12 of the leader.
#[test]
fn w40k_attached_a_unit_that_is_gone_reads_as_its_last_model() {
    let target = led(&[&leader("Boss", 12, 4, "")], &squad(2, 3, "-", 1, ""));
    let guns = sure(1, "6 N/A 6 -6 1", ", \"Precision\"");
    let known = outcome(&[&doom("100 mortal damage"), &guns], &target, &["target damaged"]);
    near("wounds", stage(&known, "wounds"), 1.0);
}

/// What a player sets of a led unit is not forgotten as long as both parts stand.
#[test]
fn keywords_that_were_set_hold_while_all_parts_stand() {
    let target = led(&[&leader("Boss", 4, 4, "")], &squad(5, 4, "-", 1, ""));
    let hunter = sure(1, "6 N/A 4 -6 1", ", \"Anti-BEAST 2+\"");
    let attackers: Vec<Chosen> = [doom("2 mortal damage"), hunter].iter().map(|text| (unit(text), None)).collect();
    let set = vec!["defender.keywords=[\"BEAST\"]".to_owned()];
    let request = Request { phase: Some(Phase::Shooting), set, ..with(&[]) };
    let prepared = prepare_units(&attackers, &target, &request).unwrap_or_else(|error| panic!("{error}"));
    near("wounds", stage(&exact(&prepared.engaged.engagement).expect("small"), "wounds"), 5.0);
}

/// Of an attacker that dying models strike, models with nothing special fall first, as they do of a target.
#[test]
fn w40k_on_death_an_attacker_keeps_its_special_weapons() {
    let last = gun(6, "1 N/A 20 -6 1", "\"Torrent\"").replace("\"Gun\"", "\"Last\"") + "on-death = true\n";
    let target = squad(6, 4, "-", 1, &last);
    let trio = |more: &str| {
        let models = model("Trooper", 3, 4, 1, "");
        let rifle = gun(1, "1 N/A 20 -6 1", "\"Torrent\"");
        format!("game = \"warhammer-40k\"\nname = \"Trio\"\n{models}{rifle}{more}")
    };
    let files = Files::new();
    // One shot slays a model, 5/6, whose last breath slays one of three, 5/6: one without the fist.
    let fist = files.twice(&trio(&blade("Fist", 7, "count = 1")), &target, &[]);
    near("shot and fist", stage(&fist, "attacks"), 1.0 + 7.0);
    near("fallen", fist.slain(Side::Attacker).mean(), 25.0 / 36.0);
    // Two swords and a fist: a sword falls.
    let both = blade("Fist", 7, "count = 1") + &blade("Sword", 2, "count = 2");
    near("a sword less", stage(&files.twice(&trio(&both), &target, &[]), "attacks"), 8.0 + 2.0 * (2.0 - 25.0 / 36.0));
    // What every model has falls with its model.
    let all = files.twice(&trio(&blade("Sword", 2, "")), &target, &[]);
    near("two swords", stage(&all, "attacks"), 1.0 + 2.0 * (3.0 - 25.0 / 36.0));
}

/// The points of a model that fell are on no other model of the attacker.
#[test]
fn w40k_on_death_points_on_an_attacker_of_two_groups() {
    let last = gun(6, "1 N/A 20 -6 3", "\"Torrent\"").replace("\"Gun\"", "\"Last\"") + "on-death = true\n";
    let rifle = gun(1, "2 N/A 20 -6 1", "\"Torrent\"");
    let groups = model("Grunt", 1, 4, 3, "") + &model("Boss", 1, 4, 4, "");
    let fist = blade("Fist", 7, "carried-by = \"Boss\"") + &blade("Knife", 1, "carried-by = \"Grunt\"");
    let attacker = format!("game = \"warhammer-40k\"\nname = \"Pair\"\n{groups}{rifle}{fist}");
    let known = Files::new().twice(&attacker, &squad(6, 4, "-", 1, &last), &[]);
    // Two shots, each of which slays on 5/6 a model that strikes back: the first blow slays the Grunt, the second hurts
    // the Boss.
    let blow = 25.0f64 / 36.0;
    let any = 1.0 - (1.0 - blow).powi(2);
    near("attacks", stage(&known, "attacks"), 2.0 + 7.0 + (1.0 - any));
}

/// A character that an attack before has hurt stays behind its Bodyguard.
#[test]
fn w40k_attached_a_hurt_character_is_still_protected_in_a_plan() {
    let files = Files::new();
    let sniper = files.write("sniper", &sure(1, "1 N/A 20 -6 1", ", \"Precision\"").replace("Attacker", "Sniper"));
    let cannon = |count: u32| files.write("cannon", &sure(count, "1 N/A 20 -6 2", "").replace("Attacker", "Cannon"));
    let guard = files.write("guard", &squad(1, 4, "-", 1, ""));
    let boss = files.write("boss", &leader("Boss", 4, 2, ""));
    let destroyed = |shots: u32| {
        let request = PlanRequest {
            attackers: vec![sniper.clone(), cannon(shots)],
            targets: vec![format!("{boss}+{guard}")],
            goal: "destroyed".to_owned(),
            base: Request { phase: Some(Phase::Shooting), ..Request::default() },
            ..PlanRequest::default()
        };
        plan(&request).unwrap_or_else(|error| panic!("{error}")).0.value
    };
    // One shot of Damage 2 slays the Bodyguard, whatever the sniper has done before.
    near("one shot", destroyed(1), 0.0);
    // Two shots slay both, whoever of the two attacks first.
    near("two shots", destroyed(2), 25.0 / 36.0);
}

/// A unit that strikes at the end of a round with Hazardous weapons, of which something has hurt a model before.
fn fought(unit: &str, effect: &str, leader: Option<&str>) -> FightReport {
    let files = Files::new();
    let club = "[[weapon]]\nname = \"Club\"\ncount = 0\nattacks = 1\nskill = \"2+\"\nstrength = 8\ndamage = 1\n";
    let giant = format!(
        "game = \"warhammer-40k\"\nname = \"Giant\"\n{}{club}[[ability]]\nname = \"Roar\"\neffects = [\"{effect}\"]\n",
        model("Giant", 1, 20, 40, "")
    );
    let own = files.write("unit", unit);
    let own = leader.map_or(own.clone(), |leader| format!("{}+{own}", files.write("leader", leader)));
    let request = FightRequest { a: own, b: files.write("giant", &giant), rounds: 1, first: 1, ..Default::default() };
    fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0
}

/// W40K-HAZARDOUS: of three models of four wounds five points have slain one and hurt another. Of two tests the first
/// failure slays the one that is hurt, and a second one hurts the last.
#[test]
fn w40k_hazardous_the_bearer_that_was_hurt_before_is_first() {
    let hazard = blade("Maul", 1, "abilities = [\"Hazardous\"]");
    let trio = format!("game = \"warhammer-40k\"\nname = \"Trio\"\n{}{hazard}", model("Monk", 3, 4, 4, ""));
    let round = fought(&trio, "5 mortal damage", None).rounds.remove(0);
    near("slain", round.slain[0].mean, 1.0 + 11.0 / 36.0);
    near("points", round.wounds_lost[0], 5.0 + 3.0 * 11.0 / 36.0 + 3.0 / 36.0);
    // Nobody has fallen: the first failure of three slays the model that is hurt, the third one another.
    let round = fought(&trio, "1 mortal damage", None).rounds.remove(0);
    let any = 1.0 - (5.0f64 / 6.0).powi(3);
    near("slain", round.slain[0].mean, any + 1.0 / 216.0);
}

/// The same of a leader whose Bodyguard is gone.
#[test]
fn w40k_hazardous_a_leader_that_was_hurt_before() {
    let guard = format!("game = \"warhammer-40k\"\nname = \"Guard\"\n{}", model("Guard", 1, 4, 2, ""));
    let boss = leader("Boss", 4, 4, &blade("Staff", 1, "abilities = [\"Hazardous\"]"));
    let round = fought(&guard, "3 mortal damage", Some(&boss)).rounds.remove(0);
    near("destroyed", round.destroyed[0], 1.0 / 6.0);
}

/// A model that fell in a round before has struck back already: only the one that falls now does.
#[test]
fn w40k_on_death_each_model_strikes_back_once_in_a_fight() {
    let files = Files::new();
    let last = blade("Last", 1, "on-death = true").replace("strength = 8", "strength = 20\nap = -6");
    let frail =
        |name: &str, more: &str| files.write(name, &format!("game = \"warhammer-40k\"\nname = \"{name}\"\n{more}"));
    let mob = frail("Mob", &(model("Grot", 4, 4, 1, "") + &last));
    // The giant slays exactly one in each round of its own; nothing of the mob hurts it but the dying.
    let giant =
        model("Giant", 1, 4, 40, "") + &blade("Club", 1, "").replace("skill = \"2+\"", "skill = \"2+\"\nap = -6");
    let giant = frail("Giant", &giant);
    let request = FightRequest { a: giant, b: mob, rounds: 2, charge: false, ..Default::default() };
    let report = fight(&request, &Options::default()).unwrap_or_else(|error| panic!("{error}")).0;
    let (blow, mut slain, mut points) = (25.0 / 36.0, 0.0, 0.0);
    for round in &report.rounds {
        for side in &round.order {
            if *side == "A" {
                slain += blow;
                points += blow * blow;
            } else {
                points += (4.0 - slain) * blow;
            }
        }
        near("slain", round.slain[1].mean, slain);
        near("points", round.wounds_lost[0], points);
    }
}
