//! The Markdown options of a site.

use crate::front_matter::{MdxMode, TextFormat};
use crate::package_managers::PackageManager;

/// The options that the Markdown parser takes from the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkdownOptions {
    /// `[admonitions]` `keywords`: further kinds of admonitions.
    pub admonitions: Vec<String>,
    /// `[code]` `default_language`: the language of code blocks that name none.
    pub default_language: Option<String>,
    /// `[markdown]` `emoji`: `:tada:` becomes an emoji; on by default in Docusaurus, off in Bindery.
    pub has_emoji: bool,
    /// `[markdown]` `captions`, negated: the title of an image that is alone in its paragraph is not its caption, as in
    /// Docusaurus.
    pub is_caption_off: bool,
    /// `[markdown]` `retain_heading_case`: ids of headings have the capital letters of their texts.
    pub retains_heading_case: bool,
    /// The shortened paths of the site's `tsconfig.json`, those with the longest beginning first.
    pub aliases: Vec<ImportAlias>,
    /// Whether the site is one of Docusaurus: exports may be components, and what only Bindery checks is not reported.
    pub has_code: bool,
    /// `[math]` `enabled`, negated: dollar signs are plain text.
    pub is_math_off: bool,
    /// `[markdown]` `npm2yarn`: code blocks with the word `npm2yarn` become tabs.
    pub npm2yarn: Option<Npm2Yarn>,
    /// `[markdown]` `format`: which texts are MDX.
    pub format: TextFormat,
    /// `[mdx]` `mode`: how texts are read; `None` decides by the kind of site.
    pub mdx_mode: Option<MdxMode>,
    /// `[markdown]` `mermaid`: code blocks of the language `mermaid` are drawn as diagrams in the browser.
    pub draws_diagrams: bool,
    /// `[markdown]` `live_code`: code blocks with the word `live` run in the browser, where readers can edit them.
    pub runs_live_code: bool,
    /// `[[code.magic_comments]]`: further magic comments.
    pub magic_comments: Vec<MagicComment>,
}

impl MarkdownOptions {
    /// How texts are read that do not say it: MDX runs the code of a site only where the site is one of Docusaurus.
    #[must_use]
    pub fn mdx_mode(&self) -> MdxMode {
        let default = match self.has_code {
            true => MdxMode::Auto,
            false => MdxMode::Fast,
        };
        self.mdx_mode.unwrap_or(default)
    }
}

/// An entry of `paths` in `tsconfig.json`, such as `"@components/*": ["./src/components/*"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportAlias {
    /// The text of imports before the asterisk.
    pub before: String,
    /// The text after the asterisk; `None` without an asterisk, when the import is `before` as a whole.
    pub after: Option<String>,
    /// The path in the tree, before and after what the asterisk stands for.
    pub target: (String, String),
}

impl ImportAlias {
    /// The path in the tree that the alias makes of an import; `None` when it is about other imports.
    #[must_use]
    pub fn path(&self, written: &str) -> Option<String> {
        let (start, end) = &self.target;
        let rest = written.strip_prefix(self.before.as_str())?;
        match &self.after {
            Some(after) => Some(format!(
                "{start}{}{end}",
                rest.strip_suffix(after.as_str())?
            )),
            None => rest.is_empty().then(|| start.clone()),
        }
    }
}

/// How commands of npm become tabs with those of other package managers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Npm2Yarn {
    /// `sync`: whether all tabs of the site show the same package manager.
    pub is_synced: bool,
    /// `converters`: the other package managers.
    pub others: Vec<PackageManager>,
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
