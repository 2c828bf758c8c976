//! Abilities of an army that only one of a choice may have, and that cost command points. One attack that hits on 4+ and
//! wounds on 4+ hurts once in four, with 1 more to hit once in three.

use std::fs;

use tempfile::TempDir;
use warodds::ask::{
    AdviseRequest, CompareRequest, FightRequest, PlanRequest, Request, advise, compare, fight, plan, prepare,
    unit_abilities,
};
use warodds::engine::{Options, exact};
use warodds::games::{Cost, Owner};
use warodds::sequence::Side;

struct Army(TempDir);

impl Army {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let army = Self(folder);
        for (name, models, health) in [("one", 1, 9), ("other", 1, 9), ("foe", 2, 1)] {
            let head = format!("game = \"age-of-sigmar\"\nname = \"{name}\"\nmodels = {models}\nhealth = {health}\n");
            let blade = "save = \"-\"\n[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = \"-\"\ndamage = 1\n";
            army.write(&format!("{name}.toml"), &(head + blade));
        }
        let ability = |name: &str, more: &str, effect: &str| {
            format!("[[ability]]\nname = \"{name}\"\noptional = true\n{more}\neffects = [\"{effect}\"]\n")
        };
        let units = "name = \"x\"\n[[unit]]\nprofile = \"one.toml\"\n[[unit]]\nprofile = \"other.toml\"\n".to_owned();
        let list = units
            + &ability("Host", "choice = \"detachment\"", "+1 to hit")
            + &ability("Band", "choice = \"detachment\"", "+1 to wound")
            + &ability("Rush", "cost = { command-points = 1 }", "+1 to hit");
        army.write("army.toml", &list);
        army
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("written");
    }

    fn unit(&self, name: &str) -> String {
        format!("{}:{name}", self.0.path().join("army.toml").display())
    }

    fn foe(&self) -> String {
        self.0.path().join("foe.toml").display().to_string()
    }

    fn request(&self, with: &[&str]) -> Request {
        let with = with.iter().map(|text| (*text).to_owned()).collect();
        Request { attacker: self.unit("one"), defender: self.foe(), with, ..Request::default() }
    }

    /// The points that an attack takes, on average.
    fn lost(request: &Request) -> Result<f64, String> {
        let prepared = prepare(request).map_err(|error| error.to_string())?;
        Ok(exact(&prepared.engaged.engagement).expect("not too large").wounds_lost(Side::Defender).mean())
    }
}

fn close(value: f64, wanted: f64) {
    assert!((value - wanted).abs() < 1e-12, "{value} is not {wanted}");
}

#[test]
fn of_a_choice_one_holds() {
    let army = Army::new();
    for (with, wanted) in [(&["host"][..], 1.0 / 3.0), (&["band"], 1.0 / 3.0), (&[], 1.0 / 4.0)] {
        close(Army::lost(&army.request(with)).expect("an answer"), wanted);
    }
    let why = Army::lost(&army.request(&["host", "band"])).expect_err("one choice");
    assert!(why.contains("of `Host` and `Band` only one holds") && why.contains("`detachment`"), "{why}");
    let advice = AdviseRequest { request: army.request(&[]), tries: Vec::new(), side: Owner::Attacker, metric: None };
    let advice = advise(&advice, &Options::default()).expect("advice");
    let option = |name: &str| advice.options.iter().find(|option| option.name == name).expect("offered");
    assert_eq!((option("Host").cost, option("Rush").cost), (Cost::Free, Cost::Command(1)));
}

#[test]
fn what_costs_is_paid_for_in_attacks_fights_and_plans() {
    let army = Army::new();
    let asked = unit_abilities(&army.unit("one"), &[]).expect("a unit");
    let asked: Vec<&str> = asked.iter().map(|row| row[3].as_str()).collect();
    let choice = ["--with \"Host\", one of the choice detachment", "--with \"Band\", one of the choice detachment"];
    assert_eq!(asked, [choice[0], choice[1], "--with \"Rush\", 1 CP"]);
    let poor = Request { points: Some(0), ..army.request(&["rush"]) };
    let why = Army::lost(&poor).expect_err("no point");
    assert!(why.contains("Rush costs 1 CP, and `--cp` says 0"), "{why}");
    // Two rounds, of which one point pays for the first: the chance that both models fall.
    let base = |points| Request { points, ..army.request(&["A: rush"]) };
    let fought = |points| {
        let request = FightRequest {
            a: army.unit("one"),
            b: army.foe(),
            rounds: 2,
            base: base(points),
            ..FightRequest::default()
        };
        fight(&request, &Options::default()).expect("a fight").0.rounds[1].destroyed[1]
    };
    close(fought(Some(1)), 1.0 / 3.0 / 4.0);
    close(fought(Some(2)), 1.0 / 3.0 / 3.0);
    // One point pays for one of two units, in one phase.
    let planned = |points| {
        let base = Request { points, ..army.request(&["rush"]) };
        let attackers = vec![army.unit("one"), army.unit("other")];
        let (goal, targets) = ("destroyed".to_owned(), vec![army.foe()]);
        plan(&PlanRequest { attackers, targets, goal, base, ..PlanRequest::default() }).expect("a plan").0.value
    };
    close(planned(Some(1)), 1.0 / 3.0 / 4.0);
    close(planned(Some(0)), 1.0 / 4.0 / 4.0);
}

#[test]
fn a_cost_that_is_none_and_a_choice_of_what_is_always_on_are_refused() {
    let army = Army::new();
    for (line, wanted) in [
        ("optional = true\ncost = { blood = 1 }", "`cost`"),
        ("choice = \"x\"", "`choice` is of abilities that are off until somebody asks for them"),
    ] {
        let list = format!(
            "[[unit]]\nprofile = \"one.toml\"\n[[ability]]\nname = \"Odd\"\n{line}\neffects = [\"+1 to hit\"]\n"
        );
        army.write("army.toml", &list);
        let why = Army::lost(&army.request(&[])).expect_err("a mistake");
        assert!(why.contains(wanted), "{why}");
    }
}

#[test]
fn one_name_gives_all_lines_whatever_commas_are_in_it() {
    let army = Army::new();
    let names = ["Howl (Aura, Loud)", "Bite, Tear, Run!"];
    let line = |name: &str, effect: &str| {
        format!("[[ability]]\nname = \"{name}\"\noptional = true\nfrom = \"Chief\"\neffects = [\"{effect}\"]\n")
    };
    let lines = names.map(|name| line(name, "+1 to hit") + &line(name, "+1 to wound"));
    army.write("army.toml", &format!("[[unit]]\nprofile = \"one.toml\"\n{}", lines.concat()));
    for name in names {
        // 3+ and 3+; 4+ and 3+ with 1 less to hit.
        for (with, wanted) in [(name.to_owned(), 4.0 / 9.0), (format!("attacker: {name}, -1 to hit"), 1.0 / 3.0)] {
            close(Army::lost(&army.request(&[&with])).expect("an answer"), wanted);
        }
        let (a, b) = (army.unit("one"), army.foe());
        let base = army.request(&[&format!("A: {name}, A: -1 to hit")]);
        let request = FightRequest { a: a.clone(), b: b.clone(), rounds: 2, base, ..FightRequest::default() };
        close(fight(&request, &Options::default()).expect("a fight").0.rounds[1].destroyed[1], 1.0 / 9.0);
        let base = Request { with: vec![format!("{name}, -1 to hit")], ..Request::default() };
        let (attackers, targets, goal) = (vec![a.clone(), a.clone()], vec![b.clone()], "destroyed".to_owned());
        let request = PlanRequest { attackers, targets, goal, base: base.clone(), ..PlanRequest::default() };
        close(plan(&request).expect("a plan").0.value, 1.0 / 9.0);
        let request = CompareRequest { attackers: vec![a], defenders: vec![b], base, ..CompareRequest::default() };
        let cells = compare(&request, &Options::default()).expect("a table").collect();
        close(cells[0].answer.as_ref().expect("computed").value("wounds-lost").expect("a mean"), 1.0 / 3.0);
    }
}
