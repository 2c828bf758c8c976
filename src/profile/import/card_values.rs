//! What data sets hold, key by key.

use serde_json::Value;

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

/// The text of a key; empty if there is none.
pub(super) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The members of a list.
pub(super) fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> + Clone + use<'v> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

/// The texts of a list.
pub(super) fn texts<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v str> + Clone + use<'v> {
    list(value, key).filter_map(Value::as_str)
}

/// The whole number of a key; those that no card has are none.
pub(super) fn whole(value: &Value, key: &str) -> Option<u32> {
    value.get(key)?.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= 100_000)
}
