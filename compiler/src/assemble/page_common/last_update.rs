//! When a page was last changed: by its front matter, else by git.
//!
//! What the page shows is decided by `show_last_update_time` and `show_last_update_author`, as with Docusaurus; what the
//! sitemap says needs neither.

use crate::assemble::Context;
use crate::front_matter::FrontMatter;
use crate::model::{LastUpdate, Page};
use crate::source::FileId;

/// What a page of some instance shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShownUpdate {
    /// `show_last_update_time`.
    pub(crate) time: bool,
    /// `show_last_update_author`.
    pub(crate) author: bool,
}

/// Sets the day of the page's last change and what the page shows of it.
pub(crate) fn apply_last_update(
    context: Context<'_>,
    page: &mut Page,
    (file, front): (FileId, &FrontMatter),
    shown: ShownUpdate,
) {
    let change = context.tree.history.change(&context.tree.file(file).path);
    let written = front.last_update_date.as_deref().and_then(day_of);
    let day = written.or_else(|| change.map(|change| change.day.clone()));
    let author = front.last_update_author.clone();
    let author = author.or_else(|| change.map(|change| change.author.clone()));
    let update = LastUpdate {
        date: day.clone().filter(|_| shown.time),
        author: author.filter(|_| shown.author),
    };
    page.last_modified = day;
    if update.date.is_some() || update.author.is_some() {
        page.props.last_update = Some(update);
    }
}

/// The day of a date as YAML has it: `2024-05-06`, `2024-5-6T10:00:00Z`, `2024/05/06`.
fn day_of(text: &str) -> Option<String> {
    let end = text
        .find(|c: char| c == 'T' || c.is_whitespace())
        .unwrap_or(text.len());
    let mut parts = text[..end].split(['-', '/']);
    let mut number = |most: u32| {
        let number: u32 = parts.next()?.parse().ok()?;
        (1..=most).contains(&number).then_some(number)
    };
    let (year, month, day) = (number(9999)?, number(12)?, number(31)?);
    (year > 31).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::day_of;

    #[test]
    fn dates_become_days() {
        for (text, expected) in [
            ("2024-05-06", Some("2024-05-06")),
            ("2024-5-6T23:00:00Z", Some("2024-05-06")),
            ("2024/05/06 10:00", Some("2024-05-06")),
            ("yesterday", None),
            ("2024-13-01", None),
            ("6/5/2024", None),
        ] {
            assert_eq!(day_of(text).as_deref(), expected, "{text}");
        }
    }
}
