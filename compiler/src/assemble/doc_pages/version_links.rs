//! What a page says of its version: the banner, the badge, and where the same document is in other versions.

use crate::assemble::Context;
use crate::assemble::docs::{Doc, find_doc};
use crate::assemble::routes::site_route;
use crate::assemble::sidebars::Sidebars;
use crate::assemble::site_props::first_link;
use crate::config::{NavbarEntry, Target};
use crate::model::{Page, PageLink, VersionNotice};
use std::collections::BTreeMap;

/// The first pages of all sets, and what is needed to find a document in another.
#[derive(Debug)]
pub(crate) struct Versions<'v> {
    context: Context<'v>,
    docs: &'v [Doc],
    sidebars: &'v Sidebars,
    by_id: BTreeMap<(usize, &'v str), usize>,
    mains: Vec<Option<String>>,
}

impl<'v> Versions<'v> {
    /// Finds the first page of each set.
    pub(crate) fn new(context: Context<'v>, docs: &'v [Doc], sidebars: &'v Sidebars) -> Self {
        let sets = 0..context.sets.len();
        let mains = sets.map(|set| main_page(context, docs, sidebars, set));
        let ids = docs.iter().enumerate();
        Versions {
            context,
            docs,
            sidebars,
            by_id: ids
                .map(|(at, doc)| ((doc.set, doc.id.as_str()), at))
                .collect(),
            mains: mains.collect(),
        }
    }

    /// Puts into a page of a set what it says of its version; `id` is its document's.
    pub(crate) fn apply(&self, page: &mut Page, set: usize, id: Option<&str>) {
        let version = self.context.sets[set].version;
        page.version = Some(version.name.clone());
        page.props.version = Some(version.name.clone());
        page.props.no_index |= version.no_index;
        let default_class = format!("docs-version-{}", version.name);
        if version.banner.is_some() || version.badge || version.class_name != default_class {
            page.props.version_notice = Some(VersionNotice {
                banner: version.banner.map(|banner| banner.name().to_owned()),
                badge: version.badge,
                label: version.label.clone(),
                class_name: version.class_name.clone(),
                latest: version.banner.and_then(|_| self.latest(set, id)),
            });
        }
        page.props.nav.extend(self.places(set, id));
        page.props.nav.extend(self.documents(set));
    }

    /// The same document in the last version, else that version's first page.
    fn latest(&self, set: usize, id: Option<&str>) -> Option<PageLink> {
        let mut sets = self.instance(set);
        let last = sets.find(|other| self.context.sets[*other].version.is_last)?;
        Some(PageLink {
            title: self.context.sets[last].version.label.clone(),
            href: self.place(last, id)?,
        })
    }

    /// Where the other versions' items of the navbar lead from this page, by the first pages of those versions.
    fn places(&self, set: usize, id: Option<&str>) -> BTreeMap<String, String> {
        if self.instance(set).nth(1).is_none() {
            return BTreeMap::new();
        }
        let places = self
            .instance(set)
            .filter_map(|other| Some((self.mains[other].clone()?, self.place(other, id)?)));
        places.filter(|(main, place)| main != place).collect()
    }

    /// The navbar's documents and sidebars in this version, by where they are in the last one: `doc:` and that path.
    fn documents(&self, set: usize) -> BTreeMap<String, String> {
        let mut sets = self.instance(set);
        let last = sets.find(|other| self.context.sets[*other].version.is_last);
        let Some(last) = last.filter(|last| *last != set) else {
            return BTreeMap::new();
        };
        let mut routes = BTreeMap::new();
        self.add_documents(&self.context.config.navbar, (set, last), &mut routes);
        routes
    }

    fn add_documents(
        &self,
        entries: &[NavbarEntry],
        (set, last): (usize, usize),
        routes: &mut BTreeMap<String, String>,
    ) {
        let own = &self.context.sets[set].config.id;
        for entry in entries {
            let place = |set| match &entry.target {
                Target::Doc { id, instance } if instance == own => {
                    let at = self.by_id.get(&(set, id.as_str()))?;
                    Some(self.docs[*at].route.to_string())
                }
                Target::Sidebar { id, instance } if instance == own => {
                    let sidebar = &self.sidebars.all[self.sidebars.find(set, id)?];
                    first_link(&sidebar.items, self.docs).map(|(_, href)| href)
                }
                _ => None,
            };
            if let (Some(from), Some(to)) = (place(last), place(set)) {
                routes.insert(format!("doc:{from}"), to);
            }
            if let Target::Dropdown(below) = &entry.target {
                self.add_documents(below, (set, last), routes);
            }
        }
    }

    fn place(&self, set: usize, id: Option<&str>) -> Option<String> {
        let same = id.and_then(|id| self.by_id.get(&(set, id)).copied());
        let same = same.filter(|at| !self.docs[*at].front.unlisted);
        let same = same.map(|at| self.docs[at].route.to_string());
        same.or_else(|| self.mains[set].clone())
    }

    /// The numbers of all versions of the set's instance.
    fn instance(&self, set: usize) -> impl Iterator<Item = usize> {
        let sets = self.context.sets;
        let own = &sets[set].config.id;
        (0..sets.len()).filter(move |other| sets[*other].config.id == *own)
    }
}

/// The document that the configuration names, the one at the root of a set, the first of its sidebar, or any.
pub(crate) fn main_page(
    context: Context<'_>,
    docs: &[Doc],
    sidebars: &Sidebars,
    set: usize,
) -> Option<String> {
    let own = &context.sets[set];
    let named = own.config.main_doc.as_ref();
    let named = named.and_then(|(id, _)| find_doc(docs, set, id));
    let root = site_route(context, &own.route_base);
    let mut docs_of_set = docs.iter().filter(|doc| doc.set == set);
    let at_root = docs_of_set
        .clone()
        .find(|doc| Some(&doc.route) == root.as_ref());
    let main = named.map(|at| &docs[at]).or(at_root);
    let main = main.map(|doc| doc.route.to_string());
    let mut of_set = sidebars.all.iter().filter(|sidebar| sidebar.set == set);
    let first = || first_link(&of_set.next()?.items, docs).map(|(_, href)| href);
    let any = || docs_of_set.next().map(|doc| doc.route.to_string());
    main.or_else(first).or_else(any)
}
