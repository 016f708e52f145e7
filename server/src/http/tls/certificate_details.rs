//! Reads a certificate: the names it is valid for, and when it expires.
//!
//! In: a certificate in DER, and the time. Out: [`CertificateDetails`], and a warning for the operator. Pure: no clock, no files.

use actix_web::http::header::HttpDate;
use rustls::pki_types::{CertificateDer, UnixTime};
use std::path::Path;
use std::time::{Duration, SystemTime};
use webpki::{EndEntityCert, KeyUsage};

const DAY: u64 = 24 * 60 * 60;

/// How long before its end a certificate gets a warning. ACME clients renew 30 days before the end, so a certificate with
/// 14 days left was not renewed although it should have been.
const WARN_BEFORE: Duration = Duration::from_secs(14 * DAY);

/// The names and the end of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::http) struct CertificateDetails {
    /// The DNS names of `subjectAltName` in lower case, wildcards included (RFC 9525, section 6.3).
    pub(in crate::http) names: Vec<String>,
    /// The last second at which the certificate is valid, since 1970.
    pub(in crate::http) not_after: u64,
}

impl CertificateDetails {
    /// Reads a certificate.
    pub(in crate::http) fn of(
        certificate: &CertificateDer<'_>,
    ) -> Result<CertificateDetails, webpki::Error> {
        let parsed = EndEntityCert::try_from(certificate)?;
        Ok(CertificateDetails {
            names: parsed
                .valid_dns_names()
                .map(str::to_ascii_lowercase)
                .collect(),
            not_after: not_after(&parsed)?,
        })
    }

    /// The first name, if there is any.
    pub(in crate::http) fn name(&self) -> Option<&str> {
        self.names.first().map(String::as_str)
    }

    /// A line for the operator.
    pub(in crate::http) fn describe(&self, file: &Path) -> String {
        let expires_at = SystemTime::UNIX_EPOCH + Duration::from_secs(self.not_after);
        format!(
            "{}: certificate for {}, valid until {}",
            file.display(),
            self.list_names(),
            HttpDate::from(expires_at)
        )
    }

    /// A warning, if the certificate has expired at `now` or expires within 14 days.
    pub(in crate::http) fn expiry_warning(&self, file: &Path, now: SystemTime) -> Option<String> {
        let now = now.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
        let (file, names) = (file.display(), self.list_names());
        if now > self.not_after {
            let days = count_days(now - self.not_after);
            return Some(format!(
                "{file}: the certificate for {names} expired {days} ago, and browsers refuse it; renew it"
            ));
        }
        let left = self.not_after - now;
        (left < WARN_BEFORE.as_secs()).then(|| {
            let days = count_days(left);
            format!("{file}: the certificate for {names} expires in {days}; renew it")
        })
    }

    fn list_names(&self) -> String {
        match self.names[..] {
            [] => "no DNS name".to_owned(),
            _ => self.names.join(", "),
        }
    }
}

fn count_days(seconds: u64) -> String {
    match seconds / DAY {
        0 => "less than a day".to_owned(),
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

/// The end of a certificate's validity.
///
/// `webpki` has no accessor for it, but reports it when it verifies a certificate at a later time. It checks the time
/// before anything else, so no issuers are needed.
fn not_after(certificate: &EndEntityCert<'_>) -> Result<u64, webpki::Error> {
    let end_of_time = UnixTime::since_unix_epoch(Duration::from_secs(u64::MAX));
    let usage = KeyUsage::server_auth();
    let verified = certificate.verify_for_usage(&[], &[], &[], end_of_time, usage, None, None);
    match verified {
        Err(webpki::Error::CertExpired { not_after, .. }) => Ok(not_after.as_secs()),
        Err(error) => Err(error),
        Ok(_) => Err(webpki::Error::InvalidCertValidity),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::pki_types::pem::PemObject;

    const NOT_AFTER: u64 = 1_000 * DAY;

    fn warn_at(seconds: u64) -> Option<String> {
        let details = CertificateDetails {
            names: vec!["a.example".to_owned(), "b.example".to_owned()],
            not_after: NOT_AFTER,
        };
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        details.expiry_warning(Path::new("site.pem"), now)
    }

    #[test]
    fn a_certificate_is_warned_about_for_its_last_14_days_and_after() {
        for (now, expected) in [
            (0, None),
            (NOT_AFTER - 14 * DAY, None),
            (NOT_AFTER - 14 * DAY + 1, Some("expires in 13 days")),
            (NOT_AFTER - DAY, Some("expires in 1 day;")),
            (NOT_AFTER, Some("expires in less than a day")),
            (NOT_AFTER + 1, Some("expired less than a day ago")),
            (NOT_AFTER + 90 * DAY, Some("expired 90 days ago")),
        ] {
            let warning = warn_at(now);
            assert_eq!(warning.is_some(), expected.is_some(), "{warning:?}");
            let text = warning.unwrap_or_default();
            assert!(text.contains(expected.unwrap_or_default()), "{text}");
            let names = "site.pem: the certificate for a.example, b.example ";
            assert!(text.is_empty() || text.starts_with(names), "{text}");
        }
    }

    fn read(name: &str) -> CertificateDetails {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
        let certificate = CertificateDer::from_pem_file(folder.join(name)).unwrap();
        CertificateDetails::of(&certificate).unwrap()
    }

    /// What `openssl x509 -noout -enddate -ext subjectAltName` says of these files.
    #[test]
    fn names_and_end_are_read_from_a_certificate() {
        let localhost = CertificateDetails {
            names: vec!["localhost".to_owned()],
            not_after: 4_948_914_087,
        };
        assert_eq!(read("one.pem"), localhost);
        let wildcard = ["example.test", "*.example.test"].map(str::to_owned);
        assert_eq!(read("wildcard.pem").names, wildcard);
        assert_eq!(read("expired.pem").not_after, 1_609_459_200);
    }
}
