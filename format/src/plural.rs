//! Chooses the form of a translated string for a count.
//!
//! A string has one form for each of the plural categories (CLDR) of its language, in the order zero, one, two, few, many,
//! other.

/// The index of a language's plural form for a count; languages that are not listed have the forms of English.
#[must_use]
pub fn plural_form(code: &str, count: usize) -> usize {
    let (ones, hundreds) = (count % 10, count % 100);
    let is_teen = (11..=14).contains(&hundreds);
    match code.split('-').next().unwrap_or(code) {
        "ja" | "ko" | "zh" | "th" | "vi" | "id" | "ms" => 0,
        "fr" | "pt" | "hi" | "bn" | "fa" => usize::from(count > 1),
        "ar" => match (count, hundreds) {
            (0..=2, _) => count,
            (_, 3..=10) => 3,
            (_, 11..=99) => 4,
            _ => 5,
        },
        "he" => count.saturating_sub(1).min(2) + usize::from(count == 0) * 2,
        "ru" | "uk" | "sr" | "hr" if ones == 1 && !is_teen => 0,
        "ru" | "uk" | "sr" | "hr" if (2..=4).contains(&ones) && !is_teen => 1,
        "pl" if count == 1 => 0,
        "pl" if (2..=4).contains(&ones) && !is_teen => 1,
        "cs" | "sk" if count == 1 => 0,
        "cs" | "sk" if (2..=4).contains(&count) => 1,
        "ru" | "uk" | "sr" | "hr" | "pl" | "cs" | "sk" => 2,
        _ => usize::from(count != 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_form_of_their_language() {
        let check = |code: &str, expected: &[(usize, usize)]| {
            for (count, form) in expected {
                assert_eq!(plural_form(code, *count), *form, "{code} {count}");
            }
        };
        check("en", &[(0, 1), (1, 0), (2, 1)]);
        check("fr", &[(0, 0), (1, 0), (2, 1)]);
        check("ja", &[(1, 0), (5, 0)]);
        check("he", &[(0, 2), (1, 0), (2, 1), (3, 2), (20, 2)]);
        check(
            "ar",
            &[(0, 0), (1, 1), (2, 2), (3, 3), (11, 4), (100, 5), (103, 3)],
        );
        check("ru", &[(1, 0), (2, 1), (5, 2), (11, 2), (21, 0), (22, 1)]);
        check("pl", &[(1, 0), (2, 1), (5, 2), (12, 2), (22, 1), (21, 2)]);
    }
}
