//! `bindery health`: checks that a running server answers, for container images without another HTTP client.

use super::output::print_error;
use super::{EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use crate::config::file::{with_file, with_platform};
use crate::config::{ListenAddress, ServeFlags};
use clap::{Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::time::Duration;

/// Bytes of a response that are read: the first line is enough.
const MAX_RESPONSE: u64 = 4096;

#[derive(Debug, Args)]
pub(super) struct HealthFlags {
    /// Address of the server, with plain HTTP: `HOST:PORT` or `unix:PATH`. If the server uses HTTPS, give the address of `--redirect-http` [default: the first address that `serve` listens on, by the environment and the configuration file]
    address: Option<String>,
    /// Path to request; `/readyz` also fails while the server is stopping
    #[arg(long, default_value = "/healthz")]
    path: String,
    /// Timeout in seconds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

/// The first address that `serve` without flags listens on. Precedence: `BINDERY_BIND`, `BINDERY_HOST` and `BINDERY_PORT`,
/// then the file of `BINDERY_CONFIG`, then `HOST` and `PORT`.
fn default_address() -> Result<String, String> {
    let mut serve = ServeFlags::augment_args(Command::new("serve"));
    serve =
        with_platform(serve, |name| std::env::var_os(name)).map_err(|error| error.to_string())?;
    if let Some(path) = std::env::var_os("BINDERY_CONFIG") {
        serve = with_file(serve, Path::new(&path)).map_err(|error| error.to_string())?;
    }
    let parsed = serve
        .no_binary_name(true)
        .try_get_matches_from(None::<OsString>);
    let flags = parsed.and_then(|matches| ServeFlags::from_arg_matches(&matches));
    let flags = flags.map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        first.trim_start_matches("error: ").to_owned()
    })?;
    let listen = flags.bind.into_iter().next();
    let listen = listen.unwrap_or_else(|| ListenAddress::on(&flags.host, flags.port));
    Ok(listen.to_string())
}

pub(super) fn run_health(flags: &HealthFlags) -> u8 {
    let HealthFlags { path, .. } = flags;
    let given = flags.address.clone().map(Ok);
    let address = match given.unwrap_or_else(default_address) {
        Ok(address) => address,
        Err(error) => {
            print_error(&error);
            return EXIT_USAGE;
        }
    };
    match ask(&address, flags) {
        Ok(status) if is_healthy(&status) => EXIT_DONE,
        Ok(status) => {
            print_error(&format!(
                "`{path}` at `{address}` answers `{}`",
                status.escape_debug()
            ));
            EXIT_FAILED
        }
        Err(error) => {
            print_error(&format!("`{address}` does not answer: {error}"));
            EXIT_FAILED
        }
    }
}

fn is_healthy(status_line: &str) -> bool {
    status_line.starts_with("HTTP/1.") && status_line.split(' ').nth(1) == Some("200")
}

/// The first line of the answer.
fn ask(address: &str, flags: &HealthFlags) -> io::Result<String> {
    let timeout = Some(Duration::from_secs(flags.timeout));
    if let Some(path) = address.strip_prefix("unix:") {
        #[cfg(unix)]
        {
            let stream = std::os::unix::net::UnixStream::connect(path)?;
            stream.set_read_timeout(timeout)?;
            stream.set_write_timeout(timeout)?;
            return exchange(stream, &flags.path);
        }
        #[cfg(not(unix))]
        return Err(io::Error::new(io::ErrorKind::Unsupported, path));
    }
    let mut last_error = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in address.to_socket_addrs()?.flat_map(reachable) {
        match TcpStream::connect_timeout(&address, Duration::from_secs(flags.timeout)) {
            Ok(stream) => {
                stream.set_read_timeout(timeout)?;
                stream.set_write_timeout(timeout)?;
                return exchange(stream, &flags.path);
            }
            Err(error) => last_error = error,
        }
    }
    Err(last_error)
}

/// The addresses to try. A server that listens on all addresses is reached by loopback. One on all IPv6 addresses often
/// accepts IPv4, too, and a container may have IPv4 only.
fn reachable(address: SocketAddr) -> Vec<SocketAddr> {
    let at = |ip: IpAddr| SocketAddr::new(ip, address.port());
    let own = at(Ipv4Addr::LOCALHOST.into());
    match address.ip() {
        ip if !ip.is_unspecified() => vec![address],
        IpAddr::V4(_) => vec![own],
        IpAddr::V6(_) => vec![at(Ipv6Addr::LOCALHOST.into()), own],
    }
}

fn exchange(mut stream: impl Read + Write, path: &str) -> io::Result<String> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(MAX_RESPONSE).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// The exit code for a server that gives this answer.
    fn code_for(answer: &'static str) -> u8 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = [0; 512];
            let read = stream.read(&mut head).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8_lossy(&head[..read]).into_owned()
        });
        let code = run_health(&HealthFlags {
            address: Some(address),
            path: "/readyz".to_owned(),
            timeout: 60,
        });
        assert!(
            server
                .join()
                .unwrap()
                .starts_with("GET /readyz HTTP/1.1\r\nHost: ")
        );
        code
    }

    #[test]
    fn only_200_is_healthy() {
        assert_eq!(
            code_for("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"),
            EXIT_DONE
        );
        for answer in [
            "HTTP/1.1 503 Service Unavailable\r\n\r\n",
            "",
            "SSH-2.0-x 200\r\n",
        ] {
            assert_eq!(code_for(answer), EXIT_FAILED, "{answer}");
        }
    }

    #[test]
    fn a_server_that_is_not_there_is_not_healthy() {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let flags = |address: &str| HealthFlags {
            address: Some(address.to_owned()),
            path: "/healthz".to_owned(),
            timeout: 60,
        };
        assert_eq!(run_health(&flags(&address)), EXIT_FAILED);
        assert_eq!(run_health(&flags("unix:/nowhere/at/all")), EXIT_FAILED);
    }
}
