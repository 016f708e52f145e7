//! A piece of a page's article, shared by the builds of one process.

use crate::document::Segment;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The segments of an article slot. Copies share them; a change copies them first. What the stages look for in every
/// article is looked for once.
#[derive(Clone, Default)]
pub struct Slot(Arc<SharedSlot>);

#[derive(Default)]
struct SharedSlot {
    segments: Vec<Segment>,
    tag_names: OnceLock<BTreeSet<String>>,
    has_placeholders: OnceLock<bool>,
    has_marked_formulas: OnceLock<bool>,
}

impl Slot {
    /// The segments for a change.
    pub fn to_mut(&mut self) -> &mut Vec<Segment> {
        // A new value, because the answers of the old one are about other segments.
        let segments = match Arc::get_mut(&mut self.0) {
            Some(own) => std::mem::take(&mut own.segments),
            None => self.0.segments.clone(),
        };
        self.0 = Arc::new(segments.into());
        let own = Arc::get_mut(&mut self.0).expect("BUG: it was made here");
        &mut own.segments
    }

    /// The names of all component tags.
    pub(crate) fn tag_names(&self) -> &BTreeSet<String> {
        self.0.tag_names.get_or_init(|| {
            let mut names = BTreeSet::new();
            collect_names(&self.0.segments, &mut names);
            names
        })
    }

    /// Whether a property has a placeholder; `find` looks for one.
    pub(crate) fn has_placeholders(&self, find: impl FnOnce(&[Segment]) -> bool) -> bool {
        let known = &self.0.has_placeholders;
        *known.get_or_init(|| find(&self.0.segments))
    }

    /// Whether the HTML has the source of a formula; `find` looks for one.
    pub(crate) fn has_marked_formulas(&self, find: impl FnOnce(&[Segment]) -> bool) -> bool {
        let known = &self.0.has_marked_formulas;
        *known.get_or_init(|| find(&self.0.segments))
    }
}

fn collect_names(segments: &[Segment], names: &mut BTreeSet<String>) {
    for segment in segments {
        if let Segment::Component(tag) = segment {
            if !names.contains(&tag.name) {
                names.insert(tag.name.clone());
            }
            collect_names(&tag.children, names);
        }
    }
}

impl From<Vec<Segment>> for SharedSlot {
    fn from(segments: Vec<Segment>) -> Self {
        SharedSlot {
            segments,
            ..SharedSlot::default()
        }
    }
}

impl From<Vec<Segment>> for Slot {
    fn from(segments: Vec<Segment>) -> Self {
        Slot(Arc::new(segments.into()))
    }
}

impl Deref for Slot {
    type Target = [Segment];

    fn deref(&self) -> &[Segment] {
        &self.0.segments
    }
}

impl<'s> IntoIterator for &'s Slot {
    type Item = &'s Segment;
    type IntoIter = std::slice::Iter<'s, Segment>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl PartialEq for Slot {
    fn eq(&self, other: &Self) -> bool {
        // Most articles are those of the last build.
        Arc::ptr_eq(&self.0, &other.0) || self.0.segments == other.0.segments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ComponentTag;
    use crate::source::{FileId, Span};
    use std::collections::BTreeMap;

    fn tag(name: &str, children: Vec<Segment>) -> Segment {
        Segment::Component(ComponentTag {
            name: name.to_owned(),
            props: BTreeMap::new(),
            children,
            span: Span::start_of(FileId(0)),
        })
    }

    #[test]
    fn copies_are_shared_until_one_changes_and_answers_are_those_of_the_segments() {
        let mut slot = Slot::from(vec![tag("A", vec![tag("B", Vec::new())])]);
        let copy = slot.clone();
        assert!(Arc::ptr_eq(&slot.0, &copy.0));
        assert_eq!(copy.tag_names().iter().collect::<Vec<_>>(), ["A", "B"]);
        assert!(!copy.has_placeholders(|_| false));
        slot.to_mut().push(tag("C", Vec::new()));
        assert_eq!((copy.len(), slot.len()), (1, 2));
        assert_eq!(slot.tag_names().len(), 3);
        assert!(slot.has_placeholders(|_| true));
        slot.to_mut().clear();
        assert_eq!(slot.tag_names().len(), 0, "also where nobody else has it");
        assert_ne!(slot, copy);
    }
}
