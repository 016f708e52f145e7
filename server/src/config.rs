//! What a deployment decides: where to listen, and with how many workers.
//!
//! In: [`ServeFlags`] as typed, or taken from the environment or a file ([`file`]). Out: [`Settings`] as the server uses
//! them. What the site itself decides is compiled in and is no setting.

pub mod file;
mod tls;

pub use tls::{CertificateFiles, Hsts, TlsSettings};

use crate::limits::Limits;
use crate::observe::access_log::LogFormat;
use crate::observe::client::Network;
use crate::observe::messages::LogLevel;
use crate::search::settings::{SearchOverrides, is_node};
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;
#[cfg(feature = "tls")]
use tls::{certificate_files, parse_hsts};

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
    /// Certificate and those between it and its root, in PEM: addresses are then served by HTTPS; read anew when it changes. May be given several times: the client's server name decides, and the first is the default
    #[cfg(feature = "tls")]
    #[arg(
        long,
        env = "BINDERY_TLS_CERT",
        value_delimiter = ',',
        value_name = "FILE"
    )]
    pub tls_cert: Vec<PathBuf>,
    /// The certificate's private key, in PEM; several in the order of their certificates
    #[cfg(feature = "tls")]
    #[arg(
        long,
        env = "BINDERY_TLS_KEY",
        value_delimiter = ',',
        value_name = "FILE"
    )]
    pub tls_key: Vec<PathBuf>,
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
    /// Connections at once from one address, or one /64 network of IPv6; trusted proxies are not limited [default: no limit]
    #[arg(
        long,
        env = "BINDERY_MAX_CONNECTIONS_PER_ADDRESS",
        value_name = "NUMBER"
    )]
    pub max_connections_per_address: Option<NonZeroU32>,
    /// Requests a second from one address, four seconds' worth of them at once; one more is answered with 429 [default: no limit]
    #[arg(
        long,
        env = "BINDERY_MAX_REQUESTS_PER_SECOND_PER_ADDRESS",
        value_name = "NUMBER"
    )]
    pub max_requests_per_second_per_address: Option<NonZeroU32>,
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
    /// Who answers searches: `embedded` or `typesense`; the site's configuration decides unless given
    #[arg(long, env = "BINDERY_SEARCH_ENGINE", value_parser = ["embedded", "typesense"], value_name = "ENGINE")]
    pub search_engine: Option<String>,
    /// Nodes of a Typesense cluster, such as `https://search.example.org:443`; several with commas between
    #[arg(long, env = "BINDERY_SEARCH_NODES", value_delimiter = ',', value_parser = parse_node, value_name = "URL")]
    pub search_nodes: Vec<String>,
    /// The key for these nodes, which may only search: every reader sees it
    #[arg(long, env = "BINDERY_SEARCH_KEY", value_name = "KEY")]
    pub search_key: Option<String>,
    /// The collection's name at these nodes
    #[arg(long, env = "BINDERY_SEARCH_COLLECTION", value_name = "NAME")]
    pub search_collection: Option<String>,
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
}

/// A node's url, as it is.
fn parse_node(url: &str) -> Result<String, String> {
    match is_node(url) {
        true => Ok(url.to_owned()),
        false => Err("write a url such as `https://search.example.org:443`".to_owned()),
    }
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
        settings.search = SearchOverrides {
            engine: flags.search_engine.clone(),
            nodes: flags.search_nodes.clone(),
            key: flags.search_key.clone(),
            collection: flags.search_collection.clone(),
        };
        settings.limits.connections_per_address = flags.max_connections_per_address;
        settings.limits.requests_per_second_per_address = flags.max_requests_per_second_per_address;
        if let Some(connections) = flags.max_connections {
            settings.limits.connections = connections.get();
        }
        Ok(settings)
    }
}

#[cfg(feature = "tls")]
fn tls(flags: &ServeFlags) -> Result<Option<TlsSettings>, String> {
    let certificates = certificate_files(&flags.tls_cert, &flags.tls_key)?;
    let Some(CertificateFiles { certificate, key }) = certificates.first().cloned() else {
        return match flags.redirect_http.is_empty() {
            true => Ok(None),
            false => Err(
                "`--redirect-http` leads to HTTPS; say with `--tls-cert` and `--tls-key` what to serve it with"
                    .to_owned(),
            ),
        };
    };
    Ok(Some(TlsSettings {
        certificates,
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
