//! Hostile and broken input: no panic, no overflow, no more than linear time.

use bindery_compiler::config::MarkdownOptions;
use bindery_compiler::data::Data;
use bindery_compiler::diagnostic::Diagnostics;
use bindery_compiler::document::Document;
use bindery_compiler::markdown::{
    DataReader, Labels, MarkdownContext, TitleHeading, TreeReader, parse_document,
};
use bindery_compiler::source::{FileId, SourceFile, SourceTree};
use bindery_fuzzing::growth::outgrows;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn parse(text: &str) -> (Document, usize) {
    let tree = SourceTree::default();
    let data = Data::default();
    let context = MarkdownContext {
        tree: TreeReader::new(&tree, None),
        data: DataReader::new(&data, None),
        components: &BTreeSet::from(["A".to_owned(), "Tabs".to_owned()]),
        props: &BTreeMap::new(),
        labels: &Labels::default(),
        options: &MarkdownOptions::default(),
        title: TitleHeading::Keep,
    };
    let file = SourceFile::from_text(FileId(0), "docs/page.md", text);
    let mut sink = Diagnostics::new();
    let document = parse_document(&file, 0, &Value::Null, &context, &mut sink);
    let problems = sink.into_sorted();
    for problem in &problems {
        let span = problem
            .span
            .expect("every problem of a document has a place");
        let range = span.start as usize..span.end as usize;
        assert!(file.text.get(range).is_some(), "{problem:?}");
    }
    for heading in &document.headings {
        let range = heading.span.start as usize..heading.span.end as usize;
        assert!(file.text.get(range).is_some(), "{heading:?}");
    }
    for link in &document.links {
        let range = link.span.start as usize..link.span.end as usize;
        assert!(file.text.get(range).is_some(), "{link:?}");
    }
    (document, problems.len())
}

/// Patterns that have made Markdown parsers overflow or crawl, and those of this dialect.
const HOSTILE: &[&str] = &[
    "[",
    "(",
    "![",
    "[a](",
    "[a][",
    "*a **a ",
    "_a __a ",
    "`",
    "`a``",
    "``` ",
    "> ",
    ">",
    "- ",
    "1. ",
    "- - - - x",
    "* ",
    "<",
    "<a",
    "<A>",
    "<A",
    "<A ",
    "<A b='",
    "<A b={",
    "</A>",
    "<A></A>",
    "<A/>",
    "<A>\n",
    "<A>x\n",
    "<A>\n\n",
    "x</A>\n",
    "<div>",
    "<div>\n",
    "<b>",
    "</b>",
    "<b>x</b>",
    "<a href=",
    "<!--",
    "<!--\n",
    "<!-- -->",
    "<A><!--\n",
    "-->",
    "{",
    "{/*",
    "{/* */}",
    "{frontMatter.",
    "{frontMatter.a}",
    "{#",
    "## a {#a}\n",
    "## a\n",
    "# ",
    ":::",
    ":::\n",
    ":::note\n",
    "::::note\n:::tip\n",
    ":::note[",
    "$",
    "$$",
    "$a",
    "$a$",
    "$$a$$",
    "$$\n",
    "$x$ $$y$$ ",
    "\\",
    "\\\\",
    "~",
    "~~",
    "~a~~b~~~c",
    "|",
    "|a|\n|-|\n",
    "| a ",
    "|-",
    "a|b\n-|-\n",
    "import ",
    "import a from 'b'\n",
    "import {\n",
    "export const a\n",
    "[^a]",
    "[^a]: b\n",
    "[a]: b\n",
    "[a]: <b",
    "http://",
    "http://a ",
    "www.",
    "xhttp://",
    "http://a;;;;",
    "](<",
    "www.a.b ",
    "&",
    "&#",
    "&amp;",
    "\t",
    "\0",
    "\r",
    "\r\n",
    " ",
    "\n",
    "\u{feff}",
    "\u{fdd0}",
    "\u{fdd0}1\u{fdd1}",
    "<?1?>\n",
    "<?0?>",
    "𝒳",
    "é\n",
    "> <A>\n",
    "- <A>\n",
    "  - a\n",
    "- [ ] ",
    "<A>- `\n",
    "***\n",
    "---\n",
    "===\n",
    "a\n===\n",
    "<details><summary>a</summary>\n",
    "![a](b)",
    "![![![",
    "<A b={{{",
    "<A b=\"\"",
    "<A {...a}>",
    "```\n<A>\n",
    "~~~~\n",
    "<style>",
    "<script>a",
    "<!-- truncate -->\n",
    "<<<<<<< a\n",
    "a{",
    "{a}",
];

#[test]
fn repeated_patterns_are_read_in_linear_time() {
    let size = if cfg!(debug_assertions) {
        100_000
    } else {
        1_000_000
    };
    let mut slow = Vec::new();
    for pattern in HOSTILE {
        let text = pattern.repeat(size / pattern.len());
        let times = text.len() / pattern.len();
        let work = |times: usize| drop(parse(&text[..times * pattern.len()]));
        slow.extend(outgrows(times, work).map(|much| format!("{pattern:?}: {much}")));
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn no_mixture_of_patterns_panics() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).expect("small")
    };
    for _ in 0..20_000 {
        let parts = 1 + random(14);
        let mut text = String::new();
        for _ in 0..parts {
            text.push_str(HOSTILE[random(HOSTILE.len())]);
            match random(6) {
                0 => text.push('\n'),
                1 => text.push_str("\n\n"),
                2 => text.push('x'),
                3 => text.push_str("\n    "),
                _ => {}
            }
        }
        let parsed = std::panic::catch_unwind(|| parse(&text));
        assert!(parsed.is_ok(), "{text:?}");
    }
}

#[test]
fn deep_nesting_fits_on_a_small_stack() {
    let run = || {
        for pattern in [
            "<A>",
            "<A>\n",
            "> ",
            "- ",
            "[",
            "*a ",
            ":::note\n",
            "<div>",
            "<b>",
            "![",
            "{",
            "<A b={[[",
        ] {
            parse(&pattern.repeat(50_000));
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run);
    thread.expect("spawned").join().expect("no overflow");
}

#[test]
fn every_cut_of_a_page_is_read() {
    let page = "---\r\n# T {#x}\n\nimport a from '@site/a.json'\n\n<Tabs b={[1, 'é']}>\n  - a <b>c</b> `d`\n\n  :::note[e *f*]\n  \
                $g$ $$h$$ <!-- i --> {/* j */}\n  :::\n</Tabs>\n\n| k | l |\n|---|:-:|\n| <A/> | http://m.n |\n\n```js {1}\no\n```\n\
                [p](/q \"r\") ![s](t) [^u]\n\n[^u]: v\n";
    for (at, _) in page.char_indices() {
        parse(&page[..at]);
        parse(&page[at..]);
    }
}
