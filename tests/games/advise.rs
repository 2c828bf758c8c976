//! What each option is worth, alone and beside the others.

use std::fs;

use warodds::ask::Request;
use warodds::ask::{Advice, AdviseRequest, advise};
use warodds::engine::Options;
use warodds::games::{Cost, Owner, Phase};
use warodds::report::{Reportable, Screen, text};

fn wanted(attacker: &str, defender: &str, tries: &[&str]) -> AdviseRequest {
    AdviseRequest {
        request: Request { attacker: attacker.to_owned(), defender: defender.to_owned(), ..Request::default() },
        tries: tries.iter().map(|text| (*text).to_owned()).collect(),
        side: Owner::Attacker,
        metric: None,
    }
}

fn advice(wanted: &AdviseRequest) -> Advice {
    advise(wanted, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn change(advice: &Advice, name: &str) -> (f64, Option<f64>) {
    let option = advice.options.iter().find(|option| option.name == name);
    let option = option.unwrap_or_else(|| panic!("{name} is no option of {:?}", advice.options));
    (option.change.destroyed, option.share)
}

/// One attack, hit 4+, wound 4+, no save, one wound. In parts of 216, with each of the commands and buffs A (+1 to hit), R
/// (ones to hit again) and W (+1 to wound): nothing 54, A 72, R 63, W 72, AR 84, AW 96, RW 84, ARW 112. Shapley's shares by
/// hand: A 18/3 + (21 + 24)/6 + 28/3, R 9/3 + (12 + 12)/6 + 16/3, W 18/3 + (24 + 21)/6 + 28/3; 58 in all.
#[test]
fn three_options_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let head = "game = \"age-of-sigmar\"\nmodels = 1\nhealth = 1\nsave = \"-\"\n";
    let blade = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = \"-\"\ndamage = 1\n";
    let one = write("one.toml", &format!("{head}name = \"One\"\n{blade}"));
    let other = write("other.toml", &format!("{head}name = \"Other\"\n"));
    let advice = advice(&wanted(&one, &other, &["all-out attack", "reroll hits of 1", "+1 to wound"]));
    let near = |a: f64, parts: f64| assert!((a - parts / 216.0).abs() < 1e-12, "{a} is not {parts} parts");
    near(advice.base.destroyed, 54.0);
    near(advice.together.destroyed, 58.0);
    for (name, alone, share) in [
        ("all-out attack", 18.0, 6.0 + 45.0 / 6.0 + 28.0 / 3.0),
        ("reroll hits of 1", 9.0, 3.0 + 24.0 / 6.0 + 16.0 / 3.0),
        ("+1 to wound", 18.0, 6.0 + 45.0 / 6.0 + 28.0 / 3.0),
    ] {
        let (change, part) = change(&advice, name);
        near(change, alone);
        near(part.expect("it was named"), share);
    }
    let shares: f64 = advice.options.iter().filter_map(|option| option.share).sum();
    near(shares, 58.0);
    let command = advice.options.iter().find(|option| option.name == "all-out attack").expect("tried");
    assert_eq!(command.cost, Cost::Command(1), "what the game offers keeps its price");
}

/// An activation has one ability (WARCRY-ABILITY-USE): both together are worth what Rampage is, of which Onslaught brings
/// half of what it brings alone.
#[test]
fn what_is_not_allowed_together_counts_as_the_best_of_it() {
    let advice = advice(&wanted("gloryseeker", "carrion-catcher", &["onslaught", "rampage"]));
    let ((onslaught, share), (rampage, other)) = (change(&advice, "onslaught"), change(&advice, "rampage"));
    assert!(rampage > onslaught && onslaught > 0.0);
    assert!((advice.together.destroyed - rampage).abs() < 1e-12);
    assert!((share.expect("named") - onslaught / 2.0).abs() < 1e-12);
    assert!((other.expect("named") - (rampage - onslaught / 2.0)).abs() < 1e-12);
}

/// Every offer of every game is understood, and shares add up to the whole.
#[test]
fn shares_add_up_in_every_game_and_for_both_sides() {
    let pairs = [
        ("liberators", "clawlord"),
        ("clawlord", "liberators"),
        ("warhammer-40k/intercessor-squad", "warhammer-40k/termagants"),
        ("lannister-guardsmen", "stark-sworn-swords"),
        ("gloryseeker", "carrion-catcher"),
    ];
    for (attacker, defender) in pairs {
        for side in [Owner::Attacker, Owner::Defender] {
            let advice = advice(&AdviseRequest { side, ..wanted(attacker, defender, &[]) });
            let shares: f64 = advice.options.iter().filter_map(|option| option.share).sum();
            let whole = advice.together.get(advice.metric);
            assert!((shares - whole).abs() < 1e-12, "{attacker} against {defender}: {shares} is not {whole}");
            assert!(!advice.options.is_empty(), "{attacker} against {defender}");
        }
    }
}

#[test]
fn every_offer_is_understood_and_cites_a_rule() {
    for game in warodds::games::GAMES {
        let rules = warodds::games::rules::read_index(game.rules).expect("its rules");
        for offer in game.offers {
            assert!(rules.iter().any(|rule| rule.id == offer.rule), "{}: {}", game.id, offer.rule);
            let known = game.situations.iter().any(|situation| situation.name == offer.with);
            assert!(known || offer.with.contains("->"), "{}: {}", game.id, offer.with);
        }
    }
}

#[test]
fn more_models_cost_what_the_unit_costs_more() {
    let advice = advice(&wanted("liberators", "clawlord", &[]));
    let more = advice.options.iter().find(|option| option.name == "5 more models").expect("offered");
    assert_eq!(more.cost, Cost::Points(90));
    let per = more.per_cost.expect("points").destroyed;
    assert!((per - more.change.destroyed / 0.9).abs() < 1e-15, "for 100 points");
}

#[test]
fn what_is_tried_and_refused_is_an_error_and_what_changes_nothing_is_shown() {
    let refused = advise(&wanted("liberators", "clawlord", &["all-out atack"]), &Options::default());
    assert!(refused.expect_err("no such thing").to_string().contains("all-out attack"));
    let advice = advice(&wanted("liberators", "clawlord", &["guarded hero"]));
    assert_eq!(change(&advice, "guarded hero"), (0.0, Some(0.0)));
    let many = ["cover"; 13];
    let refused = advise(&wanted("liberators", "clawlord", &many), &Options::default());
    assert!(refused.expect_err("too many").to_string().contains("MOST_TRIED"));
}

/// One attack that hits on 4+ and wounds on 4+; with another one 7/16 instead of 1/4. What the card leaves out is named.
#[test]
fn optional_abilities_are_options_and_what_is_left_out_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let head = "game = \"age-of-sigmar\"\nmodels = 1\nhealth = 1\nsave = \"-\"\n";
    let fury = "[[ability]]\nname = \"Fury\"\noptional = true\neffects = [\"+1 attacks\"]\n";
    let blade = "[[weapon]]\nname = \"Blade\"\nattacks = 1\nhit = \"4+\"\nwound = \"4+\"\nrend = \"-\"\ndamage = 1\n";
    let one = write("one.toml", &format!("{head}name = \"One\"\nnot-computed = [\"Overcharge\"]\n{fury}{blade}"));
    let other = write("other.toml", &format!("{head}name = \"Other\"\n"));
    let advice = advice(&wanted(&one, &other, &[]));
    let (fury, _) = change(&advice, "Fury");
    assert!((fury - (7.0 / 16.0 - 0.25)).abs() < 1e-12, "{fury}");
    let screen = text(&advice.sheet(), Screen { width: 80, color: false, ascii: false });
    assert!(screen.contains("not computed: One: Overcharge"), "{screen}");
}

#[test]
fn what_an_option_costs_is_said_in_a_few_words() {
    let costs = [Cost::Command(1), Cost::Dice("double"), Cost::Points(40), Cost::Free];
    assert_eq!(costs.map(Cost::text), ["1 CP", "a double", "40 points", ""]);
}

/// A weapon that is worse than the one at hand is an option, and none that anybody takes besides the others.
#[test]
fn what_harms_is_not_taken_together_with_the_rest() {
    let mut wanted = wanted("40k-11e/deff-dread", "40k-11e/boyz", &[]);
    wanted.request.phase = Some(Phase::Combat);
    let advice = advice(&wanted);
    let harms: Vec<_> = advice.options.iter().filter(|option| option.change.wounds_lost < 0.0).collect();
    assert!(!harms.is_empty() && harms.iter().all(|option| option.share.is_none()), "{harms:?}");
    assert!(advice.together.wounds_lost > 0.0, "{:?}", advice.together);
}
