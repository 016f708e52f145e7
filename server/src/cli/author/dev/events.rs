//! Server-sent events: one after each build.
//!
//! The data is [`BuildEvent`] as JSON. A connection that reads slowly gets the event of the last build only.

use super::state::BuildEvent;
use actix_web::web::Bytes;
use futures_core::Stream;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::sync::watch;

/// The next event and the receiver of those after it; `None` when no build can follow.
type NextEvent = Pin<Box<dyn Future<Output = Option<(BuildEvent, watch::Receiver<BuildEvent>)>>>>;

/// The body of a response: the event of the last build at once, then one after each build.
pub(super) struct Events {
    next: NextEvent,
}

impl Events {
    /// The events of a receiver, its present one included.
    pub(super) fn new(mut builds: watch::Receiver<BuildEvent>) -> Events {
        builds.mark_changed();
        Events {
            next: Box::pin(next_event(builds)),
        }
    }
}

async fn next_event(
    mut builds: watch::Receiver<BuildEvent>,
) -> Option<(BuildEvent, watch::Receiver<BuildEvent>)> {
    builds.changed().await.ok()?;
    let event = builds.borrow_and_update().clone();
    Some((event, builds))
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some((event, builds)) = ready!(self.next.as_mut().poll(context)) else {
            return Poll::Ready(None);
        };
        self.next = Box::pin(next_event(builds));
        let json = serde_json::to_string(&event).expect("BUG: an event is JSON");
        Poll::Ready(Some(Ok(Bytes::from(format!("data: {json}\n\n")))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::Waker;

    fn poll(events: &mut Events) -> Poll<Option<String>> {
        let polled = Pin::new(events).poll_next(&mut Context::from_waker(Waker::noop()));
        polled.map(|event| {
            event.map(|event| {
                let Ok(bytes) = event;
                String::from_utf8(bytes.to_vec()).unwrap()
            })
        })
    }

    #[test]
    fn a_connection_gets_the_last_build_and_each_that_follows() {
        let event = |build| BuildEvent {
            build,
            bundle: Some("b".to_owned()),
        };
        let text = |build| Some(format!("data: {{\"build\":{build},\"bundle\":\"b\"}}\n\n"));
        let sender = watch::Sender::new(event(1));
        let mut events = Events::new(sender.subscribe());
        assert_eq!(poll(&mut events), Poll::Ready(text(1)));
        assert_eq!(poll(&mut events), Poll::Pending);
        sender.send_replace(event(2));
        sender.send_replace(event(3));
        assert_eq!(poll(&mut events), Poll::Ready(text(3)));
        drop(sender);
        assert_eq!(poll(&mut events), Poll::Ready(None));
    }
}
