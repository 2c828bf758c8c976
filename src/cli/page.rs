//! `page`: the folder of a page that is this program in a browser.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::args::PageArgs;
use super::exit::Stop;
use super::output::answer;
use crate::error::Error;
use crate::report::{JAPANESE, JAPANESE_FILE, make_folder, write_whole};

/// Everything but the program.
static PAGE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/page");
/// The program, as the page calls it.
const PROGRAM: &str = "warodds.wasm";
/// The placeholder in the files for a name that every change changes, by which browsers keep what belongs together.
const VERSION: &[u8] = b"VERSION-OF-THE-PAGE";

pub(super) fn page(args: &PageArgs) -> Result<(), Stop> {
    let path = args.wasm.clone().or_else(built).ok_or_else(none_built)?;
    let unread = |why: String| Error::usage(format!("{} cannot be the program of the page: {why}", path.display()));
    let program = fs::read(&path).map_err(|error| unread(error.to_string()))?;
    if !program.starts_with(b"\0asm") {
        return Err(unread("it is no WebAssembly".to_owned()).into());
    }
    let mut hasher = DefaultHasher::new();
    program.hash(&mut hasher);
    PAGE.files().for_each(|file| file.contents().hash(&mut hasher));
    let version = format!("{}-{:016x}", env!("CARGO_PKG_VERSION"), hasher.finish());
    make_folder(&args.out).map_err(Error::from)?;
    let write = |name: &Path, bytes: &[u8]| write_whole(&args.out.join(name), bytes).map_err(Error::from);
    for file in PAGE.files() {
        write(file.path(), &named(file.contents(), &version))?;
    }
    write(Path::new(PROGRAM), &program)?;
    write(Path::new(JAPANESE_FILE), JAPANESE)?;
    let summary = format!("a page of {} files in {}, {version}\n", PAGE.files().count() + 2, args.out.display());
    answer(summary.as_bytes())
}

/// The file with the name of this version.
fn named(text: &[u8], version: &str) -> Vec<u8> {
    match text.windows(VERSION.len()).position(|part| part == VERSION) {
        Some(at) => [&text[..at], version.as_bytes(), &text[at + VERSION.len()..]].concat(),
        None => text.to_vec(),
    }
}

/// The program beside this one, or as `cargo page` leaves it.
fn built() -> Option<PathBuf> {
    let own = std::env::current_exe().ok();
    let built = |folder: &Path| folder.join("wasm32-wasip1/page").join(PROGRAM);
    let beside = own.iter().map(|path| path.with_file_name(PROGRAM));
    let target = own.iter().filter_map(|path| Some(built(path.parent()?.parent()?)));
    beside.chain(target).chain([built(Path::new("target"))]).find(|path| path.is_file())
}

fn none_built() -> Error {
    Error::usage("the program of the page is not there: `warodds.wasm`".to_owned())
        .hint("in the repository `rustup target add wasm32-wasip1`, then `cargo page`, build it".to_owned())
        .hint("`--wasm FILE` names one that lies elsewhere".to_owned())
}
