//! Makes heading ids exactly as github-slugger 2, which Docusaurus uses.

#[rustfmt::skip]
mod retained_characters;

use retained_characters::RETAINED;
use std::collections::BTreeMap;

/// Makes ids that are unique among those that it made before.
#[derive(Clone, Debug, Default)]
pub struct Slugger {
    occurrences: BTreeMap<String, usize>,
}

impl Slugger {
    /// The id of a heading with this text.
    pub fn slug(&mut self, text: &str) -> String {
        self.slug_with_case(&text.to_lowercase())
    }

    /// The id of a heading with this text, in which capital letters stay.
    pub fn slug_with_case(&mut self, text: &str) -> String {
        self.unique(plain_slug(text))
    }

    /// `id`, with a number appended if it is taken.
    fn unique(&mut self, id: String) -> String {
        let mut result = id.clone();
        while self.occurrences.contains_key(&result) {
            let count = self.occurrences.entry(id.clone()).or_default();
            *count += 1;
            result = format!("{id}-{count}");
        }
        self.occurrences.insert(result.clone(), 0);
        result
    }
}

/// The text without the characters that github-slugger removes, with hyphens for spaces.
fn plain_slug(text: &str) -> String {
    let retain = |character: char| match character {
        ' ' => Some('-'),
        _ => is_retained(character).then_some(character),
    };
    text.chars().filter_map(retain).collect()
}

fn is_retained(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    }
    let code = u32::from(character);
    let at = RETAINED.partition_point(|(_, last)| *last < code);
    RETAINED.get(at).is_some_and(|(first, _)| *first <= code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_github_slugger() {
        let mut slugger = Slugger::default();
        let cases = [
            ("Hello World", "hello-world"),
            ("Hello World", "hello-world-1"),
            ("hello world-1", "hello-world-1-1"),
            ("C++ / Rust", "c--rust"),
            ("Don’t “quote” it", "dont-quote-it"),
            ("Ganyu's  N1 → CA", "ganyus--n1--ca"),
            ("Привет 世界 Été", "привет-世界-été"),
            ("1.5% ATK (C6)", "15-atk-c6"),
            ("I ♥ unicode 😀", "i--unicode-"),
            ("a_b-c", "a_b-c"),
            ("½ x²", "-x"),
            ("", ""),
            ("!!", "-1"),
        ];
        for (text, id) in cases {
            assert_eq!(slugger.slug(text), id, "{text}");
        }
    }
    #[test]
    fn capital_letters_stay_if_that_is_wanted() {
        let mut slugger = Slugger::default();
        for (text, id) in [
            ("Command Log", "Command-Log"),
            ("command log", "command-log"),
            ("Command Log!", "Command-Log-1"),
            ("Été", "Été"),
        ] {
            assert_eq!(slugger.slug_with_case(text), id, "{text}");
        }
    }
}
