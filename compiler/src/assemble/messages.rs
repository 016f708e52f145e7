//! Strings of the reader that the compiler writes itself: titles of pages that no file stands for.

use super::Context;

/// The string of a translation id, else `fallback`, with `{name}` replaced from `values`.
pub(super) fn message(
    context: Context<'_>,
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

/// One of the forms `one|many`, with the number in place of `{count}`.
pub(super) fn plural(context: Context<'_>, id: &str, fallback: &str, count: usize) -> String {
    let number = count.to_string();
    let forms = message(context, id, fallback, &[]);
    let (one, many) = forms.split_once('|').unwrap_or((&forms, &forms));
    let many = many.rsplit('|').next().unwrap_or(many);
    let form = if count == 1 { one } else { many };
    form.replace("{count}", &number)
}
