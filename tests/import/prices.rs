//! What units of more models cost: the catalogue's own prices, counted by hand.

use warodds::ask::{Prepared, Request, prepare_units};
use warodds::games::Phase;
use warodds::profile::{Found, Source};

use super::options::tin;
use super::{imported, unit};

/// Five to ten Tin Guards for 100 points, whose cost these changes set anew: the condition, the number, the cost.
fn priced(steps: &[(&str, u32, u32)]) -> String {
    let cost = "<cost name=\"pts\" typeId=\"points\" value=\"100\"/>";
    let steps = steps.iter().map(|(kind, number, points)| {
        format!(
            "<modifier type=\"set\" field=\"points\" value=\"{points}\"><conditions><condition type=\"{kind}\" value=\"{number}\" \
             field=\"selections\" scope=\"self\" childId=\"model\"/></conditions></modifier>"
        )
    });
    let steps: String = steps.collect();
    let text = tin().replace(
        "<costs><cost name=\"pts\" value=\"100\"/></costs>",
        &format!("<costs>{cost}</costs><modifiers>{steps}</modifiers>"),
    );
    assert!(text.contains(cost), "{text}");
    unit(&imported(&[text.as_bytes()]).expect("a catalogue"), "Tin Guards").text.to_string()
}

/// What the unit costs with this many models.
fn points(text: &str, models: u64) -> Option<u32> {
    let found = || Found::of("unit", Source::new("unit.toml", text.to_owned()));
    let request = Request { phase: Some(Phase::Combat), ..Request::default() };
    let prepared: Prepared =
        prepare_units(&[(found(), Some(models))], &(found(), None), &request).unwrap_or_else(|error| panic!("{error}"));
    prepared.engaged.attackers[0].points
}

/// The same by `--set`.
fn set(text: &str, models: u64) -> Option<u32> {
    let found = || Found::of("unit", Source::new("unit.toml", text.to_owned()));
    let set = vec![format!("attacker.models={models}")];
    let request = Request { phase: Some(Phase::Combat), set, ..Request::default() };
    let prepared =
        prepare_units(&[(found(), None)], &(found(), None), &request).unwrap_or_else(|error| panic!("{error}"));
    prepared.engaged.attackers[0].points
}

#[test]
fn a_larger_unit_costs_what_its_catalogue_says() {
    let from_six = "sizes = [5, 10]\nsize-points = [100, 230]\n";
    for (steps, written) in [
        (&[("atLeast", 6, 230)][..], from_six),
        (&[("greaterThan", 5, 230)], from_six),
        // Of the costs the one of most models holds, wherever it stands.
        (
            &[("atLeast", 8, 230), ("equalTo", 7, 150), ("equalTo", 6, 120)],
            "sizes = [5, 6, 7, 10]\nsize-points = [100, 120, 150, 230]\n",
        ),
        (&[("atLeast", 8, 230)], "sizes = [5, 7, 10]\nsize-points = [100, 100, 230]\n"),
    ] {
        let text = priced(steps);
        assert!(text.contains(written) && text.contains("points = 100\n"), "{steps:?}: {text}");
    }
    let text = priced(&[("atLeast", 6, 230)]);
    // Six to ten cost 230, and fewer than five what five do; twenty are twice as many as the catalogue knows. A profile of
    // another size, and one with `--set`, say the same.
    let twenty = text.replace("points = 100\n", "points = 460\n").replace("count = 5\n", "count = 20\n");
    for (models, cost) in [(4, 100), (5, 100), (6, 230), (10, 230), (20, 460)] {
        assert_eq!(points(&text, models), Some(cost), "{models}");
        assert_eq!(points(&twenty, models), Some(cost), "{models} of 20");
        assert_eq!(set(&text, models), Some(cost), "{models} set");
    }
}

/// A unit of which no size is dearer than its own, one that the catalogue does not know, and the cost of its own size.
#[test]
fn costs_of_sizes_that_a_unit_cannot_have_are_left_alone() {
    for steps in [&[("atLeast", 11, 230)][..], &[]] {
        let text = priced(steps);
        assert!(!text.contains("sizes") && !text.contains("size-points"), "{text}");
        assert_eq!(points(&text, 10), Some(200));
    }
    let text = priced(&[("atLeast", 5, 130)]);
    assert!(text.contains("points = 130\n") && !text.contains("sizes"), "{text}");
}

/// Changes of the cost may stand in a group; what has conditions for all of them is no price of a size.
#[test]
fn costs_in_a_group_are_costs() {
    let plain = priced(&[("atLeast", 6, 230)]);
    let cost = "<cost name=\"pts\" typeId=\"points\" value=\"100\"/>";
    let condition = |id: &str, number: u32| {
        format!(
            "<conditions><condition type=\"atLeast\" value=\"{number}\" field=\"selections\" scope=\"self\" childId=\"{id}\"/></conditions>"
        )
    };
    let grouped = |own: &str| {
        let changes = format!(
            "<costs>{cost}</costs><modifierGroups><modifierGroup type=\"and\">{own}<modifiers><modifier type=\"set\" field=\"points\" \
             value=\"230\">{}</modifier></modifiers></modifierGroup></modifierGroups>",
            condition("model", 6)
        );
        let text = tin().replace("<costs><cost name=\"pts\" value=\"100\"/></costs>", &changes);
        unit(&imported(&[text.as_bytes()]).expect("a catalogue"), "Tin Guards").text.to_string()
    };
    assert_eq!(grouped(""), plain);
    assert!(!grouped(&condition("sword", 1)).contains("size-points"));
}
