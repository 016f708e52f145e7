//! Renders the components of evaluated documents: finds their names as those of tags are found.

use super::located_nodes::LocatedElement;
use crate::document::nodes::Origin;
use crate::masked_source::Display;
use crate::mdx::import::{self, Binding};
use crate::renderer::Renderer;
use bindery_source::diagnostic::Code;

impl Renderer<'_, '_, '_> {
    pub(super) fn component_element(&mut self, located: &LocatedElement<'_>, display: Display) {
        match display {
            Display::Block => {
                self.out.end_line();
                self.mark_block_tag();
                self.out.fresh_line();
            }
            Display::Inline => self.mark_text(),
        }
        let name = self.component_of(located);
        self.open_component(name, &located.tag, located.number, display);
        if !located.tag.is_closed() {
            self.content(located, display);
            self.end_tag(located, display);
        }
    }

    /// The name of a component; `None` where there is none, which is reported.
    fn component_of(&mut self, located: &LocatedElement<'_>) -> Option<String> {
        let origin = &located.element.origin;
        let span = self.masked.token_span(located.number);
        let name = match self.imported_name(origin) {
            Ok(name) => with_members(name, &origin.members),
            Err(message) => {
                self.sink
                    .error(Code::UnknownImport, span, message)
                    .help("import a component of this site");
                return None;
            }
        };
        if self.is_known_component(&name) {
            return Some(name);
        }
        self.report_unknown_component(&name, span, located.number);
        None
    }

    fn imported_name(&self, origin: &Origin) -> Result<String, String> {
        if let Some(name) = &origin.tag {
            return Ok(name.clone());
        }
        if let Some(name) = &origin.own {
            let first = self.masked.sources.first();
            let path = first.map(|source| source.file.path.as_str());
            let path = origin.from.as_deref().or(path).unwrap_or_default();
            return Ok(format!("@site/{path}#{name}"));
        }
        let written = origin.path.as_deref().unwrap_or_default();
        let from = origin.from.as_deref().unwrap_or_default();
        let Some(file) = self.context.tree.find(from) else {
            return Err(format!("no file `{from}`"));
        };
        let export = origin.export.as_deref().filter(|name| *name != "default");
        match import::binding(written, export, file, self.context) {
            Ok(Binding::Component(name)) => Ok(name),
            Ok(Binding::Data(data)) => match import::svg_component(data.value()) {
                Some(name) => Ok(name),
                None => Err(format!("`{written}` is data, not a component")),
            },
            Ok(_) => Err(format!(
                "`{}` of `{written}` is no component",
                origin.name()
            )),
            Err(error) => Err(error.message),
        }
    }
}

/// The name of a member of a component.
fn with_members(mut name: String, members: &[String]) -> String {
    for member in members {
        match name.starts_with("@site/") && !name.contains('#') {
            true => name.push_str("#default."),
            false => name.push('.'),
        }
        name.push_str(member);
    }
    name
}
