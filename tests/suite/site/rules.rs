//! Checks the rules of the library about its pages: the links between them, their figures and their words.

use crate::support::{expected, server};
use bindery_library::{Kind, Library, Measured, measure};
use libtest_mimic::{Failed, Trial};
use std::sync::OnceLock;

/// Returns the violations of a rule, one line each.
type Rule = fn(&Library) -> Vec<String>;

const RULES: [(&str, Rule); 15] = [
    ("each_claim_is_on_a_page", bindery_library::claims_are_shown),
    ("no_claim_is_copied", bindery_library::no_claim_is_copied),
    (
        "ignorance_is_claimed",
        bindery_library::ignorance_is_claimed,
    ),
    (
        "links_of_claims_lead_somewhere",
        bindery_library::links_of_claims_lead_somewhere,
    ),
    (
        "each_character_has_an_evidence_page_and_back",
        bindery_library::evidence_and_back,
    ),
    ("each_alias_works", bindery_library::redirects_lead_to_pages),
    (
        "each_elements_index_lists_its_characters",
        bindery_library::elements_list_their_characters,
    ),
    ("each_data_file_is_used", bindery_library::unused_data),
    (
        "each_page_has_a_description_of_its_own",
        bindery_library::descriptions,
    ),
    (
        "numbers_in_drawings_are_in_the_data",
        bindery_library::numbers_in_drawings,
    ),
    (
        "numbers_in_prose_are_in_the_data",
        bindery_library::numbers_in_prose,
    ),
    (
        "multipliers_of_several_hits_are_sums",
        bindery_library::multipliers_are_sums,
    ),
    (
        "tables_are_shown_once",
        bindery_library::tables_are_shown_once,
    ),
    (
        "entries_name_what_they_support",
        bindery_library::entries_name_what_they_support,
    ),
    ("words_are_spelled_one_way", bindery_library::terms),
];

const KINDS: [Kind; 8] = [
    Kind::Character,
    Kind::Enemy,
    Kind::Evidence,
    Kind::Mechanics,
    Kind::Equipment,
    Kind::Resources,
    Kind::Newsletter,
    Kind::Other,
];

/// The minimum share of the figures of a facts file that its page shows, in percent.
const MIN_FIGURES_SHOWN: usize = 95;

/// Pages with fewer words of prose may share any of them.
const MIN_WORDS: usize = 80;

pub(crate) fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for (name, rule) in RULES {
        cases.push(Trial::test(format!("rules::{name}"), move || {
            none(&rule(&library()?.0))
        }));
    }
    for kind in KINDS {
        let name = kind.name();
        cases.push(Trial::test(
            format!("rules::{name}::figures_are_shown"),
            move || of_kind(kind, too_few_figures),
        ));
        cases.push(Trial::test(
            format!("rules::{name}::words_are_its_own"),
            move || of_kind(kind, too_much_shared),
        ));
    }
    cases
}

/// The library as the shared server serves it, and the measures of its pages; read once.
fn library() -> Result<&'static (Library, Vec<Measured>), String> {
    static LIBRARY: OnceLock<Result<(Library, Vec<Measured>), String>> = OnceLock::new();
    LIBRARY.get_or_init(read).as_ref().map_err(Clone::clone)
}

fn read() -> Result<(Library, Vec<Measured>), String> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_bindery"))
        .args(["routes", "--json"])
        .output()
        .map_err(|error| error.to_string())?;
    let routes = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let mut connection = server::connect()?;
    let content = expected::root().join("content");
    let library = Library::read(&content, &routes, |path| connection.get(path, &[])?.text())?;
    let measured = measure(&library);
    Ok((library, measured))
}

fn of_kind(kind: Kind, problem_of: fn(&Measured) -> Option<String>) -> Result<(), Failed> {
    let pages = library()?.1.iter().filter(|page| page.kind == kind);
    let mut problems = Vec::new();
    let mut count = 0;
    for page in pages {
        count += 1;
        problems.extend(problem_of(page).map(|problem| format!("{}: {problem}", page.path)));
    }
    if count == 0 {
        return Err(format!("no page has the kind {}", kind.name()).into());
    }
    none(&problems)
}

fn too_few_figures(page: &Measured) -> Option<String> {
    let figures = page.figures.as_ref()?;
    (page.figures_shown() < MIN_FIGURES_SHOWN).then(|| {
        let missing = figures.missing.iter().take(12).cloned().collect::<Vec<_>>();
        format!(
            "{} of {} figures, without {}",
            figures.shown,
            figures.total,
            missing.join(", ")
        )
    })
}

fn too_much_shared(page: &Measured) -> Option<String> {
    let max = page.kind.max_shared();
    (page.shared > max && page.words >= MIN_WORDS).then(|| {
        format!(
            "{} % of its runs of eight words are on other pages, too",
            page.shared
        )
    })
}

fn none(broken: &[String]) -> Result<(), Failed> {
    if broken.is_empty() {
        Ok(())
    } else {
        Err(broken.join("\n").into())
    }
}
