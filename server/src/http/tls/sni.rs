//! Chooses a certificate by the name that a client asks for (SNI, RFC 6066, section 3).
//!
//! In: certificates in an operator's order. Out: for a name, the first certificate with exactly this name, else the first
//! with a wildcard that matches it, else the first certificate of all, as in nginx. A wildcard matches one whole label, the
//! leftmost (RFC 9525, section 6.3).

use super::certificate_details::CertificateDetails;
use rustls::sign::CertifiedKey;
use std::collections::HashMap;
use std::sync::Arc;

/// A certificate with its key, its names and its end.
#[derive(Debug)]
pub(in crate::http) struct LoadedCertificate {
    pub(in crate::http) key: Arc<CertifiedKey>,
    pub(in crate::http) details: CertificateDetails,
}

/// The certificates of a server at one time.
#[derive(Debug)]
pub(in crate::http) struct CertificateSet {
    /// Never empty; the first is the default.
    pub(in crate::http) certificates: Vec<Arc<LoadedCertificate>>,
    names: Names,
}

impl CertificateSet {
    pub(in crate::http) fn new(certificates: Vec<Arc<LoadedCertificate>>) -> CertificateSet {
        let names = certificates.iter().map(|loaded| &loaded.details.names[..]);
        CertificateSet {
            names: Names::new(names),
            certificates,
        }
    }

    /// The certificate for a client that asks for this name, or for none.
    pub(in crate::http) fn choose(&self, server_name: Option<&str>) -> Option<Arc<CertifiedKey>> {
        let found = server_name.and_then(|name| self.names.find(name));
        let chosen = self.certificates.get(found.unwrap_or(0))?;
        Some(Arc::clone(&chosen.key))
    }

    /// A copy of the set with the certificate at `index` replaced.
    pub(in crate::http) fn with(&self, index: usize, loaded: LoadedCertificate) -> CertificateSet {
        let mut certificates = self.certificates.clone();
        certificates[index] = Arc::new(loaded);
        CertificateSet::new(certificates)
    }
}

/// The certificate of each name, by its index.
#[derive(Debug)]
struct Names(HashMap<String, usize>);

impl Names {
    fn new<'a>(certificates: impl Iterator<Item = &'a [String]>) -> Names {
        let mut names = HashMap::new();
        for (index, own) in certificates.enumerate() {
            for name in own {
                names.entry(name.clone()).or_insert(index);
            }
        }
        Names(names)
    }

    fn find(&self, name: &str) -> Option<usize> {
        let name = name.to_ascii_lowercase();
        let wildcard = || {
            let (_, parent) = name.split_once('.')?;
            self.0.get(&format!("*.{parent}"))
        };
        self.0.get(&name).or_else(wildcard).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_name_comes_before_a_wildcard_and_the_first_certificate_before_others() {
        let certificates = [
            vec!["example.org"],
            vec!["*.example.org", "example.net"],
            vec!["www.example.org", "example.org"],
            vec!["*.www.example.org"],
        ];
        let owned = certificates.map(|names| names.into_iter().map(str::to_owned).collect());
        let names = Names::new(owned.iter().map(|names: &Vec<String>| &names[..]));
        for (name, expected) in [
            ("example.org", Some(0)),
            ("EXAMPLE.org", Some(0)),
            ("www.example.org", Some(2)),
            ("blog.example.org", Some(1)),
            ("a.blog.example.org", None),
            ("a.www.example.org", Some(3)),
            ("example.net", Some(1)),
            ("org", None),
            ("other.example", None),
        ] {
            assert_eq!(names.find(name), expected, "{name}");
        }
    }
}
