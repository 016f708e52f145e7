//! The navbar's items: what each leads to in one locale.

use crate::assemble::Context;
use crate::assemble::content_files::DocsSet;
use crate::assemble::doc_pages::main_page;
use crate::assemble::docs::{Doc, find_doc};
use crate::assemble::links::{Linker, is_url};
use crate::assemble::sidebars::{Item, Link, Sidebars};
use crate::config::{NavbarEntry, Target};
use crate::diagnostic::{Code, Diagnostics, did_you_mean_and_names, did_you_mean_one_of};
use crate::model::{NavbarItem, NavbarKind};
use crate::source::Span;

/// What the items may lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'d> {
    /// Published documents.
    pub(crate) docs: &'d [Doc],
    /// Drafts.
    pub(crate) drafts: &'d [Doc],
    /// Of the documents.
    pub(crate) sidebars: &'d Sidebars,
}

/// The items of the navbar, without those that lead to what readers should not find.
pub(crate) fn make_navbar(
    context: Context<'_>,
    shown: Shown<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<NavbarItem> {
    let mut maker = Maker {
        context,
        shown,
        linker,
        sink,
    };
    maker.items(&context.config.navbar)
}

struct Maker<'m, 'a, 'd> {
    context: Context<'d>,
    shown: Shown<'d>,
    linker: &'m mut Linker<'a>,
    sink: &'m mut Diagnostics,
}

impl<'d> Maker<'_, '_, 'd> {
    fn items(&mut self, entries: &[NavbarEntry]) -> Vec<NavbarItem> {
        let items = entries.iter().filter_map(|entry| self.item(entry));
        // Of one language there is nothing to choose.
        items
            .filter(|item| item.kind != NavbarKind::Locales || item.items.len() > 1)
            .collect()
    }

    /// What the item says whatever it leads to.
    fn start(&self, entry: &NavbarEntry) -> NavbarItem {
        NavbarItem {
            kind: NavbarKind::Link,
            label: entry.label.clone().unwrap_or_default(),
            html: entry.html.clone(),
            position: entry.position.to_owned(),
            href: String::new(),
            external: false,
            sidebar_id: None,
            icon: entry.icon.clone(),
            lang: None,
            class_name: entry.class_name.clone(),
            active_base: entry
                .active_base_path
                .as_ref()
                .map(|path| format!("{}{}", self.context.base(), path.trim_start_matches('/'))),
            active_regex: entry.active_base_regex.clone(),
            plugin: None,
            version: None,
            query: String::new(),
            items: Vec::new(),
        }
    }

    fn item(&mut self, entry: &NavbarEntry) -> Option<NavbarItem> {
        let mut item = self.start(entry);
        match &entry.target {
            Target::Url(url) => {
                item.href = self
                    .linker
                    .resolve_site_link(url, entry.span, self.sink)
                    .url;
                item.external = is_url(url);
            }
            Target::Doc { id, instance } => self.doc(&mut item, (id, instance), entry)?,
            Target::Sidebar { id, instance } => self.sidebar(&mut item, (id, instance), entry)?,
            Target::Version { instance, to } => {
                let (number, set) = self.set(instance, entry.span)?;
                item.kind = NavbarKind::Version;
                item.plugin = Some(instance.clone());
                if entry.label.is_none() {
                    item.label.clone_from(&set.version.label);
                }
                item.href = match to {
                    Some(to) => self.linker.resolve_site_link(to, entry.span, self.sink).url,
                    None => self.main_page(number)?,
                };
            }
            Target::Versions {
                instance,
                only,
                before,
                after,
            } => {
                item.kind = NavbarKind::Versions;
                let (_, last) = self.set(instance, entry.span)?;
                if entry.label.is_none() {
                    item.label.clone_from(&last.version.label);
                }
                item.plugin = Some(instance.clone());
                let versions = match only {
                    Some(only) => self.chosen_versions((instance, only), &item, entry.span),
                    None => self.versions(instance, &item),
                };
                item.items = [self.items(before), versions, self.items(after)].concat();
            }
            Target::Locales {
                before,
                after,
                query,
            } => {
                item.kind = NavbarKind::Locales;
                if entry.label.is_none() {
                    item.label.clone_from(&self.context.locale().label);
                }
                let locales = self.locales(query, &item);
                item.items = [self.items(before), locales, self.items(after)].concat();
            }
            Target::Dropdown(entries) => {
                item.kind = NavbarKind::Dropdown;
                item.items = self.items(entries);
            }
            Target::Html(html) => {
                item.kind = NavbarKind::Html;
                item.html = Some(html.clone());
            }
            Target::Search => item.kind = NavbarKind::Search,
        }
        Some(item)
    }

    /// An item of a document that readers should not find vanishes.
    fn doc(
        &mut self,
        item: &mut NavbarItem,
        (id, instance): (&str, &str),
        entry: &NavbarEntry,
    ) -> Option<()> {
        let (number, set) = self.set(instance, entry.span)?;
        let Shown {
            docs,
            drafts,
            sidebars,
        } = self.shown;
        let Some(at) = find_doc(docs, number, id) else {
            if find_doc(drafts, number, id).is_none() {
                let version = &set.version.name;
                let message = format!("no document of the version `{version}` has the id `{id}`");
                let problem = self.sink.error(Code::BadConfig, entry.span, message);
                let ids = docs.iter().filter(|doc| doc.set == number);
                if let Some(help) = did_you_mean_and_names(id, ids.map(|doc| doc.id.as_str())) {
                    problem.help(help);
                }
            }
            return None;
        };
        let doc = &docs[at];
        item.kind = NavbarKind::Doc;
        item.href = doc.route.to_string();
        let sidebar = sidebars.of_doc.get(&at);
        item.sidebar_id = sidebar.map(|number| sidebars.all[*number].id.clone());
        if entry.label.is_none() {
            item.label.clone_from(&doc.title);
        }
        (!doc.front.unlisted).then_some(())
    }

    /// The first page of a sidebar.
    fn sidebar(
        &mut self,
        item: &mut NavbarItem,
        (name, instance): (&str, &str),
        entry: &NavbarEntry,
    ) -> Option<()> {
        let (set, _) = self.set(instance, entry.span)?;
        let Shown { docs, sidebars, .. } = self.shown;
        let Some(number) = sidebars.find(set, name) else {
            let version = &self.context.sets[set].version.name;
            let message = format!("there is no sidebar `{name}` in the version `{version}`");
            let problem = self.sink.error(Code::BadConfig, entry.span, message);
            if let Some(help) = did_you_mean_and_names(name, sidebars.names(set)) {
                problem.help(help);
            }
            return None;
        };
        let sidebar = &sidebars.all[number];
        let Some((label, href)) = first_link(&sidebar.items, docs) else {
            let version = &self.context.sets[set].version.name;
            let message = format!("the sidebar `{name}` of the version `{version}` has no link");
            self.sink
                .error(Code::BadConfig, entry.span, message)
                .help("give it a document, or take the item out");
            return None;
        };
        item.kind = NavbarKind::Doc;
        item.href = href;
        item.sidebar_id = Some(sidebar.id.clone());
        if entry.label.is_none() {
            item.label = label;
        }
        Some(())
    }

    fn main_page(&self, number: usize) -> Option<String> {
        main_page(self.context, self.shown.docs, self.shown.sidebars, number)
    }

    fn versions(&self, instance: &str, like: &NavbarItem) -> Vec<NavbarItem> {
        let sets = self.context.sets.iter().enumerate();
        let sets = sets.filter(|(_, set)| set.config.id == instance);
        let items = sets.filter_map(|(number, set)| {
            let href = self.main_page(number)?;
            Some(NavbarItem {
                version: Some(set.version.name.clone()),
                ..choice(like, set.version.label.clone(), href)
            })
        });
        items.collect()
    }

    /// The versions named, as far as there are such.
    fn chosen_versions(
        &mut self,
        (instance, only): (&str, &[(String, Option<String>)]),
        like: &NavbarItem,
        span: Span,
    ) -> Vec<NavbarItem> {
        let all = self.versions(instance, like);
        let mut chosen = Vec::new();
        for (name, label) in only {
            let is_wanted = |item: &&NavbarItem| item.version.as_ref() == Some(name);
            if let Some(item) = all.iter().find(is_wanted) {
                let label = label.clone().unwrap_or_else(|| item.label.clone());
                chosen.push(NavbarItem {
                    label,
                    ..item.clone()
                });
                continue;
            }
            let message = format!("`{instance}` has no version `{name}`");
            let problem = self.sink.error(Code::BadConfig, span, message);
            let names = all.iter().filter_map(|item| item.version.as_deref());
            if let Some(help) = did_you_mean_one_of(name, names) {
                problem.help(help);
            }
        }
        chosen
    }

    fn locales(&self, query: &str, like: &NavbarItem) -> Vec<NavbarItem> {
        let base = &self.context.config.base_path;
        let locales = self.context.config.locales.iter().map(|locale| NavbarItem {
            lang: Some(locale.html_lang.clone()),
            query: query.to_owned(),
            ..choice(like, locale.label.clone(), locale.home(base))
        });
        locales.collect()
    }

    /// The last version of an instance, and the number of its set.
    fn set(&mut self, instance: &str, span: Span) -> Option<(usize, &'d DocsSet<'d>)> {
        let context = self.context;
        let mut sets = context.sets.iter().enumerate();
        let found = sets.find(|(_, set)| set.config.id == instance && set.version.is_last);
        if found.is_none() {
            let ids = context.config.docs.iter().map(|docs| docs.id.as_str());
            let message = format!("no `[[docs]]` has the id `{instance}`");
            let problem = self.sink.error(Code::BadConfig, span, message);
            if let Some(help) = did_you_mean_one_of(instance, ids) {
                problem.help(help);
            }
        }
        found
    }
}

/// One of the choices of a dropdown.
fn choice(like: &NavbarItem, label: String, href: String) -> NavbarItem {
    NavbarItem {
        kind: NavbarKind::Link,
        label,
        href,
        html: None,
        class_name: None,
        active_base: None,
        active_regex: None,
        ..like.clone()
    }
}

/// Label and path of a sidebar's first page.
pub(crate) fn first_link(items: &[Item], docs: &[Doc]) -> Option<(String, String)> {
    items.iter().find_map(|item| match item {
        Item::Doc(item) if !item.is_ref => {
            let doc = &docs[item.at];
            let label = item.label.as_ref().unwrap_or(&doc.id);
            Some((label.clone(), doc.route.to_string()))
        }
        Item::Doc(_) | Item::Link(_) | Item::Html(_) => None,
        Item::Category(category) => match &category.link {
            Link::Doc(at) => Some((category.label.clone(), docs[*at].route.to_string())),
            Link::Index(index) => Some((category.label.clone(), index.route.to_string())),
            Link::None => first_link(&category.items, docs),
        },
    })
}
