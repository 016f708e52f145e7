//! Matches a pattern, parsed into [`Step`]s, against a text or a path; globs, names and paths share it.

/// A step of a pattern over items: the characters of a name, or the names of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step<T> {
    /// One item.
    One(T),
    /// Any number of items, also none.
    Many(T),
}

/// A set of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CharSet {
    /// This character.
    Exactly(char),
    /// One of these characters.
    OneOf(Vec<char>),
    /// All characters but a slash.
    NoSlash,
    /// All characters.
    Any,
}

impl CharSet {
    fn contains(&self, character: char) -> bool {
        match self {
            CharSet::Exactly(own) => *own == character,
            CharSet::OneOf(characters) => characters.contains(&character),
            CharSet::NoSlash => character != '/',
            CharSet::Any => true,
        }
    }
}

/// Whether a text as a whole matches steps over characters.
pub(super) fn matches_text(steps: &[Step<CharSet>], text: &str) -> bool {
    matches_items(steps, text.chars(), |set, character| {
        set.contains(*character)
    })
}

/// Whether all items together match the steps.
///
/// Follows all possible positions in the pattern at once, instead of one after the other as a backtracking matcher does:
/// each item is compared with each step at most once.
pub(super) fn matches_items<T, I>(
    steps: &[Step<T>],
    items: impl Iterator<Item = I>,
    accepts: impl Fn(&T, &I) -> bool,
) -> bool {
    // `reached[n]`: the first `n` steps match the items so far.
    let mut reached = vec![false; steps.len() + 1];
    reached[0] = true;
    skip_empty_runs(steps, &mut reached);
    for item in items {
        let mut next = vec![false; steps.len() + 1];
        for (at, step) in steps.iter().enumerate() {
            if !reached[at] {
                continue;
            }
            match step {
                Step::One(set) if accepts(set, &item) => next[at + 1] = true,
                Step::Many(set) if accepts(set, &item) => next[at] = true,
                _ => {}
            }
        }
        skip_empty_runs(steps, &mut next);
        reached = next;
    }
    reached[steps.len()]
}

/// A [`Step::Many`] also matches no item, so reaching it reaches the step after it.
fn skip_empty_runs<T>(steps: &[Step<T>], reached: &mut [bool]) {
    for (at, step) in steps.iter().enumerate() {
        if reached[at] && matches!(step, Step::Many(_)) {
            reached[at + 1] = true;
        }
    }
}
