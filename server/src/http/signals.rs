//! Ends the server on SIGTERM or Ctrl-C.

use actix_web::dev::ServerHandle;
use std::io;

/// The exit code when a second signal cuts the drain short.
const EXIT_CUT_SHORT: i32 = 1;

/// Lets open requests finish at the first signal, and ends the process at the second.
///
/// actix-web's own handler would drop connections at Ctrl-C.
pub(super) async fn stop_on_signal(mut signals: Signals, server: ServerHandle) {
    signals.next().await;
    actix_web::rt::spawn(server.stop(true));
    signals.next().await;
    std::process::exit(EXIT_CUT_SHORT);
}

/// Reads the certificate anew at each SIGHUP. Without HTTPS nobody listens for it, and the end of a terminal ends the
/// server.
#[cfg(all(unix, feature = "tls"))]
pub(super) fn refresh_on_hangup(
    certificates: std::sync::Arc<super::certificates::Certificates>,
) -> io::Result<()> {
    use actix_web::rt::signal::unix::{SignalKind, signal};
    let mut hangups = signal(SignalKind::hangup())?;
    actix_web::rt::spawn(async move {
        while hangups.recv().await.is_some() {
            certificates.refresh();
        }
    });
    Ok(())
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
