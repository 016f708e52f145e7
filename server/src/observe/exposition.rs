//! Writes the text format of Prometheus
//! (<https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>).

use std::fmt::{Display, Write};

/// The type of a metric.
#[derive(Clone, Copy, Debug)]
pub(super) enum MetricType {
    Counter,
    Gauge,
    Histogram,
}

impl MetricType {
    const fn name(self) -> &'static str {
        match self {
            MetricType::Counter => "counter",
            MetricType::Gauge => "gauge",
            MetricType::Histogram => "histogram",
        }
    }
}

/// An exposition that is being written.
#[derive(Debug, Default)]
pub(super) struct Exposition(String);

impl Exposition {
    /// Begins a metric; its samples follow.
    pub(super) fn metric(&mut self, name: &str, kind: MetricType, help: &str) {
        let kind = kind.name();
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// A metric with one sample and no labels.
    pub(super) fn single(&mut self, name: &str, kind: MetricType, help: &str, value: impl Display) {
        self.metric(name, kind, help);
        self.sample(name, &[], value);
    }

    pub(super) fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        self.0.push_str(name);
        for (index, (label, text)) in labels.iter().enumerate() {
            self.0.push(if index == 0 { '{' } else { ',' });
            let _ = write!(self.0, "{label}=\"{}\"", escaped(text));
        }
        let end = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(self.0, "{end} {value}");
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        let mut text = Exposition::default();
        text.metric("a_total", MetricType::Counter, "Help.");
        text.sample("a_total", &[("x", "\"\\\n"), ("y", "é")], 1);
        text.single("b", MetricType::Gauge, "Other.", 0.5);
        assert_eq!(
            text.into_text(),
            "# HELP a_total Help.\n# TYPE a_total counter\na_total{x=\"\\\"\\\\\\n\",y=\"é\"} 1\n\
             # HELP b Other.\n# TYPE b gauge\nb 0.5\n"
        );
    }
}
