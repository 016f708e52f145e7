//! Names what somebody may have meant.

/// At most this many are named.
const NAMED: usize = 3;

/// The candidates nearest to `wanted`, the nearest first; none when all are far off.
pub(crate) fn nearest<'c>(wanted: &str, candidates: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
    let most = (wanted.chars().count() / 3).max(2);
    let mut close: Vec<(usize, &str)> = candidates
        .filter(|candidate| candidate.len().abs_diff(wanted.len()) <= most)
        .map(|candidate| (distance(wanted, candidate), candidate))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    close.sort_unstable();
    let best = close.first().map_or(0, |(distance, _)| *distance);
    close
        .into_iter()
        .take_while(|(distance, _)| *distance <= best + 1)
        .take(NAMED)
        .map(|(_, candidate)| candidate)
        .collect()
}

/// A path in the wrong folder is nearer than its letters say.
fn distance(wanted: &str, candidate: &str) -> usize {
    let letters = strsim::damerau_levenshtein(wanted, candidate);
    let last = |path: &str| path.rsplit('/').next().unwrap_or("").to_owned();
    let is_same_name = !last(wanted).is_empty() && last(wanted) == last(candidate);
    if is_same_name {
        letters.min(2)
    } else {
        letters
    }
}

/// `; did you mean …?`, or nothing.
pub(crate) fn suggest(list: &[&str]) -> String {
    let quoted: Vec<String> = list.iter().map(|one| format!("`{one}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => format!("; did you mean {only}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}
