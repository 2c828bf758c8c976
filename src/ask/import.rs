//! Units from other programs, each checked by its game before anybody sees it.

use std::cell::RefCell;
use std::collections::HashMap;

use super::text_lists;
use crate::games;
use crate::grammar::{Rows, Statement, Unread};
use crate::profile::import::{self, Asking, ImportSet, Imported, ImportedUnit, NotRead, Opened, SENTENCES, Vocabulary};
use crate::profile::{Diagnostic, Diagnostics, Document, Library, Source, excludes_some, shipped_keywords};
use crate::words::{same, without_plural};

/// Reads a roster, a catalogue, or a list whose names are those of profiles; every unit that is not refused passes `check`.
///
/// ```
/// use warodds::ask::import;
/// use warodds::profile::Library;
///
/// let bytes = std::fs::read("tests/import/files/ravens.ros")?;
/// let army = import(&bytes, &Library::default())?;
/// let names: Vec<&str> = army.units.iter().map(|unit| unit.name.as_str()).collect();
/// assert_eq!(names, ["Nest", "Raven Lord", "Raven Riders"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotRead`] if nothing of the file can be read.
pub fn import(bytes: &[u8], library: &Library) -> Result<Imported, NotRead> {
    let files = [import::open(bytes)?];
    Importer::new(&files, library).import(0, None)
}

/// Reads one file after the other, and keeps what games have said of their words.
pub struct Importer<'t> {
    files: &'t [Opened],
    library: &'t Library,
    sources: ImportSet<'t>,
    words: CheckedTexts,
}

impl<'t> Importer<'t> {
    /// Puts files together that may link to each other; lists name units of the library.
    pub fn new(files: &'t [Opened], library: &'t Library) -> Self {
        let sources = ImportSet::new(files);
        let words = CheckedTexts { keywords: sources.keywords(), ..CheckedTexts::default() };
        Self { files, library, sources, words }
    }

    /// Reads the file at a place, perhaps only its unit of a name; every unit that is not refused passes `check`.
    ///
    /// # Errors
    /// [`NotRead`] if nothing of the file can be read.
    pub fn import(&self, file: usize, unit: Option<&str>) -> Result<Imported, NotRead> {
        if let Some(list) = self.files[file].list() {
            let mut army = text_lists::army(list, self.library);
            army.units.retain(|entry| unit.is_none_or(|unit| same(&entry.name, unit)));
            return if army.units.is_empty() { Err(NotRead::NoUnits) } else { Ok(army) };
        }
        self.sources.import(file, unit, &self.words)
    }
}

impl Importer<'_> {
    /// Reads the units of a catalogue that are its own, and not another one's.
    pub(super) fn own(&self, file: usize) -> Result<Imported, NotRead> {
        let imported = self.sources.own(file, &self.words)?;
        if imported.units.is_empty() { Err(NotRead::NoUnits) } else { Ok(imported) }
    }

    /// The places of the catalogues that take the units of one.
    pub(super) fn takers(&self, file: usize) -> Vec<usize> {
        self.sources.takers(file)
    }
}

/// Reads a profile with its game.
fn check(text: &str, found: Diagnostics) -> Result<(), Vec<Diagnostic>> {
    let document = Document::read(&Source::new("imported.toml", text), &found);
    let facts = games::game_of(&document, &found).and_then(|game| (game.check)(&document, &found));
    match facts {
        Some(_) if found.is_empty() => Ok(()),
        _ => Err(found.into_list()),
    }
}

/// What games can say, found out by asking their checks, each text once.
#[derive(Default)]
pub(super) struct CheckedTexts {
    answers: RefCell<HashMap<String, bool>>,
    stated: RefCell<HashMap<String, Result<Vec<Statement>, Unread>>>,
    sentences: RefCell<HashMap<String, Vec<Statement>>>,
    /// The keywords of the files; `None`: others may have more.
    keywords: Option<Vec<String>>,
}

/// A plain unit of a game, to which what is asked about is added.
fn plain(game: &str) -> &'static str {
    match game {
        "warhammer-40k" | "warhammer-40k-11e" => {
            "game = \"GAME\"\nname = \"x\"\nABILITIES\n[[model]]\nname = \"m\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 100\n\
             [[weapon]]\nname = \"w\"\nRANGE\nattacks = 1\nskill = \"3+\"\nstrength = 4\ndamage = 1\n"
        }
        "age-of-sigmar" => {
            "game = \"age-of-sigmar\"\nname = \"x\"\nABILITIES\nmodels = 1\nhealth = 100\nsave = \"3+\"\n\
             [[weapon]]\nname = \"w\"\nRANGE\nattacks = 1\nhit = \"3+\"\nwound = \"3+\"\ndamage = 1\n"
        }
        "asoiaf" => {
            "game = \"asoiaf\"\nname = \"x\"\nABILITIES\ntray = \"infantry\"\ndefense = \"4+\"\nmorale = \"6+\"\n\
             [[attack]]\nname = \"w\"\ntype = \"melee\"\nhit = \"4+\"\ndice = [6, 5, 3]\n"
        }
        _ => {
            "game = \"warcry\"\nname = \"x\"\nABILITIES\ntoughness = 4\nwounds = 60\n\
             [[weapon]]\nname = \"w\"\nrange = 1\nattacks = 4\nstrength = 4\ndamage = [2, 4]\n"
        }
    }
}

fn quoted(texts: &[&str]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("\"{}\"", text.replace(['"', '\\'], ""))).collect();
    format!("[{}]", quoted.join(", "))
}

impl CheckedTexts {
    fn ask(&self, game: &str, unit_line: &str, ranges: &[&str], rest: &str) -> bool {
        let key = format!("{game}\n{unit_line}\n{rest}");
        if let Some(answer) = self.answers.borrow().get(&key) {
            return *answer;
        }
        let right = ranges.iter().any(|range| {
            let text = plain(game).replace("GAME", game).replace("ABILITIES", unit_line).replace("RANGE", range);
            check(&format!("{text}{rest}"), Diagnostics::brief()).is_ok()
        });
        self.answers.borrow_mut().insert(key, right);
        right
    }
}

impl Vocabulary for CheckedTexts {
    fn knows_weapon_ability(&self, game: &str, text: &str) -> bool {
        self.ask(game, "", &["range = 12", ""], &format!("abilities = {}\n", quoted(&[text])))
    }

    fn knows_unit_ability(&self, game: &str, text: &str) -> bool {
        self.ask(game, &format!("abilities = {}", quoted(&[text])), &[""], "")
    }

    fn knows_effect(&self, game: &str, asking: &Asking<'_>) -> bool {
        let when: Vec<&str> = asking.said.when.iter().map(String::as_str).collect();
        let (when, effects) = (quoted(&when), quoted(&[asking.effect]));
        // The name of what is asked for may mean something else already.
        let name = if asking.said.optional { quoted(&[asking.name]) } else { "[\"a\"]".to_owned() };
        let name = name.trim_matches(['[', ']']);
        let (optional, against) = (asking.said.optional, asking.said.against);
        let line_if = |is: bool, text: &'static str| if is { text } else { "" };
        let weapons = line_if(asking.weapons, "weapons = [\"w\"]\n");
        // Some models are not all of them.
        let other = "[[model]]\nname = \"n\"\ncount = 1\ntoughness = 4\nsave = \"3+\"\nwounds = 100\n";
        let (models, other) = (line_if(asking.models, "models = [\"m\"]\n"), line_if(asking.models, other));
        let flags = format!("optional = {optional}\nagainst = {against}\n{weapons}{models}");
        let entry = format!("[[ability]]\nname = {name}\n{flags}when = {when}\neffects = {effects}\n{other}");
        self.ask(game, "", &["", "range = 12"], &entry)
    }

    fn knows_excluded(&self, game: &str, reach: &str) -> bool {
        let all = |keywords: &Vec<String>| {
            let shipped = shipped_keywords(game).into_iter().map(without_plural);
            keywords.iter().cloned().chain(shipped).collect::<Vec<_>>()
        };
        !reach.contains("not ") || self.keywords.as_ref().is_none_or(|keywords| excludes_some(reach, &all(keywords)))
    }

    fn checked(&self, unit: ImportedUnit) -> ImportedUnit {
        if unit.refused.is_some() {
            return unit;
        }
        match check(&unit.text, Diagnostics::default()) {
            Ok(()) => unit,
            Err(found) => {
                let why: Vec<String> = found.iter().map(|mistake| mistake.message.clone()).collect();
                unit.but(format!("its profile would be wrong: {}", why.join("; ")))
            }
        }
    }

    fn statements(
        &self,
        game: &str,
        sections: &[&str],
        text: &str,
        wounds: Option<u32>,
    ) -> Result<Vec<Statement>, Unread> {
        // What a model has lost is asked for where a bracket says what is left.
        let wounds = wounds.filter(|_| text.contains("remaining"));
        let key = format!("{game} {sections:?} {wounds:?} {text}");
        let read = || self.wordings(game).statements(sections, text, wounds);
        self.stated.borrow_mut().entry(key).or_insert_with(read).clone()
    }

    fn sentences(&self, game: &str, text: &str) -> Vec<Statement> {
        let read = || {
            let all = self.wordings(game).understand(&[SENTENCES], text).unwrap_or_default();
            all.iter().filter_map(|one| one.statement(None)).flat_map(Statement::apart).collect()
        };
        self.sentences.borrow_mut().entry(format!("{game} {text}")).or_insert_with(read).clone()
    }

    fn wordings(&self, game: &str) -> &'static Rows {
        (games::find(game).unwrap_or(games::GAMES[0]).wordings)()
    }
}
