//! The end of `bindery dev`: SIGTERM and Ctrl-C end it at once, together with the processes that it started.

use crate::cli::EXIT_DONE;
use crate::http::StopSignals;
use actix_web::rt;
use bindery_compiler::system::end_processes;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Whether a signal was received.
static HAS_BEGUN: AtomicBool = AtomicBool::new(false);

/// Does not return once the process is ending: what fails then fails because the processes were ended.
pub(super) fn stay_if_ending() {
    while HAS_BEGUN.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Waits for a signal in a thread, because the first build runs without a runtime. The thread receives signals when this
/// returns.
///
/// # Errors
/// When the system refuses to report signals.
pub(super) fn end_on_signal() -> io::Result<()> {
    let (sender, listening) = mpsc::channel();
    std::thread::spawn(move || {
        rt::System::new().block_on(async move {
            let mut signals = match StopSignals::listen() {
                Ok(signals) => signals,
                Err(error) => {
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            let _ = sender.send(Ok(()));
            signals.recv().await;
            HAS_BEGUN.store(true, Ordering::SeqCst);
            end_processes();
            std::process::exit(EXIT_DONE.into());
        });
    });
    listening
        .recv()
        .expect("BUG: the thread that waits for signals panicked")
}
