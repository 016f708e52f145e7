//! What an answer is: the section and the tab that have it, and what is shown of them.

use crate::search::index::Index;
use crate::search::record;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<'i> {
    /// The section that has it.
    pub section: u32,
    /// The titles of the tab and of the `details` that hide it until they are opened.
    pub opens: Vec<&'i str>,
    /// What is shown of the section.
    pub body: AnswerBody<'i>,
}

impl<'i> Answer<'i> {
    /// An answer with figures.
    pub(super) fn with_figures(
        section: u32,
        opens: Vec<&'i str>,
        figures: Vec<Figure>,
    ) -> Answer<'i> {
        Answer {
            section,
            opens,
            body: AnswerBody::Figures(figures),
        }
    }

    /// Whether one of these figures has the name of an own one, and another value.
    pub(super) fn is_told_otherwise(&self, figures: &[Figure]) -> bool {
        let AnswerBody::Figures(own) = &self.body else {
            return false;
        };
        let differs =
            |one: &Figure, other: &Figure| one.name == other.name && one.value != other.value;
        figures
            .iter()
            .any(|other| own.iter().any(|one| differs(one, other)))
    }

    /// The path of the section that has it.
    #[must_use]
    pub fn path(&self, index: &Index) -> String {
        record::opening_path(index, self.section, &self.opens)
    }
}

/// What an answer shows.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerBody<'i> {
    /// Figures of a table, with the names of their rows and columns.
    Figures(Vec<Figure>),
    /// A sentence with the figure, where no table has it.
    Sentence(&'i str),
}

/// A figure of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The row, and the column if it has a name.
    pub name: String,
    /// The cell, with its unit.
    pub value: String,
}
