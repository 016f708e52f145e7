//! The syntax of formulas: where `$…$` ends, and which LaTeX environments are formulas without dollar signs.

/// The environments that LaTeX reads as display formulas outside dollar signs.
const ENVIRONMENTS: [&str; 10] = [
    "align",
    "align*",
    "alignat",
    "alignat*",
    "equation",
    "equation*",
    "gather",
    "gather*",
    "multline",
    "multline*",
];

/// The offset of the `$` that closes the one at `at`, or how many bytes were read without finding one.
///
/// Amounts of money are not formulas: there is no white space after the opening sign and before the closing one, no
/// digit follows the closing sign, and a number followed by words (`$10 a month or 5$`) is text.
pub(crate) fn inline_end(text: &str, at: usize) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    let is_open = bytes.get(at + 1).is_some_and(|b| !b.is_ascii_whitespace());
    let is_price = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'$');
    if !is_open || is_price {
        return Err(1);
    }
    let mut pos = at + 1;
    while let Some(&byte) = bytes.get(pos) {
        match byte {
            b'\\' => pos += 1,
            b'$' => {
                let is_close = !bytes[pos - 1].is_ascii_whitespace()
                    && !bytes
                        .get(pos + 1)
                        .is_some_and(|b| b.is_ascii_digit() || *b == b'$');
                let is_formula = is_close && !is_amount(&text[at + 1..pos]);
                return if is_formula { Ok(pos) } else { Err(pos - at) };
            }
            _ => {}
        }
        pos += 1;
    }
    Err(pos.min(bytes.len()) - at)
}

/// As [`inline_end`], by the rules of `remark-math`: a formula reaches from one dollar sign to the next, and in a row of a
/// table to the end of its cell.
pub(crate) fn inline_end_in_mdx(text: &str, at: usize, is_row: bool) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    if at > 0 && bytes[at - 1] == b'$' {
        return Err(1);
    }
    let mut pos = at + 1;
    while let Some(&byte) = bytes.get(pos) {
        match byte {
            b'|' if is_row && bytes[pos - 1] != b'\\' => return Err(pos - at),
            b'$' => {
                let end = bytes[pos..].iter().position(|b| *b != b'$');
                match end.unwrap_or(bytes.len() - pos) {
                    1 => return Ok(pos),
                    length => pos += length,
                }
            }
            _ => pos += 1,
        }
    }
    Err(pos - at)
}

/// Whether text reads as an amount with words: `10 BP and 5`.
fn is_amount(text: &str) -> bool {
    let words = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_number = words.len() < text.len();
    let has_word = words
        .split_whitespace()
        .any(|word| word.chars().take_while(|c| c.is_alphabetic()).count() > 1);
    is_number
        && words.starts_with(char::is_whitespace)
        && has_word
        && !words.contains(['\\', '^', '_', '=', '{'])
}

/// The name of the display environment at the start of a text.
pub(crate) fn begins_environment(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix("\\begin{")?.split_once('}')?;
    ENVIRONMENTS.contains(&name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_mdx_two_dollar_signs_are_a_formula() {
        for (text, expected) in [
            ("$ x $", Some(4)),
            ("$v_{9} $ a", Some(7)),
            ("$10 and $20", Some(8)),
            ("$a $$ b$", Some(7)),
            ("$a \\| b$", Some(7)),
            ("$a | $b", None),
            ("$a $$", None),
            ("$5", None),
        ] {
            assert_eq!(inline_end_in_mdx(text, 0, true).ok(), expected, "{text}");
        }
        assert_eq!(inline_end_in_mdx("$|a| $", 0, false), Ok(5));
    }

    #[test]
    fn money_is_no_formula() {
        for text in [
            "$10 and $20",
            "$10-$20",
            "$ a$",
            "US$1 or US$2",
            "$10 BP and 5$ more",
            "$5",
            "$10 BP\nand more $",
        ] {
            assert!(inline_end(text, text.find('$').unwrap()).is_err(), "{text}");
        }
        for text in [
            "$x$",
            "$1 + 2$",
            "$10$",
            "$\\$5$",
            "$2 \\text{ apples}$",
            "$a<b$",
        ] {
            assert_eq!(inline_end(text, 0), Ok(text.len() - 1), "{text}");
        }
    }
}
