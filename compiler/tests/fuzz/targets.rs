//! The invariants that must hold for every input.

use bindery_compiler::config::{MarkdownOptions, read_config};
use bindery_compiler::data::Data;
use bindery_compiler::diagnostic::{Code, Diagnostic, Diagnostics, render, to_json};
use bindery_compiler::document::{Document, Segment};
use bindery_compiler::driver::check_tree;
use bindery_compiler::front_matter::split_front_matter;
use bindery_compiler::markdown::{
    DataReader, Labels, MarkdownContext, TitleHeading, TreeReader, parse_document,
};
use bindery_compiler::model::RoutePath;
use bindery_compiler::source::{SourceTree, Span};
use bindery_html::{Tag, TokenKind, is_void, tokenize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

type Outcome = Result<(), String>;

/// A page is read whole: places lie in the file, ids are unique, the HTML is balanced and obeys the policy.
pub(crate) fn markdown(input: &str) -> Outcome {
    let tree = SourceTree::from_texts(&[
        ("docs/_part.md", "## Part\n\ntext <b>x\n"),
        ("docs/a.json", "{\"b\": [1, {\"c\": \"d\"}]}"),
        ("docs/page.md", input),
    ]);
    let data = Data::default();
    let context = MarkdownContext {
        tree: TreeReader::new(&tree, None),
        data: DataReader::new(&data, None),
        components: &BTreeSet::from(["Tabs", "TabItem", "Card", "Details"].map(str::to_owned)),
        props: &BTreeMap::new(),
        labels: &Labels::default(),
        options: &MarkdownOptions::default(),
        title: TitleHeading::Keep,
    };
    let file = tree.find("docs/page.md").expect("given");
    let mut sink = Diagnostics::new();
    let document = parse_document(file, 0, &Value::Null, &context, &mut sink);
    let problems = sink.into_sorted();
    places(&problems, &tree)?;
    for link in &document.links {
        place(link.span, &tree)?;
    }
    unique_ids(&document, &problems)?;
    let mut html = String::new();
    flatten(&document.body, &mut html);
    balanced(&html)
}

/// The body begins inside the file, at the start of a line.
pub(crate) fn front_matter(input: &str) -> Outcome {
    let tree = SourceTree::from_texts(&[("docs/page.md", input)]);
    let mut sink = Diagnostics::new();
    let (_, body) = split_front_matter(&tree.files[0], &mut sink);
    places(&sink.into_sorted(), &tree)?;
    let text = &tree.files[0].text;
    let before = text
        .get(..body)
        .ok_or("the body begins inside a character")?;
    // A line that begins with three dashes ends the front matter, and what is behind them is text.
    let is_at_line = before.ends_with('\n') || before.ends_with("\n---");
    match body == 0 || body == text.len() || is_at_line {
        true => Ok(()),
        false => Err(format!("the body begins at {body}, inside a line")),
    }
}

/// Whatever the configuration says, its resolved form can be used.
pub(crate) fn config(input: &str) -> Outcome {
    let tree = SourceTree::from_texts(&[
        ("docs/a.md", "# A\n"),
        ("blog/2020-01-02-b.md", "b\n"),
        ("site.toml", input),
    ]);
    let mut sink = Diagnostics::new();
    let config = read_config(&tree, &mut sink);
    places(&sink.into_sorted(), &tree)?;
    let base = &config.base_path;
    match base.starts_with('/') && base.ends_with('/') {
        true => Ok(()),
        false => Err(format!("the base path {base:?}")),
    }
}

/// A tree whose files are in one text, separated by lines `=== path`, is assembled: pages sorted, paths unique,
/// problems printable.
pub(crate) fn site(input: &str) -> Outcome {
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    files.insert(
        "site.toml",
        "title = \"T\"\nurl = \"https://example.org\"\n".to_owned(),
    );
    let mut path = "docs/a.md";
    for line in input.split_inclusive('\n') {
        match line.strip_prefix("=== ") {
            Some(next) if is_plain_path(next.trim()) => path = next.trim(),
            _ => files.entry(path).or_default().push_str(line),
        }
    }
    let texts: Vec<_> = files
        .iter()
        .map(|(path, text)| (*path, text.as_str()))
        .collect();
    let checked = check_tree(
        SourceTree::from_texts(&texts),
        &BTreeSet::from(["Tabs", "TabItem", "Card"].map(str::to_owned)),
    );
    places(&checked.problems, &checked.tree)?;
    let routes: Vec<_> = checked.site.pages.iter().map(|page| &page.route).collect();
    match routes.is_sorted_by(|a, b| a < b) {
        true => Ok(()),
        false => Err(format!("routes out of order or double: {routes:?}")),
    }
}

/// A canonical path stays as it is when it is read again.
pub(crate) fn path(input: &str) -> Outcome {
    for line in input.lines() {
        let Some(once) = RoutePath::parse(line) else {
            continue;
        };
        let twice = RoutePath::parse(once.as_str());
        if twice.as_ref() != Some(&once) {
            return Err(format!("{line:?} becomes {once}, then {twice:?}"));
        }
        let text = once.as_str();
        if !text.starts_with('/') || text.contains("//") || text.contains("/../") {
            return Err(format!("{line:?} becomes {text:?}"));
        }
    }
    Ok(())
}

/// Paths that a file system could hold, so that a tree of them can be thought of.
fn is_plain_path(path: &str) -> bool {
    !path.is_empty()
        && path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..")
}

fn places(problems: &[Diagnostic], tree: &SourceTree) -> Outcome {
    for problem in problems {
        if let Some(span) = problem.span {
            place(span, tree).map_err(|broken| format!("{broken} of {problem:?}"))?;
        }
        if render(problem, tree).is_empty() {
            return Err(format!("nothing is printed of {problem:?}"));
        }
    }
    let _ = to_json(problems, tree);
    Ok(())
}

fn place(span: Span, tree: &SourceTree) -> Outcome {
    let text = &tree.file(span.file).text;
    match text.get(span.start as usize..span.end as usize) {
        Some(_) => Ok(()),
        None => Err(format!("the place {span:?} lies outside of the text")),
    }
}

/// Two headings with the same own id are reported, not changed; other ids never meet.
fn unique_ids(document: &Document, problems: &[Diagnostic]) -> Outcome {
    let is_reported = problems
        .iter()
        .any(|problem| problem.code == Code::DuplicateId);
    let mut seen = BTreeSet::new();
    let twice = document
        .headings
        .iter()
        .find(|heading| !seen.insert(&heading.id));
    match twice {
        Some(heading) if !is_reported => Err(format!("the id {:?} twice", heading.id)),
        _ => Ok(()),
    }
}

fn flatten(segments: &[Segment], html: &mut String) {
    for segment in segments {
        match segment {
            Segment::Html(text) => html.push_str(text),
            Segment::LinkAttrs(_) => html.push_str(" href=\"x\""),
            Segment::ImageAttrs(_) => html.push_str(" src=\"x\""),
            Segment::ImageStart(_) => html.push_str("<picture>"),
            Segment::ImageEnd(_) => html.push_str("</picture>"),
            Segment::Component(tag) => {
                html.push_str("<div>");
                flatten(&tag.children, html);
                html.push_str("</div>");
            }
        }
    }
}

/// Every element that is opened is closed in order; no handler. Style attributes become classes when pages are rendered.
fn balanced(html: &str) -> Outcome {
    let mut open: Vec<&str> = Vec::new();
    for token in tokenize(html) {
        match &token.kind {
            TokenKind::StartTag(tag) => {
                refused(tag)?;
                if !tag.is_self_closing && !is_void(tag.name) {
                    open.push(tag.name);
                }
            }
            TokenKind::EndTag(tag) => match open.pop() {
                Some(last) if last == tag.name => {}
                last => return Err(format!("{} closes {last:?} in {html:.600?}", token.source)),
            },
            TokenKind::Text | TokenKind::RawText if !token.source.contains('<') => {}
            _ => return Err(format!("no tag: {:.60?}", token.source)),
        }
    }
    match open.is_empty() {
        true => Ok(()),
        false => Err(format!("left open: {open:?} in {html:.600?}")),
    }
}

/// Attributes that the policy of the served pages would refuse.
fn refused(tag: &Tag<'_>) -> Outcome {
    let mut attributes = tag.attributes.iter();
    let handler = attributes.find(|attribute| {
        let name = attribute.name.to_ascii_lowercase();
        name.len() > 4
            && name.starts_with("on")
            && attribute.range.end > attribute.value_range.start
    });
    match handler {
        Some(handler) => Err(format!(
            "the attribute {:?} of {:?}",
            handler.name, tag.name
        )),
        None => Ok(()),
    }
}
