//! What data sets of cards hold, key by key.

use serde_json::Value;

use super::values::clean;

/// An ability with its text.
#[derive(Debug)]
pub(super) struct CardAbility {
    pub(super) name: String,
    /// The warband whose fighters have it; empty: the units name it.
    pub(super) warband: String,
    /// The runemarks that a fighter needs for it.
    pub(super) runemarks: Vec<String>,
    /// What it costs, or the icons of its card.
    pub(super) kinds: Vec<String>,
    /// Its lines, what sets it off among them.
    pub(super) lines: Vec<String>,
}

/// The text of a key, plainly written; empty if there is none.
pub(super) fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).map(clean).unwrap_or_default()
}

/// The texts of a list.
pub(super) fn texts(value: &Value, key: &str) -> Vec<String> {
    let list = value.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(clean).collect()
}

/// The whole number of a key; those that no card has are none.
pub(super) fn whole(value: &Value, key: &str) -> Option<u32> {
    value.get(key)?.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= 100_000)
}
