//! The options of tags, which `[blog]` and `[[docs]]` share.

use super::checks::{LEVELS, level};
use crate::config::values::is_off;
use crate::diagnostic::Level;
use crate::source::Span;
use crate::value::Fields;

/// The options of tags: of `[blog]` and of `[[docs]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagOptions {
    /// `tags`: the file of tags in the folder: `tags.yml` by default, which may be missing; `false` for no file.
    pub file: TagsFile,
    /// `tags_base_path`: `tags` by default.
    pub base_path: String,
    /// `on_inline_tags`: the level of tags that are not in the file: `warn` (default), `ignore`, `error`.
    pub on_inline: Level,
}

/// The file that defines the tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TagsFile {
    /// `tags.yml`, where there is one.
    #[default]
    Default,
    /// None.
    None,
    /// This one, relative to the folder of the content.
    Path(String, Span),
}

/// Reads the options of tags out of `[blog]` or `[[docs]]`.
pub(in crate::config) fn read_tag_options(fields: &mut Fields<'_, '_>) -> TagOptions {
    let default = TagOptions::default();
    let file = if is_off(fields, "tags") {
        TagsFile::None
    } else {
        let path = fields.string_at("tags");
        path.map_or(TagsFile::Default, |(path, span)| TagsFile::Path(path, span))
    };
    TagOptions {
        file,
        base_path: fields.string("tags_base_path").unwrap_or(default.base_path),
        on_inline: fields
            .enum_value("on_inline_tags", &LEVELS)
            .map_or(default.on_inline, level),
    }
}

impl Default for TagOptions {
    fn default() -> Self {
        TagOptions {
            file: TagsFile::Default,
            base_path: "tags".to_owned(),
            on_inline: Level::Warn,
        }
    }
}
