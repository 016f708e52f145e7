//! Writes a formula as TeX: from the source in its annotation, else from its MathML.

use bindery_html::tree::{Element, Node};

/// The TeX of a `<math>` element, without dollar signs.
pub(super) fn to_tex(math: &Element<'_>) -> String {
    if let Some(annotation) = math.find("annotation") {
        let is_tex = annotation
            .get("encoding")
            .is_some_and(|kind| kind == "application/x-tex");
        if is_tex {
            return annotation.text().trim().to_owned();
        }
    }
    let mut tex = String::new();
    write_all(math, &mut tex);
    tex.trim().to_owned()
}

fn write_all(element: &Element<'_>, out: &mut String) {
    for child in element.elements() {
        write(child, out);
    }
}

fn write(element: &Element<'_>, out: &mut String) {
    let parts: Vec<&Element<'_>> = element.elements().collect();
    match (element.name.as_ref(), parts.as_slice()) {
        ("annotation" | "annotation-xml", _) => {}
        ("mtext", _) => {
            out.push_str("\\text{");
            out.push_str(&element.text());
            out.push('}');
        }
        ("mi", _) => identifier(&element.text(), out),
        ("mo" | "mn" | "ms", _) => symbol(&element.text(), out),
        ("mfrac", [above, below]) => call("\\frac", &[above, below], out),
        ("msqrt", _) => {
            out.push_str("\\sqrt{");
            write_all(element, out);
            out.push('}');
        }
        ("mroot", [base, index]) => {
            out.push_str("\\sqrt[");
            write(index, out);
            call("]", &[base], out);
        }
        ("msub" | "munder", [base, below]) => scripts(base, Some(below), None, out),
        ("msup" | "mover", [base, above]) => scripts(base, None, Some(above), out),
        ("msubsup" | "munderover", [base, below, above]) => {
            scripts(base, Some(below), Some(above), out);
        }
        ("mtable", rows) => table(rows, out),
        ("mspace", _) => out.push(' '),
        _ => {
            if parts.is_empty() {
                symbol(&own_text(element), out);
            }
            write_all(element, out);
        }
    }
}

fn own_text(element: &Element<'_>) -> String {
    let texts = element.children.iter().filter_map(|child| match child {
        Node::Text(text) => Some(text.as_ref()),
        Node::Element(_) => None,
    });
    texts.collect::<String>().trim().to_owned()
}

/// A name of several letters is set upright, as MathML has it.
fn identifier(name: &str, out: &mut String) {
    if name.chars().count() > 1 && name.chars().all(char::is_alphanumeric) {
        out.push_str("\\mathrm{");
        out.push_str(name);
        out.push('}');
    } else {
        symbol(name, out);
    }
}

fn symbol(text: &str, out: &mut String) {
    let command = match text {
        "×" => "\\times",
        "⋅" => "\\cdot",
        "−" => "-",
        "∑" => "\\sum",
        "∏" => "\\prod",
        "∫" => "\\int",
        "≤" => "\\le",
        "≥" => "\\ge",
        "≠" => "\\ne",
        "≈" => "\\approx",
        "∞" => "\\infty",
        "→" => "\\to",
        "÷" => "\\div",
        "±" => "\\pm",
        "{" => "\\{",
        "}" => "\\}",
        "%" => "\\%",
        // Invisible operators.
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => "",
        other => other,
    };
    if !command.starts_with('\\') {
        let needs_space = matches!(command, "=" | "+" | "-" | "<" | ">");
        if needs_space && !out.is_empty() {
            out.push(' ');
        }
        let is_glued =
            command.starts_with(|c: char| c.is_ascii_alphabetic()) && ends_in_command(out);
        if is_glued {
            out.push(' ');
        }
        out.push_str(&command.replace('%', "\\%"));
        if needs_space {
            out.push(' ');
        }
        return;
    }
    if !out.is_empty() && !out.ends_with([' ', '{', '(']) {
        out.push(' ');
    }
    out.push_str(command);
    if command.len() > 2 {
        out.push(' ');
    }
}

/// Whether a letter added now would become part of a command's name.
fn ends_in_command(out: &str) -> bool {
    let name = out.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    name.ends_with('\\') && name.len() < out.len()
}

fn call(command: &str, arguments: &[&Element<'_>], out: &mut String) {
    out.push_str(command);
    for argument in arguments {
        out.push('{');
        let mut inner = String::new();
        write(argument, &mut inner);
        out.push_str(inner.trim());
        out.push('}');
    }
}

fn scripts(
    base: &Element<'_>,
    below: Option<&Element<'_>>,
    above: Option<&Element<'_>>,
    out: &mut String,
) {
    write(base, out);
    let end = out.trim_end().len();
    out.truncate(end);
    for (sign, script) in [("_", below), ("^", above)] {
        if let Some(script) = script {
            call(sign, &[script], out);
        }
    }
}

fn table(rows: &[&Element<'_>], out: &mut String) {
    out.push_str("\\begin{matrix} ");
    for (at, row) in rows.iter().enumerate() {
        if at > 0 {
            out.push_str(" \\\\ ");
        }
        for (at, cell) in row.elements().enumerate() {
            if at > 0 {
                out.push_str(" & ");
            }
            let mut inner = String::new();
            write_all(cell, &mut inner);
            out.push_str(inner.trim());
        }
    }
    out.push_str(" \\end{matrix}");
}
