//! Kana in Latin letters, for pictures on machines without a Japanese font: a name that can be read aloud, and no row of boxes.

use std::borrow::Cow;

/// Hepburn's spelling of each letter from U+3041 on; small ones that change the letter before them are among them.
const SPELLED: &str = "a a i i u u e e o o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji tsu \
    tsu zu te de to do na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo ya ya yu yu yo yo ra ri ru \
    re ro wa wa wi we o n vu ka ke";
/// The vowels, and the same where they are long.
const VOWELS: [(char, char); 5] = [('a', 'ā'), ('i', 'ī'), ('u', 'ū'), ('e', 'ē'), ('o', 'ō')];

/// The text with its kana in Latin letters; the same text if there are none.
pub(super) fn spelled(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_kana) {
        return Cow::Borrowed(text);
    }
    let (mut out, mut is_double, mut was_kana) = (String::with_capacity(text.len()), false, false);
    for c in text.chars() {
        let small = matches!(hiragana(c), 'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' | 'ゃ' | 'ゅ' | 'ょ');
        match (hiragana(c), syllable(c)) {
            ('っ', _) => is_double = true,
            ('ー', _) => lengthen(&mut out),
            ('・', _) => out.push(' '),
            (_, Some(syllable)) if small && was_kana => join(&mut out, syllable),
            (_, Some(syllable)) => {
                let first = syllable.chars().next().filter(|_| is_double);
                let spelled: String =
                    first.map(|c| if c == 'c' { 't' } else { c }).into_iter().chain(syllable.chars()).collect();
                // A name begins as names do.
                let is_first = out.chars().next_back().is_none_or(|c| !c.is_alphanumeric());
                out.push_str(&if is_first { spelled[..1].to_uppercase() + &spelled[1..] } else { spelled });
                is_double = false;
            }
            _ => out.push(c),
        }
        was_kana = is_kana(c);
    }
    Cow::Owned(out)
}

pub(super) fn is_kana(c: char) -> bool {
    matches!(c, 'ぁ'..='ゖ' | 'ァ'..='ヶ' | '・' | 'ー')
}

/// The same letter of the other script.
fn hiragana(c: char) -> char {
    match c {
        'ァ'..='ヶ' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        _ => c,
    }
}

fn syllable(c: char) -> Option<&'static str> {
    let place = u32::from(hiragana(c)).checked_sub(0x3041)?;
    SPELLED.split_whitespace().nth(place as usize)
}

/// A small letter takes the vowel of the letter before it: `fu` and `a` are `fa`, `ki` and `ya` are `kya`, `shi` and `ya` `sha`.
fn join(out: &mut String, small: &str) {
    out.pop();
    let is_soft = ["sh", "ch", "j", "Sh", "Ch", "J"].iter().any(|end| out.ends_with(end));
    out.push_str(if is_soft { small.trim_start_matches('y') } else { small });
}

fn lengthen(out: &mut String) {
    let last = out.chars().next_back();
    if let Some((_, long)) = VOWELS.into_iter().find(|(short, _)| Some(*short) == last) {
        out.pop();
        out.push(long);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kana_are_spelled_as_they_are_read() {
        for (kana, latin) in [
            ("サムライ", "Samurai"),
            ("スペースマリーン", "Supēsumarīn"),
            ("キャプテン・ファング", "Kyaputen Fangu"),
            ("ジェットバイク", "Jettobaiku"),
            ("マッチ", "Matchi"),
            ("さくら 3", "Sakura 3"),
            ("ヴァンパイア", "Vanpaia"),
            ("ギョ", "Gyo"),
            ("骷髏", "骷髏"),
            ("ー", ""),
        ] {
            assert_eq!(spelled(kana), latin);
        }
        assert_eq!(SPELLED.split_whitespace().count(), 0x3096 - 0x3041 + 1);
    }
}
