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

const LIGHT: Palette = Palette {
    paper: RGBColor(255, 255, 255),
    text: RGBColor(31, 38, 46),
    quiet: RGBColor(91, 103, 115),
    grid: RGBColor(226, 230, 235),
    axis: RGBColor(140, 150, 160),
    bar: RGBColor(124, 176, 218),
    bar_text: RGBColor(31, 98, 153),
    gone: RGBColor(47, 112, 168),
    line: RGBColor(200, 80, 0),
    line_text: RGBColor(178, 71, 0),
    dice: RGBColor(27, 31, 36),
    // Okabe and Ito's colours, the light ones darker.
    series: [
        RGBColor(0, 98, 155),
        RGBColor(200, 80, 0),
        RGBColor(0, 130, 95),
        RGBColor(170, 70, 130),
        RGBColor(160, 115, 0),
        RGBColor(40, 140, 190),
        RGBColor(90, 90, 90),
        RGBColor(20, 20, 20),
    ],
    scale: [
        RGBColor(240, 246, 252),
        RGBColor(190, 215, 236),
        RGBColor(116, 170, 211),
        RGBColor(45, 113, 171),
        RGBColor(8, 48, 107),
    ],
};

const DARK: Palette = Palette {
    paper: RGBColor(22, 26, 32),
    text: RGBColor(232, 237, 242),
    quiet: RGBColor(158, 168, 179),
    grid: RGBColor(49, 56, 65),
    axis: RGBColor(110, 121, 133),
    bar: RGBColor(62, 118, 168),
    bar_text: RGBColor(124, 182, 230),
    gone: RGBColor(136, 192, 236),
    line: RGBColor(240, 138, 62),
    line_text: RGBColor(246, 157, 92),
    dice: RGBColor(240, 243, 246),
    // The same, the dark ones lighter.
    series: [
        RGBColor(86, 180, 233),
        RGBColor(240, 138, 62),
        RGBColor(60, 190, 150),
        RGBColor(226, 150, 196),
        RGBColor(236, 190, 70),
        RGBColor(130, 160, 240),
        RGBColor(170, 170, 170),
        RGBColor(240, 240, 240),
    ],
    scale: [
        RGBColor(32, 40, 52),
        RGBColor(33, 76, 117),
        RGBColor(45, 124, 182),
        RGBColor(118, 180, 224),
        RGBColor(218, 238, 252),
    ],
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
