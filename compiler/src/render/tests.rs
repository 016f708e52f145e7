use super::*;
use crate::testing;
use std::fs;

/// A stand-in for the real worker that counts how often it starts.
const WORKER: &str = "
import { createInterface } from 'node:readline';
import { appendFileSync } from 'node:fs';
appendFileSync(new URL('starts', import.meta.url), 'x');
const draw = ({ c, p, k }) => `<i data-c=\"${c}\" id=\"bindery-uid-${p.n ?? ''}\">${k.map((kid) => 'h' in kid ? `<bindery-slot data-n=\"${kid.h}\"></bindery-slot>` : draw(kid)).join('')}</i>`;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, props, tree } = JSON.parse(line);
  if (tree?.p.fail) console.log(JSON.stringify({ id, error: { message: 'boom', stack: 'Error: boom\\n    at Tabs (worker.mjs:1:2)', causes: ['x is 3'] } }));
  else if (op === 'component') console.log(JSON.stringify({ id, html: draw(tree) }));
  else console.log(JSON.stringify({ id, html: `<main>${props.page.title}${Array.from({ length: props.page.slots }, (_, n) => `<!--bindery:slot:${n}-->`).join('')}</main>` }));
}
";

struct Stage {
    folder: tempfile::TempDir,
    bundle: Bundle,
    engine: Engine,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bundle = testing::bundle(folder.path(), WORKER);
        let engine = Engine::default();
        Stage {
            folder,
            bundle,
            engine,
        }
    }

    fn render(&self, site: &Site) -> (Vec<RenderedPage>, Vec<String>) {
        let cache = Cache::open(&self.folder.path().join("cache"));
        let options = RenderOptions {
            cache: &cache,
            shipped: None,
            logs: self.folder.path(),
            engine: self.engine,
        };
        let mut sink = Diagnostics::new();
        let rendered = render_pages(site, &self.bundle, &options, &mut sink).unwrap();
        let messages = sink.into_sorted();
        (
            rendered,
            messages.into_iter().map(|one| one.message).collect(),
        )
    }

    fn starts(&self) -> usize {
        let path = self.bundle.folder.join("ssr/starts");
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
fn an_edited_body_wakes_no_process() {
    let stage = Stage::new();
    let body = |words: &str| vec![tag("Tabs", "{\"n\":1}", vec![text(words)]), text(words)];
    let (rendered, _) = stage.render(&testing::site(vec![testing::page("/a", "A", body("one"))]));
    assert_eq!(
        rendered[0].slots[0],
        "<i data-c=\"Tabs\" id=\"c0-1\">one</i>one"
    );
    assert_eq!(
        rendered[0].shell,
        format!("<main>A{}</main>", rendered[0].slots[0])
    );
    assert_eq!(rendered[0].styles, ["assets/tabs-x.css"]);
    assert_eq!(stage.starts(), 1);

    let mut page = testing::page("/a", "A", body("two"));
    page.props.description = Some("two".to_owned());
    let (rendered, _) = stage.render(&testing::site(vec![page]));
    assert!(rendered[0].shell.contains("two"));
    assert_eq!(stage.starts(), 1);

    stage.render(&testing::site(vec![testing::page(
        "/a",
        "New",
        body("two"),
    )]));
    assert_eq!(stage.starts(), 2);
}

#[test]
fn a_failing_component_is_a_diagnostic_and_the_rest_is_rendered() {
    let stage = Stage::new();
    let bad = vec![
        tag("Tabs", "{\"fail\":true}", Vec::new()),
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
    assert_eq!(rendered[0].shell, "<main>Astill here</main>");
    assert_eq!(rendered[1].shell, "<main>Bfine</main>");
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

/// A stand-in for the engine: fails for some, renders nothing but the number for others.
fn render_lines(script: &str, lines: &[String]) -> Result<Vec<Result<String, String>>, String> {
    if script.is_empty() {
        return Err("it is empty".to_owned());
    }
    let render = |line: &String| match line {
        line if line.contains("\"late\"") => Err("it took longer than 60 s".to_owned()),
        line if line.contains("\"c\"") => Ok("no answer".to_owned()),
        _ => Ok("{\"id\":0,\"html\":\"<main><!--bindery:slot:0--></main>\"}".to_owned()),
    };
    Ok(lines.iter().map(render).collect())
}

fn embedded() -> Stage {
    let mut stage = Stage::new();
    let script = stage.bundle.folder.join("ssr/engine.js");
    fs::write(&script, "x").unwrap();
    stage.bundle.engine = Some(script);
    stage.engine = Engine {
        choice: EngineChoice::Embedded,
        embedded: Some(render_lines),
    };
    stage
}

#[test]
fn the_embedded_engine_renders_and_its_failures_are_diagnostics() {
    let stage = embedded();
    let bad = vec![
        tag("Tabs", "{\"late\":1}", Vec::new()),
        tag("Tabs", "{\"n\":1}", Vec::new()),
        text("still here"),
    ];
    let (rendered, messages) = stage.render(&testing::site(vec![testing::page("/a", "A", bad)]));
    assert_eq!(
        messages,
        [
            "cannot render `Tabs`: it took longer than 60 s",
            "cannot render `Tabs`: what it answers is no text",
        ]
    );
    assert_eq!(rendered[0].shell, "<main>still here</main>");
    assert_eq!(stage.starts(), 0);
}

#[test]
fn node_and_engine_share_their_cache() {
    let mut stage = embedded();
    let site = testing::site(vec![testing::page("/a", "A", vec![text("one")])]);
    let (rendered, _) = stage.render(&site);
    stage.engine.choice = EngineChoice::Node;
    assert_eq!(stage.render(&site).0, rendered);
    assert_eq!(stage.starts(), 0);
}

#[test]
fn node_renders_where_it_is_installed() {
    let mut stage = embedded();
    stage.engine.choice = EngineChoice::NodeWhereInstalled;
    stage.render(&testing::site(vec![testing::page("/a", "A", Vec::new())]));
    assert_eq!(stage.starts(), 1);
}

#[test]
fn an_engine_that_cannot_run_says_why() {
    let mut stage = embedded();
    let fault = |stage: &Stage| {
        let cache = Cache::open(&stage.folder.path().join("cache"));
        let options = RenderOptions {
            cache: &cache,
            shipped: None,
            logs: stage.folder.path(),
            engine: stage.engine,
        };
        let site = testing::site(Vec::new());
        render_pages(&site, &stage.bundle, &options, &mut Diagnostics::new())
            .unwrap_err()
            .to_string()
    };
    fs::write(stage.bundle.folder.join("ssr/engine.js"), "").unwrap();
    assert!(fault(&stage).contains("does not run: it is empty"));
    stage.bundle.engine = None;
    assert!(fault(&stage).contains("nothing can render pages but Node"));
}
