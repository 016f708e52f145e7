use super::TokenKind::{Comment, Jsx, Number, Punctuator, RegExp, String, Template, Word};
use super::*;

#[track_caller]
fn check(text: &str, expected: &[(TokenKind, &str)]) {
    let found: Vec<_> = tokens(text).map(|token| (token.kind, token.text)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn strings_and_comments_are_one_token_each() {
    check(
        r#"a = '//"\'' /* '} */ + "/*" // `"#,
        &[
            (Word, "a"),
            (Punctuator, "="),
            (String, r#"'//"\''"#),
            (Comment, "/* '} */"),
            (Punctuator, "+"),
            (String, "\"/*\""),
            (Comment, "// `"),
        ],
    );
    check("'a\n'b'", &[(String, "'a"), (String, "'b'")]);
    check("it's", &[(Word, "it"), (Punctuator, "'"), (Word, "s")]);
    check("from'x'", &[(Word, "from"), (String, "'x'")]);
}

#[test]
fn template_literals_contain_code() {
    let text = "`a // ${b ? `}` : '`' /* ` */} ${{c: 1}}\\``";
    check(
        &format!("{text}.d"),
        &[(Template, text), (Punctuator, "."), (Word, "d")],
    );
    let unfinished: Vec<_> = tokens("`a ${'}'").map(|token| token.is_finished).collect();
    assert_eq!(unfinished, [false]);
}

#[test]
fn a_slash_divides_after_an_operand() {
    check(
        "a / b / /'[/{]/g.c / 2",
        &[
            (Word, "a"),
            (Punctuator, "/"),
            (Word, "b"),
            (Punctuator, "/"),
            (RegExp, "/'[/{]/g"),
            (Punctuator, "."),
            (Word, "c"),
            (Punctuator, "/"),
            (Number, "2"),
        ],
    );
    check("return /'/", &[(Word, "return"), (RegExp, "/'/")]);
    check(
        "i++ / 1.5",
        &[
            (Word, "i"),
            (Punctuator, "++"),
            (Punctuator, "/"),
            (Number, "1.5"),
        ],
    );
}

#[track_caller]
fn check_slash(text: &str, expected: Option<&str>) {
    let found = tokens(text).find(|token| token.kind == RegExp);
    assert_eq!(found.map(|token| token.text), expected, "{text}");
}

#[test]
fn a_slash_after_the_condition_of_a_statement_begins_a_regular_expression() {
    check_slash("if (a) /'/.test(b)", Some("/'/"));
    check_slash("if (f(a, (b))) /[/]'/g.test(b)", Some("/[/]'/g"));
    check_slash("while (a--) /`/.exec(b)", Some("/`/"));
    check_slash("for (const a of b) /{/.exec(a)", Some("/{/"));
    check_slash("for await (const a of b) /}/.exec(a)", Some("/}/"));
    check_slash("with (a) /b/.test(c)", Some("/b/"));
    check_slash("{ if (`${(a)}`) /'/.test(b) }", Some("/'/"));
}

#[test]
fn a_slash_after_the_parentheses_of_an_expression_divides() {
    check_slash("(a) / b / c", None);
    check_slash("f(a) / b / c", None);
    check_slash("if ((a) / b / c) {}", None);
    check_slash("a.if(b) / c / d", None);
    check_slash("a?.for(b) / c / d", None);
    check_slash("while (f(a) / b / c) d", None);
    check_slash("}) / b / c", None);
}

#[test]
fn elements_are_one_token() {
    for element in [
        "<A/>",
        "<>don't {'}'} // </>",
        "<a.b c='}' {...d} e={`<${<i>{f}</i>}`}>, )<br />&lt;</a.b>",
        "<a /* > */ b\n=\"\n\">it's</a >",
    ] {
        check(
            &format!("({element}, 1)"),
            &[
                (Punctuator, "("),
                (Jsx, element),
                (Punctuator, ","),
                (Number, "1"),
                (Punctuator, ")"),
            ],
        );
    }
}

#[test]
fn types_and_comparisons_are_no_elements() {
    for text in [
        "a < b > c",
        "f = <T,>(x: T) => x",
        "f = <T>(x: T) => `<b>${x}`",
        "g<string>('</b>')",
        "x = <Config>{a: 1};",
        "[<a>, <b>1</a>]",
    ] {
        let found: Vec<_> = tokens(text).map(|token| token.kind).collect();
        assert!(!found.contains(&Jsx), "{text}: {found:?}");
    }
    check(
        "<a>'</b>'",
        &[
            (Punctuator, "<"),
            (Word, "a"),
            (Punctuator, ">"),
            (String, "'</b>'"),
        ],
    );
}

#[test]
fn any_text_ends() {
    let pieces = [
        "<a>", "`${", "{", "}", "'", "</a>", "/", "é", "\\", "/*", "<", "(", "\n",
    ];
    for seed in 0_usize..4000 {
        let mut state = seed;
        let text: std::string::String = (0..12)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(97);
                pieces[(state >> 33) % pieces.len()]
            })
            .collect();
        let mut end = 0;
        for token in tokens(&text) {
            assert!(text[end..token.start].trim().is_empty(), "{text}");
            assert!(!token.text.is_empty(), "{text}");
            end = token.end();
        }
        assert!(text[end..].trim().is_empty(), "{text}");
    }
}

#[test]
fn elements_without_an_end_are_not_read_again_and_again() {
    let text = "(<a>{".repeat(20_000);
    assert_eq!(tokens(&text).count(), 100_000);
}
