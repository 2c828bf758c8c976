//! A roster or a catalogue as a tree, the same from XML and from JSON.
//!
//! Lists are in elements of their own (`selections/selection`) or in arrays (`"selections": [ … ]`); here their members are
//! children of whoever has the list. What no importer asks for is dropped while it is read, so that the tree of all catalogues
//! of a game stays small.

mod texts;
#[cfg(feature = "import")]
mod xml;

use std::borrow::Cow;

use serde_json_borrow::{ObjectAsVec, Value};
use smallvec::SmallVec;

use self::texts::{Span, Texts};
use super::not_read::{MAX_DEPTH, MOST_OF_ONE, NotRead};
#[cfg(feature = "import")]
use xml::of_xml;

/// The most elements of one file.
pub(super) const MAX_ELEMENTS: usize = 3_000_000;

/// The most attributes of one element, each of which is compared with all others.
const MAX_ATTRIBUTES: usize = 100;

macro_rules! lists {
    ($($tag:ident: $($container:literal)|+;)*) => {
        /// What an element is a member of.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Tag { Root, $($tag),* }

        /// The list of this name.
        fn list_of(container: &str) -> Option<Tag> {
            match container { $($($container)|+ => Some(Tag::$tag),)* _ => None }
        }
    };
}

lists! {
    Force: "forces";
    Selection: "selections";
    Profile: "profiles" | "sharedProfiles";
    Characteristic: "characteristics";
    Category: "categories";
    Cost: "costs";
    PrintedRule: "rules" | "sharedRules";
    Association: "associations";
    Entry: "selectionEntries";
    SharedEntry: "sharedSelectionEntries";
    Group: "selectionEntryGroups" | "sharedSelectionEntryGroups";
    EntryLink: "entryLinks";
    InfoLink: "infoLinks";
    InfoGroup: "infoGroups" | "sharedInfoGroups";
    CategoryLink: "categoryLinks";
    CatalogueLink: "catalogueLinks";
    Constraint: "constraints";
    Modifier: "modifiers";
    ModifierGroup: "modifierGroups";
    Condition: "conditions" | "conditionGroups" | "localConditionGroups";
    Repeat: "repeats";
}

macro_rules! attributes {
    ($($place:literal $name:literal)*) => {
        /// The place of an attribute among those that importers ask for; no other is kept. Of a name that is known when this
        /// is compiled it is a number.
        #[inline(always)]
        fn attribute(name: &str) -> Option<u8> {
            match name { $($name => Some($place),)* _ => None }
        }
    };
}

attributes! {
    0 "affects" 1 "associationId" 2 "catalogueName" 3 "childId" 4 "customName" 5 "defaultAmount"
    6 "defaultSelectionEntryId" 7 "entryId" 8 "field" 9 "flatten" 10 "gameSystemId" 11 "gameSystemName"
    12 "gameSystemRevision" 13 "generatedBy" 14 "group" 15 "hidden" 16 "id" 17 "importRootEntries" 18 "library"
    19 "name" 20 "number" 21 "primary" 22 "scope" 23 "targetId" 24 "to" 25 "type" 26 "typeId" 27 "typeName" 28 "value"
}

/// How JSON calls the text of an element.
const TEXTS: &[&str] = &["$text", "description", "__text", "#text", "_text"];

/// A file as a tree. What is in it is kept once, all in one text: most values of attributes are the same few.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<TreeNode>,
    /// Each by its place in the list of all, those of one element side by side.
    attributes: Vec<(u8, Span)>,
    texts: Texts,
    /// What the outermost element is called: `roster`, `catalogue`, `gameSystem`.
    pub(super) kind: String,
}

#[derive(Debug)]
struct TreeNode {
    tag: Tag,
    /// Where its attributes begin, and how many it has.
    attributes: (u32, u8),
    /// The text of the element, or the description in it.
    text: Span,
    /// Its first and its last child, and the next one of its parent; 0: none.
    first: u32,
    last: u32,
    next: u32,
}

/// One element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'t> {
    tree: &'t Tree,
    index: u32,
}

impl<'t> Element<'t> {
    fn node(self) -> &'t TreeNode {
        &self.tree.nodes[self.index as usize]
    }

    /// An attribute; empty if it has none of this name.
    #[inline(always)]
    pub(super) fn get(self, name: &str) -> &'t str {
        let place = attribute(name);
        let mut all = self.tree.attributes_of(self.index).iter();
        all.find(|(key, _)| Some(*key) == place).map_or("", |(_, value)| self.tree.texts.at(*value))
    }

    pub(super) fn tag(self) -> Tag {
        self.node().tag
    }

    /// Its text.
    pub(super) fn text(self) -> &'t str {
        self.tree.texts.at(self.node().text)
    }

    /// The number in an attribute; `None` if it holds none.
    #[inline(always)]
    pub(super) fn number(self, name: &str) -> Option<f64> {
        self.get(name).parse().ok().filter(|n: &f64| n.is_finite())
    }

    /// Its children, in the order of the file.
    pub(super) fn children(self) -> impl Iterator<Item = Element<'t>> {
        let one = move |index: u32| (index > 0).then_some(Element { tree: self.tree, index });
        std::iter::successors(one(self.node().first), move |child| one(child.node().next))
    }

    /// The members of one of its lists.
    pub(super) fn list(self, tag: Tag) -> impl Iterator<Item = Element<'t>> {
        self.children().filter(move |child| child.tag() == tag)
    }

    /// Whether it is a modifier that hides what has it.
    pub(super) fn hides(&self) -> bool {
        self.get("field") == "hidden" && self.get("value") == "true"
    }

    /// Its place in the tree, which no other element has.
    pub(super) fn index(self) -> u32 {
        self.index
    }
}

impl Tree {
    /// Reads a text, whichever of both it is.
    pub(super) fn read(text: &str) -> Result<Self, NotRead> {
        match text.trim_start().as_bytes().first() {
            None => Err(NotRead::Empty),
            Some(b'<') => of_xml(text),
            Some(b'{' | b'[') => Self::of_json(&json(text)?),
            Some(_) => Err(NotRead::Unknown("neither XML nor JSON".to_owned())),
        }
    }

    /// A tree with nothing in it.
    pub(super) fn empty() -> Self {
        Self::new("")
    }

    /// The outermost element.
    pub(super) fn root(&self) -> Element<'_> {
        Element { tree: self, index: 0 }
    }

    /// Every element, in the order of the file.
    pub(super) fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        (0..self.nodes.len() as u32).map(|index| Element { tree: self, index })
    }

    /// An element of this tree by its place.
    pub(super) fn at(&self, index: u32) -> Element<'_> {
        Element { tree: self, index }
    }

    fn new(kind: &str) -> Self {
        let nodes = vec![TreeNode::new(Tag::Root)];
        Self { nodes, attributes: Vec::new(), texts: Texts::default(), kind: kind.to_owned() }
    }

    fn add(&mut self, parent: u32, tag: Tag) -> Result<u32, NotRead> {
        if self.nodes.len() >= MAX_ELEMENTS {
            return Err(NotRead::Large { limit: "MAX_ELEMENTS", most: MAX_ELEMENTS });
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(TreeNode::new(tag));
        let before = std::mem::replace(&mut self.nodes[parent as usize].last, index);
        match before {
            0 => self.nodes[parent as usize].first = index,
            before => self.nodes[before as usize].next = index,
        }
        Ok(index)
    }

    fn attributes_of(&self, index: u32) -> &[(u8, Span)] {
        let (start, count) = self.nodes[index as usize].attributes;
        &self.attributes[start as usize..][..usize::from(count)]
    }

    /// Gives an element its attributes; of one that is there twice the first counts.
    fn set_attributes<'a>(&mut self, index: u32, all: impl Iterator<Item = (u8, &'a str)>) {
        let start = self.attributes.len();
        for (place, value) in all {
            let value = self.texts.add(value);
            self.attributes.push((place, value));
        }
        let count = self.attributes.len() - start;
        self.attributes.truncate(start + count.min(MAX_ATTRIBUTES));
        self.nodes[index as usize].attributes = (start as u32, count.min(MAX_ATTRIBUTES) as u8);
    }

    fn set_text(&mut self, index: u32, text: &str) {
        self.nodes[index as usize].text = self.texts.add(text.trim());
    }

    /// Reads JSON that was read already.
    pub(super) fn of_json(value: &Value) -> Result<Self, NotRead> {
        let kinds = ["roster", "catalogue", "gameSystem"];
        let found = value.as_object().and_then(|object| {
            kinds.iter().find_map(|kind| object.get(kind).filter(|inner| inner.is_object()).map(|inner| (*kind, inner)))
        });
        // Some exports leave the outermost name out.
        let bare = || matches!(value.get("forces"), Value::Array(_) | Value::Object(_)).then_some(("roster", value));
        let Some((kind, inner)) = found.or_else(bare) else {
            let empty =
                value.as_array().is_some_and(<[_]>::is_empty) || value.as_object().is_some_and(ObjectAsVec::is_empty);
            let what = if empty { "JSON with nothing in it" } else { "JSON, and no roster or catalogue" };
            return Err(NotRead::Unknown(what.to_owned()));
        };
        let mut tree = Self::new(kind);
        tree.fill_json(0, inner, 0)?;
        tree.fill_outer(value);
        tree.counted()
    }

    /// Takes what the object around the outermost element alone says of it: some exports name their game there.
    fn fill_outer(&mut self, outer: &Value) {
        let system = outer.get("gameSystem");
        let called = if system.is_object() { system.get("name") } else { system };
        let inner = [("gameSystemName", called), ("gameSystemId", system.get("id"))];
        let all = outer.iter_object().into_iter().flatten().chain(inner);
        let of_root: Vec<(u8, Span)> = self.attributes_of(0).to_vec();
        let own: Vec<(u8, String)> =
            of_root.iter().map(|(place, value)| (*place, self.texts.at(*value).to_owned())).collect();
        let outer =
            all.filter_map(|(key, value)| Some((attribute(key.trim_start_matches(['_', '@']))?, value.as_str()?)));
        let own = own.iter().map(|(place, text)| (*place, text.as_str()));
        self.set_attributes(0, own.chain(outer));
    }

    /// This tree, if every `number` of a selection is whole and between 0 and `MOST_OF_ONE`.
    fn counted(self) -> Result<Self, NotRead> {
        let is_count =
            |text: &str| text.parse().is_ok_and(|n: f64| n.fract() == 0.0 && (0.0..=MOST_OF_ONE).contains(&n));
        let number = |element: Element<'_>| element.get("number").to_owned();
        let wrong = self.elements().filter(|element| element.tag() == Tag::Selection).find(|selection| {
            let number = number(*selection);
            !number.is_empty() && !is_count(&number)
        });
        match wrong
            .map(|selection| NotRead::Count { name: selection.get("name").to_owned(), number: number(selection) })
        {
            Some(error) => Err(error),
            None => Ok(self.settled()),
        }
    }

    /// This tree without the room that reading it took.
    fn settled(mut self) -> Self {
        self.nodes.shrink_to_fit();
        self.attributes.shrink_to_fit();
        self.texts.settle();
        self
    }

    fn fill_json(&mut self, index: u32, value: &Value, depth: usize) -> Result<(), NotRead> {
        if depth > MAX_DEPTH {
            return Err(NotRead::Deep);
        }
        let mut attributes: SmallVec<[(u8, Cow<'_, str>); 12]> = SmallVec::new();
        // Whatever wrote the file, its keys come in one order.
        let mut all: SmallVec<[_; 12]> = value.iter_object().into_iter().flatten().collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        for (key, value) in all {
            let scalar = match value {
                Value::Str(text) => Some(Cow::Borrowed(&**text)),
                Value::Number(number) => Some(Cow::Owned(number.to_string())),
                Value::Bool(flag) => Some(Cow::Borrowed(if *flag { "true" } else { "false" })),
                _ => None,
            };
            // Converters mark what was an attribute: `_name`, `@name`.
            let plain = key.trim_start_matches(['_', '@']);
            match (scalar, list_of(plain)) {
                (Some(text), _) if TEXTS.contains(&key) => {
                    self.set_text(index, &text);
                }
                (Some(text), _) => {
                    attributes.extend(attribute(plain).map(|place| (place, text)));
                }
                (None, Some(tag)) => self.fill_members(index, tag, value, depth)?,
                (None, None) => {}
            }
        }
        self.set_attributes(index, attributes.iter().map(|(place, text)| (*place, &**text)));
        Ok(())
    }

    fn fill_members(&mut self, index: u32, tag: Tag, value: &Value, depth: usize) -> Result<(), NotRead> {
        match value {
            Value::Array(members) => {
                for member in members.iter().filter(|member| member.is_object()) {
                    let index = self.add(index, tag)?;
                    self.fill_json(index, member, depth + 1)?;
                }
            }
            // Other programs write the member's name between: `"selections": {"selection": [ … ]}`.
            Value::Object(object) => {
                for inner in object.values() {
                    match inner {
                        // One member alone is not a list.
                        Value::Object(_) => {
                            let index = self.add(index, tag)?;
                            self.fill_json(index, inner, depth + 1)?;
                        }
                        Value::Array(_) => self.fill_members(index, tag, inner, depth + 1)?,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(not(feature = "import"))]
fn of_xml(_: &str) -> Result<Tree, NotRead> {
    Err(NotRead::WithoutFeature("XML"))
}

impl TreeNode {
    fn new(tag: Tag) -> Self {
        Self { tag, attributes: (0, 0), text: Span::default(), first: 0, last: 0, next: 0 }
    }
}

/// A text as JSON, of which it keeps what it can where it is.
pub(super) fn json(text: &str) -> Result<Value<'_>, NotRead> {
    serde_json::from_str(text).map_err(|error| NotRead::Json(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_of_converters_is_read() {
        let json = r#"{"roster": {"_name": "A", "forces": {"force": {"_name": "F", "selections": {"selection": {"@name": "U", "@number": "2",
            "rules": {"rule": [{"_name": "R", "description": "words"}]}, "costs": {"cost": {"_name": "pts", "_value": "90"}}}}}}}}"#;
        let tree = Tree::read(json).expect("a roster");
        let unit =
            tree.root().list(Tag::Force).next().and_then(|force| force.list(Tag::Selection).next()).expect("a unit");
        assert_eq!((unit.get("name"), unit.number("number")), ("U", Some(2.0)));
        assert_eq!(unit.list(Tag::Cost).next().and_then(|cost| cost.number("value")), Some(90.0));
        assert_eq!(unit.list(Tag::PrintedRule).map(Element::text).collect::<Vec<_>>(), ["words"]);
    }

    #[cfg(not(feature = "import"))]
    #[test]
    fn what_needs_the_feature_is_refused_by_its_name() {
        let error = Tree::read("<roster/>").expect_err("no reader of XML").to_string();
        assert_eq!(error, "it is XML, which only a build with the feature `import` reads");
        let error = crate::profile::import::unpack::text_of(b"PK\x03\x04").expect_err("no archives").to_string();
        assert_eq!(error, "it is an archive, which only a build with the feature `import` reads");
    }

    #[cfg(feature = "import")]
    #[test]
    fn xml_and_json_become_the_same_tree() {
        let xml = "<roster name=\"A\"><forces><force name=\"F\"><selections><selection name=\"U\" number=\"2\" page=\"7\">\
                   <rules><rule name=\"R\"><description>words</description></rule></rules></selection></selections></force></forces></roster>";
        let json = r#"{"roster": {"name": "A", "forces": [{"name": "F", "selections": [
            {"name": "U", "number": 2, "page": 7, "rules": [{"name": "R", "description": "words"}]}]}]}}"#;
        for text in [xml, json] {
            let tree = Tree::read(text).expect("a roster");
            assert_eq!(tree.kind, "roster");
            let force = tree.root().list(Tag::Force).next().expect("a force");
            let unit = force.list(Tag::Selection).next().expect("a selection");
            assert_eq!((unit.get("name"), unit.number("number"), unit.get("page")), ("U", Some(2.0), ""));
            assert_eq!(unit.list(Tag::PrintedRule).map(Element::text).collect::<Vec<_>>(), ["words"]);
        }
    }
}
