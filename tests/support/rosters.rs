//! Rosters and catalogues to read, and the units that are built in.

use std::fs;
use std::io::Write;
use std::path::Path;

use warodds::profile::Library;

/// A file of `tests/import/files/`.
pub(crate) fn bytes(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/files").join(name)).expect("a fixture")
}

/// The units that are built in.
pub(crate) fn library() -> Library {
    Library::open(&[]).expect("units")
}

/// An archive with these files in it.
pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        archive.start_file(*name, options).expect("an entry");
        archive.write_all(bytes).expect("written");
    }
    archive.finish().expect("an archive").into_inner()
}
