//! Chooses the encoding of a representation (RFC 9110, section 12.5.3).
//!
//! In: the `Accept-Encoding` lines of a request and a [`Resource`]. Out: one of its stored bodies. Never fails: if nothing
//! is acceptable, the plain bytes are sent, not 406. The media type of a page is chosen before, in [`media_type`].

pub mod media_type;

use crate::table::{Body, Resource};
use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderMap};

/// A content coding in which bodies may be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Brotli (RFC 7932).
    Br,
    /// Zstandard (RFC 8878).
    Zstd,
    /// Gzip (RFC 1952).
    Gzip,
    /// The plain bytes.
    Identity,
}

impl Encoding {
    /// All encodings, in the order that decides between bodies of the same length.
    pub const ALL: [Encoding; 4] = [
        Encoding::Br,
        Encoding::Zstd,
        Encoding::Gzip,
        Encoding::Identity,
    ];

    /// The value of `Content-Encoding`; identity has none.
    #[must_use]
    pub const fn content_encoding(self) -> Option<&'static str> {
        match self {
            Encoding::Br => Some("br"),
            Encoding::Zstd => Some("zstd"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Identity => None,
        }
    }

    /// The stored body in this encoding.
    #[must_use]
    pub fn body(self, resource: &Resource) -> Option<&Body> {
        match self {
            Encoding::Br => resource.br.as_ref(),
            Encoding::Zstd => resource.zstd.as_ref(),
            Encoding::Gzip => resource.gzip.as_ref(),
            Encoding::Identity => Some(&resource.identity),
        }
    }

    /// The coding of this name; names are case-insensitive and `x-gzip` means `gzip` (RFC 9110, section 8.4.1.3).
    fn parse(name: &str) -> Option<Encoding> {
        const NAMES: [(&str, Encoding); 5] = [
            ("br", Encoding::Br),
            ("zstd", Encoding::Zstd),
            ("gzip", Encoding::Gzip),
            ("x-gzip", Encoding::Gzip),
            ("identity", Encoding::Identity),
        ];
        let mut names = NAMES.iter();
        names
            .find(|(known, _)| name.eq_ignore_ascii_case(known))
            .map(|(_, encoding)| *encoding)
    }
}

/// The body to send: the encoding with the highest weight, and among equal weights the shortest body.
#[must_use]
pub fn negotiate<'s>(resource: &'s Resource, headers: &HeaderMap) -> (Encoding, &'s Body) {
    let preferences = Preferences::read(headers);
    let mut chosen = (Encoding::Identity, &resource.identity);
    let mut rank = 0;
    for encoding in Encoding::ALL {
        let Some(body) = encoding.body(resource) else {
            continue;
        };
        let encoding_rank = preferences.rank(encoding);
        if encoding_rank > rank || (encoding_rank == rank && rank > 0 && body.len < chosen.1.len) {
            chosen = (encoding, body);
            rank = encoding_rank;
        }
    }
    chosen
}

/// Whether the bytes of a resource depend on `Accept-Encoding`.
#[must_use]
pub fn varies(resource: &Resource) -> bool {
    resource.br.is_some() || resource.zstd.is_some() || resource.gzip.is_some()
}

/// The encoding of a response, from its header fields.
#[must_use]
pub fn encoding_of(headers: &HeaderMap) -> Encoding {
    let value = headers.get(CONTENT_ENCODING);
    let known = Encoding::ALL.into_iter().find(|encoding| {
        let name = encoding.content_encoding();
        name.is_some_and(|name| value.is_some_and(|value| value == name))
    });
    known.unwrap_or(Encoding::Identity)
}

/// The weights of `Accept-Encoding`, in thousandths.
#[derive(Clone, Copy, Debug, Default)]
struct Preferences {
    named: [Option<u16>; 4],
    others: Option<u16>,
}

impl Preferences {
    /// Reads all `Accept-Encoding` lines; malformed members are ignored.
    fn read(headers: &HeaderMap) -> Preferences {
        let mut preferences = Preferences::default();
        for line in headers.get_all(ACCEPT_ENCODING) {
            for member in line.to_str().unwrap_or_default().split(',') {
                preferences.add(member);
            }
        }
        preferences
    }

    fn add(&mut self, member: &str) {
        let (name, quality) = match member.split_once(';') {
            None => (member, Some(1000)),
            Some((name, parameters)) => (name, parse_quality(parameters)),
        };
        let Some(quality) = quality else {
            return;
        };
        let name = name.trim_ascii();
        let slot = match Encoding::parse(name) {
            Some(encoding) => &mut self.named[encoding as usize],
            None if name == "*" => &mut self.others,
            None => return,
        };
        // If a name occurs twice, the higher weight counts.
        *slot = (*slot).max(Some(quality));
    }

    /// The rank of an encoding: 0 is not acceptable, 1 acceptable, more is requested.
    ///
    /// Identity is acceptable unless it is excluded, but ranks after everything that is requested.
    fn rank(&self, encoding: Encoding) -> u32 {
        match self.named[encoding as usize].or(self.others) {
            Some(quality) => u32::from(quality) * 2,
            None if encoding == Encoding::Identity => 1,
            None => 0,
        }
    }
}

/// The weight `q` among the parameters of a member, 1 by default; `None` if it is not a `qvalue` (section 12.4.2).
fn parse_quality(parameters: &str) -> Option<u16> {
    for parameter in parameters.split(';') {
        if let Some((name, value)) = parameter.split_once('=')
            && name.trim_ascii().eq_ignore_ascii_case("q")
        {
            return parse_qvalue(value.trim_ascii());
        }
    }
    Some(1000)
}

fn parse_qvalue(value: &str) -> Option<u16> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = fraction
        .bytes()
        .chain([b'0'; 3])
        .take(3)
        .fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'));
    match (whole, thousandths) {
        ("0", thousandths) => Some(thousandths),
        ("1", 0) => Some(1000),
        _ => None,
    }
}
