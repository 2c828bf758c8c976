//! Values of options as they are typed.

use std::convert::Infallible;

use crate::games::Phase;
use crate::words::same;

/// Other words for results and goals.
const TWINS: &[(&[&str], &str)] = &[
    (&["kill", "kills", "killed", "models", "models-slain"], "slain"),
    (&["wounds"], "wounds-lost"),
    (&["wiped", "wipe"], "destroyed"),
    (&["points"], "points-destroyed"),
];

/// A result by any of its names.
pub(crate) fn metric(text: &str) -> Result<String, Infallible> {
    let twin = TWINS.iter().find(|(twins, _)| twins.iter().any(|twin| same(twin, text)));
    Ok(twin.map_or_else(|| text.to_owned(), |(_, name)| (*name).to_owned()))
}

/// A goal by any of its names, which are those of results.
pub(crate) fn goal(text: &str) -> Result<String, Infallible> {
    let (word, of) = text.split_at(text.find(':').unwrap_or(text.len()));
    let name = metric(word)?;
    let goals = [("slain", "kills"), ("wounds-lost", "wounds"), ("points-destroyed", "points")];
    let goal = goals.iter().find(|(result, _)| same(result, &name)).map_or(&*name, |(_, goal)| goal);
    Ok(format!("{goal}{of}"))
}

/// A chance: `80%` or `80`; `0.8` may be meant as either.
pub(crate) fn chance(text: &str) -> Result<f64, String> {
    let (text, is_percentage) = text.trim().strip_suffix('%').map_or((text, false), |text| (text, true));
    let percent = text.trim().parse::<f64>().ok().filter(|percent| (0.0..=100.0).contains(percent));
    if let Some(share) = percent.filter(|percent| !is_percentage && *percent > 0.0 && *percent < 1.0) {
        return Err(format!("write a percentage: `{}%`, or `{share}%`", share * 100.0));
    }
    percent.map(|percent| percent / 100.0).ok_or_else(|| "write a percentage from 0 to 100, such as 80%".to_owned())
}

/// The phase that a word names.
pub(super) fn phase(text: &str) -> Result<Phase, &'static str> {
    Phase::named(text).ok_or("write `shooting` or `combat`")
}

/// A number of command points.
pub(super) fn whole(text: &str) -> Result<usize, &'static str> {
    text.trim().parse().map_err(|_| "write a whole number, such as 2")
}
