//! Finds what an author may have meant: "did you mean".

mod suggester;

pub use self::suggester::Suggester;

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

/// How many names a help lists at most.
const LISTED: usize = 12;

/// The sentence of [`did_you_mean`], or the names there are where none is near; `None` where there are none.
#[must_use]
pub fn did_you_mean_one_of<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    let names: Vec<&str> = candidates.into_iter().collect();
    did_you_mean(name, names.iter().copied()).or_else(|| list_names(&names))
}

/// The sentence of [`did_you_mean`], where there is one, and the names there are.
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
        .take(LISTED)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = match names.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!listed.is_empty()).then(|| format!("there are {}{more}", listed.join(", ")))
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
        let many: Vec<String> = (10..30).map(|number| format!("page-{number}")).collect();
        let said = did_you_mean_one_of("something", many.iter().map(String::as_str));
        assert!(said.is_some_and(|said| said.ends_with("`page-21` and 8 more")));
    }
}
