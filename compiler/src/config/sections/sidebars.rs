//! `sidebars` and `sidebar_path` of `[[docs]]`: where the sidebars of an instance come from.

use crate::diagnostic::{Code, Diagnostics};
use crate::source::{SourceTree, Span};
use crate::value::{Fields, Node, NodeValue, parse_toml, parse_yaml};

/// The source of an instance's sidebars.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SidebarSource {
    /// One sidebar is generated from the folders.
    #[default]
    Generated,
    /// There is no sidebar.
    Off,
    /// Lists of items by the sidebars' names, as Docusaurus' `sidebars.js` has them.
    Configured(Node),
}

/// `sidebars` or `sidebar_path` as written.
#[derive(Clone, Debug, Default)]
pub struct RawSidebars {
    inline: Option<Node>,
    path: Option<Node>,
}

impl RawSidebars {
    /// Takes the two keys out of `[[docs]]`.
    pub(in crate::config) fn read(fields: &mut Fields<'_, '_>) -> Self {
        RawSidebars {
            inline: fields.node("sidebars").cloned(),
            path: fields.node("sidebar_path").cloned(),
        }
    }

    /// Reads the file that `sidebar_path` names.
    pub(in crate::config) fn resolve(
        self,
        tree: &SourceTree,
        sink: &mut Diagnostics,
    ) -> SidebarSource {
        if let Some(node) = self.inline {
            return match node.value {
                NodeValue::Bool(false) => SidebarSource::Off,
                _ => SidebarSource::Configured(node),
            };
        }
        let Some(node) = self.path else {
            return SidebarSource::Generated;
        };
        let path = match &node.value {
            NodeValue::Bool(false) => return SidebarSource::Off,
            NodeValue::String(path) => path.trim_start_matches("./"),
            _ => {
                sink.error(Code::BadConfig, node.span, "expected a path or `false`")
                    .help("for example `sidebar_path = \"sidebars.toml\"`");
                return SidebarSource::Generated;
            }
        };
        read_sidebars_file(tree, path, sink).unwrap_or_else(|| {
            let message = format!("there is no file `{path}`");
            sink.error(Code::BadConfig, node.span, message)
                .help("correct the path, or leave the key out to make the sidebar of the folders");
            SidebarSource::Generated
        })
    }
}

/// The sidebars of a TOML, JSON or YAML file of the tree; `None` when there is no such file.
pub fn read_sidebars_file(
    tree: &SourceTree,
    path: &str,
    sink: &mut Diagnostics,
) -> Option<SidebarSource> {
    let file = tree.find(path)?;
    if ["js", "cjs", "mjs", "ts"]
        .iter()
        .any(|end| file.has_extension(end))
    {
        let message = format!("`{path}` is a script, and sidebars are read as TOML, JSON or YAML");
        sink.error(Code::BadSidebar, Span::start_of(file.id), message)
            .help("write what it exports as `sidebars.json`: `node -p 'JSON.stringify(require(\"./sidebars.js\"))'` prints it");
        return Some(SidebarSource::Generated);
    }
    let node = if file.has_extension("toml") {
        Some(parse_toml(file, sink))
    } else {
        parse_yaml(file, 0..file.text.len(), Code::BadSidebar, sink)
    };
    Some(node.map_or(SidebarSource::Off, SidebarSource::Configured))
}
