//! Finds the end of elements whose content is not markup: scripts, style sheets, titles, text areas.

/// How the content of an element is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Text with character references: RCDATA.
    Text,
    /// Text without character references: RAWTEXT.
    Raw,
    /// A script, in which comments hide end tags: script data.
    Script,
    /// Everything to the end of the input: PLAINTEXT.
    Plain,
}

/// How an HTML element's content is read; `None` when it is markup.
///
/// The content of `noscript` is markup, as for readers without scripts.
pub(crate) fn content(name: &str) -> Option<Content> {
    let is_any = |names: &[&str]| names.iter().any(|own| name.eq_ignore_ascii_case(own));
    if is_any(&["title", "textarea"]) {
        Some(Content::Text)
    } else if is_any(&["style", "xmp", "iframe", "noembed", "noframes"]) {
        Some(Content::Raw)
    } else if is_any(&["script"]) {
        Some(Content::Script)
    } else if is_any(&["plaintext"]) {
        Some(Content::Plain)
    } else {
        None
    }
}

/// The length of the content at the start of `text`, up to the end tag of `name` or the end of the text.
pub(crate) fn content_length(text: &str, name: &str, content: Content) -> usize {
    match content {
        Content::Plain => text.len(),
        Content::Script => script_length(text.as_bytes()),
        Content::Text | Content::Raw => {
            let bytes = text.as_bytes();
            let mut at = next_angle(bytes, 0);
            while at < bytes.len() && !is_tag(&bytes[at..], b"</", name.as_bytes()) {
                at = next_angle(bytes, at + 1);
            }
            at
        }
    }
}

/// The states of a script (HTML, sections 13.2.5.4 and 13.2.5.15 to 13.2.5.31): `</script>` does not end it within
/// `<!--<script>`.
#[derive(Clone, Copy)]
enum ScriptState {
    Data,
    Escaped,
    DoubleEscaped,
}

fn script_length(bytes: &[u8]) -> usize {
    let mut state = ScriptState::Data;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let is_end = is_tag(rest, b"</", b"script");
        match state {
            ScriptState::Data | ScriptState::Escaped if is_end => return at,
            ScriptState::Data if rest.starts_with(b"<!--") => {
                state = ScriptState::Escaped;
                // The two hyphens may be those of `-->`: `<!-->` is a whole comment.
                at += 2;
            }
            ScriptState::Escaped | ScriptState::DoubleEscaped if rest.starts_with(b"-->") => {
                state = ScriptState::Data;
                at += 3;
            }
            ScriptState::Escaped if is_tag(rest, b"<", b"script") => {
                state = ScriptState::DoubleEscaped;
                at += "<script".len();
            }
            ScriptState::DoubleEscaped if is_end => {
                state = ScriptState::Escaped;
                at += "</script".len();
            }
            _ => at += 1,
        }
    }
    at
}

/// Whether `bytes` begin with a tag of this name, which white space, `/` or `>` ends.
fn is_tag(bytes: &[u8], open: &[u8], name: &[u8]) -> bool {
    let end = open.len() + name.len();
    bytes.starts_with(open)
        && bytes
            .get(open.len()..end)
            .is_some_and(|own| own.eq_ignore_ascii_case(name))
        && bytes
            .get(end)
            .is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'))
}

/// The offset of the next `<` from `from` on, or the length.
fn next_angle(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter()
        .position(|byte| *byte == b'<')
        .map_or(bytes.len(), |at| from + at)
}
