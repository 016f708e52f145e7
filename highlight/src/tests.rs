use super::*;

/// The text with its tokens in brackets: `[k:fn] [f:main]()`.
fn shown(language: &str, text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for token in highlight(find(language).expect("the language is known"), text) {
        assert!(token.start >= at && token.start < token.end, "{token:?}");
        out.push_str(&text[at..token.start]);
        out.push_str(&format!(
            "[{}:{}]",
            token.class.letter(),
            &text[token.start..token.end]
        ));
        at = token.end;
    }
    out + &text[at..]
}

fn check(language: &str, text: &str, expected: &str) {
    assert_eq!(shown(language, text), expected, "{language}");
}

#[test]
fn python() {
    check(
        "py",
        "@cache\ndef f(x: int) -> str:\n    \"\"\"doc\n    more\"\"\"\n    return f\"{x}\" + g(1.5e-3, None) # end",
        "[m:@cache]\n[k:def] [f:f](x: [t:int]) -> [t:str]:\n    [s:\"\"\"doc\n    more\"\"\"]\n    [k:return] [s:f\"{x}\"] + [f:g]([n:1.5e-3], [n:None]) [c:# end]",
    );
}

#[test]
fn r() {
    check(
        "R",
        "x.y <- mean(c(1, NA)) # a\nf <- function(a) TRUE",
        "x.y <- [f:mean]([f:c]([n:1], [n:NA])) [c:# a]\nf <- [k:function](a) [n:TRUE]",
    );
}

#[test]
fn javascript() {
    check(
        "js",
        "const re = /a[/]b/g, n = 4 / 2 / x;\nlet t = `a ${b(`c`)} d`; // end\nclass A extends B {}",
        "[k:const] re = [s:/a[/]b/g], n = [n:4] / [n:2] / x;\n[k:let] t = [s:`a ][v:${][f:b]([s:`c`])[v:}][s: d`]; [c:// end]\n[k:class] [t:A] [k:extends] [t:B] {}",
    );
}

#[test]
fn typescript() {
    check(
        "ts",
        "interface A<T> { readonly x: string; f(a?: number): void }\ntype B = typeof import('x')",
        "[k:interface] [t:A]<[t:T]> { [k:readonly] x: [t:string]; [f:f](a?: [t:number]): [k:void] }\n[k:type] [t:B] = [k:typeof] [k:import]([s:'x'])",
    );
}

#[test]
fn jsx() {
    check(
        "jsx",
        "const a = <Card title=\"x\" on={() => f(1)}>it's {b < c} <br/></Card>;\nreturn a < b",
        "[k:const] a = <[t:Card] [p:title]=[s:\"x\"] [p:on]={() => [f:f]([n:1])}>it's {b < c} <[t:br]/></[t:Card]>;\n[k:return] a < b",
    );
    check("tsx", "f(<>x</>) as T", "[f:f](<>x</>) [k:as] [t:T]");
}

#[test]
fn rust() {
    check(
        "rs",
        "#[derive(Debug)]\nfn f<'a>(x: &'a str) -> Option<u8> { println!(\"{}\", 'c'); r#\"a\"b\"# } /// doc",
        "[m:#[derive(Debug)]]\n[k:fn] [f:f]<[v:'a]>(x: &[v:'a] [t:str]) -> [t:Option]<[t:u8]> { [f:println!]([s:\"{}\"], [s:'c']); [s:r#\"a\"b\"#] } [c:/// doc]",
    );
}

#[test]
fn shell() {
    check(
        "sh",
        "NODE_ENV=x npm run \"a $B\" --fix -y | grep 'c' # d\nif [ -z \"$1\" ]; then cat <<EOF\nhi $x\nEOF\nfi",
        "[v:NODE_ENV]=x [f:npm] run [s:\"a ][v:$B][s:\"] [p:--fix] [p:-y] | [f:grep] [s:'c'] [c:# d]\n[k:if] [f:[] [p:-z] [s:\"][v:$1][s:\"] ]; [k:then] [f:cat] <<[s:EOF]\n[s:hi $x]\n[s:EOF]\n[k:fi]",
    );
    check(
        "console",
        "$ ls -l\ntotal 0\n# rm x",
        "[c:$] [f:ls] [p:-l]\ntotal 0\n[c:#] [f:rm] x",
    );
}

#[test]
fn data() {
    check(
        "json",
        "{\"a\": [1, -2.5, true, \"b:\"], // c\n \"d\" : null}",
        "{[p:\"a\"]: [[n:1], -[n:2.5], [n:true], [s:\"b:\"]], [c:// c]\n [p:\"d\"] : [n:null]}",
    );
    check(
        "yml",
        "# c\na: 1\nb-c:\n  - 'x' # d\n  - e: {f: true}\n  - &g text: no\nh: |\n  lines\n  more\ni: x # y",
        "[c:# c]\n[p:a]: [n:1]\n[p:b-c]:\n  - [s:'x'] [c:# d]\n  - [p:e]: {[p:f]: [n:true]}\n  - [v:&g] [p:text]: [n:no]\n[p:h]: |\n  [s:lines]\n  [s:more]\n[p:i]: x [c:# y]",
    );
    check(
        "toml",
        "[a.b]\nc = \"d\" # e\n\"f\" = [1, 2024-01-02]\ng = { h = true }\ni = \"\"\"\nx = 1\n\"\"\"\nj = 'k'",
        "[t:[a.b]]\n[p:c] = [s:\"d\"] [c:# e]\n[p:\"f\"] = [[n:1], [n:2024-01-02]]\n[p:g] = { [p:h] = [n:true] }\n[p:i] = [s:\"\"\"\nx = 1\n\"\"\"]\n[p:j] = [s:'k']",
    );
    check(
        "ini",
        "; c\n[a]\nb = c d",
        "[c:; c]\n[t:[a]]\n[p:b] = [s:c d]",
    );
}

#[test]
fn markup() {
    check(
        "html",
        "<!doctype html><!-- c --><a href=\"x\" b=c disabled>y &amp; z</a><script>let a = 1</script><style>a{b:c}</style>",
        "[m:<!doctype html>][c:<!-- c -->]<[t:a] [p:href]=[s:\"x\"] [p:b]=[s:c] [p:disabled]>y [n:&amp;] z</[t:a]><[t:script]>[k:let] a = [n:1]</[t:script]><[t:style]>[t:a]{[p:b]:c}</[t:style]>",
    );
    check(
        "xml",
        "<?xml?><a:b c='d'/>",
        "[m:<?xml?>]<[t:a:b] [p:c]=[s:'d']/>",
    );
}

#[test]
fn style_sheets() {
    check(
        "css",
        "@media (x){.a>b:hover,#c{color:#fff;margin:-1.5em var(--d)!important}}/* e */",
        "[k:@media] (x){[t:.a]>[t:b][f::hover],[t:#c]{[p:color]:[n:#fff];[p:margin]:-[n:1.5em] [f:var]([v:--d])[k:!important]}}[c:/* e */]",
    );
    check(
        "scss",
        "$a: 1; // b\n.c { &:d { e: $a } }",
        "[v:$a]: [n:1]; [c:// b]\n[t:.c] { [t:&][f::d] { [p:e]: [v:$a] } }",
    );
}

#[test]
fn differences() {
    check(
        "diff",
        "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z",
        "[m:--- a]\n[m:+++ b]\n[m:@@ -1 +1 @@]\n[d:-x]\n[i:+y]\n z",
    );
}

#[test]
fn messages() {
    check(
        "diagnostics",
        "a.md:3:1: error[broken-link]: no `/b`\n    3 | See [B](/b) | 4\n      |         ^^ help: `/c`\nb.md: warning[x]: y\n1 error",
        "a.md:3:1: [d:error[broken-link]]: no `/b`\n[c:    3 |] See [B](/b) | 4\n[c:      |]         [d:^^] [i:help: `/c`]\nb.md: [m:warning[x]]: y\n1 error",
    );
}

#[test]
fn tables() {
    check(
        "SQL",
        "SELECT count(*) FROM t WHERE a = 'b' -- c",
        "[k:SELECT] [f:count](*) [k:FROM] t [k:WHERE] a = [s:'b'] [c:-- c]",
    );
    check(
        "go",
        "func (r *R) F(x int) error { return nil } // `c`",
        "[k:func] (r *R) [f:F](x [t:int]) [t:error] { [k:return] [n:nil] } [c:// `c`]",
    );
    check(
        "c",
        "#include <a.h>\n#define N 1\nint main(void) { return MAX; }",
        "[m:#include][s: <a.h>]\n[m:#define] [t:N] [n:1]\n[t:int] [f:main]([t:void]) { [k:return] [n:MAX]; }",
    );
    check(
        "c++",
        "std::vector<int> v{1'000}; auto x = new Foo();",
        "std::[t:vector]<[t:int]> v{[n:1'000]}; [k:auto] x = [k:new] [t:Foo]();",
    );
    check(
        "java",
        "@Override public void f() { throw new Error(\"x\"); }",
        "[m:@Override] [k:public] [t:void] [f:f]() { [k:throw] [k:new] [t:Error]([s:\"x\"]); }",
    );
    check(
        "docker",
        "FROM a AS b\nRUN x $Y",
        "[k:FROM] a AS b\n[k:RUN] x [v:$Y]",
    );
    check(
        "nginx",
        "server {\n  listen 80;\n}",
        "[k:server] {\n  [k:listen] [n:80];\n}",
    );
}

#[test]
fn markdown() {
    check(
        "md",
        "---\ntitle: x\n---\n# A\n\n- `b` <C d=\"e\"/> [f](g)\n```js\nx\n```\n:::note\n",
        "[m:---]\n[p:title]: x\n[m:---]\n[k:# A]\n\n[p:-] [s:`b`] <[t:C] [p:d]=[s:\"e\"]/> [f]([v:g])\n[m:```js]\n[s:x]\n[m:```]\n[m::::note]\n",
    );
}

#[test]
fn names_are_unique_and_found_in_any_case() {
    let mut all: Vec<&str> = names().collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
    assert_eq!(find("JavaScript").map(Language::name), Some("javascript"));
    assert_eq!(find("C++").map(Language::name), Some("cpp"));
    assert!(find("pyhton").is_none());
}

/// Pieces of syntax in disorder, in every language: no panic, tokens in order and between characters, linear time.
#[test]
fn hostile_text_is_read() {
    const PIECES: [&str; 24] = [
        "`", "${", "<a", "/>", "</", "\"", "'", "/*", "\\", "é", "#[", "r#\"", "\n", "<<EOF\n",
        "{", "}", "$x", "key: |\n", "[", "<!--", "'''", "@", ":", "/ ",
    ];
    let mut state = 7_u64;
    let mut text = String::new();
    for _ in 0..4_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        text.push_str(PIECES[(state >> 33) as usize % PIECES.len()]);
    }
    for language in super::languages::all() {
        assert_ordered(language, &text);
        for piece in PIECES {
            let text = piece.repeat(3_000);
            let work = |times: usize| assert_ordered(language, &text[..times * piece.len()]);
            let much = bindery_fuzzing::growth::outgrows(3_000, work);
            assert_eq!(much, None, "{} {piece:?}", language.name());
        }
    }
}

/// Asserts that the tokens are in order, within the text, and at boundaries of characters.
fn assert_ordered(language: Language, text: &str) {
    let mut at = 0;
    for token in highlight(language, text) {
        assert!(token.start >= at && token.start < token.end);
        assert!(text.is_char_boundary(token.start) && text.is_char_boundary(token.end));
        at = token.end;
    }
    assert!(at <= text.len());
}
