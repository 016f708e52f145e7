//! Translated strings that the compiler writes into pages: the titles of generated pages.

use crate::assemble::context::LocaleContext;
use bindery_format::plural::plural_form;

/// The string of a translation id, else `fallback`, with `{name}` replaced from `values`.
pub(super) fn message(
    context: &LocaleContext<'_>,
    id: &str,
    fallback: &str,
    values: &[(&str, &str)],
) -> String {
    let written = context.config.messages.get(id);
    let mut text = written.map_or(fallback, String::as_str).to_owned();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

/// One of the forms `one|other`, with the number in place of `{count}`. A language has one form for each of its plural
/// categories (CLDR), in the order zero, one, two, few, many, other.
pub(super) fn plural(
    context: &LocaleContext<'_>,
    id: &str,
    fallback: &str,
    count: usize,
) -> String {
    let number = count.to_string();
    let text = message(context, id, fallback, &[]);
    let forms: Vec<&str> = text.split('|').collect();
    let is_translated = context.config.messages.contains_key(id);
    let language = match is_translated {
        true => context.locale.code.as_str(),
        false => "en",
    };
    let at = plural_form(language, count).min(forms.len() - 1);
    forms[at].replace("{count}", &number)
}
