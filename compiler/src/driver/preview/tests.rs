//! After each of many random edits, a preview that caches its last build must give the same as one that has built nothing.

mod repeated_work;

use super::*;
use crate::driver::Timings;
use crate::render::Interface;
use crate::testing;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Renders each request as a hash of all that it has, so that HTML of other inputs is other HTML.
fn render_lines(
    _: &str,
    lines: &[String],
    _: &(dyn Fn() + Sync),
) -> Result<Vec<Result<String, String>>, String> {
    Ok(lines.iter().map(|line| Ok(answer(line))).collect())
}

fn answer(line: &str) -> String {
    let mut request = testing::request(line);
    let id = request.as_object_mut().unwrap().remove("id").unwrap();
    let hash = blake3::hash(request.to_string().as_bytes()).to_hex();
    let slots = request["page"]["slots"].as_u64();
    let slots = (0..slots.unwrap_or(0)).map(|n| format!("<!--bindery:slot:{n}-->"));
    let slots: String = slots.collect();
    let links = inner_slots(&request["tree"]);
    json!({"id": id, "html": format!("<b data-hash=\"{hash}\">{slots}{links}</b>")}).to_string()
}

fn inner_slots(tree: &Value) -> String {
    let children = tree["k"].as_array().into_iter().flatten();
    let children = children.map(|child| match child["h"].as_u64() {
        Some(slot) => format!("<bindery-slot data-n=\"{slot}\"></bindery-slot>"),
        None => inner_slots(child),
    });
    children.collect()
}

/// Numbers that follow from a seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

/// A copy of a golden tree, which the case edits.
struct Author {
    folder: tempfile::TempDir,
    random: Random,
    golden: PathBuf,
    /// What a watcher would report.
    changed: RefCell<BTreeSet<PathBuf>>,
}

impl Author {
    fn new(golden: &str, seed: u64) -> Author {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/sites/golden");
        let author = Author {
            folder: tempfile::tempdir().unwrap(),
            random: Random(seed),
            golden: root.join(golden),
            changed: RefCell::default(),
        };
        testing::bundle(author.folder.path(), "");
        for (name, path) in crate::system::files::list_files(&author.golden).unwrap() {
            author.write(&name, &fs::read(path).unwrap());
        }
        author.write("docs/_shared.md", b"Shared words.\n");
        author.write("docs/snippet.js", b"let a = 1\n");
        author.write("data/d.json", b"{\"value\": 0}");
        author.write("static/img/a.svg", &picture(10));
        author
    }

    fn tree(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.tree().join(name);
        let folders = path.ancestors().skip(1);
        for folder in folders.take_while(|folder| !folder.exists()) {
            self.report(folder);
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        self.report(&path);
        fs::write(path, bytes).unwrap();
    }

    fn report(&self, path: &Path) {
        let root = self.folder.path().canonicalize().unwrap();
        let path = path.strip_prefix(self.folder.path()).unwrap();
        self.changed.borrow_mut().insert(root.join(path));
    }

    /// What changed since this was last asked.
    fn take_changed(&self) -> ChangedPaths {
        ChangedPaths::Only(self.changed.take())
    }

    fn pages(&self) -> Vec<String> {
        let files = crate::system::files::list_files(&self.tree()).unwrap();
        let names = files.into_iter().map(|(name, _)| name);
        let mut pages: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
        pages.sort();
        pages
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.tree().join(name)).unwrap_or_default()
    }

    fn any_page(&mut self) -> String {
        let pages = self.pages();
        pages[self.random.below(pages.len())].clone()
    }

    /// Changes something; says what.
    fn edit(&mut self, number: usize) -> String {
        let kind = self.random.below(20);
        let name = self.any_page();
        let other = self.any_page();
        match kind {
            0..=3 => self.append(&name, &text_of(kind, number)),
            4 => self.append(&name, &format!("See [it](/{}).\n", link_to(&other, number))),
            5..=9 => self.set(&name, &key_of(kind, number)),
            10 => self.write(
                &format!("docs/new-{}.md", number % 5),
                page(number).as_bytes(),
            ),
            11 => {
                self.report(&self.tree().join(&name));
                fs::remove_file(self.tree().join(&name)).unwrap();
            }
            12 => {
                let renamed = self.tree().join(format!("docs/renamed-{}.md", number % 4));
                self.report(&renamed);
                self.report(&self.tree().join(&name));
                fs::rename(self.tree().join(&name), renamed).unwrap();
            }
            13 => self.write("data/d.json", format!("{{\"value\": {number}}}").as_bytes()),
            14 => self.write(
                "docs/_shared.md",
                format!("Shared *{number}*.\n").as_bytes(),
            ),
            15 => self.write("docs/snippet.js", format!("let a = {number}\n").as_bytes()),
            16 => self.write("static/img/a.svg", &picture(number)),
            17 => self.configure(number),
            18 => {
                let label = format!("{{\"label\": \"Folder {}\"}}", number % 3);
                self.write("docs/guides/_category_.json", label.as_bytes());
            }
            _ => self.restore(),
        }
        format!("edit {number} of kind {kind}, {name}")
    }

    fn append(&self, name: &str, text: &str) {
        self.write(name, format!("{}\n{text}", self.text(name)).as_bytes());
    }

    /// Sets a key of the front matter.
    fn set(&self, name: &str, line: &str) {
        let text = self.text(name);
        let key = line.split(':').next().unwrap();
        let (front, body) = match text.strip_prefix("---\n") {
            Some(rest) => rest.split_once("---\n").unwrap_or(("", rest)),
            None => ("", text.as_str()),
        };
        let others = front.lines().filter(|line| !line.starts_with(key));
        let front: String = others.map(|line| format!("{line}\n")).collect();
        self.write(name, format!("---\n{front}{line}\n---\n{body}").as_bytes());
    }

    fn configure(&mut self, number: usize) {
        let text = fs::read_to_string(self.golden.join("site.toml")).unwrap();
        let lines = text.lines().skip_while(|line| !line.starts_with("url"));
        let rest: Vec<&str> = lines.collect();
        let title = format!("title = \"Site {}\"\ntagline = \"{number}\"\n", number % 3);
        let broken = if number.is_multiple_of(7) {
            "titel = 1\n"
        } else {
            ""
        };
        self.write(
            "site.toml",
            format!("{title}{broken}{}\n", rest.join("\n")).as_bytes(),
        );
    }

    /// Brings all files back that the tree had, as a change of branch does.
    fn restore(&self) {
        for (name, path) in crate::system::files::list_files(&self.golden).unwrap() {
            self.write(&name, &fs::read(path).unwrap());
        }
    }

    fn options(&self) -> BuildOptions {
        let below = |name: &str| self.folder.path().join(name);
        BuildOptions {
            content: self.tree(),
            ui: below("ui"),
            interface: Interface::Folder,
            out: below("out"),
            cache: below("cache"),
            carried: None,
            effort: Effort::None,
            static_files: None,
            prebuilt: Some(below("bundle")),
            prebuilt_out: None,
            dev: None,
            engine: testing::engine(render_lines),
            timings: Timings::Hidden,
        }
    }
}

fn text_of(kind: usize, number: usize) -> String {
    match kind {
        0 => format!("Words {number} with `code`.\n"),
        1 => format!("## Heading {}\n", number % 10),
        2 => "<Tabs a=\"1\">\n\nInside.\n\n</Tabs>\n\n![A picture](@site/static/img/a.svg)\n"
            .to_owned(),
        _ => "<p style=\"color: red\">red</p>\n\n$\\ce{H2O}$ and <Unknown/>\n".to_owned(),
    }
}

/// The path of a page, or that of a heading which it may have.
fn link_to(page: &str, number: usize) -> String {
    let path = page.trim_end_matches(".md");
    match number.is_multiple_of(2) {
        true => path.to_owned(),
        false => format!(
            "{}#heading-{}",
            path.trim_start_matches("docs/"),
            number % 10
        ),
    }
}

fn key_of(kind: usize, number: usize) -> String {
    match (kind, number.is_multiple_of(2)) {
        (5, true) => format!("title: Title {number}"),
        (5, false) => format!("description: Words {number}"),
        (6, true) => format!("slug: /slug-{}", number % 5),
        (6, false) => format!("aliases: [/old-{}]", number % 5),
        (7, true) => format!("sidebar_position: {}", number % 7),
        (7, false) => format!("sidebar_label: Label {number}"),
        (8, true) => "image: /img/a.svg".to_owned(),
        (8, false) => format!("unlisted: {}", number.is_multiple_of(3)),
        (_, true) => format!("tags: [one, t{}]", number % 3),
        (_, false) => format!("draft: {}", number.is_multiple_of(3)),
    }
}

/// A page that reads other files.
fn page(number: usize) -> String {
    format!(
        "import Shared from './_shared.md'\nimport d from '@site/data/d.json'\n\n# New {number}\n\n<Shared/>\n\n\
        It is {{d.value}}.\n\n```js file=./snippet.js\n```\n"
    )
}

fn picture(width: usize) -> Vec<u8> {
    let size = format!("width=\"{width}\" height=\"5\"");
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size}/>").into_bytes()
}

/// All that a build gives, to compare.
fn parts(outcome: PreviewOutcome) -> (Vec<Problem>, Vec<ProblemGroup>, Option<Vec<u8>>, Vec<u8>) {
    let error = outcome.error.map(|error| error.to_string());
    assert_eq!(error, None);
    let index = outcome.search.map(|search| search.index().unwrap());
    let blob = outcome.site.map(|site| site.parts.concat());
    (
        outcome.problems,
        outcome.groups,
        blob,
        index.unwrap_or_default(),
    )
}

fn check(golden: &str, seed: u64, edits: usize) {
    let mut author = Author::new(golden, seed);
    let preview = Preview::new(author.options());
    for number in 0..edits {
        let what = match number {
            0 => "the first build".to_owned(),
            _ => author.edit(number),
        };
        let again = parts(preview.build_changed(&author.take_changed()));
        let whole = parts(Preview::new(author.options()).build());
        assert_eq!(again.0, whole.0, "problems after {what}");
        assert_eq!(again.1, whole.1, "groups after {what}");
        assert!(again.2 == whole.2, "another site after {what}");
        assert!(again.3 == whole.3, "another search index after {what}");
    }
}

#[test]
fn random_edits_of_a_small_tree_give_the_site_of_a_whole_build() {
    check("small", 0x9e37_79b9_7f4a_7c15, 200);
}

#[test]
fn random_edits_of_a_tree_with_locales_give_the_site_of_a_whole_build() {
    check("locales", 0x0123_4567_89ab_cdef, 150);
}

#[test]
fn random_edits_of_a_tree_with_versions_give_the_site_of_a_whole_build() {
    check("versions", 0xfedc_ba98_7654_3210, 150);
}
