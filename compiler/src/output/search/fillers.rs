//! Stop words of questions for each language of a site: articles, pronouns, question words. The search engine itself has the
//! English ones.

use bindery_format::search::text::fold;
use serde_json::Value;
use std::collections::BTreeSet;

/// The words by language.
const FILLERS: &str = include_str!("fillers.json");

/// The fillers of some locales and those of the configuration, folded, each once.
pub(super) fn fillers<'l>(
    locales: impl Iterator<Item = &'l String>,
    own: &[String],
) -> BTreeSet<String> {
    let known: Value = serde_json::from_str(FILLERS).unwrap_or_default();
    let mut all: BTreeSet<String> = own.iter().map(|word| fold(word)).collect();
    for locale in locales {
        let language = locale.split(['-', '_']).next().unwrap_or_default();
        let words = known[language].as_array();
        let words = words.into_iter().flatten().filter_map(Value::as_str);
        all.extend(words.map(fold));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_are_those_of_the_languages_and_of_the_site() {
        let all = fillers(
            ["en".to_owned(), "pt-BR".to_owned()].iter(),
            &["Impact".to_owned()],
        );
        assert!(all.contains("nao") && all.contains("impact") && !all.contains("warum"));
        let german = fillers(["de".to_owned()].iter(), &[]);
        assert!(german.contains("fur") && german.contains("warum"));
    }
}
