//! The other hosts from which the pages of a Docusaurus site show images, films and frames.
//!
//! Docusaurus sends no policy, so such a site cannot list them, and the build reads them off the documents and the style
//! sheets. What components of the site draw in browsers is not known here: where a page has one, all hosts with HTTPS are
//! allowed. The sources hold for all pages, because the policy of the first document holds while a reader goes on to
//! others.

use crate::pack::{SiteOutput, Target};
use crate::render::bundle::Bundle;
use bindery_html::{Tag, start_tags};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is allowed where components of the site draw in browsers.
const ANY_HOST: [&str; 3] = ["img-src https:", "media-src https:", "frame-src https:"];

/// The sources for images and films in the pages themselves.
const INLINE: [&str; 2] = ["img-src data:", "media-src data:"];

/// More hosts than this would make the header field of every page long; all with HTTPS are allowed instead.
const MAX_HOSTS: usize = 40;

/// The sources of a site whose documents are not known: all hosts with HTTPS.
pub(crate) fn any_source() -> Vec<String> {
    let sources = INLINE.into_iter().chain(ANY_HOST);
    sources.map(str::to_owned).collect()
}

/// The sources that the policy must allow: `img-src https://a.example https://b.example`.
pub(crate) fn shown_sources(output: &SiteOutput, bundle: &Bundle) -> Vec<String> {
    let documents = output
        .targets
        .par_iter()
        .filter_map(|(_, target)| match target {
            Target::Page(page) => Some(&page.html.body),
            _ => None,
        });
    let mut found = documents
        .map(|document| {
            let mut found = Found::default();
            found.read_document(&String::from_utf8_lossy(document), bundle);
            found
        })
        .reduce(Found::default, Found::join);
    if found.draws_in_browsers {
        return any_source();
    }
    for target in output.targets.values() {
        if let Target::Asset(file) = target
            && file.media_type.starts_with("text/css")
        {
            found.read_sheet(&String::from_utf8_lossy(&file.body));
        }
    }
    let mut sources: Vec<String> = INLINE.map(str::to_owned).to_vec();
    sources.extend(found.hosts.into_iter().map(|(directive, hosts)| {
        match hosts.len() > MAX_HOSTS {
            true => format!("{directive} https:"),
            false => format!("{directive} {}", Vec::from_iter(hosts).join(" ")),
        }
    }));
    sources
}

#[derive(Debug, Default)]
struct Found {
    /// Whether a component of the site itself runs in browsers.
    draws_in_browsers: bool,
    /// By directive.
    hosts: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Found {
    fn join(mut self, other: Found) -> Found {
        self.draws_in_browsers |= other.draws_in_browsers;
        for (directive, hosts) in other.hosts {
            self.hosts.entry(directive).or_default().extend(hosts);
        }
        self
    }

    fn read_document(&mut self, html: &str, bundle: &Bundle) {
        for tag in start_tags(html) {
            if let Some(name) = tag.value("data-island") {
                self.draws_in_browsers |= !is_builtin(bundle, name);
            }
            for (directive, address) in addresses(&tag) {
                self.add(directive, address);
            }
        }
    }

    /// Images of a style sheet.
    fn read_sheet(&mut self, css: &str) {
        for part in css.split("url(").skip(1) {
            let address = part.split(')').next().unwrap_or_default();
            self.add("img-src", address.trim_matches(['"', '\'', ' ']));
        }
    }

    fn add(&mut self, directive: &'static str, address: &str) {
        if let Some(host) = foreign_host(address) {
            let hosts = self.hosts.entry(directive).or_default();
            hosts.insert(format!("https://{host}"));
        }
    }
}

/// Whether a component that runs in browsers is one of the interface, which shows nothing of other hosts.
fn is_builtin(bundle: &Bundle, name: &str) -> bool {
    let component = bundle.components.get(name);
    component.is_some_and(|component| component.source == "builtin")
}

/// What an element shows, by the directive that must allow it.
fn addresses<'h>(tag: &Tag<'h>) -> Vec<(&'static str, &'h str)> {
    let is_one_of = |names: &[&str]| names.iter().any(|name| tag.is(name));
    let mut found = Vec::new();
    let mut take = |directive, attribute| {
        found.extend(tag.value(attribute).map(|address| (directive, address)));
    };
    if is_one_of(&["img", "image", "input"]) {
        for name in ["src", "href", "xlink:href"] {
            take("img-src", name);
        }
    }
    if is_one_of(&["video", "audio", "source", "track"]) {
        take("media-src", "src");
        take("img-src", "poster");
    }
    if tag.is("iframe") {
        take("frame-src", "src");
    }
    let relations = tag
        .value("rel")
        .unwrap_or_default()
        .split_ascii_whitespace();
    if tag.is("link") && relations.into_iter().any(is_icon) {
        take("img-src", "href");
    }
    if is_one_of(&["img", "source"]) {
        let list = bindery_html::image_candidates(tag.value("srcset").unwrap_or_default());
        found.extend(list.map(|address| ("img-src", address)));
    }
    found
}

fn is_icon(relation: &str) -> bool {
    let names = ["icon", "apple-touch-icon", "mask-icon"];
    names.iter().any(|name| relation.eq_ignore_ascii_case(name))
}

/// The host of an address on another host, with its port.
fn foreign_host(address: &str) -> Option<String> {
    let rest = address.trim();
    let scheme = rest.get(..6).unwrap_or_default();
    let rest = match scheme.eq_ignore_ascii_case("https:") {
        true => &rest[6..],
        false => rest,
    };
    let host = rest
        .strip_prefix("//")?
        .split(['/', '?', '#', ' '])
        .next()?;
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte);
    (!host.is_empty() && host.bytes().all(is_host)).then(|| host.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(html: &str) -> Vec<String> {
        let mut found = Found::default();
        for tag in start_tags(html) {
            for (directive, address) in addresses(&tag) {
                found.add(directive, address);
            }
        }
        let lists = found.hosts.into_iter();
        lists
            .map(|(directive, hosts)| format!("{directive} {}", Vec::from_iter(hosts).join(" ")))
            .collect()
    }

    #[test]
    fn hosts_are_those_that_elements_name() {
        for (html, expected) in [
            (
                "<img src=\"https://A.example:8443/x.png?b=c\">",
                "img-src https://a.example:8443",
            ),
            (
                "<img src=//a.example/x srcset=\"https://b.example/1 1x, https://c.example/2 2x\">",
                "img-src https://a.example https://b.example https://c.example",
            ),
            (
                "<img src=HTTPS://a.example/x srcset=\"https://b.example/1,2 1x,https://c.example/2 2x\">",
                "img-src https://a.example https://b.example https://c.example",
            ),
            (
                "<link rel=\"shortcut ICON\" href=https://a.example/x.ico>",
                "img-src https://a.example",
            ),
            (
                "<iframe src=\"https://a.example\"></iframe>",
                "frame-src https://a.example",
            ),
            (
                "<svg><image href=\"https://a.example/x\"/></svg>",
                "img-src https://a.example",
            ),
        ] {
            assert_eq!(found(html), [expected], "{html}");
        }
        let film = "<video poster=https://a.example/x><source src=https://b.example/y></video>";
        assert_eq!(
            found(film),
            ["img-src https://a.example", "media-src https://b.example"]
        );
        for html in [
            "<img src=/x.png>",
            "<img src=\"http://a.example/x\">",
            "<img src=\"https://a.example;x/\">",
            "<a href=https://a.example>x</a>",
            "<link rel=canonical href=https://a.example/x>",
            "<img src=https://user@a.example/x>",
        ] {
            assert!(found(html).is_empty(), "{html}");
        }
    }

    #[test]
    fn a_style_sheet_names_pictures() {
        let mut found = Found::default();
        found.read_sheet("a{b:url(\"https://a.example/x\")}c{d:url(/y) e:url( //b.example/z )}");
        let hosts = &found.hosts["img-src"];
        assert_eq!(
            Vec::from_iter(hosts),
            ["https://a.example", "https://b.example"]
        );
    }
}
