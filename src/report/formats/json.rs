//! Answers as JSON, for other programs.

use std::io;

use serde::ser::{Serialize, Serializer};
use serde_json::ser::Formatter;

/// The version of the JSON's form; a key that changes its meaning makes it grow.
pub const SCHEMA: u32 = 2;
/// Objects and lists nested less deeply than this show one item a line, deeper ones stand on a single line.
const OPEN_DEPTH: usize = 2;
/// A list of whole answers, which are laid out as an answer is.
const ANSWERS: &str = "phases";

/// Any value as JSON text, ending in a newline, laid out so that people can read it too.
///
/// The two outermost levels of an answer show one item a line, what is inside is on a single line: a distribution of a
/// thousand values is one line long. An `f32` is written with six digits after the point, which is how p-values are marked.
///
/// # Panics
/// If a map key is not text.
pub(crate) fn pretty<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Layout::default());
    value.serialize(&mut serializer).expect("memory takes every byte and every key is text");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// The same on one line, as [`pretty`] writes what is inside; without a newline.
///
/// # Panics
/// If a map key is not text.
pub(crate) fn one_line<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::new();
    let inside = Layout { depth: OPEN_DEPTH, ..Layout::default() };
    value
        .serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, inside))
        .expect("memory takes every byte and every key is text");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// For serde's `serialize_with`: a p-value with six digits, because the last ones differ between processors.
///
/// # Errors
/// Those of the serializer.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) fn six_digits<S: Serializer>(p: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    // Rounded before it is narrowed: an f32 keeps seven digits, too few to round the sixth rightly by themselves.
    serializer.serialize_f32(((p * 1e6).round() / 1e6) as f32)
}

/// Line breaks outside, single lines inside.
#[derive(Default)]
struct Layout {
    depth: usize,
    /// Whether something is in the container that is closed next.
    filled: bool,
    /// Whether a key of the outermost object is written, and whether the last one was [`ANSWERS`].
    in_key: bool,
    in_answers: bool,
}

impl Layout {
    /// Whether each item of the innermost container has a line of its own.
    fn is_open(&self) -> bool {
        self.depth <= if self.in_answers { 2 + OPEN_DEPTH } else { OPEN_DEPTH }
    }

    fn open<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let broken = self.filled && self.is_open();
        self.depth -= 1;
        if broken {
            self.new_line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn item<W: ?Sized + io::Write>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        let broken = self.is_open();
        if !first {
            writer.write_all(if broken { b"," } else { b", " })?;
        }
        if broken { self.new_line(writer) } else { Ok(()) }
    }

    fn new_line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl Formatter for Layout {
    fn write_f32<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        write!(writer, "{value:.6}")
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.in_key = self.depth == 1;
        self.item(writer, first)
    }

    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if std::mem::take(&mut self.in_key) {
            self.in_answers = fragment == ANSWERS;
        }
        writer.write_all(fragment.as_bytes())
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }
}
