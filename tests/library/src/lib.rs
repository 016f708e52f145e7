//! Checks what the library in `content/` promises about its pages: the figures they show, the words of prose they have, how
//! much text they share, and the rules that connect characters, evidence and data.
//!
//! The input is the content folder, the routes as `bindery routes --json` prints them, and the HTML of the pages. The output
//! is a [`Measured`] for each document, and for each rule a list of violations. This crate does not know how a page was
//! rendered or served.

mod attack_sums;
mod claims;
mod figures;
mod html;
mod library;
mod markdown;
mod measure;
mod numbers;
mod repeated_tables;
mod report;
mod rules;
mod terms;
mod vault_support;

pub use self::attack_sums::multipliers_are_sums;
pub use self::claims::{
    claims_are_shown, claims_report, ignorance_is_claimed, links_of_claims_lead_somewhere,
    no_claim_is_copied,
};
pub use self::library::{Library, Page};
pub use self::measure::{Kind, Measured, measure};
pub use self::repeated_tables::tables_are_shown_once;
pub use self::report::report;
pub use self::rules::{
    descriptions, elements_list_their_characters, evidence_and_back, numbers_in_drawings,
    numbers_in_prose, redirects_lead_to_pages, unused_data,
};
pub use self::terms::terms;
pub use self::vault_support::entries_name_what_they_support;
