//! `bindery report`: turns the counters of unknown paths into redirects that a person can accept.

use super::output::{complain, print};
use super::{EXIT_FAILED, EXIT_USAGE};
use crate::table::{Site, Target};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// The counter that is read.
const COUNTER: &str = "bindery_missing_total{path=\"";

/// How alike a path and its suggestion must be, of 1.
const LIKENESS: f64 = 0.75;

/// The flags of `bindery report`.
#[derive(Debug, clap::Args)]
pub(super) struct ReportFlags {
    /// Where the counters are: HOST:PORT of a server's `--metrics`, a file of them, or - for standard input
    #[arg(value_name = "FROM")]
    from: String,
    /// Leave out paths that were asked for less often
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    at_least: u64,
}

pub(super) fn run_report(site: &'static Site, flags: &ReportFlags) -> u8 {
    match read(&flags.from) {
        Ok(text) if text.contains("bindery_requests_total") => {
            print(report(site, &text, flags.at_least).as_bytes())
        }
        Ok(_) => {
            complain(&format!("{} has no counters of this program", flags.from));
            EXIT_USAGE
        }
        Err(fault) => {
            complain(&format!("cannot read {}: {fault}", flags.from));
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

/// Redirects in the form of `site.toml`, the most wanted first; what has no likely target is a comment.
fn report(site: &'static Site, counters: &str, at_least: u64) -> String {
    let mut missing: Vec<(u64, String)> = counters.lines().filter_map(missing_path).collect();
    missing.retain(|(count, path)| *count >= at_least && path.starts_with('/'));
    missing.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    if missing.is_empty() {
        return "# No unknown path was asked for.\n".to_owned();
    }
    let mut text =
        "# Unknown paths that were asked for, and the page that each may have meant.\n".to_owned();
    for (count, path) in missing {
        match nearest(site, &path) {
            Some(to) => text.push_str(&format!(
                "\n# {count} times\n[[redirects]]\nfrom = {}\nto = {}\n",
                quoted(&path),
                quoted(to)
            )),
            None => text.push_str(&format!(
                "\n# {count} times, nothing like it: {}\n",
                quoted(&path)
            )),
        }
    }
    text
}

fn missing_path(line: &str) -> Option<(u64, String)> {
    let (path, count) = line.strip_prefix(COUNTER)?.rsplit_once("\"} ")?;
    let path = path
        .replace("\\n", "\n")
        .replace("\\\"", "\"")
        .replace("\\\\", "\\");
    Some((count.trim().parse().ok()?, path))
}

/// The page whose path, or whose last part, is most like this one.
fn nearest(site: &'static Site, path: &str) -> Option<&'static str> {
    let path = path
        .trim_end_matches('/')
        .trim_end_matches(".html")
        .to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or_default().to_owned();
    let pages = site
        .table
        .entries
        .iter()
        .filter(|entry| matches!(entry.target, Target::Page(_)));
    let rated = pages.map(|entry| {
        let whole = strsim::normalized_levenshtein(&path, entry.path);
        let own_name = entry.path.rsplit('/').next().unwrap_or_default();
        // A moved page keeps its name more often than its folder.
        let by_name = strsim::normalized_levenshtein(&name, own_name) * 0.95;
        let is_named = !own_name.is_empty() && name.len() > 3;
        (whole.max(if is_named { by_name } else { 0.0 }), entry.path)
    });
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)));
    best.filter(|(likeness, _)| *likeness >= LIKENESS)
        .map(|(_, path)| path)
}

fn quoted(text: &str) -> String {
    // JSON's strings are TOML's, too.
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bind, page};

    #[test]
    fn unknown_paths_are_led_to_the_page_they_are_most_like() {
        let site = bind("/", |blob| {
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
        let told = report(site, counters, 2);
        let redirect =
            |from: &str, to: &str| format!("[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
        assert!(
            told.contains(&redirect(
                "/mechanics/internal-cooldowns",
                "/combat/internal-cooldown"
            )),
            "{told}"
        );
        assert!(
            told.contains(&redirect("/combat/snapshot.html", "/combat/snapshots")),
            "{told}"
        );
        assert!(
            told.contains("# 90 times, nothing like it: \"/wp-login.php\""),
            "{told}"
        );
        assert!(!told.contains("/once") && !told.contains("other"), "{told}");
    }
}
