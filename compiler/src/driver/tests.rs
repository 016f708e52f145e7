use super::*;
use crate::document::{DataValue, Segment};
use crate::model::{Page, Redirect, RoutePath, SidebarItem, SidebarProps};
use crate::output::{OutputSources, collect_output};
use crate::pack::{CachePolicy, Target};
use crate::render::{Engine, Interface, RenderOptions, render_site};
use crate::source::{FileId, SourceFile};
use crate::system::cache::Cache;
use crate::testing;
use serde_json::json;
use std::sync::Arc;

/// Renders every shell as its slots.
fn render_lines(
    _: &str,
    lines: &[String],
    _: &(dyn Fn() + Sync),
) -> Result<Vec<Result<String, String>>, String> {
    let render = |line: &String| {
        let request = testing::request(line);
        let slot = match request["page"]["slots"].as_u64() {
            Some(0) | None => "",
            Some(_) => "<!--bindery:slot:0-->",
        };
        Ok(json!({"id": request["id"], "html": format!("<main>{slot}</main>")}).to_string())
    };
    Ok(lines.iter().map(render).collect())
}

fn site() -> (Site, SourceTree) {
    let mut page = testing::page(
        "/a",
        "A",
        vec![Segment::Html(
            "<p onclick=\"x\" style=\"color: red\"><i id=\"old\">".to_owned(),
        )],
    );
    page.source = Some(FileId(0));
    page.props.sidebar = Some(SidebarProps {
        id: "docs".to_owned(),
        asset: "en-current-docs".to_owned(),
        items: Some([].into()),
    });
    let mut site = testing::site(vec![page]);
    site.not_found.props.slots = 0;
    site.not_found.slots = Vec::new();
    let item = SidebarItem::Link {
        custom_props: None,
        is_unlisted: false,
        label: "A".to_owned(),
        href: "/a".to_owned(),
        external: false,
        class_name: None,
    };
    site.sidebars
        .insert("en-current-docs".to_owned(), vec![item]);
    site.redirects.push(Redirect {
        from: RoutePath::parse("/old").unwrap(),
        to: "/a".to_owned(),
        status: 308,
        span: None,
    });
    site.static_files = vec![
        (RoutePath::parse(&hashed()).unwrap(), FileId(1)),
        (RoutePath::parse("/robots.txt").unwrap(), FileId(1)),
    ];
    let tree = SourceTree {
        root: PathBuf::new(),
        files: vec![
            SourceFile::from_text(
                FileId(0),
                "docs/a.md",
                "# A\n\n<p onclick=\"x\" style=\"color: red\">\n",
            ),
            SourceFile::from_text(FileId(1), "static/robots.txt", "User-agent: *\n"),
        ],
        ..SourceTree::default()
    };
    (site, tree)
}

/// The url of a file that a page shows.
fn hashed() -> String {
    let hash = crate::system::cache::short_hash(b"User-agent: *\n", 12);
    format!("/assets/robots-{hash}.txt")
}

#[test]
fn everything_that_is_served_is_in_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let bundle = testing::bundle(folder.path(), "x");
    let options = RenderOptions {
        cache: &Cache::open(folder.path()),
        shipped: None,
        logs: folder.path(),
        engine: testing::engine(render_lines),
        page_cache: None,
    };
    let (site, tree) = site();
    let mut sink = Diagnostics::new();
    let rendered = render_site(site, &bundle, &options, &mut sink).unwrap();
    let sources = OutputSources {
        site: &rendered.site,
        tree: &tree,
        bundle: &bundle,
        sidebars: &rendered.sidebars,
        effort: Effort::Fast,
        cache: None,
    };
    let output = collect_output(&sources, rendered.pages, &mut sink).unwrap();

    let sidebar = output
        .targets
        .keys()
        .find(|path| path.starts_with("/assets/sidebar-en-current-docs-"))
        .expect("the sidebar is a file")
        .clone();
    let Target::Page(page) = &output.targets["/a"] else {
        panic!("/a is a page");
    };
    let html = String::from_utf8(page.html.body.to_vec()).unwrap();
    assert!(html.contains(&sidebar), "{html}");
    let class = inline_class("color: red");
    assert!(html.contains(&format!(
        "<main><p class=\"{class}\" onclick=\"x\"><i id=\"old\"></main>"
    )));
    let sheet = output
        .targets
        .keys()
        .find(|path| path.starts_with("/assets/inline-"));
    assert!(html.contains(sheet.expect("style attributes have a sheet")));
    assert_eq!(*page.anchors, ["attacks", "old"]);
    let policy = |path: &str| match &output.targets[path] {
        Target::Asset(asset) => asset.cache,
        other => panic!("{path} is {other:?}"),
    };
    assert_eq!(policy(&sidebar), CachePolicy::Immutable);
    assert_eq!(policy(&hashed()), CachePolicy::Immutable);
    assert_eq!(policy("/assets/entry-x.js"), CachePolicy::Immutable);
    assert_eq!(policy("/robots.txt"), CachePolicy::Revalidate);
    assert!(matches!(output.targets["/old"], Target::Redirect { .. }));

    let problems = to_problems(&sink.into_sorted(), &tree);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0]
            .text
            .starts_with("docs/a.md:3:4: warning[refused-markup]"),
        "{}",
        problems[0].text
    );
}

#[test]
fn a_missing_folder_is_a_problem_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let options = BuildOptions {
        content: folder.path().join("nowhere"),
        ui: folder.path().join("ui"),
        interface: Interface::Folder,
        out: out.clone(),
        cache: folder.path().join("cache"),
        carried: None,
        static_files: None,
        effort: Effort::Fast,
        prebuilt: None,
        prebuilt_out: None,
        dev: None,
        engine: Engine::default(),
        timings: Timings::Shown,
    };
    let outcome = build(&options);
    assert!(outcome.manifest.is_none() && outcome.error.is_none());
    assert!(!outcome.problems.is_empty());
    assert!(!out.exists());
}

#[test]
fn pages_share_data_and_the_sidebar_they_show() {
    let page =
        "import d from '@site/data/d.json'\n\n# T\n\n<X data={d} />\n\n<X data={d.list} />\n";
    let tree = SourceTree::from_texts(&[
        ("data/d.json", r#"{"list": [{"href": "/docs/a"}]}"#),
        ("docs/a.md", page),
        ("docs/b.md", page),
        ("docs/c.md", &page.replace("/>", "to=\"./a.md\" />")),
        ("site.toml", "title = \"T\"\nurl = \"https://s.example\"\n"),
    ]);
    let site = check_tree(tree, &BTreeSet::from(["X".to_owned()])).site;
    let docs: Vec<&Page> = site
        .pages
        .iter()
        .filter(|page| page.source.is_some())
        .collect();
    let shown = |at: usize| {
        docs[at]
            .props
            .sidebar
            .as_ref()
            .unwrap()
            .items
            .clone()
            .unwrap()
    };
    assert!(Arc::ptr_eq(&shown(0), &shown(1)));
    let mut places = Vec::new();
    for tag in docs.iter().flat_map(|page| page.slots.iter().flatten()) {
        if let Segment::Component(tag) = tag {
            let DataValue::Shared(_) = tag.props["data"] else {
                panic!("a copy: {:?}", tag.props)
            };
            places.push(std::ptr::from_ref(tag.prop("data").unwrap()));
        }
    }
    assert_eq!(places.len(), 6);
    assert_eq!(places[..2].repeat(3), places);
}

/// The class of a style attribute.
fn inline_class(declarations: &str) -> String {
    let mut rules = crate::html::styles::Rules::new();
    let _ = crate::html::styles::extract(format!("<p style=\"{declarations}\">"), &mut rules);
    rules.into_keys().next().expect("one rule")
}

#[test]
fn settings_are_in_the_bundle_only_where_a_script_asks_for_them() {
    let data = |title: &str, script: &str| {
        let config = format!("title = \"{title}\"\nurl = \"https://example.org\"\n");
        let files = [("components/A.tsx", script), ("site.toml", config.as_str())];
        let tree = SourceTree::from_texts(&files);
        let mut sink = Diagnostics::new();
        let config = config::read_config(&tree, &mut sink);
        sink.discard();
        content::bundle_data(&config, &tree, &[])
    };
    for silent in [
        "import Link from '@docusaurus/Link'",
        "import { createStorageSlot } from '@docusaurus/theme-common'",
    ] {
        assert_eq!(data("One", silent), data("Two", silent), "{silent}");
    }
    for asking in [
        "import useDocusaurusContext from '@docusaurus/useDocusaurusContext'",
        "import { useTitleFormatter } from '@docusaurus/theme-common'",
    ] {
        assert_ne!(data("One", asking), data("Two", asking), "{asking}");
    }
}

/// The bundler adapts style sheets of Docusaurus' trees, also where no page names a component.
#[test]
fn the_bundle_knows_whether_a_site_is_of_docusaurus() {
    let is_imported = |config: &str| {
        let tree = SourceTree::from_texts(&[("site.toml", config)]);
        let mut sink = Diagnostics::new();
        let config = config::read_config(&tree, &mut sink);
        sink.discard();
        let data: serde_json::Value =
            serde_json::from_str(&content::bundle_data(&config, &tree, &[])).unwrap();
        data["imported"] == true
    };
    let title = "title = \"One\"\nurl = \"https://example.org\"\n";
    assert!(is_imported(&format!("{title}shape = \"docusaurus\"\n")));
    assert!(!is_imported(title));
}

/// Data is looked through once where all its links lead to other pages.
#[test]
fn links_in_data_count_for_each_tag_that_passes_it() {
    let page = "import rows from '@site/data/rows.json'\n\n# Page\n\n<X rows={rows}/>\n\n<X rows={rows}/>\n";
    let counts = |rows: &str| {
        let tree = SourceTree::from_texts(&[
            ("data/rows.json", rows),
            ("docs/README.md", "# Home\n"),
            ("docs/a.md", page),
            ("docs/b.md", page),
            ("sidebars.toml", "main = [\"README\"]\n"),
            (
                "site.toml",
                "title = \"S\"\nurl = \"https://s\"\n[[docs]]\nsidebar_path = \"sidebars.toml\"\nroute_base = \"/\"\n",
            ),
        ]);
        let outcome = check_tree(tree, &["X".to_owned()].into());
        let texts = outcome.problems.iter().map(|one| one.message.as_str());
        let count = |part: &str| texts.clone().filter(|text| text.contains(part)).count();
        [
            count("no page at `/none`"),
            count("nothing leads to `/a`"),
            count("nothing leads to `/b`"),
        ]
    };
    assert_eq!(counts("[{\"href\": \"/none\"}]"), [4, 1, 1]);
    // The first link leads to its own page, the others to another one.
    assert_eq!(counts("[{\"href\": \"/a\"}]"), [0, 0, 1]);
    assert_eq!(counts("[{\"title\": \"/none\"}]"), [0, 1, 1]);
}

#[test]
fn a_mistyped_tag_is_corrected_where_only_one_name_is_near() {
    let corrected = |text: &str| {
        let page = format!("# A\n\n{text}\n");
        let tree = SourceTree::from_texts(&[
            (
                "components/Diagram.tsx",
                "export const props = { scale: 'number', title: 'string?' };",
            ),
            ("docs/a.md", &page),
            ("site.toml", "title = \"T\"\nurl = \"https://a.example\"\n"),
        ]);
        let names = ["Diagram", "Details", "Tabs", "Tab"].map(str::to_owned);
        let checked = check_tree(tree, &BTreeSet::from(names));
        let (files, _) = diagnostic::choose_fixes(&checked.problems, &checked.tree);
        let text = files
            .first()
            .map_or(page.clone(), |file| file.text(&checked.tree));
        text["# A\n\n".len()..].trim_end().to_owned()
    };
    for (text, expected) in [
        ("<Diagrm scale={1} />", "<Diagram scale={1} />"),
        (
            "<Diagarm scale={1}>\n\na\n\n</Diagarm>",
            "<Diagram scale={1}>\n\na\n\n</Diagram>",
        ),
        (
            "a <Diagrma scale={1}>b</Diagrma> c",
            "a <Diagram scale={1}>b</Diagram> c",
        ),
        (
            "<Diagram sclae={1} titel=\"x\" />",
            "<Diagram scale={1} title=\"x\" />",
        ),
        (
            "<Diagram scale={1} scal={2} />",
            "<Diagram scale={1} scal={2} />",
        ),
        ("<Taba />", "<Taba />"),
        ("<Diagrm scale={1}>", "<Diagrm scale={1}>"),
    ] {
        assert_eq!(corrected(text), expected);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_called_empty() {
    let codes = |is_readable: bool| {
        let config = "title = \"T\"\nurl = \"https://a.example\"\n";
        let mut tree = SourceTree::from_texts(&[
            ("data/a.json", ""),
            ("docs/README.md", "# A\n"),
            ("docs/b.md", ""),
            ("site.toml", config),
            ("static/c.svg", ""),
        ]);
        for file in tree.files.iter_mut().filter(|file| file.text.is_empty()) {
            file.is_readable = is_readable;
        }
        let checked = check_tree(tree, &BTreeSet::new());
        let codes = checked.problems.iter().map(|one| one.code);
        codes.collect::<Vec<_>>()
    };
    assert_eq!(
        codes(true),
        [Code::BadData, Code::EmptyPage, Code::BadImage]
    );
    assert_eq!(codes(false), []);
}
