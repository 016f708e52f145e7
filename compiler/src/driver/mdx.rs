//! Evaluates the documents that Bindery's parser cannot read with MDX, and uses the results instead of the parsed documents.
//!
//! The parser reads every document first. It reports what it does not know: such a document of a Docusaurus site is
//! evaluated by MDX in Node (`ui/bundler/mdx`), unless the site or the document says otherwise (`[mdx] mode`).

mod answer;
mod cache;
mod job;
mod plugins;
mod worker;

mod comparison;
mod evaluated_texts;

pub use comparison::{ComparedDocument, compare_parsers};
pub use evaluated_texts::EvaluatedTexts;

use super::content;
use super::documents::{DocumentParser, ParsedPage};
use crate::assemble::{PageOwner, ParsedFile};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, Segment};
use crate::docusaurus::EvaluateOptions;
use crate::driver::mdx_components::{is_element, registered_components, registered_partials};
use crate::front_matter::MdxMode;
use crate::markdown::document::nodes::{ElementKind, Evaluated, Node};
use crate::model::{EvaluatedFile, Site};
use crate::source::{SourceTree, Span};
use answer::{EvaluatedDocument, Failure};
use job::Job;
use plugins::Plugins;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Compiles the site, with MDX where it is needed.
pub(super) fn compile(
    parser: &DocumentParser<'_>,
    reading: EvaluateOptions<'_>,
    sink: &mut Diagnostics,
) -> Site {
    let mut pages = parser.parse_all();
    let evaluated = evaluate(parser, &mut pages, reading, sink);
    let documents: Vec<ParsedFile> = pages.into_iter().map(|one| one.report(sink)).collect();
    let mut site = content::assemble(
        parser.tree,
        parser.config,
        documents,
        parser.assembled(),
        sink,
    );
    site.evaluated = evaluated;
    site
}

/// Evaluates the documents that need it, and replaces theirs.
fn evaluate(
    parser: &DocumentParser<'_>,
    pages: &mut [ParsedPage],
    reading: EvaluateOptions<'_>,
    sink: &mut Diagnostics,
) -> Vec<EvaluatedFile> {
    let plugins = Plugins::new(parser.config, reading, sink);
    let rules = MdxRules {
        parser,
        plugins: &plugins,
        registered: &Registered::new(parser.tree),
    };
    let chosen = pages.iter().enumerate();
    let chosen: Vec<(usize, String)> = chosen
        .filter_map(|(at, page)| {
            let owner = parser.files[at].owner;
            Some((at, rules.reason(page, owner)?))
        })
        .collect();
    if chosen.is_empty() {
        return Vec::new();
    }
    let documents = chosen
        .iter()
        .map(|(at, _)| (&pages[*at], parser.files[*at].owner));
    let job = Job::new(parser, documents, &plugins);
    let results = match worker::run(&job, reading) {
        Ok(results) => results,
        Err(error) => {
            let place = Span::start_of(pages[chosen[0].0].parsed.file);
            let message = match reading.ui.as_os_str().is_empty() {
                true => "MDX runs only with Node and a clone of Bindery, which has the folder `ui`"
                    .to_owned(),
                false => format!("MDX cannot run: {error}"),
            };
            sink.warn(Code::UnsupportedExpression, place, message)
                .help("the texts are read without it");
            return Vec::new();
        }
    };
    let mut evaluated = Vec::new();
    let mut reported = BTreeSet::new();
    for ((at, reason), result) in chosen.into_iter().zip(results) {
        let page = &mut pages[at];
        match result {
            Ok(answer) => {
                let nodes = &answer.evaluated;
                evaluated.push(EvaluatedFile {
                    file: page.parsed.file,
                    reason,
                    components: given_data(&nodes.nodes),
                });
                replace(parser, at, page, nodes);
                plugins.report(&answer, parser.tree, &mut reported, &mut page.problems);
                report_missing(&answer, parser, page);
            }
            Err(failure) => report(&failure, parser, page),
        }
    }
    evaluated
}

/// What decides whether a document is evaluated as MDX.
struct MdxRules<'a> {
    parser: &'a DocumentParser<'a>,
    plugins: &'a Plugins<'a>,
    registered: &'a Registered,
}

impl MdxRules<'_> {
    /// Why a document needs MDX; `None` when it does not.
    fn reason(&self, page: &ParsedPage, owner: PageOwner<'_>) -> Option<String> {
        let parser = self.parser;
        let file = parser.tree.file(page.parsed.file);
        let format = parser.config.markdown.format;
        if format.is_commonmark(&file.path, &page.parsed.front.value) {
            return None;
        }
        let mode = page.parsed.front.mdx;
        let is_own = mode.is_some();
        match mode.unwrap_or_else(|| parser.config.markdown.mdx_mode()) {
            MdxMode::Fast => None,
            MdxMode::True if is_own => Some("`mdx: true` in its front matter".to_owned()),
            MdxMode::True => Some("`[mdx] mode` is `true`".to_owned()),
            MdxMode::Auto => {
                let unknown = page.problems.iter().find_map(unknown_to_parser);
                unknown
                    .or_else(|| self.plugins.reason(owner))
                    .or_else(|| self.registered.reason(&page.parsed.document))
            }
        }
    }
}

/// What a Docusaurus tree registers that only MDX puts in its place.
struct Registered {
    /// The Markdown files by the names of their tags.
    partials: BTreeMap<String, String>,
    /// The elements that components of the tree stand for.
    elements: BTreeSet<String>,
}

impl Registered {
    fn new(tree: &SourceTree) -> Self {
        let names = registered_components(tree).into_iter();
        Registered {
            partials: registered_partials(tree),
            elements: names.filter(|name| is_element(name)).collect(),
        }
    }

    /// Why a document needs MDX; `None` when it does not.
    fn reason(&self, document: &Document) -> Option<String> {
        if names_any(&document.body, &self.partials) {
            return Some("a registered Markdown file".to_owned());
        }
        let is_here = |name: &&String| match name.as_str() {
            "a" => !document.links.is_empty(),
            "img" => !document.images.is_empty(),
            name => has_element(&document.body, name),
        };
        let name = self.elements.iter().find(is_here)?;
        Some(format!("the registered component for `{name}`"))
    }
}

/// Whether a body has an element of this name.
fn has_element(body: &[Segment], name: &str) -> bool {
    let start = format!("<{name}");
    body.iter().any(|segment| match segment {
        Segment::Html(html) => html.match_indices(&start).any(|(at, _)| {
            let next = html.as_bytes().get(at + start.len());
            next.is_none_or(|byte| !byte.is_ascii_alphanumeric())
        }),
        Segment::Component(tag) => has_element(&tag.children, name),
        _ => false,
    })
}

/// Whether a problem is one of texts that MDX is to read.
pub(super) fn is_left_to_mdx(problem: &Diagnostic) -> bool {
    unknown_to_parser(problem).is_some()
}

/// Whether a body has a tag that is one of the registered Markdown files.
fn names_any(body: &[Segment], partials: &BTreeMap<String, String>) -> bool {
    body.iter().any(|segment| match segment {
        Segment::Component(tag) => {
            partials.contains_key(&tag.name) || names_any(&tag.children, partials)
        }
        _ => false,
    })
}

/// What a problem says that the parser does not know; `None` for other problems.
fn unknown_to_parser(problem: &Diagnostic) -> Option<String> {
    let what = match problem.code {
        Code::UnsupportedExpression => "an expression or an export that computes",
        Code::UnknownImport => "an import of code or of a package",
        Code::BadData => "a value that is a list or an object",
        Code::UnclosedTag => "tags that end elsewhere",
        _ => return None,
    };
    Some(what.to_owned())
}

/// Replaces a document by what MDX made of its text.
fn replace(parser: &DocumentParser<'_>, at: usize, page: &mut ParsedPage, nodes: &Evaluated) {
    let front = &page.parsed.front;
    let (document, problems) = parser.evaluated(parser.files[at], front, nodes);
    page.parsed.document = Arc::new(document);
    std::mem::replace(&mut page.problems, problems).discard();
}

/// Reports why a document could not be evaluated. It stays as the parser read it: where its text is no MDX, the parser has
/// reported that at its place.
fn report(failure: &Failure, parser: &DocumentParser<'_>, page: &mut ParsedPage) {
    let is_reported = failure.is_syntax
        && page
            .problems
            .iter()
            .any(|one| unknown_to_parser(one).is_some());
    if is_reported {
        return;
    }
    let known = failure.span(parser.tree);
    let span = known.unwrap_or_else(|| Span::start_of(page.parsed.file));
    let problems = &mut page.problems;
    problems.retain(|problem| unknown_to_parser(problem).is_none());
    problems
        .error(Code::UnsupportedExpression, span, failure.message.clone())
        .help("fix the expression; until then the page is shown without its result");
}

/// Reports the modules that are not there, of which a document uses values.
fn report_missing(answer: &EvaluatedDocument, parser: &DocumentParser<'_>, page: &mut ParsedPage) {
    for one in &answer.missing {
        let span = one.place.span(&answer.evaluated.files, parser.tree);
        page.problems
            .error(Code::ComponentFailed, span, one.message.clone())
            .help(one.help.clone());
    }
}

/// The components that are given data, with its bytes.
fn given_data(nodes: &[Node]) -> Vec<(String, usize)> {
    fn collect(nodes: &[Node], found: &mut Vec<(String, usize)>) {
        for node in nodes {
            if let Node::Element(element) = node {
                if element.kind == ElementKind::Component {
                    found.push((element.origin.name().to_owned(), element.bytes));
                }
                collect(&element.children, found);
            }
        }
    }
    let mut found = Vec::new();
    collect(nodes, &mut found);
    found
}
