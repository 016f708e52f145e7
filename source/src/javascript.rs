//! Lexes JavaScript, TypeScript and JSX as far as content needs it: tokens, brackets and identifiers.
//!
//! All readers of expressions, statements, types and configurations use these functions. None of them parses a whole
//! program.

mod statements;
mod tokens;

pub use statements::{begins_export, begins_import, end_of_statement};
pub use tokens::{Token, TokenKind, Tokens, tokens};

/// Whether a byte begins an identifier. Every character beyond ASCII does.
#[must_use]
pub fn begins_identifier(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The letters, digits, underscores and dollar signs at the start of a text.
#[must_use]
pub fn identifier(text: &str) -> &str {
    let end = text.find(|c| !is_identifier_part(c));
    &text[..end.unwrap_or(text.len())]
}

/// Whether a text consists of letters, digits, underscores and dollar signs.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_identifier_part)
}

fn is_identifier_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// The offset of the first character at or after `pos` that is not white space or part of a comment.
#[must_use]
pub fn skip_space(text: &str, mut pos: usize) -> usize {
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

/// The offset of the quote that ends the string begun at `open`.
#[must_use]
pub fn closing_quote(bytes: &[u8], open: usize) -> Option<usize> {
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

/// The offset of the bracket that closes the one at `open`. Brackets of other kinds are not counted.
#[must_use]
pub fn closing_bracket(text: &str, open: usize) -> Option<usize> {
    let (opening, closing) = match text.as_bytes().get(open)? {
        b'{' => ("{", "}"),
        b'(' => ("(", ")"),
        b'[' => ("[", "]"),
        _ => return None,
    };
    let mut depth = 0_usize;
    for token in tokens(&text[open..]) {
        if !token.is_finished {
            return None;
        }
        depth += usize::from(token.is(opening));
        if token.is(closing) {
            depth -= 1;
            if depth == 0 {
                return Some(open + token.start);
            }
        }
    }
    None
}

/// The tokens of a text without comments.
#[must_use]
pub fn code_tokens(text: &str) -> Vec<Token<'_>> {
    let tokens = tokens(text).filter(|token| token.kind != TokenKind::Comment);
    tokens.collect()
}

/// The change of the depth in brackets that a token makes.
#[must_use]
pub fn depth_change(token: &Token<'_>) -> i32 {
    match token.text {
        "{" | "(" | "[" => 1,
        "}" | ")" | "]" => -1,
        _ => 0,
    }
}

/// The bytes of a text outside of comments. Brackets and separators in literals and elements are replaced by spaces.
pub fn code_bytes(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let bytes = text.as_bytes();
    let mut end = 0;
    let pieces = tokens(text).map(Some).chain([None]);
    pieces.flat_map(move |token| {
        let gap = end..token.map_or(text.len(), |token| token.start);
        end = token.map_or(text.len(), |token| token.end());
        let is_code = token.is_none_or(|token| token.kind != TokenKind::Comment);
        let is_opaque = token.is_some_and(|token| {
            token.text == "=>" || !matches!(token.kind, TokenKind::Word | TokenKind::Punctuator)
        });
        let own = if is_code { gap.end..end } else { end..end };
        let masked = own.map(move |at| match bytes[at] {
            byte if is_opaque && b"{}()[]<>;,|\n".contains(&byte) => (at, b' '),
            byte => (at, byte),
        });
        gap.map(move |at| (at, bytes[at])).chain(masked)
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
    fn brackets_in_literals_elements_and_comments_close_nothing() {
        assert_eq!(closing_bracket("{ '}' /* } */ {} }x", 0), Some(17));
        assert_eq!(closing_bracket("{ '}", 0), None);
        assert_eq!(closing_bracket("{<>the item's { '}' }</>}", 0), Some(24));
        assert_eq!(closing_bracket("{ a: '}'; // }\n}", 0), Some(15));
        assert_eq!(closing_bracket("{ a: `${'`'}}`, b: /}'/ }", 0), Some(24));
        assert_eq!(closing_bracket("{ a: '\\'}' }", 0), Some(11));
        assert_eq!(closing_bracket("x(a => '(')", 1), Some(10));
        assert_eq!(closing_bracket("x", 0), None);
        assert_eq!(closing_quote(br"'a\'b'", 0), Some(5));
    }

    #[test]
    fn separators_in_literals_and_comments_are_no_code() {
        let code =
            |text| -> String { code_bytes(text).map(|(_, byte)| char::from(byte)).collect() };
        assert_eq!(code("a: '\\'|;'; // b;\nc"), "a: '\\'  '; \nc");
        assert_eq!(code("a: /[|]/, b: () => `;`"), "a: /   /, b: () =  ` `");
    }
}
