//! Stop words of questions for each language of a site: articles, pronouns, question words. The search engine itself has the
//! English ones.

use bindery_format::search::text::fold;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The words by language.
const FILLERS: &str = include_str!("fillers.json");

/// The fillers of those locales whose language has a list, folded.
pub(super) fn fillers_by_locale<'l>(
    locales: impl Iterator<Item = &'l String>,
) -> BTreeMap<&'l str, BTreeSet<String>> {
    let known: Value = serde_json::from_str(FILLERS).unwrap_or_default();
    let lists = locales.filter_map(|locale| {
        let language = locale.split(['-', '_']).next().unwrap_or_default();
        let words = known[language].as_array()?.iter();
        let words = words.filter_map(Value::as_str).map(fold);
        Some((locale.as_str(), words.collect()))
    });
    lists.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_locale_has_the_fillers_of_its_language() {
        let locales = ["en", "pt-BR", "de", "ja"].map(str::to_owned);
        let lists = fillers_by_locale(locales.iter());
        assert_eq!(lists.keys().collect::<Vec<_>>(), [&"de", &"pt-BR"]);
        assert!(lists["pt-BR"].contains("nao") && !lists["pt-BR"].contains("warum"));
        assert!(lists["de"].contains("fur") && lists["de"].contains("warum"));
    }
}
