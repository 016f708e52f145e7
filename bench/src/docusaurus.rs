//! Compares a site with what Docusaurus made of the same tree: routes, titles, ids, navigation, links and words of each page.

mod compare;
mod page;
mod source;
mod text;

use self::compare::{ASPECTS, Comparison, Verdict, compare};
use self::page::{read_bindery, read_reference, refresh_target};
use self::source::{Answer, Site, documents};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The share of pages that should be right.
const TARGET: f64 = 0.95;

/// Pages that are listed of each kind that is only counted.
const LISTED: usize = 20;

/// What was compared.
#[derive(Debug, Default)]
pub struct Report {
    pages: BTreeMap<String, Comparison>,
    /// Redirects of Docusaurus, and what is different about ours.
    redirects: BTreeMap<String, Option<String>>,
    /// Paths of documents that Docusaurus does not have.
    extra: BTreeSet<String>,
    /// Documents in Docusaurus' folder that Docusaurus did not make.
    foreign: usize,
}

/// Compares the folder `build`, which Docusaurus wrote, with `site`: a folder or `http://ADDRESS`. Paths of the folder are
/// below `base`.
pub fn compare_sites(build: &Path, site: &str, base: &str) -> Result<Report, String> {
    let mut site = Site::open(site)?;
    let mut report = Report::default();
    let mut linked: BTreeSet<String> = site.paths().into_iter().collect();
    for (path, file) in documents(build, base) {
        let html =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        if let Some(target) = refresh_target(&html) {
            let answer = site.get(&path)?;
            let difference = redirect_difference(&target, &answer);
            report.redirects.insert(path, difference);
            continue;
        }
        let Some(reference) = read_reference(&html) else {
            report.foreign += 1;
            continue;
        };
        let comparison = match site.get(&path)? {
            Answer::Document(found) => match read_bindery(&found) {
                Some(found) => {
                    linked.extend(local_paths(&found.all_links));
                    compare(&reference, &found, origin(&html).as_deref())
                }
                None => Comparison::missing("the document is not a page".to_owned()),
            },
            Answer::Redirect(target) => Comparison::missing(format!("redirects to `{target}`")),
            Answer::Missing => Comparison::missing("there is no such page".to_owned()),
        };
        report.pages.insert(path, comparison);
    }
    report.extra = extra_pages(&mut site, linked, &report)?;
    if report.pages.is_empty() {
        return Err(format!(
            "{}: no page of Docusaurus' classic theme",
            build.display()
        ));
    }
    Ok(report)
}

fn redirect_difference(wanted: &str, answer: &Answer) -> Option<String> {
    match answer {
        Answer::Redirect(found) if found == wanted => None,
        Answer::Redirect(found) => Some(format!("to `{found}` instead of `{wanted}`")),
        Answer::Document(_) => Some(format!("a page, instead of a redirect to `{wanted}`")),
        Answer::Missing => Some(format!("missing, to `{wanted}`")),
    }
}

/// The site's own address, from the canonical link.
fn origin(html: &str) -> Option<String> {
    let mut tags = bindery_html::start_tags(html);
    let link = tags.find(|tag| tag.is("link") && tag.value("rel") == Some("canonical"))?;
    let href = link.value("href")?;
    let host = href.find("://")? + 3;
    let end = href[host..].find('/').map_or(href.len(), |at| host + at);
    Some(href[..end].to_owned())
}

/// Links to other documents of the same site.
fn local_paths(links: &[String]) -> impl Iterator<Item = String> {
    let paths = links
        .iter()
        .filter_map(|link| link.split(['#', '?']).next())
        .filter(|path| path.starts_with('/') && !path.starts_with("//"))
        .filter(|path| !path.rsplit('/').next().unwrap_or_default().contains('.'));
    paths.map(str::to_owned)
}

/// Documents that are linked, or found in the folder, and not among those compared. Their own links are followed, too.
fn extra_pages(
    site: &mut Site,
    linked: BTreeSet<String>,
    report: &Report,
) -> Result<BTreeSet<String>, String> {
    let mut seen: BTreeSet<String> = linked.clone();
    let mut pending: Vec<String> = linked.into_iter().collect();
    let mut extra = BTreeSet::new();
    while let Some(path) = pending.pop() {
        if report.pages.contains_key(&path) || report.redirects.contains_key(&path) {
            continue;
        }
        let Answer::Document(html) = site.get(&path)? else {
            continue;
        };
        let Some(page) = read_bindery(&html) else {
            continue;
        };
        for path in local_paths(&page.all_links) {
            if seen.insert(path.clone()) {
                pending.push(path);
            }
        }
        extra.insert(path);
    }
    Ok(extra)
}

impl Report {
    /// Pages with a verdict.
    fn count(&self, verdict: Verdict) -> usize {
        let pages = self.pages.values();
        pages.filter(|page| page.verdict == verdict).count()
    }

    /// Whether enough pages are right.
    #[must_use]
    pub fn meets_target(&self) -> bool {
        share(self.count(Verdict::Right), self.judged()) >= TARGET
    }

    /// Pages that should be equal.
    fn judged(&self) -> usize {
        self.pages.len() - self.count(Verdict::Expected)
    }

    /// Each page that is not right with its first differences, and the summary.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (path, page) in &self.pages {
            let verdict = match page.verdict {
                Verdict::Right => continue,
                Verdict::Degraded => "degraded",
                Verdict::Broken => "broken",
                Verdict::Expected => "expected",
            };
            let _ = writeln!(out, "{verdict:9}{path}");
            for (aspect, difference) in &page.differences {
                let _ = writeln!(out, "         {aspect}: {difference}");
            }
        }
        self.push_redirects(&mut out);
        self.push_summary(&mut out);
        out
    }

    fn push_redirects(&self, out: &mut String) {
        let different = self.redirects.iter();
        let different: Vec<_> = different
            .filter_map(|(path, difference)| Some((path, difference.as_ref()?)))
            .collect();
        for (path, difference) in different.iter().take(LISTED) {
            let _ = writeln!(out, "redirect {path}: {difference}");
        }
        for path in self.extra.iter().take(LISTED) {
            let _ = writeln!(out, "extra    {path}");
        }
    }

    fn push_summary(&self, out: &mut String) {
        let served = self.pages.values().filter(|page| !is_missing(page));
        let served: Vec<&Comparison> = served.collect();
        let rows = [("routes", served.len(), self.pages.len())].into_iter();
        let rows = rows.chain(ASPECTS.map(|aspect| {
            let equal = served.iter().filter(|page| !differs(page, aspect)).count();
            (aspect, equal, served.len())
        }));
        let redirects = self.redirects.values();
        let redirects = redirects.filter(|difference| difference.is_none()).count();
        let rows = rows.chain([("redirects", redirects, self.redirects.len())]);
        let _ = writeln!(out, "\n| compared | equal | of |\n|---|---|---|");
        for (name, equal, total) in rows {
            let _ = writeln!(out, "| {name} | {equal} | {total} |");
        }
        let _ = writeln!(out, "\n| pages | number | share |\n|---|---|---|");
        for (name, verdict) in [
            ("right", Verdict::Right),
            ("degraded", Verdict::Degraded),
            ("broken", Verdict::Broken),
        ] {
            let count = self.count(verdict);
            let percent = share(count, self.judged()) * 100.0;
            let _ = writeln!(out, "| {name} | {count} | {percent:.1} % |");
        }
        let expected = self.count(Verdict::Expected);
        let _ = writeln!(out, "| different as expected | {expected} | not counted |");
        let _ = writeln!(
            out,
            "\n{} pages that Docusaurus does not have; {} documents in its folder that it did not make.",
            self.extra.len(),
            self.foreign
        );
        let met = if self.meets_target() {
            "met"
        } else {
            "not met"
        };
        let _ = writeln!(
            out,
            "target: {:.0} % of the pages right: {met}",
            TARGET * 100.0
        );
    }
}

fn is_missing(page: &Comparison) -> bool {
    differs(page, "route")
}

fn differs(page: &Comparison, aspect: &str) -> bool {
    page.differences.iter().any(|(own, _)| *own == aspect)
}

fn share(part: usize, whole: usize) -> f64 {
    let number = |count| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    number(part) / number(whole.max(1))
}
