//! A site and what all of its responses share: policies, custom header fields, and the search engine.

use super::custom_headers::CustomHeaders;
use super::policy::document_policy;
use super::search_path::search_path;
use crate::search::LazyEngine;
use crate::search::budget::SearchLimits;
use crate::search::client_settings::{SearchOverrides, client_settings, origins};
use crate::table::Site;
use actix_web::http::header::HeaderValue;
use serde_json::Value;
use std::sync::Arc;

/// A site with the header values that all of its responses share.
#[derive(Clone, Debug)]
pub struct PreparedSite<'s> {
    pub(super) site: &'s Site,
    pub(super) document_policy: HeaderValue,
    pub(super) custom_headers: CustomHeaders,
    pub(super) search: Arc<LazyEngine>,
    overrides: SearchOverrides,
    pub(super) search_limits: SearchLimits,
    pub(super) speculation_rules: Option<HeaderValue>,
}

impl PreparedSite<'static> {
    /// Prepares a site. Each worker should have its own copy, so that workers do not contend for reference counts.
    #[must_use]
    pub fn new(site: &'static Site) -> Self {
        PreparedSite::with_defaults(site, Arc::new(LazyEngine::new(site)))
    }
}

impl<'s> PreparedSite<'s> {
    fn with_defaults(site: &'s Site, search: Arc<LazyEngine>) -> Self {
        PreparedSite {
            site,
            document_policy: document_policy(&site.policy_sources),
            custom_headers: CustomHeaders::of(site, &site.policy_sources),
            search,
            overrides: SearchOverrides::default(),
            search_limits: SearchLimits::default(),
            speculation_rules: speculation_rules(site),
        }
    }

    /// Prepares a site with a shared search engine and with the search settings of the operator.
    #[must_use]
    pub fn with_search(
        site: &'s Site,
        search: Arc<LazyEngine>,
        overrides: SearchOverrides,
    ) -> Self {
        let mut prepared = PreparedSite {
            overrides,
            ..PreparedSite::with_defaults(site, search)
        };
        let origins = origins(&prepared.search_settings());
        let allowed = origins.iter().map(|origin| format!("connect-src {origin}"));
        let allowed: Vec<String> = allowed.collect();
        let mut sources = site.policy_sources.to_vec();
        sources.extend(allowed.iter().map(String::as_str));
        prepared.document_policy = document_policy(&sources);
        prepared.custom_headers = CustomHeaders::of(site, &sources);
        prepared
    }

    /// Sets the limits of the cost of a search.
    #[must_use]
    pub fn with_search_limits(self, search_limits: SearchLimits) -> Self {
        PreparedSite {
            search_limits,
            ..self
        }
    }

    /// Replaces the search engine, for a site whose index is built later than the site.
    #[cfg(feature = "author")]
    #[must_use]
    pub fn with_engine(self, search: Arc<LazyEngine>) -> Self {
        PreparedSite { search, ..self }
    }

    /// Removes the header fields that the site's configuration adds.
    #[must_use]
    pub fn without_custom_headers(&self) -> Self {
        PreparedSite {
            custom_headers: CustomHeaders::default(),
            ..self.clone()
        }
    }

    /// Whether a request target belongs to the search API, where the request body matters.
    #[must_use]
    pub fn is_search(&self, target: &str) -> bool {
        search_path(self.site.base_path, target).is_some()
    }

    pub(super) fn search_settings(&self) -> Value {
        client_settings(self.search.meta(), &self.overrides)
    }

    /// The site.
    #[must_use]
    pub fn site(&self) -> &'s Site {
        self.site
    }
}

/// The value of `Speculation-Rules`, if the site has such rules.
fn speculation_rules(site: &Site) -> Option<HeaderValue> {
    let path = format!("{}_bindery/rules.speculationrules", site.base_path);
    site.table.lookup(&path)?;
    HeaderValue::from_str(&format!("\"{path}\"")).ok()
}
