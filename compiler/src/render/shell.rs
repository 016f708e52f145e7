//! The shell of a page with the article in it. It is stored once: as a text until a document has it, then as a part of that
//! document.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

/// The HTML of a shell. Copies share it, also when it moves into a document.
#[derive(Clone, Default)]
pub struct Shell(Arc<Mutex<Stored>>);

enum Stored {
    Text(String),
    Part(Arc<[u8]>, Range<usize>),
}

impl Default for Stored {
    fn default() -> Self {
        Stored::Text(String::new())
    }
}

impl Stored {
    fn text(&self) -> &str {
        match self {
            Stored::Text(text) => text,
            Stored::Part(document, range) => std::str::from_utf8(&document[range.clone()])
                .expect("BUG: the part of the document is no shell"),
        }
    }
}

impl Shell {
    fn lock(&self) -> MutexGuard<'_, Stored> {
        self.0.lock().expect("BUG: a reader of a shell panicked")
    }

    /// What `read` finds in the HTML.
    pub fn read<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        read(self.lock().text())
    }

    /// A copy of the HTML.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.read(str::to_owned)
    }

    /// Frees the HTML, as `document` has it at `range` and lives as long.
    pub fn move_into(&self, document: &Arc<[u8]>, range: Range<usize>) {
        let moved = Stored::Part(Arc::clone(document), range);
        let before = std::mem::replace(&mut *self.lock(), moved);
        debug_assert_eq!(before.text(), self.to_text());
    }
}

impl From<String> for Shell {
    fn from(text: String) -> Self {
        Shell(Arc::new(Mutex::new(Stored::Text(text))))
    }
}

impl From<&str> for Shell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Debug for Shell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text().fmt(formatter)
    }
}

impl PartialEq for Shell {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.to_text() == other.to_text()
    }
}

impl Eq for Shell {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_a_part_of_the_document_and_hold_no_text() {
        let shell = Shell::from("<main>text</main>");
        let copy = shell.clone();
        let document: Arc<[u8]> = Arc::from(&b"<body><main>text</main></body>"[..]);
        shell.move_into(&document, 6..23);
        assert!(matches!(&*copy.lock(), Stored::Part(part, _) if Arc::ptr_eq(part, &document)));
        assert_eq!(copy.to_text(), "<main>text</main>");
        let next: Arc<[u8]> = Arc::from(&b"<main>text</main>"[..]);
        copy.move_into(&next, 0..17);
        assert_eq!(Arc::strong_count(&document), 1);
        assert_eq!(shell, Shell::from("<main>text</main>"));
    }
}
