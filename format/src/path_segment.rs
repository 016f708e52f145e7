//! How the route table percent-encodes its paths.
//!
//! The compiler encodes the paths and the server normalises requests by the same rule. If the two differed, a path
//! would be in the table and never be found.

use percent_encoding::{AsciiSet, CONTROLS};

/// The characters that a path segment must encode: all but the `pchar` of RFC 3986, section 3.3.
pub const PATH_SEGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'%')
    .add(b'/')
    .add(b'[')
    .add(b']')
    .add(b'^')
    .add(b'|')
    .add(b'\\');
