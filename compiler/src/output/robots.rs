//! Makes `robots.txt` (RFC 9309): what crawlers may fetch, and where the sitemap is.
//!
//! A site with `no_index` does not disallow anything here: a crawler that may not fetch a page never reads the page's
//! `noindex`, and may list the address it found in a link.

use super::{GeneratedFile, OutputContext};
use crate::model::RoutePath;
use std::fmt::Write;

/// The file; none when it is turned off. Crawlers read it at the root of a host only, so below another base path
/// it only serves as a part for the host's own file.
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

/// Joins the lines of a value, which could otherwise add rules.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
