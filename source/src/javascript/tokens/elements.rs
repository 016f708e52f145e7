//! Reads the tags and the children of JSX elements.

use super::{CODE, Level, NotAnElement, Part, Previous, Tokens};
use crate::javascript::is_identifier_part;

impl Tokens<'_> {
    /// Reads `<Name` or `<>` up to the first attribute.
    pub(super) fn begin_element(&mut self, is_root: bool) -> bool {
        let rest = &self.rest()[1..];
        let name = element_name(rest);
        let begins = rest.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
        if !begins && !rest.starts_with('>') {
            return false;
        }
        let root = is_root.then_some(self.at);
        self.at += 1 + name.len();
        self.set_previous(Previous::Operand);
        self.open.push(Level::Element {
            name,
            part: Part::StartTag,
            root,
        });
        true
    }

    /// Reads a piece of a start tag.
    pub(super) fn start_tag(&mut self) -> Result<(), NotAnElement> {
        self.skip_white_space();
        let rest = self.rest();
        match rest.as_bytes() {
            [] => {}
            [b'/', b'>', ..] => {
                self.at += 2;
                self.open.pop();
            }
            [b'/', b'*', ..] => self.at += rest[2..].find("*/").ok_or(NotAnElement)? + 4,
            [b'/', b'/', ..] => self.at += rest.find('\n').ok_or(NotAnElement)?,
            [b'>', ..] => {
                self.at += 1;
                if let Some(Level::Element { part, .. }) = self.open.last_mut() {
                    *part = Part::Children;
                }
            }
            [quote @ (b'"' | b'\''), ..] => {
                let end = rest[1..].find(char::from(*quote)).ok_or(NotAnElement)?;
                self.at += end + 2;
            }
            [b'{', ..] => self.begin_braces(),
            [b'=', ..] => self.at += 1,
            _ => match element_name(rest) {
                "" => return Err(NotAnElement),
                name => self.at += name.len(),
            },
        }
        Ok(())
    }

    fn begin_braces(&mut self) {
        self.at += 1;
        self.open.push(CODE);
    }

    /// Reads a piece of the children of an element, or its end tag.
    pub(super) fn child(&mut self) -> Result<(), NotAnElement> {
        let rest = self.rest();
        self.at += rest.find(['<', '{', '}', '>']).unwrap_or(rest.len());
        let rest = self.rest();
        if let Some(after) = rest.strip_prefix("</") {
            let end = rest.find('>').ok_or(NotAnElement)?;
            match self.open.last() {
                Some(Level::Element { name, .. }) if after[..end - 2].trim() == *name => {}
                _ => return Err(NotAnElement),
            }
            self.open.pop();
            self.at += end + 1;
            return Ok(());
        }
        match rest.as_bytes().first() {
            None => Ok(()),
            Some(b'{') => {
                self.begin_braces();
                Ok(())
            }
            Some(b'<') if self.begin_element(false) => Ok(()),
            _ => Err(NotAnElement),
        }
    }
}

/// The name of an element or an attribute at the start of a text.
fn element_name(text: &str) -> &str {
    let is_part = |c: char| is_identifier_part(c) || matches!(c, '-' | '.' | ':');
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}
