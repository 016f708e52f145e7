//! Writes MathML as one line of text: `1 + (2.78 × EM)/(1400 + EM)`.

use super::squeeze;
use bindery_html::tree::{Element, Node};

/// The formula as a line.
pub(super) fn linear(math: &Element<'_>) -> String {
    let mut out = String::new();
    write(math, &mut out);
    squeeze(&out)
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
        ("msup", [base, exponent]) => {
            write(base, out);
            out.push('^');
            write_operand(exponent, out);
        }
        ("msub", [base, index]) => {
            write(base, out);
            out.push(' ');
            write(index, out);
        }
        ("munder" | "mover" | "munderover", [base, ..]) => write(base, out),
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

/// A part of a fraction, in brackets unless it is one word or number.
fn write_operand(element: &Element<'_>, out: &mut String) {
    let text = linear(element);
    match text.contains(' ') {
        true => out.extend(["(", &text, ")"]),
        false => out.push_str(&text),
    }
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
    }
}
