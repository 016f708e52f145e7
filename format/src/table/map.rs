//! Exchanges the strings of a table, for tables that are not read from a blob.

use super::{Body, Entry, HeaderRule, Page, Resource, RouteTable, SiteTable, Target};

impl<S> SiteTable<S> {
    /// The table with each string replaced by what `map` makes of it.
    #[must_use]
    pub fn map<T>(self, map: &mut dyn FnMut(S) -> T) -> SiteTable<T> {
        let below = self.not_found_below.into_iter();
        let entries = self.table.entries.into_iter();
        let rules = self.header_rules.into_iter();
        SiteTable {
            table: RouteTable {
                seeds: self.table.seeds,
                entries: entries.map(|entry| entry.map(map)).collect(),
            },
            not_found: self.not_found.map(map),
            not_found_below: below
                .map(|(home, page)| (map(home), page.map(map)))
                .collect(),
            content_hash: map(self.content_hash),
            build_id: map(self.build_id),
            url: map(self.url),
            base_path: map(self.base_path),
            policy_sources: map_all(self.policy_sources, map),
            header_rules: rules.map(|rule| rule.map(map)).collect(),
            header_groups: self.header_groups,
            routes: self.routes.map(map),
            search: self.search.map(map),
            report: self.report.map(map),
        }
    }
}

fn map_all<S, T>(strings: Vec<S>, map: &mut dyn FnMut(S) -> T) -> Vec<T> {
    strings.into_iter().map(map).collect()
}

impl<S> Entry<S> {
    fn map<T>(self, map: &mut dyn FnMut(S) -> T) -> Entry<T> {
        Entry {
            path: map(self.path),
            target: match self.target {
                Target::Page(page) => Target::Page(page.map(map)),
                Target::Asset(resource) => Target::Asset(resource.map(map)),
                Target::Redirect { to, status } => Target::Redirect {
                    to: map(to),
                    status,
                },
                Target::Gone => Target::Gone,
            },
        }
    }
}

impl<S> Page<S> {
    fn map<T>(self, map: &mut dyn FnMut(S) -> T) -> Page<T> {
        Page {
            html: self.html.map(map),
            payload: self.payload.map(map),
            twin: map(self.twin),
        }
    }
}

impl<S> Resource<S> {
    fn map<T>(self, map: &mut dyn FnMut(S) -> T) -> Resource<T> {
        Resource {
            media_type: map(self.media_type),
            cache: self.cache,
            identity: self.identity.map(map),
            br: self.br.map(|body| body.map(map)),
            zstd: self.zstd.map(|body| body.map(map)),
            gzip: self.gzip.map(|body| body.map(map)),
            link: map(self.link),
            no_index: self.no_index,
            headers: self.headers,
        }
    }
}

impl<S> Body<S> {
    fn map<T>(self, map: &mut dyn FnMut(S) -> T) -> Body<T> {
        Body {
            offset: self.offset,
            len: self.len,
            etag: map(self.etag),
            storage: self.storage,
        }
    }
}

impl<S> HeaderRule<S> {
    fn map<T>(self, map: &mut dyn FnMut(S) -> T) -> HeaderRule<T> {
        let fields = self.fields.into_iter();
        HeaderRule {
            patterns: map_all(self.patterns, map),
            fields: fields
                .map(|(name, value)| (map(name), map(value)))
                .collect(),
            policy: map_all(self.policy, map),
        }
    }
}
