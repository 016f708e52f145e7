//! Evaluates the values of attributes and the expressions in running text.

use crate::context::MarkdownContext;
use crate::document::DataValue;
use crate::mdx::expression::{self, ExpressionError, Lookup, ResolveError, Scope};
use crate::mdx::import::{self, Bindings, DocusaurusFunction};
use crate::mdx::tag::{Attribute, AttributeValue};
use crate::placeholder::{self, Placeholder};
use crate::renderer::Renderer;
use bindery_source::diagnostic::Code;
use bindery_source::{SourceFile, Span};
use serde_json::{Value, json};

/// The names that expressions of a file may use: its imports, `frontMatter`, `toc` and `require`.
struct PageScope<'a, 's> {
    bindings: &'a Bindings<'s>,
    front_matter: &'a Value,
    toc: Value,
    file: &'a SourceFile,
    context: &'a MarkdownContext<'s>,
}

impl Scope for PageScope<'_, '_> {
    fn value(&self, name: &str) -> Lookup<'_> {
        match self.bindings.value(name) {
            Lookup::Unknown if name == "frontMatter" => Lookup::Value(self.front_matter),
            Lookup::Unknown if name == "toc" => Lookup::Value(&self.toc),
            found => found,
        }
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.bindings.names();
        names.push("frontMatter");
        names
    }

    fn call(&self, name: &str, arguments: &[Value]) -> Option<Result<DataValue, ResolveError>> {
        let first = arguments.first().unwrap_or(&Value::Null);
        if name == "require" {
            let path = first.as_str().unwrap_or_default();
            return Some(import::require(path, self.file, self.context));
        }
        let items = Placeholder::CategoryItems.to_value();
        let value = match self.bindings.function(name)? {
            DocusaurusFunction::CurrentSiblings => items,
            DocusaurusFunction::CurrentCategory => json!({ "items": items }),
            DocusaurusFunction::Translate => first.get("message").cloned().unwrap_or_default(),
            DocusaurusFunction::BaseUrl => {
                let path = first.as_str().unwrap_or_default();
                let file = format!("static/{}", path.trim_start_matches('/'));
                match self.context.tree.find(&file) {
                    Some(file) => Placeholder::Asset(&file.path).to_value(),
                    None => json!(format!("/{}", path.trim_start_matches('/'))),
                }
            }
        };
        Some(Ok(DataValue::Owned(value)))
    }
}

impl Renderer<'_, '_, '_> {
    /// The value of an attribute; `None` when it cannot be evaluated, which is reported.
    pub(crate) fn attribute_value(
        &mut self,
        attribute: &Attribute<'_>,
        number: usize,
    ) -> Option<DataValue> {
        match attribute.value {
            AttributeValue::Boolean => Some(DataValue::from(true)),
            AttributeValue::String(text) => Some(DataValue::from(bindery_html::decode(text))),
            AttributeValue::Expression(_, _) if attribute.name.is_empty() => {
                let span = self.attribute_span(attribute, number);
                self.sink
                    .error(
                        Code::UnsupportedExpression,
                        span,
                        "spread attributes are not supported",
                    )
                    .help("write each attribute as `name={value}`");
                None
            }
            AttributeValue::Value(value) => Some(DataValue::Owned(value.clone())),
            AttributeValue::Expression(source, start) => self.evaluate(source, start, number),
        }
    }

    fn evaluate(&mut self, expression: &str, start: usize, number: usize) -> Option<DataValue> {
        let source = &self.masked.sources[self.masked.tokens[number].source];
        let scope = PageScope {
            bindings: &source.bindings,
            front_matter: self.front_matter,
            toc: Placeholder::Toc.to_value(),
            file: source.file,
            context: self.context,
        };
        match expression::evaluate(expression, &scope) {
            Ok(data) => Some(data),
            Err(ExpressionError { message, .. }) if message.is_empty() => None,
            Err(ExpressionError {
                code,
                range,
                message,
                help,
            }) => {
                let span = Span::new(source.file.id, start + range.start, start + range.end);
                self.sink.error(code, span, message).help(help);
                None
            }
        }
    }

    /// Writes the value of an expression in running text.
    pub(crate) fn expression(&mut self, expression: &str, number: usize) {
        let start = self.masked.tokens[number].range.start + 1;
        let Some(data) = self.evaluate(expression, start, number) else {
            return;
        };
        match data.value() {
            Value::Null => {}
            Value::String(text) => self.plain_text(text),
            value @ (Value::Number(_) | Value::Bool(_)) => self.plain_text(&value.to_string()),
            value => match placeholder::to_markdown_path(value) {
                Some(path) => self.plain_text(&path),
                None => {
                    let message =
                        format!("`{}` is a list or an object, not text", expression.trim());
                    self.sink
                        .error(Code::BadData, self.masked.token_span(number), message)
                        .help("name a member that is a string or a number, such as `{data.name}` or `{list[0]}`");
                }
            },
        }
    }
}
