//! A Rust API to search a site: it returns pages and sections instead of responses of the search API.

use super::LazyEngine;
use super::budget::{Budget, SearchLimits};
use super::query::MatchOptions;
use crate::table::Site;

/// Searches a site, for a route of your own or a program without a server.
///
/// ```
/// # use bindery_fixture::index_writer::{Page, Section, write};
/// # let mut search = None;
/// # let mut fixture = bindery_fixture::build_site("/", |blob| {
/// #     let sections = vec![
/// #         Section::new(1, "Tables", "", "How to write one."),
/// #         Section::new(2, "Wide tables", "wide", "A wide table scrolls."),
/// #     ];
/// #     let page = Page { url: "/guide".into(), title: "Tables".into(), sections, ..Page::default() };
/// #     search = Some(blob.store(&write(&[page], &[]), ""));
/// #     Vec::new()
/// # });
/// # fixture.index.search = search.unwrap();
/// # let site = bindery_server::Site::new(fixture.index, fixture.blob, fixture.timings);
/// # let site: &'static bindery_server::Site = Box::leak(Box::new(site));
/// use bindery_server::{FoundPage, FoundSection, SiteSearch};
///
/// let search = SiteSearch::of(site);
/// let found: Vec<FoundPage> = search.pages("wide tables", 10);
/// assert_eq!(found[0].title, "Tables");
/// let section: &FoundSection = &found[0].sections[0];
/// assert_eq!(section.url(&found[0]), "/guide#wide");
/// ```
#[derive(Debug)]
pub struct SiteSearch {
    engine: LazyEngine,
}

/// A page that has what was searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPage<'s> {
    /// The title of the page.
    pub title: &'s str,
    /// The path of the page on the site.
    pub url: &'s str,
    /// The sections of the page that match best, the best one first.
    pub sections: Vec<FoundSection<'s>>,
}

/// A section of a [`FoundPage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSection<'s> {
    /// The heading of the section; for the text before the first heading the page's title.
    pub heading: &'s str,
    /// The id of its heading; empty for the text before the first one.
    pub anchor: &'s str,
}

impl FoundSection<'_> {
    /// The address of the section on its page.
    #[must_use]
    pub fn url(&self, page: &FoundPage<'_>) -> String {
        match self.anchor {
            "" => page.url.to_owned(),
            anchor => format!("{}#{anchor}", page.url),
        }
    }
}

/// The sections of each page.
const MAX_SECTIONS: usize = 3;

impl SiteSearch {
    /// The search of a site. The index is opened at the first query; a site without a search finds nothing.
    #[must_use]
    pub fn of(site: &'static Site) -> SiteSearch {
        SiteSearch {
            engine: LazyEngine::new(site),
        }
    }

    /// The best pages for a query, at most `max`. Its work is limited like that of a request to the search API.
    #[must_use]
    pub fn pages(&self, query: &str, max: usize) -> Vec<FoundPage<'_>> {
        let Some(engine) = self.engine.engine() else {
            return Vec::new();
        };
        let budget = Budget::of_this_thread(SearchLimits::default());
        let found = engine.search_within(query, MatchOptions::default(), &budget, |_| true);
        let pages = engine.by_page(&found.hits, MAX_SECTIONS).into_iter();
        let pages = pages.take(max).map(|(number, hits)| {
            let page = engine.index.page(number);
            let sections = hits.iter().map(|hit| {
                let section = engine.index.section(hit.section);
                FoundSection {
                    heading: section.heading,
                    anchor: section.anchor,
                }
            });
            FoundPage {
                title: page.title,
                url: page.url,
                sections: sections.collect(),
            }
        });
        pages.collect()
    }
}
