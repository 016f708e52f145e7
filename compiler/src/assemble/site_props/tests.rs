//! The storage of the reader's choices.

use crate::assemble::tests::assemble_with;

#[test]
fn the_root_element_names_the_storage_of_choices() {
    let storage = |toml: &str| {
        let outcome = assemble_with(
            &format!("title = \"S\"\nurl = \"https://s.example\"\n{toml}"),
            &[("docs/a.md", "# A\n")],
        );
        outcome.assert_clean().site.props["en"].storage.clone()
    };
    let plain = storage("");
    assert_eq!((plain.is_session, plain.suffix.as_str()), (false, ""));
    let named = storage("[storage]\ntype = \"sessionStorage\"\nnamespace = \"x\"\n");
    assert_eq!((named.is_session, named.suffix.as_str()), (true, "-x"));
    let own = storage("[storage]\nnamespace = true\n").suffix;
    // `printf https://s.example/ | md5sum`
    assert_eq!(own, "-c22");
}
