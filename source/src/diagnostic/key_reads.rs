//! What a reader asks a map for, recorded so that a JSON Schema can be made from the reader itself.

use crate::Span;

/// A key that a reader asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRead {
    /// The span of the map.
    pub map: Span,
    /// The key and its alternatives, separated by `|`; empty when the map was opened.
    pub keys: &'static str,
    /// The values that the reader accepts.
    pub kind: KeyKind,
}

/// The values that a reader accepts for a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Not known: the reader looks at the value itself.
    Any,
    /// A whole number in this range.
    Integer(u32, u32),
    /// One of these strings.
    Enum(Vec<&'static str>),
}
