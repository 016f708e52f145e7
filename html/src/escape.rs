//! Escapes text for HTML, and decodes character references. All other code escapes and decodes by calling this module.

/// Appends `text` for use between tags.
pub fn push_text(out: &mut String, text: &str) {
    escape(out, text, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        _ => None,
    });
}

/// `text` for use between tags.
#[must_use]
pub fn escape_text(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_text(&mut html, text);
    html
}

/// Appends `text` for use in a double-quoted attribute.
pub fn push_attribute(out: &mut String, text: &str) {
    escape(out, text, |byte| match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        _ => None,
    });
}

/// `text` for use in a double-quoted attribute.
#[must_use]
pub fn escape_attribute(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_attribute(&mut html, text);
    html
}

/// The value of an attribute as it is written, in whatever quotes, for use in double quotes.
#[must_use]
pub fn requote(value: &str) -> String {
    value.replace('"', "&quot;")
}

fn escape(out: &mut String, text: &str, replacement: impl Fn(u8) -> Option<&'static str>) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(entity) = replacement(byte) {
            out.push_str(&text[from..at]);
            out.push_str(entity);
            from = at + 1;
        }
    }
    out.push_str(&text[from..]);
}

/// Decodes the character references that content contains in practice: the five of XML, `&nbsp;`, numeric ones,
/// and those that can hide the scheme of a URL.
#[must_use]
pub fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|b| b == b';');
        match end.and_then(|end| Some((end, entity(&rest[1..end])?))) {
            Some((end, character)) => {
                out.push(character);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "colon" => Some(':'),
        "NewLine" => Some('\n'),
        "Tab" => Some('\t'),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|character| *character != '\0')
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn references_are_decoded_once() {
        assert_eq!(
            super::decode("a &amp;lt; &#65;&#x42; &nope; & &quot;"),
            "a &lt; AB &nope; & \""
        );
    }
}
