//! Suggests paths.

use super::distance;

/// How similar a path and its suggestion must be, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.75;

/// How many paths [`nearest_paths`] returns at most.
const MAX_PATHS: usize = 3;

/// The paths or anchors nearest to `wanted`, the nearest first; none if all are far off.
///
/// A path with the same last segment counts as near, because pages move between folders.
#[must_use]
pub fn nearest_paths<'c>(
    wanted: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Vec<&'c str> {
    let max_distance = (wanted.chars().count() / 3).max(2);
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(wanted.len()) <= max_distance)
        .map(|candidate| (path_distance(wanted, candidate), candidate))
        .filter(|(distance, _)| *distance <= max_distance)
        .collect();
    near.sort_unstable();
    let best = near.first().map_or(0, |(distance, _)| *distance);
    near.into_iter()
        .take_while(|(distance, _)| *distance <= best + 1)
        .take(MAX_PATHS)
        .map(|(_, candidate)| candidate)
        .collect()
}

fn path_distance(wanted: &str, candidate: &str) -> usize {
    let last = |path: &str| path.rsplit('/').next().unwrap_or("").to_owned();
    let is_same_name = !last(wanted).is_empty() && last(wanted) == last(candidate);
    let differing = distance(wanted, candidate);
    if is_same_name {
        differing.min(2)
    } else {
        differing
    }
}

/// The path most like one that is no longer served, if any is like it: as a whole, or in its last segment.
///
/// Unlike a typo, the path of a page that moved may have little in common with its new one.
#[must_use]
pub fn most_alike_path<'c>(
    path: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let name = last(path);
    let rated = candidates.into_iter().map(|candidate| {
        let own_name = last(candidate);
        let is_named = !own_name.is_empty() && name.len() > 3;
        // A moved page keeps its name more often than its folder.
        let by_name = match is_named {
            true => similarity(&name, &own_name) * 0.95,
            false => 0.0,
        };
        (similarity(path, candidate).max(by_name), candidate)
    });
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)));
    best.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .map(|(_, path)| path)
}

/// How alike two texts are: 1 for equal texts, 0 for texts without a common character.
fn similarity(a: &str, b: &str) -> f64 {
    let longer = a.chars().count().max(b.chars().count());
    if longer == 0 {
        return 1.0;
    }
    #[allow(clippy::cast_precision_loss, reason = "names are short")]
    let share = distance(a, b) as f64 / longer as f64;
    1.0 - share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_texts_have_a_similarity_near_one() {
        for (a, b, expected) in [("port", "prot", 0.75), ("", "", 1.0), ("ab", "cd", 0.0)] {
            assert!((similarity(a, b) - expected).abs() < 1e-9, "{a} {b}");
        }
    }

    #[test]
    fn a_path_in_another_folder_is_near() {
        let paths = ["/characters/ganyu", "/weapons/aqua", "/characters/gorou"];
        assert_eq!(
            nearest_paths("/charakters/ganyu", paths),
            ["/characters/ganyu"]
        );
        assert_eq!(nearest_paths("/nowhere", paths), Vec::<&str>::new());
    }
}
