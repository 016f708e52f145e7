//! Words that a question has and its answer has not: `how does`, `what is the`.

/// Words that say nothing about what is looked for, sorted. The list is English; the index has those of the site's other
/// languages.
pub(in crate::search) const FILLERS: &[&str] = &[
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

/// Words that are fillers only in a question, anywhere after another filler: `how do I`, but not `I frames`.
pub(in crate::search) const DEPENDENT_FILLERS: &[&str] = &[
    "a",
    "am",
    "anything",
    "difference",
    "differences",
    "different",
    "i",
    "me",
    "need",
    "someone",
    "something",
    "still",
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

/// Whether a term is always a filler.
pub(in crate::search) fn is_filler(term: &str) -> bool {
    FILLERS.binary_search(&term).is_ok()
}

/// Marks the fillers among the words of a query. A query of fillers only has none: they are what is looked for.
pub(super) fn fillers(terms: &[String], is_of_site: impl Fn(&str) -> bool) -> Vec<bool> {
    let mut marks = Vec::with_capacity(terms.len());
    let mut is_question = false;
    for term in terms {
        let term = term.as_str();
        let own = is_filler(term) || is_of_site(term);
        is_question |= own;
        marks.push(own || (is_question && DEPENDENT_FILLERS.contains(&term)));
    }
    if marks.iter().all(|own| *own) {
        marks.fill(false);
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without_fillers(query: &str) -> Vec<&str> {
        let terms: Vec<String> = query.split(' ').map(str::to_owned).collect();
        let marked = query
            .split(' ')
            .zip(fillers(&terms, |term| term == "impact"));
        marked
            .filter(|(_, is_filler)| !is_filler)
            .map(|(term, _)| term)
            .collect()
    }

    #[test]
    fn questions_keep_what_is_asked() {
        assert_eq!(
            without_fillers("how does the damage formula work"),
            ["damage", "formula"]
        );
        assert_eq!(without_fillers("how do i start"), ["start"]);
        assert_eq!(without_fillers("i frames"), ["i", "frames"]);
        assert_eq!(without_fillers("how to"), ["how", "to"]);
        assert_eq!(without_fillers("can zhongli work"), ["zhongli"]);
        assert_eq!(
            without_fillers("whats the difference between a and b"),
            ["b"]
        );
        assert_eq!(
            without_fillers("impact formula vs tables"),
            ["formula", "tables"]
        );
    }

    #[test]
    fn the_list_can_be_searched() {
        assert!(FILLERS.is_sorted());
    }
}
