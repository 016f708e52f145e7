//! Words that a question has and its answer has not: `how does`, `what is the`.
//!
//! Each language has a list: `was` is a filler in German, and an English verb in a page. So a query has the list of the language
//! that is searched, and one of several languages only what is a filler in each of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Words of English that say nothing about what is looked for, sorted. A language for which the index has no list has this
/// one: what is typed there in Latin letters is mostly English.
const FILLERS: &[&str] = &[
    "about",
    "actually",
    "all",
    "also",
    "although",
    "an",
    "and",
    "any",
    "are",
    "arent",
    "as",
    "at",
    "be",
    "because",
    "been",
    "being",
    "between",
    "but",
    "by",
    "can",
    "cannot",
    "cant",
    "could",
    "couldnt",
    "did",
    "didnt",
    "do",
    "does",
    "doesnt",
    "doing",
    "dont",
    "during",
    "every",
    "exactly",
    "explain",
    "explained",
    "find",
    "for",
    "from",
    "get",
    "give",
    "gives",
    "happen",
    "happens",
    "has",
    "have",
    "how",
    "hows",
    "if",
    "im",
    "in",
    "into",
    "is",
    "isnt",
    "it",
    "its",
    "ive",
    "just",
    "long",
    "many",
    "mean",
    "means",
    "much",
    "my",
    "of",
    "once",
    "or",
    "please",
    "possible",
    "really",
    "see",
    "should",
    "show",
    "so",
    "tell",
    "than",
    "that",
    "thats",
    "the",
    "their",
    "them",
    "there",
    "these",
    "they",
    "this",
    "those",
    "though",
    "to",
    "versus",
    "vs",
    "was",
    "were",
    "what",
    "whats",
    "when",
    "where",
    "wheres",
    "which",
    "while",
    "who",
    "whos",
    "whose",
    "why",
    "will",
    "with",
    "wont",
    "would",
    "wouldnt",
    "your",
];

/// Words of English that are fillers only in a question, anywhere after another filler or directly before one: `how do I` and
/// `fastest way to`, but not `I frames`.
const DEPENDENT_FILLERS: &[&str] = &[
    "a",
    "am",
    "anything",
    "better",
    "difference",
    "differences",
    "different",
    "i",
    "me",
    "more",
    "need",
    "someone",
    "something",
    "still",
    "too",
    "used",
    "want",
    "way",
    "we",
    "work",
    "working",
    "works",
    "worth",
    "you",
];

/// The fillers of a language, or those that several languages have in common. All are folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fillers {
    /// Words that are always fillers.
    pub always: BTreeSet<String>,
    /// Words that are fillers after another one, or directly before one.
    pub dependent: BTreeSet<String>,
}

/// The fillers of an index.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct FillersByLanguage {
    languages: Vec<Arc<Fillers>>,
    common: Arc<Fillers>,
}

impl FillersByLanguage {
    /// The fillers of some languages: `lists` has those of languages other than English, `own` those of the site.
    pub(super) fn new(
        languages: &[String],
        lists: &BTreeMap<String, BTreeSet<String>>,
        own: &BTreeSet<String>,
    ) -> FillersByLanguage {
        let of = |language: &String| {
            let mut fillers = match lists.get(language) {
                Some(list) => Fillers {
                    always: list.clone(),
                    dependent: BTreeSet::new(),
                },
                None => Fillers::english(),
            };
            fillers.always.extend(own.iter().cloned());
            Arc::new(fillers)
        };
        let languages: Vec<Arc<Fillers>> = languages.iter().map(of).collect();
        let common = languages.iter().cloned();
        let common = common.reduce(|one, other| Arc::new(one.common(&other)));
        FillersByLanguage {
            common: common.unwrap_or_else(|| Arc::new(Fillers::english())),
            languages,
        }
    }

    /// The fillers of a language by its number; without one those that all languages have in common.
    pub(in crate::search) fn of(&self, language: Option<u32>) -> &Arc<Fillers> {
        let own = language.and_then(|number| self.languages.get(number as usize));
        own.unwrap_or(&self.common)
    }

    /// The fillers of each language in order.
    pub(in crate::search) fn languages(&self) -> &[Arc<Fillers>] {
        &self.languages
    }
}

impl Fillers {
    fn english() -> Fillers {
        let set = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        Fillers {
            always: set(FILLERS),
            dependent: set(DEPENDENT_FILLERS),
        }
    }

    fn common(&self, other: &Fillers) -> Fillers {
        let common = |one: &BTreeSet<String>, other| one.intersection(other).cloned().collect();
        Fillers {
            always: common(&self.always, &other.always),
            dependent: common(&self.dependent, &other.dependent),
        }
    }

    /// Whether a term is always a filler.
    #[must_use]
    pub fn contains(&self, term: &str) -> bool {
        self.always.contains(term)
    }

    /// Marks the fillers among the words of a query. A query of fillers only has none: they are what is looked for.
    #[must_use]
    pub fn mark(&self, terms: &[String]) -> Vec<bool> {
        let mut marks = Vec::with_capacity(terms.len());
        let mut is_question = false;
        for (at, term) in terms.iter().enumerate() {
            let own = self.contains(term);
            is_question |= own;
            let is_before_filler = terms.get(at + 1).is_some_and(|next| self.contains(next));
            let is_dependent = (is_question || is_before_filler) && self.dependent.contains(term);
            marks.push(own || is_dependent);
        }
        if marks.iter().all(|own| *own) {
            marks.fill(false);
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(words: &[&str]) -> BTreeSet<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    fn fillers() -> FillersByLanguage {
        let lists = [("de".to_owned(), set(&["bin", "in", "was"]))];
        let languages = ["de".to_owned(), "en".to_owned(), "ja".to_owned()];
        FillersByLanguage::new(&languages, &lists.into(), &set(&["impact"]))
    }

    fn without<'q>(fillers: &Fillers, query: &'q str) -> Vec<&'q str> {
        let terms: Vec<String> = query.split(' ').map(str::to_owned).collect();
        let marked = query.split(' ').zip(fillers.mark(&terms));
        marked
            .filter(|(_, is_filler)| !is_filler)
            .map(|(term, _)| term)
            .collect()
    }

    #[test]
    fn questions_keep_what_is_asked() {
        let fillers = fillers();
        let english = |query| without(fillers.of(Some(1)), query);
        assert_eq!(
            english("how does the damage formula work"),
            ["damage", "formula"]
        );
        assert_eq!(english("how do i start"), ["start"]);
        assert_eq!(english("i frames"), ["i", "frames"]);
        assert_eq!(english("fastest way to swim"), ["fastest", "swim"]);
        assert_eq!(english("fastest way"), ["fastest", "way"]);
        assert_eq!(english("how to"), ["how", "to"]);
        assert_eq!(english("can zhongli work"), ["zhongli"]);
        assert_eq!(english("whats the difference between a and b"), ["b"]);
        assert_eq!(english("impact formula vs tables"), ["formula", "tables"]);
    }

    #[test]
    fn a_language_has_its_own_fillers_and_those_of_the_site() {
        let fillers = fillers();
        assert_eq!(
            without(fillers.of(Some(0)), "was bin packing of impact"),
            ["packing", "of"]
        );
        assert_eq!(
            without(fillers.of(Some(1)), "bin packing of impact"),
            ["bin", "packing"]
        );
        assert_eq!(without(fillers.of(Some(2)), "what is 胡桃"), ["胡桃"]);
    }

    #[test]
    fn several_languages_have_common_fillers() {
        let fillers = fillers();
        for several in [None, Some(9)] {
            let own = without(fillers.of(several), "bin packing in the impact");
            assert_eq!(own, ["bin", "packing", "the"]);
        }
    }
}
