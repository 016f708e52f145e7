//! Writes the blob's index: the route table as bytes, which `server/src/index.rs` reads at start.
//!
//! As tokens the table of 2,000 pages cost rustc 1.1 s (debug) to 1.7 s (release), that of 20,000 some 17 s; as bytes
//! it costs nothing to compile and is read at start, in far less time than a process takes to start.
//!
//! Layout: `u32` length of the numbers, the numbers (LEB128), the text (UTF-8). A string is a number, its length, and
//! takes that much of the text; strings come in the order of the reader's calls. The first number is [`FORMAT`].

use crate::headers::BoundRule;
use crate::pack::{Body, CachePolicy, Placed, Resource, Table};

/// Of the layout; the reader refuses another.
pub const FORMAT: u64 = 4;

/// The index of a table.
#[must_use]
pub fn write(table: &Table) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(FORMAT);
    for text in [
        &table.content_hash,
        &table.build_id,
        &table.url,
        &table.base_path,
    ] {
        writer.text(text);
    }
    writer.number(table.policy_sources.len() as u64);
    for source in &table.policy_sources {
        writer.text(source);
    }
    writer.number(table.header_rules.len() as u64);
    for rule in &table.header_rules {
        writer.rule(rule);
    }
    writer.number(table.header_groups.len() as u64);
    for group in &table.header_groups {
        writer.number(group.len() as u64);
        for rule in group {
            writer.number(u64::from(*rule));
        }
    }
    writer.number(table.seeds.len() as u64);
    for seed in &table.seeds {
        writer.number(u64::from(*seed));
    }
    writer.number(table.entries.len() as u64);
    for (path, placed) in &table.entries {
        writer.text(path);
        writer.placed(placed);
    }
    writer.resource(&table.not_found.0);
    writer.resource(&table.not_found.1);
    writer.number(table.not_found_below.len() as u64);
    for (path, (html, payload)) in &table.not_found_below {
        writer.text(path);
        writer.resource(html);
        writer.resource(payload);
    }
    writer.body(&table.routes);
    writer.body(&table.search);
    writer.body(&table.report);
    writer.finish()
}

#[derive(Default)]
struct Writer {
    numbers: Vec<u8>,
    text: String,
}

impl Writer {
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.numbers.push(value.to_le_bytes()[0] | 0x80);
            value >>= 7;
        }
        self.numbers.push(value.to_le_bytes()[0]);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.text.push_str(text);
    }

    fn rule(&mut self, rule: &BoundRule) {
        self.number(rule.patterns.len() as u64);
        for pattern in &rule.patterns {
            self.text(pattern);
        }
        self.number(rule.fields.len() as u64);
        for (name, value) in &rule.fields {
            self.text(name);
            self.text(value);
        }
        self.number(rule.policy.len() as u64);
        for line in &rule.policy {
            self.text(line);
        }
    }

    fn placed(&mut self, placed: &Placed) {
        match placed {
            Placed::Page {
                html,
                payload,
                twin,
            } => {
                self.number(0);
                self.resource(html);
                self.resource(payload);
                self.text(twin.as_deref().unwrap_or_default());
            }
            Placed::Asset(resource) => {
                self.number(1);
                self.resource(resource);
            }
            Placed::Redirect { to, status } => {
                self.number(2);
                self.text(to);
                self.number(u64::from(*status));
            }
            Placed::Gone => self.number(3),
        }
    }

    fn resource(&mut self, resource: &Resource) {
        self.text(&resource.media_type);
        let is_immutable = resource.cache == CachePolicy::Immutable;
        self.number(u64::from(is_immutable) | u64::from(resource.no_index) << 1);
        self.text(resource.link.as_deref().unwrap_or_default());
        self.number(u64::from(resource.headers));
        self.body(&resource.identity);
        for encoding in [&resource.br, &resource.zstd, &resource.gzip] {
            self.number(u64::from(encoding.is_some()));
            if let Some(body) = encoding {
                self.body(body);
            }
        }
    }

    fn body(&mut self, body: &Body) {
        self.number(body.offset);
        self.number(body.len);
        self.text(&body.etag);
    }

    fn finish(self) -> Vec<u8> {
        let len = u32::try_from(self.numbers.len()).expect("BUG: an index beyond 4 GiB");
        let mut bytes = len.to_le_bytes().to_vec();
        bytes.extend(self.numbers);
        bytes.extend(self.text.into_bytes());
        bytes
    }
}
