//! The Markdown options of a site.

/// The options that the Markdown parser takes from the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkdownOptions {
    /// `[admonitions]` `keywords`: further kinds of admonitions.
    pub admonitions: Vec<String>,
    /// `[code]` `default_language`: the language of code blocks that name none.
    pub default_language: Option<String>,
    /// `[markdown]` `emoji`: `:tada:` becomes an emoji; on by default in Docusaurus, off in Bindery.
    pub has_emoji: bool,
    /// `[markdown]` `captions`, negated: the title of a picture in a paragraph of its own is not its caption, as in
    /// Docusaurus.
    pub is_caption_off: bool,
    /// Whether exports may be components, as in Docusaurus.
    pub has_code: bool,
    /// `[math]` `enabled`, negated: dollar signs are plain text.
    pub is_math_off: bool,
    /// `[[code.magic_comments]]`: further magic comments.
    pub magic_comments: Vec<MagicComment>,
}

/// Comments that give a class to lines of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MagicComment {
    /// The class.
    pub class_name: String,
    /// The comment before a line.
    pub line: Option<String>,
    /// The comments before the first and after the last of several lines.
    pub block: Option<(String, String)>,
}
