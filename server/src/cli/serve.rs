//! `bindery serve`.

use super::build_report::report_of;
use super::output::{complain, print};
use super::{EXIT_CANNOT_LISTEN, EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use crate::config::{ServeFlags, Settings, contradictions, local_url_of};
use crate::http::{self, ServeError};
use crate::observe::access_log::LogFormat;
use crate::observe::line_queue::{self, LineQueue};
use crate::observe::messages::write_messages;
use crate::search::LazyEngine;
use crate::search::client_settings::client_settings;
use crate::table::Site;
use std::net::SocketAddr;

pub(super) fn run_serve(site: &'static Site, flags: &ServeFlags) -> u8 {
    let code = run(site, flags);
    // What was said on the way to an error. After a stop, all is written already.
    if code != EXIT_DONE {
        line_queue::finish();
    }
    code
}

fn run(site: &'static Site, flags: &ServeFlags) -> u8 {
    let settings = match Settings::try_from(flags) {
        Ok(settings) => settings,
        Err(fault) => {
            complain(&fault);
            return EXIT_USAGE;
        }
    };
    let log = settings.access_log;
    let form = log.map_or(LogFormat::Combined, |(form, _)| form);
    let written = LineQueue::stdout().and_then(|queue| {
        write_messages(flags.log_level, form)?;
        Ok(queue.buffer())
    });
    let output = match written {
        Ok(output) => output,
        Err(fault) => {
            complain(&format!(
                "cannot start a thread that writes messages: {fault}"
            ));
            return EXIT_FAILED;
        }
    };
    if let Err(fault) = LazyEngine::of(site).open() {
        report_error(&format!(
            "the search index is refused, and nothing can be searched: {fault}"
        ));
    }
    if let Some(fault) = missing_nodes(site, &settings) {
        report_error(fault);
        return EXIT_USAGE;
    }
    for contradiction in contradictions(flags, &settings) {
        tracing::warn!("{contradiction}");
    }
    if flags.check || flags.check_listen {
        return check(flags, &settings);
    }
    let served = http::serve(site, &settings, |addresses| {
        let report = if flags.quiet {
            Vec::new()
        } else {
            report_of(site)
        };
        let greeting = greeting(site, &settings, addresses);
        output.push(|bytes| {
            bytes.extend_from_slice(&report);
            bytes.extend_from_slice(greeting.as_bytes());
        });
    });
    served.map_or_else(|fault| failed(&fault), |()| EXIT_DONE)
}

/// Why searches would lead nowhere: the reader's interface is configured to ask a cluster without nodes.
fn missing_nodes(site: &'static Site, settings: &Settings) -> Option<&'static str> {
    let engine = LazyEngine::of(site);
    let _ = engine.open();
    let search = &client_settings(engine.meta(), &settings.search)["search"];
    let has_nodes = search["nodes"]
        .as_array()
        .is_some_and(|nodes| !nodes.is_empty());
    (search["engine"] == "typesense" && !has_nodes).then_some(
        "`--search-engine typesense` needs the nodes of a cluster; name them with `--search-nodes`",
    )
}

/// `--check` and `--check-listen`: say whether the server could start.
fn check(flags: &ServeFlags, settings: &Settings) -> u8 {
    #[cfg(feature = "tls")]
    match http::describe_certificates(settings) {
        Ok(lines) => {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            print(text.as_bytes());
        }
        Err(fault) => return failed(&fault),
    }
    let checked = match flags.check_listen {
        true => http::check_listening(settings),
        false => http::check(settings),
    };
    match checked {
        Ok(()) => {
            line_queue::finish();
            print(b"The configuration is valid.\n")
        }
        Err(fault) => failed(&fault),
    }
}

/// Writes an error to standard error without waiting for whoever reads it.
fn report_error(message: &str) {
    match LineQueue::stderr() {
        Ok(queue) => queue.buffer().push(|line| {
            line.extend_from_slice(b"error: ");
            line.extend_from_slice(message.as_bytes());
            line.push(b'\n');
        }),
        Err(_) => complain(message),
    }
}

fn failed(fault: &ServeError) -> u8 {
    report_error(&fault.to_string());
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
