//! Undoes the escapes of a JavaScript string.

/// The value of a string, given its source between the quotes.
pub(crate) fn unescape(raw: &str) -> String {
    if !raw.contains('\\') {
        return raw.to_owned();
    }
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('u') => text.extend(unicode_escape(&mut characters)),
                Some(other) => text.push(other),
                None => {}
            },
            _ => text.push(character),
        }
    }
    text
}

fn unicode_escape(characters: &mut std::str::Chars<'_>) -> Option<char> {
    let digits: String = characters.by_ref().take(4).collect();
    u32::from_str_radix(&digits, 16)
        .ok()
        .and_then(char::from_u32)
}
