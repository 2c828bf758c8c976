//! Tidy rows as Parquet, for databases: columns that know their type, packed.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use ::parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type;

use super::csv::{CsvCell, RowWriter};
use crate::report::PartialFile;
use crate::report::files::WriteError;

/// Rows that are packed together, at least this many, and held until then.
const GROUP: usize = 1 << 14;

/// The columns that hold numbers, and those that hold whole ones; the others hold text.
const NUMBERS: &str = "mean sd destroyed per_100_points low high";
const WHOLE: &str = "attacker_points attacker_models defender_points defender_models p05 p25 p50 p75 p95 trials seed";

/// A Parquet file that is written row by row.
pub(crate) struct ParquetFile {
    to: SerializedFileWriter<ToFile>,
    path: PathBuf,
    /// What each column holds.
    kinds: Vec<Physical>,
    /// The cells of all rows that are held, one row after the other.
    cells: Vec<CsvCell<'static>>,
}

/// A file that nobody sees before it is whole, as what packs columns writes to it.
struct ToFile(PartialFile);

impl Write for ToFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| error.source)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn kind(name: &str) -> Physical {
    let is_in = |names: &str| names.split(' ').any(|entry| entry == name);
    match () {
        () if is_in(NUMBERS) => Physical::DOUBLE,
        () if is_in(WHOLE) => Physical::INT64,
        () => Physical::BYTE_ARRAY,
    }
}

fn begin(
    to: PartialFile,
    names: &[&str],
    about: [(&str, String); 2],
) -> Result<SerializedFileWriter<ToFile>, ParquetError> {
    let column = |name: &&str| {
        let converted = if kind(name) == Physical::BYTE_ARRAY { ConvertedType::UTF8 } else { ConvertedType::NONE };
        let column = Type::primitive_type_builder(name, kind(name)).with_converted_type(converted);
        column.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    };
    let columns = names.iter().map(column).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("rows").with_fields(columns).build()?;
    let about = about.map(|(name, text)| KeyValue::new(name.to_owned(), text)).to_vec();
    let properties =
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(about)).build();
    SerializedFileWriter::new(ToFile(to), Arc::new(schema), Arc::new(properties))
}

impl ParquetFile {
    /// Begins a file with these columns and this metadata by name.
    ///
    /// # Errors
    /// If it cannot be written there.
    pub(crate) fn begin(to: PartialFile, names: &[&str], about: [(&str, String); 2]) -> Result<Self, WriteError> {
        let (path, kinds) = (to.path().to_owned(), names.iter().map(|name| kind(name)).collect());
        match begin(to, names, about) {
            Ok(to) => Ok(Self { to, path, kinds, cells: Vec::new() }),
            Err(error) => Err(WriteError { path, source: io_error(error) }),
        }
    }

    /// Packs the rows that are held, if they are enough, or the `last` ones.
    ///
    /// # Errors
    /// If the disk is full.
    pub(crate) fn pack(&mut self, last: bool) -> Result<(), WriteError> {
        let rows = self.cells.len() / self.kinds.len();
        if rows >= if last { 1 } else { GROUP } {
            self.pack_all().map_err(|error| WriteError { path: self.path.clone(), source: io_error(error) })?;
            self.cells.clear();
        }
        Ok(())
    }

    fn pack_all(&mut self) -> Result<(), ParquetError> {
        let mut group = self.to.next_row_group()?;
        for (place, kind) in self.kinds.iter().enumerate() {
            let Some(mut column) = group.next_column()? else { break };
            let cells = || self.cells[place..].iter().step_by(self.kinds.len());
            let there: Vec<i16> = cells().map(|cell| i16::from(*cell != CsvCell::Empty)).collect();
            let there = Some(&there[..]);
            match kind {
                Physical::DOUBLE => {
                    let number = |cell: &_| if let CsvCell::Number(number) = cell { Some(*number) } else { None };
                    let values: Vec<f64> = cells().filter_map(number).collect();
                    column.typed::<DoubleType>().write_batch(&values, there, None)?;
                }
                Physical::INT64 => {
                    let whole =
                        |cell: &_| if let CsvCell::Integer(number) = cell { Some(*number as i64) } else { None };
                    let values: Vec<i64> = cells().filter_map(whole).collect();
                    column.typed::<Int64Type>().write_batch(&values, there, None)?;
                }
                _ => {
                    let text =
                        |cell: &_| if let CsvCell::Text(text) = cell { Some(ByteArray::from(&**text)) } else { None };
                    let values: Vec<ByteArray> = cells().filter_map(text).collect();
                    column.typed::<ByteArrayType>().write_batch(&values, there, None)?;
                }
            }
            column.close()?;
        }
        group.close().map(drop)
    }

    /// Lets the file take its place, and says which that is.
    ///
    /// # Errors
    /// If the disk is full.
    pub(crate) fn finish(mut self) -> Result<PathBuf, WriteError> {
        self.pack(true)?;
        match self.to.into_inner() {
            Ok(ToFile(file)) => file.finish(),
            Err(error) => Err(WriteError { path: self.path, source: io_error(error) }),
        }
    }
}

impl RowWriter for ParquetFile {
    fn cell(&mut self, cell: CsvCell<'_>) -> &mut Self {
        self.cells.push(match cell {
            CsvCell::Text(text) => CsvCell::Text(text.into_owned().into()),
            CsvCell::Number(number) => CsvCell::Number(number),
            CsvCell::Integer(number) => CsvCell::Integer(number),
            CsvCell::Empty => CsvCell::Empty,
        });
        self
    }

    fn end(&mut self) {
        assert_eq!(self.cells.len() % self.kinds.len(), 0, "a row has a cell for each column");
    }
}

/// What the system said, if it was the system.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}
