//! The navbar's items in one locale, with the pages that they lead to.

use crate::assemble::context::DocsVersion;
use crate::assemble::context::LocaleContext;
use crate::assemble::docs::{Doc, find_doc};
use crate::assemble::links::{Linker, is_url};
use crate::assemble::sidebars::{Sidebars, first_link, main_page};
use crate::config::{NavbarEntry, Target};
use crate::diagnostic::{Code, Diagnostics, did_you_mean_and_names, did_you_mean_one_of};
use crate::html::fragment::filter_fragment;
use crate::model::{NavbarItem, NavbarKind};
use crate::source::Span;

/// The possible targets of items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NavbarTargets<'d> {
    /// The published documents.
    pub(crate) docs: &'d [Doc],
    /// The drafts.
    pub(crate) drafts: &'d [Doc],
    /// The sidebars of the documents.
    pub(crate) sidebars: &'d Sidebars,
}

/// Makes the items of the navbar, without those of unlisted documents.
pub(crate) fn make_navbar(
    context: &LocaleContext<'_>,
    targets: NavbarTargets<'_>,
    linker: &mut Linker<'_>,
    sink: &mut Diagnostics,
) -> Vec<NavbarItem> {
    let mut builder = NavbarBuilder {
        context,
        targets,
        linker,
        sink,
    };
    builder.items(&context.config.navbar)
}

/// A document or a sidebar of an instance.
#[derive(Clone, Copy)]
struct InstanceItem<'t> {
    id: &'t str,
    instance: &'t str,
}

struct NavbarBuilder<'m, 'a, 'd> {
    context: &'d LocaleContext<'d>,
    targets: NavbarTargets<'d>,
    linker: &'m mut Linker<'a>,
    sink: &'m mut Diagnostics,
}

impl<'d> NavbarBuilder<'_, '_, 'd> {
    fn items(&mut self, entries: &[NavbarEntry]) -> Vec<NavbarItem> {
        let items = entries.iter().filter_map(|entry| self.item(entry));
        // A site in one language needs no choice.
        items
            .filter(|item| item.kind != NavbarKind::Locales || item.items.len() > 1)
            .collect()
    }

    fn filter(&mut self, html: &str, entry: &NavbarEntry) -> String {
        filter_fragment(html, entry.span, self.sink)
    }

    /// The item with the properties that do not depend on its target.
    fn start(&mut self, entry: &NavbarEntry) -> NavbarItem {
        let html = entry.html.as_ref();
        NavbarItem {
            kind: NavbarKind::Link,
            label: entry.label.clone().unwrap_or_default(),
            html: html.map(|html| self.filter(html, entry)),
            position: entry.position,
            href: String::new(),
            external: false,
            sidebar_id: None,
            icon: entry.icon.clone(),
            lang: None,
            class_name: entry.class_name.clone(),
            active_base: entry
                .active_base_path
                .as_ref()
                .map(|path| format!("{}{}", self.context.base, path.trim_start_matches('/'))),
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
            Target::Doc { id, instance } => {
                let target = InstanceItem { id, instance };
                self.doc(&mut item, target, entry)?;
            }
            Target::Sidebar { id, instance } => {
                let target = InstanceItem { id, instance };
                self.sidebar(&mut item, target, entry)?;
            }
            Target::Version { instance, to } => {
                self.version(&mut item, instance, to.as_deref(), entry)?;
            }
            Target::Versions { .. } => self.version_dropdown(&mut item, entry)?,
            Target::Locales { .. } => self.locale_dropdown(&mut item, entry),
            Target::Dropdown(entries) => {
                item.kind = NavbarKind::Dropdown;
                item.items = self.items(entries);
            }
            Target::Html(html) => {
                item.kind = NavbarKind::Html;
                item.html = Some(self.filter(html, entry));
            }
            Target::Search => item.kind = NavbarKind::Search,
        }
        Some(item)
    }

    /// Completes the item of the last version of an instance.
    fn version(
        &mut self,
        item: &mut NavbarItem,
        instance: &str,
        to: Option<&str>,
        entry: &NavbarEntry,
    ) -> Option<()> {
        let (number, version) = self.last_version(instance, entry.span)?;
        item.kind = NavbarKind::Version;
        item.plugin = Some(instance.to_owned());
        if entry.label.is_none() {
            item.label.clone_from(&version.config.label);
        }
        item.href = match to {
            Some(to) => self.linker.resolve_site_link(to, entry.span, self.sink).url,
            None => self.main_page(number)?,
        };
        Some(())
    }

    /// Completes the dropdown of the versions of an instance.
    fn version_dropdown(&mut self, item: &mut NavbarItem, entry: &NavbarEntry) -> Option<()> {
        let Target::Versions {
            instance,
            only,
            before,
            after,
        } = &entry.target
        else {
            return None;
        };
        item.kind = NavbarKind::Versions;
        let (_, last) = self.last_version(instance, entry.span)?;
        if entry.label.is_none() {
            item.label.clone_from(&last.config.label);
        }
        item.plugin = Some(instance.clone());
        let versions = match only {
            Some(only) => self.chosen_versions(instance, only, item, entry.span),
            None => self.versions(instance, item),
        };
        item.items = [self.items(before), versions, self.items(after)].concat();
        Some(())
    }

    /// Completes the dropdown of the locales.
    fn locale_dropdown(&mut self, item: &mut NavbarItem, entry: &NavbarEntry) {
        let Target::Locales {
            before,
            after,
            query,
        } = &entry.target
        else {
            return;
        };
        item.kind = NavbarKind::Locales;
        if entry.label.is_none() {
            item.label.clone_from(&self.context.locale.label);
        }
        let locales = self.locales(query, item);
        item.items = [self.items(before), locales, self.items(after)].concat();
    }

    /// Completes the item of a document; `None` for an unlisted one.
    fn doc(
        &mut self,
        item: &mut NavbarItem,
        target: InstanceItem<'_>,
        entry: &NavbarEntry,
    ) -> Option<()> {
        let InstanceItem { id, instance } = target;
        let (number, version) = self.last_version(instance, entry.span)?;
        let NavbarTargets {
            docs,
            drafts,
            sidebars,
        } = self.targets;
        let Some(at) = find_doc(docs, number, id) else {
            if find_doc(drafts, number, id).is_none() {
                let version_name = &version.config.name;
                let message =
                    format!("no document of the version `{version_name}` has the id `{id}`");
                let problem = self.sink.error(Code::BadConfig, entry.span, message);
                let ids = docs.iter().filter(|doc| doc.version == number);
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

    /// Completes the item of a sidebar, which leads to its first page.
    fn sidebar(
        &mut self,
        item: &mut NavbarItem,
        target: InstanceItem<'_>,
        entry: &NavbarEntry,
    ) -> Option<()> {
        let InstanceItem { id: name, instance } = target;
        let (version, _) = self.last_version(instance, entry.span)?;
        let NavbarTargets { docs, sidebars, .. } = self.targets;
        let Some(number) = sidebars.find(version, name) else {
            let version_name = &self.context.versions[version].config.name;
            let message = format!("there is no sidebar `{name}` in the version `{version_name}`");
            let problem = self.sink.error(Code::BadConfig, entry.span, message);
            if let Some(help) = did_you_mean_and_names(name, sidebars.names(version)) {
                problem.help(help);
            }
            return None;
        };
        let sidebar = &sidebars.all[number];
        let Some((label, href)) = first_link(&sidebar.items, docs) else {
            let version_name = &self.context.versions[version].config.name;
            let message =
                format!("the sidebar `{name}` of the version `{version_name}` has no link");
            self.sink
                .error(Code::BadConfig, entry.span, message)
                .help("give it a document, or remove the item");
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
        main_page(
            self.context,
            self.targets.docs,
            self.targets.sidebars,
            number,
        )
    }

    fn versions(&self, instance: &str, like: &NavbarItem) -> Vec<NavbarItem> {
        let versions = self.context.versions.iter().enumerate();
        let versions = versions.filter(|(_, version)| version.instance.id == instance);
        let items = versions.filter_map(|(number, version)| {
            let href = self.main_page(number)?;
            Some(NavbarItem {
                version: Some(version.config.name.clone()),
                ..choice(like, version.config.label.clone(), href)
            })
        });
        items.collect()
    }

    /// The items of the versions that `only` names.
    fn chosen_versions(
        &mut self,
        instance: &str,
        only: &[(String, Option<String>)],
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

    /// The last version of an instance, and its number.
    fn last_version(&mut self, instance: &str, span: Span) -> Option<(usize, &'d DocsVersion<'d>)> {
        let context = self.context;
        let mut versions = context.versions.iter().enumerate();
        let found =
            versions.find(|(_, version)| version.instance.id == instance && version.config.is_last);
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
