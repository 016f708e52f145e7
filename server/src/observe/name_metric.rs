//! Writes the counters of the most frequent names, such as unknown paths or referring hosts, as one Prometheus metric.

use super::exposition::{Exposition, MetricType};
use super::heavy_hitters::HeavyHitters;
use std::sync::{Mutex, PoisonError};

/// A metric with one sample for each frequent name.
pub(super) struct NameMetric {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
    /// The label that holds the name.
    pub(super) label: &'static str,
}

impl NameMetric {
    /// Writes a sample for each name, and one for all names without a counter.
    pub(super) fn write(&self, text: &mut Exposition, names: &Mutex<HeavyHitters>) {
        let NameMetric { name, help, label } = *self;
        text.metric(name, MetricType::Counter, help);
        // Copied first, so that no worker waits while the text is written.
        let (known, others) = {
            let names = names.lock().unwrap_or_else(PoisonError::into_inner);
            let known = names.names().into_iter();
            let known: Vec<_> = known
                .map(|(name, count)| (name.to_owned(), count))
                .collect();
            (known, names.others())
        };
        for (value, count) in known {
            text.sample(name, &[(label, &value)], count);
        }
        if others > 0 {
            text.sample(name, &[(label, "(other)")], others);
        }
    }
}
