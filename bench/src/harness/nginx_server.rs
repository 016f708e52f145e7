//! Runs nginx on the output of `bindery export --for nginx`.

use crate::harness::server::{RunningServer, free_address, pinned};
use crate::harness::tools::{Tool, find, nginx_brotli};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An exported site.
#[derive(Debug)]
pub struct Exported {
    /// The folder of its files.
    pub folder: PathBuf,
    above: PathBuf,
    configuration: String,
}

/// How nginx sends files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendMode {
    /// With `sendfile`, which copies in the kernel.
    On,
    /// Through buffers of nginx.
    Off,
}

/// A running nginx with one worker.
#[derive(Debug)]
pub struct Nginx {
    /// The process.
    pub served: RunningServer,
    /// The version of nginx, such as `1.26.3`.
    pub version: String,
    /// The content coding of its responses to clients that accept brotli.
    pub brotli: &'static str,
}

/// Writes the site for nginx below `above`.
pub fn export(binary: &Path, above: &Path) -> Result<Exported, String> {
    let folder = above.join("site");
    let output = Command::new(binary)
        .arg("export")
        .arg(&folder)
        .args(["--for", "nginx"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let file = folder.join("nginx.conf");
    let configuration =
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Exported {
        folder,
        above: above.to_owned(),
        configuration,
    })
}

impl Nginx {
    /// Starts nginx with a main configuration that includes the exported one.
    pub fn start(
        site: &Exported,
        cache: &Path,
        sendfile: SendMode,
        core: Option<usize>,
    ) -> Result<Nginx, String> {
        let nginx = find(Tool::Nginx, cache)?;
        let module = nginx_brotli(cache);
        let address = free_address()?;
        let home = site.above.join(format!("nginx-{sendfile:?}"));
        std::fs::create_dir_all(&home).map_err(|error| error.to_string())?;
        let file = home.join("nginx.conf");
        let text = nginx_config(site, module.as_deref(), sendfile, &home)
            .replace("listen 8080;", &format!("listen {address} backlog=2048;"));
        std::fs::write(&file, text).map_err(|error| error.to_string())?;
        let mut command = nginx.command();
        command
            .arg("-p")
            .arg(&home)
            .arg("-c")
            .arg(&file)
            .arg("-e")
            .arg(home.join("error.log"));
        let served = RunningServer::start(pinned(command, core), address);
        let served = served.map_err(|error| {
            let log = std::fs::read_to_string(home.join("error.log")).unwrap_or_default();
            format!("{error}\n{log}")
        })?;
        let version = nginx
            .command()
            .arg("-v")
            .output()
            .map(|output| output.stderr)
            .unwrap_or_default();
        let version = String::from_utf8_lossy(&version);
        Ok(Nginx {
            served,
            version: version
                .trim()
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .to_owned(),
            brotli: match module {
                Some(_) => "by Debian's libnginx-mod-http-brotli-static",
                None => "not at all (no module to be had): gzip is sent instead",
            },
        })
    }
}

/// The main configuration around the exported one, with the options that are best for many small files.
fn nginx_config(site: &Exported, module: Option<&Path>, sendfile: SendMode, home: &Path) -> String {
    let load = module.map_or(String::new(), |module| {
        format!("load_module {};\n", module.display())
    });
    let user = match rustix::process::getuid().is_root() {
        true => "user root;\n",
        false => "",
    };
    let sendfile = match sendfile {
        SendMode::On => "sendfile on;\n    tcp_nopush on;",
        SendMode::Off => "sendfile off;\n    output_buffers 2 128k;",
    };
    let mut inner = site
        .configuration
        .replace("root .;", &format!("root {};", site.folder.display()));
    if module.is_some() {
        inner = inner.replace("# brotli_static on;", "brotli_static on;");
    }
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let places = places
        .map(|name| format!("    {name}_temp_path {}/{name};\n", home.display()))
        .concat();
    format!(
        "{load}{user}daemon off;\nworker_processes 1;\npid {home}/nginx.pid;\nerror_log {home}/error.log error;\n\
         events {{ worker_connections 4096; multi_accept on; }}\n\
         http {{\n    access_log off;\n    {sendfile}\n    tcp_nodelay on;\n    keepalive_requests 1000000000;\n    \
         open_file_cache max=20000 inactive=1h;\n    open_file_cache_valid 1h;\n    open_file_cache_errors on;\n{places}{inner}}}\n",
        home = home.display()
    )
}
