//! What a deployment decides: where to listen, and with how many workers.
//!
//! In: [`ServeFlags`] as typed or taken from the environment. Out: [`Settings`] as the server uses them. What the site
//! itself decides is compiled in and is no setting.

use crate::search::settings::{SearchOverrides, is_node};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;

/// The flags of `bindery serve` as typed; each has an environment variable for where flags cannot be had.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeFlags {
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
    /// Say only where the server listens, without the build's report
    #[arg(long)]
    pub quiet: bool,
}

/// What the server is told to do, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Address or host name.
    pub host: String,
    /// Port; 0 means any free one.
    pub port: u16,
    /// Worker threads; `None` means one for each processor.
    pub workers: Option<NonZeroUsize>,
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
            // An IPv6 address is written in brackets in urls, and often here.
            host: host.trim_matches(['[', ']']).to_owned(),
            port,
            workers: None,
            search: SearchOverrides::default(),
        }
    }
}

impl From<&ServeFlags> for Settings {
    fn from(flags: &ServeFlags) -> Settings {
        Settings {
            workers: flags.workers,
            search: SearchOverrides {
                engine: flags.search_engine.clone(),
                nodes: flags.search_nodes.clone(),
                key: flags.search_key.clone(),
                collection: flags.search_collection.clone(),
            },
            ..Settings::on(&flags.host, flags.port)
        }
    }
}

/// The url under which a server that listens on `address` is reached from the same machine.
#[must_use]
pub fn local_url(address: SocketAddr, base_path: &str) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{host}:{}{base_path}", address.port())
}
