//! What parsing a document depends on besides its text.

pub(crate) mod reads;

use crate::options::MarkdownOptions;
use crate::props::Props;
use crate::syntax::admonition::Kind as AdmonitionKind;
use reads::{DataReader, TreeReader};
use std::collections::{BTreeMap, BTreeSet};

/// What a document may refer to, and the settings of the site.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownContext<'c> {
    /// The content tree, for partials and assets.
    pub tree: TreeReader<'c>,
    /// The parsed data files. A data file of the tree that is missing here has an error, which was reported.
    pub data: DataReader<'c>,
    /// The names of all components.
    pub components: &'c BTreeSet<String>,
    /// The properties of the site's components; `None` for a component that declares none.
    pub props: &'c BTreeMap<String, Option<Props>>,
    /// The translated texts of the output.
    pub labels: &'c Labels,
    /// The settings of the site.
    pub options: &'c MarkdownOptions,
    /// What to do with an `# h1` at the start of the body.
    pub title: TitleHeading,
}

/// The name of the component in a file below `components/`: `Tabs` for `Tabs.tsx`, `.jsx`, `.ts` or `.js`, for
/// `Tabs/index.tsx`, and for both in a folder whose name begins in lower case, such as `layout/Tabs.tsx`.
///
/// `None` for helpers, whose names begin in lower case, for other files in a component's folder, and for everything in folders
/// named `lib`.
#[must_use]
pub fn component_name(path: &str) -> Option<&str> {
    let path = [".tsx", ".jsx", ".ts", ".js"]
        .iter()
        .find_map(|end| path.strip_suffix(end))?;
    let path = path.strip_suffix("/index").unwrap_or(path);
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_component = !name.contains('.') && name.starts_with(|c: char| c.is_ascii_uppercase());
    let may_contain_components =
        |folder: &str| folder != "lib" && !folder.starts_with(|c: char| c.is_ascii_uppercase());
    (is_component && folders.split('/').all(may_contain_components)).then_some(name)
}

/// What to do with an `# h1` at the start of the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TitleHeading {
    /// Leave it in the body.
    #[default]
    Keep,
    /// Remove it, because the page has its title elsewhere. It gets no id.
    Drop,
}

/// The translated texts in the HTML of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Label of a hash link, before the text of its heading.
    pub direct_link_to: String,
    /// For screen readers, after the text of an external link.
    pub opens_in_new_tab: String,
    /// Label of the scrollable region around a table.
    pub table: String,
    /// Label of a code block without a title.
    pub code: String,
    /// Heading of the footnotes.
    pub footnotes: String,
    /// Label of the link from a footnote to its reference, before the number.
    pub back_to_reference: String,
    /// Labels of the check boxes of task lists: open, done.
    pub tasks: [String; 2],
    /// Titles of the admonitions: note, tip, info, warning, danger, caution.
    pub admonitions: [String; 6],
}

impl Default for Labels {
    fn default() -> Self {
        Labels {
            direct_link_to: "Direct link to".to_owned(),
            opens_in_new_tab: "(opens in new tab)".to_owned(),
            table: "Table".to_owned(),
            code: "Code".to_owned(),
            footnotes: "Footnotes".to_owned(),
            back_to_reference: "Back to reference".to_owned(),
            tasks: ["Open", "Done"].map(str::to_owned),
            admonitions: ["note", "tip", "info", "warning", "danger", "caution"].map(str::to_owned),
        }
    }
}

impl Labels {
    /// The title of an admonition of this kind.
    #[must_use]
    pub fn admonition(&self, kind: AdmonitionKind) -> &str {
        &self.admonitions[kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_in_rooms() {
        for (path, name) in [
            ("Tabs.tsx", Some("Tabs")),
            ("Tabs/index.jsx", Some("Tabs")),
            ("layout/Tabs.tsx", Some("Tabs")),
            ("layout/columns/Tabs/index.js", Some("Tabs")),
            ("Tabs/Item.tsx", None),
            ("tabs.ts", None),
            ("tabs/index.ts", None),
            ("Tabs.test.tsx", None),
            ("lib/Tabs.tsx", None),
            ("layout/lib/Tabs.tsx", None),
            ("layout/Tabs.css", None),
        ] {
            assert_eq!(component_name(path), name, "{path}");
        }
    }
}
