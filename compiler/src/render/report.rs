//! Reports what could not be rendered.

use super::bundle::Bundle;
use super::worker::Answer;
use super::{Answers, PageRequests, start_of, walk};
use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::document::ComponentTag;
use crate::source::Span;
use std::collections::BTreeMap;

/// Reports the tags that name no component.
pub(super) fn report_unknown(bundle: &Bundle, pages: &[PageRequests<'_>], sink: &mut Diagnostics) {
    for tag in pages.iter().flat_map(|page| &page.tags) {
        walk(tag, &mut |tag| {
            if bundle.components.contains_key(&tag.name) {
                return;
            }
            let names = bundle.components.keys().map(String::as_str);
            let create = format!("put its source into components/{}.tsx", tag.name);
            let help = did_you_mean_or(&tag.name, names, &create);
            sink.error(
                Code::UnknownComponent,
                tag.span,
                format!("no component `{}`", tag.name),
            )
            .help(help);
        });
    }
}

/// How the bundler's names of tags that are components of a Markdown file's module begin. A hash and the tag's name follow.
const PART: &str = "BinderyPart";

/// The name of a component as its author writes it.
pub(crate) fn shown_name(name: &str) -> String {
    let export = name.rsplit_once('#').map_or(name, |(_, export)| export);
    let part = export.strip_prefix(PART).and_then(|rest| rest.get(10..));
    part.map_or_else(|| name.to_owned(), |tag| tag.replace('_', "."))
}

/// Reports each reason why components of a name cannot be rendered once, at its first tag.
pub(super) fn report_failures(
    pages: &[PageRequests<'_>],
    answers: &Answers,
    bundle: &Bundle,
    sink: &mut Diagnostics,
) {
    let mut causes: BTreeMap<(String, String), (Span, usize)> = BTreeMap::new();
    for requests in pages {
        let page = requests.page;
        if let Some(Answer::Failed(error)) = answers.get(&requests.shell.key) {
            let message = format!("cannot render the page `{}`: {error}", page.route);
            sink.error(Code::ComponentFailed, start_of(page), message)
                .help("the error is in ui/src, not in the page's text");
        }
        for (tag, request) in requests.tags.iter().zip(&requests.components) {
            let Some(Answer::Failed(error)) = answers.get(&request.key) else {
                continue;
            };
            for (name, error) in error.by_component(tag) {
                let component = bundle.components.get(name);
                let is_reported = component.is_none_or(|component| component.error.is_some());
                if !is_reported {
                    let first = (tag_named(tag, name).span, 0);
                    causes
                        .entry((shown_name(name), error.to_string()))
                        .or_insert(first)
                        .1 += 1;
                }
            }
        }
    }
    for ((name, reason), (span, count)) in causes {
        let more = match count {
            1 => String::new(),
            2 => ", here and in one other place".to_owned(),
            _ => format!(", here and in {} other places", count - 1),
        };
        let message = format!("cannot render `{name}`: {reason}{more}");
        sink.error(Code::ComponentFailed, span, message)
            .help("look at the tag's properties and at the component's source");
    }
}

/// The first tag of this name, which is `tag` or inside it.
fn tag_named<'t>(tag: &'t ComponentTag, name: &str) -> &'t ComponentTag {
    let mut found = None;
    walk(tag, &mut |tag| {
        if tag.name == name {
            found.get_or_insert(tag);
        }
    });
    found.unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_tag_of_a_part() {
        assert_eq!(
            shown_name("@site/docs/a.mdx#BinderyPart0123456789Box"),
            "Box"
        );
        assert_eq!(shown_name("BinderyPart0123456789Tabs_Item"), "Tabs.Item");
        for name in ["Box", "@site/src/Box.tsx#Own", "BinderyPart"] {
            assert_eq!(shown_name(name), name);
        }
    }
}
