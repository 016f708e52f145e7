//! Finds a language by the name that a code block gives it (the info string behind the fence).

use super::lexer::Lexer;
use super::table_driven::Grammar;
use super::{css, grammars, line_based, markdown, markup, script, shell};

/// A known language: highlighted, or plain.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Entry);

impl Language {
    /// The language's main name. The class in the HTML has the name that the author wrote, as in Docusaurus.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.0.split(' ').next().unwrap_or_default()
    }

    pub(super) fn read(self, lexer: &mut Lexer<'_>) {
        match self.0.1 {
            Highlighter::Plain => {}
            Highlighter::Table(grammar) => grammar.read(lexer),
            Highlighter::Lexed(read) => read(lexer),
        }
    }
}

#[derive(Debug)]
struct Entry(&'static str, Highlighter);

#[derive(Clone, Copy, Debug)]
enum Highlighter {
    Plain,
    Table(&'static Grammar),
    Lexed(fn(&mut Lexer<'_>)),
}

use Highlighter::{Lexed, Plain, Table};

/// Languages with their names and aliases in Prism and Docusaurus.
static LANGUAGES: [Entry; 58] = [
    Entry("text txt plain plaintext none nohighlight", Plain),
    Entry("python py python3 pycon", Table(&grammars::PYTHON)),
    Entry("r rscript splus", Table(&grammars::R)),
    Entry("javascript js mjs cjs node", Lexed(script::javascript)),
    Entry("jsx react", Lexed(script::jsx)),
    Entry("typescript ts mts cts", Lexed(script::typescript)),
    Entry("tsx", Lexed(script::tsx)),
    Entry("rust rs", Table(&grammars::RUST_LANGUAGE)),
    Entry("bash sh shell zsh ksh fish", Lexed(shell::shell)),
    Entry(
        "console shell-session sh-session shellsession terminal",
        Lexed(shell::console),
    ),
    Entry("json webmanifest", Table(&grammars::JSON)),
    Entry("json5 jsonc", Table(&grammars::JSON)),
    Entry("yaml yml", Lexed(line_based::yaml)),
    Entry("toml", Lexed(line_based::toml)),
    Entry(
        "ini cfg conf properties editorconfig systemd gitconfig",
        Lexed(line_based::ini),
    ),
    Entry("html htm xhtml", Lexed(markup::html)),
    Entry("xml svg mathml rss atom plist xsl xslt", Lexed(markup::xml)),
    Entry("markup", Lexed(markup::html)),
    Entry("vue svelte astro", Lexed(markup::html)),
    Entry("css", Lexed(css::css)),
    Entry("scss sass less stylus", Lexed(css::css)),
    Entry("diff patch git", Lexed(line_based::diff)),
    Entry("diagnostics", Lexed(line_based::diagnostics)),
    Entry(
        "sql mysql postgres postgresql plsql sqlite tsql",
        Table(&grammars::SQL),
    ),
    Entry("go golang", Table(&grammars::GO)),
    Entry("c h", Table(&grammars::C)),
    Entry(
        "cpp c++ cc cxx hpp hxx arduino cuda glsl hlsl wgsl objectivec objc",
        Table(&grammars::CPP),
    ),
    Entry("java jsp groovy gradle", Table(&grammars::JAVA)),
    Entry("markdown md", Lexed(markdown::markdown)),
    Entry("mdx", Lexed(markdown::markdown)),
    Entry("kotlin kt kts", Table(&grammars::KOTLIN)),
    Entry("csharp c# cs dotnet", Table(&grammars::CSHARP)),
    Entry("swift", Table(&grammars::SWIFT)),
    Entry("dart", Table(&grammars::DART)),
    Entry("scala", Table(&grammars::SCALA)),
    Entry("php", Table(&grammars::PHP)),
    Entry("ruby rb gemfile crystal", Table(&grammars::RUBY)),
    Entry("lua luau", Table(&grammars::LUA)),
    Entry("perl pl", Table(&grammars::PERL)),
    Entry("elixir ex exs", Table(&grammars::ELIXIR)),
    Entry("haskell hs purescript elm", Table(&grammars::HASKELL)),
    Entry("zig", Table(&grammars::ZIG)),
    Entry("julia jl", Table(&grammars::JULIA)),
    Entry("solidity sol", Table(&grammars::SOLIDITY)),
    Entry("graphql gql", Table(&grammars::GRAPHQL)),
    Entry("protobuf proto", Table(&grammars::PROTO)),
    Entry("hcl terraform tf", Table(&grammars::HCL)),
    Entry(
        "powershell ps1 pwsh batch bat cmd",
        Table(&grammars::POWERSHELL),
    ),
    Entry("docker dockerfile containerfile", Table(&grammars::DOCKER)),
    Entry("makefile make mk just justfile", Table(&grammars::MAKE)),
    Entry("nginx apacheconf caddy caddyfile", Table(&grammars::NGINX)),
    Entry("cmake", Table(&grammars::CMAKE)),
    Entry("latex tex", Table(&grammars::LATEX)),
    Entry("nix", Table(&grammars::NIX)),
    Entry("vim", Table(&grammars::VIM)),
    Entry("env dotenv", Table(&grammars::DOTENV)),
    // Known to Prism, plain here.
    Entry(
        "ada asciidoc asm6502 awk bnf basic bison bibtex brainfuck clojure cobol coffeescript coq csv csp django dot ebnf ejs erb erlang excel-formula factor flow fortran fsharp ftl gcode gdscript gherkin go-module haml handlebars haxe http hpkp hsts icon idris ignore gitignore jinja2 jq jsdoc jsonp keyman kusto lean liquid lisp elisp emacs livescript llvm log",
        Plain,
    ),
    Entry(
        "matlab mermaid mongodb nasm nim objectpascal ocaml opencl pascal plant-uml plantuml prolog promql pug puppet q qml qsharp racket reason regex rego rest rip robotframework rust-unstable sas scheme smalltalk smarty sparql stan tcl textile toon tree tsv turtle twig typst uri url vala vb vbnet velocity verilog vhdl visual-basic wasm wast webassembly wiki wolfram x86asm xquery yang zeek",
        Plain,
    ),
];

/// The language of a name, which may have any case.
#[must_use]
pub fn find(name: &str) -> Option<Language> {
    let name = name.to_ascii_lowercase();
    let is_known = |entry: &&Entry| entry.0.split(' ').any(|own| own == name);
    LANGUAGES.iter().find(is_known).map(Language)
}

/// The names that a misspelt name may have meant, the likeliest first where several are equally near: main names before
/// aliases, and languages that are highlighted before those that are plain.
pub fn names_by_use() -> impl Iterator<Item = &'static str> {
    let all = || LANGUAGES.iter();
    let is_plain = |entry: &&Entry| matches!(entry.1, Plain);
    let main = all().map(|entry| Language(entry).name());
    let aliases = all()
        .filter(move |entry| !is_plain(entry))
        .flat_map(|entry| entry.0.split(' ').skip(1));
    let plain = all().filter(is_plain);
    main.chain(aliases)
        .chain(plain.flat_map(|entry| entry.0.split(' ').skip(1)))
}

/// All names and aliases.
pub fn names() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().flat_map(|entry| entry.0.split(' '))
}

#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = Language> {
    LANGUAGES.iter().map(Language)
}
