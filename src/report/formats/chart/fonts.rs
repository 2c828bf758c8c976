//! Fonts: the compiled-in one, and others for letters that it lacks.

use std::path::Path;

use ab_glyph::{Font, FontRef, FontVec, GlyphId};
use fontdb::{Database, FaceInfo, Style as Slant, Weight};

use super::ChartError;

/// Kana and the kanji of common names: a part of Noto Sans CJK JP. A page has it beside its program, for those who need it.
#[cfg(not(target_os = "wasi"))]
pub(crate) static JAPANESE: &[u8] = include_bytes!("japanese/noto-sans-jp.otf");
#[cfg(target_os = "wasi")]
pub(crate) static JAPANESE: &[u8] = &[];
/// What the page calls it, in a folder where it puts what was fetched.
pub(crate) const JAPANESE_FILE: &str = "noto-sans-jp.otf";
/// No more fonts than these are searched for letters that the compiled-in one lacks.
const MOST_FONTS: usize = 8;
/// A face with more letters than this to draw is not looked at letter by letter.
const MOST_SOUGHT: usize = 400;

/// The fonts of a drawing.
pub(super) struct Fonts {
    regular: FontRef<'static>,
    bold: FontRef<'static>,
    /// For letters that these lack, in order.
    others: Vec<FontVec>,
}

/// A letter of a font: which font, and which glyph.
pub(super) type Letter = (usize, GlyphId);

impl Fonts {
    /// The compiled-in fonts, and whatever else the letters of a text need: the font of the file that was named, then
    /// those of the system. Letters that none of them has are returned.
    ///
    /// # Errors
    /// A file that holds no font, or compiled-in fonts that are refused.
    pub(super) fn new(text: &str, file: Option<&Path>) -> Result<(Self, String), ChartError> {
        let font = |bytes| FontRef::try_from_slice(bytes).map_err(|_| ChartError::Font);
        let (regular, bold) = (font(ttf_noto_sans::REGULAR)?, font(ttf_noto_sans::BOLD)?);
        let mut fonts = Self { regular, bold, others: Vec::new() };
        if let Some(path) = file {
            fonts.others.push(named(path)?);
        }
        let mut sought = fonts.lacking(text);
        if !sought.is_empty() {
            fonts.others.extend(japanese());
            sought = fonts.lacking(text);
        }
        if !sought.is_empty() {
            fonts.search(&sought);
            sought = fonts.lacking(text);
        }
        Ok((fonts, sought))
    }

    /// The letters that no font has, each once.
    fn lacking(&self, text: &str) -> String {
        let mut lacking: Vec<char> =
            text.chars().filter(|c| !c.is_whitespace() && self.find(*c, false).is_none()).collect();
        lacking.sort_unstable();
        lacking.dedup();
        lacking.into_iter().take(MOST_SOUGHT).collect()
    }

    /// Adds fonts of the system until all letters are found or no font has more of them.
    fn search(&mut self, sought: &str) {
        let mut system = Database::new();
        system.load_system_fonts();
        let mut sought: Vec<char> = sought.chars().collect();
        while !sought.is_empty() && self.others.len() < MOST_FONTS {
            let best = system
                .faces()
                .filter_map(|face| Some((covered(&system, face, &sought).filter(|n| *n > 0)?, plain(face), face)))
                .max_by(|a, b| {
                    (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| b.2.post_script_name.cmp(&a.2.post_script_name))
                });
            let Some((_, _, face)) = best else { return };
            let id = face.id;
            let read = system.with_face_data(id, |data, index| FontVec::try_from_vec_and_index(data.to_vec(), index));
            system.remove_face(id);
            if let Some(Ok(font)) = read {
                sought.retain(|c| font.glyph_id(*c) == GlyphId(0));
                self.others.push(font);
            }
        }
    }

    /// Where a letter is found.
    fn find(&self, c: char, bold: bool) -> Option<Letter> {
        let own = if bold { self.bold.glyph_id(c) } else { self.regular.glyph_id(c) };
        if own != GlyphId(0) {
            return Some((0, own));
        }
        let glyphs = self.others.iter().map(|font| font.glyph_id(c)).enumerate();
        glyphs.into_iter().find(|(_, glyph)| *glyph != GlyphId(0)).map(|(place, glyph)| (place + 1, glyph))
    }

    /// A letter; a box for one that no font has.
    pub(super) fn letter(&self, c: char, bold: bool) -> Letter {
        self.find(c, bold).unwrap_or((0, GlyphId(0)))
    }

    /// Whether one of the fonts has the letter.
    pub(super) fn has(&self, c: char) -> bool {
        self.find(c, false).is_some()
    }

    /// Calls a function with the font of a letter.
    pub(super) fn with<R>(&self, (place, _): Letter, bold: bool, act: impl FnOnce(&dyn AnyFont) -> R) -> R {
        match (place, bold) {
            (0, true) => act(&self.bold),
            (0, false) => act(&self.regular),
            _ => act(&self.others[place - 1]),
        }
    }
}

/// What is asked of a font, wherever its bytes lie.
pub(super) trait AnyFont {
    /// How far one letter is from the next, in em.
    fn advance(&self, glyph: GlyphId) -> f64;
    /// How much closer two letters stand than their advances say, in em.
    fn kern(&self, first: GlyphId, second: GlyphId) -> f64;
    /// The outline of a letter whose em is this many pixels, at a place on its baseline.
    fn outline(&self, glyph: GlyphId, em: f64, place: (f32, f32)) -> Option<ab_glyph::OutlinedGlyph>;
}

impl<F: Font> AnyFont for F {
    fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.h_advance_unscaled(glyph) / units(self))
    }

    fn kern(&self, first: GlyphId, second: GlyphId) -> f64 {
        f64::from(self.kern_unscaled(first, second) / units(self))
    }

    fn outline(&self, glyph: GlyphId, em: f64, (x, y): (f32, f32)) -> Option<ab_glyph::OutlinedGlyph> {
        // Fonts are scaled by the height of a line.
        let scale = ab_glyph::PxScale::from(em as f32 * self.height_unscaled() / units(self));
        self.outline_glyph(glyph.with_scale_and_position(scale, ab_glyph::point(x, y)))
    }
}

fn units(font: &impl Font) -> f32 {
    font.units_per_em().unwrap_or(1000.0)
}

fn japanese() -> Option<FontVec> {
    let fetched = || std::fs::read(Path::new("/fonts").join(JAPANESE_FILE)).ok();
    FontVec::try_from_vec(if cfg!(target_os = "wasi") { fetched()? } else { JAPANESE.to_vec() }).ok()
}

/// The font of a file.
fn named(path: &Path) -> Result<FontVec, ChartError> {
    let failed = |why: String| ChartError::NoFont { path: path.to_owned(), why };
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    FontVec::try_from_vec_and_index(bytes, 0).map_err(|_| failed("it holds no font that can be read".to_owned()))
}

/// How many of these letters a face has.
fn covered(system: &Database, face: &FaceInfo, sought: &[char]) -> Option<usize> {
    system.with_face_data(face.id, |data, index| {
        let font = FontRef::try_from_slice_and_index(data, index).ok()?;
        Some(sought.iter().filter(|c| font.glyph_id(**c) != GlyphId(0)).count())
    })?
}

/// How much a face is like the compiled-in one: upright, of common weight, without serifs, letters of their own width.
fn plain(face: &FaceInfo) -> usize {
    let named = |word: &str| face.families.iter().any(|(name, _)| name.contains(word));
    let signs = [face.style == Slant::Normal, face.weight == Weight::NORMAL, named("Sans"), !face.monospaced];
    signs.into_iter().filter(|sign| *sign).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_many_scripts_are_compiled_in_and_what_is_lacking_is_named() {
        let (fonts, lacking) = Fonts::new("Ölçüm Ελλάς Война — 3+", None).expect("compiled in");
        assert_eq!(lacking, "");
        assert!(fonts.others.is_empty(), "no other font was looked for");
        let (fonts, lacking) = Fonts::new("ブラッドナイト・騎士団「第三小隊」さくら", None).expect("compiled in");
        assert_eq!((&*lacking, fonts.others.len()), ("", 1), "none of the system was looked for");
        // A place for private use, which no font of a system has.
        let (fonts, lacking) = Fonts::new("a\u{10fffd}b\u{10fffd}", None).expect("compiled in");
        assert_eq!(lacking, "\u{10fffd}");
        assert_eq!(fonts.letter('\u{10fffd}', true), (0, GlyphId(0)));
    }

    #[test]
    fn a_file_that_is_no_font_is_refused_by_name() {
        let path = Path::new("Cargo.toml");
        let refused = Fonts::new("a", Some(path)).err().expect("no font").to_string();
        assert!(refused.contains("Cargo.toml") && refused.contains("no font"), "{refused}");
        let missing = Fonts::new("a", Some(Path::new("no/such.ttf"))).err().expect("no file").to_string();
        assert!(missing.contains("no/such.ttf"), "{missing}");
    }
}
