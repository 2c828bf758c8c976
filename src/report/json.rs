//! A report as JSON, for other programs.

use std::io;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::ser::Formatter;

use super::{AgreementLine, Chance, Metric, Report, Results, TOOL};
use crate::stats::QUANTILES;

/// The version of the JSON's form; a key that changes its meaning makes it grow.
const SCHEMA: u32 = 1;
/// Objects and lists nested less deeply than this show one item a line, deeper ones stand on a single line.
const OPEN_DEPTH: usize = 2;

impl Report {
    /// The report as JSON text, ending in a newline; `"schema": 1` names this form.
    pub fn to_json(&self) -> String {
        pretty(self)
    }
}

/// Any value as JSON text, ending in a newline, laid out so that people can read it too.
///
/// The two outermost levels show one item a line, what is inside stands on a single line: a distribution of a thousand
/// values is one line long. An `f32` is written with six digits after the point, which is how p-values are marked.
///
/// # Panics
/// If a map key is not text.
pub fn pretty<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Layout::default());
    value.serialize(&mut serializer).expect("memory takes every byte and every key is text");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", &SCHEMA)?;
        map.serialize_entry("tool", TOOL)?;
        map.serialize_entry("game", self.game)?;
        for (name, value) in &self.variant {
            map.serialize_entry(name, value)?;
        }
        map.serialize_entry("attacker", &self.attacker)?;
        map.serialize_entry("defender", &self.defender)?;
        map.serialize_entry("with", &self.with)?;
        if !self.rulings.is_empty() {
            map.serialize_entry("rulings", &Rulings(&self.rulings))?;
        }
        map.serialize_entry("method", self.method())?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("trials", &self.trials())?;
        map.serialize_entry("stages", &self.results.stages)?;
        map.serialize_entry("weapons", &self.results.weapons)?;
        map.serialize_entry("results", &self.results)?;
        if let Some(sampled) = &self.sampled {
            map.serialize_entry("sampled", sampled)?;
        }
        if let Some(agreement) = &self.agreement {
            map.serialize_entry("agreement", agreement)?;
        }
        map.end()
    }
}

/// Pairs as an object, in their order.
struct Rulings<'a>(&'a [(String, String)]);

impl Serialize for Rulings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for metric in &self.metrics {
            map.serialize_entry(metric.name, metric)?;
        }
        for Chance { name, p, interval } in &self.chances {
            map.serialize_entry(name, p)?;
            if let Some(interval) = interval {
                map.serialize_entry(&format!("{name}-interval"), interval)?;
            }
        }
        map.end()
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("mean", &self.summary.mean)?;
        map.serialize_entry("sd", &self.summary.sd)?;
        map.serialize_entry("quantiles", &Quantiles(self.summary.quantiles))?;
        map.serialize_entry("pmf", self.pmf.probabilities())?;
        if let Some(interval) = &self.summary.interval {
            map.serialize_entry("interval", interval)?;
        }
        map.end()
    }
}

struct Quantiles([usize; QUANTILES.len()]);

impl Serialize for Quantiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(QUANTILES.iter().zip(self.0))
    }
}

impl Serialize for AgreementLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("chi-square", &self.chi_square)?;
        map.serialize_entry("degrees", &self.degrees)?;
        map.serialize_entry("p", &SixDigits(self.p))?;
        map.end()
    }
}

/// A probability that is written with six digits, because the last ones differ between processors.
struct SixDigits(f64);

impl Serialize for SixDigits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Rounded before it is narrowed: an f32 keeps seven digits, too few to round the sixth rightly by themselves.
        serializer.serialize_f32(((self.0 * 1e6).round() / 1e6) as f32)
    }
}

/// Line breaks outside, single lines inside.
#[derive(Default)]
struct Layout {
    depth: usize,
    /// Whether something stands in the container that is closed next.
    filled: bool,
}

impl Layout {
    fn open<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let broken = self.filled && self.depth <= OPEN_DEPTH;
        self.depth -= 1;
        if broken {
            self.new_line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn item<W: ?Sized + io::Write>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        let broken = self.depth <= OPEN_DEPTH;
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
        self.item(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn an_exact_report_has_every_field_of_schema_1() {
        let wanted = r#"{
  "schema": 1,
  "tool": "TOOL",
  "game": "age-of-sigmar",
  "attacker": {
    "name": "Liberators",
    "points": 100,
    "models": 5
  },
  "defender": {
    "name": "Clawlord on Gnaw-beast",
    "models": 1
  },
  "with": [],
  "method": "exact",
  "seed": 42,
  "trials": null,
  "stages": [
    {"name": "attacks", "mean": 10.0, "sd": 0.0},
    {"name": "hits", "mean": 6.5, "sd": 1.5}
  ],
  "weapons": [
    {"name": "Warhammer", "stages": [{"name": "attacks", "mean": 10.0, "sd": 0.0}]}
  ],
  "results": {
    "damage": {"mean": 1.0, "sd": 0.7071067811865476, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 2}, "pmf": [0.25, 0.5, 0.25]},
    "wounds-lost": {"mean": 0.75, "sd": 0.4330127018922193, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 1}, "pmf": [0.25, 0.75]},
    "slain": {"mean": 0.75, "sd": 0.4330127018922193, "quantiles": {"5": 0, "25": 0, "50": 1, "75": 1, "95": 1}, "pmf": [0.25, 0.75]},
    "destroyed": 0.75
  }
}
"#;
        assert_eq!(sample::tiny().to_json(), wanted.replace("TOOL", TOOL));
    }

    #[test]
    fn both_methods_add_the_sampled_results_and_their_agreement() {
        let text = sample::both().to_json();
        assert!(text.contains(r#""pmf": [0.26, 0.5, 0.24], "interval": [0.9"#), "{text}");
        assert!(text.contains("    \"destroyed\": 0.74,\n    \"destroyed-interval\": [0.7"), "{text}");
        assert!(text.ends_with(
            "  \"agreement\": {\n    \"chi-square\": 0.4,\n    \"degrees\": 2,\n    \"p\": 0.818731\n  }\n}\n"
        ));
        let keys = ["rulings", "method", "trials", "results", "sampled", "agreement"];
        let places = keys.map(|key| text.find(&format!("\n  \"{key}\":")).expect("every key is there"));
        assert!(places.is_sorted(), "{text}");
        assert!(text.contains("\"trials\": 1000000,"), "{text}");
    }

    #[test]
    fn p_values_have_six_digits_and_nothing_else_is_rounded() {
        for (p, wanted) in [(0.5, "0.500000"), (1.0, "1.000000"), (1e-9, "0.000000"), (0.731_234_500_1, "0.731235")] {
            assert_eq!(pretty(&SixDigits(p)).trim_end(), wanted);
        }
        assert_eq!(pretty(&(1.0f64 / 3.0)), "0.3333333333333333\n");
    }

    #[test]
    fn any_reader_gets_the_numbers_back() {
        let report = sample::wide(500);
        let text = report.to_json();
        let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
        let read = value["results"]["damage"]["pmf"].as_array().expect("a list");
        assert!(read.iter().all(serde_json::Value::is_f64), "no number became null");
        assert_eq!(value["attacker"]["name"], report.attacker.name.as_str());
        // Not through the reader above: it gives up the last digit for speed.
        let (_, list) = text.split_once("\"pmf\": [").expect("a list");
        let (list, _) = list.split_once(']').expect("its end");
        let exact: Vec<f64> = list.split(", ").map(|number| number.parse().expect("a number")).collect();
        assert_eq!(exact, report.results.metrics[0].pmf.probabilities());
    }

    #[test]
    fn nothing_inside_is_nothing_between_the_brackets() {
        let nothing: [f64; 0] = [];
        assert_eq!(pretty(&nothing), "[]\n");
        assert_eq!(pretty(&[[1, 2], [3, 4]]), "[\n  [\n    1,\n    2\n  ],\n  [\n    3,\n    4\n  ]\n]\n");
        assert_eq!(pretty(&[[[1, 2]]]), "[\n  [\n    [1, 2]\n  ]\n]\n");
    }
}
