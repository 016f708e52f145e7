//! Reads numbers from text, and lists the forms in which a page may print a value.

/// The numbers of a text, without signs, as they are written: `9,797`, `38.4`. Digits of a word (`R5`) count as well.
pub(crate) fn numbers(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && continues(bytes, at) {
            at += 1;
        }
        found.push(&text[start..at]);
    }
    found
}

/// A digit, a point between digits, or a comma before a group of three.
fn continues(bytes: &[u8], at: usize) -> bool {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    match bytes[at] {
        b'.' => is_digit(at + 1) && is_digit(at.wrapping_sub(1)),
        b',' => (1..=3).all(|step| is_digit(at + step)) && !is_digit(at + 4),
        byte => byte.is_ascii_digit(),
    }
}

/// A number in one form: no commas, no zeros at the end of a fraction.
pub(crate) fn plain(number: &str) -> String {
    let number = number.replace(',', "");
    match number.split_once('.') {
        Some(_) => number
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        None => number,
    }
}

/// How pages may print a value: rounded to few decimals, as itself or as a percentage.
pub(crate) fn forms(value: f64) -> Vec<String> {
    let value = value.abs();
    let mut forms = vec![plain(&value.to_string())];
    for (scaled, max_decimals) in [(value, 3), (value * 100.0, 2)] {
        forms.extend(
            (0..=max_decimals).map(|decimals| plain(&format!("{:.decimals$}", scaled + 1e-9))),
        );
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        assert_eq!(
            numbers("9,797 HP, 38.4%, 1, 2 and 0.5s. R5"),
            ["9,797", "38.4", "1", "2", "0.5", "5"]
        );
        assert_eq!(plain("9,797.50"), "9797.5");
        assert_eq!(plain("100"), "100");
    }

    #[test]
    fn a_value_has_several_forms() {
        assert!(forms(762.66).contains(&"763".to_owned()));
        assert!(forms(0.096).contains(&"9.6".to_owned()));
        assert!(forms(-0.4).contains(&"40".to_owned()));
        assert!(!forms(12.0).contains(&"13".to_owned()));
    }
}
