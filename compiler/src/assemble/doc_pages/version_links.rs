//! The docs version of a page: the banner, the badge, and links to the same document in other versions.

use crate::assemble::context::LocaleContext;
use crate::assemble::docs::Doc;
use crate::assemble::routes::without_base;
use crate::assemble::sidebars::{
    Category, CategoryTarget, Item, Sidebar, Sidebars, first_link, main_page,
};
use crate::config::{NavbarEntry, Target};
use crate::model::{Page, PageLink, RoutePath, VersionNotice};
use std::collections::BTreeMap;

/// Finds documents in other versions, and the main page of each version.
#[derive(Debug)]
pub(crate) struct VersionLinks<'v> {
    context: &'v LocaleContext<'v>,
    docs: &'v [Doc],
    sidebars: &'v Sidebars,
    by_id: BTreeMap<(usize, &'v str), usize>,
    /// The index pages of categories by version and path in it, which is their id in Docusaurus.
    indexes: BTreeMap<(usize, &'v str), &'v RoutePath>,
    main_pages: Vec<Option<String>>,
}

/// The version of a page, and the last version of its instance.
#[derive(Clone, Copy, Debug)]
struct VersionPair {
    shown: usize,
    last: usize,
}

impl<'v> VersionLinks<'v> {
    /// Finds the main page of each version.
    pub(crate) fn new(
        context: &'v LocaleContext<'v>,
        docs: &'v [Doc],
        sidebars: &'v Sidebars,
    ) -> Self {
        let versions = 0..context.versions.len();
        let main_pages = versions.map(|version| main_page(context, docs, sidebars, version));
        let ids = docs.iter().enumerate();
        let mut indexes = BTreeMap::new();
        for sidebar in &sidebars.all {
            collect_indexes(context, sidebar, &sidebar.items, &mut indexes);
        }
        VersionLinks {
            indexes,
            context,
            docs,
            sidebars,
            by_id: ids
                .map(|(at, doc)| ((doc.version, doc.id.as_str()), at))
                .collect(),
            main_pages: main_pages.collect(),
        }
    }

    /// The path of an index page within its version.
    pub(crate) fn index_id<'r>(&self, version: usize, route: &'r RoutePath) -> &'r str {
        path_in_version(self.context, version, route)
    }

    /// Sets the version, the notice and the links of a page; `id` is the id of its document, or the path of an index page
    /// in its version.
    pub(crate) fn apply(&self, page: &mut Page, version: usize, id: &str) {
        let config = self.context.versions[version].config;
        page.version = Some(config.name.clone());
        page.props.version = Some(config.name.clone());
        page.props.no_index |= config.no_index;
        let default_class = format!("docs-version-{}", config.name);
        if config.banner.is_some() || config.badge || config.class_name != default_class {
            page.props.version_notice = Some(VersionNotice {
                banner: config.banner,
                badge: config.badge,
                label: config.label.clone(),
                class_name: config.class_name.clone(),
                latest: config.banner.and_then(|_| self.latest(version, id)),
            });
        }
        page.props.nav.extend(self.version_links(version, id));
        page.props.nav.extend(self.document_links(version));
    }

    /// The page of a document in the last version, else that version's main page.
    fn latest(&self, version: usize, id: &str) -> Option<PageLink> {
        let mut versions = self.instance(version);
        let last = versions.find(|other| self.context.versions[*other].config.is_last)?;
        Some(PageLink {
            title: self.context.versions[last].config.label.clone(),
            href: self.counterpart(last, id)?,
        })
    }

    /// The links of the navbar's version items on this page, by the main pages of those versions.
    fn version_links(&self, version: usize, id: &str) -> BTreeMap<String, String> {
        if self.instance(version).nth(1).is_none() {
            return BTreeMap::new();
        }
        let links = self.instance(version).filter_map(|other| {
            Some((
                self.main_pages[other].clone()?,
                self.counterpart(other, id)?,
            ))
        });
        links.filter(|(main, link)| main != link).collect()
    }

    /// The links of the navbar's documents and sidebars in this version, by `doc:` and their path in the last version.
    fn document_links(&self, version: usize) -> BTreeMap<String, String> {
        let mut versions = self.instance(version);
        let last = versions.find(|other| self.context.versions[*other].config.is_last);
        let Some(last) = last.filter(|last| *last != version) else {
            return BTreeMap::new();
        };
        let mut routes = BTreeMap::new();
        let between = VersionPair {
            shown: version,
            last,
        };
        self.add_documents(&self.context.config.navbar, between, &mut routes);
        routes
    }

    fn add_documents(
        &self,
        entries: &[NavbarEntry],
        between: VersionPair,
        routes: &mut BTreeMap<String, String>,
    ) {
        let own = &self.context.versions[between.shown].instance.id;
        for entry in entries {
            let route_in = |version| match &entry.target {
                Target::Doc { id, instance } if instance == own => {
                    let at = self.by_id.get(&(version, id.as_str()))?;
                    Some(self.docs[*at].route.to_string())
                }
                Target::Sidebar { id, instance } if instance == own => {
                    let sidebar = &self.sidebars.all[self.sidebars.find(version, id)?];
                    first_link(&sidebar.items, self.docs).map(|(_, href)| href)
                }
                _ => None,
            };
            if let (Some(from), Some(to)) = (route_in(between.last), route_in(between.shown)) {
                routes.insert(format!("doc:{from}"), to);
            }
            if let Target::Dropdown(entries) = &entry.target {
                self.add_documents(entries, between, routes);
            }
        }
    }

    /// The path of the page with an id in a version, else of the version's main page.
    fn counterpart(&self, version: usize, id: &str) -> Option<String> {
        let index = self.indexes.get(&(version, id));
        if let Some(route) = index {
            return Some(route.to_string());
        }
        let same = self.by_id.get(&(version, id)).copied();
        let same = same.filter(|at| !self.docs[*at].front.unlisted);
        let same = same.map(|at| self.docs[at].route.to_string());
        same.or_else(|| self.main_pages[version].clone())
    }

    /// The numbers of all versions of the instance that a version belongs to.
    fn instance(&self, version: usize) -> impl Iterator<Item = usize> {
        let versions = &self.context.versions;
        let own = &versions[version].instance.id;
        (0..versions.len()).filter(move |other| versions[*other].instance.id == *own)
    }
}

fn collect_indexes<'v>(
    context: &LocaleContext<'_>,
    sidebar: &Sidebar,
    items: &'v [Item],
    indexes: &mut BTreeMap<(usize, &'v str), &'v RoutePath>,
) {
    let categories = items.iter().filter_map(|item| match item {
        Item::Category(category) => Some(&**category),
        Item::Doc(_) | Item::Link(_) | Item::Html(_) => None,
    });
    for Category { target, items, .. } in categories {
        if let CategoryTarget::Index(index) = target {
            let id = path_in_version(context, sidebar.version, &index.route);
            indexes.insert((sidebar.version, id), &index.route);
        }
        collect_indexes(context, sidebar, items, indexes);
    }
}

/// A path without those of the site, the locale and the version.
fn path_in_version<'r>(
    context: &LocaleContext<'_>,
    version: usize,
    route: &'r RoutePath,
) -> &'r str {
    let path = without_base(context, route.as_str());
    let base = context.versions[version].route_base.trim_end_matches('/');
    path.strip_prefix(base).unwrap_or(path)
}
