//! Undoes the escapes of a JavaScript string.

/// The value of a string, given its source between the quotes.
pub(crate) fn unescape(raw: &str) -> String {
    if !raw.contains('\\') {
        return raw.to_owned();
    }
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('u') => text.extend(unicode_escape(&mut letters)),
                Some(other) => text.push(other),
                None => {}
            },
            _ => text.push(letter),
        }
    }
    text
}

fn unicode_escape(letters: &mut std::str::Chars<'_>) -> Option<char> {
    let digits: String = letters.by_ref().take(4).collect();
    u32::from_str_radix(&digits, 16)
        .ok()
        .and_then(char::from_u32)
}
