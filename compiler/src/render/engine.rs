//! Renders in this process, without Node, with a function that the build script passes in.
//!
//! The compiler links no JavaScript engine, as every binary with authors' commands would then contain one. The answers
//! are the same as the Node worker's, byte for byte, but for the wording of exceptions.

use super::worker::{self, Answer, RenderError, Request};
use crate::error::BuildError;
use crate::render::bundle::{Bundle, EngineScript};
use crate::system::files;
use crate::system::progress::{Counter, Stage};
use std::path::Path;

/// From this many requests on, Node renders the script of a packed interface where it is installed: it compiles the script
/// while it runs, and then takes a tenth of the engine's time.
const NODE_ABOVE: usize = 200;

/// So many lines are in memory at once: each repeats the items of its sidebar.
const MAX_LINES: usize = 4_000;

/// What makes the engine's script a worker in Node, as `ui/src/entry-server.tsx` is one.
const WORKER_LOOP: &str = r"
;{
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  console.log = console.info = console.debug = console.error;
  const { createInterface } = require('node:readline');
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', (line) => {
    if (line.trim() !== '') write(`${globalThis.binderyAnswer(line)}\n`);
  });
}
";

/// The JavaScript engine that renders.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine {
    /// The user's choice.
    pub choice: EngineChoice,
    /// The engine in this process, when the build has one.
    pub embedded: Option<RenderLines>,
}

/// Runs a script and asks its `binderyAnswer` each line: the answers in the same order, each with the reason when there
/// is none, or why the script cannot be run. The function is called after each answer.
pub type RenderLines =
    fn(&str, &[String], &(dyn Fn() + Sync)) -> Result<Vec<Result<String, String>>, String>;

/// The engine that the user chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Node where it can be started, the engine in this process elsewhere.
    #[default]
    NodeWhereInstalled,
    /// Only Node.
    Node,
    /// Only the engine in this process.
    Embedded,
}

impl EngineChoice {
    /// From `node` or `embedded`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "node" => Some(EngineChoice::Node),
            "embedded" => Some(EngineChoice::Embedded),
            _ => None,
        }
    }
}

impl Engine {
    /// The engine in this process, when it is to render.
    pub(super) fn embedded_for(&self, bundle: &Bundle) -> Result<Option<RenderLines>, BuildError> {
        self.choose(bundle, worker::is_node_installed)
    }

    fn choose(
        &self,
        bundle: &Bundle,
        is_node_installed: fn() -> bool,
    ) -> Result<Option<RenderLines>, BuildError> {
        let can_render = self.embedded.is_some() && bundle.engine.is_some();
        let has_no_module = matches!(bundle.engine, Some(EngineScript::Text(_)));
        match self.choice {
            _ if has_no_module && can_render => Ok(self.embedded),
            EngineChoice::Node => Ok(None),
            EngineChoice::NodeWhereInstalled if !can_render || is_node_installed() => Ok(None),
            EngineChoice::NodeWhereInstalled => Ok(self.embedded),
            EngineChoice::Embedded if can_render => Ok(self.embedded),
            EngineChoice::Embedded => Err(BuildError::new(
                format!(
                    "the bundle `{}` has no script for the embedded engine, so only Node can render its pages",
                    bundle.folder.display()
                ),
                "set BINDERY_ENGINE=node, or make the bundle again with `BINDERY_PREBUILT_OUT=DIR cargo build` where Node is installed",
            )),
        }
    }
}

/// Renders all requests with the script of a packed interface in Node; `None` when they are too few, the user chose another
/// engine, or Node is missing or cannot run the script. An old version of Node is no error, because the interface needs none.
pub(super) fn render_in_node<'r>(
    engine: &Engine,
    bundle: &Bundle,
    logs: &Path,
    requests: &[&'r Request],
) -> Option<Vec<(&'r Request, Answer)>> {
    let Some(EngineScript::Text(script)) = &bundle.engine else {
        return None;
    };
    let is_chosen = matches!(engine.choice, EngineChoice::NodeWhereInstalled);
    if !is_chosen || requests.len() < NODE_ABOVE || !worker::is_node_installed() {
        return None;
    }
    let module = logs.join(format!("engine-{}.cjs", bundle.ssr_hash.to_hex()));
    let text = format!("{script}{WORKER_LOOP}");
    files::write_if_changed(&module, text.as_bytes()).ok()?;
    worker::render_all(&module, logs, requests, worker::DEADLINE).ok()
}

/// Renders all requests.
///
/// # Errors
/// When the bundle's script cannot be run.
pub(super) fn render_all<'r>(
    bundle: &Bundle,
    render: RenderLines,
    requests: &[&'r Request],
) -> Result<Vec<(&'r Request, Answer)>, BuildError> {
    let counter = Counter::new(Stage::Render, requests.len());
    let script = bundle.engine_script()?;
    let mut rendered = Vec::with_capacity(requests.len());
    for requests in requests.chunks(MAX_LINES) {
        let lines = requests.iter().enumerate();
        let lines: Vec<String> = lines.map(|(id, request)| request.line(id)).collect();
        let answers = render(&script, &lines, &|| counter.add_one())
            .map_err(|reason| script_error(bundle, &reason))?;
        let answers = requests.iter().zip(answers);
        rendered.extend(answers.map(|(request, answer)| (*request, to_answer(answer))));
    }
    Ok(rendered)
}

fn script_error(bundle: &Bundle, reason: &str) -> BuildError {
    BuildError::new(
        format!(
            "the script that renders pages in `{}` does not run: {reason}",
            bundle.folder.display()
        ),
        "look at the components for code outside functions, or set BINDERY_ENGINE=node",
    )
}

fn to_answer(answer: Result<String, String>) -> Answer {
    let failed = |reason: String| Answer::Failed(RenderError::new(reason));
    match answer {
        Ok(line) => match worker::parse_answer(&line) {
            Some((_, answer)) => answer,
            None => failed("its answer is not text".to_owned()),
        },
        Err(reason) => failed(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn render(
        _: &str,
        _: &[String],
        _: &(dyn Fn() + Sync),
    ) -> Result<Vec<Result<String, String>>, String> {
        Ok(Vec::new())
    }

    #[test]
    fn node_runs_the_script_of_a_packed_interface_for_many_requests() {
        let folder = tempfile::tempdir().unwrap();
        let mut bundle = testing::bundle(folder.path(), "x");
        let engine = Engine {
            choice: EngineChoice::NodeWhereInstalled,
            embedded: Some(render),
        };
        let request = |n: usize| Request::new(format!("/{n}"), format!("\"n\":{n}}}"));
        let requests: Vec<Request> = (0..NODE_ABOVE).map(request).collect();
        let requests: Vec<&Request> = requests.iter().collect();
        let mut run = |script: &str, requests: &[&Request]| {
            bundle.engine = Some(EngineScript::Text(script.into()));
            let answers = render_in_node(&engine, &bundle, folder.path(), requests)?;
            let html = answers.into_iter().map(|(_, answer)| match answer {
                Answer::Html(html) => html,
                Answer::Failed(error) => panic!("{error}"),
            });
            Some(html.collect::<Vec<_>>())
        };
        let script = r"globalThis.binderyAnswer = (line) => {
            const { id, n } = JSON.parse(line);
            console.log('no answer');
            return JSON.stringify({ id, html: `page ${n}` });
        };";
        let answers = run(script, &requests).unwrap();
        assert_eq!(answers.len(), NODE_ABOVE);
        assert_eq!(answers[7], "page 7");
        assert_eq!(run(script, &requests[1..]), None);
        // A version of Node that cannot read the script.
        assert_eq!(run("a new syntax", &requests), None);
    }

    #[test]
    fn node_renders_where_it_is_installed() {
        let folder = tempfile::tempdir().unwrap();
        let mut bundle = testing::bundle(folder.path(), "x");
        let engine = Engine {
            choice: EngineChoice::NodeWhereInstalled,
            embedded: Some(render),
        };
        assert!(engine.choose(&bundle, || true).unwrap().is_none());
        assert!(engine.choose(&bundle, || false).unwrap().is_some());
        bundle.engine = None;
        assert!(engine.choose(&bundle, || false).unwrap().is_none());
    }
}
