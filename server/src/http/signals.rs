//! Ends the server on SIGTERM or Ctrl-C, and reloads its certificate on SIGHUP.

use crate::http::listen::unix_socket::SocketFile;
use actix_web::dev::ServerHandle;
use actix_web::rt::time::sleep;
use std::io;
use std::time::Duration;

/// The exit code when a second signal cuts the drain short.
const EXIT_CUT_SHORT: i32 = 1;

/// How long connections that are accepted already have to reach a worker and to send their first request, before the
/// workers are told to stop.
const SETTLE: Duration = Duration::from_millis(250);

/// Lets open requests finish at the first signal, and ends the process at the second.
///
/// actix-web's own handler would drop connections at Ctrl-C.
pub(super) async fn stop_on_signal(
    mut signals: Signals,
    server: ServerHandle,
    files: Vec<SocketFile>,
) {
    signals.next().await;
    actix_web::rt::spawn(stop(server, files));
    signals.next().await;
    std::process::exit(EXIT_CUT_SHORT);
}

/// Stops without losing a connection that was accepted.
///
/// A stop alone drops them in three places (actix-server 2.10): a worker without connections ends at once, and the
/// acceptor, which learns of the stop on its own thread, sends what it accepts meanwhile to nobody; a worker with
/// connections drops those that wait in its queue; and a connection that has not sent anything yet looks idle. So
/// accepting is paused first. What is not accepted by then stays in the queue of the listening socket, for the process
/// that shares or inherits it.
async fn stop(server: ServerHandle, files: Vec<SocketFile>) {
    // First, so that whoever connects by path reaches the next server, or learns that there is none.
    drop(files);
    server.pause().await;
    sleep(SETTLE).await;
    server.stop(true).await;
}

/// SIGHUPs from its creation on. Without this, the signal, which logrotate and `systemctl reload` send, would end the
/// process at once.
pub(super) struct Hangups(actix_web::rt::signal::unix::Signal);

impl Hangups {
    pub(super) fn listen() -> io::Result<Hangups> {
        use actix_web::rt::signal::unix::{SignalKind, signal};
        signal(SignalKind::hangup()).map(Hangups)
    }

    /// Calls `reload` at each of them.
    pub(super) fn reload_with(mut self, mut reload: impl FnMut() + 'static) {
        actix_web::rt::spawn(async move {
            while self.0.recv().await.is_some() {
                reload();
            }
        });
    }
}

/// Signals that arrive from its creation on; to be made before anybody is told that the server runs, because a signal
/// that nobody listens for ends the process on the spot.
#[cfg(unix)]
pub(super) struct Signals([actix_web::rt::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Signals {
    pub(super) fn listen() -> io::Result<Signals> {
        use actix_web::rt::signal::unix::{SignalKind, signal};
        Ok(Signals([
            signal(SignalKind::terminate())?,
            signal(SignalKind::interrupt())?,
        ]))
    }

    async fn next(&mut self) {
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

/// Signals that arrive once it is awaited.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn listen() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        if actix_web::rt::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
