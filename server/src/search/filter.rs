//! Typesense's filter grammar, as far as it makes sense for records of pages.
//!
//! `field:=value`, `field:!=value`, `field:value` (all words of it), lists in brackets, backticks around values with
//! special characters, `&&`, `||`, parentheses; `item_priority` with `:=`, `:!=`, `:<`, `:<=`, `:>`, `:>=` and ranges.

use super::fields::Field;
use super::index::Index;
use super::text::tokens;
use std::fmt;

/// Parentheses within parentheses.
const MOST_DEPTH: usize = 16;
/// Conditions of a filter, and values of a list.
const MOST_PARTS: usize = 256;

/// Which sections may be shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of these hold.
    All(Vec<Filter>),
    /// One of these holds.
    Any(Vec<Filter>),
    /// A field has one of these values, or none of them.
    Is {
        /// Of which field.
        field: Field,
        /// As written.
        values: Vec<String>,
        /// Whether a value is the whole field, or words of it.
        whole: bool,
        /// Whether it must not be.
        not: bool,
    },
    /// `item_priority` lies within, both ends included, or outside.
    Within {
        /// The least and the greatest.
        ranges: Vec<(i64, i64)>,
        /// Whether it must not.
        not: bool,
    },
}

/// Why a filter cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such field.
    UnknownField(String),
    /// It is none of this grammar; the reason.
    Malformed(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::UnknownField(name) => {
                write!(
                    f,
                    "Could not find a filter field named `{name}` in the schema."
                )
            }
            Fault::Malformed(reason) => write!(f, "Could not parse the filter query: {reason}."),
        }
    }
}

impl Filter {
    /// Lets everything pass.
    #[must_use]
    pub fn everything() -> Filter {
        Filter::All(Vec::new())
    }

    /// Reads a filter.
    ///
    /// # Errors
    /// When it is none, or too long.
    pub fn parse(text: &str) -> Result<Filter, Fault> {
        let mut parser = Parser {
            rest: text.trim(),
            parts: 0,
        };
        if parser.rest.is_empty() {
            return Ok(Filter::everything());
        }
        let filter = parser.any(0)?;
        match parser.rest {
            "" => Ok(filter),
            _ => Err(Fault::Malformed("there is something after its end")),
        }
    }

    /// Whether a section may be shown.
    #[must_use]
    pub fn accepts(&self, index: &Index, section: u32) -> bool {
        match self {
            Filter::All(list) => list.iter().all(|one| one.accepts(index, section)),
            Filter::Any(list) => list.iter().any(|one| one.accepts(index, section)),
            Filter::Is {
                field,
                values,
                whole,
                not,
            } => {
                if let Some(own) = field.stored(index, section).filter(|_| *whole) {
                    return values.iter().any(|value| value == own) != *not;
                }
                let own = field.value(index, section);
                let fits = |value: &String| match whole {
                    true => own == *value,
                    false => has_words(&own, value),
                };
                values.iter().any(fits) != *not
            }
            Filter::Within { ranges, not } => {
                let own = super::fields::priority(index, section);
                ranges
                    .iter()
                    .any(|(least, most)| (*least..=*most).contains(&own))
                    != *not
            }
        }
    }
}

fn has_words(text: &str, value: &str) -> bool {
    let own = tokens(text);
    tokens(value)
        .iter()
        .all(|word| own.iter().any(|token| token.term == word.term))
}

struct Parser<'t> {
    rest: &'t str,
    parts: usize,
}

impl Parser<'_> {
    fn any(&mut self, depth: usize) -> Result<Filter, Fault> {
        if depth > MOST_DEPTH {
            return Err(Fault::Malformed("its parentheses are too deep"));
        }
        let mut list = vec![self.all(depth)?];
        while self.take("||") {
            list.push(self.all(depth)?);
        }
        Ok(match list.len() {
            1 => list.remove(0),
            _ => Filter::Any(list),
        })
    }

    fn all(&mut self, depth: usize) -> Result<Filter, Fault> {
        let mut list = vec![self.one(depth)?];
        while self.take("&&") {
            list.push(self.one(depth)?);
        }
        Ok(match list.len() {
            1 => list.remove(0),
            _ => Filter::All(list),
        })
    }

    fn one(&mut self, depth: usize) -> Result<Filter, Fault> {
        self.count()?;
        if self.take("(") {
            let inner = self.any(depth + 1)?;
            return match self.take(")") {
                true => Ok(inner),
                false => Err(Fault::Malformed("a parenthesis is not closed")),
            };
        }
        let (name, rest) = self
            .rest
            .split_once(':')
            .ok_or(Fault::Malformed("a field needs a colon and a value"))?;
        let name = name.trim();
        if name.is_empty() || name.contains([' ', '&', '|', '(', ')']) {
            return Err(Fault::Malformed("a field needs a name"));
        }
        let (name, field) = (name.to_owned(), Field::from_name(name));
        self.rest = rest.trim_start();
        match field {
            Some(Field::Priority) => self.number(),
            Some(field) => self.text(field),
            None => Err(Fault::UnknownField(name)),
        }
    }

    fn text(&mut self, field: Field) -> Result<Filter, Fault> {
        let not = self.take("!");
        let whole = self.take("=") || not;
        Ok(Filter::Is {
            field,
            values: self.values()?,
            whole,
            not,
        })
    }

    fn number(&mut self) -> Result<Filter, Fault> {
        let not = self.take("!=");
        for (sign, is_most, shift) in [
            ("<=", true, 0),
            (">=", false, 0),
            ("<", true, -1),
            (">", false, 1),
        ] {
            if !not && self.take(sign) {
                let value = parse_number(&self.value()?)?.saturating_add(shift);
                let range = if is_most {
                    (i64::MIN, value)
                } else {
                    (value, i64::MAX)
                };
                return Ok(Filter::Within {
                    ranges: vec![range],
                    not,
                });
            }
        }
        self.take("=");
        let ranges = self
            .values()?
            .into_iter()
            .map(|value| match value.split_once("..") {
                Some((least, most)) => Ok((parse_number(least)?, parse_number(most)?)),
                None => parse_number(&value).map(|value| (value, value)),
            });
        Ok(Filter::Within {
            ranges: ranges.collect::<Result<_, _>>()?,
            not,
        })
    }

    fn values(&mut self) -> Result<Vec<String>, Fault> {
        if !self.take("[") {
            return Ok(vec![self.value()?]);
        }
        let mut values = Vec::new();
        loop {
            if self.take("]") {
                return Ok(values);
            }
            self.count()?;
            values.push(self.item("]")?);
            if !self.take(",") && !self.rest.trim_start().starts_with(']') {
                return Err(Fault::Malformed("a bracket is not closed"));
            }
        }
    }

    /// A value outside of brackets ends before `&&`, `||` or a parenthesis.
    fn value(&mut self) -> Result<String, Fault> {
        self.item(")")
    }

    fn item(&mut self, end: &str) -> Result<String, Fault> {
        let text = self.rest.trim_start();
        if let Some(quoted) = text.strip_prefix('`') {
            let (value, rest) = quoted
                .split_once('`')
                .ok_or(Fault::Malformed("a backtick is not closed"))?;
            let value = value.to_owned();
            self.rest = rest.trim_start();
            return Ok(value);
        }
        let ends = match end {
            "]" => [",", "]", "]"],
            _ => ["&&", "||", ")"],
        };
        let len = ends.iter().filter_map(|end| text.find(end)).min();
        let (value, rest) = text.split_at(len.unwrap_or(text.len()));
        let value = value.trim().to_owned();
        self.rest = rest.trim_start();
        match value.is_empty() {
            true => Err(Fault::Malformed("a field needs a value")),
            false => Ok(value),
        }
    }

    fn take(&mut self, sign: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(sign);
        if let Some(after) = after {
            self.rest = after.trim_start();
        }
        after.is_some()
    }

    fn count(&mut self) -> Result<(), Fault> {
        self.parts += 1;
        match self.parts > MOST_PARTS {
            true => Err(Fault::Malformed("it has too many parts")),
            false => Ok(()),
        }
    }
}

fn parse_number(text: &str) -> Result<i64, Fault> {
    let number = text.trim().parse();
    number.map_err(|_| Fault::Malformed("`item_priority` is a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        Filter::parse(text).unwrap_err().to_string()
    }

    fn is(field: Field, values: &[&str]) -> Filter {
        Filter::Is {
            field,
            values: values.iter().map(|value| (*value).to_owned()).collect(),
            whole: true,
            not: false,
        }
    }

    #[test]
    fn what_clients_send_is_read() {
        let wanted = Filter::All(vec![
            is(Field::Language, &["en"]),
            is(
                Field::Tag,
                &["default", "docs-default-current", "docs-tcg-current"],
            ),
        ]);
        let modal =
            "language:=en && docusaurus_tag:=[default,docs-default-current,docs-tcg-current]";
        assert_eq!(Filter::parse(modal), Ok(wanted.clone()));
        let quoted = "language:=[`en`]&&docusaurus_tag:=[`default`, `docs-default-current`,`docs-tcg-current`]";
        let Ok(Filter::All(list)) = Filter::parse(quoted) else {
            panic!("{quoted}");
        };
        assert_eq!(
            list[1],
            is(
                Field::Tag,
                &["default", "docs-default-current", "docs-tcg-current"]
            )
        );
        assert_eq!(Filter::parse("  "), Ok(Filter::everything()));
    }

    #[test]
    fn and_binds_closer_than_or() {
        let Ok(Filter::Any(list)) = Filter::parse("type:=lvl1 || (type:=lvl2) && language:!=en")
        else {
            panic!("no list");
        };
        assert!(
            matches!(list.as_slice(), [Filter::Is { .. }, Filter::All(_)]),
            "{list:?}"
        );
    }

    #[test]
    fn numbers_have_ranges() {
        assert_eq!(
            Filter::parse("item_priority:[10..20, 30]"),
            Ok(Filter::Within {
                ranges: vec![(10, 20), (30, 30)],
                not: false
            })
        );
        assert_eq!(
            Filter::parse("item_priority:>10"),
            Ok(Filter::Within {
                ranges: vec![(11, i64::MAX)],
                not: false
            })
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(
            fault("foo:=1"),
            "Could not find a filter field named `foo` in the schema."
        );
        for wrong in [
            "language",
            "language:=",
            "language:=[en",
            "(language:=en",
            "language:=en)",
            "language:=`en",
            "item_priority:>x",
            ":=1",
            "&&",
        ] {
            assert!(
                fault(wrong).starts_with("Could not parse the filter query: "),
                "{wrong}"
            );
        }
        assert!(fault(&"(".repeat(10_000)).contains("too deep"));
        assert!(fault(&"type:=a||".repeat(10_000)).contains("too many"));
    }
}
