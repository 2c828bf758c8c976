//! A document as TOML again: what a one-line unit represents, or a profile whose size has changed.

use std::fmt::Write;

use super::import::quoted;
use super::{Document, Node, Table, Value};

impl Document {
    /// The text of a profile that says the same; comments are not kept.
    pub fn toml(&self) -> String {
        self.table.toml()
    }
}

impl Table {
    /// Its keys as TOML.
    pub(crate) fn toml(&self) -> String {
        let mut text = String::new();
        write_table(&mut text, "", self);
        text
    }
}

/// The keys of a table, and behind them the tables of its lists under lines `[[list]]`.
fn write_table(text: &mut String, path: &str, table: &Table) {
    for entry in &table.entries {
        if let Some(value) = inline(&entry.node.value) {
            let _ = writeln!(text, "{} = {value}", key(&entry.key));
        }
    }
    for entry in &table.entries {
        let Value::List(nodes) = &entry.node.value else { continue };
        let path = if path.is_empty() { key(&entry.key) } else { format!("{path}.{}", key(&entry.key)) };
        for node in nodes {
            if let Value::Table(table) = &node.value {
                let _ = write!(text, "\n[[{path}]]\n");
                write_table(text, &path, table);
            }
        }
    }
}

/// A key as TOML writes it, in quotes unless its letters are plain.
fn key(name: &str) -> String {
    let is_plain =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_plain { name.to_owned() } else { quoted(name) }
}

/// A value that follows a `=`; `None` for tables, which stand under lines of their own.
fn inline(value: &Value) -> Option<String> {
    Some(match value {
        Value::Text(text) => quoted(text),
        Value::Whole(n) => n.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::List(nodes) if nodes.iter().any(|node| matches!(node.value, Value::Table(_))) => return None,
        Value::List(nodes) => {
            let items: Vec<String> = nodes.iter().filter_map(|Node { value, .. }| inline(value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(_) | Value::Other(_) => return None,
    })
}
