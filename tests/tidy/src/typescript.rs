//! Splits TypeScript and JSX into tokens, and finds the strings that it translates. JSON is a part of the language.
//!
//! The reader is a lexer and not a parser. It does not know where the text of JSX begins, so an apostrophe is a sign
//! and not a quote if it follows a letter or if its line has no second one.

/// A token of TypeScript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier, a keyword or a number.
    Word(String),
    /// One character of punctuation, or a regular expression as `/`.
    Sign(char),
    /// The value of a string, or of a template without substitutions.
    Text(String),
    /// A template with substitutions; the tokens of its expressions precede it.
    Template,
}

/// A token and the line it ends on, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The line that the token ends on, counted from 1.
    pub line: usize,
}

impl Token {
    fn is_sign(&self, sign: char) -> bool {
        self.kind == TokenKind::Sign(sign)
    }

    fn is_word(&self, text: &str) -> bool {
        matches!(&self.kind, TokenKind::Word(word) if word == text)
    }
}

/// The tokens of a file.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        chars: text.chars().collect(),
        at: 0,
        line: 1,
        found: Vec::new(),
    };
    while let Some(first) = lexer.next() {
        lexer.token(first);
    }
    lexer.found
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: usize,
    found: Vec<Token>,
}

impl Lexer {
    fn next(&mut self) -> Option<char> {
        let next = self.chars.get(self.at).copied();
        self.at += usize::from(next.is_some());
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn push(&mut self, kind: TokenKind) {
        self.found.push(Token {
            kind,
            line: self.line,
        });
    }

    fn token(&mut self, first: char) {
        match first {
            '/' if self.peek() == Some('/') => while self.next().is_some_and(|c| c != '\n') {},
            '/' if self.peek() == Some('*') => self.block_comment(),
            '/' => self.slash(),
            '\'' if self.is_apostrophe() => self.push(TokenKind::Sign(first)),
            '"' | '\'' => self.string(first),
            '`' => self.template(),
            c if is_word(c) => self.word(c),
            c if c.is_whitespace() => {}
            c => self.push(TokenKind::Sign(c)),
        }
    }

    fn block_comment(&mut self) {
        self.next();
        while let Some(c) = self.next() {
            if c == '*' && self.peek() == Some('/') {
                self.next();
                return;
            }
        }
    }

    /// A division, the slash of a tag, or a regular expression. No value precedes a regular expression.
    fn slash(&mut self) {
        let follows_value = self.found.last().is_none_or(|last| match &last.kind {
            TokenKind::Word(word) => word != "return",
            TokenKind::Sign(sign) => matches!(sign, ')' | ']' | '}' | '<'),
            TokenKind::Text(_) | TokenKind::Template => true,
        });
        if !follows_value && let Some(length) = self.length_until('/') {
            self.at += length + 1;
        }
        self.push(TokenKind::Sign('/'));
    }

    /// The characters before the next unescaped `quote` of this line.
    fn length_until(&self, quote: char) -> Option<usize> {
        let (mut is_escaped, mut in_class) = (false, false);
        for (length, &c) in self.chars[self.at..].iter().enumerate() {
            match c {
                '\n' => return None,
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '[' if quote == '/' => in_class = true,
                ']' if quote == '/' => in_class = false,
                c if c == quote && !in_class => return Some(length),
                _ => {}
            }
        }
        None
    }

    /// Whether the quote that was just read follows a letter, as in the text `don't` of JSX.
    fn is_apostrophe(&self) -> bool {
        let before = self.at.checked_sub(2).map(|before| self.chars[before]);
        before.is_some_and(is_word)
    }

    fn string(&mut self, quote: char) {
        let Some(length) = self.length_until(quote) else {
            return self.push(TokenKind::Sign(quote));
        };
        let end = self.at + length;
        let mut text = String::new();
        while self.at < end {
            match self.next() {
                Some('\\') => text.push(self.escape()),
                Some(c) => text.push(c),
                None => break,
            }
        }
        self.next();
        self.push(TokenKind::Text(text));
    }

    fn escape(&mut self) -> char {
        match self.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('u') => {
                let end = (self.at + 4).min(self.chars.len());
                let digits: String = self.chars[self.at..end].iter().collect();
                self.at = end;
                let code = u32::from_str_radix(&digits, 16).ok();
                code.and_then(char::from_u32)
                    .unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other.unwrap_or('\\'),
        }
    }

    fn template(&mut self) {
        let (mut text, mut has_expression) = (String::new(), false);
        while let Some(c) = self.next().filter(|&c| c != '`') {
            match c {
                '\\' => text.push(self.escape()),
                '$' if self.peek() == Some('{') => {
                    has_expression = true;
                    self.next();
                    self.expression();
                }
                c => text.push(c),
            }
        }
        self.push(match has_expression {
            true => TokenKind::Template,
            false => TokenKind::Text(text),
        });
    }

    /// The tokens of a substitution, until its brace closes.
    fn expression(&mut self) {
        let mut depth = 1;
        while let Some(c) = self.next() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
            self.token(c);
        }
    }

    fn word(&mut self, first: char) {
        let mut word = String::from(first);
        while let Some(c) = self.peek().filter(|&c| is_word(c)) {
            word.push(c);
            self.next();
        }
        self.push(TokenKind::Word(word));
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// A call of `translate` or `translatePlural`, or a tag `<Translate>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The line of its name.
    pub line: usize,
    /// The id, unless the source computes it.
    pub id: Option<String>,
    /// The text without a translation, unless the source computes it. A tag's is not read.
    pub default: Option<String>,
}

/// The translations of a file.
#[must_use]
pub fn translations(text: &str) -> Vec<Translation> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let is_tag = token.is_word("Translate") && before.is_some_and(|token| token.is_sign('<'));
        let is_call = token.is_word("translate") || token.is_word("translatePlural");
        let is_named = before.is_some_and(|token| token.is_word("function") || token.is_sign('.'));
        let rest = &tokens[at + 1..];
        if is_tag {
            found.push(Translation {
                line: token.line,
                id: id_attribute(rest),
                default: None,
            });
        } else if is_call && !is_named && rest.first().is_some_and(|token| token.is_sign('(')) {
            let id = argument(&rest[1..]);
            let after_id = id.is_some().then(|| rest.get(3..)).flatten();
            found.push(Translation {
                line: token.line,
                id,
                default: after_id.and_then(argument),
            });
        }
    }
    found
}

/// The string that is the whole next argument of a call.
fn argument(rest: &[Token]) -> Option<String> {
    match rest {
        [first, end, ..] if end.is_sign(',') || end.is_sign(')') => text_of(first),
        _ => None,
    }
}

/// The string of the attribute `id` of a tag.
fn id_attribute(rest: &[Token]) -> Option<String> {
    let attributes = rest.split(|token| token.is_sign('>')).next()?;
    attributes.windows(3).find_map(|window| match window {
        [name, equals, value] if name.is_word("id") && equals.is_sign('=') => text_of(value),
        _ => None,
    })
}

fn text_of(token: &Token) -> Option<String> {
    match &token.kind {
        TokenKind::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// The entries of a JSON object whose values are strings, in their order; a key can come twice.
#[must_use]
pub fn json_entries(text: &str) -> Vec<(String, String)> {
    let tokens = tokens(text);
    let entries = tokens.windows(3).filter(|window| window[1].is_sign(':'));
    entries
        .filter_map(|window| Some((text_of(&window[0])?, text_of(&window[2])?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `line id default` of each translation; `?` is a value that the source computes.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let or_computed = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
        let found: Vec<String> = translations(text)
            .into_iter()
            .map(|one| {
                let (id, default) = (or_computed(one.id), or_computed(one.default));
                format!("{} {id} {default}", one.line)
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn calls_are_found_over_lines_and_in_templates() {
        check(
            "a = translate(\n  'b',\n  \"it's\",\n);\n`x ${translate('c', `d`, { e })} ${{}}`;\ntranslatePlural('f', '1|2', 3)",
            &["1 b it's", "5 c d", "6 f 1|2"],
        );
    }

    #[test]
    fn comments_strings_and_expressions_hold_no_calls() {
        check(
            "// translate('a', 'b')\n/* translate('a', 'b') */ 'translate(\"a\")' + x.translate('a') + /'[/']/.test(y);\n\
             function translate(a, b) {}\n<p translate=\"no\">don't / {translate('c', 'it\\'s')}</p>",
            &["4 c it's"],
        );
    }

    #[test]
    fn computed_ids_and_defaults_are_marked() {
        check(
            "translate(id('a'), 'b'); translate(`a.${b}`, c); translate('a', b + 'c')",
            &["1 ? ?", "1 ? ?", "1 a ?"],
        );
    }

    #[test]
    fn tags_have_their_id() {
        check(
            "<Translate\n  values={{}}\n  id=\"a\"\n>b</Translate>; <Translate>c</Translate>",
            &["1 a ?", "4 ? ?"],
        );
    }

    #[test]
    fn entries_of_json_keep_their_duplicates() {
        let entries = json_entries("{\"a\": \"b \\\"c\\\"\", \"a\": \"\\u00e9\"}");
        let expected = [("a", "b \"c\""), ("a", "é")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(entries, expected);
    }
}
