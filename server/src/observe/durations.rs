//! Counters and histograms of durations that one thread writes and others read.

use super::exposition::{Exposition, MetricType};
use std::sync::atomic::{AtomicU64, Ordering};

/// Upper bounds of the latency histogram, in microseconds.
const BOUNDS: [u64; 8] = [10, 25, 50, 100, 250, 1_000, 10_000, 100_000];

/// A number that one thread increments and others read, so that no locked instruction is needed.
#[derive(Debug, Default)]
pub(super) struct Counter(AtomicU64);

impl Counter {
    pub(super) fn add(&self, number: u64) {
        let sum = self.0.load(Ordering::Relaxed).wrapping_add(number);
        self.0.store(sum, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A histogram of durations.
#[derive(Debug, Default)]
pub(super) struct DurationHistogram {
    micros: Counter,
    buckets: [Counter; BOUNDS.len() + 1],
}

impl DurationHistogram {
    /// Counts a duration in microseconds.
    pub(super) fn count(&self, micros: u64) {
        self.micros.add(micros);
        let bucket = BOUNDS.iter().position(|bound| micros <= *bound);
        self.buckets[bucket.unwrap_or(BOUNDS.len())].add(1);
    }

    /// Writes the sum of all workers as one histogram.
    pub(super) fn write(
        text: &mut Exposition,
        name: &str,
        help: &str,
        workers: &[&DurationHistogram],
    ) {
        text.metric(name, MetricType::Histogram, help);
        let bounds = BOUNDS.iter().map(|bound| seconds(*bound));
        let bucket = format!("{name}_bucket");
        let mut cumulative: u64 = 0;
        for (index, bound) in bounds.chain(["+Inf".to_owned()]).enumerate() {
            cumulative += workers
                .iter()
                .map(|one| one.buckets[index].get())
                .sum::<u64>();
            text.sample(&bucket, &[("le", &bound)], cumulative);
        }
        let micros = workers.iter().map(|one| one.micros.get()).sum();
        text.sample(&format!("{name}_sum"), &[], seconds(micros));
        text.sample(&format!("{name}_count"), &[], cumulative);
    }
}

fn seconds(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
