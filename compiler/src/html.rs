//! Reads and changes HTML that is already written: the articles of rendered pages.
//!
//! Knows nothing of pages or of the site. Writing a page's document is [`crate::output`]'s job.
//!
//! All passes read the tokens of `bindery_html`. Their order, for the HTML of each article:
//!
//! 1. `markdown` writes it; `<Head>` and `<CodeBlock>` read their content as tokens.
//! 2. `assemble::links` fills in links and images, then collects the anchors.
//! 3. `render` fills in rendered components. [`styles`] replaces style attributes by classes, then [`regions`] numbers the
//!    labels of regions.
//! 4. `output` writes the document, which [`policy`] checks. Feeds, Markdown twins and the search index read the articles
//!    after step 3, the last two as the tree of `bindery_html::tree`.
//!
//! Modules are listed from the lowest layer to the highest: each uses only those above it.

pub mod escape;

pub mod policy;

pub mod regions;
pub mod styles;
