//! Properties of pages made of Markdown files: front matter, headings, and the notice of an untranslated text.

use super::blank_page::head_title;
use super::last_update::{PageSource, apply_last_update};
use crate::assemble::context::LocaleContext;
use crate::config::TocLevels;
use crate::document::Document;
use crate::front_matter::{Choice, FrontMatter};
use crate::model::{LanguageFallback, Page, PageHeading, TocItem};

/// Marks a page that shows the default locale's text.
pub(crate) fn apply_fallback(context: &LocaleContext<'_>, page: &mut Page, is_fallback: bool) {
    page.is_fallback = is_fallback;
    if is_fallback {
        let default = context.config.default_locale();
        page.props.fallback = Some(LanguageFallback {
            lang: default.html_lang.clone(),
            dir: default.direction,
            language: default.label.clone(),
        });
    }
}

/// Sets the properties that a page of any kind takes from its front matter.
pub(crate) fn apply_front_matter(
    context: &LocaleContext<'_>,
    page: &mut Page,
    source: &PageSource<'_>,
) {
    let front = source.front;
    let path = &context.tree.file(source.file).path;
    page.source = Some(source.file);
    page.keywords.clone_from(&front.keywords);
    page.search_terms.clone_from(&front.search_terms);
    (page.heading_search_terms).clone_from(&front.heading_search_terms);
    page.is_searchable = front.search != Some(false);
    page.is_described_by_excerpt = front.description.is_none();
    let props = &mut page.props;
    if let Some(title) = &front.title_meta {
        props.head_title = head_title(context, title);
    }
    props.no_index |= front.unlisted;
    props.element.clone_from(&front.element);
    props.hide_toc = front.hide_table_of_contents;
    props.hide_footer = front.hide_footer;
    props.edit_url = match &front.custom_edit_url {
        Choice::Default => source
            .edit_base
            .map(|base| format!("{}/{path}", base.trim_end_matches('/'))),
        Choice::None => None,
        Choice::Some(url) => Some(url.clone()),
    };
    apply_last_update(context, page, source);
}

/// Sets the headings of a page, and its table of contents by the levels of front matter or configuration.
pub(crate) fn apply_headings(
    page: &mut Page,
    front: &FrontMatter,
    document: &Document,
    levels: TocLevels,
) {
    let min = front.toc_min_heading_level.unwrap_or(levels.min);
    let max = front.toc_max_heading_level.unwrap_or(levels.max);
    let max = max.max(min);
    let is_listed = |level: u8| (min..=max).contains(&level) && !front.hide_table_of_contents;
    for heading in &document.headings {
        page.headings.push(PageHeading {
            level: heading.level,
            id: heading.id.clone(),
            text: heading.text.clone(),
            toc: is_listed(heading.level),
        });
        if is_listed(heading.level) && !heading.text.is_empty() {
            page.props.toc.push(TocItem {
                id: heading.id.clone(),
                html: heading.html.clone(),
                level: heading.level,
            });
        }
    }
}
