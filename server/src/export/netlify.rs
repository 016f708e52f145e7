//! The files `_redirects` and `_headers`, which Netlify and Cloudflare Pages read.

use super::Host;
use super::config_input::ConfigInput;
use super::header_variants::{FileClass, class_headers, header_value, links};
use super::site_files::sorted_entries;
use crate::table::{HeaderRule, Target};
use std::fmt::Write;

/// The file `_redirects`. Cloudflare accepts status 308, but at most 2,000 redirects without placeholders.
pub(super) fn redirects(host: Host, input: &ConfigInput<'_>) -> String {
    let base = input.site.base_path;
    let mut text = String::new();
    for redirect in input.redirects {
        // Netlify does not support 308.
        let status = match (host, redirect.status) {
            (Host::Netlify, 308) => 301,
            (_, status) => status,
        };
        let _ = writeln!(text, "{} {} {status}", redirect.from, redirect.to);
    }
    let _ = writeln!(
        text,
        "{base}_bindery/page/ {base}_bindery/page/index.json 200"
    );
    let _ = writeln!(
        text,
        "{base}_bindery/page/* {base}_bindery/page/:splat.json 200"
    );
    if host == Host::Netlify {
        for path in input.gone {
            let _ = writeln!(text, "{path} {base}404.html 410");
        }
    }
    text
}

/// The file `_headers`. Cloudflare accepts 100 rules, too few for one rule with `Link` for each page.
pub(super) fn headers(host: Host, input: &ConfigInput<'_>) -> String {
    let base = input.site.base_path;
    let pages = class_headers(input, FileClass::Page);
    let mut text = String::new();
    let mut write = |path: &str, removed: &[&str], fields: &[(String, String)]| {
        let _ = writeln!(text, "{path}");
        // All matching rules apply together: a field that another rule set is removed first.
        for name in removed {
            let _ = writeln!(text, "  ! {name}");
        }
        for (name, value) in fields {
            let _ = writeln!(text, "  {name}: {value}");
        }
    };
    write(&format!("{base}*"), &[], &pages);
    let hashed = class_headers(input, FileClass::Hashed);
    write(&format!("{base}assets/*"), &["cache-control"], &hashed);
    if host == Host::Netlify {
        for (path, link) in links(input) {
            write(path, &[], &[("link".to_owned(), link)]);
        }
    }
    for (number, rule) in input.site.header_rules.iter().enumerate() {
        let mut removed: Vec<&str> = rule.fields.iter().map(|(name, _)| *name).collect();
        let fields = rule.fields.iter().filter(|(_, value)| !value.is_empty());
        let mut fields: Vec<(String, String)> = fields
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        if let Some(policy) = policy_of(input, number, rule) {
            removed.push(POLICY);
            fields.push((POLICY.to_owned(), policy));
        }
        for pattern in &rule.patterns {
            write(&splat(pattern), &removed, &fields);
        }
    }
    text
}

const POLICY: &str = "content-security-policy";

/// The policy of a page that the rule applies to, when the rule extends the policy.
fn policy_of(input: &ConfigInput<'_>, number: usize, rule: &HeaderRule) -> Option<String> {
    if rule.policy.is_empty() {
        return None;
    }
    let applies = |headers: u16| {
        let group = usize::from(headers).checked_sub(1)?;
        let numbers = input.site.header_groups.get(group)?;
        let is_there = numbers.iter().any(|one| usize::from(*one) == number);
        is_there.then_some(())
    };
    let entries = sorted_entries(input.site).into_iter();
    let mut pages = entries.filter(|entry| match &entry.target {
        Target::Page(page) => applies(page.html.headers).is_some(),
        _ => false,
    });
    let own = input.responses.headers(pages.next()?.path);
    Some(header_value(&own, POLICY).to_owned())
}

/// A pattern in the syntax of these hosts, where a placeholder is a whole segment.
fn splat(pattern: &str) -> String {
    let segments = pattern.split('/').map(|segment| {
        let name = segment
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        match (name, segment.split_once('{')) {
            (Some(name), _) if !name.contains('{') => format!(":{name}"),
            (_, Some((before, _))) => format!("{before}*"),
            _ => segment.to_owned(),
        }
    });
    segments.collect::<Vec<_>>().join("/")
}
