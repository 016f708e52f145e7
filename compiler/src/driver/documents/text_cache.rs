//! Values that follow from the text of one file, for a process that builds repeatedly: a text that did not change is not read
//! again.

use crate::source::SourceFile;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// The values of the last use and of the present one.
#[derive(Debug)]
pub(in crate::driver) struct TextCache<T>(Mutex<CachedTexts<T>>);

#[derive(Debug)]
struct CachedTexts<T> {
    last: Values<T>,
    current: Values<T>,
    #[cfg(test)]
    count: u64,
}

/// By the paths of the files, with the texts.
type Values<T> = HashMap<String, (Arc<str>, T)>;

impl<T> Default for TextCache<T> {
    fn default() -> Self {
        TextCache(Mutex::new(CachedTexts {
            last: HashMap::new(),
            current: HashMap::new(),
            #[cfg(test)]
            count: 0,
        }))
    }
}

impl<T: Clone> TextCache<T> {
    fn lock(&self) -> MutexGuard<'_, CachedTexts<T>> {
        self.0.lock().expect("BUG: a reader of texts panicked")
    }

    /// Begins another use: forgets the files that the last one did not ask for.
    pub(in crate::driver) fn begin(&self) {
        let mut cached = self.lock();
        cached.last = std::mem::take(&mut cached.current);
    }

    /// The value of a file's text; `make` gives that of a new one.
    pub(in crate::driver) fn get(&self, file: &SourceFile, make: impl FnOnce() -> T) -> T {
        let mut cached = self.lock();
        let path = file.path.as_str();
        // Texts that did not change are the same value (`source::FileCache`).
        let is_same = |text: &Arc<str>| Arc::ptr_eq(text, &file.text);
        if let Some((_, value)) = cached.current.get(path).filter(|(text, _)| is_same(text)) {
            return value.clone();
        }
        let known = cached.last.remove_entry(path);
        let known = known.filter(|(_, (text, _))| is_same(text));
        let (path, (text, value)) = known.unwrap_or_else(|| {
            #[cfg(test)]
            (cached.count += 1);
            (path.to_owned(), (Arc::clone(&file.text), make()))
        });
        cached.current.insert(path, (text, value.clone()));
        value
    }

    /// How many texts were read so far.
    #[cfg(test)]
    pub(in crate::driver) fn count(&self) -> u64 {
        self.lock().count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceTree;

    #[test]
    fn a_text_is_read_once_and_forgotten_when_its_file_is_gone() {
        let tree = SourceTree::from_texts(&[("a.md", "one"), ("b.md", "three")]);
        let other = SourceTree::from_texts(&[("a.md", "other")]);
        let cache = TextCache::default();
        let len = |file: &SourceFile| cache.get(file, || file.text.len());
        for _ in 0..3 {
            cache.begin();
            assert_eq!([len(&tree.files[0]), len(&tree.files[1])], [3, 5]);
            assert_eq!(len(&tree.files[0]), 3);
        }
        assert_eq!(cache.count(), 2);
        cache.begin();
        assert_eq!(len(&other.files[0]), 5);
        assert_eq!(cache.count(), 3);
        cache.begin();
        assert_eq!(len(&tree.files[1]), 5);
        assert_eq!(cache.count(), 4, "it was not asked for last time");
    }
}
