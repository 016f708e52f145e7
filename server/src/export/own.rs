//! The site's own header fields, path by path: where a file's headers are not those of its kind.
//!
//! In: the site. Out: for each name of a field the paths at which it has another value than usual.

use super::{Answers, payload_path, sorted_entries};
use crate::table::{Site, Target};

/// What is configured alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Files that are kept for a year.
    Hashed,
    /// Data of pages for the client.
    Payload,
    /// Everything else.
    Page,
}

impl Kind {
    /// In the order of their places in a configuration.
    pub(super) const ALL: [Kind; 3] = [Kind::Hashed, Kind::Payload, Kind::Page];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Hashed => "hashed",
            Kind::Payload => "payload",
            Kind::Page => "page",
        }
    }
}

/// A field and the paths at which it differs from what its kind has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Varied {
    pub(super) name: String,
    /// Percent-encoded paths and values; an empty value is no field.
    pub(super) values: Vec<(String, String)>,
}

/// The fields of a kind that differ from `usual` somewhere, sorted by name; `Link` has a list of its own.
pub(super) fn varied(answers: &Answers, kind: Kind, usual: &[(String, String)]) -> Vec<Varied> {
    let site = answers.site;
    let mut varied: Vec<Varied> = Vec::new();
    for path in paths(site, kind) {
        let own = answers.own(&asked_for(site, &path));
        let names = own.iter().chain(usual).map(|(name, _)| name.as_str());
        let mut names: Vec<&str> = names.filter(|name| *name != "link").collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let value = value_of(&own, name);
            if value == value_of(usual, name) {
                continue;
            }
            let pair = (path.clone(), value.to_owned());
            match varied.iter_mut().find(|one| one.name == name) {
                Some(known) => known.values.push(pair),
                None => varied.push(Varied {
                    name: name.to_owned(),
                    values: vec![pair],
                }),
            }
        }
    }
    varied.sort_by(|a, b| a.name.cmp(&b.name));
    varied
}

const SVG: &str = "image/svg+xml";

/// The value of a field, or nothing.
pub(super) fn value_of<'f>(fields: &'f [(String, String)], name: &str) -> &'f str {
    let found = fields.iter().find(|(known, _)| known == name);
    found.map_or("", |(_, value)| value.as_str())
}

/// The paths of a kind that may have other fields than usual; the pages for unknown paths count as their files.
fn paths(site: &'static Site, kind: Kind) -> Vec<String> {
    let assets = format!("{}assets/", site.base_path);
    let mut paths = Vec::new();
    for entry in sorted_entries(site) {
        let path = entry.path.to_owned();
        match &entry.target {
            Target::Page(page) if page.html.headers != 0 => match kind {
                Kind::Payload => paths.push(payload_path(site, entry.path)),
                Kind::Page => paths.push(path),
                Kind::Hashed => {}
            },
            // Drawings have a policy of their own.
            Target::Asset(file) if file.headers != 0 || file.media_type.starts_with(SVG) => {
                let is_hashed = path.starts_with(&assets);
                if kind != Kind::Payload && is_hashed == (kind == Kind::Hashed) {
                    paths.push(path);
                }
            }
            _ => {}
        }
    }
    if kind == Kind::Page {
        let below = site
            .not_found_below
            .iter()
            .map(|(home, page)| (*home, page));
        let unknown = [(site.base_path, &site.not_found)].into_iter().chain(below);
        let marked = unknown.filter(|(_, page)| page.html.headers != 0);
        paths.extend(marked.map(|(home, _)| format!("{home}404.html")));
    }
    paths
}

/// What to ask for to have the headers of a path: the file of a page for unknown paths is none of the table.
fn asked_for(site: &Site, path: &str) -> String {
    match path.strip_suffix("404.html") {
        Some(home) if site.table.lookup(path).is_none() => format!("{home}404"),
        _ => path.to_owned(),
    }
}
