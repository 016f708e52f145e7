//! Changes the case of names.

/// The text with its first letter as a capital.
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// A name in lower case, with `separator` before each capital letter but the first: `noIndex` as `no-index`.
#[must_use]
pub fn separate_words(name: &str, separator: char) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for character in name.chars() {
        if character.is_uppercase() && !out.is_empty() {
            out.push(separator);
        }
        out.extend(character.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_becomes_a_capital() {
        assert_eq!(capitalize("danger zone"), "Danger zone");
        assert_eq!(capitalize("éa"), "Éa");
        assert_eq!(capitalize(""), "");
    }

    #[test]
    fn capital_letters_begin_words() {
        assert_eq!(separate_words("noIndex", '_'), "no_index");
        assert_eq!(separate_words("BrokenLink", '-'), "broken-link");
    }
}
