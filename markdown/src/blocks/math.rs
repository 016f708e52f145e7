//! Converts formulas from LaTeX to MathML without style attributes, and writes them.
//!
//! `math-core` writes style attributes, which the Content-Security-Policy of the site refuses. [`without_styles`] turns them into attributes
//! of MathML (`mathcolor`, `mathsize`) and classes, whose rules are part of the style sheet: `math-start`, `math-end`,
//! `math-pl-0`, `math-pl-1`, `math-pr-0`, `math-p-thin`, `math-py-0`, `math-pt`, `math-wide`, `math-half`,
//! `math-narrow`, `math-bt`, `math-bt-dashed`, `math-bl`, `math-bl-dashed`, `math-br`, `math-br-dashed`,
//! `math-compact`, `math-small-caps`, `math-back-1`, `math-back-2`, `math-back-3`.

mod commands;
mod flaws;
mod parts;

use crate::masked_source::Display;
use crate::renderer::Renderer;
use bindery_html::{Edits, TokenKind, tokenize};
use bindery_source::diagnostic::Code;
use commands::FormulaError;
use math_core::{LatexError, LatexToMathML, MathDisplay};
use parts::split_at_operators;
use std::sync::LazyLock;

/// The maximum length of a formula, in bytes.
const MAX_BYTES: usize = 20_000;
/// The maximum depth of a formula: the converter is recursive and must not overflow the stack.
const MAX_DEPTH: usize = 60;

/// The labels of the converter's errors that no renderer of LaTeX accepts; what it does not know, KaTeX may.
const CERTAIN_ERRORS: [&str; 8] = [
    "duplicate",
    "duplicate infix frac",
    "expected a delimiter here",
    "expected an argument here",
    "no matching opening for this",
    "unexpected bound",
    "unexpected macro parameter",
    "used as argument",
];

/// Why a formula has no MathML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    message: String,
    /// Whether KaTeX refuses the formula, too.
    is_certain: bool,
}

impl Refusal {
    fn uncertain(message: &str) -> Self {
        Refusal {
            message: message.to_owned(),
            is_certain: false,
        }
    }

    fn of(error: &LatexError) -> Self {
        let (label, message) = (error.label(), error.error_message());
        let is_certain = CERTAIN_ERRORS.contains(&label) || message.starts_with("Found \"&\"");
        Refusal {
            message: match label {
                "duplicate" => "a symbol has two subscripts or two superscripts".to_owned(),
                _ => message.trim_end_matches('.').to_owned(),
            },
            is_certain,
        }
    }

    /// How to solve it.
    fn help(&self) -> &'static str {
        match self.message.starts_with("a symbol has two") {
            true => {
                "put one of them in braces with its symbol, such as `{a_b}_c`; the page shows its source"
            }
            false => commands::SHOWN_AS_SOURCE,
        }
    }
}

/// The MathML of a formula.
pub(crate) fn to_mathml(latex: &str, display: Display) -> Result<String, Refusal> {
    static CONVERTER: LazyLock<LatexToMathML> = LazyLock::new(LatexToMathML::default);
    if latex.len() > MAX_BYTES || depth(latex) > MAX_DEPTH {
        return Err(Refusal::uncertain(
            "the formula is too long or nested too deep",
        ));
    }
    let math_display = match display {
        Display::Block => MathDisplay::Block,
        Display::Inline => MathDisplay::Inline,
    };
    // The converter panics in debug builds where an assertion fails; a formula must not end the build.
    let convert = || CONVERTER.convert_with_local_state(latex, math_display);
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(convert)) {
        Ok(Ok(result)) if display.is_block() => {
            Ok(split_at_operators(&without_styles(&result.mathml)))
        }
        Ok(Ok(result)) => Ok(without_styles(&result.mathml)),
        Ok(Err(error)) => Err(Refusal::of(&error)),
        Err(_) => Err(Refusal::uncertain("the formula cannot be converted")),
    }
}

/// An upper bound of the depth of a formula. Counts groups, environments and delimiters, and consecutive commands, each
/// of which may be the argument of the one before.
fn depth(latex: &str) -> usize {
    let (mut groups, mut commands, mut deepest) = (0_usize, 0_usize, 0);
    let mut rest = latex;
    while let Some(byte) = rest.bytes().next() {
        let mut length = 1;
        match byte {
            b'\\' => {
                let name = &rest[1..];
                length += name
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(name.len());
                match &rest[1..length] {
                    "left" | "begin" => groups += 1,
                    "right" | "end" => groups = groups.saturating_sub(1),
                    _ => commands += 1,
                }
            }
            b'{' => groups += 1,
            b'}' => {
                groups = groups.saturating_sub(1);
                commands = 0;
            }
            b' ' | b'\n' | b'[' | b'^' | b'_' => {}
            _ => commands = 0,
        }
        deepest = deepest.max(groups + commands / 2);
        rest = &rest[rest.ceil_char_boundary(length)..];
    }
    deepest
}

/// Turns style attributes into attributes of MathML and classes.
fn without_styles(mathml: &str) -> String {
    if !mathml.contains("style") {
        return mathml.to_owned();
    }
    let mut edits = Edits::new(mathml);
    for token in tokenize(mathml) {
        let TokenKind::StartTag(tag) = &token.kind else {
            continue;
        };
        let mut classes: Vec<&str> = Vec::new();
        // `math-core` can write several style attributes on one element.
        for style in tag.attributes.iter().filter(|own| own.name == "style") {
            let mut attributes = String::new();
            let declarations = style.value.split(';');
            for declaration in declarations.filter(|part| !part.trim().is_empty()) {
                declare(declaration, &mut classes, &mut attributes);
            }
            edits.remove_attribute(tag, style);
            edits.insert(style.range.end, &attributes);
        }
        if !classes.is_empty() {
            let end = token.range.end - 1 - usize::from(tag.is_self_closing);
            edits.insert(end, &format!(" class=\"{}\"", classes.join(" ")));
        }
    }
    edits.finish()
}

fn declare(declaration: &str, classes: &mut Vec<&'static str>, out: &mut String) {
    let (name, value) = declaration.split_once(':').unwrap_or((declaration, ""));
    let value = value.trim();
    let class = match (name.trim(), value) {
        ("color", _) => return attribute(out, "mathcolor", value),
        ("font-size", _) => return attribute(out, "mathsize", value),
        ("margin-left", "-0.1667em") => "math-back-1",
        ("margin-left", "-0.2222em") => "math-back-2",
        ("margin-left", "-0.2778em") => "math-back-3",
        ("margin-left", _) => return attribute(out, "width", value),
        ("text-align", "left") => "math-start",
        ("text-align", "right") => "math-end",
        ("padding-left", "0") => "math-pl-0",
        ("padding-left", "1em") => "math-pl-1",
        ("padding-left" | "padding-right", "0.1em" | "0.1667em" | "0.2222em" | "0.2778em") => {
            "math-p-thin"
        }
        ("padding-right", "0") => "math-pr-0",
        ("padding-top", "0") => "math-py-0",
        ("padding-top", _) => "math-pt",
        ("width", "100%") => "math-wide",
        ("width", "50%") => "math-half",
        ("width", "7.5%") => "math-narrow",
        ("border-top", line) => {
            if line.contains("dashed") {
                "math-bt-dashed"
            } else {
                "math-bt"
            }
        }
        ("border-left", line) => {
            if line.contains("dashed") {
                "math-bl-dashed"
            } else {
                "math-bl"
            }
        }
        ("border-right", line) => {
            if line.contains("dashed") {
                "math-br-dashed"
            } else {
                "math-br"
            }
        }
        ("math-shift", _) => "math-compact",
        ("font-variant-caps", _) => "math-small-caps",
        _ => return,
    };
    if !classes.contains(&class) {
        classes.push(class);
    }
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    bindery_html::push_attribute(out, value);
    out.push('"');
}

impl Renderer<'_, '_, '_> {
    /// Renders a formula. `display` is its own, `place` that of the text around it: `$$…$$` within a line is a block formula
    /// in inline text.
    pub(crate) fn formula(&mut self, latex: &str, display: Display, number: usize, place: Display) {
        self.mark_text();
        if self.out.alt.is_some() {
            return self.out.text(latex);
        }
        let wrapper = match (display, place) {
            (Display::Block, Display::Block) => ("<div class=\"math-display\">", "</div>\n"),
            (Display::Block, Display::Inline) => ("<span class=\"math-display\">", "</span>"),
            (Display::Inline, _) => ("", ""),
        };
        if place.is_block() {
            self.out.fresh_line();
        }
        self.out.html(wrapper.0);
        match to_mathml(latex, display) {
            Ok(mathml) => {
                self.report_flaws(latex, number);
                self.out.html_and_toc(&mathml);
            }
            Err(refusal) => self.source_of_formula(latex, display, number, &refusal),
        }
        self.out.html(wrapper.1);
        if let Some(heading) = &mut self.out.heading {
            heading.text.push_str(latex);
        }
    }
}

impl Renderer<'_, '_, '_> {
    fn report_flaws(&mut self, latex: &str, number: usize) {
        let span = self.masked.token_span(number);
        for flaws::Flaw { message, help } in flaws::find_flaws(latex) {
            self.sink.warn(Code::BadMath, span, message).help(help);
        }
    }

    /// Writes the source of a formula that cannot be turned into MathML here: marked for KaTeX, which the build asks
    /// later (`prerender::formulas`), or with a problem when KaTeX cannot read it either.
    fn source_of_formula(
        &mut self,
        latex: &str,
        display: Display,
        number: usize,
        refusal: &Refusal,
    ) {
        const OPEN: &str = "<code class=\"math-source\"";
        let mut source = String::new();
        bindery_html::push_text(&mut source, latex);
        self.out.toc(&format!("{OPEN}>{source}</code>"));
        let span = self.masked.token_span(number);
        let error = commands::find_error(latex);
        if error.is_none() && !refusal.is_certain {
            self.report_flaws(latex, number);
            let kind = if display.is_block() { 'd' } else { 'i' };
            let place = format!("{} {} {}", span.file.0, span.start, span.end);
            let marked = format!("{OPEN} data-math=\"{kind} {place}\">{source}</code>");
            return self.out.html(&marked);
        }
        let explained = error.and_then(FormulaError::explain);
        let (message, help) =
            explained.unwrap_or_else(|| (refusal.message.clone(), refusal.help().to_owned()));
        self.sink
            .warn(
                Code::BadMath,
                span,
                format!("this formula cannot be read: {message}"),
            )
            .help(help);
        self.out.html(&format!("{OPEN}>{source}</code>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_formula_keeps_a_style_attribute() {
        let formulas = [
            r"\color{red} x",
            r"\begin{cases} a & b \\ c & d \end{cases}",
            r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
            r"\begin{align} a &= b \\ c &= d \end{align}",
            r"\begin{array}{|l|c:r|} \hline a & b & c \\ \hdashline d & e & f \end{array}",
            r"\! x \, y \hspace{-1rem} z \hspace{1rem}",
            r"\sum_{\substack{a \\ b}} \textsc{Caps} \underbrace{x}_{y} \hat{x} \boxed{a} \cancel{b}",
            r"\sqrt{x^2} \overline{AB} \text{\small x} \mathop{a} a \mathrel{b} c",
        ];
        for formula in formulas {
            for display in [Display::Block, Display::Inline] {
                let Ok(mathml) = to_mathml(formula, display) else {
                    continue;
                };
                assert!(!mathml.contains(" style=\""), "{mathml}");
                assert!(
                    mathml.starts_with("<math") && mathml.ends_with("</math>"),
                    "{mathml}"
                );
            }
        }
    }

    #[test]
    fn classes_and_attributes_replace_styles() {
        assert_eq!(
            without_styles(
                "<mtd style=\"text-align: left;justify-items: start;padding-right: 0;\"><mi>x</mi>"
            ),
            "<mtd class=\"math-start math-pr-0\"><mi>x</mi>"
        );
        assert_eq!(
            without_styles("<mspace style=\"margin-left:-1em;\"/>"),
            "<mspace width=\"-1em\"/>"
        );
        assert_eq!(
            without_styles(
                "<mrow style=\"color:#ff0000;\" displaystyle=\"true\" style=\"padding-top: 0.1667em\">"
            ),
            "<mrow mathcolor=\"#ff0000\" displaystyle=\"true\" class=\"math-pt\">"
        );
    }

    #[test]
    fn hostile_formulas_are_refused() {
        for part in [
            "{",
            r"\sqrt",
            r"\left(",
            r"\frac",
            "x^",
            r"\begin{matrix}",
            "[",
            r"\text{",
            r"\sqrt[",
            r"\mathrm ",
        ] {
            let formula = part.repeat(1_500);
            let small_stack = std::thread::Builder::new().stack_size(1 << 20);
            let thread = small_stack
                .spawn(move || to_mathml(&formula, Display::Block).is_ok())
                .unwrap();
            assert!(thread.join().is_ok(), "{part}");
        }
    }

    #[test]
    fn only_what_katex_refuses_too_is_an_error() {
        for (latex, is_certain) in [
            ("a_b_c", true),
            ("x^2^3", true),
            ("1 \\over 2 \\over 3", true),
            ("\\bigl+", true),
            ("t_", true),
            ("a \\right)", true),
            ("g^_n", true),
            ("a#b", true),
            ("x_\\rm a", true),
            ("1 &= 2", true),
            ("\\text{a \\color{red} b}", false),
            ("x \\tag{1}", false),
            ("\\operatorname{f}\\limits", false),
        ] {
            let refusal = to_mathml(latex, Display::Block).unwrap_err();
            assert_eq!(refusal.is_certain, is_certain, "{latex}: {refusal:?}");
        }
    }
}
