//! The link below an empty list of results.

use super::ResultsWriter;
use bindery_html::escape_attribute;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write as _;

impl ResultsWriter<'_> {
    /// A link for reports to the authors that something should have been found.
    pub(super) fn push_feedback(&self, out: &mut String) {
        let client = &self.engine.index.meta.client;
        let Some(url) = client["feedbackUrl"].as_str() else {
            return;
        };
        let value = utf8_percent_encode(self.query, NON_ALPHANUMERIC).to_string();
        let [question, link] = [
            (
                "theme.SearchModal.noResultsScreen.reportMissingResultsText",
                "Believe this query should return results?",
            ),
            (
                "theme.SearchModal.noResultsScreen.reportMissingResultsLinkText",
                "Let us know.",
            ),
        ]
        .map(|(id, fallback)| self.message(id, fallback));
        let _ = write!(
            out,
            "<p>{} <a href=\"{}\">{}</a></p>",
            escape_attribute(&question),
            escape_attribute(&url.replace("{query}", &value)),
            escape_attribute(&link)
        );
    }
}
