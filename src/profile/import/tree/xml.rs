//! XML as a tree.

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use smallvec::SmallVec;

use super::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS, Tree, attribute, list_of};
use crate::profile::import::NotRead;
use crate::profile::import::tree::Tag;

/// Reads a text that begins with `<`.
pub(super) fn of_xml(text: &str) -> Result<Tree, NotRead> {
    let mut reader = Reader::from_str(text);
    let mut filled = Filled::default();
    loop {
        let event = reader.read_event().map_err(|error| broken(text, reader.error_position(), &error.to_string()))?;
        let is_end = matches!(event, Event::Eof);
        filled.take(event).map_err(|why| match why {
            Why::Wrong(why) => broken(text, reader.buffer_position(), &why),
            Why::Not(why) => why,
        })?;
        if let Some(tree) = filled.tree.take_if(|_| is_end) {
            return tree.counted();
        }
    }
}

/// XML that is wrong, with the line.
fn broken(text: &str, at: u64, why: &str) -> NotRead {
    let before = &text.as_bytes()[..text.len().min(at as usize)];
    NotRead::Xml(format!("{why}, in line {}", memchr::memchr_iter(b'\n', before).count() + 1))
}

/// Why an element cannot be taken.
enum Why {
    Wrong(String),
    Not(NotRead),
}

fn wrong<T>(why: &str) -> Result<T, Why> {
    Err(Why::Wrong(why.to_owned()))
}

/// What an entity means: a letter by its number, or one that XML needs for itself.
fn meant<'a>(name: &BytesRef<'_>, room: &'a mut [u8; 4]) -> Option<&'a str> {
    match name.resolve_char_ref() {
        Ok(Some(letter)) => Some(letter.encode_utf8(room)),
        Ok(None) => resolve_xml_entity(name),
        Err(_) => None,
    }
}

/// What an element is that is open.
enum Open {
    /// One of the tree, with its text so far.
    Element(u32, String),
    /// A list of the tree's element.
    List(u32, Tag),
    /// The text of the element around it.
    Description,
    /// Nothing that importers ask for.
    Other,
}

/// A tree while it is read.
#[derive(Default)]
struct Filled {
    tree: Option<Tree>,
    open: Vec<Open>,
    elements: usize,
}

impl Filled {
    fn take(&mut self, event: Event<'_>) -> Result<(), Why> {
        match event {
            Event::Start(element) => self.open(&element),
            Event::Empty(element) => self.open(&element).map(|()| self.close()),
            Event::Text(more) => self.text(&more.xml10_content()),
            Event::CData(more) => self.text(&more.xml10_content()),
            Event::GeneralRef(name) => match meant(&name, &mut [0; 4]) {
                Some(letter) => self.text(letter),
                None => wrong("an unknown entity"),
            },
            Event::DocType(_) => Err(Why::Not(NotRead::Entities)),
            Event::Eof if !self.open.is_empty() => wrong("it ends within an element"),
            Event::Eof if self.tree.is_none() => wrong("it has no element"),
            Event::End(_) => {
                self.close();
                Ok(())
            }
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::Eof => Ok(()),
        }
    }

    fn open(&mut self, element: &BytesStart<'_>) -> Result<(), Why> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(Why::Not(NotRead::Large { limit: "MAX_ELEMENTS", most: MAX_ELEMENTS }));
        }
        // An element and the list it is in are two levels.
        if self.open.len() > 2 * MAX_DEPTH {
            return Err(Why::Not(NotRead::Deep));
        }
        let name = element.local_name();
        let open = match (self.open.last(), &mut self.tree) {
            (None, None) => {
                self.tree = Some(Tree::new(name.as_ref()));
                Open::Element(0, String::new())
            }
            (None, Some(_)) => return wrong("there is a second outermost element"),
            (Some(Open::List(parent, tag)), Some(tree)) => {
                Open::Element(tree.add(*parent, *tag).map_err(Why::Not)?, String::new())
            }
            (Some(Open::Element(index, _)), _) => match list_of(name.as_ref()) {
                Some(tag) => Open::List(*index, tag),
                None if name.as_ref() == "description" => Open::Description,
                None => Open::Other,
            },
            _ => Open::Other,
        };
        self.attributes(element, &open)?;
        self.open.push(open);
        Ok(())
    }

    /// Takes those attributes that importers ask for.
    fn attributes(&mut self, element: &BytesStart<'_>, open: &Open) -> Result<(), Why> {
        let mut pairs: SmallVec<[_; 12]> = SmallVec::new();
        let mut all = element.attributes();
        for (place, one) in all.with_checks(false).enumerate() {
            if place == MAX_ATTRIBUTES {
                return Err(Why::Not(NotRead::Large { limit: "MAX_ATTRIBUTES", most: MAX_ATTRIBUTES }));
            }
            let one = one.map_err(|error| Why::Wrong(error.to_string()))?;
            let Some(place) = attribute(one.key.local_name().as_ref()) else { continue };
            let value = one.normalized_value(quick_xml::XmlVersion::Explicit1_0);
            let value = value.map_err(|error| Why::Wrong(error.to_string()))?;
            if pairs.iter().any(|(other, _)| *other == place) {
                return wrong("an attribute is there twice");
            }
            pairs.push((place, value));
        }
        if let (Open::Element(index, _), Some(tree)) = (open, &mut self.tree) {
            tree.set_attributes(*index, pairs.iter().map(|(place, value)| (*place, value.as_ref())));
        }
        Ok(())
    }

    fn close(&mut self) {
        if let (Some(Open::Element(index, text)), Some(tree)) = (self.open.pop(), &mut self.tree) {
            tree.set_text(index, &text);
        }
    }

    fn text(&mut self, more: &str) -> Result<(), Why> {
        let inner = match self.open.last() {
            Some(Open::Description) => self.open.len() - 2,
            Some(Open::Element(..)) => self.open.len() - 1,
            None if !more.trim().is_empty() => return wrong("words stand outside of the outermost element"),
            _ => return Ok(()),
        };
        // Most of it is the blanks between elements.
        if let Some(Open::Element(_, text)) = self.open.get_mut(inner)
            && (!text.is_empty() || !more.trim_start().is_empty())
        {
            text.push_str(more);
        }
        Ok(())
    }
}
