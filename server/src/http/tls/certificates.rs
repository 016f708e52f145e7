//! The certificates and their keys: read at start, and reloaded while the server runs.
//!
//! In: pairs of files in PEM. Out: the certificate for a handshake, chosen by the client's server name ([`super::sni`]), and
//! warnings before one expires ([`super::certificate_details`]). An open connection keeps its certificate when files are
//! reloaded. If new files cannot be used, this is logged, and the old certificate stays in use. Each pair is reloaded
//! independently.

use super::certificate_details::CertificateDetails;
use super::sni::{CertificateSet, LoadedCertificate};
use crate::config::{CertificateFiles, TlsSettings};
use crate::observe::metrics::MetricsSource;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert, ServerConfig};
use rustls::sign::CertifiedKey;
use rustls::version::{TLS12, TLS13};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};
use tokio::time::sleep;

/// The protocols of ALPN, best first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// How often the operator is warned of a certificate that expires.
const WARN_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// The name of the gauge of a certificate's end.
const EXPIRATION: &str = "bindery_certificate_expiration_timestamp_seconds";

/// The reason why a file cannot be used for HTTPS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::http) struct TlsError {
    file: PathBuf,
    message: String,
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.message)
    }
}

impl std::error::Error for TlsError {}

/// The certificates of a running server.
#[derive(Debug)]
pub(in crate::http) struct Certificates {
    files: Vec<CertificateFiles>,
    current: RwLock<Arc<CertificateSet>>,
    /// The stamps of the files at the last check, usable or not.
    stamps: Mutex<Vec<FileStamp>>,
}

/// Size and modification time of both files, by which a change is noticed. A missing file has none.
type FileStamp = [Option<(u64, SystemTime)>; 2];

impl Certificates {
    /// Reads all files.
    pub(in crate::http) fn open(settings: &TlsSettings) -> Result<Certificates, TlsError> {
        let files = settings.certificates.clone();
        let stamps = files.iter().map(stamp).collect();
        let loaded = files.iter().map(|pair| load(pair).map(Arc::new));
        let loaded: Vec<_> = loaded.collect::<Result<_, _>>()?;
        Ok(Certificates {
            current: RwLock::new(Arc::new(CertificateSet::new(loaded))),
            stamps: Mutex::new(stamps),
            files,
        })
    }

    /// Reloads all files and logs the result.
    pub(in crate::http) fn refresh(&self) {
        (0..self.files.len()).for_each(|index| self.refresh_one(index));
    }

    /// Reloads the files that changed since they were last looked at.
    pub(in crate::http) fn refresh_if_changed(&self) {
        for (index, files) in self.files.iter().enumerate() {
            let known = locked(&self.stamps)[index];
            if stamp(files) != known {
                self.refresh_one(index);
            }
        }
    }

    fn refresh_one(&self, index: usize) {
        let files = &self.files[index];
        // Before the files are read, so that the next check notices a change during the read.
        locked(&self.stamps)[index] = stamp(files);
        match load(files) {
            Ok(loaded) => {
                let file = files.certificate.display();
                tracing::info!("new connections get the certificate in {file} as it is now");
                warn_of_expiry(files, &loaded.details, now());
                let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
                *current = Arc::new(current.with(index, loaded));
            }
            Err(error) => {
                tracing::warn!("{error}; the certificate read before stays in use");
            }
        }
    }

    /// Logs a warning for each certificate that has expired, or expires soon.
    pub(in crate::http) fn warn_of_expiry(&self) {
        let now = now();
        for (files, loaded) in self.files.iter().zip(&self.current().certificates) {
            warn_of_expiry(files, &loaded.details, now);
        }
    }

    /// A line for each certificate: its file, its names and when it expires.
    pub(in crate::http) fn describe(&self) -> Vec<String> {
        let current = self.current();
        let pairs = self.files.iter().zip(&current.certificates);
        pairs
            .map(|(files, loaded)| loaded.details.describe(&files.certificate))
            .collect()
    }

    fn current(&self) -> Arc<CertificateSet> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current)
    }
}

impl MetricsSource for Certificates {
    /// The gauge of when each certificate expires.
    fn exposition(&self) -> String {
        let mut text = format!(
            "# HELP {EXPIRATION} When the certificate expires, in seconds since 1970.\n# TYPE {EXPIRATION} gauge\n"
        );
        for (files, loaded) in self.files.iter().zip(&self.current().certificates) {
            let name = escape_label(loaded.details.name().unwrap_or_default());
            let file = escape_label(&files.certificate.to_string_lossy());
            let not_after = loaded.details.not_after;
            text.push_str(&format!(
                "{EXPIRATION}{{name=\"{name}\",file=\"{file}\"}} {not_after}\n"
            ));
        }
        text
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn warn_of_expiry(files: &CertificateFiles, details: &CertificateDetails, now: SystemTime) {
    if let Some(warning) = details.expiry_warning(&files.certificate, now) {
        tracing::warn!("{warning}");
    }
}

#[allow(
    clippy::disallowed_methods,
    reason = "whether a certificate has expired depends on the clock"
)]
fn now() -> SystemTime {
    SystemTime::now()
}

/// The value of a label (Prometheus, exposition formats).
fn escape_label(value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    value.replace('\n', "\\n")
}

/// Checks the files every `reload_interval` while the server runs, and warns once a day of certificates that expire.
pub(in crate::http) fn watch(certificates: Arc<Certificates>, reload_interval: Duration) {
    actix_web::rt::spawn(async move {
        let mut warned_at = Instant::now();
        loop {
            sleep(reload_interval).await;
            certificates.refresh_if_changed();
            if warned_at.elapsed() >= WARN_EVERY {
                warned_at = Instant::now();
                certificates.warn_of_expiry();
            }
        }
    });
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.choose(hello.server_name())
    }
}

/// TLS 1.2 and 1.3 with these certificates. Sessions are resumed by tickets, so that the server stores nothing for them.
pub(in crate::http) fn config(
    certificates: Arc<Certificates>,
) -> Result<ServerConfig, rustls::Error> {
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

fn stamp(files: &CertificateFiles) -> FileStamp {
    [&files.certificate, &files.key].map(|file| {
        let metadata = file.metadata().ok()?;
        Some((metadata.len(), metadata.modified().ok()?))
    })
}

fn load(files: &CertificateFiles) -> Result<LoadedCertificate, TlsError> {
    let key = load_key(&files.certificate, &files.key)?;
    let certificate = key.end_entity_cert().ok();
    let details = certificate.map(CertificateDetails::of).transpose();
    match details {
        Ok(Some(details)) => Ok(LoadedCertificate {
            key: Arc::new(key),
            details,
        }),
        Ok(None) | Err(_) => Err(TlsError {
            file: files.certificate.clone(),
            message: "is not a usable certificate: its names or its dates cannot be read"
                .to_owned(),
        }),
    }
}

fn load_key(certificate: &Path, key: &Path) -> Result<CertifiedKey, TlsError> {
    let tls_error = |file: &Path, message: String| TlsError {
        file: file.to_owned(),
        message,
    };
    let read = |file: &Path, flag: &str| {
        std::fs::read(file).map_err(|error| {
            let message = format!(
                "cannot be read: {error}; `{flag}` names a file in PEM that the server may read"
            );
            tls_error(file, message)
        })
    };
    let (chain, secret) = (read(certificate, "--tls-cert")?, read(key, "--tls-key")?);
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&chain).collect();
    let chain = chain.map_err(|error| {
        tls_error(
            certificate,
            format!("is not PEM: {}", describe_pem_error(&error)),
        )
    })?;
    if chain.is_empty() {
        let message =
            "holds no certificate; expected `-----BEGIN CERTIFICATE-----`, the server's own first";
        return Err(tls_error(certificate, message.to_owned()));
    }
    let secret = PrivateKeyDer::from_pem_slice(&secret)
        .map_err(|error| tls_error(key, key_error(&error, &secret)))?;
    CertifiedKey::from_der(chain, secret, &ring::default_provider()).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => {
            let message = format!(
                "does not belong to the certificate in {}",
                certificate.display()
            );
            tls_error(key, message)
        }
        rustls::Error::InvalidCertificate(_) => {
            tls_error(certificate, format!("is not a usable certificate: {error}"))
        }
        _ => tls_error(
            key,
            format!("is not a usable key: {error}; RSA, P-256, P-384 and Ed25519 can"),
        ),
    })
}

fn key_error(error: &pem::Error, text: &[u8]) -> String {
    let is_encrypted = text.windows(9).any(|word| word == b"ENCRYPTED");
    match error {
        pem::Error::NoItemsFound if is_encrypted => {
            "is encrypted; write it without its passphrase: `openssl pkey -in KEY -out PLAIN`"
                .to_owned()
        }
        pem::Error::NoItemsFound => {
            "holds no private key; expected `-----BEGIN PRIVATE KEY-----`".to_owned()
        }
        error => format!("is not PEM: {}", describe_pem_error(error)),
    }
}

/// An error of the PEM parser in words; its own `Display` prints bytes as numbers.
fn describe_pem_error(error: &pem::Error) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match error {
        pem::Error::MissingSectionEnd { end_marker } => {
            format!("the line `{}` is missing", text(end_marker))
        }
        pem::Error::IllegalSectionStart { line } => format!("the line `{}` is wrong", text(line)),
        error => error.to_string(),
    }
}
