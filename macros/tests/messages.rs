//! Checks the error messages of the macros. They are our own text, so that they do not depend on the version of rustc.

use std::process::Command;

const FIXTURE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/fixture/site.manifest.json"
);

/// Runs itself once more with the manifest in the environment: that of a running test cannot be changed safely.
#[test]
fn messages_point_at_the_literal() {
    if std::env::var_os("BINDERY_MANIFEST").is_none_or(|own| own != FIXTURE) {
        let own = std::env::current_exe().unwrap();
        let run = Command::new(own)
            .args(["--exact", "messages_point_at_the_literal", "--nocapture"])
            .env("BINDERY_MANIFEST", FIXTURE)
            .status();
        assert!(run.unwrap().success());
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/routes.rs");
    cases.compile_fail("tests/ui/wrong_routes.rs");
    cases.pass("tests/ui/addresses.rs");
    cases.compile_fail("tests/ui/wrong_addresses.rs");
    cases.compile_fail("tests/ui/site_takes_nothing.rs");
}
