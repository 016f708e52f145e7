//! Reads and changes HTML that is already written: the articles of rendered pages.
//!
//! Knows nothing of pages or of the site. Writing a page's document is [`crate::output`]'s job.
//!
//! All passes over a page's HTML read the tokens of `bindery_html`. Their order:
//!
//! 1. `markdown` writes the article. `assemble::links` fills in links and images and collects the anchors, and gives the
//!    ids of posts in a list a prefix.
//! 2. `render::splice` inserts the rendered components, `render::section_links` the lists of links below headings.
//! 3. `ArticlePasses` changes the result: style attributes become classes ([`styles`]), then the labels of regions become
//!    unique ([`regions`]). Nothing changes an article after this.
//! 4. `render::splice` inserts the article into the shell.
//! 5. `output` adds the style sheets that the article needs (`page_styles`) and writes the document, which [`policy`] checks.
//! 6. The search index, Markdown twins and feeds read the articles.
//!
//! The HTML of the configuration passes through the module `fragment` before a page contains it.
//!
//! Modules are listed from the lowest layer to the highest: each uses only those above it.

pub mod escape;

pub mod policy;

pub mod regions;
pub mod styles;

pub(crate) mod fragment;

use std::collections::BTreeMap;
use styles::Rules;

/// The passes that change the articles of one page, and what they collect from one article to the next.
#[derive(Debug, Default)]
pub(crate) struct ArticlePasses {
    /// The declarations of the style attributes, by the classes that replace these.
    pub(crate) rules: Rules,
    /// How many regions have a label.
    regions: BTreeMap<String, usize>,
}

impl ArticlePasses {
    /// Runs all passes in their order.
    pub(crate) fn run(&mut self, article: String) -> String {
        let article = styles::extract(article, &mut self.rules);
        regions::uniquify_region_labels(article, &mut self.regions)
    }
}
