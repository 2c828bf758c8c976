//! What goes wrong, in words for the person who asked.

use std::fmt;
use std::path::Path;

use crate::profile::{Diagnostic, Library, NotFound};
use crate::words::{number_in_words, quoted};

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The answer is no: `check` found a wrong profile, `verify` a disagreement.
    No,
    /// Wrong usage, or a profile that is wrong or cannot be read.
    Usage,
    /// A result could not be written.
    Write,
    /// Dice and distributions disagree: one of both is wrong.
    Disagreement,
}

/// Something that went wrong.
///
/// Its texts name files and units as whoever wrote them did, escape sequences included; before they reach a terminal,
/// [`printable`](crate::report::printable) takes out what it would obey.
///
/// ```
/// use warodds::ask::{Request, prepare};
/// use warodds::report::printable;
///
/// let request = Request { attacker: "\u{1b}[2J".into(), defender: "clawlord".into(), ..Request::default() };
/// let error = prepare(&request).err().expect("no unit is called so");
/// assert!(error.message.contains('\u{1b}') && !printable(&error.message).contains('\u{1b}'));
/// ```
#[derive(Clone, Debug)]
pub struct Error {
    /// What kind of thing.
    pub kind: Kind,
    /// What is wrong; empty if the diagnostics say it all.
    pub message: String,
    /// What to do next.
    pub hints: Vec<String>,
    /// Mistakes with file, line and caret.
    pub diagnostics: Vec<Diagnostic>,
}

impl Error {
    /// Wrong usage.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, message: message.into(), hints: Vec::new(), diagnostics: Vec::new() }
    }

    /// Dice and distributions disagree; `what` is asked about.
    pub(crate) fn disagreement(what: &str) -> Self {
        let message = format!("dice and distributions disagree; one of the engines is wrong, please report {what}");
        Self { kind: Kind::Disagreement, ..Self::usage(message) }
    }

    /// Mistakes in profiles or options.
    pub(crate) fn mistakes(diagnostics: Vec<Diagnostic>) -> Self {
        Self { kind: Kind::Usage, message: String::new(), hints: Vec::new(), diagnostics }
    }

    /// What is wrong and what to do next, in one line.
    pub fn in_short(&self) -> String {
        let mistakes = self.diagnostics.iter().map(|mistake| {
            let help = mistake.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
            format!("{}{help}", mistake.message)
        });
        let message = (!self.message.is_empty()).then(|| {
            let hint = self.hints.first().map_or_else(String::new, |hint| format!(" ({hint})"));
            format!("{}{hint}", self.message)
        });
        mistakes.chain(message).collect::<Vec<_>>().join("; ")
    }

    /// Two errors as one, so that both mistakes are seen at once.
    pub(crate) fn and(mut self, other: Self) -> Self {
        if self.message != other.message && !other.message.is_empty() {
            let apart = if self.message.is_empty() { "" } else { "; " };
            self.message = format!("{}{apart}{}", self.message, other.message);
        }
        for hint in other.hints {
            if !self.hints.contains(&hint) {
                self.hints.push(hint);
            }
        }
        self.diagnostics.extend(other.diagnostics);
        self
    }

    /// The same with advice.
    pub(crate) fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hints.extend(hint.into());
        self
    }
}

/// Everything that is wrong, a line for each: mistakes with their place, the message, the advice.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mistake in &self.diagnostics {
            writeln!(f, "error: {mistake}")?;
        }
        if !self.message.is_empty() {
            writeln!(f, "error: {}", self.message)?;
        }
        self.hints.iter().try_for_each(|hint| writeln!(f, "  hint: {hint}"))
    }
}

impl std::error::Error for Error {}

impl From<NotFound> for Error {
    fn from(error: NotFound) -> Self {
        let message = error.to_string();
        match error {
            NotFound::None { help, typed } => {
                let file = typed.rsplit_once(':').map(|(file, _)| file);
                let list = match file.filter(|file| Path::new(file).is_file()) {
                    Some(file) => format!("`warodds list units {}` shows its units", quoted(file)),
                    None => "`warodds list units` shows all; a path ending in .toml works too".to_owned(),
                };
                let army = file.filter(|file| file.contains(".ros") && !Path::new(file).exists());
                let game = typed.trim_end_matches('/');
                let of_game = (!typed.contains('*') && (crate::profile::full_game(game) != game || game != typed)).then(|| {
                    format!("a unit of this game is named `{game}/NAME`, as one word; `compare` takes all of them as `{game}/*`")
                });
                let is_army =
                    Library::open(&[]).ok().and_then(|all| Some(!all.matching(&format!("{typed}/*"))?.is_empty()));
                let army_of = is_army.filter(|is_army| *is_army && of_game.is_none()).map(|_| {
                    let word = quoted(&typed);
                    let all = if typed.contains('*') { word.clone() } else { quoted(&format!("{typed}/*")) };
                    format!("it is an army: `warodds list units {word}` shows those of its units that are built in; `compare`, `build` and `threats` take them as {all}")
                });
                let is_none =
                    help.is_none() && army_of.is_none() && of_game.is_none() && !typed.contains(['.', ':', ',']);
                Self::usage(message)
                    .hint(of_game)
                    .hint(army_of)
                    .hint(misspelt(&typed))
                    .hint(army.map(|file| format!("there is no file `{file}` here")))
                    .hint(help)
                    .hint(list)
                    .hint(is_none.then(from_elsewhere))
            }
            NotFound::Several { .. } => Self::usage(message).hint("write one of these in full".to_owned()),
            NotFound::NotHere { .. } => Self::usage(message).hint(from_elsewhere()),
            NotFound::Unreadable { path, .. } => Self::usage(message).hint(no_such_file(&path)),
        }
    }
}

/// Where units come from that are not built in.
fn from_elsewhere() -> String {
    "units that are not built in come from the files of a list builder: `warodds help lists`".to_owned()
}

/// How names are written that hold more than a name: sizes behind them, several in one word, a folder.
fn misspelt(typed: &str) -> Option<String> {
    if Path::new(typed).is_dir() {
        let folder = typed.trim_end_matches(['/', '\\']);
        return Some(format!(
            "`{typed}` is a folder: `{folder}/NAME.toml` is one unit in it, `compare` and `plan` take it whole, `--profiles {typed}` adds all"
        ));
    }
    if typed.contains(',') && !typed.contains(':') {
        return Some(format!(
            "separate two units by a space, not a comma: `{}`",
            typed.replace(", ", " ").replace(',', " ")
        ));
    }
    let (number, name) = sized(typed)?;
    let first = name.split(' ').next()?;
    if crate::profile::is_game(first) {
        return Some(format!(
            "a colon is missing behind the game, `{first}: ..`: `warodds help units` shows such lines"
        ));
    }
    // Some names hold numbers.
    let is_known = Library::open(&[]).is_ok_and(|all| all.knows(&name));
    is_known.then(|| format!("write the size before the name: `\"{number} {name}\"`"))
}

/// The size of a unit and its name, where the size is not a number in front: `termagants (20)`, `a unit of 20 termagants`,
/// `two liberators`, `liberators x10`.
fn sized(typed: &str) -> Option<(usize, String)> {
    const FILLER: &[&str] = &["a", "an", "the", "unit", "of", "models", "x", "×", "*"];
    let words = typed.split(|c: char| c.is_whitespace() || "()[]".contains(c)).filter(|word| !word.is_empty());
    let (mut size, mut name) = (None, Vec::new());
    for word in words {
        let digits = word.trim_matches(['x', 'X', '×', '*']).parse().ok();
        match digits.or_else(|| number_in_words(word)) {
            Some(number) if size.is_none() => size = Some(number),
            _ if FILLER.iter().any(|filler| word.eq_ignore_ascii_case(filler)) => {}
            _ => name.push(word),
        }
    }
    let (size, name) = (size?, name.join(" "));
    (!name.is_empty() && typed != format!("{size} {name}")).then_some((size, name))
}

/// What may have been meant by a profile that is not there.
fn no_such_file(path: &str) -> Option<String> {
    let file = Path::new(path);
    if file.exists() || !crate::profile::is_path(path) {
        return None;
    }
    let stem = file.file_stem()?.to_str()?;
    let library = Library::open(&[]).ok()?;
    if library.candidates(stem).is_empty() {
        return Some("`warodds new GAME > my-unit.toml` writes a profile to start from".to_owned());
    }
    Some(format!("a unit that is built in is named without `.toml`: `{stem}`"))
}
