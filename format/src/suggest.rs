//! Suggests the names that an author may have meant: "did you mean".
//!
//! All suggestions use one metric: the optimal string alignment distance, which counts inserted, deleted, replaced and
//! swapped characters. [`nearest`] is for names, and [`Suggester`] for names among many; [`nearest_paths`] is for paths,
//! whose folders may be wrong as well; [`most_alike_path`] is for paths that were right once; [`only_typo`] is for what is
//! corrected without a question.

mod paths;
mod suggester;

pub use self::paths::{most_alike_path, nearest_paths};
pub use self::suggester::Suggester;
use std::collections::BTreeSet;

/// How many characters differ; two swapped neighbours count once.
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    strsim::osa_distance(a, b)
}

/// The candidate nearest to `name`, if it is near enough to be a typo of it.
///
/// At most a third of the longer name's characters may differ; case does not count. Of equally near candidates, the first
/// in alphabetical order is returned.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    near(name, candidates).min().map(|(_, candidate)| candidate)
}

/// The same for candidates in order of how likely they are: of equally near ones, those of which a letter is missing, swapped
/// or doubled come before those with another letter, and then the first is returned.
#[must_use]
pub fn nearest_in_order<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    let own = sorted(name);
    let near = near(name, candidates).map(|(distance, candidate)| {
        let letters = sorted(candidate);
        let is_replaced = letters.len() == own.len() && letters != own;
        ((distance, is_replaced), candidate)
    });
    // The first of equal ones.
    near.min_by_key(|(rank, _)| *rank)
        .map(|(_, candidate)| candidate)
}

/// The candidates that `name` may be a typo of, with their distances.
fn near<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> impl Iterator<Item = (usize, &'c str)> {
    let lower = name.to_lowercase();
    candidates.into_iter().filter_map(move |candidate| {
        let own = lower.chars().count();
        let other = candidate.chars().count();
        let max_distance = (own.max(other) / 3).max(1);
        if candidate == name || own.abs_diff(other) > max_distance {
            return None;
        }
        let distance = distance(&lower, &candidate.to_lowercase());
        (distance <= max_distance).then_some((distance, candidate))
    })
}

/// The candidate that was certainly meant: the only one that differs by one letter, or by two that are swapped. Another digit
/// makes another name, not a typo.
#[must_use]
pub fn only_typo<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let near = candidates
        .into_iter()
        .filter(|one| one.len().abs_diff(name.len()) <= 4 && distance(one, name) == 1);
    let near: BTreeSet<&str> = near.collect();
    let only = near.first().filter(|_| near.len() == 1)?;
    (digits(only) == digits(name)).then_some(*only)
}

/// The sentence ``did you mean `x`?`` for the nearest candidate.
#[must_use]
pub fn did_you_mean<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// The question ``did you mean `x`, `y` or `z`?``; `None` without names.
#[must_use]
pub fn did_you_mean_any(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let (last, others) = quoted.split_last()?;
    Some(match others {
        [] => format!("did you mean {last}?"),
        others => format!("did you mean {} or {last}?", others.join(", ")),
    })
}

/// How many names a help lists at most.
const MAX_LISTED: usize = 12;

/// The sentence of [`did_you_mean`], or a list of the candidates if none is near; `None` without candidates.
#[must_use]
pub fn did_you_mean_one_of<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    let names: Vec<&str> = candidates.into_iter().collect();
    did_you_mean(name, names.iter().copied()).or_else(|| list_names(&names))
}

/// The sentence of [`did_you_mean`], if a candidate is near, and a list of the candidates.
#[must_use]
pub fn did_you_mean_and_names<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    let names: Vec<&str> = candidates.into_iter().collect();
    let near = did_you_mean(name, names.iter().copied());
    let list = list_names(&names)?;
    Some(near.map_or(list.clone(), |near| format!("{near} {list}")))
}

fn list_names(names: &[&str]) -> Option<String> {
    let listed: Vec<String> = names
        .iter()
        .take(MAX_LISTED)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = match names.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!listed.is_empty()).then(|| format!("there are {}{more}", listed.join(", ")))
}

/// The sentence of [`did_you_mean`], or another help if no candidate is near.
#[must_use]
pub fn did_you_mean_or<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    fallback: &str,
) -> String {
    did_you_mean(name, candidates).unwrap_or_else(|| fallback.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_not() {
        let candidates = ["/characters/geo/albedo", "/characters", "title", "tags"];
        let check = |name, expected| assert_eq!(nearest(name, candidates), expected, "{name}");
        check("/charcters/geo/albedo", Some("/characters/geo/albedo"));
        check("tilte", Some("title"));
        check("Title", Some("title"));
        check("tag", Some("tags"));
        check("description", None);
        check("title", None);
        check("", None);
    }

    #[test]
    fn likelier_names_come_first_among_equally_near_ones() {
        let order = ["python", "java", "lava", "pycon"];
        let check = |name, expected| assert_eq!(nearest_in_order(name, order), expected, "{name}");
        check("pyton", Some("python"));
        check("pythn", Some("python"));
        check("ajva", Some("java"));
        check("kava", Some("java"));
        check("pycn", Some("pycon"));
        check("ruby", None);
        assert_eq!(nearest("pyton", order), Some("pycon"));
    }

    #[test]
    fn only_one_candidate_a_letter_away_is_a_typo() {
        for (name, candidates, expected) in [
            (
                "/guide/first-pag",
                &["/guide/first-page", "/guide"][..],
                Some("/guide/first-page"),
            ),
            ("/weapons/bwo", &["/weapons/bow"], Some("/weapons/bow")),
            ("/page-a", &["/page-b", "/page-c"], None),
            ("/page-3", &["/page-2"], None),
            ("/first", &["/fist-of"], None),
            ("/a", &["/a"], None),
        ] {
            assert_eq!(
                only_typo(name, candidates.iter().copied()),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn names_are_listed_where_none_is_near() {
        let few = ["main", "api"];
        let check = |name, expected: Option<&str>| {
            assert_eq!(
                did_you_mean_one_of(name, few).as_deref(),
                expected,
                "{name}"
            );
        };
        check("mian", Some("did you mean `main`?"));
        check("something", Some("there are `main`, `api`"));
        assert_eq!(did_you_mean_one_of("x", []), None);
        let any = did_you_mean_any(&["a", "b", "c"]);
        assert_eq!(any.as_deref(), Some("did you mean `a`, `b` or `c`?"));
        assert_eq!(
            did_you_mean_any(&["a"]).as_deref(),
            Some("did you mean `a`?")
        );
        assert_eq!(did_you_mean_any(&[]), None);
        let many: Vec<String> = (10..30).map(|number| format!("page-{number}")).collect();
        let help = did_you_mean_one_of("something", many.iter().map(String::as_str));
        assert!(help.is_some_and(|help| help.ends_with("`page-21` and 8 more")));
    }
}
