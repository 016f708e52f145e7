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

#[test]
fn html_of_navbar_footer_and_announcement_is_filtered() {
    let outcome = assemble_with(
        "title = \"S\"\nurl = \"https://s.example\"\n\
         [[navbar]]\ntype = \"html\"\nvalue = \"<b onclick='x'>n</b>\"\n\
         [footer]\ncopyright = \"<plaintext>c\"\nlines = [\"<base href='/x/'>l\"]\n\
         [[footer.columns]]\nitems = [{html = \"<hr style='margin:0'><title>x</title>\"}]\n\
         [announcement_bar]\ncontent = \"<a href='javascript:x'>a</a>\"\n",
        &[("docs/a.md", "# A\n")],
    );
    let props = &outcome.site.props["en"];
    assert_eq!(props.navbar[0].html.as_deref(), Some("<b>n</b>"));
    assert_eq!(props.footer.copyright.as_deref(), Some("c"));
    assert_eq!(props.footer.lines, ["l"]);
    let item = &props.footer.columns[0].items[0];
    assert_eq!(item.html.as_deref(), Some("<hr style='margin:0'>"));
    assert_eq!(props.announcement.as_ref().unwrap().html, "<a>a</a>");
    let heads = outcome.heads();
    let refused = |head: &&str| head.starts_with("site.toml:") && head.contains("refused-markup");
    assert!(heads.len() == 5 && heads.iter().all(refused), "{heads:?}");
}

#[test]
fn a_footer_logo_has_the_size_of_its_file() {
    let size = |more: &str| {
        let footer = format!("[footer.logo]\nsrc = \"/logo.svg\"\n{more}");
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>";
        let outcome = assemble_with(
            &format!("title = \"S\"\nurl = \"https://s.example\"\n{footer}"),
            &[("docs/a.md", "# A\n"), ("static/logo.svg", svg)],
        );
        let props = &outcome.assert_clean().site.props["en"];
        let logo = props.footer.logo.as_ref().unwrap();
        (logo.width, logo.height)
    };
    assert_eq!(size(""), (40, 30));
    assert_eq!(size("width = 20\n"), (20, 15));
    assert_eq!(size("height = 60\n"), (80, 60));
    assert_eq!(size("width = 10\nheight = 10\n"), (10, 10));
}

#[test]
fn a_footer_is_dark_on_request() {
    let is_dark = |style: &str| {
        let outcome = assemble_with(
            &format!("title = \"S\"\nurl = \"https://s.example\"\n[footer]\n{style}"),
            &[("docs/a.md", "# A\n")],
        );
        outcome.assert_clean().site.props["en"].footer.dark
    };
    assert!(is_dark("style = \"dark\"\n"));
    assert!(!is_dark("style = \"light\"\n"));
    assert!(!is_dark("copyright = \"x\"\n"));
}

#[test]
fn pictures_of_other_hosts_are_reported_unless_the_policy_allows_them() {
    const PICTURES: &str = "favicon = \"https://a.example/i.png\"\n[logo]\nsrc = \"https://a.example/x.png\"\n\
        [footer.logo]\nsrc = \"//a.example/y.png\"\n";
    let heads = |more: &str| {
        let outcome = assemble_with(
            &format!("title = \"S\"\nurl = \"https://s.example\"\n{more}"),
            &[("docs/a.md", "# A\n")],
        );
        outcome
            .heads()
            .join("\n")
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let found = heads(PICTURES);
    let is_foreign = |head: &&String| head.contains("warning[foreign-image]");
    assert_eq!(found.iter().filter(is_foreign).count(), 3, "{found:?}");
    let policy = |source: &str| format!("{PICTURES}[policy]\nimg-src = [\"{source}\"]\n");
    assert_eq!(heads(&policy("https://a.example")), [""; 0]);
    assert_eq!(heads(&policy("https://*.example")), [""; 0]);
    assert_eq!(heads(&policy("https://b.example")).len(), 3);
    assert_eq!(
        heads(&format!("shape = \"docusaurus\"\n{PICTURES}")),
        [""; 0]
    );
}
