//! The last change of a page: from its front matter, else from git.
//!
//! `show_last_update_time` and `show_last_update_author` decide what the page shows, as in Docusaurus. The sitemap has
//! the day without them.

use crate::assemble::context::LocaleContext;
use crate::front_matter::FrontMatter;
use crate::model::{LastUpdate, Page};
use crate::source::FileId;

/// The parts of its last change that a page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShownUpdate {
    /// `show_last_update_time`.
    pub(crate) time: bool,
    /// `show_last_update_author`.
    pub(crate) author: bool,
}

/// The file that a page is made of, with the settings of its kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageSource<'s> {
    /// The file.
    pub(crate) file: FileId,
    /// The front matter of the file.
    pub(crate) front: &'s FrontMatter,
    /// The url of the tree's root in the editor, if pages of this kind have a link for editing.
    pub(crate) edit_base: Option<&'s str>,
    /// What the page shows of its last change.
    pub(crate) shown: ShownUpdate,
}

/// Sets the day of a page's last change, and what the page shows of it.
pub(crate) fn apply_last_update(
    context: &LocaleContext<'_>,
    page: &mut Page,
    source: &PageSource<'_>,
) {
    let PageSource { front, shown, .. } = source;
    let path = &context.tree.file(source.file).path;
    let change = context.tree.history.change(path);
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

/// The day of a date as YAML writes it: `2024-05-06`, `2024-5-6T10:00:00Z`, `2024/05/06`.
fn day_of(text: &str) -> Option<String> {
    let end = text
        .find(|c: char| c == 'T' || c.is_whitespace())
        .unwrap_or(text.len());
    let mut parts = text[..end].split(['-', '/']);
    let mut number = |max: u32| {
        let number: u32 = parts.next()?.parse().ok()?;
        (1..=max).contains(&number).then_some(number)
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
