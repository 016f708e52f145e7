//! Writes MathML as one line of text: `1 + (2.78 × EM)/(1400 + EM)`.

use super::collapse_whitespace;
use bindery_html::tree::{Element, Node};

/// The formula as a line.
pub(super) fn linear(math: &Element<'_>) -> String {
    let mut out = String::new();
    write(math, &mut out);
    collapse_whitespace(&out)
        .replace("( ", "(")
        .replace(" )", ")")
        .replace(" ,", ",")
}

fn write(element: &Element<'_>, out: &mut String) {
    let children: Vec<&Element<'_>> = element.elements().collect();
    match (element.name.as_ref(), children.as_slice()) {
        ("annotation" | "annotation-xml", _) => {}
        ("mfrac", [above, below]) => {
            write_operand(above, out);
            out.push('/');
            write_operand(below, out);
        }
        ("msup", [base, exponent]) => write_scripts(base, None, Some(exponent), out),
        ("msub", [base, index]) => {
            write(base, out);
            out.push(' ');
            write(index, out);
        }
        ("msubsup" | "munderover", [base, index, exponent]) => {
            write_scripts(base, Some(index), Some(exponent), out);
        }
        ("munder", [base, index]) => write_scripts(base, limit(index), None, out),
        ("mover", [base, exponent]) => write_scripts(base, None, limit(exponent), out),
        ("mmultiscripts", [base, scripts @ ..]) => write_all_scripts(base, scripts, out),
        ("mroot", [base, index]) => {
            write_operand(base, out);
            out.push_str("^(1/");
            write_operand(index, out);
            out.push(')');
        }
        ("msqrt", _) => {
            out.push('√');
            out.push('(');
            write_children(element, out);
            out.push(')');
        }
        ("mtr", _) => {
            write_children(element, out);
            out.push_str("; ");
        }
        ("mtd" | "mspace", _) => {
            out.push(' ');
            write_children(element, out);
        }
        ("mo", _) => write_operator(&element.text(), out),
        _ => write_children(element, out),
    }
}

fn write_children(element: &Element<'_>, out: &mut String) {
    for child in &element.children {
        match child {
            Node::Text(text) => out.push_str(text),
            Node::Element(child) => write(child, out),
        }
    }
}

/// `base_index^exponent`: an index, an exponent, the limits of a sum.
fn write_scripts(
    base: &Element<'_>,
    index: Option<&Element<'_>>,
    exponent: Option<&Element<'_>>,
    out: &mut String,
) {
    if index.is_none() && exponent.is_none() {
        return write(base, out);
    }
    write_operand(base, out);
    for (mark, script) in [('_', index), ('^', exponent)] {
        if let Some(script) = script.filter(|script| !linear(script).is_empty()) {
            out.push(mark);
            write_operand(script, out);
        }
    }
}

/// Scripts in pairs of an index and an exponent; those after `<mprescripts>` are in front of the base.
fn write_all_scripts(base: &Element<'_>, scripts: &[&Element<'_>], out: &mut String) {
    let middle = scripts.iter().position(|own| own.name == "mprescripts");
    let (after, before) = scripts.split_at(middle.unwrap_or(scripts.len()));
    let write_pairs = |scripts: &[&Element<'_>], out: &mut String| {
        for pair in scripts.chunks(2) {
            for (mark, script) in ['_', '^'].into_iter().zip(pair) {
                if !linear(script).is_empty() {
                    out.push(mark);
                    write_operand(script, out);
                }
            }
        }
    };
    write_pairs(before.get(1..).unwrap_or_default(), out);
    write_operand(base, out);
    write_pairs(after, out);
}

/// What is written above or below, unless it is an accent, a line or a brace.
fn limit<'e, 'h>(script: &'e Element<'h>) -> Option<&'e Element<'h>> {
    let has_text = script
        .text()
        .chars()
        .any(|c| c.is_alphanumeric() || c == '∞');
    has_text.then_some(script)
}

/// An operand, in brackets unless it is one word or number, or has brackets of its own.
fn write_operand(element: &Element<'_>, out: &mut String) {
    let text = linear(element);
    match (is_word(element) && !text.contains(' ')) || is_enclosed(&text) {
        true => out.push_str(&text),
        false => out.extend(["(", &text, ")"]),
    }
}

/// Whether an element is one token, with nothing but groups around it.
fn is_word(element: &Element<'_>) -> bool {
    let mut children = element.elements();
    match element.name.as_ref() {
        "mi" | "mn" | "mo" | "ms" | "mtext" => true,
        "mrow" | "mstyle" | "mpadded" => match (children.next(), children.next()) {
            (Some(only), None) => is_word(only),
            (first, _) => first.is_none(),
        },
        _ => false,
    }
}

/// Whether the first bracket ends at the end: `(a + b)`, `√(2)`, but not `(a)(b)`.
fn is_enclosed(text: &str) -> bool {
    let inner = text.strip_prefix('√').unwrap_or(text);
    let mut depth = 0_usize;
    inner.starts_with('(')
        && inner.char_indices().all(|(at, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > 0 || at + 1 == inner.len()
        })
}

/// Relations and operators of two operands have spaces around them.
fn write_operator(text: &str, out: &mut String) {
    let operator = text.trim();
    let is_spaced = matches!(
        operator,
        "=" | "+" | "-" | "−" | "×" | "·" | "⋅" | "<" | ">" | "≤" | "≥" | "≈" | "→"
    );
    match is_spaced {
        true => out.extend([" ", operator, " "]),
        // Invisible operators of MathML.
        false => out.extend(
            operator
                .chars()
                .filter(|c| !('\u{2061}'..='\u{2064}').contains(c)),
        ),
    }
}

#[cfg(test)]
mod tests {
    use bindery_html::tree::{self, Node};

    fn linear(html: &str) -> String {
        match &tree::parse(html)[0] {
            Node::Element(math) => super::linear(math),
            Node::Text(text) => text.to_string(),
        }
    }

    #[test]
    fn fractions_and_powers_keep_their_meaning() {
        let html = "<math><mn>1</mn><mo>+</mo><mfrac><mrow><mn>2.78</mn><mo>×</mo><mtext>EM</mtext></mrow>\
                    <mrow><mn>1400</mn><mo>+</mo><mtext>EM</mtext></mrow></mfrac></math>";
        assert_eq!(linear(html), "1 + (2.78 × EM)/(1400 + EM)");
        let html = "<math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mi>y</mi></mfrac></math>";
        assert_eq!(linear(html), "x^2 = 1/y");
        let html = "<math><msub><mtext>Level</mtext><mtext>Enemy</mtext></msub></math>";
        assert_eq!(linear(html), "Level Enemy");
        let frac = |above: &str, below: &str| format!("<mfrac>{above}{below}</mfrac>");
        let (a, b, c) = ("<mi>a</mi>", "<mi>b</mi>", "<mi>c</mi>");
        for (html, expected) in [
            (frac(a, &frac(b, c)), "a/(b/c)"),
            (frac(&frac(a, b), c), "(a/b)/c"),
            (format!("<msup>{a}{}</msup>", frac(b, c)), "a^(b/c)"),
            (
                frac("<mn>1</mn>", "<mrow><mn>2</mn><mi>x</mi></mrow>"),
                "1/(2x)",
            ),
            (
                format!("<msup><mrow>{a}<mo>+</mo>{b}</mrow><mn>2</mn></msup>"),
                "(a + b)^2",
            ),
            (
                frac(
                    &format!("<mrow><mo>(</mo>{a}<mo>+</mo>{b}<mo>)</mo></mrow>"),
                    &format!("<mrow>{c}</mrow>"),
                ),
                "(a + b)/c",
            ),
            (
                frac(
                    a,
                    "<mrow><mo>(</mo><mi>b</mi><mo>)</mo><mo>(</mo><mi>c</mi><mo>)</mo></mrow>",
                ),
                "a/((b)(c))",
            ),
            (frac(a, "<msqrt><mi>b</mi></msqrt>"), "a/√(b)"),
            (
                format!("{a}<mover><mo>=</mo><mo>?</mo></mover>{b}"),
                "a = b",
            ),
        ] {
            assert_eq!(linear(&format!("<math>{html}</math>")), expected);
        }
    }

    #[test]
    fn scripts_roots_and_limits_are_written() {
        for (html, expected) in [
            ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>x</mi>",
                "∑_(i = 1)^nx",
            ),
            ("<munder><mi>lim</mi><mi>x</mi></munder>", "lim_x"),
            ("<mover><mi>x</mi><mo>¯</mo></mover>", "x"),
            (
                "<mmultiscripts><mi>x</mi><mi>a</mi><mi>b</mi><mprescripts/><mn>1</mn><none/></mmultiscripts>",
                "_1x_a^b",
            ),
        ] {
            assert_eq!(linear(&format!("<math>{html}</math>")), expected);
        }
    }
}
