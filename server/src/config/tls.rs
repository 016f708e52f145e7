//! The settings of HTTPS: certificates, redirects and `Strict-Transport-Security`.

use super::ListenAddress;
use std::path::PathBuf;
use std::time::Duration;

/// The files of one certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFiles {
    /// The certificate chain, in PEM.
    pub certificate: PathBuf,
    /// The file of the private key, in PEM.
    pub key: PathBuf,
}

/// The settings of HTTPS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsSettings {
    /// At least one; the client's server name decides between several, and the first is the default.
    pub certificates: Vec<CertificateFiles>,
    /// The value of `Strict-Transport-Security`.
    pub hsts: Hsts,
    /// The addresses that redirect HTTP to HTTPS.
    pub redirect: Vec<ListenAddress>,
    /// The port of these redirects; the port of HTTPS unless given.
    pub public_port: Option<u16>,
    /// The interval at which the files are checked for changes.
    pub reload_interval: Duration,
}

impl TlsSettings {
    /// HTTPS with these files and the defaults for everything else.
    #[must_use]
    pub fn with(certificate: PathBuf, key: PathBuf) -> TlsSettings {
        TlsSettings {
            certificates: vec![CertificateFiles { certificate, key }],
            hsts: Hsts(Some("max-age=31536000".to_owned())),
            redirect: Vec::new(),
            public_port: None,
            reload_interval: Duration::from_secs(10),
        }
    }
}

/// The value of `Strict-Transport-Security`; `None` sends no such field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hsts(pub Option<String>);

/// `off`, a number of seconds, or a whole value.
#[cfg(feature = "tls")]
pub(super) fn parse_hsts(text: &str) -> Result<Hsts, String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut directives = text.split(';').map(str::trim);
    let seconds = directives
        .next()
        .and_then(|first| first.strip_prefix("max-age="));
    let is_whole = seconds.is_some_and(is_number)
        && directives.all(|other| ["includeSubDomains", "preload"].contains(&other));
    match text {
        "off" => Ok(Hsts(None)),
        _ if is_number(text) => Ok(Hsts(Some(format!("max-age={text}")))),
        _ if is_whole => Ok(Hsts(Some(text.to_owned()))),
        _ => Err("write seconds, `max-age=31536000; includeSubDomains` or `off`".to_owned()),
    }
}

/// Each certificate with its key, in order.
#[cfg(feature = "tls")]
pub(super) fn certificate_files(
    certificates: &[PathBuf],
    keys: &[PathBuf],
) -> Result<Vec<CertificateFiles>, String> {
    if let Some(alone) = certificates.get(keys.len()) {
        let file = alone.display();
        return Err(format!(
            "`--tls-cert` needs its key; name that of {file} with `--tls-key`"
        ));
    }
    if let Some(alone) = keys.get(certificates.len()) {
        let file = alone.display();
        return Err(format!(
            "`--tls-key` needs its certificate; name that of {file} with `--tls-cert`"
        ));
    }
    let pairs = certificates.iter().zip(keys);
    let files = pairs.map(|(certificate, key)| CertificateFiles {
        certificate: certificate.clone(),
        key: key.clone(),
    });
    let files: Vec<_> = files.collect();
    let mut seen = std::collections::BTreeSet::new();
    match certificates.iter().find(|file| !seen.insert(*file)) {
        Some(twice) => Err(format!(
            "`--tls-cert` names {} twice; name each certificate once",
            twice.display()
        )),
        None => Ok(files),
    }
}

#[cfg(all(test, feature = "tls"))]
mod tests {
    use super::*;

    #[test]
    fn seconds_a_whole_value_or_nothing_is_said_of_https() {
        for (text, expected) in [
            ("off", Some(None)),
            ("60", Some(Some("max-age=60"))),
            ("max-age=60", Some(Some("max-age=60"))),
            (
                "max-age=60; includeSubDomains; preload",
                Some(Some("max-age=60; includeSubDomains; preload")),
            ),
            ("", None),
            ("soon", None),
            ("-1", None),
            ("60; preload", None),
            ("max-age=60; other", None),
            ("max-age=; preload", None),
        ] {
            let expected = expected.map(|value| Hsts(value.map(str::to_owned)));
            assert_eq!(parse_hsts(text).ok(), expected, "for {text:?}");
        }
    }
}
