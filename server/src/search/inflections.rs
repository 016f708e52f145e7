//! Inflections of English words: plurals, verbs with their endings, nouns made of verbs, British and American spellings.

/// Endings of verbs and of the nouns made of them, and British and American endings: each replaces the other.
pub(super) const ENDINGS: &[(&str, &str)] = &[
    ("uce", "uction"),
    ("ate", "ation"),
    ("ate", "ator"),
    ("use", "usion"),
    ("ize", "ization"),
    ("ise", "isation"),
    ("ume", "umption"),
    ("orb", "orption"),
    ("ise", "ize"),
    ("isation", "ization"),
    ("our", "or"),
    ("ence", "ense"),
    ("yse", "yze"),
    ("elling", "eling"),
    ("elled", "eled"),
    ("ller", "ler"),
    ("sis", "ses"),
];

/// The suffixes of plurals and verbs, and the endings that a stem without the suffix may have instead.
pub(super) const SUFFIXES: &[(&str, &[&str])] = &[
    ("ies", &["y"]),
    ("es", &["", "e"]),
    ("s", &[""]),
    ("ing", &["", "e"]),
    ("ed", &["", "e"]),
    ("ings", &["", "e"]),
];

/// Possible inflections of an English word. Not all are words; the caller ignores those that the index does not have.
pub(super) fn inflections(term: &str) -> Vec<String> {
    let mut list = Vec::new();
    if !term.is_ascii() || term.len() < 3 {
        return list;
    }
    let mut stems = vec![term.to_owned()];
    for (suffix, others) in SUFFIXES {
        if let Some(stem) = term.strip_suffix(suffix).filter(|stem| stem.len() >= 3) {
            stems.extend(others.iter().map(|other| format!("{stem}{other}")));
            let bytes = stem.as_bytes();
            // `hopping`, `hop`.
            if suffix.len() > 1 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] {
                stems.push(stem[..stem.len() - 1].to_owned());
            }
        }
    }
    let related: Vec<String> = stems.iter().flat_map(|stem| related(stem)).collect();
    stems.extend(related);
    for stem in stems.iter().filter(|stem| stem.len() >= 3) {
        let bare = stem.strip_suffix('e').unwrap_or(stem);
        list.extend([stem.clone(), format!("{stem}s"), format!("{stem}es")]);
        list.extend([format!("{bare}ing"), format!("{bare}ed")]);
        if let Some(bare) = stem.strip_suffix('y') {
            list.push(format!("{bare}ies"));
        }
    }
    list.retain(|form| form != term);
    list.sort();
    list.dedup();
    list
}

/// The word with each other ending of its pair.
fn related(word: &str) -> impl Iterator<Item = String> {
    let swapped = |from: &str, to: &str| {
        let stem = word.strip_suffix(from).filter(|stem| stem.len() >= 2)?;
        Some(format!("{stem}{to}"))
    };
    ENDINGS
        .iter()
        .flat_map(move |(one, other)| [swapped(one, other), swapped(other, one)])
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(term: &str, form: &str) -> bool {
        inflections(term).iter().any(|own| own == form)
    }

    #[test]
    fn verbs_and_their_nouns_are_forms_of_each_other() {
        for (verb, noun) in [
            ("reduces", "reduction"),
            ("calculate", "calculator"),
            ("infused", "infusion"),
            ("absorbs", "absorption"),
        ] {
            assert!(has(verb, noun), "{verb}");
            assert!(has(noun, verb), "{noun}");
        }
    }

    #[test]
    fn plurals_of_greek_nouns_are_forms_of_them() {
        assert!(has("hypostasis", "hypostases"));
        assert!(has("analyses", "analysis"));
    }

    #[test]
    fn british_and_american_spellings_are_forms_of_each_other() {
        for (british, american) in [
            ("defence", "defense"),
            ("vaporise", "vaporize"),
            ("armour", "armor"),
            ("cancelling", "canceling"),
            ("traveller", "traveler"),
        ] {
            assert!(has(british, american), "{british}");
            assert!(has(american, british), "{american}");
        }
    }
}
