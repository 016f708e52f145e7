//! Describes the properties of components in Markdown, for hover and completion.

use bindery_compiler::markdown::{Prop, Props};

/// A component with its properties, as Markdown; `None` for a component that declares none.
pub(super) fn describe(name: &str, props: Option<&Props>) -> String {
    let Some(props) = props else {
        return format!("`<{name}>`");
    };
    let mut text = format!("```tsx\n<{name}");
    for prop in &props.list {
        let mark = if prop.is_required { "" } else { "?" };
        text.push_str(&format!("\n  {}{mark}: {}", prop.name, type_text(prop)));
    }
    let end = if props.list.is_empty() { " />" } else { "\n/>" };
    format!("{text}{end}\n```")
}

/// The types of a property, as TypeScript has them.
pub(super) fn type_text(prop: &Prop) -> String {
    if prop.types.is_empty() {
        return "any".to_owned();
    }
    let types = prop.types.iter().map(ToString::to_string);
    types.collect::<Vec<String>>().join(" | ")
}
