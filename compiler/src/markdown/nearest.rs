//! Finds the name that was probably meant.

/// The candidate nearest to `written` by edit distance, when it is near enough to be meant.
pub(super) fn nearest<'n>(
    written: &str,
    candidates: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let limit = written.chars().count().div_ceil(3).max(1);
    let rank = |name: &'n str| {
        let distance = strsim::osa_distance(&written.to_lowercase(), &name.to_lowercase());
        (distance <= limit).then_some((distance, name))
    };
    candidates
        .into_iter()
        .take(5_000)
        .filter_map(rank)
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(nearest("tabs", ["Card", "Tabs"]), Some("Tabs"));
        assert_eq!(nearest("Crad", ["Card", "Tabs"]), Some("Card"));
        assert_eq!(nearest("Portrait", ["Card", "Tabs"]), None);
    }
}
