//! Finds PNG files that browsers do not show although they reach their end.

use super::Damage;
use crate::images::decode::PNG;

/// A chunk of a file (PNG, third edition, section 5.3).
struct Chunk<'b> {
    kind: &'b [u8],
    data: &'b [u8],
    /// The checksum, unless the file ends before it.
    checksum: Option<u32>,
}

/// Steps from chunk to chunk to `IEND`.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = Option<Chunk<'_>>> {
    let mut at = Some(PNG.len());
    std::iter::from_fn(move || {
        let chunk = chunk_at(bytes, at?);
        at = match &chunk {
            Some(chunk) if chunk.kind != b"IEND" => at.map(|at| at + chunk.data.len() + 12),
            _ => None,
        };
        Some(chunk)
    })
}

fn chunk_at(bytes: &[u8], at: usize) -> Option<Chunk<'_>> {
    let head = bytes.get(at..at.checked_add(8)?)?;
    let (length, kind) = head.split_first_chunk::<4>()?;
    let start = at + 8;
    let end = start.checked_add(u32::from_be_bytes(*length) as usize)?;
    let checksum = bytes.get(end..).and_then(|rest| rest.first_chunk::<4>());
    Some(Chunk {
        kind,
        data: match kind {
            b"IEND" => &[],
            _ => bytes.get(start..end)?,
        },
        checksum: checksum.map(|four| u32::from_be_bytes(*four)),
    })
}

/// Whether the file has its end.
pub(super) fn ends(bytes: &[u8]) -> Option<()> {
    chunks(bytes).all(|chunk| chunk.is_some()).then_some(())
}

/// What is wrong with a file that reaches its end: its size, its checksums (of the chunks that every decoder needs, whose
/// names begin with a capital), or pixels that are missing.
pub(super) fn find_damage(bytes: &[u8]) -> Option<Damage> {
    let mut has_pixels = false;
    for chunk in chunks(bytes).flatten() {
        if chunk.kind == b"IHDR" {
            let side = |at: usize| chunk.data.get(at..at + 4);
            if side(0) == Some(&[0; 4]) || side(4) == Some(&[0; 4]) {
                return Some(Damage::BadPart("its width or its height is 0"));
            }
        }
        has_pixels |= chunk.kind == b"IDAT";
        // Decoders stop at the end of the image.
        let is_needed =
            chunk.kind.first().is_some_and(u8::is_ascii_uppercase) && chunk.kind != b"IEND";
        if is_needed && chunk.checksum.is_some_and(|sum| sum != checksum(&chunk)) {
            return Some(Damage::BadPart(
                "a checksum is wrong, so that its data was changed",
            ));
        }
    }
    (!has_pixels).then_some(Damage::BadPart("it has no pixels"))
}

fn checksum(chunk: &Chunk<'_>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(chunk.kind);
    hasher.update(chunk.data);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut bytes = PNG.to_vec();
        for (kind, data) in chunks {
            bytes.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
            bytes.extend(*kind);
            bytes.extend(*data);
            let chunk = Chunk {
                kind: *kind,
                data,
                checksum: None,
            };
            bytes.extend(checksum(&chunk).to_be_bytes());
        }
        bytes
    }

    #[test]
    fn parts_that_browsers_need_are_checked() {
        let size = b"\0\0\0\x01\0\0\0\x01\x08\0\0\0\0";
        let sound = file(&[
            (b"IHDR", size),
            (b"tEXt", b"a"),
            (b"IDAT", b"x"),
            (b"IEND", b""),
        ]);
        assert_eq!((ends(&sound), find_damage(&sound)), (Some(()), None));
        let message = |bytes: &[u8]| match find_damage(bytes) {
            Some(Damage::BadPart(message)) => message,
            other => panic!("{other:?}"),
        };
        let without_pixels = file(&[(b"IHDR", size), (b"IEND", b"")]);
        assert_eq!(message(&without_pixels), "it has no pixels");
        let no_width = b"\0\0\0\0\0\0\0\x01\x08\0\0\0\0";
        let flat = file(&[(b"IHDR", no_width), (b"IDAT", b"x"), (b"IEND", b"")]);
        assert!(message(&flat).starts_with("its width"));
        let change = |part: &[u8]| {
            let mut changed = sound.clone();
            let at = sound.windows(part.len()).position(|own| own == part);
            changed[at.unwrap() + part.len()] ^= 1;
            changed
        };
        assert!(message(&change(b"IDAT")).starts_with("a checksum"));
        assert_eq!(find_damage(&change(b"tEXt")), None);
    }
}
