//! `bindery report`: summarises the counters of a server: the most viewed pages, the referring hosts, and suggested
//! redirects for unknown paths.

use super::output::{print, print_error};
use super::{EXIT_FAILED, EXIT_USAGE};
use crate::table::{Site, Target};
use bindery_format::suggest::most_alike_path;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// The counters to read, with the beginning of their label.
const VIEWS: &str = "bindery_page_views_total{path=\"";
const REFERRERS: &str = "bindery_referrers_total{host=\"";
const MISSING: &str = "bindery_missing_total{path=\"";

/// The flags of `bindery report`.
#[derive(Debug, clap::Args)]
pub(super) struct ReportFlags {
    /// Where to read the counters: the HOST:PORT of a server's `--metrics`, a file, or - for standard input
    #[arg(value_name = "SOURCE")]
    from: String,
    /// Omit paths with fewer requests than this
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    at_least: u64,
    /// Number of pages and hosts to list
    #[arg(long, default_value_t = 20, value_name = "NUMBER")]
    top: usize,
    /// Format of the report; the text can be pasted into `site.toml`
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Comments and `[[redirects]]`
    Text,
    /// One object
    Json,
}

pub(super) fn run_report(site: &'static Site, flags: &ReportFlags) -> u8 {
    match read(&flags.from) {
        Ok(text) if text.contains("bindery_requests_total") => {
            print(report(site, &text, flags).as_bytes())
        }
        Ok(_) => {
            print_error(&format!("{} has no counters of this program", flags.from));
            EXIT_USAGE
        }
        Err(error) => {
            print_error(&format!("cannot read {}: {error}", flags.from));
            EXIT_FAILED
        }
    }
}

fn read(from: &str) -> std::io::Result<String> {
    let mut text = String::new();
    if from == "-" {
        std::io::stdin().read_to_string(&mut text)?;
    } else if from.contains(':') && !Path::new(from).exists() {
        let mut stream = TcpStream::connect(from)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        stream.write_all(b"GET /metrics HTTP/1.0\r\n\r\n")?;
        stream.read_to_string(&mut text)?;
    } else {
        text = std::fs::read_to_string(from)?;
    }
    Ok(text)
}

fn report(site: &'static Site, text: &str, flags: &ReportFlags) -> String {
    let views = samples(text, VIEWS);
    let referrers = samples(text, REFERRERS);
    let mut missing = samples(text, MISSING);
    missing.retain(|(count, path)| *count >= flags.at_least && path.starts_with('/'));
    if flags.format == Format::Text {
        let mut text_report = unknown_pages(site, &views);
        text_report.push_str(&list("views of pages", &views, flags.top));
        text_report.push_str(&list("referring hosts", &referrers, flags.top));
        return text_report + &redirects(site, &missing);
    }
    let counts = |name: &str, list: &[(u64, String)]| -> Vec<Value> {
        let list = list.iter().take(flags.top);
        list.map(|(count, of)| json!({name: of, "count": count}))
            .collect()
    };
    let missing = missing
        .iter()
        .map(|(count, path)| json!({"path": path, "count": count, "nearest": nearest(site, path)}));
    let report = json!({
        "views": total(&views),
        "pages": counts("path", &views),
        "referrers": counts("host", &referrers),
        "missing": missing.collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}

/// A comment about viewed pages that this executable does not have; empty if it has all.
fn unknown_pages(site: &'static Site, views: &[(u64, String)]) -> String {
    let entries = site.table.entries.iter();
    let pages = entries.filter(|entry| matches!(entry.target, Target::Page(_)));
    let pages: BTreeSet<&str> = pages.map(|entry| entry.path).collect();
    // `(other)` counts what the list has no room for.
    let mut unknown = views
        .iter()
        .filter(|(_, path)| path.starts_with('/') && !pages.contains(path.as_str()));
    let Some((_, first)) = unknown.next() else {
        return String::new();
    };
    let count = 1 + unknown.count();
    let of = views.len();
    format!(
        "# {count} of {of} viewed pages are not in this executable, such as `{first}`: the counters are those of another site\n\
         # or another release. Run the report of the executable that counted.\n\n"
    )
}

/// The largest counters, as comments; empty when there are none.
fn list(what: &str, counts: &[(u64, String)], top: usize) -> String {
    if counts.is_empty() {
        return String::new();
    }
    let mut text = format!("# {} {what}\n", total(counts));
    for (count, name) in counts.iter().take(top) {
        text.push_str(&format!("# {count:>8}  {name}\n"));
    }
    text + "\n"
}

fn total(counts: &[(u64, String)]) -> u64 {
    counts.iter().map(|(count, _)| count).sum()
}

/// Redirects in the form of `site.toml`, the most wanted first; what has no likely target is a comment.
fn redirects(site: &'static Site, missing: &[(u64, String)]) -> String {
    if missing.is_empty() {
        return "# No unknown path was asked for.\n".to_owned();
    }
    let mut text = "# Requested unknown paths, and the page that each may have meant.\n".to_owned();
    for (count, path) in missing {
        match nearest(site, path) {
            _ if !can_be_redirected(path) => text.push_str(&format!(
                "\n# {count} times, no path that can be redirected: {}\n",
                quoted(path)
            )),
            Some(to) => text.push_str(&format!(
                "\n# {count} times\n[[redirects]]\nfrom = {}\nto = {}\n",
                quoted(path),
                quoted(to)
            )),
            None => text.push_str(&format!(
                "\n# {count} times, no similar page: {}\n",
                quoted(path)
            )),
        }
    }
    text
}

/// The samples of one counter, the greatest first.
fn samples(text: &str, counter: &str) -> Vec<(u64, String)> {
    let mut samples: Vec<_> = text
        .lines()
        .filter_map(|line| sample(line, counter))
        .collect();
    samples.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    samples
}

fn sample(line: &str, counter: &str) -> Option<(u64, String)> {
    let (name, count) = line.strip_prefix(counter)?.rsplit_once("\"} ")?;
    Some((count.trim().parse().ok()?, unescape_label(name)))
}

/// A label's value without the escapes of the text format of Prometheus (`\\`, `\"`, `\n`).
fn unescape_label(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            _ => out.push(character),
        }
    }
    out
}

/// The page whose path, or whose last part, is most like this one.
fn nearest(site: &'static Site, path: &str) -> Option<&'static str> {
    let path = path
        .trim_end_matches('/')
        .trim_end_matches(".html")
        .to_ascii_lowercase();
    let entries = site.table.entries.iter();
    let pages = entries.filter(|entry| matches!(entry.target, Target::Page(_)));
    most_alike_path(&path, pages.map(|entry| entry.path))
}

/// Whether `from` of a redirect can name the path. No path of a site has a segment that decodes to `..`, to a slash, a backslash or a
/// control character, or to no text.
fn can_be_redirected(path: &str) -> bool {
    path.split('/').all(|segment| {
        let decoded = percent_decode_str(segment).decode_utf8();
        let is_refused = |c: char| matches!(c, '/' | '\\') || c.is_control();
        decoded.is_ok_and(|text| text != ".." && !text.contains(is_refused))
    })
}

fn quoted(text: &str) -> String {
    // JSON's strings are TOML's, too.
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::build_site;
    use bindery_fixture::page;

    fn flags(format: Format, at_least: u64) -> ReportFlags {
        ReportFlags {
            from: "-".to_owned(),
            at_least,
            top: 2,
            format,
        }
    }

    #[test]
    fn a_label_is_unescaped_from_left_to_right() {
        assert_eq!(unescape_label(r#"/a\\nb\"\n"#), "/a\\nb\"\n");
    }

    #[test]
    fn the_pages_viewed_most_come_first() {
        let site = build_site(|blob| {
            let pages = ["/", "/a", "/b"].map(|path| (path, page(blob, "Page")));
            pages.into()
        });
        let counters = "bindery_page_views_total{path=\"/b\"} 7\n\
            bindery_page_views_total{path=\"/\"} 90\nbindery_page_views_total{path=\"/a\"} 7\n\
            bindery_referrers_total{host=\"a.example\"} 3\n";
        let text_report = report(site, counters, &flags(Format::Text, 1));
        let expected = "# 104 views of pages\n#       90  /\n#        7  /a\n\n\
            # 3 referring hosts\n#        3  a.example\n\n# No unknown path was asked for.\n";
        assert_eq!(text_report, expected);
        let json: Value =
            serde_json::from_str(&report(site, counters, &flags(Format::Json, 1))).unwrap();
        let pages = json!([{"path": "/", "count": 90}, {"path": "/a", "count": 7}]);
        assert_eq!((&json["views"], &json["pages"]), (&json!(104), &pages));
        assert_eq!(json["referrers"][0]["host"], "a.example");
        assert_eq!(json["missing"], json!([]));
    }

    #[test]
    fn counters_of_another_site_are_said() {
        let site = build_site(|blob| vec![("/", page(blob, "Home"))]);
        let counters = "bindery_page_views_total{path=\"/\"} 9\n\
            bindery_page_views_total{path=\"/other\"} 7\n";
        let text_report = report(site, counters, &flags(Format::Text, 1));
        let note = "# 1 of 2 viewed pages are not in this executable, such as `/other`";
        assert!(text_report.starts_with(note), "{text_report}");
    }

    #[test]
    fn unknown_paths_are_led_to_the_page_they_are_most_like() {
        let site = build_site(|blob| {
            vec![
                ("/", page(blob, "Home")),
                ("/combat/internal-cooldown", page(blob, "ICD")),
                ("/combat/snapshots", page(blob, "Snapshots")),
            ]
        });
        let counters = "bindery_missing_total{path=\"/mechanics/internal-cooldowns\"} 7\n\
            bindery_missing_total{path=\"/combat/snapshot.html\"} 9\n\
            bindery_missing_total{path=\"/wp-login.php\"} 90\n\
            bindery_missing_total{path=\"/once\"} 1\nbindery_missing_total{path=\"(other)\"} 5\n";
        let counters =
            format!("{counters}bindery_missing_total{{path=\"/combat%2Fsnapshots\"}} 8\n");
        let counters = counters.as_str();
        let text_report = report(site, counters, &flags(Format::Text, 2));
        let redirect =
            |from: &str, to: &str| format!("[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
        assert!(
            text_report.contains(&redirect(
                "/mechanics/internal-cooldowns",
                "/combat/internal-cooldown"
            )),
            "{text_report}"
        );
        assert!(
            text_report.contains(&redirect("/combat/snapshot.html", "/combat/snapshots")),
            "{text_report}"
        );
        assert!(
            text_report.contains("# 90 times, no similar page: \"/wp-login.php\""),
            "{text_report}"
        );
        let comment = "# 8 times, no path that can be redirected: \"/combat%2Fsnapshots\"\n";
        assert!(text_report.contains(comment), "{text_report}");
        assert!(
            !text_report.contains("/once") && !text_report.contains("other"),
            "{text_report}"
        );
    }
}
