//! The largest questions that are legal, asked of the program in a process of its own: none takes more memory or time than is
//! promised, and what is refused is refused by the name of a limit.

use std::path::Path;

use assert_cmd::cargo::cargo_bin;
use nix::sys::resource::{UsageWho, getrusage};

/// Seconds of the processor. The promise of two belongs to the program as it is shipped; a build for tests takes up to
/// thirty times as long.
const SECONDS: u32 = if cfg!(debug_assertions) { 60 } else { 4 };
/// The most memory that a process may hold, in KiB, as `ru_maxrss` counts it.
const MEMORY: i64 = 512 << 10;

/// A profile of 40k: its groups of models as `count wounds`, and its weapons.
fn datasheet(groups: &[(u32, u32)], weapons: &[String]) -> String {
    let mut text = "game = \"warhammer-40k\"\nname = \"Horde\"\n".to_owned();
    for (place, (count, wounds)) in groups.iter().enumerate() {
        let ignored = if place % 2 == 0 { 6 } else { 4 };
        text.push_str(&format!(
            "[[model]]\nname = \"G{place}\"\ncount = {count}\ntoughness = 4\nsave = \"7+\"\nwounds = {wounds}\nfeel-no-pain = \"{ignored}+\"\n"
        ));
    }
    text + &weapons.concat()
}

fn gun(number: u32, line: &str) -> String {
    format!("[[weapon]]\nname = \"W{number}\"\nskill = \"2+\"\nstrength = 250\nap = -9\n{line}\n")
}

fn warscroll(models: u32, health: u32, weapons: u32, line: &str) -> String {
    let weapon = |n: u32| format!("[[weapon]]\nname = \"W{n}\"\nhit = \"2+\"\nwound = \"2+\"\n{line}\n");
    let weapons: String = (0..weapons).map(weapon).collect();
    format!(
        "game = \"age-of-sigmar\"\nname = \"Horde\"\nmodels = {models}\nhealth = {health}\nsave = \"7+\"\nward = \"6+\"\n{weapons}"
    )
}

fn regiment(attacks: u32) -> String {
    let attack = |n: u32| {
        format!(
            "[[attack]]\nname = \"W{n}\"\ntype = \"melee\"\nhit = \"2+\"\ndice = [30, 30, 30]\nabilities = [\"Vicious\"]\n"
        )
    };
    let attacks: String = (0..attacks).map(attack).collect();
    format!(
        "game = \"asoiaf\"\nname = \"Horde\"\ntray = \"infantry\"\nwounds-per-model = 20\ndefense = \"4+\"\nmorale = \"9+\"\n{attacks}"
    )
}

fn monster(lines: u32) -> String {
    let line = |damage: u32| format!("[[bracket]]\ndamage = {damage}\ntoughness = {}\n", 1 + damage % 9);
    let lines: String = (1..=lines).map(line).collect();
    format!(
        "game = \"warcry\"\nname = \"Horde\"\nrunemarks = [\"MONSTER\"]\ntoughness = 4\nwounds = 250\n\
         [[weapon]]\nname = \"W\"\nrange = 1\nattacks = 50\nstrength = 50\ndamage = [50, 50]\n{lines}"
    )
}

/// The questions: a profile that attacks, one that is attacked, and what else is typed.
fn questions() -> Vec<(String, String, Vec<String>)> {
    let words = |text: &str| -> Vec<String> { text.split('|').map(str::to_owned).collect() };
    let then = |times: usize| -> Vec<String> {
        let all = std::iter::repeat_n(["--then".to_owned(), "ATTACKER".to_owned()], times);
        all.flatten().chain(["--phase".to_owned(), "combat".to_owned()]).collect()
    };
    let most = "attacks = \"20D6+250\"\ndamage = \"20D6+250\"\ncount = 250";
    let all_guns: Vec<String> = (0..100).map(|n| gun(n, most)).collect();
    let one_gun = [gun(0, "attacks = 2\ndamage = \"20D6+250\"\ncount = 1")];
    let few_guns: Vec<String> = (0..20).map(|n| gun(n, "attacks = \"2D6\"\ndamage = \"3D6+3\"\ncount = 1")).collect();
    let mixed = [(125, 12), (125, 24)];
    let eleventh = |text: String| text.replace("warhammer-40k", "warhammer-40k-11e");
    let horde = datasheet(&[(250, 250)], &all_guns);
    let eleven = eleventh(datasheet(&mixed, &few_guns));
    vec![
        (horde.clone(), horde.clone(), words("--phase|combat")),
        (datasheet(&mixed, &one_gun), datasheet(&mixed, &one_gun), words("--phase|combat|--with|reroll failed saves")),
        (datasheet(&mixed, &few_guns), datasheet(&mixed, &few_guns), then(2)),
        (datasheet(&[(5, 2)], &few_guns), datasheet(&[(20, 3), (20, 1)], &[]), then(29)),
        (datasheet(&[(5, 2)], &few_guns), datasheet(&[(20, 3)], &[]), then(30)),
        (eleven.clone(), eleven.clone(), words("--phase|combat")),
        (eleventh(horde.clone()), eleventh(horde), words("--phase|combat|--method|sampled")),
        (warscroll(250, 250, 100, most), warscroll(250, 250, 0, ""), words("--phase|combat")),
        (warscroll(250, 9, 20, "attacks = 6\ndamage = \"D6\""), warscroll(250, 20, 0, ""), then(5)),
        (warscroll(10, 9, 20, "attacks = 6\ndamage = 1"), warscroll(250, 2, 0, ""), then(29)),
        (regiment(100), regiment(1), words("--phase|combat")),
        (regiment(1), regiment(1), then(29)),
        (monster(100), monster(100), words("--phase|combat|--with|three attacks, 1 damage back for each miss")),
        (monster(20), monster(20), then(29)),
    ]
}

/// Asks in a process that the system stops when it takes too long; how it ended, and what it said.
fn asked(
    folder: &Path,
    place: usize,
    (attacker, defender, words): &(String, String, Vec<String>),
) -> (Option<i32>, String) {
    let [one, other] = [("attacker", attacker), ("defender", defender)].map(|(name, text)| {
        let path = folder.join(format!("{name}-{place}.toml"));
        std::fs::write(&path, text).expect("written");
        path
    });
    let words = words.iter().map(|word| if word == "ATTACKER" { one.as_os_str().to_owned() } else { word.into() });
    let limited = format!("ulimit -t {SECONDS}; exec \"$0\" \"$@\"");
    let mut shell = super::sealed("sh");
    shell.args(["-c", &limited]).arg(cargo_bin("warodds")).arg("attack").args([&one, &other]).args(words);
    let output = shell.args(["--threads", "1", "--trials", "5000", "--json", "-"]).output().expect("there is a shell");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn the_largest_questions_keep_within_time_and_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut answered = 0;
    for (place, question) in questions().iter().enumerate() {
        let (code, said) = asked(folder.path(), place, question);
        let named = ["the limit is", "MAX_", "_WORK"].iter().any(|name| said.contains(name));
        let is_right = code == Some(0) || code == Some(2) && named;
        let told: String = said.chars().take(600).collect();
        assert!(is_right, "question {place} ended with {code:?} within {SECONDS} s: {told}");
        answered += u32::from(code == Some(0));
        // Every process that this one has waited for is counted, and those of other tests are small.
        let most = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts it").max_rss();
        assert!(most < MEMORY, "question {place}: {most} KiB");
    }
    assert!(answered >= 5, "only {answered} were answered");
}

/// A hundred thousand threads take more room than this; as many as `--threads` may say do not.
#[test]
fn the_variable_of_the_thread_pool_is_held_to_the_limit_of_threads() {
    let mut shell = super::sealed("sh");
    shell.args(["-c", "ulimit -v 16777216; exec \"$0\" \"$@\""]).arg(cargo_bin("warodds"));
    shell.args(["attack", "liberators", "clawlord", "--method", "sampled", "--trials", "20000", "--csv", "-"]);
    let output = shell.env("RAYON_NUM_THREADS", "100000").output().expect("there is a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Even threads that do nothing take two seconds to begin where there are a thousand: a program that waits for an answer has
/// one for each processor, and its own.
#[cfg(target_os = "linux")]
#[test]
fn a_variable_beyond_the_limit_begins_no_more_threads_than_there_are_processors() {
    use std::process::Stdio;
    use std::time::Duration;

    let mut program = super::sealed(cargo_bin("warodds"));
    program.args(["new", "aos", "--interactive"]).env("RAYON_NUM_THREADS", "100000");
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("begun");
    let threads = |_| {
        std::thread::sleep(Duration::from_millis(25));
        let told = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it waits");
        told.lines().find_map(|line| line.strip_prefix("Threads:")?.trim().parse::<usize>().ok()).expect("a number")
    };
    let most = (0..40).map(threads).max().expect("looked at");
    drop(child.stdin.take());
    child.wait().expect("it ends");
    let processors = std::thread::available_parallelism().expect("some").get();
    assert!(most <= processors + 8, "{most} threads, {processors} processors");
}
