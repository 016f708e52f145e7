use super::*;
use bindery_fixture::index_writer::{Page, Section, write};
use std::sync::Weak;
use std::sync::mpsc;

fn index(title: &str, text: &str) -> Vec<u8> {
    let page = Page {
        url: "/a".to_owned(),
        title: title.to_owned(),
        sections: vec![Section::new(1, title, "", text)],
        ..Page::default()
    };
    write(&[page], &[])
}

/// Stores a site with an index, and returns a sender that lets it be built.
fn replace(indexes: &SearchIndexes, title: &str) -> mpsc::Sender<()> {
    let (sender, receiver) = mpsc::channel();
    let title = title.to_owned();
    let build = move || {
        let _ = receiver.recv();
        Ok(index(&title, ""))
    };
    let outline = Engine::open_copy(&write(&[], &[])).unwrap();
    drop(indexes.replace(Some(outline), Box::new(build)));
    sender
}

/// The title of the page of an index.
fn title(engine: Option<Arc<LazyEngine>>) -> Option<String> {
    let engine = engine?;
    let index = &engine.engine()?.index;
    Some(index.page(0).title.to_owned())
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    actix_web::rt::System::new().block_on(future)
}

/// Longer than any build; it does not measure speed.
const LONG: Duration = Duration::from_secs(120);

#[test]
fn searches_use_the_last_index_while_the_next_one_is_built() {
    let indexes = Arc::new(SearchIndexes::default());
    let now = || title(block_on(indexes.engine_within(Duration::ZERO)));
    let later = || title(block_on(indexes.engine_within(LONG)));
    let first = replace(&indexes, "First");
    assert_eq!(now(), None, "nothing is built yet");
    first.send(()).unwrap();
    assert_eq!(later().as_deref(), Some("First"));

    let second = replace(&indexes, "Second");
    assert_eq!(now().as_deref(), Some("First"));
    second.send(()).unwrap();
    assert_eq!(later().as_deref(), Some("Second"));
}

#[test]
fn indexes_of_sites_that_are_gone_are_not_built() {
    let indexes = Arc::new(SearchIndexes::default());
    let now = || title(block_on(indexes.engine_within(Duration::ZERO)));
    let first = replace(&indexes, "First");
    assert_eq!(now(), None);
    // The first one is being built, and the second one is not begun.
    let second = replace(&indexes, "Second");
    assert_eq!(now(), None);
    let third = replace(&indexes, "Third");
    assert_eq!(now(), None);
    let _ = first.send(());
    third.send(()).unwrap();
    let last = title(block_on(indexes.engine_within(LONG)));
    assert_eq!(last.as_deref(), Some("Third"));
    assert!(second.send(()).is_err(), "its input is freed");
}

#[test]
fn a_site_without_search_has_no_index() {
    let indexes = Arc::new(SearchIndexes::default());
    drop(indexes.replace(None, Box::new(|| panic!("nobody needs it"))));
    let engine = block_on(indexes.engine()).unwrap();
    assert!(engine.engine().is_none());
}

#[test]
fn an_index_that_cannot_be_built_finds_nothing() {
    let indexes = Arc::new(SearchIndexes::default());
    let outline = Engine::open_copy(&write(&[], &[])).unwrap();
    drop(indexes.replace(Some(outline), Box::new(|| Ok(b"damaged".to_vec()))));
    let engine = block_on(indexes.engine_within(LONG)).unwrap();
    assert!(engine.engine().unwrap().index.is_empty());
}

#[test]
fn an_index_is_freed_with_its_last_search() {
    let indexes = Arc::new(SearchIndexes::default());
    let mut engines: Vec<Weak<LazyEngine>> = Vec::new();
    let mut in_use = None;
    for number in 0..20 {
        let _ = replace(&indexes, &number.to_string()).send(());
        let engine = block_on(indexes.engine_within(LONG)).unwrap();
        engines.push(Arc::downgrade(&engine));
        if number == 10 {
            in_use = Some(engine);
        }
    }
    let alive = || {
        let alive = engines.iter().filter(|engine| engine.strong_count() > 0);
        alive.count()
    };
    assert_eq!(alive(), 2);
    assert_eq!(title(in_use.take()).as_deref(), Some("10"));
    assert_eq!(alive(), 1);
}

/// The memory of this process.
#[cfg(target_os = "linux")]
fn resident_bytes() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages = text.split(' ').nth(1).unwrap();
    pages.parse::<usize>().unwrap() * 4096
}

#[cfg(target_os = "linux")]
#[test]
fn the_bytes_of_indexes_are_freed() {
    const MEGABYTE: usize = 1 << 20;
    const BUILDS: usize = 400;
    let bytes = index("Large", &"word ".repeat(MEGABYTE / 5));
    assert!(bytes.len() > MEGABYTE);
    let indexes = Arc::new(SearchIndexes::default());
    let before = resident_bytes();
    for _ in 0..BUILDS {
        let (outline, bytes) = (Engine::open_copy(&write(&[], &[])).unwrap(), bytes.clone());
        drop(indexes.replace(Some(outline), Box::new(move || Ok(bytes))));
        let _ = block_on(indexes.engine_within(LONG)).unwrap();
    }
    let grown = resident_bytes().saturating_sub(before);
    // Other tests of this process run meanwhile.
    assert!(grown < BUILDS / 2 * MEGABYTE, "{grown} bytes");
}
