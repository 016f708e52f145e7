//! `robots.txt` (RFC 9309): what crawlers may fetch, and where the sitemap lies.
//!
//! A site that wants to be left out of the indexes (`no_index`) is not closed here: a crawler that may not fetch a page
//! never sees the page's own `noindex`, and lists its address all the same.

use super::{GeneratedFile, OutputContext};
use crate::model::RoutePath;
use std::fmt::Write;

/// The file; none when it is turned off. Crawlers read it at the root of a host only, so below another base path it
/// is for whoever puts that root together.
pub(super) fn robots(
    context: &OutputContext<'_>,
    sitemap: Option<&RoutePath>,
) -> Option<GeneratedFile> {
    let config = context.site.metadata.robots.as_ref()?;
    let mut text = String::new();
    for rule in &config.rules {
        for agent in &rule.user_agents {
            let _ = writeln!(text, "User-agent: {}", one_line(agent));
        }
        for (word, paths) in [("Allow", &rule.allow), ("Disallow", &rule.disallow)] {
            for path in paths {
                let base = context.site.base_path.trim_end_matches('/');
                let _ = writeln!(text, "{word}: {base}{}", one_line(path));
            }
        }
        if rule.allow.is_empty() && rule.disallow.is_empty() {
            text.push_str("Disallow:\n");
        }
        text.push('\n');
    }
    if let Some(path) = sitemap {
        let _ = writeln!(text, "Sitemap: {}", context.absolute(path.as_str()));
    }
    context.file("robots.txt", "text/plain; charset=utf-8", text)
}

/// A value cannot begin a line of its own.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
