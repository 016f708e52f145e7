//! Custom header fields: those that the site's configuration adds, replaces or removes.
//!
//! In: the rules of the table. Out: for each group of rules, the changes to a response. They are made once at start, so that
//! a body without rules costs one comparison.

use super::header_value::from_table;
use super::policy::document_policy;
use crate::table::Site;
use actix_web::dev::Response;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Bytes;
use std::sync::Arc;

/// The groups of rules, ready to be applied.
#[derive(Clone, Debug, Default)]
pub(super) struct CustomHeaders(Arc<[HeaderGroup]>);

#[derive(Debug)]
struct HeaderGroup {
    /// `None` removes a field.
    fields: Vec<(HeaderName, Option<HeaderValue>)>,
    policy: Option<HeaderValue>,
}

impl CustomHeaders {
    /// Prepares the groups of a site. `sources` are those of the policy of all documents.
    pub(super) fn of(site: &Site, sources: &[&str]) -> CustomHeaders {
        let groups = site.header_groups.iter();
        CustomHeaders(
            groups
                .map(|rules| header_group(site, rules, sources))
                .collect(),
        )
    }

    fn group(&self, number: u16) -> Option<&HeaderGroup> {
        self.0.get(usize::from(number).checked_sub(1)?)
    }

    /// The policy of the documents of a group, if it differs from that of other documents.
    pub(super) fn policy(&self, number: u16) -> Option<&HeaderValue> {
        self.group(number)?.policy.as_ref()
    }

    /// Applies the changes of a group. Responses without the resource (412, 416) stay as they are: a cache must not store
    /// them.
    pub(super) fn apply(&self, number: u16, response: &mut Response<Bytes>) {
        if number == 0 || !has_resource(response.status()) {
            return;
        }
        let Some(group) = self.group(number) else {
            return;
        };
        let headers = response.headers_mut();
        for (name, value) in &group.fields {
            match value {
                Some(value) => {
                    headers.insert(name.clone(), value.clone());
                }
                None => {
                    headers.remove(name);
                }
            }
        }
    }
}

fn has_resource(status: StatusCode) -> bool {
    matches!(status.as_u16(), 200 | 206 | 304 | 404 | 410)
}

/// Skips invalid names and values, which the build refuses.
fn header_group(site: &Site, numbers: &[u16], sources: &[&str]) -> HeaderGroup {
    let rules = numbers.iter();
    let rules = rules.filter_map(|number| site.header_rules.get(usize::from(*number)));
    let mut group = HeaderGroup {
        fields: Vec::new(),
        policy: None,
    };
    let mut policy = sources.to_vec();
    for rule in rules {
        policy.extend(&rule.policy);
        for (name, value) in &rule.fields {
            let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
                continue;
            };
            let value = match *value {
                "" => None,
                value => match from_table(value) {
                    Ok(value) => Some(value),
                    Err(_) => continue,
                },
            };
            group.fields.retain(|(known, _)| *known != name);
            group.fields.push((name, value));
        }
    }
    if policy.len() > sources.len() {
        group.policy = Some(document_policy(&policy));
    }
    group
}
