//! Evaluates the JavaScript expressions that content may contain in `{…}`.
//!
//! In: the text between the braces and a [`Scope`] for its identifiers. Out: a JSON value, or an error with its range
//! and a help. Supported are literals, arrays, objects, names with member access, and calls whose result the build knows,
//! such as `require('…')` and `useBaseUrl('…')`. Nothing is computed.

mod errors;
mod strings;

pub(crate) use self::errors::{ExpressionError, ResolveError};

use self::errors::missing;
use self::strings::unescape;
use crate::document::{DataValue, SharedValue, member};
use crate::placeholder::Placeholder;
use bindery_source::diagnostic::{Code, nearest};
use bindery_source::javascript;
use serde_json::{Map, Value};
use std::ops::Range;

/// The maximum depth of nested arrays and objects.
const MAX_DEPTH: usize = 32;

/// The identifiers that an expression may use.
pub(crate) trait Scope {
    /// The value of a name.
    fn value(&self, name: &str) -> Lookup<'_>;
    /// All names, for suggestions.
    fn names(&self) -> Vec<&str>;
    /// The result of a call; `None` when the name is not a function.
    fn call(&self, _name: &str, _arguments: &[Value]) -> Option<Result<DataValue, ResolveError>> {
        None
    }
}

/// The result of looking up a name in a [`Scope`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lookup<'v> {
    /// A value.
    Value(&'v Value),
    /// A value in shared data.
    Shared(&'v SharedValue),
    /// A component or a partial, which is not a value.
    NotAValue,
    /// A failed import, which was reported at its statement.
    Broken,
    /// No such name.
    Unknown,
}

/// Evaluates `source`.
pub(crate) fn evaluate(source: &str, scope: &dyn Scope) -> Result<DataValue, ExpressionError> {
    let mut parser = Parser {
        source,
        pos: 0,
        scope,
    };
    let value = parser.value(0)?;
    parser.skip_space();
    if parser.pos < source.len() {
        return Err(parser.unsupported(0..source.len()));
    }
    Ok(value)
}

/// Evaluates the expression that `source` begins with: its value and the offset after it.
pub(crate) fn evaluate_start(source: &str, scope: &dyn Scope) -> Option<(DataValue, usize)> {
    let mut parser = Parser {
        source,
        pos: 0,
        scope,
    };
    let value = parser.value(0).ok()?;
    Some((value, parser.pos))
}

struct Parser<'e> {
    source: &'e str,
    pos: usize,
    scope: &'e dyn Scope,
}

impl<'e> Parser<'e> {
    fn rest(&self) -> &'e str {
        &self.source[self.pos..]
    }

    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.pos).copied()
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        self.pos = javascript::skip_space(self.source, self.pos);
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_there = self.peek() == Some(byte);
        self.pos += usize::from(is_there);
        is_there
    }

    fn unsupported(&self, range: Range<usize>) -> ExpressionError {
        let written = self.source[range.clone()].trim();
        let first = written.lines().next().unwrap_or_default();
        let short: String = first.chars().take(40).collect();
        let message = match short.as_str() {
            "" => "an empty expression".to_owned(),
            _ => format!("`{short}` cannot be evaluated"),
        };
        ExpressionError {
            code: Code::UnsupportedExpression,
            range,
            message,
            help: "write a string, number, boolean, `null`, array or object, or the name of an import as in \
                   `{data.key[0]}`; put what must be computed into a component or a data file"
                .to_owned(),
        }
    }

    fn value(&mut self, depth: usize) -> Result<DataValue, ExpressionError> {
        self.skip_space();
        let start = self.pos;
        match self.peek() {
            _ if depth > MAX_DEPTH => Err(self.unsupported(start..self.source.len())),
            Some(b'[') => self.array(depth),
            Some(b'{') => self.object(depth),
            Some(b'"' | b'\'' | b'`') => self.string().map(DataValue::from),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number(),
            Some(byte) if javascript::begins_identifier(byte) => self.name(),
            _ => Err(self.unsupported(start..self.source.len())),
        }
    }

    fn array(&mut self, depth: usize) -> Result<DataValue, ExpressionError> {
        let mut items = Vec::new();
        self.eat(b'[');
        while !self.eat(b']') {
            items.push(self.value(depth + 1)?.into_value());
            if !self.eat(b',') && self.peek() != Some(b']') {
                return Err(self.unsupported(0..self.source.len()));
            }
        }
        Ok(DataValue::Owned(Value::Array(items)))
    }

    fn object(&mut self, depth: usize) -> Result<DataValue, ExpressionError> {
        let mut members = Map::new();
        self.eat(b'{');
        while !self.eat(b'}') {
            let key = match self.peek() {
                Some(b'"' | b'\'') => self.string()?,
                Some(byte) if javascript::begins_identifier(byte) || byte.is_ascii_digit() => {
                    self.word().to_owned()
                }
                _ => return Err(self.unsupported(0..self.source.len())),
            };
            if !self.eat(b':') {
                return Err(self.unsupported(0..self.source.len()));
            }
            let value = self.value(depth + 1)?.into_value();
            members.insert(key, value);
            if !self.eat(b',') && self.peek() != Some(b'}') {
                return Err(self.unsupported(0..self.source.len()));
            }
        }
        Ok(DataValue::Owned(Value::Object(members)))
    }

    fn string(&mut self) -> Result<String, ExpressionError> {
        let start = self.pos;
        let close = javascript::closing_quote(self.source.as_bytes(), start);
        let end = close.ok_or_else(|| self.unsupported(start..self.source.len()))?;
        self.pos = end + 1;
        let raw = &self.source[start + 1..end];
        if self.source.as_bytes()[start] == b'`' && raw.contains("${") {
            return Err(self.unsupported(start..self.pos));
        }
        Ok(unescape(raw))
    }

    fn number(&mut self) -> Result<DataValue, ExpressionError> {
        let start = self.pos;
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
        let length = self
            .rest()
            .find(|c| !is_part(c))
            .unwrap_or(self.rest().len());
        self.pos += length;
        let written = self.source[start..self.pos].replace('_', "");
        let written = written.trim_start_matches('+');
        if let Ok(whole) = written.parse::<i64>() {
            return Ok(DataValue::from(whole));
        }
        let is_plain = written
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
        let number = written
            .parse::<f64>()
            .ok()
            .filter(|_| is_plain)
            .and_then(serde_json::Number::from_f64);
        number
            .map(|number| DataValue::Owned(Value::Number(number)))
            .ok_or_else(|| self.unsupported(start..self.pos))
    }

    fn word(&mut self) -> &'e str {
        let word = javascript::identifier(self.rest());
        self.pos += word.len();
        word
    }

    fn name(&mut self) -> Result<DataValue, ExpressionError> {
        let start = self.pos;
        let word = self.word();
        match word {
            "true" => return Ok(DataValue::from(true)),
            "false" => return Ok(DataValue::from(false)),
            "null" | "undefined" => return Ok(DataValue::Owned(Value::Null)),
            _ => {}
        }
        let range = start..self.pos;
        let scope = self.scope;
        match self.rest().trim_start().as_bytes().first() {
            Some(b'(') => return self.call(word, start),
            Some(b'=' | b'?') => return Err(self.unsupported(start..self.source.len())),
            _ => {}
        }
        match scope.value(word) {
            Lookup::Value(value) => self
                .members(value, start)
                .map(|(_, value)| DataValue::Owned(value.clone())),
            Lookup::Shared(shared) => self
                .members(shared.value(), start)
                .map(|(path, _)| shared.at(path)),
            Lookup::Broken => Err(ExpressionError {
                code: Code::UnknownImport,
                range,
                message: String::new(),
                help: String::new(),
            }),
            Lookup::NotAValue => Err(ExpressionError {
                code: Code::UnsupportedExpression,
                range,
                message: format!("`{word}` is a component, not a value"),
                help: format!("write it as a tag: `<{word} />`"),
            }),
            Lookup::Unknown => Err(self.unknown(word, range)),
        }
    }

    /// `name(…)`, with member access after it.
    fn call(&mut self, name: &str, start: usize) -> Result<DataValue, ExpressionError> {
        self.eat(b'(');
        let mut arguments = Vec::new();
        while !self.eat(b')') {
            let argument = self.value(1);
            let is_known = self.scope.call(name, &[]).is_some();
            arguments.push(
                argument
                    .map_err(|error| match is_known {
                        true => error,
                        false => self.unsupported(start..self.source.len()),
                    })?
                    .into_value(),
            );
            if !self.eat(b',') && self.peek() != Some(b')') {
                return Err(self.unsupported(start..self.source.len()));
            }
        }
        let range = start..self.pos;
        match self.scope.call(name, &arguments) {
            None => Err(self.unsupported(start..self.source.len())),
            Some(Ok(data)) => self
                .members(data.value(), start)
                .map(|(path, _)| data.at(path)),
            Some(Err(ResolveError { message, help, .. })) => Err(ExpressionError {
                code: Code::UnknownImport,
                range,
                message,
                help,
            }),
        }
    }

    fn unknown(&self, word: &str, range: Range<usize>) -> ExpressionError {
        if word == "props" {
            return ExpressionError {
                code: Code::UnsupportedExpression,
                range,
                message: "`props` cannot be used: a page and a partial have none".to_owned(),
                help:
                    "write the value itself, or put it into the front matter: `{frontMatter.key}`"
                        .to_owned(),
            };
        }
        let help = match nearest(word, self.scope.names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("import it first: `import {word} from '@site/data/….json'`"),
        };
        ExpressionError {
            code: Code::UnknownImport,
            range,
            message: format!("nothing named `{word}` is imported"),
            help,
        }
    }

    /// Reads the member access after a name: the path, and the value it leads to.
    fn members<'v>(
        &mut self,
        root: &'v Value,
        start: usize,
    ) -> Result<(Vec<String>, &'v Value), ExpressionError> {
        let (mut path, mut value) = (Vec::new(), root);
        loop {
            self.skip_space();
            let parent = start..self.pos;
            let mut key_start = self.pos;
            let key = match self.peek() {
                Some(b'.') => {
                    self.pos += 1;
                    key_start += 1;
                    self.word().to_owned()
                }
                Some(b'[') => self.index(start)?,
                _ => return Ok((path, value)),
            };
            if self.rest().starts_with('(') {
                return Err(self.unsupported(start..self.source.len()));
            }
            if is_url_member(value, &key) {
                // Bundlers export the URL of a file as `default` or `src`.
                continue;
            }
            value = member(value, &key)
                .ok_or_else(|| missing(value, &key, &self.source[parent], key_start..self.pos))?;
            path.push(key);
        }
    }

    fn index(&mut self, start: usize) -> Result<String, ExpressionError> {
        self.eat(b'[');
        self.skip_space();
        let key = match self.peek() {
            Some(b'"' | b'\'') => self.string()?,
            Some(b'0'..=b'9') => self.word().to_owned(),
            _ => return Err(self.unsupported(start..self.source.len())),
        };
        if !self.eat(b']') {
            return Err(self.unsupported(start..self.source.len()));
        }
        Ok(key)
    }
}

fn is_url_member(value: &Value, key: &str) -> bool {
    matches!(key, "default" | "src")
        && matches!(
            Placeholder::from_value(value),
            Some(Placeholder::Asset(_) | Placeholder::Page(_))
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    struct One(Value);

    impl Scope for One {
        fn value(&self, name: &str) -> Lookup<'_> {
            match name {
                "data" => Lookup::Value(&self.0),
                "Tabs" => Lookup::NotAValue,
                _ => Lookup::Unknown,
            }
        }
        fn names(&self) -> Vec<&str> {
            vec!["data"]
        }
    }

    fn check(source: &str) -> Result<Value, ExpressionError> {
        let scope = One(json!({"list": [{"name": "a"}], "key-b": 2}));
        evaluate(source, &scope).map(DataValue::into_value)
    }

    #[test]
    fn literals_have_values() {
        assert_eq!(check("-1.5e2"), Ok(json!(-150.0)));
        assert_eq!(check(" 'it\\'s' "), Ok(json!("it's")));
        assert_eq!(
            check("[1, {a: null, 'b': [true,],},]"),
            Ok(json!([1, {"a": null, "b": [true]}]))
        );
    }

    #[test]
    fn names_have_members() {
        assert_eq!(check("data.list[0].name"), Ok(json!("a")));
        assert_eq!(check("data['key-b']"), Ok(json!(2)));
    }

    #[test]
    fn errors_come_with_help() {
        assert_eq!(check("dta.list").unwrap_err().help, "did you mean `data`?");
        assert_eq!(check("data.lst").unwrap_err().help, "did you mean `list`?");
        assert_eq!(check("data.list[4]").unwrap_err().code, Code::BadData);
        for computed in [
            "f(x)",
            "1 + 2",
            "() => 1",
            "`a${b}`",
            "a ? b : c",
            "",
            "data.list.map(x)",
            "0x10",
        ] {
            let code = check(computed).unwrap_err().code;
            assert!(
                matches!(
                    code,
                    Code::UnsupportedExpression | Code::BadData | Code::UnknownImport
                ),
                "{computed}"
            );
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(check(&"[".repeat(100_000)).is_err());
    }
}
