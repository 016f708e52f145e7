//! Reports properties of component tags that are unknown, of a wrong type or missing.

use crate::dates::is_date;
use crate::document::DataValue;
use crate::mdx::tag::Tag;
use crate::props::{self, Props};
use crate::renderer::Renderer;
use bindery_source::Span;
use bindery_source::diagnostic::Code;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The components whose property `date` is a date.
const WITH_DATES: [&str; 2] = ["Version", "VersionHl"];

impl Renderer<'_, '_, '_> {
    /// Checks the values of a tag against the properties that its component declares. Docusaurus does not: React ignores
    /// properties that a component does not know.
    pub(crate) fn check_props(
        &mut self,
        name: &str,
        values: &BTreeMap<String, DataValue>,
        tag: &Tag<'_>,
        number: usize,
    ) {
        if self.context.options.has_code {
            return;
        }
        self.check_dates(name, values, tag, number);
        let Some(props) = self.declared_props(name) else {
            return;
        };
        let shown = if name.starts_with('@') {
            tag.name
        } else {
            name
        };
        let has_bad_value = tag.attributes.len() > values.len();
        for error in props.check(shown, values, !tag.is_closed()) {
            let attribute_name = error
                .name
                .as_deref()
                .map(|name| if name == "className" { "class" } else { name });
            let attribute = tag.attributes.iter().find(|own| {
                Some(own.name) == attribute_name || Some(own.name) == error.name.as_deref()
            });
            if error.name.is_none() && has_bad_value {
                // The missing property may be one whose value could not be evaluated, which was reported.
                continue;
            }
            let span = match attribute {
                Some(attribute) => self.attribute_span(attribute, number),
                None => self.name_span(tag, number),
            };
            let problem = self.sink.error(Code::BadProp, span, error.message);
            problem.help(error.help);
            if let Some(attribute) = attribute {
                let name = Span {
                    end: span.start + u32::try_from(attribute.name.len()).unwrap_or(0),
                    ..span
                };
                let candidates = error.candidates.iter().map(String::as_str);
                problem.fix_typo(name, attribute.name, candidates);
            }
        }
    }

    /// Reports a property that must be a date and cannot be read as one; the component then shows the text.
    fn check_dates(
        &mut self,
        name: &str,
        values: &BTreeMap<String, DataValue>,
        tag: &Tag<'_>,
        number: usize,
    ) {
        let is_own = self.context.props.contains_key(name);
        let date = values.get("date").map(DataValue::value);
        let date = date.and_then(|date| date.as_str()).unwrap_or("2026");
        if is_own || !WITH_DATES.contains(&name) || is_date(date) {
            return;
        }
        let attribute = tag.attributes.iter().find(|own| own.name == "date");
        let span = match attribute {
            Some(attribute) => self.attribute_span(attribute, number),
            None => self.name_span(tag, number),
        };
        self.sink
            .error(Code::BadProp, span, format!("`{date}` is not a date"))
            .help("write one such as `2026-05-06`");
    }

    fn declared_props(&self, name: &str) -> Option<Cow<'_, Props>> {
        if let Some(own) = self.context.props.get(name) {
            return own.as_ref().map(Cow::Borrowed);
        }
        if let Some(path) = name.strip_prefix("@site/") {
            let (path, export) = path.split_once('#').unwrap_or((path, ""));
            let file = self.context.tree.find(path)?;
            let stem = match file.name().split('.').next() {
                Some("index") => file.folder().rsplit('/').next().unwrap_or_default(),
                stem => stem.unwrap_or_default(),
            };
            let component = if export.is_empty() { stem } else { export };
            return Props::of_source(component, &file.text).map(Cow::Owned);
        }
        props::builtin_props(name).map(Cow::Owned)
    }

    fn name_span(&self, tag: &Tag<'_>, number: usize) -> Span {
        let source = &self.masked.sources[self.masked.tokens[number].source];
        let start = tag.range.start + 1;
        Span::new(source.file.id, start, start + tag.name.len())
    }
}
