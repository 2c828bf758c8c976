//! XML as a tree.

use roxmltree::{Attribute, Document, Error, Node, ParsingOptions};

use super::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, Tree, attribute, list_of};
use crate::profile::import::NotRead;

/// The most declarations of namespaces in one file, which whatever stands in an element inherits.
const MAX_NAMESPACES: usize = 100;

/// Reads a text that begins with `<`.
pub(super) fn of_xml(text: &str) -> Result<Tree, NotRead> {
    within_limits(text)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_ELEMENTS as u32 * 2, ..Default::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        Error::DtdDetected => NotRead::Entities,
        Error::NodesLimitReached => NotRead::Large { limit: "MAX_ELEMENTS", most: MAX_ELEMENTS },
        other => NotRead::Xml(other.to_string()),
    })?;
    let root = document.root_element();
    let mut tree = Tree::new(root.tag_name().name());
    fill(&mut tree, 0, root, 0)?;
    tree.counted()
}

fn fill(tree: &mut Tree, index: u32, element: Node<'_, '_>, depth: usize) -> Result<(), NotRead> {
    if depth > MAX_DEPTH {
        return Err(NotRead::Deep);
    }
    tree.set_attributes(index, element.attributes().filter_map(known));
    let mut text = String::new();
    for child in element.children() {
        if child.is_text() {
            let more = child.text().unwrap_or_default();
            // Most of it is the blanks between elements.
            if !text.is_empty() || !more.trim_start().is_empty() {
                text.push_str(more);
            }
        } else if let Some(tag) = list_of(child.tag_name().name()) {
            for member in child.children().filter(Node::is_element) {
                let index = tree.add(index, tag)?;
                fill(tree, index, member, depth + 1)?;
            }
        } else if child.tag_name().name() == "description" {
            text.push_str(child.text().unwrap_or_default());
        }
    }
    tree.set_text(index, &text);
    Ok(())
}

/// An attribute that importers ask for.
fn known<'a>(one: Attribute<'a, '_>) -> Option<(u8, &'a str)> {
    Some((attribute(one.name())?, one.value()))
}

/// Refuses elements that stand too deep in each other, and attributes and namespaces that are too many, before a parser
/// meets them.
fn within_limits(text: &str) -> Result<(), NotRead> {
    if memchr::memmem::find_iter(text.as_bytes(), "xmlns").count() > MAX_NAMESPACES {
        return Err(NotRead::Large { limit: "MAX_NAMESPACES", most: MAX_NAMESPACES });
    }
    let (mut depth, mut rest) = (0usize, text);
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        match rest.as_bytes().first() {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!') if rest.starts_with("!--") => rest = rest.split_once("-->").map_or("", |(_, after)| after),
            Some(b'!') if rest.starts_with("![CDATA[") => rest = rest.split_once("]]>").map_or("", |(_, after)| after),
            Some(b'!' | b'?') => {}
            _ => {
                let (end, attributes) = tag(rest);
                if attributes > MAX_ATTRIBUTES {
                    return Err(NotRead::Large { limit: "MAX_ATTRIBUTES", most: MAX_ATTRIBUTES });
                }
                if !rest[..end].ends_with('/') {
                    depth += 1;
                }
                // An element and the list it stands in are two levels.
                if depth > 2 * MAX_DEPTH {
                    return Err(NotRead::Deep);
                }
                rest = &rest[end..];
            }
        }
    }
    Ok(())
}

/// Where an opened tag ends, and how many attributes it has: each has its value in quotes.
fn tag(text: &str) -> (usize, usize) {
    let (mut at, mut attributes) = (0, 0);
    while let Some(next) = memchr::memchr3(b'"', b'\'', b'>', &text.as_bytes()[at..]) {
        at += next;
        let quote = text.as_bytes()[at];
        if quote == b'>' {
            return (at, attributes);
        }
        attributes += 1;
        at += memchr::memchr(quote, &text.as_bytes()[at + 1..]).map_or(text.len() - at, |value| value + 2);
    }
    (text.len(), attributes)
}
