//! The site's own header fields: what its configuration sets beside ours, or in their place.
//!
//! In: the rules of the table. Out: for each list of them that holds for some body, what is done to an answer. Made once,
//! so that a body without rules costs a comparison.

use super::headers::from_table;
use super::policy::document_policy;
use crate::table::Site;
use actix_web::dev::Response;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Bytes;
use std::sync::Arc;

/// The lists of rules, ready to be applied.
#[derive(Clone, Debug, Default)]
pub(super) struct CustomHeaders(Arc<[Group]>);

#[derive(Debug)]
struct Group {
    /// `None` takes a field away.
    fields: Vec<(HeaderName, Option<HeaderValue>)>,
    policy: Option<HeaderValue>,
}

impl CustomHeaders {
    /// `sources` are what the policy of all documents allows.
    pub(super) fn of(site: &'static Site, sources: &[&str]) -> CustomHeaders {
        let groups = site.header_groups.iter();
        CustomHeaders(groups.map(|rules| group(site, rules, sources)).collect())
    }

    fn group(&self, number: u16) -> Option<&Group> {
        self.0.get(usize::from(number).checked_sub(1)?)
    }

    /// The policy of the documents of a list, where it is not that of all.
    pub(super) fn policy(&self, number: u16) -> Option<&HeaderValue> {
        self.group(number)?.policy.as_ref()
    }

    /// Sets and takes away what a list says. Answers to what could not be given (412, 416) are left as they are: a
    /// cache must not keep them.
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

/// What cannot stand in a header is left out: the build refused it.
fn group(site: &'static Site, numbers: &[u16], sources: &[&str]) -> Group {
    let rules = numbers.iter();
    let rules = rules.filter_map(|number| site.header_rules.get(usize::from(*number)));
    let mut group = Group {
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
