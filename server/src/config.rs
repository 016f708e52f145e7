//! What a deployment decides: where to listen, and with how many workers.
//!
//! In: [`ServeFlags`] as typed, or taken from the environment or a file ([`file`]). Out: [`Settings`] as the server uses
//! them. What the site itself decides is compiled in and is no setting.

pub mod file;
mod search;

pub use self::search::SearchFlags;

use crate::limits::Limits;
use crate::observe::access_log::LogFormat;
use crate::observe::client::Network;
use crate::observe::messages::LogLevel;
use crate::search::budget::SearchLimits;
use crate::search::limit::DEFAULT_SHARE;
use crate::search::settings::SearchOverrides;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The seconds for which browsers keep to HTTPS unless an operator says otherwise: a year.
#[cfg(feature = "tls")]
const HSTS: &str = "31536000";

/// The flags of `bindery serve` as typed; each has an environment variable for where flags cannot be had.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeFlags {
    /// Read settings from this file, in TOML: the names of these flags, which count more, as do the variables
    #[arg(long, env = "BINDERY_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Address or host name to listen on; 0.0.0.0 or :: listens on all addresses
    #[arg(
        long,
        env = "BINDERY_HOST",
        default_value = "127.0.0.1",
        value_parser = clap::builder::NonEmptyStringValueParser::new(),
        value_name = "HOST"
    )]
    pub host: String,
    /// Port to listen on; 0 takes any free one
    #[arg(
        long,
        env = "BINDERY_PORT",
        default_value_t = 8080,
        value_name = "PORT"
    )]
    pub port: u16,
    /// Where to listen instead: HOST:PORT or unix:PATH; may be given several times
    #[arg(
        long,
        env = "BINDERY_BIND",
        value_delimiter = ',',
        value_name = "WHERE"
    )]
    pub bind: Vec<Listen>,
    /// Certificate and those between it and its root, in PEM: addresses are then served by HTTPS; read anew when it changes
    #[cfg(feature = "tls")]
    #[arg(long, env = "BINDERY_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// The certificate's private key, in PEM
    #[cfg(feature = "tls")]
    #[arg(long, env = "BINDERY_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// Seconds for which browsers shall use HTTPS only, or a whole `Strict-Transport-Security`; `off` says nothing
    #[cfg(feature = "tls")]
    #[arg(long, env = "BINDERY_HSTS", default_value = HSTS, value_parser = parse_hsts, value_name = "SECONDS")]
    pub hsts: Hsts,
    /// Where to answer HTTP with redirects to HTTPS: HOST:PORT; may be given several times
    #[cfg(feature = "tls")]
    #[arg(
        long,
        env = "BINDERY_REDIRECT_HTTP",
        value_delimiter = ',',
        value_name = "WHERE"
    )]
    pub redirect_http: Vec<Listen>,
    /// The port these redirects lead to [default: the one listened on]
    #[cfg(feature = "tls")]
    #[arg(long, env = "BINDERY_HTTPS_PORT", value_name = "PORT")]
    pub https_port: Option<u16>,
    /// Connections at once; one more is answered with 503 [default: 20000, or what the system allows]
    #[arg(long, env = "BINDERY_MAX_CONNECTIONS", value_name = "NUMBER")]
    pub max_connections: Option<NonZeroUsize>,
    /// Where to tell counters to Prometheus, at /metrics: HOST:PORT or unix:PATH; not to be reached by strangers
    #[arg(long, env = "BINDERY_METRICS", value_name = "WHERE")]
    pub metrics: Option<Listen>,
    /// Log requests to standard output, in this form
    #[arg(long, env = "BINDERY_ACCESS_LOG", value_name = "FORM")]
    pub access_log: Option<LogFormat>,
    /// Log one of so many requests
    #[arg(
        long,
        env = "BINDERY_ACCESS_LOG_SAMPLE",
        default_value_t = 1,
        value_name = "NUMBER"
    )]
    pub access_log_sample: u64,
    /// Tell each client how long its answer took to compose, in `Server-Timing`
    #[arg(long, env = "BINDERY_SERVER_TIMING")]
    pub server_timing: bool,
    /// How much to say of the server itself, on standard error: one object a line where the access log is JSON
    #[arg(
        long,
        env = "BINDERY_LOG",
        default_value = "warn",
        value_name = "LEVEL"
    )]
    pub log_level: LogLevel,
    /// Address or network of a proxy whose word about the client counts; may be given several times
    #[arg(
        long,
        env = "BINDERY_TRUSTED_PROXY",
        value_delimiter = ',',
        value_name = "NETWORK"
    )]
    pub trusted_proxy: Vec<Network>,
    /// Number of worker threads; one for each processor unless given
    #[arg(long, env = "BINDERY_WORKERS", value_name = "NUMBER")]
    pub workers: Option<NonZeroUsize>,
    /// What is decided of the search.
    #[command(flatten)]
    pub search: SearchFlags,
    /// Validate the configuration, listen for a moment, and exit
    #[arg(long)]
    pub check: bool,
    /// Say only where the server listens, without the build's report
    #[arg(long)]
    pub quiet: bool,
}

/// A place to listen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// An address or host name, and a port; port 0 means any free one.
    Address {
        /// Without the brackets of an IPv6 address.
        host: String,
        /// The port.
        port: u16,
    },
    /// A Unix socket at this path.
    Unix(PathBuf),
}

impl Listen {
    /// An address; one of IPv6 is written in brackets in urls, and often here.
    #[must_use]
    pub fn on(host: &str, port: u16) -> Listen {
        Listen::Address {
            host: host.trim_matches(['[', ']']).to_owned(),
            port,
        }
    }
}

impl FromStr for Listen {
    type Err = String;

    /// `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`.
    fn from_str(text: &str) -> Result<Listen, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            return match path {
                "" => Err("`unix:` needs the path of a socket".to_owned()),
                path => Ok(Listen::Unix(PathBuf::from(path))),
            };
        }
        let parts = text.rsplit_once(':');
        let listen = parts.and_then(|(host, port)| {
            let is_host = !host.is_empty() && (!host.contains(':') || host.starts_with('['));
            is_host.then_some(Listen::on(host, port.parse().ok()?))
        });
        listen.ok_or_else(|| {
            format!("`{text}` is no place to listen; write `127.0.0.1:8080`, `[::]:8080` or `unix:/run/bindery.sock`")
        })
    }
}

/// What is said of HTTPS to browsers: the value of `Strict-Transport-Security`, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hsts(pub Option<String>);

/// `off`, a number of seconds, or a whole value.
#[cfg(feature = "tls")]
fn parse_hsts(text: &str) -> Result<Hsts, String> {
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

/// HTTPS, as an operator wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsSettings {
    /// The certificate and those between it and its root.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
    /// What is said of it to browsers.
    pub hsts: Hsts,
    /// Where HTTP is answered with redirects to HTTPS.
    pub redirect: Vec<Listen>,
    /// The port that these lead to; the one listened on unless given.
    pub public_port: Option<u16>,
    /// How often the files are looked at.
    pub look_every: Duration,
}

impl TlsSettings {
    /// HTTPS with these files, and nothing else out of the ordinary.
    #[must_use]
    pub fn with(certificate: PathBuf, key: PathBuf) -> TlsSettings {
        TlsSettings {
            certificate,
            key,
            hsts: Hsts(Some("max-age=31536000".to_owned())),
            redirect: Vec::new(),
            public_port: None,
            look_every: Duration::from_secs(10),
        }
    }
}

/// What the server is told to do, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Where to listen.
    pub listen: Vec<Listen>,
    /// HTTPS at all addresses; Unix sockets speak HTTP.
    pub tls: Option<TlsSettings>,
    /// Worker threads; `None` means one for each processor.
    pub workers: Option<NonZeroUsize>,
    /// What one client may take.
    pub limits: Limits,
    /// Where counters are told.
    pub metrics: Option<Listen>,
    /// The form of the log of requests, and of how many requests one is logged.
    pub access_log: Option<(LogFormat, u64)>,
    /// Proxies whose word about the client counts.
    pub trusted_proxies: Vec<Network>,
    /// Whether answers say how long they took to compose.
    pub server_timing: bool,
    /// What is decided of the search.
    pub search: SearchOverrides,
    /// What one request to the search may cost.
    pub search_limits: SearchLimits,
    /// The percent of a core that the searches of one client may use over time; 0 for no limit.
    pub search_share: u32,
}

impl Settings {
    /// Listens on one address with one worker for each processor.
    #[must_use]
    pub fn on(host: &str, port: u16) -> Settings {
        Settings {
            listen: vec![Listen::on(host, port)],
            tls: None,
            workers: None,
            limits: Limits::default(),
            metrics: None,
            access_log: None,
            trusted_proxies: Vec::new(),
            server_timing: false,
            search: SearchOverrides::default(),
            search_limits: SearchLimits::default(),
            search_share: DEFAULT_SHARE,
        }
    }
}

impl TryFrom<&ServeFlags> for Settings {
    type Error = String;

    fn try_from(flags: &ServeFlags) -> Result<Settings, String> {
        let mut settings = Settings::on(&flags.host, flags.port);
        if !flags.bind.is_empty() {
            settings.listen.clone_from(&flags.bind);
        }
        #[cfg(feature = "tls")]
        {
            settings.tls = tls(flags)?;
        }
        settings.workers = flags.workers;
        settings.metrics.clone_from(&flags.metrics);
        settings.access_log = flags.access_log.map(|form| (form, flags.access_log_sample));
        settings.trusted_proxies.clone_from(&flags.trusted_proxy);
        settings.server_timing = flags.server_timing;
        settings.search = flags.search.overrides();
        settings.search_limits = flags.search.limits();
        settings.search_share = flags.search.search_share;
        if let Some(connections) = flags.max_connections {
            settings.limits.connections = connections.get();
        }
        Ok(settings)
    }
}

#[cfg(feature = "tls")]
fn tls(flags: &ServeFlags) -> Result<Option<TlsSettings>, String> {
    let (certificate, key) = match (&flags.tls_cert, &flags.tls_key) {
        (Some(certificate), Some(key)) => (certificate.clone(), key.clone()),
        (None, None) if flags.redirect_http.is_empty() => return Ok(None),
        (None, None) => {
            return Err(
                "`--redirect-http` leads to HTTPS; say with `--tls-cert` and `--tls-key` what to serve it with"
                    .to_owned(),
            );
        }
        (Some(_), None) => {
            return Err("`--tls-cert` needs its key; name it with `--tls-key`".to_owned());
        }
        (None, Some(_)) => {
            return Err("`--tls-key` needs its certificate; name it with `--tls-cert`".to_owned());
        }
    };
    Ok(Some(TlsSettings {
        hsts: flags.hsts.clone(),
        redirect: flags.redirect_http.clone(),
        public_port: flags.https_port,
        ..TlsSettings::with(certificate, key)
    }))
}

/// The url under which a server that listens on `address` is reached from the same machine.
#[must_use]
pub fn local_url(address: SocketAddr, base_path: &str) -> String {
    local_url_of("http", address, base_path)
}

/// The same for another scheme.
#[must_use]
pub fn local_url_of(scheme: &str, address: SocketAddr, base_path: &str) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("{scheme}://{host}:{}{base_path}", address.port())
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
