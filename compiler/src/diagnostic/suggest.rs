//! Finds what the author may have meant.

/// The candidate nearest to `name`, when it is near enough to be what was meant.
///
/// Near enough: at most a third of the longer one's letters differ, a swap of neighbours counting once; of equally near
/// ones the first in alphabetical order.
#[must_use]
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let lower = name.to_lowercase();
    let near = candidates.into_iter().filter_map(|candidate| {
        let longer = name.chars().count().max(candidate.chars().count());
        let shorter = name.chars().count().min(candidate.chars().count());
        let most = (longer / 3).max(1);
        if candidate == name || longer - shorter > most {
            return None;
        }
        let distance = strsim::osa_distance(&lower, &candidate.to_lowercase());
        (distance <= most).then_some((distance, candidate))
    });
    near.min().map(|(_, candidate)| candidate)
}

/// The sentence ``did you mean `x`?`` for the nearest candidate.
#[must_use]
pub fn did_you_mean<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// The sentence of [`did_you_mean`], or another way out where no candidate is near.
#[must_use]
pub fn did_you_mean_or<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    otherwise: &str,
) -> String {
    did_you_mean(name, candidates).unwrap_or_else(|| otherwise.to_owned())
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
}
