//! Validates the `Host` field (RFC 9110, section 7.2).

use actix_web::http::header::HeaderValue;

/// Whether a value is a host with an optional port. Anything else must be refused (RFC 9112, section 3.2). A client whose
/// url has no host sends an empty value.
pub(super) fn is_valid_host(value: &HeaderValue) -> bool {
    let bytes = value.as_bytes();
    let (is_host, port) = match bytes.strip_prefix(b"[") {
        Some(rest) => {
            let end = rest.iter().position(|byte| *byte == b']');
            let (address, after) = rest.split_at(end.unwrap_or(rest.len()));
            let is_address = !address.is_empty() && address.iter().all(|byte| is_of_address(*byte));
            (
                is_address && end.is_some(),
                after.get(1..).unwrap_or_default(),
            )
        }
        None => {
            let end = bytes.iter().position(|byte| *byte == b':');
            let (name, after) = bytes.split_at(end.unwrap_or(bytes.len()));
            (name.iter().all(|byte| is_of_name(*byte)), after)
        }
    };
    let is_port = match port {
        [] => true,
        [b':', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    is_host && is_port
}

/// Whether a byte may be part of a `reg-name` (RFC 3986, section 3.2.2).
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".-_~%!$&'()*+,;=".contains(&byte)
}

fn is_of_address(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b":.-_~!$&'()*+,;=".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_names_or_addresses_with_ports() {
        for (value, expected) in [
            ("example.org", true),
            ("example.org:8080", true),
            ("example.org:", true),
            ("xn--caf-dma.example", true),
            ("[2001:db8::1]", true),
            ("[2001:db8::1]:443", true),
            ("", true),
            ("a b", false),
            ("a/b", false),
            ("u@a", false),
            ("a:b", false),
            ("a:1:2", false),
            ("[::1", false),
            ("[::1]x", false),
            ("[]", false),
        ] {
            let value = HeaderValue::from_static(value);
            assert_eq!(is_valid_host(&value), expected, "{value:?}");
        }
    }
}
