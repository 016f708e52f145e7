//! The names that may stand behind a fence.

use super::generic::Grammar;
use super::lexer::Lexer;
use super::{grammars, line, markdown, markup, script, shell, style};

/// A language that can be coloured, or one that is known and stays plain.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Entry);

impl Language {
    /// The name in the class of the HTML: `js` stays `js`, as Docusaurus has it; this is the full one.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.0.split(' ').next().unwrap_or_default()
    }

    pub(super) fn read(self, lexer: &mut Lexer<'_>) {
        match self.0.1 {
            Reader::Plain => {}
            Reader::Table(grammar) => grammar.read(lexer),
            Reader::Own(read) => read(lexer),
        }
    }
}

#[derive(Debug)]
struct Entry(&'static str, Reader);

#[derive(Clone, Copy, Debug)]
enum Reader {
    Plain,
    Table(&'static Grammar),
    Own(fn(&mut Lexer<'_>)),
}

use Reader::{Own, Plain, Table};

/// Names and their aliases, as Prism and Docusaurus know them.
static LANGUAGES: [Entry; 57] = [
    Entry("text txt plain plaintext none nohighlight", Plain),
    Entry("python py python3 pycon", Table(&grammars::PYTHON)),
    Entry("r rscript splus", Table(&grammars::R)),
    Entry("javascript js mjs cjs node", Own(script::javascript)),
    Entry("jsx react", Own(script::jsx)),
    Entry("typescript ts mts cts", Own(script::typescript)),
    Entry("tsx", Own(script::tsx)),
    Entry("rust rs", Table(&grammars::RUST_LANGUAGE)),
    Entry("bash sh shell zsh ksh fish", Own(shell::shell)),
    Entry(
        "console shell-session sh-session shellsession terminal",
        Own(shell::console),
    ),
    Entry("json webmanifest", Table(&grammars::JSON)),
    Entry("json5 jsonc", Table(&grammars::JSON)),
    Entry("yaml yml", Own(line::yaml)),
    Entry("toml", Own(line::toml)),
    Entry(
        "ini cfg conf properties editorconfig systemd gitconfig",
        Own(line::ini),
    ),
    Entry("html htm xhtml", Own(markup::html)),
    Entry("xml svg mathml rss atom plist xsl xslt", Own(markup::xml)),
    Entry("markup", Own(markup::html)),
    Entry("vue svelte astro", Own(markup::html)),
    Entry("css", Own(style::css)),
    Entry("scss sass less stylus", Own(style::css)),
    Entry("diff patch git", Own(line::diff)),
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
    Entry("markdown md", Own(markdown::markdown)),
    Entry("mdx", Own(markdown::markdown)),
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
    // Known to Prism, left plain here.
    Entry(
        "ada asciidoc asm6502 awk bnf basic bison bibtex brainfuck clojure cobol coffeescript coq csv csp django dot ebnf ejs erb erlang excel-formula factor flow fortran fsharp ftl gcode gdscript gherkin go-module haml handlebars haxe http hpkp hsts icon idris ignore gitignore jinja2 jq jsdoc jsonp keyman kusto lean liquid lisp elisp emacs livescript llvm log",
        Plain,
    ),
    Entry(
        "matlab mermaid mongodb nasm nim objectpascal ocaml opencl pascal plant-uml plantuml prolog promql pug puppet q qml qsharp racket reason regex rego rest rip robotframework rust-unstable sas scheme smalltalk smarty sparql stan tcl textile toon tree tsv turtle twig typst uri url vala vb vbnet velocity verilog vhdl visual-basic wasm wast webassembly wiki wolfram x86asm xquery yang zeek",
        Plain,
    ),
];

/// The language of a name, in any case.
#[must_use]
pub fn find(name: &str) -> Option<Language> {
    let name = name.to_ascii_lowercase();
    let is_known = |entry: &&Entry| entry.0.split(' ').any(|own| own == name);
    LANGUAGES.iter().find(is_known).map(Language)
}

/// All names that may be written, for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().flat_map(|entry| entry.0.split(' '))
}

#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = Language> {
    LANGUAGES.iter().map(Language)
}
