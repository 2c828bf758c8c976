//! The package wh40kdc: units, abilities as data, rules of armies.

use super::{bytes, imported, refused, unit, zipped};

const GUARD: &str = r#"# Provisional in the data: Steady Aim
game = "warhammer-40k-11e"
name = "Copper Guard"
points = 80
leadership = "6+"
move = 6
keywords = ["INFANTRY", "REALM", "COPPER ORDER"]
sizes = [5, 6, 7, 8, 9, 10]
not-computed = ["Half Known", "Far Off", "Last Word", "Never Seen", "Lethal Hits (of some targets only)"]

[[model]]
name = "Guards"
count = 4
toughness = 4
save = "3+"
wounds = 2
objective-control = 2
deadly-demise = "D3"

[[model]]
name = "Serjeant"
count = 1
toughness = 4
save = "3+"
wounds = 3
objective-control = 2
invulnerable = "4+"
deadly-demise = "D3"
"#;

/// The lines that an ability of the guard became, and the words of it that are not understood.
fn told(name: &str) -> (&'static str, Vec<String>, Option<String>) {
    let army = imported(&[&bytes("orbit.json")]).expect("a data set");
    let all = unit(&army, "Copper Guard").abilities.clone();
    let one = all.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("{name}"));
    (one.becomes, one.says.clone(), one.clause.clone())
}

#[test]
fn a_unit_of_the_data_set_becomes_a_profile() {
    let army = imported(&[&bytes("orbit.json")]).expect("a data set");
    let guard = unit(&army, "Copper Guard");
    assert!(guard.text.starts_with(GUARD), "{}", guard.text);
    assert_eq!((guard.army.as_deref(), &guard.provisional[..]), (Some("Copper Order"), &["Steady Aim".to_owned()][..]));
    // Five pistols, of which the serjeant has one; four guns; a budget of one long gun for five models, 10 points each.
    for part in [
        "name = \"Gun\"\nrange = 24\nattacks = 2\nskill = \"3+\"\nstrength = 4\nap = -1\ndamage = 1\ncarried-by = \"Guards\"\nabilities = [\"Rapid Fire 1\"]\n",
        "name = \"Blade\"\nattacks = 4\nskill = \"3+\"\nstrength = 5\nap = -2\ndamage = 1\ncarried-by = \"Serjeant\"\none-of = \"Melee (Serjeant)\"\n",
        "damage = \"D6\"\ncarried-by = \"Guards\"\nabilities = [\"Anti-VEHICLE 4+\"]\n",
        "[[option]]\nname = \"Long Gun\"\nmodel = \"Guards\"\nreplaces = [\"Gun\"]\ngives = [\"Long Gun\"]\nlimit = \"1 per 5\"\npoints = 10\n",
        "[[option]]\nname = \"Gun\"\nmodel = \"Serjeant\"\nreplaces = [\"Pistol\"]\ngives = [\"Gun\"]\nlimit = 1\n",
    ] {
        assert!(guard.text.contains(part), "{part}\n{}", guard.text);
    }
    let unknown: Vec<&str> =
        guard.left_out.iter().map(|left| left.what.as_str()).filter(|what| *what == "banner").collect();
    assert_eq!(unknown, ["banner"]);
    assert_eq!(unit(&army, "Tin Ghost").refused.as_deref(), Some("the data does not say of which models it is"));
    let cart = &unit(&army, "Tin Cart").text;
    let save = "name = \"Invulnerable Save 5+ (ranged)\"\nwhen = [\"shooting\"]\neffects = [\"invulnerable 5+\"]\n";
    assert!(cart.contains("skill = \"N/A\"") && cart.contains(save), "{cart}");
}

#[test]
fn abilities_that_are_data_become_lines_and_what_no_row_reads_is_named() {
    let lines = |says: &[&str]| says.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    for (name, becomes, says) in [
        ("Deadly Demise D3", "key", &[][..]),
        ("Steady Aim", "entry", &["if shooting, target VEHICLE or BEAST: +1 to hit"][..]),
        ("Old Grudge", "optional", &["once: 1 dice 4+ -> D3 mortal"]),
        ("Two Ways", "optional", &["option: lethal hits", "option: if melee: sustained hits 1"]),
        ("Quiet", "entry", &["against: -1 to hit"]),
    ] {
        assert_eq!(told(name), (becomes, lines(says), None), "{name}");
    }
    for (name, clause) in [
        // One key that no row names leaves the whole ability out.
        ("Half Known", "roll-modifier moon=full operation=add roll=hit value=1 target=unit"),
        ("Far Off", "it has a range, and does not say for whom: feel-no-pain threshold=5 target=unit"),
        ("Last Word", "target-has-keyword keyword=MOONLIT: no unit has this keyword"),
        ("Never Seen", "the data calls it disputed"),
    ] {
        assert_eq!(told(name), ("left out", Vec::new(), Some(clause.to_owned())), "{name}");
    }
    let army = imported(&[&bytes("orbit.json")]).expect("a data set");
    let lord = unit(&army, "Copper Lord");
    assert!(
        lord.text.contains("name = \"Lead On\"\nleading = true\nwhen = [\"melee\"]\neffects = [\"improve ap by 1\"]\n")
    );
    assert!(
        lord.text.starts_with("# Provisional in the data: statline and points\n")
            && lord.text.contains("role = \"character\"")
    );
    let whose = lord.abilities.iter().find(|one| one.name == "Whose").and_then(|one| one.clause.clone());
    assert!(whose.is_some_and(|clause| clause.starts_with("it does not say whether the unit that it leads has it")));
}

/// What an ability of the data set becomes, and says, once something in the file is otherwise.
fn steady_aim(from: &str, to: &str) -> (&'static str, Vec<String>) {
    let text = String::from_utf8(bytes("orbit.json")).expect("UTF-8");
    let changed = text.replace(from, to);
    assert_ne!(changed, text);
    let army = imported(&[changed.as_bytes()]).expect("a data set");
    let aim = unit(&army, "Copper Guard").abilities.iter().find(|one| one.name == "Steady Aim").expect("an ability");
    (aim.becomes, aim.says.clone())
}

/// One of several keywords is a condition if each is one word; of others the player sees to it.
#[test]
fn keywords_of_several_words_are_for_the_player_to_see() {
    let aim = steady_aim("\"keyword\": \"Beast\"", "\"keyword\": \"Copper Order\"");
    assert_eq!(aim, ("optional", vec!["optional: if shooting: +1 to hit".to_owned()]));
}

/// One of several conditions that the unit always meets leaves nothing to ask.
#[test]
fn one_of_several_that_always_holds_is_no_condition() {
    let target = "{\"type\": \"target-has-keyword\", \"parameters\": {\"keyword\": \"Vehicle\"}}";
    let own = "{\"type\": \"unit-has-keyword\", \"parameters\": {\"keyword\": \"Realm\"}}";
    assert_eq!(steady_aim(target, own).1, ["if shooting: +1 to hit"]);
}

#[test]
fn a_moment_that_comes_once_is_asked_for_once() {
    let phase = "\"type\": \"phase-is\", \"parameters\": {\"phase\": \"shooting\"}}, {\"operator\": \"or\"";
    let once = "\"type\": \"timing-is\", \"parameters\": {\"timing\": \"once-per-battle\"}}, {\"operator\": \"or\"";
    assert_eq!(steady_aim(phase, once).1, ["once: if target VEHICLE or BEAST: +1 to hit"]);
}

#[test]
fn who_attacks_the_picked_unit_is_read_and_other_keys_are_not_passed_over() {
    let text = String::from_utf8(bytes("orbit.json")).expect("UTF-8");
    let quiet = "{\"type\": \"roll-modifier\", \"target\": \"attacker\", \"modifier\": {\"operation\": \"subtract\", \"roll\": \"hit\", \"value\": 1}}";
    assert!(text.contains(quiet));
    let says = |select: &str| {
        let picked = format!(
            "{{\"type\": \"designate-target\", \"select\": {{\"scope\": \"enemy-unit\"{select}}}, \"applies\": {{\"to\": \"attackers-of-target\", \
             \"attacker_keywords\": [\"Realm\"], \"effect\": {{\"type\": \"keyword-grant\", \"target\": \"unit\", \"modifier\": {{\"keywords\": [\"lethal-hits\"]}}}}}}}}"
        );
        let army = imported(&[text.replace(quiet, &picked).as_bytes()]).expect("a data set");
        let quiet =
            unit(&army, "Copper Guard").abilities.iter().find(|one| one.name == "Quiet").cloned().expect("there");
        (quiet.says, quiet.clause)
    };
    assert_eq!(says(""), (vec!["for REALM: optional: lethal hits".to_owned()], None));
    // An aura for units with a keyword reaches those alone.
    let aura = "{\"type\": \"conditional\", \"condition\": {\"type\": \"unit-has-keyword\", \"parameters\": {\"keyword\": \"Realm\"}}, \
                \"effect\": {\"type\": \"keyword-grant\", \"target\": \"friendly-within-aura\", \"modifier\": {\"keywords\": [\"lethal-hits\"]}}}";
    let army = imported(&[text.replace(quiet, aura).as_bytes()]).expect("a data set");
    let lent = unit(&army, "Copper Guard").abilities.iter().find(|one| one.name == "Quiet").cloned();
    assert_eq!(lent.map(|one| one.says), Some(vec!["for REALM: optional: lethal hits".to_owned()]));
    let unread = Some("designate-target keywords".to_owned());
    assert_eq!(says(", \"keywords\": [\"MONSTER\"]"), (Vec::new(), unread));
}

#[test]
fn rules_of_an_army_stand_in_its_list_with_phase_and_price() {
    let army = imported(&[&bytes("orbit.json")]).expect("a data set");
    let lent: Vec<&str> = army.lent.iter().flat_map(|lent| &lent.entries).map(String::as_str).collect();
    let vow = "\n[[ability]]\nname = \"Copper Vow\"\noptional = true\neffects = [\"reroll failed hits\"]\nfrom = \"army rule\"\nfor = [\"COPPER ORDER\"]\n";
    // In the Movement phase nobody attacks, so that March lends nothing.
    let brace = "\n[[ability]]\nname = \"Brace\"\nagainst = true\noptional = true\nwhen = [\"melee\"]\neffects = [\"-1 to wound\"]\n\
                 from = \"First Foundry, stratagem, 1 CP, fight phase, provisional\"\nfor = [\"COPPER ORDER and INFANTRY\"]\n";
    assert_eq!(lent, [vow, brace]);
    assert!(army.lent.iter().all(|lent| lent.army == "Copper Order"));
    // Whom it is for stands in words that nobody reads: it is lent to nobody.
    let brace = "\"name\": \"Brace\",";
    let text = String::from_utf8(bytes("orbit.json"))
        .expect("UTF-8")
        .replace(brace, &format!("{brace} \"applies_to\": \"somebody\","));
    let army = imported(&[text.as_bytes()]).expect("a data set");
    let lent: Vec<&str> = army.lent.iter().flat_map(|lent| &lent.entries).map(String::as_str).collect();
    assert_eq!(lent, [vow]);
}

#[test]
fn a_package_is_read_as_it_is_downloaded() {
    let data = bytes("orbit.json");
    let plain = imported(&[&data]).expect("a data set");
    let wheel = zipped(&[("x/__init__.py", b"pass"), ("x/schema.json", b"{\"units\": 1}"), ("x/_bundle.json", &data)]);
    assert_eq!(imported(&[&wheel]).expect("a package"), plain);
    let other = zipped(&[("x/__init__.py", b"pass"), ("x/schema.json", b"{\"units\": 1}")]);
    assert!(refused(&other).contains("several files"));
}

#[test]
fn data_that_is_damaged_is_refused_unit_by_unit() {
    let text = String::from_utf8(bytes("orbit.json")).expect("UTF-8");
    let broken = text.replace("\"W\": 11", "\"W\": \"many\"");
    let army = imported(&[broken.as_bytes()]).expect("the others are read");
    assert_eq!(unit(&army, "Tin Cart").refused.as_deref(), Some("Cart: W is `many`"));
    assert!(unit(&army, "Copper Guard").refused.is_none());
    let empty = text.replace("{\"name\": \"Cart\", \"min\": 1", "{\"name\": \"Cart\", \"min\": 0");
    let army = imported(&[empty.as_bytes()]).expect("the others are read");
    assert_eq!(unit(&army, "Tin Cart").refused.as_deref(), Some("the data gives it no models"));
    let unarmed = text.replace("\"default_weapon_ids\": [\"flare\"]", "\"default_weapon_ids\": null");
    let army = imported(&[unarmed.as_bytes()]).expect("the others are read");
    assert_eq!(unit(&army, "Tin Cart").refused.as_deref(), Some("the data does not say what Cart carries"));
    assert!(refused(text.replace("\"factions\"", "\"fractions\"").as_bytes()).contains("no roster"));
}
