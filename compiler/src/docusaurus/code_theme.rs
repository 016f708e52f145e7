//! Reads a theme for code that a site wrote itself, an object of `prism-react-renderer`, as the colours of ours.

use crate::value::{Node, NodeValue};

/// The types of Prism's tokens whose colour each of ours has, the most telling one first.
const TOKENS: [&[&str]; 9] = [
    &["comment"],
    &["keyword"],
    &["string"],
    &["number", "constant"],
    &["function"],
    &["class-name", "builtin"],
    &["property", "attr-name"],
    &["variable"],
    &["prolog", "punctuation"],
];

/// The theme written out, as `[code] themes` takes it; `None` without a background and a colour of text.
pub(super) fn written_out(theme: &Node) -> Option<String> {
    let plain = theme.get("plain")?;
    let background = colour(plain.get("backgroundColor")?)?;
    let text = colour(plain.get("color")?)?;
    let styles = match &theme.get("styles")?.value {
        NodeValue::List(styles) => styles.as_slice(),
        _ => &[],
    };
    let of_token = |token: &&str| {
        let mut styles = styles.iter().rev();
        styles.find_map(|style| {
            let holds_for_all = style.get("languages").is_none();
            let is_meant = holds_for_all && has_type(style, token);
            is_meant.then(|| colour(style.get("style")?.get("color")?))?
        })
    };
    let tokens = TOKENS.map(|names| names.iter().find_map(of_token).unwrap_or(text));
    let all = [background, text].into_iter().chain(tokens);
    let all: Vec<String> = all.map(|colour| format!("#{colour:06x}")).collect();
    Some(all.join(" "))
}

fn has_type(style: &Node, token: &str) -> bool {
    let Some(NodeValue::List(types)) = style.get("types").map(|node| &node.value) else {
        return false;
    };
    let mut types = types.iter();
    types.any(|one| matches!(&one.value, NodeValue::String(name) if name == token))
}

/// `#abc`, `#aabbcc` with or without transparency, `rgb(1, 2, 3)`, `black` and `white`.
fn colour(node: &Node) -> Option<u32> {
    let NodeValue::String(text) = &node.value else {
        return None;
    };
    let text = text.trim().to_ascii_lowercase();
    if let Some(digits) = text.strip_prefix('#') {
        let value = u32::from_str_radix(digits, 16).ok()?;
        return match digits.len() {
            3 => Some(
                (value >> 8 & 15) * 0x11_0000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11,
            ),
            6 => Some(value),
            8 => Some(value >> 8),
            _ => None,
        };
    }
    match text.as_str() {
        "black" => return Some(0),
        "white" => return Some(0xff_ffff),
        _ => {}
    }
    let (_, values) = text.strip_suffix(')')?.split_once("rgb")?;
    let values = values.trim_start_matches(['a', '(']);
    let mut channels = values.split([',', ' ', '/']).filter(|one| !one.is_empty());
    let mut channel = || channels.next()?.parse::<u8>().ok().map(u32::from);
    Some(channel()? << 16 | channel()? << 8 | channel()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docusaurus::nodes::to_node;
    use serde_json::{Value, json};

    fn check(theme: &Value, expected: Option<&str>) {
        assert_eq!(written_out(&to_node(theme, None, &[])).as_deref(), expected);
    }

    #[test]
    fn a_theme_of_a_site_becomes_eleven_colours() {
        check(
            &json!({
                "plain": {"color": "#FFF", "backgroundColor": "rgb(1, 2, 255)"},
                "styles": [
                    {"types": ["comment", "prolog"], "style": {"color": "#11223344"}},
                    {"types": ["string"], "style": {"color": "red"}},
                    {"types": ["keyword"], "style": {"color": "#000001"}},
                    {"types": ["keyword"], "style": {"color": "#000002"}},
                    {"types": ["keyword"], "languages": ["css"], "style": {"color": "#000003"}},
                    {"types": ["builtin"], "style": {"color": "black", "fontStyle": "italic"}},
                ],
            }),
            Some(
                "#0102ff #ffffff #112233 #000002 #ffffff #ffffff #ffffff #000000 #ffffff #ffffff #112233",
            ),
        );
        check(&json!({"plain": {"color": "#FFF"}, "styles": []}), None);
    }
}
