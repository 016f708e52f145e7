//! The icons that the interface has (`ui/src/elements/Icon.tsx`), which items of the navbar choose by their names.

use crate::diagnostic::{Code, Diagnostics, did_you_mean_one_of};
use crate::source::Span;

/// The names of the icons, sorted.
const ICONS: [&str; 23] = [
    "anemo", "check", "chevron", "close", "copy", "cryo", "dendro", "document", "edit", "electro",
    "external", "folder", "geo", "home", "hydro", "menu", "moon", "physical", "pyro", "retry",
    "search", "sun", "system",
];

/// Reports the name of an icon that the interface does not have: nothing is drawn.
pub(super) fn check_icon(name: &str, span: Span, sink: &mut Diagnostics) {
    if !ICONS.contains(&name) {
        let message = format!("there is no icon `{name}`");
        let help = did_you_mean_one_of(name, ICONS).unwrap_or_default();
        sink.warn(Code::BadConfig, span, message).help(help);
    }
}

#[cfg(test)]
mod tests {
    use super::ICONS;
    use std::path::Path;

    #[test]
    fn the_icons_are_those_of_the_interface() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/elements/Icon.tsx");
        let text = std::fs::read_to_string(file).unwrap();
        let (_, list) = text.split_once("const paths = {").unwrap();
        let (list, _) = list.split_once("} as const").unwrap();
        let names = list.lines().filter_map(|line| {
            let name = line.strip_prefix("  ")?.split(':').next()?;
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
            is_name.then_some(name)
        });
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        assert_eq!(names, ICONS);
    }
}
