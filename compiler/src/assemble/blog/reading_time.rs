//! The reading time of a post by the rule of Docusaurus 3.10: 200 words a minute, counted in the Markdown as written.

use crate::front_matter::body_start;
use crate::source::SourceFile;
use unicode_segmentation::UnicodeSegmentation;

const WORDS_PER_MINUTE: f64 = 200.0;

/// The whole minutes; 0 for a post without words.
pub(crate) fn reading_minutes(file: &SourceFile) -> u32 {
    let content = file.text.get(body_start(file)..).unwrap_or_default();
    let content = content.trim();
    let words = count_words(content) - count_words(title_line(content));
    // Docusaurus rounds to hundredths of a minute before it rounds up, in floating point.
    #[allow(clippy::cast_precision_loss, reason = "a file has at most 32 MiB")]
    let minutes = words as f64 / WORDS_PER_MINUTE;
    let hundredths = (minutes * 100.0).round();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as above"
    )]
    {
        (hundredths / 100.0).ceil() as u32
    }
}

/// The text of a post that is counted: without front matter and title.
pub(crate) fn counted_text(file: &SourceFile) -> String {
    let content = file.text.get(body_start(file)..).unwrap_or_default().trim();
    match title_line(content) {
        "" => content.to_owned(),
        title => content.replacen(title, "", 1).trim().to_owned(),
    }
}

/// The heading that opens the content, which is the post's title and not its text.
fn title_line(content: &str) -> &str {
    let mut line = content;
    // Imports may precede it.
    while line.starts_with("import ") {
        let end = line.find("\n\n").map_or(line.len(), |at| at + 2);
        line = line[end..].trim_start();
    }
    let first = line.lines().next().unwrap_or_default();
    let is_title = first
        .strip_prefix('#')
        .is_some_and(|rest| rest.starts_with([' ', '\t']));
    if is_title { first } else { "" }
}

/// The words of a text as browsers' `Intl.Segmenter` counts them, by the rules of Unicode (UAX 29). Scripts without
/// spaces, which browsers segment by dictionaries, are counted by the usual length of their words.
pub(crate) fn count_words(text: &str) -> usize {
    let mut words = 0;
    let mut letters = [0_usize; 2];
    for word in text.split_word_bounds().filter(|word| is_word_like(word)) {
        match word.chars().next().and_then(spaceless) {
            Some(script) => letters[script] += word.chars().count(),
            None => words += 1,
        }
    }
    // Found by counting prose with ICU 78: Chinese and Japanese 1.7 letters a word, Thai and its kin 4.
    words + letters[0] * 10 / 17 + letters[1] / 4
}

/// Whether a segment counts as a word: signs, emoji and fractions do not, underscores do.
fn is_word_like(segment: &str) -> bool {
    segment.chars().any(|letter| match letter {
        '_' => true,
        '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{bc}'..='\u{be}' | '\u{2070}'..='\u{209c}' => false,
        '\u{2150}'..='\u{24ff}' => letter.is_alphabetic(),
        _ => letter.is_alphanumeric(),
    })
}

/// The kind of script without spaces that a letter belongs to: 0 for Chinese and Japanese, 1 for Thai, Lao, Khmer,
/// Burmese.
fn spaceless(letter: char) -> Option<usize> {
    match letter {
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => Some(0),
        '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => Some(0),
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn words_are_counted_as_browsers_count_them() {
        // What `Intl.Segmenter` of ICU 78 finds.
        let check = |text: &str, words: usize| assert_eq!(count_words(text), words, "{text}");
        check("don't stop", 2);
        check("a:b c", 2);
        check("http://example.com/a/b?x=1", 6);
        check("foo_bar baz", 2);
        check("1,000.50", 1);
        check("e.g. U.S.A.", 2);
        check("`code` **bold** [link](/x-y)", 5);
        check("\u{1f389} party", 1);
        check("x² ½", 1);
        check("a-b—c", 3);
        check("__", 1);
        check("#tag @me", 2);
        check("can’t", 1);
        check("αβγ привет", 2);
        check("&amp; &#39;", 2);
        check("한국어 문장 입니다", 3);
        check("4:30", 2);
        check("", 0);
        let chinese =
            "今天天气很好，我们一起去公园散步吧。文档站点生成器可以帮助开发者快速搭建网站。";
        assert!(
            (20..=26).contains(&count_words(chinese)),
            "{}",
            count_words(chinese)
        );
    }

    #[test]
    fn minutes_are_rounded_up_without_front_matter_and_title() {
        let minutes = |text: &str| {
            let file = SourceFile::from_text(FileId(0), "blog/a.md", text);
            reading_minutes(&file)
        };
        assert_eq!(minutes(""), 0);
        // 1.005 minutes are 1 after rounding to hundredths; 1.01 are 2.
        assert_eq!(minutes(&"word ".repeat(201)), 1);
        assert_eq!(minutes(&"word ".repeat(202)), 2);
        let text = format!(
            "---\ntitle: {}\n---\n# a b c\n{}",
            "x ".repeat(99),
            "word ".repeat(200)
        );
        assert_eq!(minutes(&text), 1);
    }
}
