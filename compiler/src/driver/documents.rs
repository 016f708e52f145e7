//! Parses the page files of a tree.

mod parse_cache;
pub(super) mod preprocess;
mod text_cache;

pub(super) use parse_cache::ParseCache;
pub(super) use text_cache::TextCache;

use super::mdx_components::registered_components;
use crate::assemble::{self, AssemblyCache, PageFile, PageOwner, ParsedFile};
use crate::config::SiteConfig;
use crate::data::{self, Data};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::front_matter::{FrontMatter, split_front_matter};
use crate::markdown::document::nodes::Evaluated;
use crate::markdown::options::MarkdownOptions;
use crate::markdown::{
    self, DataReader, Labels, MarkdownContext, Props, ReadRecorder, TitleHeading, TreeReader,
    builtin_props, component_name,
};
use crate::source::SourceTree;
use crate::translations;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What all page files of a tree are parsed with.
#[derive(Debug)]
pub(super) struct DocumentParser<'c> {
    pub(super) tree: &'c SourceTree,
    pub(super) config: &'c SiteConfig,
    /// The files that are pages.
    pub(super) files: Vec<PageFile<'c>>,
    /// The values of data files.
    pub(super) data: Arc<Data>,
    shared: SharedInputs,
    cache: Option<&'c ParseCache>,
}

/// What all documents are parsed with, besides the files that they name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SharedInputs {
    components: BTreeSet<String>,
    options: MarkdownOptions,
    /// By locale.
    labels: BTreeMap<String, Labels>,
    props: BTreeMap<String, Option<Props>>,
}

/// A parsed page file with its problems.
#[derive(Debug)]
pub(super) struct ParsedPage {
    pub(super) parsed: ParsedFile,
    /// The offset of the text after the front matter.
    pub(super) body: usize,
    /// The problems of the front matter.
    pub(super) front_problems: Diagnostics,
    /// The problems of the text.
    pub(super) problems: Diagnostics,
}

impl ParsedPage {
    /// Reports the problems; gives the document.
    pub(super) fn report(self, sink: &mut Diagnostics) -> ParsedFile {
        sink.absorb(self.front_problems);
        sink.absorb(self.problems);
        self.parsed
    }
}

impl<'c> DocumentParser<'c> {
    /// Reads what the files are parsed with; `cache` has the documents of the process's last build.
    pub(super) fn new(
        tree: &'c SourceTree,
        config: &'c SiteConfig,
        components: &BTreeSet<String>,
        cache: Option<&'c ParseCache>,
        sink: &mut Diagnostics,
    ) -> Self {
        let data = match cache {
            Some(cache) => cache.read_data(tree, config, sink),
            None => {
                let statics = &config.static_directories;
                Arc::new(data::read_data(
                    tree,
                    statics,
                    parse_cache::root_files(config),
                    sink,
                ))
            }
        };
        DocumentParser {
            tree,
            config,
            files: assemble::page_files(config, tree),
            data,
            shared: SharedInputs {
                components: components.clone(),
                options: config.markdown.clone(),
                labels: locale_labels(config, tree),
                props: declared_props(tree, cache),
            },
            cache,
        }
    }

    /// Parses all page files in parallel, in their order. Cached ones are not parsed again.
    pub(super) fn parse_all(&self) -> Vec<ParsedPage> {
        if let Some(cache) = self.cache {
            cache.begin(&self.shared, self.tree, &self.files);
        }
        self.files
            .par_iter()
            .map(|page| {
                let file = self.tree.file(page.id);
                let known = |cache: &ParseCache| cache.find(*page, file, self);
                self.cache
                    .and_then(known)
                    .unwrap_or_else(|| self.parse(*page))
            })
            .collect()
    }

    /// What the process's last build assembled.
    pub(super) fn assembled(&self) -> Option<&'c AssemblyCache> {
        self.cache.map(ParseCache::assembled)
    }

    /// The properties that a component declares, if any.
    pub(super) fn props_of(&self, name: &str) -> Option<Props> {
        let own = self.shared.props.get(name).cloned();
        own.unwrap_or_else(|| builtin_props(name))
    }

    fn parse(&self, page: PageFile<'_>) -> ParsedPage {
        let reads = self.cache.map(|_| ReadRecorder::default());
        let parsed = self.parse_with(page, reads.as_ref());
        if let Some((cache, reads)) = self.cache.zip(reads) {
            cache.insert(page, self.tree.file(page.id), &parsed, reads);
        }
        parsed
    }

    fn parse_with(&self, page: PageFile<'_>, reads: Option<&ReadRecorder>) -> ParsedPage {
        let file = self.tree.file(page.id);
        let mut front_problems = Diagnostics::new();
        let (front, body) = split_front_matter(file, &mut front_problems);
        let mut problems = Diagnostics::new();
        let value = Value::Object(front.value.clone());
        let context = self.context(page, reads);
        let document = markdown::parse_document(file, body, &value, &context, &mut problems);
        ParsedPage {
            parsed: ParsedFile {
                file: file.id,
                front: Arc::new(front),
                document: Arc::new(document),
            },
            body,
            front_problems,
            problems,
        }
    }

    /// The document of a page file whose text MDX evaluated.
    pub(super) fn evaluated(
        &self,
        page: PageFile<'_>,
        front: &FrontMatter,
        evaluated: &Evaluated,
    ) -> (Document, Diagnostics) {
        let file = self.tree.file(page.id);
        let mut problems = Diagnostics::new();
        let value = Value::Object(front.value.clone());
        let context = self.context(page, None);
        let document = markdown::parse_evaluated(file, evaluated, &value, &context, &mut problems);
        (document, problems)
    }

    fn context<'p>(
        &'p self,
        page: PageFile<'_>,
        reads: Option<&'p ReadRecorder>,
    ) -> MarkdownContext<'p> {
        let shared = &self.shared;
        MarkdownContext {
            tree: TreeReader::new(self.tree, reads),
            data: DataReader::new(&self.data, reads),
            components: &shared.components,
            props: &shared.props,
            labels: &shared.labels[page.locale],
            options: &shared.options,
            title: match page.owner {
                PageOwner::Blog(_) => TitleHeading::Drop,
                PageOwner::Docs(_) | PageOwner::Pages(_) => TitleHeading::Keep,
            },
        }
    }
}

/// The words of Markdown's HTML by locale. `assemble` reports the errors of the files that they come from.
fn locale_labels(config: &SiteConfig, tree: &SourceTree) -> BTreeMap<String, Labels> {
    let mut labels = BTreeMap::new();
    for locale in &config.locales {
        let mut quiet = Diagnostics::new();
        let localized = translations::localize(config, locale, tree, &mut quiet);
        quiet.discard();
        labels.insert(locale.code.clone(), translations::labels(&localized));
    }
    labels
}

/// The properties that the components of `components/` declare.
fn declared_props(
    tree: &SourceTree,
    cache: Option<&ParseCache>,
) -> BTreeMap<String, Option<Props>> {
    let no_texts = TextCache::default();
    let known = cache.map_or(&no_texts, ParseCache::props);
    known.begin();
    let own = tree.files_in("components").filter_map(|file| {
        let name = component_name(file.path.strip_prefix("components/")?)?;
        let props = known.get(file, || Props::of_source(name, &file.text));
        Some((name.to_owned(), props))
    });
    let registered = registered_components(tree).into_iter();
    let mut declared: BTreeMap<String, Option<Props>> =
        registered.map(|name| (name, None)).collect();
    declared.extend(own);
    declared
}
