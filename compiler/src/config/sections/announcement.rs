//! `[announcement_bar]`: a line above the navbar of every page.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics};
use crate::source::Span;
use crate::value::{Fields, Node};

/// The default id. A changed id shows the bar again to readers who closed it.
const DEFAULT_ID: &str = "announcement-bar";

/// `[announcement_bar]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncementConfig {
    /// `id`: `announcement-bar` by default. Another one shows the bar to those who closed it.
    pub id: String,
    /// `content`: HTML.
    pub content: String,
    /// The span of the content.
    pub span: Span,
    /// `background_color`: any CSS colour; that of the theme by default.
    pub background_color: Option<String>,
    /// `text_color`: any CSS colour; that of the theme by default.
    pub text_color: Option<String>,
    /// `is_closeable`: `true` by default.
    pub is_closeable: bool,
}

impl AnnouncementConfig {
    /// The CSS rule of the bar's colours; `None` if both are the theme's.
    #[must_use]
    pub fn css(&self) -> Option<String> {
        let ground = self.background_color.as_ref();
        let text = self.text_color.as_ref();
        let ground = ground.map(|color| format!("background-color:{color};"));
        let text = text.map(|color| format!("color:{color};"));
        let rules = ground.unwrap_or_default() + &text.unwrap_or_default();
        (!rules.is_empty()).then(|| format!(".announce{{{rules}}}"))
    }
}

/// Reads the table; without `content` there is no bar.
pub(in crate::config) fn read_announcement(
    node: &Node,
    sink: &mut Diagnostics,
) -> Option<AnnouncementConfig> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let (content, span) = fields
        .string_at("content")
        .unwrap_or_else(|| (String::new(), node.span));
    let bar = AnnouncementConfig {
        id: fields.string("id").unwrap_or_else(|| DEFAULT_ID.to_owned()),
        content,
        span,
        background_color: read_color(&mut fields, "background_color"),
        text_color: read_color(&mut fields, "text_color"),
        is_closeable: fields.boolean("is_closeable").unwrap_or(true),
    };
    fields.finish();
    (!bar.content.is_empty()).then_some(bar)
}

/// Reads a colour. It becomes part of a style sheet, so characters that could end the declaration are refused.
fn read_color(fields: &mut Fields<'_, '_>, key: &'static str) -> Option<String> {
    let (color, span) = fields.string_at(key)?;
    let is_color = color
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || " #(),.%-_/".contains(c));
    if !is_color {
        let message = format!("`{key}` is not a colour");
        fields
            .sink
            .error(Code::BadConfig, span, message)
            .help("write one as in a style sheet, such as `#20232a` or `rgb(32 35 42)`");
        return None;
    }
    Some(color)
}

#[cfg(test)]
mod tests {
    use crate::config::read_config;
    use crate::diagnostic::Diagnostics;
    use crate::source::SourceTree;

    fn read(text: &str) -> (crate::config::SiteConfig, usize) {
        let text = format!("title = \"A\"\nurl = \"https://a.example\"\n{text}");
        let tree = SourceTree::from_texts(&[("site.toml", &text)]);
        let mut sink = Diagnostics::new();
        let config = read_config(&tree, &mut sink);
        (config, sink.into_sorted().len())
    }

    #[test]
    fn a_bar_has_an_id_and_colours() {
        let (config, problems) = read(
            "[announcement_bar]\ncontent = \"<b>New</b>\"\nbackground_color = \"#20232a\"\ntext_color = \"rgb(1 2 3)\"\n",
        );
        assert_eq!(problems, 0);
        let bar = config.announcement.unwrap();
        assert_eq!(bar.id, "announcement-bar");
        assert!(bar.is_closeable);
        assert_eq!(
            bar.css().unwrap(),
            ".announce{background-color:#20232a;color:rgb(1 2 3);}"
        );
    }

    #[test]
    fn values_that_are_not_colours_never_reach_a_style_sheet() {
        let (config, problems) =
            read("[announcement_bar]\ncontent = \"x\"\nbackground_color = \"red}body{\"\n");
        assert_eq!(problems, 1);
        assert_eq!(config.announcement.unwrap().css(), None);
        assert_eq!(
            read("[announcement_bar]\nid = \"x\"\n").0.announcement,
            None
        );
    }
}
