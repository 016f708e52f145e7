//! The settings of a deployment, such as addresses and the number of workers.
//!
//! In: [`ServeFlags`] from the command line, the environment or a file ([`file`](mod@file)). Out: [`Settings`] as the server uses
//! them. The settings of the site itself are compiled in.

pub mod file;
mod ineffective_flags;
mod listen;
mod search;
mod tls;
mod unix_socket;

pub use self::search::SearchFlags;
pub use ineffective_flags::ineffective_flags;
pub use listen::{ListenAddress, local_url, local_url_of};
pub use tls::{CertificateFiles, Hsts, TlsSettings};
pub use unix_socket::{Group, Mode, UnixSocketSettings};

use crate::limits::Limits;
use crate::observe::access_log::LogFormat;
use crate::observe::client::{ClientField, Network, Proxies};
use crate::observe::messages::LogLevel;
use crate::search::budget::SearchLimits;
use crate::search::client_settings::SearchOverrides;
use crate::search::rate_limit::DEFAULT_SHARE;
use crate::table::static_files::parse_folder;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;
#[cfg(feature = "tls")]
use tls::{certificate_files, parse_hsts};

/// The default `max-age` of `Strict-Transport-Security` in seconds: a year.
#[cfg(feature = "tls")]
const HSTS: &str = "31536000";

/// The maximum number of worker threads of actix-server.
const MAX_WORKERS: usize = 512;

/// The flags of `bindery serve`. Each can be set by an environment variable, too.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeFlags {
    /// Read settings from this TOML file, whose keys are the names of these flags; flags and variables take precedence
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
    /// Address to listen on, instead of `--host` and `--port`: HOST:PORT or unix:PATH; may be given several times
    #[arg(
        long,
        env = "BINDERY_BIND",
        value_delimiter = ',',
        value_name = "ADDRESS"
    )]
    pub bind: Vec<ListenAddress>,
    /// Certificate chain in PEM; addresses then use HTTPS, and the file is reloaded when it changes. May be given several times: the client's server name selects one, and the first is the default
    #[cfg(feature = "tls")]
    #[arg(
        long,
        env = "BINDERY_TLS_CERT",
        value_delimiter = ',',
        value_name = "FILE"
    )]
    pub tls_cert: Vec<PathBuf>,
    /// Private key of the certificate, in PEM; several in the order of their certificates
    #[cfg(feature = "tls")]
    #[arg(
        long,
        env = "BINDERY_TLS_KEY",
        value_delimiter = ',',
        value_name = "FILE"
    )]
    pub tls_key: Vec<PathBuf>,
    /// Seconds for which browsers use HTTPS only, or a complete `Strict-Transport-Security` value; `off` sends none
    #[cfg(feature = "tls")]
    #[arg(long, env = "BINDERY_HSTS", default_value = HSTS, value_parser = parse_hsts, value_name = "SECONDS")]
    pub hsts: Hsts,
    /// Address on which plain HTTP is redirected to HTTPS: HOST:PORT; may be given several times
    #[cfg(feature = "tls")]
    #[arg(
        long,
        env = "BINDERY_REDIRECT_HTTP",
        value_delimiter = ',',
        value_name = "ADDRESS"
    )]
    pub redirect_http: Vec<ListenAddress>,
    /// Port to which `--redirect-http` redirects [default: the port that serves HTTPS]
    #[cfg(feature = "tls")]
    #[arg(long, env = "BINDERY_HTTPS_PORT", value_name = "PORT")]
    pub https_port: Option<u16>,
    /// Maximum number of connections; further ones are answered with 503 [default: 20000, or what the system allows]
    #[arg(long, env = "BINDERY_MAX_CONNECTIONS", value_parser = parse_positive::<NonZeroUsize>, value_name = "NUMBER")]
    pub max_connections: Option<NonZeroUsize>,
    /// Permissions of Unix sockets, in octal [default: 0666; 0660 for the socket of `--metrics`]
    #[arg(long, env = "BINDERY_UNIX_MODE", value_name = "MODE")]
    pub unix_mode: Option<Mode>,
    /// Group that owns Unix sockets: a name or a number
    #[arg(long, env = "BINDERY_UNIX_GROUP", value_name = "GROUP")]
    pub unix_group: Option<Group>,
    /// Maximum number of connections from one address, or one /64 network of IPv6; trusted proxies are not limited [default: no limit]
    #[arg(
        long,
        env = "BINDERY_MAX_CONNECTIONS_PER_ADDRESS",
        value_parser = parse_positive::<NonZeroU32>,
        value_name = "NUMBER"
    )]
    pub max_connections_per_address: Option<NonZeroU32>,
    /// Maximum number of requests a second from one address, with bursts of four seconds; further ones are answered with 429 [default: no limit]
    #[arg(
        long,
        env = "BINDERY_MAX_REQUESTS_PER_SECOND_PER_ADDRESS",
        value_parser = parse_positive::<NonZeroU32>,
        value_name = "NUMBER"
    )]
    pub max_requests_per_second_per_address: Option<NonZeroU32>,
    /// Separate address for Prometheus, which serves the counters at /metrics: HOST:PORT or unix:PATH; do not expose it to the public
    #[arg(long, env = "BINDERY_METRICS", value_name = "ADDRESS")]
    pub metrics: Option<ListenAddress>,
    /// Log requests to standard output, in this format
    #[arg(long, env = "BINDERY_ACCESS_LOG", value_name = "FORMAT")]
    pub access_log: Option<LogFormat>,
    /// Log one in NUMBER requests
    #[arg(
        long,
        env = "BINDERY_ACCESS_LOG_SAMPLE",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..),
        value_name = "NUMBER"
    )]
    pub access_log_sample: u64,
    /// Send `Server-Timing` with the time that each response took to compose
    #[arg(long, env = "BINDERY_SERVER_TIMING")]
    pub server_timing: bool,
    /// Level of messages on standard error; they are JSON lines when the access log is JSON
    #[arg(
        long,
        env = "BINDERY_LOG",
        default_value = "warn",
        value_name = "LEVEL"
    )]
    pub log_level: LogLevel,
    /// Address or network of a proxy in front of this server; for its requests, the client's address is read from the `--client-field`. May be given several times
    #[arg(
        long,
        env = "BINDERY_TRUSTED_PROXY",
        value_delimiter = ',',
        value_name = "NETWORK"
    )]
    pub trusted_proxy: Vec<Network>,
    /// Header field in which trusted proxies send the client's address: `x-forwarded-for`, `forwarded`, or a field with a
    /// single address, such as `cf-connecting-ip`
    #[arg(
        long,
        env = "BINDERY_CLIENT_FIELD",
        default_value = "x-forwarded-for",
        value_name = "FIELD"
    )]
    pub client_field: ClientField,
    /// Number of worker threads, 512 at most [default: one for each processor]
    #[arg(long, env = "BINDERY_WORKERS", value_parser = parse_workers, value_name = "NUMBER")]
    pub workers: Option<NonZeroUsize>,
    /// Folder of the files that a build with `BINDERY_STATIC=external DIR` wrote; each is checked at start [default: `static-files` beside the executable]
    #[arg(long, env = "BINDERY_STATIC", value_parser = parse_folder, value_name = "DIR")]
    pub static_files: Option<PathBuf>,
    /// The flags of the search.
    #[command(flatten)]
    pub search: SearchFlags,
    /// Validate the configuration and exit, without listening: works beside a running server
    #[arg(long)]
    pub check: bool,
    /// Like `--check`, but also open the sockets: fails beside a running server
    #[arg(long)]
    pub check_listen: bool,
    /// Print the address only, without the build report
    #[arg(long)]
    pub quiet: bool,
}

/// The resolved settings of the server.
///
/// ```
/// use bindery_server::Settings;
///
/// let mut settings = Settings::on("127.0.0.1", 8080);
/// settings.server_timing = true;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The addresses to listen on.
    pub listen: Vec<ListenAddress>,
    /// HTTPS at all addresses; Unix sockets use HTTP.
    pub tls: Option<TlsSettings>,
    /// Worker threads; `None` means one for each processor.
    pub workers: Option<NonZeroUsize>,
    /// The limits of connections and requests.
    pub limits: Limits,
    /// The address of the counters.
    pub metrics: Option<ListenAddress>,
    /// The format of the access log, and the number of requests of which one is logged.
    pub access_log: Option<(LogFormat, u64)>,
    /// Proxies that may name the client.
    pub proxies: Proxies,
    /// Permissions and group of Unix sockets.
    pub unix_socket: UnixSocketSettings,
    /// Whether responses have `Server-Timing`.
    pub server_timing: bool,
    /// The search settings that replace those of the site.
    pub search: SearchOverrides,
    /// The limits of one search request.
    pub search_limits: SearchLimits,
    /// The percent of a core that the searches of one client may use over time; 0 for no limit.
    pub search_share: u32,
}

fn parse_workers(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().and_then(NonZeroUsize::new);
    number
        .filter(|number| number.get() <= MAX_WORKERS)
        .ok_or_else(|| format!("write a number from 1 to {MAX_WORKERS}"))
}

fn parse_positive<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| "write a number from 1 on".to_owned())
}

impl Settings {
    /// Listens on one address with one worker for each processor.
    #[must_use]
    pub fn on(host: &str, port: u16) -> Settings {
        Settings {
            listen: vec![ListenAddress::on(host, port)],
            tls: None,
            workers: None,
            limits: Limits::default(),
            metrics: None,
            access_log: None,
            proxies: Proxies::default(),
            unix_socket: UnixSocketSettings::default(),
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
        settings.proxies = Proxies {
            networks: flags.trusted_proxy.clone(),
            field: flags.client_field.clone(),
        };
        settings.unix_socket = UnixSocketSettings {
            mode: flags.unix_mode,
            group: flags.unix_group,
        };
        settings.server_timing = flags.server_timing;
        settings.search = flags.search.overrides();
        settings.search_limits = flags.search.limits();
        settings.search_share = flags.search.search_share;
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
        if flags.https_port.is_some() {
            return Err(
                "`--https-port` is the port of HTTPS; say with `--tls-cert` and `--tls-key` what to serve it with"
                    .to_owned(),
            );
        }
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
