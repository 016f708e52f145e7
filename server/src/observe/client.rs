//! Finds the client behind proxies.
//!
//! In: the address of the connection, the request's header fields, and the proxies that are trusted, with the one field
//! in which they name the client ([`ClientField`]). Out: a [`Client`]. Every other field is ignored: a proxy that appends
//! to `X-Forwarded-For` passes on whatever its client wrote into `Forwarded`, so a server that reads both believes
//! strangers.

use actix_web::http::header::{FORWARDED, HeaderMap, HeaderName, X_FORWARDED_FOR};
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
    /// Whether an address lies in it.
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
        let fault = || format!("`{text}` is no address or network such as `10.0.0.0/8`");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| fault())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| fault())?;
        if bits > most {
            return Err(fault());
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

/// The proxies that are trusted, and how they name their client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Their addresses.
    pub networks: Vec<Network>,
    /// Where they name the client.
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

/// Who sent a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// Its address; absent on a Unix socket whose proxy names nobody.
    pub address: Option<IpAddr>,
    /// Whether a trusted proxy named the address. It then proves nothing about this machine: a named `127.0.0.1` must
    /// not get what a connection from this machine gets.
    pub is_named_by_proxy: bool,
}

impl Client {
    /// Whether the connection itself comes from this machine, without a proxy that speaks for somebody else.
    #[must_use]
    pub fn is_local(&self) -> bool {
        !self.is_named_by_proxy && self.address.is_some_and(|address| address.is_loopback())
    }
}

/// The nearest address that does not belong to a trusted proxy; what is named before it may be invented. A connection
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
        let Some(address) = hop.and_then(parse_node) else {
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

/// What the proxies said of those before them, the nearest first; an element that names nobody is `None`.
fn hops<'h>(headers: &'h HeaderMap, field: &ClientField) -> Vec<Option<&'h str>> {
    let lines = |name: &HeaderName| headers.get_all(name).map(|line| line.to_str().ok());
    let listed = |name| -> Vec<Option<&'h str>> {
        let elements = lines(name).flat_map(|line| line.unwrap_or("").split(','));
        elements.map(|element| Some(element.trim_ascii())).collect()
    };
    let mut hops = match field {
        ClientField::XForwardedFor => listed(&X_FORWARDED_FOR),
        ClientField::Forwarded => {
            let elements = listed(&FORWARDED).into_iter();
            elements.map(|element| node_of(element?)).collect()
        }
        ClientField::Single(name) => lines(name).last().into_iter().collect(),
    };
    hops.reverse();
    hops
}

/// The node of `for=` in an element of `Forwarded` (RFC 7239, section 4).
fn node_of(element: &str) -> Option<&str> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, node) = pairs.find(|(name, _)| name.trim_ascii().eq_ignore_ascii_case("for"))?;
    Some(node.trim_ascii().trim_matches('"'))
}

/// `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80`.
fn parse_node(node: &str) -> Option<IpAddr> {
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
    use actix_web::http::header::HeaderValue;

    const PROXY: &str = "10.0.0.1:9";

    fn client(peer: &str, field: &str, fields: &[(&'static str, &'static str)]) -> Client {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            let name = HeaderName::from_static(name);
            headers.append(name, HeaderValue::from_static(value));
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
