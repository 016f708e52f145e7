//! Finds the client behind proxies.
//!
//! In: the address of the connection, the request's header fields, and the proxies that are trusted, with the one field
//! in which they name the client ([`ClientField`]). Out: a [`Client`]. Every other field is ignored: a proxy that appends
//! to `X-Forwarded-For` forwards whatever its client wrote into `Forwarded`, so a server that reads both would trust
//! clients.

use actix_web::http::header::{FORWARDED, HeaderMap, HeaderName, HeaderValue, X_FORWARDED_FOR};
use std::borrow::Cow;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// A network of trusted proxies: `10.0.0.0/8`, `::1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether the network contains an address.
    #[must_use]
    pub fn contains(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.bits);
                let prefix = |ip| u32::from(ip).checked_shr(shift).unwrap_or(0);
                prefix(own) == prefix(other)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = 128 - u32::from(self.bits);
                let prefix = |ip| u128::from(ip).checked_shr(shift).unwrap_or(0);
                prefix(own) == prefix(other)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let error = || format!("`{text}` is not an address or network such as `10.0.0.0/8`");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| error())?;
        let max_bits = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(max_bits), str::parse).map_err(|_| error())?;
        if bits > max_bits {
            return Err(error());
        }
        Ok(Network { address, bits })
    }
}

/// The header field in which trusted proxies name the client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ClientField {
    /// `X-Forwarded-For`: a list of addresses to which each proxy appends its client's.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239): the same with names; `for=` counts.
    Forwarded,
    /// A field that a proxy sets to one address, such as `CF-Connecting-IP` or `X-Real-IP`.
    Single(HeaderName),
}

impl FromStr for ClientField {
    type Err = String;

    fn from_str(text: &str) -> Result<ClientField, String> {
        let name = HeaderName::from_bytes(text.as_bytes());
        let name = name.map_err(|_| format!("`{text}` is not the name of a header field"))?;
        Ok(match name.as_str() {
            "x-forwarded-for" => ClientField::XForwardedFor,
            "forwarded" => ClientField::Forwarded,
            _ => ClientField::Single(name),
        })
    }
}

impl fmt::Display for ClientField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClientField::XForwardedFor => "x-forwarded-for",
            ClientField::Forwarded => "forwarded",
            ClientField::Single(name) => name.as_str(),
        })
    }
}

/// The trusted proxies, and how they name their client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// The networks in which the proxies are.
    pub networks: Vec<Network>,
    /// The field in which they name the client.
    pub field: ClientField,
}

impl Proxies {
    /// Whether an address belongs to one of them.
    #[must_use]
    pub fn trust(&self, address: IpAddr) -> bool {
        self.networks
            .iter()
            .any(|network| network.contains(address))
    }
}

/// The client that sent a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// The client's address; absent on a Unix socket whose proxy names no client.
    pub address: Option<IpAddr>,
    /// Whether a trusted proxy named the address. A named `127.0.0.1` must not get the privileges of a connection from this
    /// machine.
    pub is_named_by_proxy: bool,
}

impl Client {
    /// Whether the connection itself comes from this machine, and no proxy forwards the request of another client.
    #[must_use]
    pub fn is_local(&self) -> bool {
        !self.is_named_by_proxy && self.address.is_some_and(|address| address.is_loopback())
    }
}

/// Finds the nearest address that does not belong to a trusted proxy; addresses before it may be forged. A connection
/// without an address (a Unix socket) comes from a trusted proxy if any proxy is trusted at all.
#[must_use]
pub fn find_client(peer: Option<SocketAddr>, headers: &HeaderMap, proxies: &Proxies) -> Client {
    let peer = peer.map(|peer| peer.ip().to_canonical());
    let mut client = Client {
        address: peer,
        is_named_by_proxy: false,
    };
    if proxies.networks.is_empty() || peer.is_some_and(|peer| !proxies.trust(peer)) {
        return client;
    }
    for hop in hops(headers, &proxies.field) {
        let Some(address) = hop else {
            break;
        };
        client = Client {
            address: Some(address),
            is_named_by_proxy: true,
        };
        if !proxies.trust(address) {
            break;
        }
    }
    client
}

/// The addresses that proxies named, the nearest first; an element without an address is `None`. The lines of the field
/// form one list. The list is read as bytes and from the right, so that bytes from the client cannot change the meaning of
/// what a proxy appended.
fn hops(headers: &HeaderMap, field: &ClientField) -> Vec<Option<IpAddr>> {
    let lines = |name: &HeaderName| -> Vec<&[u8]> {
        let mut lines: Vec<&[u8]> = headers.get_all(name).map(HeaderValue::as_bytes).collect();
        lines.reverse();
        lines
    };
    match field {
        ClientField::XForwardedFor => lines(&X_FORWARDED_FOR)
            .into_iter()
            .flat_map(|line| line.rsplit(|byte| *byte == b','))
            .map(parse_node)
            .collect(),
        ClientField::Forwarded => lines(&FORWARDED)
            .into_iter()
            .flat_map(|line| split_from_right(line, b','))
            .map(|element| node_of(element?))
            .collect(),
        ClientField::Single(name) => lines(name)
            .first()
            .map(|line| parse_node(line))
            .into_iter()
            .collect(),
    }
}

/// Splits at separators outside of quoted strings (RFC 9110, section 5.6.4); the last part comes first. If a quote is not
/// closed, all text before it is one part, `None`.
fn split_from_right(text: &[u8], separator: u8) -> Vec<Option<&[u8]>> {
    let mut parts = Vec::new();
    let mut end = text.len();
    let mut is_quoted = false;
    for (at, byte) in text.iter().enumerate().rev() {
        if *byte == b'"' {
            let backslashes = text[..at].iter().rev().take_while(|byte| **byte == b'\\');
            let is_escaped = backslashes.count() % 2 == 1;
            if !is_quoted && is_escaped {
                is_quoted = true;
                break;
            }
            is_quoted = is_quoted == is_escaped;
        } else if *byte == separator && !is_quoted {
            parts.push(Some(&text[at + 1..end]));
            end = at;
        }
    }
    parts.push((!is_quoted).then_some(&text[..end]));
    parts
}

/// The node of `for=` in an element of `Forwarded` (RFC 7239, section 4); an element may have one only.
fn node_of(element: &[u8]) -> Option<IpAddr> {
    let mut node = None;
    for pair in split_from_right(element, b';') {
        let pair = pair?;
        let Some(equals) = pair.iter().position(|byte| *byte == b'=') else {
            continue;
        };
        if !pair[..equals].trim_ascii().eq_ignore_ascii_case(b"for") {
            continue;
        }
        if node.replace(&pair[equals + 1..]).is_some() {
            return None;
        }
    }
    parse_node(&unquoted(node?.trim_ascii()))
}

/// The content of a quoted string; other text unchanged.
fn unquoted(value: &[u8]) -> Cow<'_, [u8]> {
    let inner = value
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""));
    let Some(inner) = inner else {
        return Cow::Borrowed(value);
    };
    let mut bytes = inner.iter().copied();
    let mut said = Vec::with_capacity(inner.len());
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => said.extend(bytes.next()),
            byte => said.push(byte),
        }
    }
    Cow::Owned(said)
}

/// `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`.
fn parse_node(node: &[u8]) -> Option<IpAddr> {
    let node = str::from_utf8(node.trim_ascii()).ok()?;
    let address = node.parse().ok().or_else(|| {
        let bare = node.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        bare.map_or_else(
            || node.rsplit_once(':')?.0.parse().ok(),
            |(address, _)| address.parse().ok(),
        )
    });
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: &str = "10.0.0.1:9";

    fn client(peer: &str, field: &str, fields: &[(&'static str, &'static str)]) -> Client {
        let fields: Vec<(&'static str, &[u8])> = fields
            .iter()
            .map(|(name, value)| (*name, value.as_bytes()))
            .collect();
        client_of_bytes(peer, field, &fields)
    }

    fn client_of_bytes(peer: &str, field: &str, fields: &[(&'static str, &[u8])]) -> Client {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            let name = HeaderName::from_static(name);
            headers.append(name, HeaderValue::from_bytes(value).unwrap());
        }
        let proxies = Proxies {
            networks: ["10.0.0.0/8", "::1"]
                .map(|text| text.parse().unwrap())
                .to_vec(),
            field: field.parse().unwrap(),
        };
        find_client(peer.parse().ok(), &headers, &proxies)
    }

    #[track_caller]
    fn check(peer: &str, name: &'static str, value: &'static str, expected: &str) {
        let client = client(peer, name, &[(name, value)]);
        let address = client.address.map(|address| address.to_string());
        assert_eq!(address.as_deref(), Some(expected), "{peer} with {value}");
    }

    #[test]
    fn the_nearest_address_that_is_no_trusted_proxy_is_the_client() {
        let older = "x-forwarded-for";
        check(PROXY, older, "192.0.2.7", "192.0.2.7");
        check(PROXY, older, "1.1.1.1, 192.0.2.7, 10.2.3.4", "192.0.2.7");
        check(PROXY, older, "junk, 10.2.3.4", "10.2.3.4");
        check(PROXY, older, "1.1.1.1, ", "10.0.0.1");
        check("none", older, "192.0.2.7", "192.0.2.7");
        let named = "for=1.1.1.1, For=\"[2001:db8::7]:47\";proto=https";
        check("[::1]:9", "forwarded", named, "2001:db8::7");
        check(
            "[::ffff:10.0.0.1]:9",
            "forwarded",
            "for=192.0.2.7:80",
            "192.0.2.7",
        );
        check(PROXY, "forwarded", "for=1.1.1.1, by=x", "10.0.0.1");
        check(PROXY, "cf-connecting-ip", "2001:db8::7", "2001:db8::7");
        check(PROXY, "x-real-ip", "1.1.1.1, 192.0.2.7", "10.0.0.1");
    }

    #[test]
    fn bytes_beyond_ascii_in_the_part_of_the_client_do_not_hide_what_the_proxy_appended() {
        let cases: [(&'static str, &[u8]); 4] = [
            ("x-forwarded-for", b"\xff, 192.0.2.7"),
            (
                "x-forwarded-for",
                b"1.1.1.1\x80,\xc3\xa4,192.0.2.7, 10.2.3.4",
            ),
            ("forwarded", b"for=\xff, for=192.0.2.7"),
            (
                "forwarded",
                b"for=1.1.1.1;host=\"\xe4\", for=192.0.2.7;host=\"\xe4\"",
            ),
        ];
        for (name, value) in cases {
            let client = client_of_bytes(PROXY, name, &[(name, value)]);
            assert_eq!(client.address, Some([192, 0, 2, 7].into()), "{value:?}");
        }
        let hidden = [("x-forwarded-for", &b"1.1.1.1, \xff"[..])];
        let hidden = client_of_bytes(PROXY, "x-forwarded-for", &hidden);
        assert_eq!(hidden.address, Some([10, 0, 0, 1].into()));
    }

    #[test]
    fn several_lines_of_a_field_are_one_list_in_their_order() {
        for (name, lines) in [
            ("x-forwarded-for", ["1.1.1.1", "192.0.2.7, 10.2.3.4"]),
            ("x-forwarded-for", ["1.1.1.1, 192.0.2.7", "10.2.3.4"]),
            ("forwarded", ["for=192.0.2.7", "for=10.2.3.4"]),
            ("forwarded", ["for=\"1.1.1.1", "for=192.0.2.7"]),
            ("x-real-ip", ["1.1.1.1", "192.0.2.7"]),
        ] {
            let client = client(PROXY, name, &lines.map(|line| (name, line)));
            assert_eq!(
                client.address,
                Some([192, 0, 2, 7].into()),
                "{name} {lines:?}"
            );
        }
    }

    #[test]
    fn what_is_written_in_a_quoted_string_is_no_element_and_no_pair() {
        for (value, expected) in [
            (
                r#"for=127.0.0.77;proto=http;host="a,for=6.6.6.6""#,
                "127.0.0.77",
            ),
            (r#"host=";for=6.6.6.6;";for=8.8.8.8"#, "8.8.8.8"),
            (r#"for=8.8.8.8;host="a,b""#, "8.8.8.8"),
            (r#"for=8.8.8.8;host="\",for=6.6.6.6;\\""#, "8.8.8.8"),
            (r#"for=6.6.6.6, for="8.8.8.8:80";host="=,;""#, "8.8.8.8"),
            (r#"for="\8.8.8\.8""#, "8.8.8.8"),
            (r#"for=6.6.6.6, for=8.8.8.8;for=6.6.6.6"#, "10.0.0.1"),
        ] {
            check(PROXY, "forwarded", value, expected);
        }
    }

    #[test]
    fn an_element_with_an_unterminated_quote_names_nobody_and_spares_those_after_it() {
        for (value, expected) in [
            (r#"for="8.8.8.8"#, "10.0.0.1"),
            (r#"for=8.8.8.8;host=""#, "10.0.0.1"),
            (r#"for=8.8.8.8;host="a\""#, "10.0.0.1"),
            (r#"for=6.6.6.6, for="x, for=10.2.3.4"#, "10.2.3.4"),
            (r#"for=6.6.6.6;host=", for=8.8.8.8;host="a""#, "8.8.8.8"),
            (
                r#"for=6.6.6.6;host=", for=8.8.8.8;host="a\",for=7.7.7.7""#,
                "8.8.8.8",
            ),
        ] {
            check(PROXY, "forwarded", value, expected);
        }
    }

    #[test]
    fn a_stranger_cannot_choose_its_address() {
        let stranger = "192.0.2.1:9";
        for name in ["x-forwarded-for", "x-real-ip"] {
            check(stranger, name, "1.1.1.1", "192.0.2.1");
        }
        check(stranger, "forwarded", "for=1.1.1.1", "192.0.2.1");
    }

    #[test]
    fn only_the_chosen_field_counts_where_several_are_sent() {
        let all = [
            ("forwarded", "for=127.0.0.9"),
            ("x-forwarded-for", "192.0.2.7"),
            ("x-real-ip", "192.0.2.8"),
        ];
        for (field, expected) in [
            ("X-Forwarded-For", [192, 0, 2, 7]),
            ("Forwarded", [127, 0, 0, 9]),
            ("X-Real-IP", [192, 0, 2, 8]),
        ] {
            assert_eq!(client(PROXY, field, &all).address, Some(expected.into()));
        }
        let unnamed = client(PROXY, "cf-connecting-ip", &all);
        assert_eq!(unnamed.address, Some([10, 0, 0, 1].into()));
        assert!(!unnamed.is_named_by_proxy);
    }

    #[test]
    fn a_named_loopback_address_is_not_this_machine() {
        let named = client(PROXY, "forwarded", &[("forwarded", "for=127.0.0.9")]);
        assert!(named.is_named_by_proxy && !named.is_local());
        assert!(client("127.0.0.1:9", "forwarded", &[]).is_local());
    }

    #[test]
    fn a_client_field_is_any_field_name() {
        assert_eq!("Forwarded".parse(), Ok(ClientField::Forwarded));
        let single = ClientField::Single(HeaderName::from_static("cf-connecting-ip"));
        assert_eq!("CF-Connecting-IP".parse(), Ok(single));
        assert!("a b".parse::<ClientField>().is_err() && "".parse::<ClientField>().is_err());
    }

    #[test]
    fn networks_are_read_or_refused() {
        let network = |text: &str| text.parse::<Network>();
        assert!(network("0.0.0.0/0").unwrap().contains([8, 8, 8, 8].into()));
        assert!(
            !network("192.0.2.0/25")
                .unwrap()
                .contains([192, 0, 2, 128].into())
        );
        for wrong in ["10.0.0.0/33", "10.0.0", "::/129", "localhost", "10.0.0.0/x"] {
            assert!(network(wrong).is_err(), "{wrong}");
        }
    }
}
