//! Parses the page files of a tree.

use super::registered::registered_components;
use crate::assemble::{self, PageFile, ParsedFile};
use crate::config::SiteConfig;
use crate::data::{self, Data};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::front_matter::{FrontMatter, split_front_matter};
use crate::markdown::document::nodes::Evaluated;
use crate::markdown::{self, Labels, MarkdownContext, Props, TitleHeading, component_name};
use crate::source::SourceTree;
use crate::translations;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What all page files of a tree are parsed with.
#[derive(Debug)]
pub(super) struct DocumentParser<'c> {
    pub(super) tree: &'c SourceTree,
    pub(super) config: &'c SiteConfig,
    pub(super) components: &'c BTreeSet<String>,
    /// The files that are pages.
    pub(super) files: Vec<PageFile<'c>>,
    /// The values of data files.
    pub(super) data: Data,
    labels: BTreeMap<&'c str, Labels>,
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
    /// Reads what the files are parsed with.
    pub(super) fn new(
        tree: &'c SourceTree,
        config: &'c SiteConfig,
        components: &'c BTreeSet<String>,
        sink: &mut Diagnostics,
    ) -> Self {
        DocumentParser {
            tree,
            config,
            components,
            files: assemble::page_files(config, tree),
            data: data::read_data(tree, &config.static_directories, config.is_imported, sink),
            labels: locale_labels(config, tree),
            props: declared_props(tree),
        }
    }

    /// Parses all page files in parallel, in their order.
    pub(super) fn parse_all(&self) -> Vec<ParsedPage> {
        self.files
            .par_iter()
            .map(|page| self.parse(*page))
            .collect()
    }

    fn parse(&self, page: PageFile<'_>) -> ParsedPage {
        let file = self.tree.file(page.id);
        let mut front_problems = Diagnostics::new();
        let (front, body) = split_front_matter(file, &mut front_problems);
        let mut problems = Diagnostics::new();
        let value = Value::Object(front.value.clone());
        let context = self.context(page);
        let document = markdown::parse_document(file, body, &value, &context, &mut problems);
        ParsedPage {
            parsed: ParsedFile {
                file: file.id,
                front,
                document,
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
        let context = self.context(page);
        let document = markdown::parse_evaluated(file, evaluated, &value, &context, &mut problems);
        (document, problems)
    }

    fn context(&self, page: PageFile<'_>) -> MarkdownContext<'_> {
        MarkdownContext {
            tree: self.tree,
            data: &self.data,
            components: self.components,
            props: &self.props,
            labels: &self.labels[page.locale],
            options: &self.config.markdown,
            title: match page.is_post {
                true => TitleHeading::Drop,
                false => TitleHeading::Keep,
            },
        }
    }
}

/// The words of Markdown's HTML by locale. `assemble` reports the errors of the files that they come from.
fn locale_labels<'c>(config: &'c SiteConfig, tree: &SourceTree) -> BTreeMap<&'c str, Labels> {
    let mut labels = BTreeMap::new();
    for locale in &config.locales {
        let mut quiet = Diagnostics::new();
        let localized = translations::localize(config, locale, tree, &mut quiet);
        quiet.discard();
        labels.insert(locale.code.as_str(), translations::labels(&localized));
    }
    labels
}

/// The properties that the components of `components/` declare.
fn declared_props(tree: &SourceTree) -> BTreeMap<String, Option<Props>> {
    let own = tree.below("components").filter_map(|file| {
        let name = component_name(file.path.strip_prefix("components/")?)?;
        let props = Props::of_source(name, &file.text);
        Some((name.to_owned(), props))
    });
    let registered = registered_components(tree).into_iter();
    let mut declared: BTreeMap<String, Option<Props>> =
        registered.map(|name| (name, None)).collect();
    declared.extend(own);
    declared
}
