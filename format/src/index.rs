//! The index at the end of the blob: the route table as bytes, with its writer and its reader.
//!
//! The compiler writes it, and the server reads it at start. As tokens the table of 2,000 pages would cost rustc 1.1 s
//! (debug) to 1.7 s (release), and a table of 20,000 pages 17 s. Bytes cost nothing to compile, and reading them takes far
//! less time than starting a process.
//!
//! Layout: `u32` length of the numbers, the numbers (LEB128), the text (UTF-8). A string is a number, its length, and
//! takes that much of the text; strings are in the order of the reader's calls. The first number is [`INDEX_FORMAT`].

use crate::table::{
    Base, Body, CachePolicy, Coding, Entry, HeaderRule, Page, Resource, RouteTable, SiteTable,
    Storage, Target,
};

/// The version of the layout; the reader rejects any other.
pub const INDEX_FORMAT: u64 = 6;

/// The index of a table.
#[must_use]
pub fn write<S: AsRef<str>>(table: &SiteTable<S>) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(INDEX_FORMAT);
    for text in [
        &table.content_hash,
        &table.build_id,
        &table.url,
        &table.base_path,
    ] {
        writer.text(text.as_ref());
    }
    writer.number(table.policy_sources.len() as u64);
    for source in &table.policy_sources {
        writer.text(source.as_ref());
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
    writer.number(table.table.seeds.len() as u64);
    for seed in &table.table.seeds {
        writer.number(u64::from(*seed));
    }
    writer.number(table.table.entries.len() as u64);
    for entry in &table.table.entries {
        writer.text(entry.path.as_ref());
        writer.target(&entry.target);
    }
    writer.page(&table.not_found);
    writer.number(table.not_found_below.len() as u64);
    for (path, page) in &table.not_found_below {
        writer.text(path.as_ref());
        writer.page(page);
    }
    writer.body(&table.routes);
    writer.body(&table.search);
    writer.body(&table.report);
    writer.finish()
}

/// Reads the index at the end of a blob; `None` if it is damaged or has another format.
///
/// All strings stay in the index; only the lists are allocated.
#[must_use]
pub fn read(index: &'static [u8]) -> Option<SiteTable> {
    let (len, rest) = index.split_first_chunk::<4>()?;
    let (numbers, text) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    let mut reader = Reader {
        numbers,
        text: std::str::from_utf8(text).ok()?,
    };
    if reader.number()? != INDEX_FORMAT {
        return None;
    }
    Some(SiteTable {
        content_hash: reader.text()?,
        build_id: reader.text()?,
        url: reader.text()?,
        base_path: reader.text()?,
        policy_sources: reader.list(Reader::text)?,
        header_rules: reader.list(Reader::rule)?,
        header_groups: reader.list(|reader| reader.list(Reader::small))?,
        table: RouteTable {
            seeds: reader.list(Reader::seed)?,
            entries: reader.list(Reader::entry)?,
        },
        not_found: reader.page()?,
        not_found_below: reader.list(|reader| Some((reader.text()?, reader.page()?)))?,
        routes: reader.body()?,
        search: reader.body()?,
        report: reader.body()?,
    })
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

    fn rule<S: AsRef<str>>(&mut self, rule: &HeaderRule<S>) {
        self.number(rule.patterns.len() as u64);
        for pattern in &rule.patterns {
            self.text(pattern.as_ref());
        }
        self.number(rule.fields.len() as u64);
        for (name, value) in &rule.fields {
            self.text(name.as_ref());
            self.text(value.as_ref());
        }
        self.number(rule.policy.len() as u64);
        for line in &rule.policy {
            self.text(line.as_ref());
        }
    }

    fn target<S: AsRef<str>>(&mut self, target: &Target<S>) {
        match target {
            Target::Page(page) => {
                self.number(0);
                self.page(page);
                self.text(page.twin.as_ref());
            }
            Target::Asset(resource) => {
                self.number(1);
                self.resource(resource);
            }
            Target::Redirect { to, status } => {
                self.number(2);
                self.text(to.as_ref());
                self.number(u64::from(*status));
            }
            Target::Gone => self.number(3),
        }
    }

    /// Without the path of the twin, which only the table's entries have.
    fn page<S: AsRef<str>>(&mut self, page: &Page<S>) {
        self.resource(&page.html);
        self.resource(&page.payload);
    }

    fn resource<S: AsRef<str>>(&mut self, resource: &Resource<S>) {
        self.text(resource.media_type.as_ref());
        let is_immutable = resource.cache == CachePolicy::Immutable;
        self.number(u64::from(is_immutable) | u64::from(resource.no_index) << 1);
        self.text(resource.link.as_ref());
        self.number(u64::from(resource.headers));
        self.body(&resource.identity);
        for encoding in [&resource.br, &resource.zstd, &resource.gzip] {
            self.number(u64::from(encoding.is_some()));
            if let Some(body) = encoding {
                self.body(body);
            }
        }
    }

    fn body<S: AsRef<str>>(&mut self, body: &Body<S>) {
        self.number(body.offset);
        self.number(body.len);
        self.text(body.etag.as_ref());
        match body.storage {
            Storage::Blob => self.number(0),
            Storage::Difference { len, base } => {
                for number in [1, len, base.offset, base.len, base.encoded_len] {
                    self.number(number);
                }
            }
            Storage::File => self.number(2),
            Storage::OnRequest(Coding::Br) => self.number(3),
            Storage::OnRequest(Coding::Zstd) => self.number(4),
            Storage::OnRequest(Coding::Gzip) => self.number(5),
            // A build before stored plain bodies in Zstandard, with the number 6.
            Storage::Brotli { len } => {
                self.number(7);
                self.number(len);
            }
            Storage::Zstd { len } => {
                self.number(8);
                self.number(len);
            }
        }
    }

    fn finish(self) -> Vec<u8> {
        let len = u32::try_from(self.numbers.len()).expect("BUG: an index beyond 4 GiB");
        let mut bytes = len.to_le_bytes().to_vec();
        bytes.extend(self.numbers);
        bytes.extend(self.text.into_bytes());
        bytes
    }
}

struct Reader {
    numbers: &'static [u8],
    text: &'static str,
}

impl Reader {
    fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        let mut shift = 0;
        loop {
            let (byte, rest) = self.numbers.split_first()?;
            self.numbers = rest;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if *byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }

    fn text(&mut self) -> Option<&'static str> {
        let len = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.text.split_at_checked(len)?;
        self.text = rest;
        Some(text)
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let len = usize::try_from(self.number()?).ok()?;
        (0..len).map(|_| read(self)).collect()
    }

    fn seed(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn small(&mut self) -> Option<u16> {
        u16::try_from(self.number()?).ok()
    }

    fn rule(&mut self) -> Option<HeaderRule> {
        Some(HeaderRule {
            patterns: self.list(Reader::text)?,
            fields: self.list(|reader| Some((reader.text()?, reader.text()?)))?,
            policy: self.list(Reader::text)?,
        })
    }

    fn entry(&mut self) -> Option<Entry> {
        Some(Entry {
            path: self.text()?,
            target: match self.number()? {
                0 => {
                    let page = self.page()?;
                    let twin = self.text()?;
                    Target::Page(Page { twin, ..page })
                }
                1 => Target::Asset(self.resource()?),
                2 => Target::Redirect {
                    to: self.text()?,
                    status: u16::try_from(self.number()?).ok()?,
                },
                3 => Target::Gone,
                _ => return None,
            },
        })
    }

    fn page(&mut self) -> Option<Page> {
        Some(Page {
            html: self.resource()?,
            payload: self.resource()?,
            twin: "",
        })
    }

    fn resource(&mut self) -> Option<Resource> {
        let media_type = self.text()?;
        let flags = self.number()?;
        Some(Resource {
            media_type,
            cache: match flags & 1 {
                0 => CachePolicy::Revalidate,
                _ => CachePolicy::Immutable,
            },
            no_index: flags & 2 != 0,
            link: self.text()?,
            headers: self.small()?,
            identity: self.body()?,
            br: self.encoding()?,
            zstd: self.encoding()?,
            gzip: self.encoding()?,
        })
    }

    /// The outer `None` is a damaged index, the inner one an encoding that is not stored.
    #[allow(clippy::option_option, reason = "the two have different meanings")]
    fn encoding(&mut self) -> Option<Option<Body>> {
        match self.number()? {
            0 => Some(None),
            _ => self.body().map(Some),
        }
    }

    fn body(&mut self) -> Option<Body> {
        Some(Body {
            offset: self.number()?,
            len: self.number()?,
            etag: self.text()?,
            storage: self.storage()?,
        })
    }

    fn storage(&mut self) -> Option<Storage> {
        Some(match self.number()? {
            0 => Storage::Blob,
            1 => Storage::Difference {
                len: self.number()?,
                base: Base {
                    offset: self.number()?,
                    len: self.number()?,
                    encoded_len: self.number()?,
                },
            },
            2 => Storage::File,
            3 => Storage::OnRequest(Coding::Br),
            4 => Storage::OnRequest(Coding::Zstd),
            5 => Storage::OnRequest(Coding::Gzip),
            7 => Storage::Brotli {
                len: self.number()?,
            },
            8 => Storage::Zstd {
                len: self.number()?,
            },
            _ => return None,
        })
    }
}
