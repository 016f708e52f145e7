//! `bindery serve`.

use super::output::{complain, print};
use super::report::print_report;
use super::{EXIT_CANNOT_LISTEN, EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use crate::config::{ServeFlags, Settings, local_url_of};
use crate::http::{self, ServeError};
use crate::observe::access_log::LogFormat;
use crate::observe::messages::write_messages;
use crate::search::LazyEngine;
use crate::table::Site;
use std::net::SocketAddr;

pub(super) fn run_serve(site: &'static Site, flags: &ServeFlags) -> u8 {
    let settings = match Settings::try_from(flags) {
        Ok(settings) => settings,
        Err(fault) => {
            complain(&fault);
            return EXIT_USAGE;
        }
    };
    let log = settings.access_log;
    let form = log.map_or(LogFormat::Combined, |(form, _)| form);
    write_messages(flags.log_level, form);
    if let Err(fault) = LazyEngine::of(site).open() {
        complain(&format!(
            "the search index is refused, and nothing can be searched: {fault}"
        ));
    }
    if flags.check {
        return check(&settings);
    }
    let served = http::serve(site, &settings, |addresses| {
        if !flags.quiet {
            print_report(site);
        }
        print(greeting(site, &settings, addresses).as_bytes());
    });
    served.map_or_else(|fault| failed(&fault), |()| EXIT_DONE)
}

/// `--check`: says whether the server could start.
fn check(settings: &Settings) -> u8 {
    #[cfg(feature = "tls")]
    match http::describe_certificates(settings) {
        Ok(lines) => {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            print(text.as_bytes());
        }
        Err(fault) => return failed(&fault),
    }
    match http::check(settings) {
        Ok(()) => print(b"The configuration is valid.\n"),
        Err(fault) => failed(&fault),
    }
}

fn failed(fault: &ServeError) -> u8 {
    complain(&fault.to_string());
    match fault {
        ServeError::Listen { .. } | ServeError::Inherit(_) => EXIT_CANNOT_LISTEN,
        ServeError::Tls(_) => EXIT_USAGE,
        ServeError::Run(_) => EXIT_FAILED,
    }
}

/// The line that says where the site is, and how others can reach it.
fn greeting(site: &Site, settings: &Settings, addresses: &[SocketAddr]) -> String {
    let Some(first) = addresses.first() else {
        return String::new();
    };
    let scheme = if settings.tls.is_some() {
        "https"
    } else {
        "http"
    };
    let url = local_url_of(scheme, *first, site.base_path);
    let hint = if addresses.iter().all(|address| address.ip().is_loopback()) {
        "only this machine can reach it; `--host 0.0.0.0` listens on all addresses"
    } else {
        "other machines can reach it"
    };
    format!("Serving {url} ({hint})\n")
}
