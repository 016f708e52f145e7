//! Decodes XML that is not UTF-8 and says so: by a byte order mark, or by the encoding in its declaration.

/// The bytes in which the declaration is looked for.
const DECLARATION: usize = 200;

/// The text of a document in another encoding than UTF-8; `None` for one that names none. Of the encodings that browsers know,
/// UTF-16, ASCII and ISO 8859-1 are decoded; in others all bytes that are not ASCII are replaced.
pub(super) fn decode_declared(bytes: &[u8]) -> Option<String> {
    match bytes {
        [0xfe, 0xff, rest @ ..] => return Some(decode_utf16(rest, u16::from_be_bytes)),
        [0xff, 0xfe, rest @ ..] => return Some(decode_utf16(rest, u16::from_le_bytes)),
        _ => {}
    }
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION)]);
    let name = declared_name(&start)?.to_ascii_lowercase();
    Some(match name.as_str() {
        "utf-8" | "utf8" => return None,
        "iso-8859-1" | "latin1" | "us-ascii" | "ascii" | "windows-1252" => {
            bytes.iter().copied().map(char::from).collect()
        }
        _ => String::from_utf8_lossy(bytes).into_owned(),
    })
}

/// The encoding of `<?xml version="1.0" encoding="…"?>`.
fn declared_name(start: &str) -> Option<&str> {
    let declaration = start.strip_prefix("<?xml")?.split("?>").next()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value
        .chars()
        .next()
        .filter(|sign| matches!(sign, '"' | '\''))?;
    value[1..].split(quote).next()
}

fn decode_utf16(bytes: &[u8], read: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|found| found.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::decode_declared;

    #[test]
    fn a_document_that_names_its_encoding_is_decoded() {
        let check = |bytes: &[u8], expected: Option<&str>| {
            assert_eq!(decode_declared(bytes).as_deref(), expected, "{bytes:?}");
        };
        let latin = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>";
        check(
            latin,
            Some("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{e9}</a>"),
        );
        check(b"\xff\xfe<\0a\0/\0>\0", Some("<a/>"));
        check(b"\xfe\xff\0<\0a\0/\0>", Some("<a/>"));
        check(
            b"<?xml version=\"1.0\" encoding=\"utf-8\"?><a>\xe9</a>",
            None,
        );
        check(b"<a>\xe9</a>", None);
        let unknown = b"<?xml version=\"1.0\" encoding=\"GBK\"?>\xe9";
        assert!(decode_declared(unknown).is_some_and(|text| text.ends_with('\u{fffd}')));
    }
}
