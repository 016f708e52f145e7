//! Reads the blob's index, once at start: the counterpart of the compiler's `index.rs`, which has the layout.
//!
//! All strings stay in the blob; only the list of entries is allocated, and lives as long as the process.

use crate::table::{
    Body, CachePolicy, Entry, HeaderRule, Page, Resource, RouteTable, Site, Target,
};

/// The compiler's `index::FORMAT`.
const FORMAT: u64 = 4;

/// The site in `blob`, whose index begins at `offset`.
///
/// # Panics
/// When the index is not one of this format: `embed_site!()` hands over what the build wrote, so that is a bug.
#[must_use]
pub fn open(blob: &'static [u8], offset: u64, timings: &'static str) -> Site {
    let offset = usize::try_from(offset).expect("BUG: a blob beyond the address space");
    read(blob, &blob[offset..], timings).expect("BUG: the blob's index is damaged")
}

fn read(blob: &'static [u8], index: &'static [u8], timings: &'static str) -> Option<Site> {
    let (len, rest) = index.split_first_chunk::<4>()?;
    let (numbers, text) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    let mut reader = Reader {
        numbers,
        text: std::str::from_utf8(text).ok()?,
    };
    if reader.number()? != FORMAT {
        return None;
    }
    Some(Site {
        blob,
        timings,
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

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<&'static [T]> {
        let len = usize::try_from(self.number()?).ok()?;
        let list: Option<Vec<T>> = (0..len).map(|_| read(self)).collect();
        Some(list?.leak())
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
        })
    }
}
