//! Splits a long formula at the operators outside of all brackets into rows: narrow windows begin a new line with one of them,
//! where the style sheet lets the rows wrap.

use bindery_html::{TokenKind, tokenize};
use std::ops::Range;

/// A formula with fewer characters fits into any window.
const MIN_CHARS: usize = 24;

/// A child of the formula.
struct Child<'m> {
    range: Range<usize>,
    /// The text of an operator, empty for anything else.
    operator: &'m str,
    /// The end of the name in the start tag of an operator without the attribute `form`.
    form_at: Option<usize>,
    /// Text or a space, which MathML Core (section 3.2.5) does not count as an operand.
    is_space_like: bool,
}

/// The formula with a row for each part; as it is if it is short or has one part only.
pub(super) fn split_at_operators(mathml: &str) -> String {
    let Some((children, chars)) = children_of(mathml) else {
        return mathml.to_owned();
    };
    let parts = parts_of(&children);
    let (Some(first), Some(last)) = (children.first(), children.last()) else {
        return mathml.to_owned();
    };
    if chars < MIN_CHARS || parts.len() < 2 {
        return mathml.to_owned();
    }
    let mut out = mathml[..first.range.start].to_owned();
    for part in parts {
        out.push_str("<mrow>");
        let first = &children[part.start];
        let source = first.range.start..children[part.end - 1].range.end;
        // Without operand before it, an operator would have the spaces of a sign.
        let begins = part.start > 0 && is_break_before(first.operator);
        match first.form_at.filter(|_| begins) {
            Some(at) => out.extend([
                &mathml[source.start..at],
                " form=\"infix\"",
                &mathml[at..source.end],
            ]),
            None => out.push_str(&mathml[source]),
        }
        // A row with an operator and no operand is an operator itself, and its spaces would be those around the row.
        let rest = &children[part.start + 1..part.end];
        if begins && rest.iter().all(|child| child.is_space_like) {
            out.push_str("<mi></mi>");
        }
        out.push_str("</mrow>");
    }
    out.push_str(&mathml[last.range.end..]);
    out
}

/// The children of `<math>`, and the number of characters of the formula.
fn children_of(mathml: &str) -> Option<(Vec<Child<'_>>, usize)> {
    let (mut children, mut depth, mut chars) = (Vec::new(), 0_usize, 0);
    let (mut start, mut operator, mut form_at) = (0, "", None);
    let (mut is_operator, mut is_space_like) = (false, false);
    for token in tokenize(mathml) {
        match &token.kind {
            TokenKind::StartTag(tag) => {
                if depth == 1 {
                    (start, is_operator, operator) = (token.range.start, tag.is("mo"), "");
                    is_space_like = tag.is("mtext") || tag.is("mspace");
                    let name_end = start + 1 + tag.name.len();
                    form_at = (is_operator && tag.attribute("form").is_none()).then_some(name_end);
                }
                if !tag.is_self_closing {
                    depth += 1;
                } else if depth == 1 {
                    let range = token.range;
                    children.push(Child {
                        range,
                        operator,
                        form_at,
                        is_space_like,
                    });
                }
            }
            TokenKind::EndTag(_) => {
                depth = depth.checked_sub(1)?;
                if depth == 1 {
                    let range = start..token.range.end;
                    children.push(Child {
                        range,
                        operator,
                        form_at,
                        is_space_like,
                    });
                }
            }
            TokenKind::Text if depth == 1 && !token.source.trim().is_empty() => return None,
            TokenKind::Text => {
                chars += token.source.chars().count();
                if depth == 2 && is_operator {
                    operator = token.source;
                }
            }
            _ => {}
        }
    }
    Some((children, chars))
}

/// The parts as ranges of children: each but the first begins with an operator, or follows a comma.
fn parts_of(children: &[Child<'_>]) -> Vec<Range<usize>> {
    let (mut parts, mut start, mut brackets) = (Vec::new(), 0, 0_i32);
    // Bars open and close with the same sign.
    let mut is_between_bars = false;
    for (at, child) in children.iter().enumerate() {
        let is_outside = brackets == 0 && !is_between_bars;
        let has_left = at > start && !is_break_before(children[at - 1].operator);
        if is_outside && has_left && is_break_before(child.operator) {
            parts.push(start..at);
            start = at;
        }
        match child.operator {
            "(" | "[" | "{" | "⌊" | "⌈" => brackets += 1,
            ")" | "]" | "}" | "⌋" | "⌉" => brackets -= 1,
            "|" => is_between_bars = !is_between_bars,
            "," | ";" if is_outside && at + 1 < children.len() => {
                parts.push(start..at + 1);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..children.len());
    parts
}

fn is_break_before(operator: &str) -> bool {
    matches!(
        operator,
        "=" | "≈"
            | "≠"
            | "<"
            | ">"
            | "&lt;"
            | "&gt;"
            | "≤"
            | "≥"
            | "⇒"
            | "→"
            | "×"
            | "⋅"
            | "·"
            | "∗"
            | "+"
            | "−"
            | "±"
    )
}

#[cfg(test)]
mod tests {
    use super::super::to_mathml;
    use crate::masked_source::Display;

    /// The texts of the rows of a formula.
    fn rows(latex: &str) -> Vec<String> {
        let mathml = to_mathml(latex, Display::Block).unwrap();
        let inner = mathml.split_once('>').unwrap().1;
        let rows = inner.split("<mrow>").skip(1);
        let text = |row: &str| {
            let tags = row
                .split('<')
                .map(|part| part.split_once('>').map_or(part, |(_, text)| text));
            tags.collect::<String>()
        };
        rows.map(text).collect()
    }

    #[test]
    fn a_long_formula_has_a_row_for_each_operator_outside_of_brackets() {
        assert_eq!(
            rows(r"\text{recharge} = (2 + 3) \times 4 - |a + b|, x = \text{totals}"),
            ["recharge", "=(2+3)", "×4", "−|a+b|,", "x", "=totals"]
        );
    }

    #[test]
    fn a_sign_belongs_to_its_operand() {
        let latex = r"\text{the line's intercept} = -884 + 3";
        assert_eq!(rows(latex)[1..], ["=−884", "+3"]);
        let mathml = to_mathml(latex, Display::Block).unwrap();
        assert!(mathml.contains("<mrow><mo form=\"infix\">="), "{mathml}");
    }

    #[test]
    fn an_operator_before_text_keeps_its_spaces() {
        let mathml = to_mathml(
            r"\text{Base} = \text{Base}_1 + \text{Of the ascension}",
            Display::Block,
        );
        let mathml = mathml.unwrap();
        assert!(
            mathml.contains("ascension</mtext><mi></mi></mrow>"),
            "{mathml}"
        );
        assert_eq!(mathml.matches("<mi></mi>").count(), 1, "{mathml}");
    }

    #[test]
    fn short_formulas_and_those_of_one_part_stay_as_they_are() {
        for latex in ["a + b = c", r"\frac{\text{a long numerator, it is} + 1}{2}"] {
            let mathml = to_mathml(latex, Display::Block).unwrap();
            assert!(mathml.starts_with("<math display=\"block\"><m"), "{mathml}");
            assert!(
                !mathml.starts_with("<math display=\"block\"><mrow>"),
                "{mathml}"
            );
        }
        let inline =
            to_mathml(r"\text{a long formula of a line} = 1 + 2", Display::Inline).unwrap();
        assert!(!inline.contains("<mrow>"), "{inline}");
    }
}
