//! Holds the library's pages against what the library promises of them: figures shown, words of prose, text of their
//! own, and the rules that tie characters, evidence and data together.
//!
//! In: the content folder, the routes as `bindery routes --json` prints them, and the drawn pages. Out: a [`Measured`]
//! for each document, and for each rule what breaks it. Nothing here knows how a page was drawn or served.

mod article;
mod figures;
mod library;
mod measure;
mod numbers;
mod report;
mod terms;
mod ties;
mod written;

pub use self::article::decoded;
pub use self::library::{Library, Page};
pub use self::measure::{Kind, Measured, measure};
pub use self::report::report;
pub use self::terms::terms;
pub use self::ties::{
    descriptions, elements_list_their_characters, evidence_and_back, numbers_in_prose,
    redirects_lead_to_pages, unused_data,
};
