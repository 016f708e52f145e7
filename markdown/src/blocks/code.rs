//! Writes code blocks.
//!
//! In: the info string of a fence and the code. Out: a `<pre>` with a span for each line and, in it, a span with a class
//! for each highlighted token. `info` parses the info string, `magic_comments` reads magic comments, `include` reads the code of
//! `file=`.

mod include;
mod info;
mod magic_comments;
mod option_checks;

pub(crate) use info::{Info, parse};

use crate::context::Labels;
use crate::document::{ComponentTag, DataValue, Segment};
use crate::mdx::expression::ResolveError;
use crate::options::Npm2Yarn;
use crate::package_managers::PackageManager;
use crate::renderer::Renderer;
use crate::renderer::body_writer::BodyWriter;
use crate::renderer::open_element::{OpenCodeBlock, OpenElement};
use bindery_highlight::{self, Token};
use bindery_source::Span;
use bindery_source::diagnostic::{Code, nearest_in_order};
use pulldown_cmark::CodeBlockKind;
use std::collections::BTreeMap;
use std::ops::Range;

impl Renderer<'_, '_, '_> {
    pub(crate) fn start_code(&mut self, kind: &CodeBlockKind<'_>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => self.masked.unmask(info),
            CodeBlockKind::Indented => String::new(),
        };
        self.code = Some(OpenCodeBlock {
            info,
            text: String::new(),
        });
        self.open_elements.push(OpenElement::Block(""));
    }

    pub(crate) fn code_text(&mut self, text: &str) {
        let unmasked = self.masked.unmask(text);
        if let Some(code) = &mut self.code {
            code.text.push_str(&unmasked);
        }
    }

    pub(crate) fn end_code(&mut self, range: &Range<usize>) {
        let Some(block) = self.code.take() else {
            return;
        };
        let mut info = parse(&block.info);
        let mut text = block.text;
        let span_of = |renderer: &Self, word: &str| renderer.in_first_line(range, word);
        if let Some(written) = info.file.take() {
            let span = span_of(self, &written);
            text = self.included(&written, &text, span);
            if info.language.is_empty() {
                extension(&written).clone_into(&mut info.language);
            }
        }
        self.check_options(&info, &text, range);
        let span = span_of(self, &info.language);
        match &self.context.options.npm2yarn {
            Some(options) if is_npm2yarn(&block.info) => {
                self.package_manager_tabs(options, &info, &text, span);
            }
            _ => self.code_block(&info, &text, span),
        }
    }

    /// Writes tabs with a command of npm and the same command of other package managers.
    fn package_manager_tabs(&mut self, options: &Npm2Yarn, info: &Info, text: &str, span: Span) {
        let own = DataValue::Owned;
        let managers = [PackageManager::Npm].iter().chain(&options.others);
        let items = managers.map(|manager| {
            let command = manager.convert(text.trim_end_matches('\n'));
            self.out.begin_level();
            self.code_block(info, &format!("{command}\n"), span);
            Segment::Component(ComponentTag {
                name: "TabItem".to_owned(),
                props: BTreeMap::from([
                    ("label".to_owned(), own(manager.label().into())),
                    ("value".to_owned(), own(manager.name().into())),
                ]),
                children: self.out.end(),
                span,
            })
        });
        let children: Vec<Segment> = items.collect();
        let group = ("groupId".to_owned(), own("npm2yarn".into()));
        self.out.segment(Segment::Component(ComponentTag {
            name: "Tabs".to_owned(),
            props: options.is_synced.then_some(group).into_iter().collect(),
            children,
            span,
        }));
    }

    /// Writes a code block; `span` is that of the language name.
    pub(crate) fn code_block(&mut self, info: &Info, text: &str, span: Span) {
        let options = self.context.options;
        let language = match info.language.as_str() {
            "" => options.default_language.as_deref().unwrap_or_default(),
            name => name,
        };
        let found = bindery_highlight::find(language);
        if found.is_none() && !language.is_empty() && !language.starts_with('{') {
            self.report_unknown_language(language, span);
        }
        self.report_source(info, language, span);
        let block = CodeBlock {
            info,
            language,
            marked: magic_comments::read(text, info, &options.magic_comments),
        };
        let tokens = found.map_or_else(Vec::new, |language| {
            bindery_highlight::highlight(language, &block.marked.text)
        });
        block.write(&mut self.out, &tokens, self.context.labels);
    }

    /// Reports a diagram or live code whose source is all that readers get. In a site of Docusaurus that is as there.
    fn report_source(&mut self, info: &Info, language: &str, span: Span) {
        let options = self.context.options;
        let (what, key) = if language == DIAGRAM && !options.draws_diagrams {
            ("diagrams are", "mermaid")
        } else if info.is_live && !options.runs_live_code {
            ("live code is", "live_code")
        } else {
            return;
        };
        if !options.has_code {
            let message = format!("{what} shown as source here");
            self.sink
                .warn(Code::BadCodeOption, span, message)
                .help(format!(
                    "set `{key} = true` below `[markdown]` in `site.toml`"
                ));
        }
    }

    fn report_unknown_language(&mut self, language: &str, span: Span) {
        let near = nearest_in_order(language, bindery_highlight::names_by_use());
        let help = near.map_or_else(
            || "the code is not highlighted; name it `text` if it is plain".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("no language `{language}` is known");
        self.sink
            .warn(Code::UnknownLanguage, span, message)
            // No fix: the list has not all languages, and `jython` is not `python`.
            .help(help);
    }

    fn included(&mut self, written: &str, own: &str, span: Span) -> String {
        let file = self
            .masked
            .sources
            .iter()
            .find(|source| source.file.id == span.file);
        let Some(source) = file.or_else(|| self.masked.sources.first()) else {
            return String::new();
        };
        let result = include::read(written, source.file, self.context.tree);
        // To Docusaurus `file=` is a word like others.
        if self.context.options.has_code && result.is_err() && !own.trim().is_empty() {
            return own.to_owned();
        }
        if result.is_ok() && !own.trim().is_empty() {
            let message = "the lines of a block with `file=` are not shown";
            self.sink
                .warn(Code::BadInclude, span, message)
                .help("remove the lines or `file=`");
        }
        result.unwrap_or_else(|ResolveError { message, help, .. }| {
            self.sink.warn(Code::BadInclude, span, message).help(help);
            own.to_owned()
        })
    }

    /// The span of a word in the first line of a block, or of the line.
    fn in_first_line(&self, range: &Range<usize>, word: &str) -> Span {
        let text = &self.masked.text[range.clone()];
        let line = text.lines().next().unwrap_or_default();
        match line.find(word).filter(|_| !word.is_empty()) {
            Some(at) => self.span(&(range.start + at..range.start + at + word.len())),
            None => self.span(&(range.start..range.start + line.len())),
        }
    }
}

/// The language of diagrams, which are shown as code until a script renders them; `<pre>` has it as its class.
const DIAGRAM: &str = "mermaid";

/// Whether an info string is a language and the word `npm2yarn`.
fn is_npm2yarn(info: &str) -> bool {
    let mut words = info.split_whitespace();
    words.nth(1) == Some("npm2yarn") && words.next().is_none()
}

/// The extension of a path, which is also a name of its language.
fn extension(path: &str) -> &str {
    let path = path.split('#').next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// A code block to be written.
struct CodeBlock<'b> {
    info: &'b Info,
    /// The language as written, or the default language.
    language: &'b str,
    /// The code and the classes of its lines.
    marked: magic_comments::Marked<'b>,
}

impl CodeBlock<'_> {
    fn write(&self, out: &mut BodyWriter, tokens: &[Token], labels: &Labels) {
        let info = self.info;
        out.fresh_line();
        out.html("<div class=\"code-block\">");
        if !info.title.is_empty() {
            out.html("<div class=\"code-title\">");
            out.text(&info.title);
            out.html("</div>");
            out.end_line();
        }
        out.html("<pre tabindex=\"0\" role=\"group\"");
        let label = if info.title.is_empty() {
            &labels.code
        } else {
            &info.title
        };
        out.pair("aria-label", label);
        let classes = self.classes();
        if !classes.is_empty() {
            out.pair("class", &classes.join(" "));
        }
        out.html("><code");
        if !self.language.is_empty() {
            out.pair("class", &format!("language-{}", self.language));
        }
        out.html(">");
        let mut html = String::with_capacity(self.marked.text.len() * 2);
        write_lines(&mut html, &self.marked, info.first_number, tokens);
        out.html(&html);
        out.html("</code></pre></div>\n");
        out.end_line();
    }

    /// The classes of the `<pre>`.
    fn classes(&self) -> Vec<&'static str> {
        let lines = &self.marked.lines;
        let has_focus = lines.iter().any(|classes| classes.contains(&"focused"));
        let classes = [
            (self.info.first_number.is_some(), "line-numbers"),
            (self.info.wraps, "wrap"),
            (has_focus, "has-focus"),
            (self.language == DIAGRAM, DIAGRAM),
            (self.info.is_live, "live"),
            (self.info.is_live && self.info.calls_render, "no-inline"),
            (self.info.is_tested, "tested"),
        ];
        let classes = classes.into_iter().filter(|(applies, _)| *applies);
        classes.map(|(_, class)| class).collect()
    }
}

fn write_lines(
    out: &mut String,
    marked: &magic_comments::Marked<'_>,
    first: Option<usize>,
    tokens: &[Token],
) {
    let mut start = 0;
    let mut tokens = tokens.iter().peekable();
    for (number, (line, classes)) in marked.text.split('\n').zip(&marked.lines).enumerate() {
        if number > 0 {
            out.push('\n');
        }
        out.push_str("<span class=\"line");
        for class in classes {
            out.push(' ');
            bindery_html::push_attribute(out, class);
        }
        if let Some(first) = first {
            out.push_str(&format!("\" data-n=\"{}", first + number));
        }
        out.push_str("\">");
        let end = start + line.len();
        let mut at = start;
        while let Some(token) = tokens.peek().filter(|token| token.start < end) {
            let (from, to) = (token.start.max(at), token.end.min(end));
            bindery_html::push_text(out, &marked.text[at..from]);
            if from < to {
                out.push_str("<span class=\"");
                out.push_str(token.class.letter());
                out.push_str("\">");
                bindery_html::push_text(out, &marked.text[from..to]);
                out.push_str("</span>");
            }
            at = to;
            if token.end > end {
                break;
            }
            tokens.next();
        }
        bindery_html::push_text(out, &marked.text[at..end]);
        out.push_str("</span>");
        start = end + 1;
    }
}
