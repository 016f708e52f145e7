//! The ledger: every address and heading id that the site has published.
//!
//! In: `ledger.txt` at the root of the tree, and the addresses that the assembled site publishes. Out: the new
//! addresses, and the lost ones, which are neither pages nor redirects nor listed as gone. A line is a path without the
//! base path, and the ids on its page: `/a #one #two`. The lines `gone /a` and `gone /a#one` list what is gone on
//! purpose; a path that is gone answers 410. `bindery ledger accept` adds new addresses when they are released.

use crate::diagnostic::{Code, Diagnostics};
use crate::source::{SourceFile, SourceTree, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// The path of the ledger in a tree.
pub const LEDGER_PATH: &str = "ledger.txt";

const HEADER: &str = "\
# Every address and heading id that was published; each must lead somewhere for ever, or be listed as gone:
# `gone /path` (answered with 410), `gone /path#id`. `bindery ledger accept` adds what is new.
";

/// The addresses that the site publishes, by path without the base path.
pub type Published = BTreeMap<String, Address>;

/// The kind of content at a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The ids of its headings, which the ledger lists.
    pub headings: BTreeSet<String>,
    /// All ids of the page; `None` when they are unknown.
    pub anchors: Option<Arc<BTreeSet<String>>>,
    /// The target of its redirect, without query and fragment.
    pub redirects_to: Option<String>,
}

/// The ledger of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Paths and their ids, each with its place.
    entries: BTreeMap<String, (Span, BTreeMap<String, Span>)>,
    /// Paths and `path#id`s that are gone, with their places.
    gone: BTreeMap<String, Span>,
}

/// An address that was published, and that the site no longer has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostAddress {
    /// The path.
    pub path: String,
    /// The id, if the path itself still leads to a page.
    pub anchor: Option<String>,
    /// The span of the address in the ledger.
    pub span: Span,
}

/// The differences between the ledger and the site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerDiff {
    /// New paths and `path#id`s.
    pub added: Vec<String>,
    /// Lost addresses.
    pub lost: Vec<LostAddress>,
}

/// How an update of the ledger treats lost entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostEntries {
    /// Lost entries stay, and are still reported.
    Keep,
    /// Lost entries are listed as gone.
    Gone,
}

impl Ledger {
    /// Reads the ledger of a tree; `None` where it has none.
    #[must_use]
    pub fn read(tree: &SourceTree, sink: &mut Diagnostics) -> Option<Self> {
        let file = tree.find(LEDGER_PATH)?;
        let mut ledger = Ledger::default();
        let mut at = 0;
        for line in file.text.split_inclusive('\n') {
            ledger.read_line(file, at, line, sink);
            at += line.len();
        }
        Some(ledger)
    }

    fn read_line(&mut self, file: &SourceFile, at: usize, line: &str, sink: &mut Diagnostics) {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            return;
        }
        let place = |word: &str| {
            // Words are slices of the line, so the distance of the pointers is the place in it.
            let start = at + (word.as_ptr() as usize - line.as_ptr() as usize);
            Span::new(file.id, start, start + word.len())
        };
        let mut words = content.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match (first, rest.as_slice()) {
            ("gone", [what]) if what.starts_with('/') => {
                self.gone.insert((*what).to_owned(), place(what));
            }
            (path, ids) if path.starts_with('/') && ids.iter().all(|id| id.starts_with('#')) => {
                let entry = self.entries.entry(path.to_owned());
                let (_, anchors) = entry.or_insert((place(path), BTreeMap::new()));
                anchors.extend(ids.iter().map(|id| (id[1..].to_owned(), place(id))));
            }
            _ => {
                sink.warn(Code::BadLedger, place(content), "cannot read this line")
                    .help("write `/path #id #id`, `gone /path` or `gone /path#id`");
            }
        }
    }

    /// The paths that are gone, with their places.
    pub fn gone_paths(&self) -> impl Iterator<Item = (&str, Span)> {
        let gone = self.gone.iter().map(|(path, span)| (path.as_str(), *span));
        gone.filter(|(path, _)| !path.contains('#'))
    }

    /// The lost addresses in the order of the ledger.
    #[must_use]
    pub fn lost(&self, published: &Published) -> Vec<LostAddress> {
        let mut lost = Vec::new();
        for (path, (span, ids)) in &self.entries {
            if self.gone.contains_key(path) {
                continue;
            }
            let Some(address) = published.get(path) else {
                lost.push(LostAddress {
                    path: path.clone(),
                    anchor: None,
                    span: *span,
                });
                continue;
            };
            // Browsers keep the fragment when they follow a redirect.
            let end = match &address.redirects_to {
                Some(to) => published.get(to),
                None => Some(address),
            };
            let Some(known) = end.and_then(|end| end.anchors.as_ref()) else {
                continue;
            };
            for (id, span) in ids {
                if !known.contains(id) && !self.gone.contains_key(&format!("{path}#{id}")) {
                    lost.push(LostAddress {
                        path: path.clone(),
                        anchor: Some(id.clone()),
                        span: *span,
                    });
                }
            }
        }
        lost
    }

    /// The new and the lost addresses.
    #[must_use]
    pub fn diff(&self, published: &Published) -> LedgerDiff {
        let mut added = Vec::new();
        for (path, address) in published {
            let known = self.entries.get(path);
            if known.is_none() {
                added.push(path.clone());
            }
            let is_new = |id: &&String| known.is_none_or(|(_, ids)| !ids.contains_key(*id));
            let ids = address.headings.iter().filter(is_new);
            added.extend(ids.map(|id| format!("{path}#{id}")));
        }
        LedgerDiff {
            added,
            lost: self.lost(published),
        }
    }

    /// The text of the ledger with the new addresses.
    #[must_use]
    pub fn updated(&self, published: &Published, keep: LostEntries) -> String {
        let entries = self.entries.iter();
        let mut ids: BTreeMap<&str, BTreeSet<&str>> = entries
            .map(|(path, (_, ids))| (path.as_str(), ids.keys().map(String::as_str).collect()))
            .collect();
        for (path, address) in published {
            let known = ids.entry(path).or_default();
            known.extend(address.headings.iter().map(String::as_str));
        }
        // An address that exists again is no longer gone.
        let is_back = |what: &str| match what.split_once('#') {
            None => published.contains_key(what),
            Some((path, id)) => published.get(path).is_some_and(|address| {
                let anchors = address.anchors.as_ref();
                anchors.is_some_and(|anchors| anchors.contains(id))
            }),
        };
        let gone = self.gone.keys().filter(|what| !is_back(what));
        let mut gone: BTreeSet<String> = gone.cloned().collect();
        if keep == LostEntries::Gone {
            gone.extend(self.lost(published).into_iter().map(|lost| lost.name()));
        }
        for what in &gone {
            match what.split_once('#') {
                None => drop(ids.remove(what.as_str())),
                Some((path, id)) => {
                    ids.get_mut(path).map(|ids| ids.remove(id));
                }
            }
        }
        let mut text = HEADER.to_owned();
        for (path, ids) in ids {
            text.push_str(path);
            ids.iter().for_each(|id| {
                let _ = write!(text, " #{}", id.replace(' ', "%20"));
            });
            text.push('\n');
        }
        for what in gone {
            let _ = writeln!(text, "gone {what}");
        }
        text
    }
}

impl LostAddress {
    /// `/path` or `/path#id`.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.anchor {
            Some(anchor) => format!("{}#{anchor}", self.path),
            None => self.path.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(ids: &[&str]) -> Address {
        let ids: BTreeSet<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        Address {
            headings: ids.clone(),
            anchors: Some(Arc::new(ids)),
            redirects_to: None,
        }
    }

    fn redirect(to: &str) -> Address {
        Address {
            redirects_to: Some(to.to_owned()),
            ..Address::default()
        }
    }

    fn published(addresses: &[(&str, Address)]) -> Published {
        let addresses = addresses.iter();
        addresses
            .map(|(path, address)| ((*path).to_owned(), address.clone()))
            .collect()
    }

    fn read(text: &str) -> (Ledger, Vec<String>, SourceTree) {
        let tree = SourceTree::from_texts(&[(LEDGER_PATH, text)]);
        let mut sink = Diagnostics::new();
        let ledger = Ledger::read(&tree, &mut sink).unwrap();
        let list = sink.into_sorted();
        let problems = list.iter().map(|one| crate::diagnostic::render(one, &tree));
        (ledger, problems.collect(), tree)
    }

    #[test]
    fn lost_addresses_are_found_with_their_place() {
        let (ledger, problems, tree) = read(
            "# x\n/a #one #two\n/b\n/moved #one #gone\n/abroad #x\ngone /old\n/old #x\ngone /a#two\n",
        );
        assert_eq!(problems, Vec::<String>::new());
        let today = published(&[
            ("/a", page(&["three"])),
            ("/moved", redirect("/a2")),
            ("/a2", page(&["one"])),
            ("/abroad", redirect("https://x.y")),
        ]);
        let lost = ledger.lost(&today);
        let named: Vec<(String, &str)> = lost
            .iter()
            .map(|one| {
                let Span { start, end, .. } = one.span;
                (
                    one.name(),
                    &tree.files[0].text[start as usize..end as usize],
                )
            })
            .collect();
        let wanted = [("/a#one", "#one"), ("/b", "/b"), ("/moved#gone", "#gone")];
        assert_eq!(named, wanted.map(|(name, text)| (name.to_owned(), text)));
        assert_eq!(
            ledger
                .gone_paths()
                .map(|(path, _)| path)
                .collect::<Vec<_>>(),
            ["/old"]
        );
    }

    #[test]
    fn accepting_adds_and_forgets_nothing_unless_told() {
        let (ledger, ..) = read("/a #one #two\n/b\ngone /back\n");
        let today = published(&[("/a", page(&["two", "three"])), ("/back", page(&[]))]);
        let diff = ledger.diff(&today);
        assert_eq!(diff.added, ["/a#three", "/back"]);
        assert_eq!(diff.lost.len(), 2);
        let text = ledger.updated(&today, LostEntries::Keep);
        assert_eq!(text, format!("{HEADER}/a #one #three #two\n/b\n/back\n"));
        let text = ledger.updated(&today, LostEntries::Gone);
        assert_eq!(
            text,
            format!("{HEADER}/a #three #two\n/back\ngone /a#one\ngone /b\n")
        );
        let (again, problems, _) = read(&text);
        assert_eq!(
            (again.diff(&today), problems),
            (LedgerDiff::default(), Vec::new())
        );
        assert_eq!(again.updated(&today, LostEntries::Gone), text);
    }

    #[test]
    fn lines_without_a_meaning_are_reported() {
        let (_, problems, _) = read("  a /b\n/a one\n");
        assert!(
            problems[0].starts_with("ledger.txt:1:3: warning[bad-ledger]"),
            "{problems:?}"
        );
        assert_eq!(problems.len(), 2);
    }
}
