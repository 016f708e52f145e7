//! A timer that costs little when its deadline moves often.
//!
//! The timer is created at the first wait, so a connection that never waits has none. A later deadline does not touch the
//! timer: when it fires too early, it is reset to the current deadline.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

/// A timer for a deadline that may move between polls.
#[derive(Debug, Default)]
pub(super) struct DeadlineTimer {
    sleep: Option<Pin<Box<Sleep>>>,
}

/// Whether the task is the one that polled the timer before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskWaker {
    /// The task is the one that polled. The timer is registered to wake it, and need not be polled.
    Registered,
    New,
}

impl DeadlineTimer {
    /// Ready once `deadline` has passed; else wakes the task then, or earlier.
    pub(super) fn poll(
        &mut self,
        deadline: Instant,
        waker: TaskWaker,
        cx: &mut Context<'_>,
    ) -> Poll<()> {
        let sleep = match &mut self.sleep {
            Some(sleep) if sleep.deadline() <= deadline => {
                if waker == TaskWaker::Registered && !sleep.is_elapsed() {
                    return Poll::Pending;
                }
                sleep
            }
            // A later timer would be too late.
            sleep => sleep.insert(Box::pin(sleep_until(deadline))),
        };
        while sleep.as_mut().poll(cx).is_ready() {
            if sleep.deadline() >= deadline || Instant::now() >= deadline {
                return Poll::Ready(());
            }
            sleep.as_mut().reset(deadline);
        }
        Poll::Pending
    }

    /// Ready once `time` has passed since this was polled first, or since [`DeadlineTimer::clear`].
    pub(super) fn poll_since_first(&mut self, time: Duration, cx: &mut Context<'_>) -> Poll<()> {
        let sleep = &mut self.sleep;
        let sleep = sleep.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + time)));
        sleep.as_mut().poll(cx)
    }

    /// Drops the timer.
    pub(super) fn clear(&mut self) {
        self.sleep = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use std::task::Waker;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn a_timer_follows_a_deadline_that_moves_forward_and_back() {
        actix_web::rt::System::new().block_on(async {
            let now = Instant::now();
            let mut noop = Context::from_waker(Waker::noop());
            let mut timer = DeadlineTimer::default();
            assert!(
                timer
                    .poll(now + HOUR, TaskWaker::New, &mut noop)
                    .is_pending()
            );
            poll_fn(|cx| timer.poll(now, TaskWaker::New, cx)).await;
            // The timer has fired.
            let later = now + 2 * HOUR;
            assert!(
                timer
                    .poll(now + HOUR, TaskWaker::New, &mut noop)
                    .is_pending()
            );
            assert!(
                timer
                    .poll(later, TaskWaker::Registered, &mut noop)
                    .is_pending()
            );
            poll_fn(|cx| timer.poll(now, TaskWaker::Registered, cx)).await;
        });
    }

    #[test]
    fn the_time_counts_from_the_first_poll_until_it_is_cleared() {
        actix_web::rt::System::new().block_on(async {
            let mut noop = Context::from_waker(Waker::noop());
            let mut timer = DeadlineTimer::default();
            assert!(timer.poll_since_first(HOUR, &mut noop).is_pending());
            let again = timer.poll_since_first(Duration::ZERO, &mut noop);
            assert!(again.is_pending(), "the first poll has set it");
            timer.clear();
            poll_fn(|cx| timer.poll_since_first(Duration::ZERO, cx)).await;
        });
    }
}
