//! The manual in `docs/`: it is bound without a problem, its commands and files are tried, and its reference is what the
//! code says.

pub(crate) mod blocks;
pub(crate) mod command_lines;
pub(crate) mod commands;
pub(crate) mod guides;
pub(crate) mod library;
pub(crate) mod reference;
pub(crate) mod tried;
pub(crate) mod tutorial;

use libtest_mimic::Trial;

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = guides::cases();
    cases.extend(tutorial::cases());
    cases.extend(command_lines::cases());
    cases.extend(commands::cases());
    cases.extend(reference::cases());
    cases.extend(library::cases());
    cases.extend(tried::cases());
    cases
}
