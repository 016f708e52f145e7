//! The flags of `bindery serve` that concern the search.

use crate::search::budget::SearchLimits;
use crate::search::client_settings::{SearchOverrides, is_node};
use crate::search::rate_limit::DEFAULT_SHARE;
use std::time::Duration;

/// The search engine, and the limits of searches.
#[derive(Clone, Debug, clap::Args)]
pub struct SearchFlags {
    /// Search engine: `embedded` or `typesense` [default: that of the site]
    #[arg(long, env = "BINDERY_SEARCH_ENGINE", value_parser = ["embedded", "typesense"], value_name = "ENGINE")]
    pub search_engine: Option<String>,
    /// Nodes of a Typesense cluster, such as `https://search.example.org:443`; several with commas between
    #[arg(long, env = "BINDERY_SEARCH_NODES", value_delimiter = ',', value_parser = parse_node, value_name = "URL")]
    pub search_nodes: Vec<String>,
    /// The API key for these nodes; every reader sees it, so it must allow searches only
    #[arg(long, env = "BINDERY_SEARCH_KEY", value_name = "KEY")]
    pub search_key: Option<String>,
    /// The name of the collection on these nodes
    #[arg(long, env = "BINDERY_SEARCH_COLLECTION", value_name = "NAME")]
    pub search_collection: Option<String>,
    /// Milliseconds of CPU time for the searches of a request; beyond it the response has the results found so far; 0 for no limit [default: 50; 0 in debug builds]
    #[arg(long, env = "BINDERY_SEARCH_TIME", value_name = "MILLISECONDS")]
    pub search_time: Option<u64>,
    /// Units of work for the searches of a request, of about a microsecond each; 0 for no limit [default: 50000]
    #[arg(long, env = "BINDERY_SEARCH_VISITS", value_name = "NUMBER")]
    pub search_visits: Option<u32>,
    /// Percent of a core that the searches of one client may use over time; further ones are answered with 429; 0 for no limit
    #[arg(
        long,
        env = "BINDERY_SEARCH_SHARE",
        default_value_t = DEFAULT_SHARE,
        value_parser = clap::value_parser!(u32).range(0..=100_000),
        value_name = "PERCENT"
    )]
    pub search_share: u32,
}

impl SearchFlags {
    /// The settings that replace those of the site.
    pub(super) fn overrides(&self) -> SearchOverrides {
        SearchOverrides {
            engine: self.search_engine.clone(),
            nodes: self.search_nodes.clone(),
            key: self.search_key.clone(),
            collection: self.search_collection.clone(),
        }
    }

    /// The limits of one request.
    pub(super) fn limits(&self) -> SearchLimits {
        let defaults = SearchLimits::default();
        let time = self.search_time.map(Duration::from_millis);
        SearchLimits {
            time: time.unwrap_or(defaults.time),
            visits: self.search_visits.unwrap_or(defaults.visits),
        }
    }
}

/// A node's url, as it is.
fn parse_node(url: &str) -> Result<String, String> {
    match is_node(url) {
        true => Ok(url.to_owned()),
        false => Err("write a url such as `https://search.example.org:443`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        search: SearchFlags,
    }

    fn typed(flags: &[&str]) -> Option<SearchFlags> {
        let all = ["serve"].iter().chain(flags);
        Typed::try_parse_from(all).ok().map(|typed| typed.search)
    }

    #[test]
    fn the_limits_of_a_search_are_what_was_typed_or_the_defaults() {
        let limits = typed(&["--search-time", "20", "--search-visits", "0"]).unwrap();
        let wanted = SearchLimits {
            time: Duration::from_millis(20),
            visits: 0,
        };
        assert_eq!(limits.limits(), wanted);
        let none = typed(&[]).unwrap();
        assert_eq!(none.limits(), SearchLimits::default());
        assert_eq!(none.search_share, DEFAULT_SHARE);
        assert!(typed(&["--search-share", "100001"]).is_none());
    }
}
