//! Finds the client behind proxies (RFC 7239, and the older `X-Forwarded-For`).
//!
//! In: the address of the connection, the request's headers and the proxies that are trusted. Out: the nearest address
//! that no trusted proxy has; what comes before it may be invented.

use actix_web::http::header::{FORWARDED, HeaderMap, X_FORWARDED_FOR};
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

/// Who asked. A connection without address (a Unix socket) comes from a trusted proxy if any is trusted at all.
#[must_use]
pub fn client_address(
    peer: Option<SocketAddr>,
    headers: &HeaderMap,
    trusted: &[Network],
) -> Option<IpAddr> {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut client = peer.map(|peer| peer.ip().to_canonical());
    if trusted.is_empty() || client.is_some_and(|peer| !is_trusted(peer)) {
        return client;
    }
    for hop in hops(headers).iter().rev() {
        let Some(address) = parse_node(hop) else {
            break;
        };
        client = Some(address);
        if !is_trusted(address) {
            break;
        }
    }
    client
}

/// What the proxies said of those before them, the nearest last. `Forwarded` counts before its forerunner.
fn hops(headers: &HeaderMap) -> Vec<String> {
    let lines = |name| headers.get_all(name).filter_map(|line| line.to_str().ok());
    let forwarded: Vec<String> = lines(FORWARDED)
        .flat_map(|line| line.split(','))
        .filter_map(|element| {
            let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
            let (_, node) =
                pairs.find(|(name, _)| name.trim_ascii().eq_ignore_ascii_case("for"))?;
            Some(node.trim_ascii().trim_matches('"').to_owned())
        })
        .collect();
    if !forwarded.is_empty() {
        return forwarded;
    }
    let older = lines(X_FORWARDED_FOR).flat_map(|line| line.split(','));
    older.map(|hop| hop.trim_ascii().to_owned()).collect()
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
    use actix_web::http::header::{HeaderName, HeaderValue};

    fn find(peer: &str, name: &'static str, value: &'static str) -> String {
        let mut headers = HeaderMap::new();
        let name = HeaderName::from_static(name);
        headers.insert(name, HeaderValue::from_static(value));
        let trusted = ["10.0.0.0/8", "::1"].map(|text| text.parse().unwrap());
        let peer = peer.parse().ok();
        client_address(peer, &headers, &trusted).map_or("-".to_owned(), |ip| ip.to_string())
    }

    #[test]
    fn the_nearest_address_that_is_no_trusted_proxy_is_the_client() {
        for (peer, name, value, client) in [
            ("10.0.0.1:9", "x-forwarded-for", "192.0.2.7", "192.0.2.7"),
            (
                "10.0.0.1:9",
                "x-forwarded-for",
                "1.1.1.1, 192.0.2.7, 10.2.3.4",
                "192.0.2.7",
            ),
            (
                "10.0.0.1:9",
                "x-forwarded-for",
                "junk, 10.2.3.4",
                "10.2.3.4",
            ),
            (
                "[::1]:9",
                "forwarded",
                "for=1.1.1.1, For=\"[2001:db8::7]:47\";proto=https",
                "2001:db8::7",
            ),
            (
                "[::ffff:10.0.0.1]:9",
                "forwarded",
                "for=192.0.2.7:80",
                "192.0.2.7",
            ),
            ("none", "x-forwarded-for", "192.0.2.7", "192.0.2.7"),
            ("10.0.0.1:9", "accept", "x", "10.0.0.1"),
        ] {
            assert_eq!(find(peer, name, value), client, "for {peer} with {value}");
        }
    }

    #[test]
    fn a_stranger_cannot_say_who_he_is() {
        assert_eq!(
            find("192.0.2.1:9", "x-forwarded-for", "1.1.1.1"),
            "192.0.2.1"
        );
        assert_eq!(find("192.0.2.1:9", "forwarded", "for=1.1.1.1"), "192.0.2.1");
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
