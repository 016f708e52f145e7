//! The options of Markdown: `[markdown]`, `[code]`, `[admonitions]` and `[math]`.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::front_matter::{MdxMode, TextFormat};
use crate::highlight::themes;
use crate::markdown::options::{MagicComment, MarkdownOptions, Npm2Yarn};
use crate::markdown::package_managers::PackageManager;
use crate::value::{Fields, Node, NodeValue};

/// `[code]`: code blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeConfig {
    /// `themes.light`: the interface's colours by default.
    pub light_theme: Option<String>,
    /// `themes.dark`: the interface's colours by default.
    pub dark_theme: Option<String>,
    /// `additional_languages`: accepted for Docusaurus' sake; all supported languages are always available.
    pub additional_languages: Vec<String>,
}

/// `[math]`: a style sheet on another host for the formulas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MathConfig {
    /// `style_sheet`: its address; pages with formulas load it.
    pub style_sheet: Option<String>,
    /// `integrity`: the hash the browser checks it against.
    pub integrity: Option<String>,
}

pub(in crate::config) fn read_code(
    node: &Node,
    options: &mut MarkdownOptions,
    sink: &mut Diagnostics,
) -> CodeConfig {
    let mut code = CodeConfig::default();
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    if let Some(themes) = fields.node("themes") {
        let mut fields = Fields::new(themes, FIELD_CODES, fields.sink);
        code.light_theme = read_theme(&mut fields, "light");
        code.dark_theme = read_theme(&mut fields, "dark");
        fields.finish();
    }
    let languages = fields.strings("additional_languages").into_iter();
    code.additional_languages = languages.map(|(language, _)| language).collect();
    options.default_language = fields.string("default_language");
    for item in fields.list("magic_comments") {
        options
            .magic_comments
            .push(read_magic_comment(item, fields.sink));
    }
    fields.finish();
    code
}

/// Reads the name of a theme, or its colours. An unknown theme leaves the interface's colours, with a warning.
fn read_theme(fields: &mut Fields<'_, '_>, key: &'static str) -> Option<String> {
    let (name, span) = fields.string_at(key)?;
    let is_known = themes::names().any(|known| known == name);
    if !is_known && themes::written_colours(&name).is_none() {
        let otherwise = "the interface's own colours are used";
        let message = format!("unknown code theme `{name}`");
        let problem = fields.sink.warn(Code::BadConfig, span, message);
        problem.help(did_you_mean_or(&name, themes::names(), otherwise));
        return None;
    }
    Some(name)
}

fn read_magic_comment(node: &Node, sink: &mut Diagnostics) -> MagicComment {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mut comment = MagicComment {
        class_name: fields.string("class_name").unwrap_or_default(),
        line: fields.string("line"),
        block: None,
    };
    if let Some(block) = fields.node("block") {
        let mut fields = Fields::new(block, FIELD_CODES, fields.sink);
        comment.block = fields.string("start").zip(fields.string("end"));
        fields.finish();
    }
    fields.finish();
    comment
}

pub(in crate::config) fn read_admonitions(
    node: &Node,
    options: &mut MarkdownOptions,
    sink: &mut Diagnostics,
) {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    for (keyword, span) in fields.strings("keywords") {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if keyword.starts_with(|c: char| c.is_ascii_alphabetic()) && keyword.chars().all(is_name) {
            options.admonitions.push(keyword);
        } else {
            let message = format!("`{keyword}` cannot be the name of an admonition");
            let problem = fields.sink.error(Code::BadConfig, span, message);
            problem.help("letters, digits, hyphens and underscores, a letter first");
        }
    }
    // Accepted without effect: Docusaurus' switch removes the default kinds.
    let _ = fields.boolean("extend_defaults");
    fields.finish();
}

pub(in crate::config) fn read_markdown(
    node: &Node,
    options: &mut MarkdownOptions,
    sink: &mut Diagnostics,
) {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    options.has_emoji = fields.boolean("emoji").unwrap_or(false);
    options.is_caption_off = fields.boolean("captions") == Some(false);
    options.retains_heading_case = fields.boolean("retain_heading_case").unwrap_or(false);
    options.runs_live_code = fields.boolean("live_code").unwrap_or(false);
    if let Some((name, span)) = fields.string_at("format") {
        options.format = TextFormat::parse(&name).unwrap_or_else(|| {
            let message = format!("unknown text format `{name}`");
            let problem = fields.sink.error(Code::BadConfig, span, message);
            problem.help("write `md`, `mdx` or `detect`");
            TextFormat::Mdx
        });
    }
    options.draws_diagrams = fields.boolean("mermaid").unwrap_or(false);
    if let Some(node) = fields.node("npm2yarn") {
        options.npm2yarn = read_npm2yarn(node, fields.sink);
    }
    fields.finish();
}

/// `[mdx]`: how texts are read.
pub(in crate::config) fn read_mdx(
    node: &Node,
    options: &mut MarkdownOptions,
    sink: &mut Diagnostics,
) {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    if let Some((name, span)) = fields.string_at("mode") {
        options.mdx_mode = MdxMode::parse(&name);
        if options.mdx_mode.is_none() {
            let message = format!("unknown MDX mode `{name}`");
            let problem = fields.sink.error(Code::BadConfig, span, message);
            problem.help("write `auto`, `fast` or `true`");
        }
    }
    fields.finish();
}

/// `npm2yarn`: `true`, or a table with `sync` and `converters`.
fn read_npm2yarn(node: &Node, sink: &mut Diagnostics) -> Option<Npm2Yarn> {
    let mut options = Npm2Yarn {
        is_synced: false,
        others: PackageManager::OTHERS.to_vec(),
    };
    if let NodeValue::Bool(is_on) = node.value {
        return is_on.then_some(options);
    }
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    options.is_synced = fields.boolean("sync").unwrap_or(false);
    if fields.node("converters").is_some() {
        options.others.clear();
        for (name, span) in fields.strings("converters") {
            let known = PackageManager::OTHERS;
            if let Some(one) = known.into_iter().find(|one| one.name() == name) {
                options.others.push(one);
                continue;
            }
            let message = format!("unknown package manager `{name}`");
            let help = "write `yarn`, `pnpm` or `bun`";
            fields.sink.warn(Code::BadConfig, span, message).help(help);
        }
    }
    fields.finish();
    Some(options)
}

pub(in crate::config) fn read_math(
    node: &Node,
    options: &mut MarkdownOptions,
    sink: &mut Diagnostics,
) -> MathConfig {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    options.is_math_off = fields.boolean("enabled") == Some(false);
    let style_sheet = fields.string_at("style_sheet");
    let integrity = fields.string_at("integrity");
    fields.finish();
    if let Some((address, span)) = &style_sheet {
        let host = address.strip_prefix("https://").unwrap_or_default();
        if host.is_empty() || address.contains(|c: char| c.is_whitespace() || "\"'<>;,".contains(c))
        {
            sink.error(
                Code::BadConfig,
                *span,
                "`style_sheet` must be an address that begins with `https://`",
            );
        } else if integrity.is_none() {
            sink.error(
                Code::BadConfig,
                *span,
                "a style sheet on another host needs its `integrity`",
            )
            .help("write the `sha384-…` that the host gives with the address");
        }
    }
    if let Some((hash, span)) = &integrity
        && !["sha256-", "sha384-", "sha512-"]
            .iter()
            .any(|kind| hash.starts_with(kind))
    {
        sink.error(
            Code::BadConfig,
            *span,
            "`integrity` must begin with `sha256-`, `sha384-` or `sha512-`",
        );
    }
    MathConfig {
        style_sheet: style_sheet.map(|(address, _)| address),
        integrity: integrity.map(|(hash, _)| hash),
    }
}
