//! Pages that every site has: search and "not found".

use crate::assemble::context::LocaleContext;
use crate::assemble::messages::message;
use crate::assemble::page_common::blank_page;
use crate::assemble::routes::{search_route, site_route};
use crate::model::{Page, PageContent, PageKind};

/// The search page, unless the configuration has none.
pub(crate) fn search_page(context: &LocaleContext<'_>) -> Option<Page> {
    let route = search_route(context)?;
    let kind = PageKind::Search;
    let (id, fallback) = match context.config.is_imported {
        true => (
            "theme.SearchPage.emptyResultsTitle",
            "Search the documentation",
        ),
        false => ("theme.SearchBar.label", "Search"),
    };
    let title = message(context, id, fallback, &[]);
    let mut page = blank_page(context, &route, kind, &title, PageContent::Search);
    page.props.no_index = true;
    page.is_searchable = false;
    Some(page)
}

/// The page of the locale for unknown paths.
pub(crate) fn not_found(context: &LocaleContext<'_>) -> Page {
    let route = site_route(context, "/404").expect("BUG: `/404` is a path");
    let kind = PageKind::NotFound;
    let title = message(context, "theme.NotFound.title", "Page Not Found", &[]);
    let mut page = blank_page(context, &route, kind, &title, PageContent::NotFound);
    page.props.no_index = true;
    page.is_searchable = false;
    page
}
