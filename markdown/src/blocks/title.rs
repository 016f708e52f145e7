//! The title that the body gives the page, as `parseMarkdownContentTitle` of Docusaurus reads it: Markdown in it stays,
//! except for backquotes.

/// The title of the body: a heading of level 1 at its start, after imports.
pub(crate) fn content_title(body: &str) -> Option<String> {
    let text = skip_imports(body.trim()).trim();
    let first = text.lines().next()?;
    if let Some(rest) = first.strip_prefix('#') {
        let title = rest.trim_start_matches([' ', '\t']);
        if title.len() < rest.len() && !title.is_empty() {
            return Some(plain(without_end(title.trim())));
        }
    }
    let under = text.lines().nth(1)?;
    let is_setext = !under.is_empty() && under.bytes().all(|byte| byte == b'=');
    is_setext.then(|| plain(first.trim().trim_end_matches('=').trim_end()))
}

/// The text after the imports at the start.
fn skip_imports(mut text: &str) -> &str {
    while let Some(rest) = text.strip_prefix("import") {
        if !rest.starts_with(char::is_whitespace) {
            break;
        }
        let ends = [text.find("\n\n"), text.find("\n\r\n")];
        let Some(end) = ends.into_iter().flatten().min() else {
            break;
        };
        text = text[end..].trim_start_matches(['\r', '\n']);
    }
    text
}

/// The title without `{#id}` and closing hashes.
fn without_end(title: &str) -> &str {
    let hashes = title.trim_end_matches('#');
    if hashes.len() < title.len() {
        return hashes.trim_end();
    }
    let Some((before, id)) = title
        .strip_suffix('}')
        .and_then(|rest| rest.rsplit_once('{'))
    else {
        return title;
    };
    let id = id.trim_start_matches('#');
    let is_id = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if id.is_empty() || !id.chars().all(is_id) {
        return title;
    }
    before.trim_end()
}

/// The title without the backquotes of code.
fn plain(title: &str) -> String {
    let mut text = String::new();
    let mut rest = title;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((code, after)) = after.split_once('`') else {
            break;
        };
        text.push_str(before);
        text.push_str(code);
        rest = after;
    }
    text.push_str(rest);
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::content_title;

    #[test]
    fn titles_are_those_of_docusaurus() {
        let cases = [
            ("# Title", Some("Title")),
            ("\n\n#  Two *words* ##\nText", Some("Two *words*")),
            (
                "# `code` and [link](a.md) {#id}\n",
                Some("code and [link](a.md)"),
            ),
            ("# A {#b c}", Some("A {#b c}")),
            ("Setext `x`\n=====\n", Some("Setext x")),
            (
                "import A from 'a';\nimport B from 'b';\n\n\n# After\n",
                Some("After"),
            ),
            ("import A from 'a';\n# Not after\n", None),
            ("important\n\n# No\n", None),
            ("Text\n\n# Late\n", None),
            ("<!-- x -->\n\n# Late\n", None),
            ("## Two\n", None),
            ("#hash\n", None),
            ("", None),
        ];
        for (body, title) in cases {
            assert_eq!(content_title(body).as_deref(), title, "{body:?}");
        }
    }
}
