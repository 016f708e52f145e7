//! Renders the formulas that Rust cannot with KaTeX; the Markdown parser leaves their source in a marked element.
//!
//! The mark is `<code class="math-source" data-math="d FILE START END">`: display or inline (`i`), and where the formula
//! is in the source. Without such a formula no process starts. Each formula is rendered once, and its MathML cached. A
//! formula that KaTeX cannot parse either stays source, with a warning at its place.

use super::worker::{Answer, Request};
use super::{RenderOptions, render_requests};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::Segment;
use crate::error::BuildError;
use crate::html::escape::to_json;
use crate::model::{Site, Slot};
use crate::render::bundle::Bundle;
use crate::source::{FileId, Span};
use std::collections::BTreeMap;

const OPEN: &str = "<code class=\"math-source\" data-math=\"";
const CLOSE: &str = "</code>";

/// A formula to render.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Formula {
    tex: String,
    is_display: bool,
}

impl Formula {
    fn request(&self) -> Request {
        let tex = to_json(&self.tex);
        let display = self.is_display;
        Request::new(
            format!("the formula {tex}"),
            format!("\"op\":\"math\",\"tex\":{tex},\"display\":{display}}}"),
        )
    }
}

/// Puts MathML in place of the marked sources of all pages.
///
/// # Errors
/// When no engine can render, or the engine stops or does not answer in time.
pub(super) fn render_formulas(
    site: &mut Site,
    bundle: &Bundle,
    options: &RenderOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<(), BuildError> {
    let mut places: BTreeMap<Formula, Vec<Span>> = BTreeMap::new();
    let pages = site.pages.iter().chain([&site.not_found]);
    let slots = pages.flat_map(|page| &page.slots);
    for slot in slots.filter(|slot| has_marks(slot)) {
        visit_html(slot, &mut |html| {
            replace(html, &mut |formula, span| {
                places.entry(formula.clone()).or_default().push(span);
                None
            });
        });
    }
    if places.is_empty() {
        return Ok(());
    }
    let requests: Vec<Request> = places.keys().map(Formula::request).collect();
    let answers = render_requests(bundle, options, requests.iter())?;
    let mut rendered: BTreeMap<&Formula, &str> = BTreeMap::new();
    for ((formula, spans), request) in places.iter_mut().zip(&requests) {
        match answers.get(&request.key) {
            Some(Answer::Html(html)) => drop(rendered.insert(formula, html)),
            Some(Answer::Failed(reason)) => {
                // A post's text is on several pages.
                spans.sort_unstable();
                spans.dedup();
                for span in spans {
                    let message = format!("this formula cannot be read: {}", reason.message());
                    sink.warn(Code::BadMath, *span, message)
                        .help("the page shows its source instead");
                }
            }
            None => {}
        }
    }
    for_each_marked(site, &mut |html| {
        let filled = replace(html, &mut |formula, _| {
            rendered.get(formula).map(|html| (*html).to_owned())
        });
        if let Some(filled) = filled {
            *html = filled;
        }
    });
    Ok(())
}

/// Whether an article has a mark.
fn has_marks(slot: &Slot) -> bool {
    slot.has_marked_formulas(|segments| {
        let mut is_found = false;
        visit_html(segments, &mut |html| is_found |= html.contains(OPEN));
        is_found
    })
}

fn visit_html(segments: &[Segment], visit: &mut impl FnMut(&str)) {
    for segment in segments {
        match segment {
            Segment::Html(html) => visit(html),
            Segment::Component(tag) => visit_html(&tag.children, visit),
            _ => {}
        }
    }
}

/// Calls `change` for the HTML of articles that have marks.
fn for_each_marked(site: &mut Site, change: &mut impl FnMut(&mut String)) {
    for page in site.pages.iter_mut().chain([&mut site.not_found]) {
        for slot in page.slots.iter_mut().filter(|slot| has_marks(slot)) {
            walk(slot.to_mut(), change);
        }
    }
}

fn walk(segments: &mut [Segment], visit: &mut impl FnMut(&mut String)) {
    for segment in segments {
        match segment {
            Segment::Html(html) => visit(html),
            Segment::Component(tag) => walk(&mut tag.children, visit),
            _ => {}
        }
    }
}

/// Replaces the marked formulas by the output of `mathml_of`, or by their source without the mark where that is `None`.
/// Gives `None` for HTML without marks.
fn replace(
    html: &str,
    mathml_of: &mut dyn FnMut(&Formula, Span) -> Option<String>,
) -> Option<String> {
    let mut rest = html;
    let mut out = String::new();
    let mut is_changed = false;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let Some((formula, span, source, tail)) = parse_mark(after) else {
            break;
        };
        out.push_str(before);
        match mathml_of(&formula, span) {
            Some(html) => out.push_str(&html),
            None => {
                out.push_str("<code class=\"math-source\">");
                out.push_str(source);
                out.push_str(CLOSE);
            }
        }
        is_changed = true;
        rest = tail;
    }
    out.push_str(rest);
    is_changed.then_some(out)
}

/// A formula, its place, its source as HTML, and what follows it.
fn parse_mark(mark: &str) -> Option<(Formula, Span, &str, &str)> {
    let (place, rest) = mark.split_once("\">")?;
    let (source, tail) = rest.split_once(CLOSE)?;
    let mut words = place.split(' ');
    let is_display = words.next()? == "d";
    let mut number = || words.next()?.parse::<u32>().ok();
    let span = Span {
        file: FileId(number()?),
        start: number()?,
        end: number()?,
    };
    let tex = bindery_html::decode(source);
    Some((Formula { tex, is_display }, span, source, tail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::RenderLines;
    use crate::system::cache::Cache;
    use crate::testing;
    use serde_json::{Value, json};

    /// Renders a formula as its source in capitals; `\bad` is refused.
    fn render_lines(
        _: &str,
        lines: &[String],
        _: &(dyn Fn() + Sync),
    ) -> Result<Vec<Result<String, String>>, String> {
        let render = |line: &String| {
            let request: Value = serde_json::from_str(line).unwrap();
            assert_eq!(request["op"], "math");
            let (id, display) = (&request["id"], &request["display"]);
            let answer = match request["tex"].as_str().unwrap() {
                "\\bad" => json!({"id": id, "error": {"message": "no"}}),
                tex => {
                    let html = format!("<math>{display}:{}</math>", tex.to_uppercase());
                    json!({"id": id, "html": html})
                }
            };
            Ok(answer.to_string())
        };
        Ok(lines.iter().map(render).collect())
    }

    fn rendered(render: RenderLines, html: &str) -> (String, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let bundle = testing::bundle(folder.path(), "x");
        let cache = Cache::open(folder.path());
        let options = RenderOptions {
            cache: &cache,
            shipped: None,
            logs: folder.path(),
            engine: testing::engine(render),
            page_cache: None,
        };
        let mut sink = Diagnostics::new();
        let mut site = testing::site(vec![testing::page(
            "/a",
            "A",
            vec![Segment::Html(html.to_owned())],
        )]);
        render_formulas(&mut site, &bundle, &options, &mut sink).unwrap();
        let Segment::Html(html) = &site.pages[0].slots[0][0] else {
            panic!("it is HTML");
        };
        let problems = sink.into_sorted();
        let problems = problems
            .iter()
            .map(|one| format!("{:?} {}", one.span.map(|span| span.start), one.message));
        (html.clone(), problems.collect())
    }

    #[test]
    fn marked_formulas_are_rendered_and_faulty_ones_reported() {
        let mark = |place: &str, tex: &str| format!("{OPEN}{place}\">{tex}</code>");
        let html = format!(
            "<p>{} b {}</p>",
            mark("i 0 3 9", "a&lt;b"),
            mark("d 0 12 20", "\\bad")
        );
        let (html, problems) = rendered(render_lines, &html);
        assert_eq!(
            html,
            "<p><math>false:A<B</math> b <code class=\"math-source\">\\bad</code></p>"
        );
        assert_eq!(problems, ["Some(12) this formula cannot be read: no"]);
    }

    #[test]
    fn without_marks_nothing_starts() {
        let (html, problems) = rendered(
            |_, _, _| Err("it ran".to_owned()),
            "<p><code class=\"math-source\">x</code></p>",
        );
        assert_eq!(html, "<p><code class=\"math-source\">x</code></p>");
        assert!(problems.is_empty());
    }
}
