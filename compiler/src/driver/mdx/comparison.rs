//! Parses each document of a tree with Bindery's parser and with MDX, for the test that compares the results.

use super::job::Job;
use super::plugins::Plugins;
use super::{unknown_to_parser, worker};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::docusaurus::EvaluateOptions;
use crate::driver::documents::DocumentParser;
use crate::driver::{SiteSource, content, read_site};
use crate::error::BuildError;
use std::sync::Arc;

/// A document as the parser and as MDX read it.
#[derive(Clone, Debug)]
pub struct ComparedDocument {
    /// The path of its file.
    pub path: String,
    /// What Bindery's parser made of it.
    pub parsed: Document,
    /// Whether the parser knows all of its text.
    pub is_known: bool,
    /// What MDX made of it, or why it made nothing.
    pub evaluated: Result<Document, String>,
}

/// Parses all documents of a tree with the parser and with MDX.
///
/// # Errors
/// When the worker cannot run.
pub fn compare_parsers(reading: EvaluateOptions<'_>) -> Result<Vec<ComparedDocument>, BuildError> {
    let mut quiet = Diagnostics::new();
    let SiteSource { tree, config } = read_site(reading, &mut quiet);
    let components = content::component_names(&tree, None);
    let parser = DocumentParser::new(&tree, &config, &components, None, &mut quiet);
    let plugins = Plugins::new(&config, reading, &mut quiet);
    quiet.discard();
    let pages = parser.parse_all();
    let documents = pages.iter().zip(&parser.files);
    let documents = documents.map(|(page, file)| (page, file.owner));
    let results = worker::run(&Job::new(&parser, documents, &plugins), reading)?;
    let mut compared = Vec::new();
    for ((at, page), result) in pages.into_iter().enumerate().zip(results) {
        let evaluated = result.map_err(|failure| failure.message).map(|one| {
            let front = &page.parsed.front;
            let (document, problems) = parser.evaluated(parser.files[at], front, &one.evaluated);
            problems.discard();
            document
        });
        compared.push(ComparedDocument {
            path: tree.file(page.parsed.file).path.clone(),
            is_known: !page
                .problems
                .iter()
                .any(|one| unknown_to_parser(one).is_some()),
            parsed: Arc::unwrap_or_clone(page.parsed.document),
            evaluated,
        });
        page.front_problems.discard();
        page.problems.discard();
    }
    Ok(compared)
}
