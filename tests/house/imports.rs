//! The map in `src/lib.rs` cannot lie: imports run in the direction that it states, and files do not go in circles.
//!
//! What only tests import does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The wings from the foundation up, and what each may name besides itself: only wings before it in this list.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("words", &[]),
    ("stats", &["words"]),
    ("dice", &["stats", "words"]),
    ("grammar", &["dice", "words"]),
    ("sequence", &["dice", "stats", "words"]),
    ("profile", &["grammar", "dice", "words"]),
    ("error", &["profile", "words"]),
    ("engine", &["sequence", "dice", "stats", "words"]),
    ("report", &["profile", "stats", "error", "words"]),
    ("games", &["sequence", "profile", "grammar", "dice", "stats", "error", "words"]),
    ("questions", &["report", "games", "engine", "sequence", "profile", "grammar", "dice", "stats", "error", "words"]),
    (
        "ask",
        &[
            "questions", "report", "games", "engine", "sequence", "profile", "grammar", "dice", "stats", "error",
            "words",
        ],
    ),
    ("witness", &["ask", "games", "engine", "sequence", "profile", "stats", "error"]),
    (
        "cli",
        &[
            "witness", "ask", "questions", "report", "games", "engine", "sequence", "profile", "grammar", "dice",
            "stats", "error", "words",
        ],
    ),
];

type Module = Vec<String>;

/// A file of `src/`: the module it is, and what it names.
struct File {
    module: Module,
    /// Paths that are imported or written out, as they stand there, and whether by a `use`.
    named: Vec<(Module, bool)>,
}

#[test]
fn imports_run_one_way() {
    for (place, (wing, may)) in MAY_NAME.iter().enumerate() {
        let below = |other: &&&str| MAY_NAME[..place].iter().any(|(known, _)| *known == **other);
        assert!(may.iter().all(|other| below(&other)), "{wing} may name only wings before it");
    }
    let files = files();
    let mut wrong = BTreeSet::new();
    for (from, to) in edges(&files) {
        let (Some(wing), Some(other)) = (from.first(), to.first()) else { continue };
        let (_, may) = MAY_NAME.iter().find(|(name, _)| name == wing).unwrap_or_else(|| panic!("{wing} has no place"));
        if wing != other && !may.contains(&other.as_str()) {
            wrong.insert(format!("{} names {}", from.join("::"), to.join("::")));
        }
    }
    assert!(wrong.is_empty(), "these imports run against the map in src/lib.rs:\n{}", lines(&wrong));
}

#[test]
fn files_do_not_go_in_circles() {
    let files = files();
    // A module and what it is made of know each other; anything else that comes back to where it began is a circle.
    let apart = |a: &Module, b: &Module| !a.starts_with(b) && !b.starts_with(a);
    let mut next: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in edges(&files).into_iter().filter(|(from, to)| apart(from, to)) {
        next.entry(from).or_default().insert(to);
    }
    let mut circles = BTreeSet::new();
    for from in next.keys() {
        let mut circle: BTreeSet<&Module> = reached(&next, from);
        circle.retain(|to| reached(&next, to).contains(from));
        if circle.len() > 1 {
            circles.insert(circle.into_iter().map(|module| module.join("::")).collect::<Vec<_>>().join(", "));
        }
    }
    assert!(circles.is_empty(), "{} circles of files that name each other:\n{}", circles.len(), lines(&circles));
}

/// A test that sees nothing holds nothing.
#[test]
fn imports_are_seen() {
    let code = code("use crate::{a::{self, B as C}, d::*}; // use crate::no\nfn f() -> super::e::F { \"crate::no\" }");
    let named: Vec<String> = named(&code).into_iter().map(|(path, _)| path.join("::")).collect();
    assert_eq!(named, ["crate::a", "crate::a::B", "crate::d::*", "super::e::F"]);
    let edges = edges(&files());
    assert!(edges.len() > 300, "only {} imports between files", edges.len());
    let below = |module: &Module, wing: &str| module.first().is_some_and(|first| first == wing);
    assert!(edges.iter().any(|(from, to)| below(from, "ask") && below(to, "engine")));
}

fn lines(all: &BTreeSet<String>) -> String {
    all.iter().map(|line| format!("  {line}\n")).collect()
}

/// Everything that can be reached from a module.
fn reached<'m>(next: &'m BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'m Module> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Module> = next.get(from).into_iter().flatten().collect();
    while let Some(module) = open.pop() {
        if seen.insert(module) {
            open.extend(next.get(module).into_iter().flatten());
        }
    }
    seen
}

/// Which file names which, each pair once.
fn edges(files: &[File]) -> BTreeSet<(Module, Module)> {
    let by_module: BTreeMap<&Module, &File> = files.iter().map(|file| (&file.module, file)).collect();
    let mut edges = BTreeSet::new();
    for file in files {
        for (path, _) in &file.named {
            let to = absolute(&file.module, path, &by_module).map(|path| defined(&path, &by_module, 0));
            if let Some(to) = to.filter(|to| *to != file.module) {
                edges.insert((file.module.clone(), to));
            }
        }
    }
    edges
}

/// A path from the root of the crate; `None` if it leads out of it.
fn absolute(module: &Module, path: &[String], files: &BTreeMap<&Module, &File>) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module, rest].concat()),
        "super" => {
            let up = path.iter().take_while(|part| *part == "super").count();
            let base = module.get(..module.len().checked_sub(up)?)?;
            Some([base, &path[up..]].concat())
        }
        _ => {
            let child = [module.as_slice(), std::slice::from_ref(first)].concat();
            files.contains_key(&child).then(|| [child.as_slice(), rest].concat())
        }
    }
}

/// The file in which the thing at a path is defined, behind the `use` that hands it on.
fn defined(path: &[String], files: &BTreeMap<&Module, &File>, depth: usize) -> Module {
    let at = (0..=path.len()).rev().find(|n| files.contains_key(&path[..*n].to_vec())).unwrap_or(0);
    let module = path[..at].to_vec();
    let (Some(name), Some(file)) = (path.get(at), files.get(&module)) else { return module };
    let handed_on = file.named.iter().find(|(known, by_use)| *by_use && known.last() == Some(name));
    match handed_on.and_then(|(known, _)| absolute(&module, known, files)) {
        Some(next) if depth < 8 && next != path => defined(&next, files, depth + 1),
        _ => module,
    }
}

fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut only_tests) = (Vec::new(), Vec::new());
    collect(&root, &[], &mut files, &mut only_tests);
    files.retain(|file| !only_tests.iter().any(|test: &Module| file.module.starts_with(test)));
    files
}

fn collect(folder: &Path, module: &[String], files: &mut Vec<File>, only_tests: &mut Vec<Module>) {
    for entry in fs::read_dir(folder).expect("a folder of src/") {
        let path = entry.expect("a file").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let below = [module, std::slice::from_ref(&stem)].concat();
        if path.is_dir() {
            collect(&path, &below, files, only_tests);
        } else if path.extension().is_some_and(|kind| kind == "rs") && stem != "main" {
            let module = if stem == "mod" || stem == "lib" { module.to_vec() } else { below };
            let (code, tests) = without_tests(&code(&fs::read_to_string(&path).expect("a text")));
            only_tests.extend(tests.into_iter().map(|name| [module.as_slice(), &[name]].concat()));
            files.push(File { module, named: named(&code) });
        }
    }
}

/// The text without comments and without what stands in quotes.
fn code(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let end = |closing: &str| rest[1..].find(closing).map_or(rest.len(), |at| 1 + at + closing.len());
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            end("*/")
        } else if rest.starts_with("r#\"") {
            end("\"#")
        } else if c == '"' {
            quoted(rest)
        } else if rest.starts_with("'\\") {
            2 + end("'").max(4) - 2
        } else if c == '\'' && rest.chars().nth(2) == Some('\'') {
            rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at)
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        rest = &rest[skip..];
    }
    out
}

/// The length of the text in quotes that comes first.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The code without items for tests alone, and the names of the files that are for tests alone.
fn without_tests(code: &str) -> (String, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let (mut out, mut rest, mut files) = (String::new(), code, Vec::new());
    while let Some(at) = rest.find(MARK) {
        out.push_str(&rest[..at]);
        let item = &rest[at + MARK.len()..];
        let end = item.find([';', '{']).unwrap_or(item.len());
        let (head, body) = item.split_at(end);
        if body.starts_with(';') && head.contains("mod ") {
            files.extend(head.split_whitespace().last().map(str::to_owned));
        }
        rest = if body.starts_with('{') { &body[block(body)..] } else { body };
    }
    out.push_str(rest);
    (out, files)
}

/// The length of the block in braces that comes first.
fn block(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every path that is imported, or written out from `crate`, `self` or `super`.
fn named(code: &str) -> Vec<(Module, bool)> {
    let (mut named, mut rest, mut before) = (Vec::new(), code, ' ');
    while let Some(c) = rest.chars().next() {
        let fresh = !part_of_name(before) && before != ':' && before != '$';
        if fresh && rest.starts_with("use ") {
            let end = rest.find(';').unwrap_or(rest.len());
            expand(&rest[4..end], &[], &mut named);
            (rest, before) = (&rest[end..], ' ');
        } else if fresh && ["crate::", "super::", "self::"].iter().any(|start| rest.starts_with(start)) {
            let end = rest.find(|c| !part_of_name(c) && c != ':').unwrap_or(rest.len());
            let parts = rest[..end].split("::").filter(|part| !part.is_empty());
            named.push((parts.map(str::to_owned).collect(), false));
            (rest, before) = (&rest[end..], ' ');
        } else {
            before = c;
            rest = &rest[c.len_utf8()..];
        }
    }
    named
}

/// The paths of a `use`, its braces multiplied out.
fn expand(tree: &str, above: &[String], named: &mut Vec<(Module, bool)>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree);
        let parts = path.split("::").map(str::trim).filter(|part| !part.is_empty());
        let mut path: Module = above.iter().cloned().chain(parts.map(str::to_owned)).collect();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        return named.push((path, true));
    };
    let head = tree[..open].split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned);
    let above: Module = above.iter().cloned().chain(head).collect();
    let inner = &tree[open + 1..open + block(&tree[open..]) - 1];
    let (mut start, mut depth) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[start..at].trim().is_empty() {
                    expand(&inner[start..at], &above, named);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}
