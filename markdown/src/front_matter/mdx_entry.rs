//! Reads the key `mdx`: how the text of a document is read.

use bindery_source::value::Fields;
use serde_json::Value;

/// How the text of a document is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MdxMode {
    /// By Bindery's parser, and by MDX where that does not know a text.
    Auto,
    /// By Bindery's parser.
    Fast,
    /// By MDX, in Node.
    True,
}

impl MdxMode {
    /// The mode of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(MdxMode::Auto),
            "fast" => Some(MdxMode::Fast),
            "true" => Some(MdxMode::True),
            _ => None,
        }
    }
}

/// Reads `mdx: auto`, `fast` or `true`, which YAML gives as a truth value.
pub(super) fn read_mdx(fields: &mut Fields<'_, '_>) -> Option<MdxMode> {
    let node = fields.node("mdx")?;
    let mode = match node.to_json() {
        Value::Bool(true) => Some(MdxMode::True),
        Value::String(name) => MdxMode::parse(&name),
        _ => None,
    };
    if mode.is_none() {
        fields
            .report_value(node, "`mdx` is neither `auto` nor `fast` nor `true`")
            .help("write `mdx: auto`, `mdx: fast` or `mdx: true`");
    }
    mode
}
