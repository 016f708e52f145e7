//! Exports the index as JSON files for static hosts; `ui/src/search/static` reads them in the browser.
//!
//! | file | holds |
//! |---|---|
//! | `site.json` | pages and sections without their texts, and the first term of each shard |
//! | `terms/N.json` | a shard: terms in order, each with its two lists (see [`bindery_format::search::layout`]) as plain numbers |
//! | `texts/N.json` | the texts of a page's sections |
//! | `words.txt` | all terms, a line each: fetched to correct typos |

use super::index::Index;
use super::inflections::{ENDINGS, SUFFIXES};
use super::query::Fillers;
use bindery_format::search::layout::read_number;
use fst::Streamer;
use serde_json::{Map, Value, json};

/// A shard is closed when it is larger than this.
const SHARD_BYTES: usize = 24_000;

/// The files by their names below `_bindery/search/`.
#[must_use]
pub fn static_files(index: &Index) -> Vec<(String, Vec<u8>)> {
    let mut shards = Shards::default();
    let mut words = String::new();
    let mut stream = index.terms.stream();
    while let Some((term, offset)) = stream.next() {
        let Ok(term) = std::str::from_utf8(term) else {
            continue;
        };
        words.push_str(term);
        words.push('\n');
        shards.add(term, lists(index, offset));
    }
    shards.close();
    let site = site(index, &shards.firsts);
    let mut files = vec![
        ("site.json".to_owned(), site.to_string().into_bytes()),
        ("words.txt".to_owned(), words.into_bytes()),
    ];
    let terms = shards.done.into_iter().enumerate();
    files.extend(terms.map(|(at, bytes)| (format!("terms/{at}.json"), bytes)));
    for page in 0..index.page_count() as u32 {
        let texts: Vec<&str> = sections_of(index, page)
            .map(|section| index.section(section).text)
            .collect();
        let bytes = json!(texts).to_string().into_bytes();
        files.push((format!("texts/{page}.json"), bytes));
    }
    files
}

#[derive(Default)]
struct Shards {
    done: Vec<Vec<u8>>,
    firsts: Vec<String>,
    current: Map<String, Value>,
    bytes: usize,
}

impl Shards {
    fn add(&mut self, term: &str, lists: [Vec<u32>; 2]) {
        if self.current.is_empty() {
            self.firsts.push(term.to_owned());
        }
        self.bytes += term.len() + 3 * (lists[0].len() + lists[1].len());
        self.current.insert(term.to_owned(), json!(lists));
        if self.bytes > SHARD_BYTES {
            self.close();
        }
    }

    fn close(&mut self) {
        if !self.current.is_empty() {
            let shard = Value::Object(std::mem::take(&mut self.current));
            self.done.push(shard.to_string().into_bytes());
            self.bytes = 0;
        }
    }
}

/// Distances and bits of the first list, distances and counts of the second. A damaged list ends early.
fn lists(index: &Index, offset: u64) -> [Vec<u32>; 2] {
    let bytes = index.postings.get(offset as usize..);
    let mut bytes = bytes.unwrap_or_default();
    [(), ()].map(|()| {
        let mut list = Vec::new();
        for _ in 0..read_number(&mut bytes).unwrap_or_default() {
            let Some(pair) = read_number(&mut bytes).zip(read_number(&mut bytes)) else {
                break;
            };
            list.extend([pair.0, pair.1]);
        }
        list
    })
}

fn sections_of(index: &Index, page: u32) -> std::ops::Range<u32> {
    let first = index.page(page).first;
    let is_last = page as usize + 1 == index.page_count();
    let end = match is_last {
        true => index.len() as u32,
        false => index.page(page + 1).first,
    };
    first..end.max(first)
}

fn site(index: &Index, shards: &[String]) -> Value {
    let pages: Vec<Value> = (0..index.page_count() as u32)
        .map(|number| {
            let page = index.page(number);
            let [language, tag, _] = index.facets(number);
            json!([
                page.url,
                page.title,
                page.top,
                page.aliases,
                page.weight,
                language,
                tag,
                page.first,
                u32::from(index.is_entity(number))
            ])
        })
        .collect();
    let sections: Vec<Value> = index
        .all()
        .zip(0..)
        .map(|(section, number)| {
            let parent = section.parent.map_or(-1, i64::from);
            json!([
                section.level,
                parent,
                section.heading,
                section.anchor,
                section.text_len,
                u32::from(index.is_tool(number))
            ])
        })
        .collect();
    let list = |own: &Fillers| json!({ "always": own.always, "dependent": own.dependent });
    let fillers: Vec<Value> = (index.fillers.languages().iter())
        .map(|own| list(own))
        .collect();
    json!({
        "pages": pages,
        "sections": sections,
        "languages": index.meta.languages,
        "tags": index.meta.tags,
        "elements": index.meta.elements,
        "fillers": { "languages": fillers, "common": list(index.fillers.of(None)) },
        "english": { "endings": ENDINGS, "suffixes": SUFFIXES },
        "synonyms": index.vocabulary.lists(),
        "mean": index.mean_len,
        "shards": shards,
    })
}
