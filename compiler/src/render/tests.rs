use super::bundle::CodeHashes;
use super::*;
use crate::model::{PageContent, SidebarItem, SidebarProps};
use crate::testing;
use serde_json::{Value, json};
use std::fs;

/// A stand-in for the engine. Its script is the path of the file that counts its runs.
fn render_lines(
    script: &str,
    lines: &[String],
    _: &(dyn Fn() + Sync),
) -> Result<Vec<Result<String, String>>, String> {
    if script.is_empty() {
        return Err("it is empty".to_owned());
    }
    let runs = fs::read_to_string(script).unwrap_or_default();
    fs::write(script, runs + "x").unwrap();
    Ok(lines.iter().map(|line| answer(line)).collect())
}

fn answer(line: &str) -> Result<String, String> {
    let request = testing::request(line);
    let id = &request["id"];
    if request["op"] != "component" {
        let page = &request["page"];
        let slots = 0..page["slots"].as_u64().unwrap();
        let slots: String = slots.map(|n| format!("<!--bindery:slot:{n}-->")).collect();
        let html = format!("<main>{}{slots}</main>", page["title"].as_str().unwrap());
        return Ok(json!({"id": id, "html": html}).to_string());
    }
    let props = &request["tree"]["p"];
    match props["fail"].as_str() {
        Some("late") => Err("it took longer than 60 s".to_owned()),
        Some("garbled") => Ok("no answer".to_owned()),
        Some(_) => {
            let stack = "Error: boom\n    at Tabs (worker.mjs:1:2)";
            let error = json!({"message": "boom", "stack": stack, "causes": ["x is 3"], "instead": props["instead"]});
            Ok(json!({"id": id, "error": error}).to_string())
        }
        None => {
            let html = html_of_tree(&request["tree"]);
            let doc = &request["doc"];
            let known = [&request["path"], &doc["frontMatter"], &doc["category"]];
            let known = known.map(|value| {
                if value.is_null() {
                    String::new()
                } else {
                    value.to_string()
                }
            });
            Ok(json!({"id": id, "html": html + &known.concat()}).to_string())
        }
    }
}

fn html_of_tree(tree: &Value) -> String {
    let children = tree["k"].as_array().unwrap().iter();
    let children: String = children
        .map(|child| match child["h"].as_u64() {
            Some(slot) => format!("<bindery-slot data-n=\"{slot}\"></bindery-slot>"),
            None => html_of_tree(child),
        })
        .collect();
    let (name, id) = (tree["c"].as_str().unwrap(), &tree["p"]["n"]);
    format!("<i data-c=\"{name}\" id=\"bindery-uid-{id}\">{children}</i>")
}

struct Stage {
    folder: tempfile::TempDir,
    bundle: Bundle,
    engine: Engine,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let runs = folder.path().join("runs");
        let bundle = testing::bundle(folder.path(), &runs.to_string_lossy());
        let engine = testing::engine(render_lines);
        Stage {
            folder,
            bundle,
            engine,
        }
    }

    fn options<'o>(&'o self, cache: &'o Cache) -> RenderOptions<'o> {
        RenderOptions {
            cache,
            shipped: None,
            logs: self.folder.path(),
            engine: self.engine,
            page_cache: None,
        }
    }

    fn render(&self, site: &Site) -> (Vec<RenderedPage>, Vec<String>) {
        let cache = Cache::open(&self.folder.path().join("cache"));
        let mut sink = Diagnostics::new();
        let rendered = render_pages(site, &self.bundle, &self.options(&cache), &mut sink).unwrap();
        let messages = sink.into_sorted();
        (
            rendered,
            messages.into_iter().map(|one| one.message).collect(),
        )
    }

    fn runs(&self) -> usize {
        let path = self.folder.path().join("runs");
        fs::read(path).unwrap_or_default().len()
    }
}

fn tag(name: &str, props: &str, children: Vec<Segment>) -> Segment {
    Segment::Component(ComponentTag {
        name: name.to_owned(),
        props: serde_json::from_str::<BTreeMap<String, serde_json::Value>>(props)
            .unwrap()
            .into_iter()
            .map(|(name, value)| (name, value.into()))
            .collect(),
        children,
        span: Span::start_of(crate::source::FileId(0)),
    })
}

fn text(html: &str) -> Segment {
    Segment::Html(html.to_owned())
}

#[test]
fn an_edited_body_renders_nothing() {
    let stage = Stage::new();
    let body = |words: &str| vec![tag("Tabs", "{\"n\":1}", vec![text(words)]), text(words)];
    let (rendered, _) = stage.render(&testing::site(vec![testing::page("/a", "A", body("one"))]));
    assert_eq!(
        rendered[0].slots[0],
        "<i data-c=\"Tabs\" id=\"c0-1\">one</i>one"
    );
    assert_eq!(
        rendered[0].shell.to_text(),
        format!("<main>A{}</main>", rendered[0].slots[0])
    );
    assert_eq!(rendered[0].styles, ["assets/tabs-x.css"]);
    assert_eq!(stage.runs(), 1);

    let mut page = testing::page("/a", "A", body("two"));
    page.props.description = Some("two".to_owned());
    let (rendered, _) = stage.render(&testing::site(vec![page]));
    assert!(rendered[0].shell.to_text().contains("two"));
    assert_eq!(stage.runs(), 1);

    stage.render(&testing::site(vec![testing::page(
        "/a",
        "New",
        body("two"),
    )]));
    assert_eq!(stage.runs(), 2);
}

#[test]
fn after_an_edit_of_a_component_only_its_pages_are_rendered() {
    let mut stage = Stage::new();
    let outer = stage.bundle.components["Tabs"].clone();
    stage.bundle.components.insert("Outer".to_owned(), outer);
    let nested = vec![tag("Outer", "{}", vec![tag("Tabs", "{}", Vec::new())])];
    let site = testing::site(vec![
        testing::page("/nested", "A", nested),
        testing::page("/outer", "B", vec![tag("Outer", "{}", Vec::new())]),
        testing::page("/text", "C", vec![text("words")]),
    ]);
    let pages = PageCache::default();
    let render = |stage: &Stage| {
        let cache = Cache::open(&stage.folder.path().join("cache"));
        let options = RenderOptions {
            page_cache: Some(&pages),
            ..stage.options(&cache)
        };
        let mut sink = Diagnostics::new();
        render_pages(&site, &stage.bundle, &options, &mut sink).unwrap();
        assert_eq!(sink.into_sorted(), []);
        (pages.count(), stage.runs())
    };
    let code = |shared: &str, tabs: &str| CodeHashes {
        shared: shared.to_owned(),
        components: [("Outer", "1"), ("Tabs", tabs)]
            .map(|(name, hash)| (name.to_owned(), hash.to_owned()))
            .into(),
    };
    stage.bundle.code = Some(code("1", "1"));
    // The not-found page is rendered, too.
    assert_eq!(render(&stage), (4, 1));
    assert_eq!(render(&stage), (4, 1));
    stage.bundle.build_id = "next".to_owned();
    assert_eq!(render(&stage), (4, 1), "only files of the client changed");
    stage.bundle.code = Some(code("1", "2"));
    assert_eq!(render(&stage), (5, 2), "one page has a tag of it");
    stage.bundle.code = Some(code("2", "2"));
    assert_eq!(render(&stage), (9, 3));
    stage
        .bundle
        .components
        .get_mut("Tabs")
        .unwrap()
        .styles
        .clear();
    assert_eq!(render(&stage), (13, 3));
}

#[test]
fn components_that_ask_for_the_page_are_rendered_for_each() {
    let mut stage = Stage::new();
    let document = |path: &str| {
        let body = vec![tag("Outer", "{}", vec![tag("Tabs", "{}", Vec::new())])];
        let mut page = testing::page(path, "A", body);
        page.doc_id = Some("a".to_owned());
        let Value::Object(front) = json!({"own": path}) else {
            unreachable!()
        };
        page.front_matter = Some(Arc::new(front));
        page
    };
    let shown = |stage: &Stage| {
        let site = testing::site(vec![document("/a"), document("/b")]);
        let (rendered, _) = stage.render(&site);
        [0, 1].map(|at| rendered[at].slots[0].clone())
    };
    let [one, other] = shown(&stage);
    assert_eq!(one, other);
    let asking = stage.bundle.components.get_mut("Tabs").unwrap();
    asking.asks_page = true;
    let [one, other] = shown(&stage);
    assert!(one.ends_with(r#""/a"{"own":"/a"}"#), "{one}");
    assert!(other.ends_with(r#""/b"{"own":"/b"}"#), "{other}");
}

#[test]
fn components_that_ask_for_the_sidebar_get_the_category_around_the_page() {
    let link = |href: &str| SidebarItem::Link {
        label: "L".to_owned(),
        href: href.to_owned(),
        external: false,
        class_name: None,
        custom_props: None,
        is_unlisted: false,
    };
    let category = SidebarItem::Category {
        label: "C".to_owned(),
        href: Some("/c".to_owned()),
        first_href: None,
        collapsible: true,
        collapsed: true,
        class_name: None,
        custom_props: None,
        items: Some(vec![link("/c/d")]),
        unlisted_href: None,
    };
    let shown = |href| json!({"type": "link", "label": "L", "href": href, "description": "Of it"});
    let own = json!({"type": "category", "label": "C", "href": "/c", "items": [shown("/c/d")]});
    let mut all = own.clone();
    all["description"] = json!("Of it");
    let all = json!({"type": "category", "label": "", "items": [shown("/a"), all]});
    let paths = ["/a", "/c", "/c/d"];
    let pages = paths.map(|path| {
        let body = vec![tag("Tabs", "{}", Vec::new())];
        let mut page = testing::page(path, "A", body);
        page.doc_id = Some("a".to_owned());
        page.props.description = Some("Of it".to_owned());
        page.props.sidebar = Some(SidebarProps {
            id: "docs".to_owned(),
            asset: "s".to_owned(),
            items: None,
        });
        page
    });
    let mut site = testing::site(pages.to_vec());
    site.sidebars
        .insert("s".to_owned(), vec![link("/a"), category]);
    let mut stage = Stage::new();
    let asking = stage.bundle.components.get_mut("Tabs").unwrap();
    (asking.asks_page, asking.asks_sidebar) = (true, true);
    let (rendered, _) = stage.render(&site);
    for (page, expected) in rendered.iter().zip([all, own.clone(), own]) {
        let (_, category) = page.slots[0].split_once('{').unwrap();
        let category: Value = serde_json::from_str(&format!("{{{category}")).unwrap();
        assert_eq!(category, expected);
    }
}

#[test]
fn a_failing_component_is_a_diagnostic_and_the_rest_is_rendered() {
    let stage = Stage::new();
    let bad = vec![
        tag("Tabs", "{\"fail\":\"boom\"}", Vec::new()),
        text("still here"),
    ];
    let site = testing::site(vec![
        testing::page("/a", "A", bad),
        testing::page("/b", "B", vec![text("fine")]),
    ]);
    let (rendered, messages) = stage.render(&site);
    assert_eq!(
        messages,
        ["cannot render `Tabs`: boom, because x is 3 (in `Tabs`)"]
    );
    assert_eq!(rendered[0].shell.to_text(), "<main>Astill here</main>");
    assert_eq!(rendered[1].shell.to_text(), "<main>Bfine</main>");
}

#[test]
fn a_page_in_which_a_part_fails_has_the_title_that_the_rest_sets() {
    let stage = Stage::new();
    let rest = "<!--bindery:page {\"title\":\"B\"}--><p>rest</p>";
    let props = json!({"fail": "boom", "instead": rest}).to_string();
    let mut page = testing::page("/a", "A", vec![tag("Tabs", &props, Vec::new())]);
    page.props.content = PageContent::Component;
    let mut site = testing::site(vec![page]);
    let cache = Cache::open(&stage.folder.path().join("cache"));
    let mut sink = Diagnostics::new();
    let options = stage.options(&cache);
    react_pages::render_react_pages(&mut site, &stage.bundle, &options, &mut sink).unwrap();
    assert_eq!(sink.into_sorted(), []);
    assert_eq!(site.pages[0].props.title, "B");
    let (rendered, _) = stage.render(&site);
    assert_eq!(rendered[0].shell.to_text(), "<main>B<p>rest</p></main>");
}

#[test]
fn an_unknown_component_gets_a_suggestion() {
    let stage = Stage::new();
    let site = testing::site(vec![testing::page(
        "/a",
        "A",
        vec![tag("Tab", "{}", Vec::new())],
    )]);
    let (_, messages) = stage.render(&site);
    assert_eq!(messages, ["no component `Tab`"]);
}

#[test]
fn failures_of_the_engine_are_diagnostics() {
    let stage = Stage::new();
    let bad = vec![
        tag("Tabs", "{\"fail\":\"late\"}", Vec::new()),
        tag("Tabs", "{\"fail\":\"garbled\"}", Vec::new()),
        text("still here"),
    ];
    let (rendered, messages) = stage.render(&testing::site(vec![testing::page("/a", "A", bad)]));
    assert_eq!(
        messages,
        [
            "cannot render `Tabs`: it took longer than 60 s",
            "cannot render `Tabs`: its answer is not text",
        ]
    );
    assert_eq!(rendered[0].shell.to_text(), "<main>Astill here</main>");
}

#[test]
fn node_and_engine_share_their_cache() {
    let mut stage = Stage::new();
    let site = testing::site(vec![testing::page("/a", "A", vec![text("one")])]);
    let (rendered, _) = stage.render(&site);
    stage.engine.choice = EngineChoice::Node;
    stage.engine.embedded = None;
    assert_eq!(stage.render(&site).0, rendered);
    assert_eq!(stage.runs(), 1);
}

#[test]
fn an_engine_that_cannot_run_says_why() {
    let mut stage = Stage::new();
    let error_of = |stage: &Stage| {
        let cache = Cache::open(&stage.folder.path().join("cache"));
        let options = RenderOptions {
            cache: &cache,
            shipped: None,
            logs: stage.folder.path(),
            engine: stage.engine,
            page_cache: None,
        };
        let site = testing::site(Vec::new());
        render_pages(&site, &stage.bundle, &options, &mut Diagnostics::new())
            .unwrap_err()
            .to_string()
    };
    fs::write(stage.bundle.folder.join("ssr/engine.js"), "").unwrap();
    assert!(error_of(&stage).contains("does not run: it is empty"));
    stage.bundle.engine = None;
    assert!(error_of(&stage).contains("only Node can render its pages"));
}
