//! How a table spells its paths: one source file, used by the compiler that writes the paths and by the runtime that
//! normalises requests to them. If the two sides differed, a path would be in the table and never be found.

use percent_encoding::{AsciiSet, CONTROLS};

/// What a path segment must encode: all but the `pchar` of RFC 3986, section 3.3.
pub(crate) const PATH_SEGMENT: &AsciiSet = &CONTROLS
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
