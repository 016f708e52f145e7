//! Tests that assemble small sites in memory.
//!
//! A few lines of this module read their Markdown, not the parser, so that errors of the parser make no test of this stage
//! fail.

use super::{ParsedFile, assemble_site, page_files, routes_json};
use crate::config::read_config;
use crate::diagnostic::{Diagnostic, Diagnostics, render};
use crate::document::{ComponentTag, Document, Heading, Image, Link, LinkKind, Segment};
use crate::front_matter::split_front_matter;
use crate::model::{Page, PageContent, Site};
use crate::source::{SourceFile, SourceTree, Span};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A site whose documents lie at `/` and whose blog is the folder `blog`.
pub(super) const CONFIG: &str =
    "title = \"S\"\nurl = \"https://s.example\"\n[[docs]]\npath = \"docs\"\nroute_base = \"/\"\n";

/// An assembled site with its problems.
pub(super) struct Outcome {
    pub(super) tree: SourceTree,
    pub(super) site: Site,
    pub(super) list: Vec<Diagnostic>,
    pub(super) problems: Vec<String>,
}

impl Outcome {
    pub(super) fn page(&self, path: &str) -> &Page {
        let mut pages = self.site.pages.iter();
        pages
            .find(|page| page.route.as_str() == path)
            .unwrap_or_else(|| panic!("no page {path} among {:?}", self.paths()))
    }

    pub(super) fn paths(&self) -> Vec<&str> {
        let pages = self.site.pages.iter();
        pages.map(|page| page.route.as_str()).collect()
    }

    /// The HTML of the first slot.
    pub(super) fn html(&self, path: &str) -> String {
        html(&self.page(path).slots[0])
    }

    /// The first lines of the problems, without carets.
    pub(super) fn heads(&self) -> Vec<&str> {
        let problems = self.problems.iter();
        problems
            .map(|problem| problem.lines().next().unwrap())
            .collect()
    }

    pub(super) fn assert_clean(&self) -> &Self {
        assert_eq!(self.problems, Vec::<String>::new());
        self
    }

    pub(super) fn routes(&self) -> Vec<Value> {
        match routes_json(&self.site, &self.tree) {
            Value::Array(routes) => routes,
            other => panic!("a list, not {other}"),
        }
    }
}

pub(super) fn html(segments: &[Segment]) -> String {
    let texts = segments.iter().map(|segment| match segment {
        Segment::Html(html) => html.clone(),
        Segment::Component(tag) => format!("[{} {}]", tag.name, json!(tag.props)),
        other => panic!("left over: {other:?}"),
    });
    texts.collect()
}

/// Assembles files with the usual configuration.
pub(super) fn assemble(files: &[(&str, &str)]) -> Outcome {
    assemble_with(CONFIG, files)
}

pub(super) fn assemble_with(config: &str, files: &[(&str, &str)]) -> Outcome {
    let mut all = vec![("site.toml", config)];
    all.extend(files);
    let tree = SourceTree::from_texts(&all);
    let mut sink = Diagnostics::new();
    let config = read_config(&tree, &mut sink);
    let mut documents = Vec::new();
    for page in page_files(&config, &tree) {
        let id = page.id;
        let file = tree.file(id);
        let (front, body) = split_front_matter(file, &mut sink);
        documents.push(ParsedFile {
            file: id,
            front: Arc::new(front),
            document: Arc::new(parse(file, body)),
        });
    }
    let site = assemble_site(&config, &tree, documents, None, &mut sink);
    let list = sink.into_sorted();
    let problems = list.iter().map(|one| render(one, &tree)).collect();
    Outcome {
        tree,
        site,
        list,
        problems,
    }
}

/// Reads headings, links, images, `<X/>` tags with one `href`, the truncate marker and paragraphs, a line each.
fn parse(file: &SourceFile, body: usize) -> Document {
    let mut document = Document {
        file: Some(file.id),
        ..Document::default()
    };
    let mut at = body;
    for line in file.text[body..].split_inclusive('\n') {
        parse_line(file, at, line.trim_end(), &mut document);
        at += line.len();
    }
    document
}

fn parse_line(file: &SourceFile, at: usize, line: &str, document: &mut Document) {
    let span = Span::new(file.id, at, at + line.len());
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let text = line.trim_start_matches('#').trim();
    if line.is_empty() {
    } else if line == "<!-- truncate -->" {
        document.truncate_at = Some(document.body.len());
    } else if level > 0 {
        let id = text.to_lowercase().replace(' ', "-");
        if level == 1 && document.content_title.is_none() {
            document.content_title = Some(text.to_owned());
            document.has_title = true;
            document.title_segments = 1;
        }
        let html = format!("<h{level} id=\"{id}\">{text}</h{level}>");
        document.body.push(Segment::Html(html));
        document.headings.push(Heading {
            level: u8::try_from(level).unwrap(),
            id,
            text: text.to_owned(),
            html: text.to_owned(),
            span,
        });
    } else if let Some(target) = line.strip_prefix("<X href=\"") {
        let mut tag = ComponentTag {
            name: "X".to_owned(),
            props: BTreeMap::new(),
            children: Vec::new(),
            span,
        };
        let href = target.trim_end_matches("\"/>");
        tag.props.insert("href".to_owned(), href.into());
        document.body.push(Segment::Component(tag));
    } else if let Some((before, target)) = line.split_once("](") {
        let target = target.split(')').next().unwrap();
        let start = at + before.len() + 2;
        let span = Span::new(file.id, start, start + target.len());
        parse_target(before, target.to_owned(), span, document);
    } else {
        if document.excerpt.is_empty() {
            document.excerpt = line.to_owned();
        }
        document.body.push(Segment::Html(format!("<p>{line}</p>")));
    }
}

fn parse_target(before: &str, target: String, span: Span, document: &mut Document) {
    let title = String::new();
    let html = |html: &str| Segment::Html(html.to_owned());
    if let Some(alt) = before.strip_prefix("![") {
        let number = document.images.len();
        document.body.extend([
            Segment::ImageStart(number),
            html("<img"),
            Segment::ImageAttrs(number),
            html(">"),
            Segment::ImageEnd(number),
        ]);
        document.images.push(Image {
            source: target,
            alt: alt.to_owned(),
            title,
            span,
            is_html: false,
        });
    } else {
        let attributes = Segment::LinkAttrs(document.links.len());
        document
            .body
            .extend([html("<a"), attributes, html("></a>")]);
        document.links.push(Link {
            target,
            title,
            span,
            kind: LinkKind::Anchor,
            is_html: false,
        });
    }
}

#[test]
fn the_smallest_site_needs_two_lines() {
    let outcome = assemble_with(
        "title = \"S\"\nurl = \"https://s.example/\"\n",
        &[("docs/intro.md", "# Hello\n\nFirst words.\n")],
    );
    let page = outcome.assert_clean().page("/docs/intro");
    assert_eq!(outcome.paths(), ["/docs/intro", "/search"]);
    assert_eq!(page.props.canonical, "https://s.example/docs/intro");
    assert_eq!(page.props.head_title, "Hello | S");
    assert_eq!(page.props.description.as_deref(), Some("First words."));
    assert_eq!(page.props.search_tag, "docs-default-current");
    assert!(matches!(page.props.content, PageContent::Doc));
    assert_eq!(outcome.site.props["en"].color_mode.default.name(), "light");
}

#[test]
fn a_folder_without_configuration_is_explained() {
    let tree = SourceTree::from_texts(&[("docs/a.md", "# A\n")]);
    let mut sink = Diagnostics::new();
    let config = read_config(&tree, &mut sink);
    let _ = assemble_site(&config, &tree, Vec::new(), None, &mut sink);
    let list = sink.into_sorted();
    assert_eq!(list.len(), 1);
    assert!(list[0].help.as_ref().unwrap().contains("title = "));
}

#[test]
fn the_base_path_stands_before_every_path() {
    let config =
        format!("base_path = \"/lib\"\n{CONFIG}[[redirects]]\nfrom = \"/old\"\nto = \"/a#x\"\n");
    let outcome = assemble_with(
        &config,
        &[
            (
                "docs/README.md",
                "# Home\n[a](/a)\n[b](/lib/a)\n[c](a)\n![i](/i.svg)\n",
            ),
            ("docs/a.md", "# A\n## X\n"),
            ("static/i.svg", "<svg width=\"1\" height=\"2\"></svg>"),
        ],
    );
    outcome.assert_clean();
    assert_eq!(outcome.paths(), ["/lib/", "/lib/a", "/lib/search"]);
    let html = outcome.html("/lib/");
    assert_eq!(html.matches(" href=\"/lib/a\"").count(), 3, "{html}");
    assert!(
        html.contains(
            "<img src=\"/lib/i.svg\" alt=\"i\" width=\"1\" height=\"2\" loading=\"lazy\" decoding=\"async\""
        )
    );
    let redirect = &outcome.site.redirects[0];
    assert_eq!(
        (redirect.from.as_str(), redirect.to.as_str()),
        ("/lib/old", "/lib/a#x")
    );
    assert_eq!(outcome.site.static_files[0].0.as_str(), "/lib/i.svg");
}

#[test]
fn everything_is_the_same_the_second_time() {
    let files = [
        ("docs/b.md", "# B\n[a](./a.md)\n"),
        ("docs/a.md", "---\naliases: [/x, /y]\n---\n# A\n"),
        ("blog/2020-01-02-p.md", "# P\n<!-- truncate -->\n"),
    ];
    let print = || {
        let outcome = assemble(&files);
        format!("{:?} {:?}", outcome.site, outcome.problems)
    };
    assert_eq!(print(), print());
}
