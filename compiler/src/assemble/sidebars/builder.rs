//! Makes the sidebars of each docs version: configured or generated, then resolved as Docusaurus does.

use super::category_files::{GeneratedIndex, read_categories};
use super::config::read_sidebars;
use super::doc_lookup::DocLookup;
use super::generate::Generator;
use super::items::{
    Category, CategoryTarget, DocItem, IndexPage, Item, UnresolvedCategory, UnresolvedItem,
    UnresolvedTarget,
};
use super::labels::translate_labels;
use super::normalize::Normalizer;
use super::sidebar::{NewSidebar, Sidebars};
use crate::assemble::context::{DocsVersion, LocaleContext};
use crate::assemble::docs::AllDocs;
use crate::assemble::routes::{RouteOwner, RouteRegistry, site_route};
use crate::config::{CURRENT_VERSION, SidebarSource};
use crate::diagnostic::{Code, Diagnostics};
use crate::markdown::slug::Slugger;
use crate::source::{FileId, Span};
use crate::value::{Node, NodeValue, parse_yaml};
use std::borrow::Cow;

/// Makes the sidebars of each docs version and registers the paths of their index pages.
pub(crate) fn make_sidebars(
    context: &LocaleContext<'_>,
    docs: AllDocs<'_>,
    registry: &mut RouteRegistry,
    sink: &mut Diagnostics,
) -> Sidebars {
    let mut sidebars = Sidebars::default();
    for (number, version) in context.versions.iter().enumerate() {
        let lookup = DocLookup {
            docs: docs.docs,
            drafts: docs.drafts,
            version: number,
        };
        let categories = read_categories(context, &version.config.folder, sink);
        let source = source(context, version, sink);
        let mut builder = SidebarBuilder {
            context,
            version,
            generator: Generator {
                lookup,
                categories: &categories,
                has_prefixes: version.instance.number_prefix_parser,
            },
            registry,
            slugger: Slugger::default(),
            sink,
        };
        for (name, unresolved) in builder.unresolved(&source) {
            let mut items = builder.resolve_all(unresolved);
            translate_labels(version, &name, &mut items);
            let new = NewSidebar {
                version: number,
                name,
                items,
                is_generated: *source == SidebarSource::Generated,
            };
            sidebars.add(context, new);
        }
    }
    sidebars
}

/// The source of the sidebars of a version. A released version without a file has no sidebars, as in Docusaurus, unless
/// its documents lie outside of `versioned_docs/`, a layout that Docusaurus does not know.
fn source<'a>(
    context: &LocaleContext<'a>,
    version: &DocsVersion<'a>,
    sink: &mut Diagnostics,
) -> Cow<'a, SidebarSource> {
    let config = version.config;
    if let Some(generated) = &config.generated_sidebars {
        return Cow::Borrowed(generated);
    }
    match config.sidebars {
        Some(file) => {
            let file = context.tree.file(file);
            let node = parse_yaml(file, 0..file.text.len(), Code::BadSidebar, sink);
            let node = node.map(|node| without_version(node, &format!("version-{}/", config.name)));
            Cow::Owned(node.map_or(SidebarSource::Off, SidebarSource::Configured))
        }
        None if config.translations == CURRENT_VERSION => Cow::Borrowed(&version.instance.sidebars),
        None if config.folder.contains("versioned_docs/") => Cow::Owned(SidebarSource::Off),
        None => Cow::Owned(SidebarSource::Generated),
    }
}

/// The sidebars of a version without the prefix of their names and of the ids, `version-1.0/intro`, which Docusaurus 1
/// wrote into these files and Docusaurus 2 read.
fn without_version(mut node: Node, prefix: &str) -> Node {
    let strip = |text: &mut String| {
        if let Some(rest) = text.strip_prefix(prefix) {
            *text = rest.to_owned();
        }
    };
    node.value = match node.value {
        NodeValue::String(mut text) => {
            strip(&mut text);
            NodeValue::String(text)
        }
        NodeValue::List(items) => {
            let items = items.into_iter();
            NodeValue::List(items.map(|item| without_version(item, prefix)).collect())
        }
        NodeValue::Map(mut entries) => {
            for entry in &mut entries {
                strip(&mut entry.key);
                entry.node = without_version(entry.node.clone(), prefix);
            }
            NodeValue::Map(entries)
        }
        other => other,
    };
    node
}

/// Makes the sidebars of one docs version.
struct SidebarBuilder<'m, 's> {
    context: &'m LocaleContext<'m>,
    version: &'m DocsVersion<'m>,
    generator: Generator<'m>,
    registry: &'s mut RouteRegistry,
    /// Makes the slugs of index pages that have none, as Docusaurus does: `/category/guides`.
    slugger: Slugger,
    sink: &'s mut Diagnostics,
}

impl SidebarBuilder<'_, '_> {
    fn unresolved(&mut self, source: &SidebarSource) -> Vec<(String, Vec<UnresolvedItem>)> {
        match source {
            SidebarSource::Off => Vec::new(),
            SidebarSource::Generated => {
                let items = self.generator.generate("", self.sink).unwrap_or_default();
                vec![(self.version.instance.sidebar_id.clone(), items)]
            }
            SidebarSource::Configured(node) => {
                let configs = read_sidebars(node, self.sink).into_iter();
                let mut normalizer = Normalizer {
                    generator: &self.generator,
                    sink: &mut *self.sink,
                };
                let sidebars = configs.map(|(name, items)| (name, normalizer.normalize_all(items)));
                sidebars.collect()
            }
        }
    }

    fn resolve_all(&mut self, items: Vec<UnresolvedItem>) -> Vec<Item> {
        let items = items.into_iter().filter_map(|item| match item {
            UnresolvedItem::Item(item) => Some(item),
            UnresolvedItem::Category(category) => self.resolve_category(*category),
        });
        items.collect()
    }

    /// A category with its path. Without items it becomes a link to its document, or is left out.
    fn resolve_category(&mut self, category: UnresolvedCategory) -> Option<Item> {
        let UnresolvedCategory {
            label, attributes, ..
        } = category;
        // Docusaurus numbers equal labels in the order of the sidebar, those of left out categories included.
        let target = match category.target {
            UnresolvedTarget::None => CategoryTarget::None,
            UnresolvedTarget::Doc(at) => CategoryTarget::Doc(at),
            UnresolvedTarget::Index(index) => self.index_page(index, &label, category.source),
        };
        let items = self.resolve_all(category.items);
        if items.is_empty() {
            return match target {
                CategoryTarget::Doc(at) => Some(Item::Doc(DocItem {
                    at,
                    label: Some(label),
                    attributes,
                    is_ref: false,
                })),
                _ => None,
            };
        }
        let collapsible = category
            .collapsible
            .unwrap_or(self.version.instance.sidebar_collapsible);
        let collapsed = category
            .collapsed
            .unwrap_or(self.version.instance.sidebar_collapsed);
        let mut category = Category {
            label,
            target,
            collapsible,
            collapsed: collapsible && collapsed,
            attributes,
            description: category.description,
            items,
        };
        self.claim(&mut category);
        Some(Item::Category(Box::new(category)))
    }

    fn index_page(
        &mut self,
        index: GeneratedIndex,
        label: &str,
        source: Option<FileId>,
    ) -> CategoryTarget {
        let (slug, span) = match index.slug {
            Some((slug, span)) => (slug, Some(span)),
            None => (
                format!("category/{}", self.slugger.slug(label)),
                source.map(Span::start_of),
            ),
        };
        let slug = slug.trim_start_matches('/');
        let route = site_route(self.context, &format!("{}/{slug}", self.version.route_base));
        let Some(route) = route else {
            let message = format!("`{slug}` is not a valid path");
            self.sink
                .error(Code::BadData, span, message)
                .help("write a `slug` such as `/my-category`");
            return CategoryTarget::None;
        };
        CategoryTarget::Index(IndexPage {
            is_shown: false,
            span,
            route,
            title: index.title.unwrap_or_else(|| label.to_owned()),
            description: index.description,
            keywords: index.keywords,
            search_terms: index.search_terms,
            image: index.image,
            source,
        })
    }

    fn claim(&mut self, category: &mut Category) {
        let CategoryTarget::Index(index) = &mut category.target else {
            return;
        };
        let name = match index.source {
            Some(file) => format!("`{}`", self.context.tree.file(file).path),
            None => format!("the category `{}`", category.label),
        };
        let owner = RouteOwner::generated(name, index.span);
        index.is_shown = self
            .registry
            .claim(self.context, &index.route, owner, self.sink);
    }
}
