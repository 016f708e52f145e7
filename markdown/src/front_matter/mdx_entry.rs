//! Reads the key `mdx`: how the text of a document is read. As with Docusaurus, it can be an object with the `format` of the
//! text, which [`TextFormat::is_commonmark`] reads.

use bindery_source::value::Fields;
use serde_json::{Map, Value};

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

/// Which texts are MDX, with braces, imports and exports; the others are CommonMark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextFormat {
    /// All files.
    #[default]
    Mdx,
    /// No file.
    CommonMark,
    /// The files whose name ends in `.mdx`.
    Detect,
}

impl TextFormat {
    /// The format of this name in Docusaurus' words.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "mdx" => Some(TextFormat::Mdx),
            "md" => Some(TextFormat::CommonMark),
            "detect" => Some(TextFormat::Detect),
            _ => None,
        }
    }

    /// Whether the text of the file at this path is CommonMark; `front_matter` can name another format for it
    /// (`mdx: {format: md}`).
    #[must_use]
    pub fn is_commonmark(self, path: &str, front_matter: &Map<String, Value>) -> bool {
        let own = front_matter
            .get("mdx")
            .and_then(|mdx| mdx["format"].as_str());
        match own.and_then(TextFormat::parse).unwrap_or(self) {
            TextFormat::Mdx => false,
            TextFormat::CommonMark => true,
            TextFormat::Detect => !path.ends_with(".mdx"),
        }
    }
}

/// Reads `mdx: auto`, `fast` or `true`, which YAML gives as a truth value.
pub(super) fn read_mdx(fields: &mut Fields<'_, '_>) -> Option<MdxMode> {
    let node = fields.node("mdx")?;
    let value = node.to_json();
    if let Some(format) = value.get("format").and_then(Value::as_str) {
        if TextFormat::parse(format).is_none() {
            let message = format!("unknown text format `{format}`");
            let problem = fields.report_value(node, &message);
            problem.help("write `md`, `mdx` or `detect`");
        }
        return None;
    }
    let mode = match value {
        Value::Bool(true) => Some(MdxMode::True),
        Value::String(name) => MdxMode::parse(&name),
        _ => None,
    };
    if mode.is_none() {
        fields
            .report_value(node, "`mdx` is neither `auto` nor `fast` nor `true`")
            .help("write `mdx: auto`, `mdx: fast`, `mdx: true` or `mdx: {format: md}`");
    }
    mode
}
