//! Says when to build again after a failure that is no fault of the content, such as a process that was killed or a full disk:
//! no edit may follow that would start a build.

use std::time::Duration;

/// How long to wait before each attempt. A failure that outlasts them waits for the next change.
const DELAYS: [Duration; 3] = [
    Duration::from_secs(2),
    Duration::from_secs(10),
    Duration::from_secs(60),
];

/// How a build ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BuildEnd {
    /// With a site, or with faults of the content, which the author corrects.
    Done,
    /// With the last components: the bundler is still running, and may fail.
    Bundling,
    /// With an error of the machine.
    Failed,
}

/// The attempts since the last success.
#[derive(Debug, Default)]
pub(super) struct Retries {
    attempts: usize,
}

impl Retries {
    /// How long to wait for a change until the next attempt; `None` for as long as it takes.
    pub(super) fn delay_after(&mut self, end: BuildEnd) -> Option<Duration> {
        match end {
            BuildEnd::Done => {
                *self = Retries::default();
                None
            }
            BuildEnd::Bundling => None,
            BuildEnd::Failed => {
                let delay = DELAYS.get(self.attempts).copied();
                self.attempts += usize::from(delay.is_some());
                delay
            }
        }
    }

    /// Counts from zero again: what the author changed may be the cause.
    pub(super) fn reset(&mut self) {
        self.attempts = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_tried_again_three_times_and_after_a_change() {
        let mut retries = Retries::default();
        let delays = [BuildEnd::Failed, BuildEnd::Bundling, BuildEnd::Failed]
            .map(|end| retries.delay_after(end));
        assert_eq!(delays, [Some(DELAYS[0]), None, Some(DELAYS[1])]);
        assert_eq!(retries.delay_after(BuildEnd::Failed), Some(DELAYS[2]));
        assert_eq!(retries.delay_after(BuildEnd::Failed), None);
        retries.reset();
        assert_eq!(retries.delay_after(BuildEnd::Failed), Some(DELAYS[0]));
        assert_eq!(retries.delay_after(BuildEnd::Done), None);
        assert_eq!(retries.delay_after(BuildEnd::Failed), Some(DELAYS[0]));
    }
}
