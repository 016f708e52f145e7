//! The cases of a site.

use crate::site::{Snippet, TestedPage, TestedRedirect, TestedSite};
use libtest_mimic::{Arguments, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

/// The most redirects that follow each other.
const MAX_REDIRECTS: usize = 5;

/// A rule about a site: the violations, one line each.
pub type Rule = fn(&TestedSite) -> Vec<String>;

/// A rule and the name of its case.
pub type NamedRule = (&'static str, Rule);

/// The most bytes of a document of one kind, in brotli.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The kind of page.
    pub kind: &'static str,
    /// The bytes.
    pub max_bytes: usize,
}

/// Checks a code block of one language; an error is the reason why it is wrong.
#[derive(Clone, Copy, Debug)]
pub struct SnippetCheck {
    /// The language as written after the fence.
    pub language: &'static str,
    /// The check.
    pub check: fn(&Snippet) -> Result<(), String>,
}

/// What an owner adds to the cases of a site.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnChecks<'c> {
    /// Rules about the whole site.
    pub rules: &'c [NamedRule],
    /// The most bytes of documents.
    pub budgets: &'c [Budget],
    /// Checks of code blocks.
    pub snippets: &'c [SnippetCheck],
}

/// Runs the cases as the command line asks.
#[must_use]
pub fn run(site: TestedSite, own: OwnChecks<'_>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), cases(site, own)).exit_code()
}

/// The cases of a site, each with its name.
#[must_use]
pub fn cases(site: TestedSite, own: OwnChecks<'_>) -> Vec<Trial> {
    let site = Arc::new(site);
    let mut cases = Vec::new();
    for (at, page) in site.pages.iter().enumerate() {
        let name = format!("page::{}", page.path);
        cases.push(case(name, &site, move |site| check_page(&site.pages[at])));
    }
    for (at, redirect) in site.redirects.iter().enumerate() {
        let name = format!("redirect::{}", redirect.from);
        let check = move |site: &TestedSite| check_redirect(site, &site.redirects[at]);
        cases.push(case(name, &site, check));
    }
    let ids = Arc::new(ids_by_page(&site));
    for (target, pages) in links_by_target(&site) {
        let ids = Arc::clone(&ids);
        let name = format!("link::{target}");
        let check = move |site: &TestedSite| {
            check_link(site, &ids, &target)
                .map_err(|problem| format!("{problem}; it is on {}", pages.join(", ")))
        };
        cases.push(case(name, &site, check));
    }
    cases.extend(snippet_cases(&site, own.snippets));
    for (name, rule) in own.rules.iter().copied() {
        let check = move |site: &TestedSite| none(&rule(site));
        cases.push(case(format!("rule::{name}"), &site, check));
    }
    for budget in own.budgets.iter().copied() {
        let name = format!("budget::{}", budget.kind);
        cases.push(case(name, &site, move |site| check_budget(site, budget)));
    }
    cases
}

/// A case for each marked code block, numbered on its page.
fn snippet_cases(site: &TestedSite, checks: &[SnippetCheck]) -> Vec<Trial> {
    let mut cases = Vec::new();
    for page in &site.pages {
        for (at, snippet) in page.snippets().into_iter().enumerate() {
            let mut checks = checks.iter();
            let known = checks.find(|one| one.language == snippet.language).copied();
            let name = format!("snippet::{}::{}", snippet.page, at + 1);
            let run = move || {
                let language = &snippet.language;
                let known = known.ok_or_else(|| {
                    format!("`site_tests!` has no check for `{language}`: add it to `snippets`")
                })?;
                (known.check)(&snippet)
                    .map_err(|problem| format!("{problem}\n{}", snippet.code))?;
                Ok(())
            };
            cases.push(Trial::test(name, run));
        }
    }
    cases
}

fn case(
    name: String,
    site: &Arc<TestedSite>,
    check: impl FnOnce(&TestedSite) -> Result<(), String> + Send + 'static,
) -> Trial {
    let site = Arc::clone(site);
    Trial::test(name, move || Ok(check(&site)?))
}

fn none(violations: &[String]) -> Result<(), String> {
    match violations.is_empty() {
        true => Ok(()),
        false => Err(violations.join("\n")),
    }
}

/// A page is a whole document with a title.
fn check_page(page: &TestedPage) -> Result<(), String> {
    let title = page.html.split_once("<title>");
    let title = title.and_then(|(_, rest)| rest.split_once("</title>"));
    match title {
        Some((title, _)) if !title.trim().is_empty() => Ok(()),
        Some(_) => Err("the document's title is empty".to_owned()),
        None => Err("the document has no title".to_owned()),
    }
}

/// A redirect ends at a page or a file of the site, or at another site.
fn check_redirect(site: &TestedSite, redirect: &TestedRedirect) -> Result<(), String> {
    let mut to = redirect.to.as_str();
    for _ in 0..MAX_REDIRECTS {
        let path = path_of(to);
        if !to.starts_with('/') || is_served(site, path) {
            return Ok(());
        }
        match site.redirect(path) {
            Some(next) => to = &next.to,
            None => return Err(format!("it leads to `{to}`, where nothing is")),
        }
    }
    Err(format!(
        "more than {MAX_REDIRECTS} redirects follow each other"
    ))
}

fn check_link(
    site: &TestedSite,
    ids: &BTreeMap<String, BTreeSet<String>>,
    target: &str,
) -> Result<(), String> {
    let path = path_of(target);
    if let Some(redirect) = site.redirect(path) {
        return check_redirect(site, redirect);
    }
    if !is_served(site, path) {
        return Err(format!("nothing is at `{path}`"));
    }
    let fragment = target.split_once('#').map(|(_, fragment)| fragment);
    let ids = page_at(site, path).and_then(|page| ids.get(&page.path));
    match (fragment, ids) {
        (Some(fragment), Some(ids))
            if !fragment.is_empty() && fragment != "top" && !ids.contains(&unescape(fragment)) =>
        {
            Err(format!("`{path}` has no element `#{fragment}`"))
        }
        _ => Ok(()),
    }
}

fn check_budget(site: &TestedSite, budget: Budget) -> Result<(), String> {
    let Budget { kind, max_bytes } = budget;
    let mut pages = site
        .pages
        .iter()
        .filter(|page| page.kind == kind)
        .peekable();
    if pages.peek().is_none() {
        let kinds: BTreeSet<&str> = site.pages.iter().map(|page| page.kind.as_str()).collect();
        let kinds: Vec<&str> = kinds.into_iter().collect();
        return Err(format!(
            "no page is of this kind; the kinds are {}",
            kinds.join(", ")
        ));
    }
    let large = pages.filter(|page| page.bytes > max_bytes);
    let large: Vec<String> = large
        .map(|page| format!("{}: {} bytes, {max_bytes} allowed", page.path, page.bytes))
        .collect();
    none(&large)
}

/// The links of all pages to the site itself, with the pages that have them.
fn links_by_target(site: &TestedSite) -> BTreeMap<String, Vec<String>> {
    let mut targets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for page in &site.pages {
        for href in page.links() {
            let target = match href.strip_prefix('#') {
                Some(_) => format!("{}{href}", page.path),
                None => href,
            };
            if target.starts_with('/') && !target.starts_with("//") {
                targets.entry(target).or_default().push(page.path.clone());
            }
        }
    }
    targets
}

fn ids_by_page(site: &TestedSite) -> BTreeMap<String, BTreeSet<String>> {
    let pages = site.pages.iter();
    pages.map(|page| (page.path.clone(), page.ids())).collect()
}

fn path_of(target: &str) -> &str {
    target.split(['?', '#']).next().unwrap_or_default()
}

fn page_at<'s>(site: &'s TestedSite, path: &str) -> Option<&'s TestedPage> {
    let other = match path.strip_suffix('/') {
        Some(path) => path.to_owned(),
        None => format!("{path}/"),
    };
    site.page(path).or_else(|| site.page(&other))
}

fn is_served(site: &TestedSite, path: &str) -> bool {
    page_at(site, path).is_some() || site.files.contains(path)
}

/// A fragment with its percent-encoding undone.
fn unescape(fragment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = fragment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(|_| *first == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
