//! Assigns the configured header fields to the paths of the site.
//!
//! In: `[[headers]]`, the site's paths, the output. Out: rules in the output, and for each file and page the number of
//! its group of rules. Equal groups are stored once, so that a request without rules costs nothing and one with rules a
//! single look-up.

use crate::config::{HeaderRule, SiteConfig};
use crate::diagnostic::{Code, Diagnostics};
use crate::model::Site;
use crate::pack::{Asset, SiteOutput, Target};
use crate::pattern::PathPattern;
use crate::source::Span;
use bindery_format::table;
use percent_encoding::percent_decode_str;

/// Reports patterns that match no page and no file of the tree. Patterns that may match a generated file are left to
/// [`apply`].
pub fn report_unused(config: &SiteConfig, site: &Site, sink: &mut Diagnostics) {
    if config.headers.is_empty() {
        return;
    }
    let pages = site.pages.iter().map(|page| &page.route);
    let files = site.static_files.iter().map(|(route, _)| route);
    let paths: Vec<String> = pages
        .chain(files)
        .map(|route| without_base(&site.base_path, route.as_str()))
        .collect();
    for (pattern, span) in config.headers.iter().flat_map(|rule| &rule.patterns) {
        let is_used = may_be_generated(pattern)
            || is_of_unknown_paths(pattern)
            || paths.iter().any(|path| pattern.matches(path));
        if !is_used {
            report(pattern, *span, sink);
        }
    }
}

/// Puts the rules on the output and gives each body its list of them.
pub fn apply(config: &SiteConfig, output: &mut SiteOutput, sink: &mut Diagnostics) {
    let base = output.base_path.clone();
    let rules = &config.headers;
    let mut groups: Vec<Vec<u16>> = Vec::new();
    let mut used: Vec<&PathPattern> = Vec::new();
    let mut mark = |path: &str, assets: &mut [&mut Asset]| {
        let group = rules_of(rules, path, &mut used);
        if group.is_empty() {
            return;
        }
        let known = groups.iter().position(|known| *known == group);
        let at = known.unwrap_or_else(|| {
            groups.push(group);
            groups.len() - 1
        });
        let number = u16::try_from(at + 1).expect("BUG: more lists of rules than rules make");
        for asset in assets {
            asset.headers = number;
        }
    };
    for (path, target) in &mut output.targets {
        let path = without_base(&base, path);
        match target {
            Target::Page(page) => mark(&path, &mut [&mut page.html, &mut page.payload]),
            Target::Asset(asset) => mark(&path, &mut [asset]),
            Target::Redirect { .. } | Target::Gone => {}
        }
    }
    let below = output.not_found_below.iter_mut();
    let below = below.map(|(home, page)| (without_base(&base, home), page));
    let unknown = [("/".to_owned(), &mut output.not_found)];
    for (home, page) in unknown.into_iter().chain(below) {
        let path = format!("{home}404");
        mark(&path, &mut [&mut page.html, &mut page.payload]);
    }
    for (pattern, span) in rules.iter().flat_map(|rule| &rule.patterns) {
        if may_be_generated(pattern) && !used.contains(&pattern) {
            report(pattern, *span, sink);
        }
    }
    output.header_groups = groups;
    output.header_rules = rules.iter().map(|rule| bound(rule, &base)).collect();
}

/// The numbers of the rules that hold for a path, in order.
fn rules_of<'c>(rules: &'c [HeaderRule], path: &str, used: &mut Vec<&'c PathPattern>) -> Vec<u16> {
    let mut group = Vec::new();
    for (number, rule) in (0..).zip(rules) {
        let matching = rule.patterns.iter().map(|(pattern, _)| pattern);
        let matching: Vec<&PathPattern> =
            matching.filter(|pattern| pattern.matches(path)).collect();
        if !matching.is_empty() {
            group.push(number);
        }
        for pattern in matching {
            if !used.contains(&pattern) {
                used.push(pattern);
            }
        }
    }
    group
}

/// Whether the pattern may match a file that the build generates: one of the interface, or another with an extension.
fn may_be_generated(pattern: &PathPattern) -> bool {
    let text = pattern.as_str();
    let name = text.rsplit('/').next().unwrap_or_default();
    let mut generated = ["/assets/", "/_bindery/"].iter();
    generated.any(|folder| text.starts_with(folder)) || name.contains('.')
}

/// The page for unknown paths counts as `/404`.
fn is_of_unknown_paths(pattern: &PathPattern) -> bool {
    pattern.matches("/404")
}

fn bound(rule: &HeaderRule, base: &str) -> table::HeaderRule<String> {
    let base = base.strip_suffix('/').unwrap_or(base);
    let patterns = rule.patterns.iter();
    let fields = rule.fields.iter();
    table::HeaderRule {
        patterns: patterns
            .map(|(pattern, _)| format!("{base}{}", pattern.as_str()))
            .collect(),
        fields: fields
            .map(|(name, value)| (name.clone(), value.clone().unwrap_or_default()))
            .collect(),
        policy: rule.policy.clone(),
    }
}

fn without_base(base: &str, path: &str) -> String {
    let path = path.strip_prefix(base).unwrap_or(path);
    let path = percent_decode_str(path).decode_utf8_lossy();
    format!("/{}", path.trim_start_matches('/'))
}

fn report(pattern: &PathPattern, span: Span, sink: &mut Diagnostics) {
    let message = format!("no page and no file matches `{}`", pattern.as_str());
    sink.error(Code::BadConfig, span, message)
        .help("correct the pattern, or delete it; write paths without the base path");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::read_config;
    use crate::diagnostic::render;
    use crate::source::SourceTree;
    use crate::testing::{self, empty_asset, empty_page};
    use std::collections::BTreeMap;

    fn output() -> SiteOutput {
        SiteOutput {
            targets: BTreeMap::from([
                ("/lib/".to_owned(), Target::Page(empty_page())),
                ("/lib/caf%C3%A9".to_owned(), Target::Page(empty_page())),
                (
                    "/lib/assets/a-1.js".to_owned(),
                    Target::Asset(empty_asset()),
                ),
                ("/lib/old".to_owned(), Target::Gone),
            ]),
            not_found_below: vec![("/lib/fr/".to_owned(), empty_page())],
            ..testing::empty_output()
        }
    }

    /// The output under this configuration, and what is wrong with that.
    fn applied(toml: &str) -> (SiteOutput, String) {
        let head = "title = \"T\"\nurl = \"https://a.example\"\nbase_path = \"/lib/\"\n";
        let tree = SourceTree::from_texts(&[("site.toml", &format!("{head}{toml}"))]);
        let mut sink = Diagnostics::new();
        let config = read_config(&tree, &mut sink);
        let mut output = output();
        apply(&config, &mut output, &mut sink);
        let problems = sink.into_sorted();
        let problems: Vec<String> = problems.iter().map(|one| render(one, &tree)).collect();
        (output, problems.join("\n"))
    }

    fn number(output: &SiteOutput, path: &str) -> u16 {
        match &output.targets[path] {
            Target::Page(page) => page.html.headers,
            Target::Asset(asset) => asset.headers,
            _ => 0,
        }
    }

    #[test]
    fn equal_lists_of_rules_have_one_number() {
        let (output, problems) = applied(
            "[[headers]]\nfor = \"/*\"\nset = { X-A = \"a\", Referrer-Policy = false }\n\
             [[headers]]\nfor = [\"/café\", \"/assets/*\"]\npolicy = { img-src = \"https://b.example\" }\n",
        );
        assert_eq!(problems, "");
        assert_eq!(output.header_groups, [vec![0], vec![0, 1]]);
        assert_eq!(number(&output, "/lib/caf%C3%A9"), 2);
        assert_eq!(number(&output, "/lib/assets/a-1.js"), 2);
        assert_eq!(number(&output, "/lib/"), 1);
        assert_eq!(output.not_found.html.headers, 1);
        assert_eq!(output.not_found_below[0].1.payload.headers, 1);
        let rule = &output.header_rules[0];
        assert_eq!(rule.patterns, ["/lib/*"]);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(rule.fields, [pair("x-a", "a"), pair("referrer-policy", "")]);
        assert_eq!(output.header_rules[1].policy, ["img-src https://b.example"]);
    }

    #[test]
    fn a_site_without_rules_has_no_number() {
        let (output, _) = applied("");
        assert!(output.header_groups.is_empty() && output.header_rules.is_empty());
        assert!(output.targets.keys().all(|path| number(&output, path) == 0));
    }

    #[test]
    fn what_no_made_file_fits_is_told_when_all_are_made() {
        let (_, problems) = applied(
            "[[headers]]\nfor = [\"/assets/*.js\", \"/assets/*.css\"]\nset = { X-A = \"a\" }\n",
        );
        assert!(
            problems.contains(
                "site.toml:5:24: error[bad-config]: no page and no file matches `/assets/*.css`"
            ),
            "{problems}"
        );
        assert_eq!(problems.matches("error[").count(), 1, "{problems}");
    }
}
