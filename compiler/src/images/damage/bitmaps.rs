//! Whether files of the formats BMP and ICO have all of their bytes, which they name by offset and length.

/// Whether the file has all the pixels that the header of the bitmap announces.
pub(super) fn bitmap_ends(bytes: &[u8]) -> Option<()> {
    let start = le32(bytes, 10)?;
    let header = le32(bytes, 14)?;
    // The oldest header has sides of two bytes, and no kind of compression.
    let (width, height, depth, compression) = match header {
        12 => (le16(bytes, 18)?, le16(bytes, 20)?, le16(bytes, 24)?, 0),
        _ => (
            le32(bytes, 18)?,
            // The height of a bitmap whose first row is the top one is negative.
            u64::from(i32::from_le_bytes(four(bytes, 22)?).unsigned_abs()),
            le16(bytes, 28)?,
            le32(bytes, 30)?,
        ),
    };
    const UNCOMPRESSED: [u64; 3] = [0, 3, 6];
    let length = match UNCOMPRESSED.contains(&compression) {
        true => width.checked_mul(depth)?.div_ceil(32) * 4 * height,
        false => le32(bytes, 34)?,
    };
    (bytes.len() as u64 >= start + length).then_some(())
}

/// Whether all images that the directory of an icon lists are there.
pub(super) fn icon_ends(bytes: &[u8]) -> Option<()> {
    let count = usize::try_from(le16(bytes, 4)?).ok()?;
    for entry in 0..count {
        let at = 6 + entry * 16;
        let end = le32(bytes, at + 8)? + le32(bytes, at + 12)?;
        if bytes.len() as u64 <= end.saturating_sub(1) {
            return None;
        }
    }
    (count > 0).then_some(())
}

fn four(bytes: &[u8], at: usize) -> Option<[u8; 4]> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok()
}

fn le32(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from(u32::from_le_bytes(four(bytes, at)?)))
}

fn le16(bytes: &[u8], at: usize) -> Option<u64> {
    let pair: [u8; 2] = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
    Some(u64::from(u16::from_le_bytes(pair)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of three pixels, each of which takes 12 bytes.
    fn bitmap(height: i32) -> Vec<u8> {
        let mut bytes = b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x03\0\0\0".to_vec();
        bytes.extend(height.to_le_bytes());
        bytes.extend(b"\x01\0\x18\0");
        bytes.resize(54 + 24, 0);
        bytes
    }

    #[test]
    fn bitmaps_need_all_of_their_rows() {
        for height in [2, -2] {
            let whole = bitmap(height);
            assert_eq!(bitmap_ends(&whole), Some(()));
            for length in 2..whole.len() {
                assert_eq!(bitmap_ends(&whole[..length]), None, "{length}");
            }
        }
        let old = b"BM\0\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x01\0\x01\0\x01\0\x18\0\x01\x02\x03\0";
        assert_eq!(bitmap_ends(old), Some(()));
        assert_eq!(bitmap_ends(&old[..old.len() - 1]), None);
    }

    #[test]
    fn icons_need_all_images_of_their_directory() {
        let icon = b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x03\0\0\0\x16\0\0\0abc";
        assert_eq!(icon_ends(icon), Some(()));
        for length in 4..icon.len() {
            assert_eq!(icon_ends(&icon[..length]), None, "{length}");
        }
    }
}
