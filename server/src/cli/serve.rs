//! The command `bindery serve`: reads its flags, binds the addresses and runs the server until it is stopped.

use super::build_report::report_of;
use super::output::{print, print_error};
use super::{EXIT_CANNOT_LISTEN, EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use crate::appended;
use crate::config::{ServeFlags, Settings, ineffective_flags, local_url_of};
use crate::http::{self, ServeError};
use crate::observe::access_log::LogFormat;
use crate::observe::line_queue::{self, LineQueue};
use crate::observe::messages::write_messages;
use crate::search::LazyEngine;
use crate::search::client_settings::client_settings;
use crate::table::Site;
use std::net::SocketAddr;
use std::sync::Arc;

pub(super) fn run_serve(site: &'static Site, flags: &ServeFlags) -> u8 {
    let code = run(site, flags);
    // Messages before an error may still be queued. After a regular stop, all are written.
    if code != EXIT_DONE {
        line_queue::finish();
    }
    code
}

fn run(site: &'static Site, flags: &ServeFlags) -> u8 {
    let settings = match Settings::try_from(flags) {
        Ok(settings) => settings,
        Err(error) => {
            print_error(&error);
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
        Err(error) => {
            print_error(&format!(
                "cannot start a thread that writes messages: {error}"
            ));
            return EXIT_FAILED;
        }
    };
    let engine = Arc::new(LazyEngine::new(site));
    if let Err(error) = engine.open() {
        report_error(&format!(
            "the search index is refused, and nothing can be searched: {error}"
        ));
    }
    if let Err(error) = site.open_static_files(flags.static_files.as_deref()) {
        report_error(&error);
        return EXIT_USAGE;
    }
    if let Some(error) = missing_nodes(&engine, &settings) {
        report_error(error);
        return EXIT_USAGE;
    }
    for message in ineffective_flags(site, flags, &settings) {
        tracing::warn!("{message}");
    }
    if flags.check || flags.check_listen {
        return check(flags, &settings);
    }
    let served = http::serve_with_engine(site, engine, &settings, |addresses| {
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
    served.map_or_else(|error| failed(&error), |()| EXIT_DONE)
}

/// An error when the client would send searches to a Typesense cluster that has no nodes.
fn missing_nodes(engine: &LazyEngine, settings: &Settings) -> Option<&'static str> {
    let search = &client_settings(engine.meta(), &settings.search)["search"];
    let has_nodes = search["nodes"]
        .as_array()
        .is_some_and(|nodes| !nodes.is_empty());
    (search["engine"] == "typesense" && !has_nodes).then_some(
        "`--search-engine typesense` needs the nodes of a cluster; name them with `--search-nodes`",
    )
}

/// `--check` and `--check-listen`: checks whether the server could start.
fn check(flags: &ServeFlags, settings: &Settings) -> u8 {
    if let Err(error) = appended::check_program() {
        report_error(&error);
        return EXIT_FAILED;
    }
    #[cfg(feature = "tls")]
    match http::describe_certificates(settings) {
        Ok(lines) => {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            print(text.as_bytes());
        }
        Err(error) => return failed(&error),
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
        Err(error) => failed(&error),
    }
}

/// Queues an error for standard error, so that a slow reader of the pipe does not block the server.
fn report_error(message: &str) {
    match LineQueue::stderr() {
        Ok(queue) => queue.buffer().push(|line| {
            line.extend_from_slice(b"error: ");
            line.extend_from_slice(message.as_bytes());
            line.push(b'\n');
        }),
        Err(_) => print_error(message),
    }
}

fn failed(error: &ServeError) -> u8 {
    report_error(&error.to_string());
    match error {
        ServeError::Listen { .. } | ServeError::Inherit(_) => EXIT_CANNOT_LISTEN,
        ServeError::Duplicate(_) | ServeError::Tls(_) => EXIT_USAGE,
        ServeError::Run(_) => EXIT_FAILED,
    }
}

/// The line with the URL of the site, and a hint how other machines can reach it.
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
