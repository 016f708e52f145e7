//! Parses the address of a node of a Typesense cluster, from the configuration or from a flag.

/// Protocol, host, port and path of `https://host:443/path`; port and path are optional. `None` if the address is malformed.
#[must_use]
pub fn parse_node_url(url: &str) -> Option<(&str, &str, u16, &str)> {
    let (protocol, rest) = url.split_once("://")?;
    let usual = match protocol {
        "https" => 443,
        "http" => 80,
        _ => return None,
    };
    let (place, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (place, usual),
    };
    let is_name =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '[' | ']' | ':');
    let is_host = !host.is_empty() && host.chars().all(is_name);
    is_host.then(|| (protocol, host, port, path.trim_end_matches('/')))
}
