//! Signals: SIGTERM and Ctrl-C stop the server, SIGHUP reloads its certificates.

use crate::http::listen::unix_socket::SocketFile;
use actix_web::dev::ServerHandle;
use actix_web::rt::time::sleep;
use std::io;
use std::time::Duration;

/// The exit code when a second signal interrupts the graceful stop.
const EXIT_INTERRUPTED: i32 = 1;

/// The time for connections that are accepted to reach a worker and to send their first request, before the workers stop.
const SETTLE_TIME: Duration = Duration::from_millis(250);

/// Stops gracefully at the first signal, and ends the process at the second.
///
/// actix-web's own handler is not used: it drops connections at Ctrl-C.
pub(super) async fn stop_on_signal(
    mut signals: StopSignals,
    server: ServerHandle,
    files: Vec<SocketFile>,
) {
    signals.recv().await;
    actix_web::rt::spawn(stop(server, files));
    signals.recv().await;
    std::process::exit(EXIT_INTERRUPTED);
}

/// Stops without losing an accepted connection.
///
/// `ServerHandle::stop` alone loses connections in three places (actix-server 2.10): a worker without connections ends at
/// once, while the acceptor, on its own thread, still sends it new ones; a worker with connections drops those that wait
/// in its queue; and a connection that has not sent anything yet looks idle. So accepting is paused first. Connections that
/// are not accepted by then stay in the queue of the listening socket, for the process that shares or inherits it.
async fn stop(server: ServerHandle, files: Vec<SocketFile>) {
    // First, so that a client that connects by path reaches the next server, or an error.
    drop(files);
    server.pause().await;
    sleep(SETTLE_TIME).await;
    server.stop(true).await;
}

/// Receives SIGHUP, which logrotate and `systemctl reload` send. Without a receiver this signal ends the process.
pub(super) struct HangupSignals(actix_web::rt::signal::unix::Signal);

impl HangupSignals {
    pub(super) fn listen() -> io::Result<HangupSignals> {
        use actix_web::rt::signal::unix::{SignalKind, signal};
        signal(SignalKind::hangup()).map(HangupSignals)
    }

    /// Calls `reload` at each signal.
    pub(super) fn on_each(mut self, mut reload: impl FnMut() + 'static) {
        actix_web::rt::spawn(async move {
            while self.0.recv().await.is_some() {
                reload();
            }
        });
    }
}

/// Receives SIGTERM and SIGINT. It must be created before the server reports that it runs, because a signal without a
/// receiver ends the process.
#[cfg(unix)]
pub(crate) struct StopSignals([actix_web::rt::signal::unix::Signal; 2]);

#[cfg(unix)]
impl StopSignals {
    pub(crate) fn listen() -> io::Result<StopSignals> {
        use actix_web::rt::signal::unix::{SignalKind, signal};
        Ok(StopSignals([
            signal(SignalKind::terminate())?,
            signal(SignalKind::interrupt())?,
        ]))
    }

    pub(crate) async fn recv(&mut self) {
        std::future::poll_fn(|context| {
            let mut is_ready = false;
            for signal in &mut self.0 {
                // Both are polled each time, so that each wakes this task.
                is_ready |= signal.poll_recv(context).is_ready();
            }
            match is_ready {
                true => std::task::Poll::Ready(()),
                false => std::task::Poll::Pending,
            }
        })
        .await;
    }
}

/// Receives Ctrl-C while it is awaited.
#[cfg(not(unix))]
pub(crate) struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    pub(crate) fn listen() -> io::Result<StopSignals> {
        Ok(StopSignals)
    }

    pub(crate) async fn recv(&mut self) {
        if actix_web::rt::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
