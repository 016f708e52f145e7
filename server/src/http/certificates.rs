//! The certificate and its key: read at start, and anew while the server runs.
//!
//! In: two files in PEM. Out: what a handshake needs. A connection keeps what it began with, so a new certificate drops
//! nobody; files that cannot be used at a refresh are told, and the old certificate stays.

use crate::config::TlsSettings;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert, ServerConfig};
use rustls::sign::CertifiedKey;
use rustls::version::{TLS12, TLS13};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use tokio::time::sleep;

/// What is spoken inside, best first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// Why files cannot be used for HTTPS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TlsFault {
    file: PathBuf,
    message: String,
}

impl fmt::Display for TlsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.message)
    }
}

impl std::error::Error for TlsFault {}

/// The certificate of a running server.
#[derive(Debug)]
pub(super) struct Certificates {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
    /// Of the files that were looked at last, usable or not.
    stamp: Mutex<Stamp>,
}

/// By what a changed file is known: size and time of both files. A file that is not there has none.
type Stamp = [Option<(u64, SystemTime)>; 2];

impl Certificates {
    /// Reads both files.
    pub(super) fn open(settings: &TlsSettings) -> Result<Certificates, TlsFault> {
        let (certificate, key) = (settings.certificate.clone(), settings.key.clone());
        let stamp = stamp(&certificate, &key);
        let current = load(&certificate, &key)?;
        Ok(Certificates {
            current: RwLock::new(Arc::new(current)),
            stamp: Mutex::new(stamp),
            certificate,
            key,
        })
    }

    /// Reads both files anew, and says what came of it.
    pub(super) fn refresh(&self) {
        // Taken before reading: what changes meanwhile is seen at the next look.
        let now = stamp(&self.certificate, &self.key);
        *self.stamp.lock().unwrap_or_else(PoisonError::into_inner) = now;
        match load(&self.certificate, &self.key) {
            Ok(fresh) => {
                let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
                *current = Arc::new(fresh);
                let file = self.certificate.display();
                tracing::info!("new connections get the certificate in {file} as it is now");
            }
            Err(fault) => {
                tracing::warn!("{fault}; the certificate read before stays in use");
            }
        }
    }

    /// Reads the files anew if they changed since they were last looked at.
    pub(super) fn refresh_if_changed(&self) {
        let now = stamp(&self.certificate, &self.key);
        let known = *self.stamp.lock().unwrap_or_else(PoisonError::into_inner);
        if now != known {
            self.refresh();
        }
    }
}

/// Looks at the files now and then, for as long as the server runs.
pub(super) fn watch(certificates: Arc<Certificates>, look_every: Duration) {
    actix_web::rt::spawn(async move {
        loop {
            sleep(look_every).await;
            certificates.refresh_if_changed();
        }
    });
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&current))
    }
}

/// TLS 1.2 and 1.3 with this certificate. Sessions are resumed by tickets, so that nothing is kept for them.
pub(super) fn config(certificates: Arc<Certificates>) -> Result<ServerConfig, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&TLS13, &TLS12])?
        .with_no_client_auth()
        .with_cert_resolver(certificates);
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    config.ticketer = ring::Ticketer::new()?;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    Ok(config)
}

fn stamp(certificate: &Path, key: &Path) -> Stamp {
    [certificate, key].map(|file| {
        let metadata = file.metadata().ok()?;
        Some((metadata.len(), metadata.modified().ok()?))
    })
}

fn load(certificate: &Path, key: &Path) -> Result<CertifiedKey, TlsFault> {
    let fault = |file: &Path, message: String| TlsFault {
        file: file.to_owned(),
        message,
    };
    let read = |file: &Path, flag: &str| {
        std::fs::read(file).map_err(|error| {
            let message = format!(
                "cannot be read: {error}; `{flag}` names a file in PEM that the server may read"
            );
            fault(file, message)
        })
    };
    let (chain, secret) = (read(certificate, "--tls-cert")?, read(key, "--tls-key")?);
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&chain).collect();
    let chain =
        chain.map_err(|error| fault(certificate, format!("is no PEM: {}", said(&error))))?;
    if chain.is_empty() {
        let message =
            "holds no certificate; expected `-----BEGIN CERTIFICATE-----`, the server's own first";
        return Err(fault(certificate, message.to_owned()));
    }
    let secret = PrivateKeyDer::from_pem_slice(&secret)
        .map_err(|error| fault(key, wrong_key(&error, &secret)))?;
    CertifiedKey::from_der(chain, secret, &ring::default_provider()).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => {
            let message = format!(
                "does not belong to the certificate in {}",
                certificate.display()
            );
            fault(key, message)
        }
        rustls::Error::InvalidCertificate(_) => fault(
            certificate,
            format!("is no certificate that can be used: {error}"),
        ),
        _ => fault(
            key,
            format!("is no key that can be used: {error}; RSA, P-256, P-384 and Ed25519 can"),
        ),
    })
}

fn wrong_key(error: &pem::Error, text: &[u8]) -> String {
    let is_encrypted = text.windows(9).any(|word| word == b"ENCRYPTED");
    match error {
        pem::Error::NoItemsFound if is_encrypted => {
            "is encrypted; write it without its passphrase: `openssl pkey -in KEY -out PLAIN`"
                .to_owned()
        }
        pem::Error::NoItemsFound => {
            "holds no private key; expected `-----BEGIN PRIVATE KEY-----`".to_owned()
        }
        error => format!("is no PEM: {}", said(error)),
    }
}

/// The crate's own words print bytes as numbers.
fn said(error: &pem::Error) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match error {
        pem::Error::MissingSectionEnd { end_marker } => {
            format!("the line `{}` is missing", text(end_marker))
        }
        pem::Error::IllegalSectionStart { line } => format!("the line `{}` is wrong", text(line)),
        error => error.to_string(),
    }
}
