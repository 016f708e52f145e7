//! Parses the filter grammar of Typesense, as far as it applies to records of pages.
//!
//! `field:=value`, `field:!=value`, `field:value` (all words of it), lists in brackets, backticks around values with
//! special characters, `&&`, `||`, parentheses; `item_priority` with `:=`, `:!=`, `:<`, `:<=`, `:>`, `:>=` and ranges.
//! Words can be compared in texts, headings, other names, languages, tags and versions ([`SchemaField::has_words`]).

use crate::search::record::SchemaField;
use std::fmt;

/// Parentheses within parentheses.
const MAX_DEPTH: usize = 16;
/// Values of a filter, over all of its conditions: each is compared with all sections.
pub const MAX_VALUES: usize = 16;
/// Conditions of a filter, parentheses included.
const MAX_CONDITIONS: usize = 32;

/// The condition for sections.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// All of these filters hold.
    All(Vec<Filter>),
    /// One of these filters holds.
    Any(Vec<Filter>),
    /// A field has one of these values, or (`not`) none of them.
    Is {
        /// The field.
        field: SchemaField,
        /// The values as written.
        values: Vec<String>,
        /// How a value is compared.
        comparison: Comparison,
        /// Whether the field must have none of the values.
        not: bool,
    },
    /// `item_priority` lies within, both ends included, or outside.
    Within {
        /// The least and the greatest.
        ranges: Vec<(i64, i64)>,
        /// Whether the priority must lie outside.
        not: bool,
    },
}

/// How a value of a filter is compared with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `:=`: the field is equal to the value.
    Whole,
    /// `:`: the field has all words of the value.
    Words,
}

/// The reason why a filter cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// There is no such field.
    UnknownField(String),
    /// The filter does not follow the grammar; the reason.
    Malformed(&'static str),
    /// The filter has more values or conditions than the maximum.
    TooMany {
        /// The kind of item that exceeds its maximum.
        counted: &'static str,
        /// The maximum.
        max: usize,
    },
    /// The index has no words of this field.
    NoWords(&'static str),
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilterError::UnknownField(name) => {
                write!(
                    f,
                    "Could not find a filter field named `{name}` in the schema."
                )
            }
            FilterError::Malformed(reason) => {
                write!(f, "Could not parse the filter query: {reason}.")
            }
            FilterError::TooMany { counted, max } => write!(
                f,
                "Could not parse the filter query: `filter_by` has too many {counted}; the maximum is {max}."
            ),
            FilterError::NoWords(name) => write!(
                f,
                "Could not parse the filter query: the words of `{name}` are not indexed; compare the whole value with `{name}:=` or `{name}:!=`."
            ),
        }
    }
}

impl Filter {
    /// The filter that accepts everything.
    #[must_use]
    pub fn everything() -> Filter {
        Filter::All(Vec::new())
    }

    /// Reads a filter.
    ///
    /// # Errors
    /// When it does not follow the grammar, or is too long.
    pub fn parse(text: &str) -> Result<Filter, FilterError> {
        let mut parser = Parser {
            rest: text.trim(),
            conditions: 0,
            values: 0,
        };
        if parser.rest.is_empty() {
            return Ok(Filter::everything());
        }
        let filter = parser.any(0)?;
        match parser.rest {
            "" => Ok(filter),
            _ => Err(FilterError::Malformed("there is something after its end")),
        }
    }
}

struct Parser<'t> {
    rest: &'t str,
    conditions: usize,
    values: usize,
}

impl Parser<'_> {
    fn any(&mut self, depth: usize) -> Result<Filter, FilterError> {
        if depth > MAX_DEPTH {
            return Err(FilterError::Malformed("its parentheses are too deep"));
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

    fn all(&mut self, depth: usize) -> Result<Filter, FilterError> {
        let mut list = vec![self.one(depth)?];
        while self.take("&&") {
            list.push(self.one(depth)?);
        }
        Ok(match list.len() {
            1 => list.remove(0),
            _ => Filter::All(list),
        })
    }

    fn one(&mut self, depth: usize) -> Result<Filter, FilterError> {
        self.conditions += 1;
        check_max(self.conditions, MAX_CONDITIONS, "conditions")?;
        if self.take("(") {
            let inner = self.any(depth + 1)?;
            return match self.take(")") {
                true => Ok(inner),
                false => Err(FilterError::Malformed("a parenthesis is not closed")),
            };
        }
        let (name, rest) = self
            .rest
            .split_once(':')
            .ok_or(FilterError::Malformed("a field needs a colon and a value"))?;
        let name = name.trim();
        if name.is_empty() || name.contains([' ', '&', '|', '(', ')']) {
            return Err(FilterError::Malformed("a field needs a name"));
        }
        let (name, field) = (name.to_owned(), SchemaField::from_name(name));
        self.rest = rest.trim_start();
        match field {
            Some(SchemaField::Priority) => self.number(),
            Some(field) => self.text(field),
            None => Err(FilterError::UnknownField(name)),
        }
    }

    fn text(&mut self, field: SchemaField) -> Result<Filter, FilterError> {
        let not = self.take("!");
        let comparison = match self.take("=") || not || field.is_one_word() {
            true => Comparison::Whole,
            false if field.has_words() => Comparison::Words,
            false => return Err(FilterError::NoWords(field.name())),
        };
        Ok(Filter::Is {
            field,
            values: self.values()?,
            comparison,
            not,
        })
    }

    fn number(&mut self) -> Result<Filter, FilterError> {
        let not = self.take("!=");
        for (sign, is_maximum, shift) in [
            ("<=", true, 0),
            (">=", false, 0),
            ("<", true, -1),
            (">", false, 1),
        ] {
            if !not && self.take(sign) {
                let value = parse_number(&self.value()?)?.saturating_add(shift);
                let range = if is_maximum {
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
                Some((min, max)) => Ok((parse_number(min)?, parse_number(max)?)),
                None => parse_number(&value).map(|value| (value, value)),
            });
        Ok(Filter::Within {
            ranges: ranges.collect::<Result<_, _>>()?,
            not,
        })
    }

    fn values(&mut self) -> Result<Vec<String>, FilterError> {
        if !self.take("[") {
            return Ok(vec![self.value()?]);
        }
        let mut values = Vec::new();
        loop {
            if self.take("]") {
                return Ok(values);
            }
            values.push(self.item("]")?);
            if !self.take(",") && !self.rest.trim_start().starts_with(']') {
                return Err(FilterError::Malformed("a bracket is not closed"));
            }
        }
    }

    /// A value outside of brackets ends before `&&`, `||` or a parenthesis.
    fn value(&mut self) -> Result<String, FilterError> {
        self.item(")")
    }

    fn item(&mut self, end: &str) -> Result<String, FilterError> {
        self.values += 1;
        check_max(self.values, MAX_VALUES, "values")?;
        let text = self.rest.trim_start();
        if let Some(quoted) = text.strip_prefix('`') {
            let (value, rest) = quoted
                .split_once('`')
                .ok_or(FilterError::Malformed("a backtick is not closed"))?;
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
            true => Err(FilterError::Malformed("a field needs a value")),
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
}

fn check_max(count: usize, max: usize, counted: &'static str) -> Result<(), FilterError> {
    match count > max {
        true => Err(FilterError::TooMany { counted, max }),
        false => Ok(()),
    }
}

fn parse_number(text: &str) -> Result<i64, FilterError> {
    let number = text.trim().parse();
    number.map_err(|_| FilterError::Malformed("`item_priority` is a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Filter::parse(text).unwrap_err().to_string()
    }

    fn is(field: SchemaField, values: &[&str]) -> Filter {
        Filter::Is {
            field,
            values: values.iter().map(|value| (*value).to_owned()).collect(),
            comparison: Comparison::Whole,
            not: false,
        }
    }

    #[test]
    fn what_clients_send_is_read() {
        let selected = Filter::All(vec![
            is(SchemaField::Language, &["en"]),
            is(
                SchemaField::Tag,
                &["default", "docs-default-current", "docs-tcg-current"],
            ),
        ]);
        let modal =
            "language:=en && docusaurus_tag:=[default,docs-default-current,docs-tcg-current]";
        assert_eq!(Filter::parse(modal), Ok(selected.clone()));
        let quoted = "language:=[`en`]&&docusaurus_tag:=[`default`, `docs-default-current`,`docs-tcg-current`]";
        let Ok(Filter::All(list)) = Filter::parse(quoted) else {
            panic!("{quoted}");
        };
        assert_eq!(
            list[1],
            is(
                SchemaField::Tag,
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
            error("foo:=1"),
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
                error(wrong).starts_with("Could not parse the filter query: "),
                "{wrong}"
            );
        }
        assert!(error(&"(".repeat(10_000)).contains("too deep"));
        assert!(error(&"type:=a||".repeat(10_000)).contains("too many"));
    }

    #[test]
    fn sixteen_values_are_read_and_seventeen_refused() {
        let list = |count: usize| format!("url:=[{}]", vec!["a"; count].join(","));
        assert!(Filter::parse(&list(MAX_VALUES)).is_ok());
        let selected =
            "Could not parse the filter query: `filter_by` has too many values; the maximum is 16.";
        assert_eq!(error(&list(MAX_VALUES + 1)), selected);
        let split = format!("{} && {}", list(9), list(8));
        assert_eq!(error(&split), selected);
        assert!(error(&"type:=[]||".repeat(10_000)).contains("too many conditions"));
    }

    #[test]
    fn words_are_looked_for_where_the_index_has_them() {
        for field in SchemaField::ALL {
            if field == SchemaField::Priority {
                continue;
            }
            let read = Filter::parse(&format!("{}:a", field.name()));
            let is_read = field.has_words() || field.is_one_word();
            assert_eq!(read.is_ok(), is_read, "{read:?}");
        }
        assert!(error("url:a").contains("`url:=`"));
    }
}
