//! Calls `readingTime` of a Docusaurus blog with its posts, and puts the minutes into the pages that show them.

use crate::assemble::counted_text;
use crate::config::SiteConfig;
use crate::diagnostic::Diagnostics;
use crate::front_matter::split_front_matter;
use crate::model::{Page, PageContent, PageKind, PostSummary, Site};
use crate::source::SourceTree;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The argument for a post; `None` for other pages, and where the blog shows no minutes.
pub(super) fn argument(
    blog: &str,
    page: &Page,
    tree: &SourceTree,
    config: &SiteConfig,
) -> Option<Value> {
    let (PageKind::BlogPost, PageContent::BlogPost { post, .. }) = (page.kind, &page.props.content)
    else {
        return None;
    };
    post.reading_minutes?;
    let blog = config.blogs.iter().find(|one| one.id == blog)?;
    page.identity.strip_prefix(&format!("blog-{}/", blog.id))?;
    let file = tree.file(page.source?);
    let mut unreported = Diagnostics::new();
    let (front, _) = split_front_matter(file, &mut unreported);
    unreported.discard();
    Some(json!({
        "content": counted_text(file),
        "frontMatter": front.value,
        "locale": page.locale,
    }))
}

/// Puts the results of the calls into the posts of each call, and into the lists that show these posts.
pub(super) fn put<'r>(results: impl Iterator<Item = (&'r Vec<usize>, &'r Value)>, site: &mut Site) {
    let mut minutes: BTreeMap<String, Option<u32>> = BTreeMap::new();
    for (pages, value) in results {
        for page in pages {
            minutes.insert(site.pages[*page].route.to_string(), rounded_up(value));
        }
    }
    let put = |post: &mut PostSummary| {
        if let Some(minutes) = minutes.get(&post.href) {
            post.reading_minutes = *minutes;
        }
    };
    for page in &mut site.pages {
        match &mut page.props.content {
            PageContent::BlogPost { post, .. } => put(post),
            PageContent::BlogList { posts, .. } => posts.iter_mut().for_each(put),
            _ => {}
        }
    }
}

/// Whole minutes; `None` for what is no number.
fn rounded_up(value: &Value) -> Option<u32> {
    let minutes = value.as_f64().filter(|minutes| *minutes >= 0.0)?.ceil();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and a cast of larger numbers gives the largest"
    )]
    Some(minutes as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_are_rounded_up_and_other_values_show_none() {
        for (value, expected) in [
            (json!(1.2), Some(2)),
            (json!(0), Some(0)),
            (json!(-1), None),
            (json!("3"), None),
            (Value::Null, None),
        ] {
            assert_eq!(rounded_up(&value), expected, "{value}");
        }
    }
}
