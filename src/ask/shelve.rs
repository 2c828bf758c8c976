//! A whole game becomes a library: every unit of its catalogues once, with the armies that may take it.

use std::collections::{HashMap, HashSet};

use super::import::Importer;
use crate::profile::import::{HIDDEN, Imported, NotRead, Opened};
use crate::profile::{Library, ShelfUnit};
use crate::report::slug;
use crate::words::sort::sort_by;

/// What catalogues became.
#[derive(Default)]
pub(crate) struct Shelved {
    /// The units, army by army.
    pub(crate) units: Vec<ShelfUnit>,
    /// The army and the name of each unit that could not be read, and why.
    pub(crate) refused: Vec<[String; 3]>,
    /// The places of files that hold units which could not be read, and why.
    pub(crate) unread: Vec<(usize, NotRead)>,
}

/// Reads every catalogue among the files; `before` is told of each.
pub(crate) fn shelve(files: &[Opened], before: &dyn Fn(usize)) -> Shelved {
    let library = Library::default();
    let importer = Importer::new(files, &library);
    let (mut shelved, mut earlier) = (Shelved::default(), HashMap::new());
    for (place, file) in files.iter().enumerate().filter(|(_, file)| file.is_shelf()) {
        before(place);
        let imported = match importer.own(place) {
            Ok(imported) => imported,
            Err(NotRead::NoUnits) => continue,
            Err(why) => {
                shelved.unread.push((place, why));
                continue;
            }
        };
        let of = |name: &str| if file.is_cards() { slug(name) } else { army(name) };
        let takers: Vec<String> = importer.takers(place).into_iter().map(|taker| army(files[taker].name())).collect();
        for imported in imported.by_army() {
            let armies: Vec<String> = [of(&imported.name)].into_iter().chain(takers.iter().cloned()).collect();
            shelved.add_army(imported, &armies, &mut earlier);
        }
    }
    sort_by(&mut shelved.units, |a, b| (&a.game, &a.armies[0], &a.stem).cmp(&(&b.game, &b.armies[0], &b.stem)));
    let mut taken = HashSet::new();
    for unit in &mut shelved.units {
        let stem = unit.stem.clone();
        let mut number = 2;
        while !taken.insert((unit.game.clone(), unit.armies[0].clone(), unit.stem.clone())) {
            unit.stem = format!("{stem}-{number}");
            number += 1;
        }
    }
    shelved
}

/// What a unit is known by if another book lists it again: its game, its name, and its profile but for the points.
type Identity = (String, String, String);

impl Shelved {
    /// Adds the units of an army, and names those that could not be read.
    fn add_army(&mut self, imported: Imported, armies: &[String], earlier: &mut HashMap<Identity, Vec<usize>>) {
        for unit in imported.units {
            match unit.refused {
                Some(why) if why == HIDDEN => {}
                Some(why) => self.refused.push([armies[0].clone(), unit.name, why]),
                None => {
                    let (game, stem) = (imported.game.to_owned(), slug(&unit.name));
                    let unit =
                        ShelfUnit { game, armies: armies.to_vec(), stem, name: unit.name, text: unit.text.to_string() };
                    self.add(unit, earlier);
                }
            }
        }
    }

    /// Adds a unit, or its armies to the one that it is already; points that one book alone prints hold for both.
    fn add(&mut self, unit: ShelfUnit, earlier: &mut HashMap<Identity, Vec<usize>>) {
        let is_points = |line: &&str| line.starts_with("points = ");
        let points = |text: &str| text.lines().find(is_points).map(str::to_owned);
        let rest: Vec<&str> = unit.text.lines().filter(|line| !is_points(line)).collect();
        let copies = earlier.entry((unit.game.clone(), unit.name.clone(), rest.join("\n"))).or_default();
        let own = points(&unit.text);
        let is_same = |other: &str| own.is_none() || points(other).is_none() || points(other) == own;
        match copies.iter().copied().find(|place| is_same(&self.units[*place].text)) {
            Some(place) => {
                let there = &mut self.units[place];
                // The book that prints the points is the unit's own.
                let (mut armies, more) = match own.is_some() && points(&there.text).is_none() {
                    true => {
                        there.text = unit.text;
                        (unit.armies, there.armies.clone())
                    }
                    false => (there.armies.clone(), unit.armies),
                };
                let new: Vec<String> = more.into_iter().filter(|army| !armies.contains(army)).collect();
                armies.extend(new);
                there.armies = armies;
            }
            None => {
                copies.push(self.units.len());
                self.units.push(unit);
            }
        }
    }
}

/// What an army is called whose catalogue has this name: without what groups of armies and libraries are called.
fn army(name: &str) -> String {
    const GROUPS: [&str; 5] = ["imperium", "chaos", "aeldari", "xenos", "adeptus astartes"];
    let is_library = |word: &&str| word.trim_matches(['[', ']']).eq_ignore_ascii_case("library");
    let plain = |part: &str| part.split_whitespace().filter(|word| !is_library(word)).collect::<Vec<_>>().join(" ");
    let mut parts: Vec<String> = name.split(" - ").map(plain).filter(|part| !part.is_empty()).collect();
    while parts.len() > 1 && GROUPS.contains(&parts[0].to_lowercase().as_str()) {
        parts.remove(0);
    }
    slug(&parts.join(" "))
}
