//! Colours, as a value that every drawing takes.

use plotters::prelude::RGBColor;

use crate::report::Theme;

/// The colours of a drawing. Text in the colour of a shape is legible on the paper; two colours that mean different things
/// stay apart for every kind of colour vision, and in grey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Palette {
    pub(super) paper: RGBColor,
    pub(super) text: RGBColor,
    /// Words that matter less.
    pub(super) quiet: RGBColor,
    pub(super) grid: RGBColor,
    pub(super) axis: RGBColor,
    pub(super) bar: RGBColor,
    pub(super) bar_text: RGBColor,
    /// The bar that means that the target is gone.
    pub(super) gone: RGBColor,
    pub(super) line: RGBColor,
    pub(super) line_text: RGBColor,
    /// What dice say.
    pub(super) dice: RGBColor,
    /// A line for each series.
    pub(super) series: [RGBColor; SERIES],
    /// From nothing to all, in even steps of lightness.
    pub(super) scale: [RGBColor; 5],
}

/// Series that can be told apart.
pub(super) const SERIES: usize = 8;

/// A colour as web pages write it: two hexadecimal digits each of red, green and blue.
const fn colour(hex: u32) -> RGBColor {
    let [_, red, green, blue] = hex.to_be_bytes();
    RGBColor(red, green, blue)
}

const fn colours<const N: usize>(hex: [u32; N]) -> [RGBColor; N] {
    let mut all = [colour(0); N];
    let mut place = 0;
    while place < N {
        all[place] = colour(hex[place]);
        place += 1;
    }
    all
}

const LIGHT: Palette = Palette {
    paper: colour(0xffffff),
    text: colour(0x1f262e),
    quiet: colour(0x5b6773),
    grid: colour(0xe2e6eb),
    axis: colour(0x8c96a0),
    bar: colour(0x7cb0da),
    bar_text: colour(0x1f6299),
    gone: colour(0x2f70a8),
    line: colour(0xc85000),
    line_text: colour(0xb24700),
    dice: colour(0x1b1f24),
    // Okabe and Ito's colours, the light ones darker.
    series: colours([0x00629b, 0xc85000, 0x00825f, 0xaa4682, 0xa07300, 0x288cbe, 0x5a5a5a, 0x141414]),
    scale: colours([0xf0f6fc, 0xbed7ec, 0x74aad3, 0x2d71ab, 0x08306b]),
};

const DARK: Palette = Palette {
    paper: colour(0x161a20),
    text: colour(0xe8edf2),
    quiet: colour(0x9ea8b3),
    grid: colour(0x313841),
    axis: colour(0x6e7985),
    bar: colour(0x3e76a8),
    bar_text: colour(0x7cb6e6),
    gone: colour(0x88c0ec),
    line: colour(0xf08a3e),
    line_text: colour(0xf69d5c),
    dice: colour(0xf0f3f6),
    // The same, the dark ones lighter.
    series: colours([0x56b4e9, 0xf08a3e, 0x3cbe96, 0xe296c4, 0xecbe46, 0x82a0f0, 0xaaaaaa, 0xf0f0f0]),
    scale: colours([0x202834, 0x214c75, 0x2d7cb6, 0x76b4e0, 0xdaeefc]),
};

impl Palette {
    pub(super) fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as the guidelines for accessible web pages define it.
    fn luminance(RGBColor(r, g, b): RGBColor) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(a: RGBColor, b: RGBColor) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn words_are_legible_and_shapes_stand_out_in_both_themes() {
        for palette in [LIGHT, DARK] {
            for words in [palette.text, palette.quiet, palette.bar_text, palette.line_text, palette.dice] {
                assert!(contrast(words, palette.paper) >= 4.5, "{words:?}");
            }
            for shape in [palette.line, palette.gone].into_iter().chain(palette.series) {
                assert!(contrast(shape, palette.paper) >= 3.0, "{shape:?}");
            }
            assert!(contrast(palette.bar, palette.gone) >= 1.7, "the last bar is told apart in grey");
        }
    }
}
