//! Whether a text is a date that JavaScript reads, as far as that is certain.

/// The first letters of the names of months that JavaScript reads.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// Whether a text may be a date: `2026-05-06` and what may follow it, `2026-5-6`, `2026/5/6`, `5/6/2026`, `May 6, 2026`.
pub(crate) fn is_date(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    if MONTHS.iter().any(|month| text.contains(month)) {
        return text.contains(|c: char| c.is_ascii_digit());
    }
    let day = text.split(['t', ' ']).next().unwrap_or_default();
    let numbers: Option<Vec<u32>> = day
        .split(['-', '/'])
        .map(|part| part.parse().ok())
        .collect();
    match numbers.as_deref() {
        Some([year]) => day.len() == 4 && *year > 0,
        Some([year, month]) => day.find(['-', '/']) == Some(4) && *year > 0 && is_month(*month),
        Some([year, month, day_of_month]) if day.find(['-', '/']) == Some(4) => {
            *year > 0 && is_month(*month) && is_day(*day_of_month)
        }
        Some([month, day_of_month, _]) => is_month(*month) && is_day(*day_of_month),
        Some(_) | None => false,
    }
}

fn is_month(number: u32) -> bool {
    (1..=12).contains(&number)
}

fn is_day(number: u32) -> bool {
    (1..=31).contains(&number)
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn dates_are_told_from_other_texts() {
        for text in [
            "2026",
            "2026-05",
            "2026-05-06",
            "2026-5-6",
            "2026/05/06",
            "2026-05-06T10:00:00Z",
            "2026-05-06 10:00",
            "5/6/2026",
            "May 6, 2026",
            "6 May 2026",
            "Wed, 06 May 2026 10:00:00 GMT",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in [
            "nope",
            "",
            "2026-13-45",
            "2026-05-32",
            "May",
            "2026-05-06-07",
            "12",
            "0000-01-01",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
