//! `<CodeBlock>`: code as the fences write it, from a string or an imported file.

use crate::blocks::code;
use crate::document::{ComponentTag, Segment};
use crate::renderer::Renderer;
use bindery_html::TokenKind;
use serde_json::Value;
use std::fmt::Write as _;

impl Renderer<'_, '_, '_> {
    /// Writes the code between the tags, without the tags of paragraphs in it.
    pub(crate) fn write_code_component(&mut self, tag: &ComponentTag) {
        let mut html = String::new();
        for segment in &tag.children {
            if let Segment::Html(own) = segment {
                html.push_str(own);
            }
        }
        let code = without_tags(&html);
        let code = code.trim_matches('\n');
        let info = code::parse(&info(tag));
        self.code_block(&info, &format!("{code}\n"), tag.span);
    }
}

/// The info string of an equivalent fence.
fn info(tag: &ComponentTag) -> String {
    let text = |name: &str| tag.text(name);
    let class = text("className").and_then(|class| {
        class
            .split(' ')
            .find_map(|one| one.strip_prefix("language-"))
    });
    let mut info = text("language").or(class).unwrap_or("text").to_owned();
    if let Some(title) = text("title") {
        let _ = write!(info, " title=\"{}\"", title.replace('"', "'"));
    }
    if let Some(meta) = text("metastring") {
        let _ = write!(info, " {meta}");
    }
    match tag.prop("showLineNumbers") {
        Some(Value::Number(first)) => {
            let _ = write!(info, " showLineNumbers={first}");
        }
        Some(Value::Bool(true) | Value::String(_)) => info.push_str(" showLineNumbers"),
        _ => {}
    }
    info
}

fn without_tags(html: &str) -> String {
    let texts = bindery_html::tokenize(html).filter(|token| token.kind == TokenKind::Text);
    let text: String = texts.map(|token| token.source).collect();
    bindery_html::decode(&text)
}
