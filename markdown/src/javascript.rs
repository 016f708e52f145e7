//! Lexes JavaScript and TypeScript as far as content needs it: strings, comments, brackets and identifiers.
//!
//! All readers of expressions, statements and types use these functions. None of them parses a whole program.

/// Whether a byte begins an identifier. Every character beyond ASCII does.
pub(crate) fn begins_identifier(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The letters, digits, underscores and dollar signs at the start of a text.
pub(crate) fn identifier(text: &str) -> &str {
    let end = text.find(|c| !is_identifier_part(c));
    &text[..end.unwrap_or(text.len())]
}

/// Whether a text consists of letters, digits, underscores and dollar signs.
pub(crate) fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_identifier_part)
}

fn is_identifier_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// The offset of the first character at or after `pos` that is not white space or part of a comment.
pub(crate) fn skip_space(text: &str, mut pos: usize) -> usize {
    loop {
        pos = text.len() - text[pos..].trim_start().len();
        let rest = &text[pos..];
        let length = match rest.as_bytes() {
            [b'/', b'*', ..] => rest.find("*/").map(|end| end + 2),
            [b'/', b'/', ..] => Some(rest.find('\n').unwrap_or(rest.len())),
            _ => None,
        };
        match length {
            Some(length) => pos += length,
            None => return pos,
        }
    }
}

/// The offset of the brace that closes the one at `open`. Skips strings and comments.
pub(crate) fn closing_brace(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut pos = open;
    while let Some(&byte) = bytes.get(pos) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(pos);
                }
            }
            // The apostrophe of a word in JSX text: no string follows a letter.
            b'\'' if pos > 0 && bytes[pos - 1].is_ascii_alphanumeric() => {}
            b'"' | b'\'' | b'`' => pos = closing_quote(bytes, pos)?,
            b'/' if bytes.get(pos + 1) == Some(&b'*') => pos += text[pos..].find("*/")? + 1,
            _ => {}
        }
        pos += 1;
    }
    None
}

/// The offset of the quote that ends the string begun at `open`.
pub(crate) fn closing_quote(bytes: &[u8], open: usize) -> Option<usize> {
    let mut pos = open + 1;
    while let Some(&byte) = bytes.get(pos) {
        match byte {
            b'\\' => pos += 1,
            _ if byte == bytes[open] => return Some(pos),
            _ => {}
        }
        pos += 1;
    }
    None
}

/// The offset of the bracket that closes the one at the start of a text. Skips comments and strings.
pub(crate) fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in code_bytes(text) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The bytes of a text outside of comments. Brackets and separators in strings are replaced by spaces.
pub(crate) fn code_bytes(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut quote = None;
    std::iter::from_fn(move || {
        loop {
            let byte = *bytes.get(at)?;
            let here = at;
            at += 1;
            if let Some(open) = quote {
                if byte == open {
                    quote = None;
                }
                let is_bracket = b"{}()[]<>;,|\n".contains(&byte);
                return Some((here, if is_bracket { b' ' } else { byte }));
            }
            match (byte, bytes.get(at)) {
                (b'/', Some(b'*')) => {
                    at = text[at..]
                        .find("*/")
                        .map_or(bytes.len(), |end| at + end + 2);
                }
                (b'/', Some(b'/')) => {
                    at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
                }
                (b'\'' | b'"' | b'`', _) => {
                    quote = Some(byte);
                    return Some((here, byte));
                }
                // The end of an arrow `=>`, not a bracket.
                (b'>', _) if here > 0 && bytes[here - 1] == b'=' => return Some((here, b' ')),
                _ => return Some((here, byte)),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_end_at_signs() {
        assert_eq!(identifier("a_b$1.c"), "a_b$1");
        assert_eq!(identifier("été x"), "été");
        assert_eq!(identifier(".a"), "");
        assert!(is_identifier("a1") && !is_identifier("") && !is_identifier("a-b"));
    }

    #[test]
    fn comments_are_space() {
        assert_eq!(skip_space(" /* a */ // b\n c", 0), 15);
        assert_eq!(skip_space(" /* a", 0), 1);
    }

    #[test]
    fn brackets_in_strings_and_comments_close_nothing() {
        assert_eq!(closing_brace("{ '}' /* } */ {} }x", 0), Some(17));
        assert_eq!(closing_brace("{ '}", 0), None);
        assert_eq!(closing_brace("{<>the item's { '}' }</>}", 0), Some(24));
        assert_eq!(closing_bracket("{ a: '}'; // }\n}"), Some(15));
        assert_eq!(closing_quote(br"'a\'b'", 0), Some(5));
    }
}
