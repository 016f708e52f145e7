//! nginx with the configuration that the manual shows, for replicas on this machine.

use crate::commands::measures::cache;
use crate::manual::blocks::{blocks, pages};
use bindery_bench::harness::server::{RunningServer, free_address};
use bindery_bench::harness::tools::{Tool, find};
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A running nginx; ends when dropped.
pub(super) struct Proxy {
    pub(super) address: SocketAddr,
    _served: RunningServer,
}

impl Proxy {
    /// Starts nginx with the configuration of a guide, in which the replicas have other addresses.
    pub(super) fn start(
        guide: &str,
        replicas: &[(String, SocketAddr)],
        folder: &Path,
    ) -> Result<Proxy, String> {
        let address = free_address()?;
        let file = folder.join("nginx.conf");
        fs::write(
            &file,
            main_configuration(&site(guide, replicas, address)?, folder),
        )
        .map_err(|error| error.to_string())?;
        let log = folder.join("nginx-error.log");
        let mut command = find(Tool::Nginx, &cache())?.command();
        command
            .arg("-p")
            .arg(folder)
            .arg("-c")
            .arg(&file)
            .arg("-e")
            .arg(&log);
        let served = RunningServer::start(command, address);
        let served = served.map_err(|error| {
            let log = fs::read_to_string(&log).unwrap_or_default();
            format!("{error}\n{log}")
        })?;
        Ok(Proxy {
            address,
            _served: served,
        })
    }
}

/// The guide's block with other addresses, and without a certificate.
fn site(
    guide: &str,
    replicas: &[(String, SocketAddr)],
    address: SocketAddr,
) -> Result<String, String> {
    let all = pages()?;
    let page = all.iter().find(|(path, _)| path.ends_with(guide));
    let (_, text) = page.ok_or_else(|| format!("no guide {guide}"))?;
    let found = blocks(text);
    let block = found.iter().find(|block| block.language == "nginx");
    let mut site = block.ok_or("the guide has no configuration")?.text.clone();
    for (shown, replica) in replicas {
        if !site.contains(shown) {
            return Err(format!("the guide has no replica {shown}"));
        }
        site = site.replace(shown, &replica.to_string());
    }
    site = site.replace("listen 443 ssl;", &format!("listen {address};"));
    let lines = site
        .lines()
        .filter(|line| !line.contains("ssl_certificate"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// One worker asks the replicas in turn.
fn main_configuration(site: &str, folder: &Path) -> String {
    let home = folder.display();
    // The workers of a superuser would be those of a user who cannot write here.
    let is_superuser = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    let user = if is_superuser { "user root;\n" } else { "" };
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let places = places.map(|name| format!("{name}_temp_path {home}/{name};\n"));
    format!(
        "{user}daemon off;\nworker_processes 1;\npid {home}/nginx.pid;\nerror_log {home}/nginx-error.log;\n\
         events {{}}\nhttp {{\naccess_log off;\n{}{site}\n}}\n",
        places.concat()
    )
}
