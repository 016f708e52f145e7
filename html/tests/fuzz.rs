//! Compares the tokens of generated HTML with those of `html5gum`, which passes the tests of html5lib.
//!
//! Not compared: raw text and CDATA in inputs with SVG or MathML, which `html5gum` does not follow; `noscript`, which it
//! reads as browsers with scripts do; NUL, which it replaces; and character references, of which ours decodes the common
//! ones.

use bindery_fuzzing::harness::{self, Fuzzing, Target};
use bindery_html::TokenKind;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};

const FUZZING: Fuzzing = Fuzzing {
    corpus: concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus"),
    words: &[
        "<p",
        "</p>",
        "<a href=",
        "\"",
        "'",
        "=",
        ">",
        "/>",
        "</",
        "<",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<!--->",
        "<!doctype html>",
        "<![CDATA[",
        "]]>",
        "<?",
        "<script",
        "<script>",
        "</script>",
        "</script ",
        "<style>",
        "</style>",
        "<STYLE>",
        "</sTyle",
        "<title>",
        "</title>",
        "<textarea>",
        "</textarea/",
        "<plaintext>",
        "<iframe>",
        "</iframe>",
        " x=",
        " x ",
        "/",
        "\n",
        "\t",
        "\u{c}",
        "é",
        " on=\"a>b\"",
        "<br/>",
        "</>",
        "<xmp>",
        "</xmp>",
        "<svg>",
        "<svg/>",
        "</svg>",
        "<math>",
        "</math>",
        "<foreignObject>",
        "<desc>",
        "<mi>",
    ],
};

const TARGETS: [Target; 2] = [("tokens", same_tokens), ("cover", tokens_cover_the_input)];

fn main() {
    harness::main(FUZZING, &TARGETS);
}

/// A token in the form that both are brought into.
#[derive(Debug, PartialEq, Eq)]
enum Common {
    Text(String),
    Start(String, Vec<(String, String)>, bool),
    End(String),
    Comment,
    Doctype,
}

/// What the two read differently in SVG and MathML: there, these elements contain markup and CDATA sections exist, which
/// `html5gum` would have to learn from a tree builder. All other tokens are the same.
const DIFFERENT_IN_FOREIGN: [&str; 9] = [
    "<![cdata[",
    "<iframe",
    "<noembed",
    "<plaintext",
    "<script",
    "<style",
    "<textarea",
    "<title",
    "<xmp",
];

fn same_tokens(html: &str) -> Result<(), String> {
    let lower = html.to_ascii_lowercase();
    let has = |texts: &[&str]| texts.iter().any(|text| lower.contains(text));
    let is_foreign = has(&["<svg", "<math"]);
    if has(&["\0", "&", "\r", "<noscript", "<noframe"])
        || (is_foreign && has(&DIFFERENT_IN_FOREIGN))
    {
        return Ok(());
    }
    let (own, theirs) = (ours(html), theirs(html));
    if own == theirs {
        return Ok(());
    }
    Err(format!("ours:   {own:?}\ntheirs: {theirs:?}"))
}

/// The tokens cover the input, and the ranges of attributes are theirs.
fn tokens_cover_the_input(html: &str) -> Result<(), String> {
    let mut at = 0;
    for token in bindery_html::tokenize(html) {
        if token.range.start != at || html[token.range.clone()] != *token.source {
            return Err(format!("{token:?} after {at}"));
        }
        at = token.range.end;
        if let TokenKind::StartTag(tag) | TokenKind::EndTag(tag) = token.kind {
            for attribute in tag.attributes {
                if html[attribute.value_range.clone()] != *attribute.value
                    || !html[attribute.range.clone()].starts_with(attribute.name)
                {
                    return Err(format!("{attribute:?}"));
                }
            }
        }
    }
    match at == html.len() {
        true => Ok(()),
        false => Err(format!("the tokens end at {at}")),
    }
}

fn ours(html: &str) -> Vec<Common> {
    let mut list = Vec::new();
    for token in bindery_html::tokenize(html) {
        match token.kind {
            TokenKind::Text | TokenKind::RawText => push_text(&mut list, token.source),
            TokenKind::StartTag(tag) => {
                let mut attributes: Vec<(String, String)> = Vec::new();
                for attribute in &tag.attributes {
                    let name = attribute.name.to_ascii_lowercase();
                    if attributes.iter().all(|(own, _)| *own != name) {
                        attributes.push((name, attribute.value.to_owned()));
                    }
                }
                attributes.sort();
                let name = tag.name.to_ascii_lowercase();
                list.push(Common::Start(name, attributes, tag.is_self_closing));
            }
            TokenKind::EndTag(tag) => list.push(Common::End(tag.name.to_ascii_lowercase())),
            TokenKind::Comment | TokenKind::Cdata => list.push(Common::Comment),
            TokenKind::Doctype => list.push(Common::Doctype),
            TokenKind::Dropped => {}
        }
    }
    list
}

fn theirs(html: &str) -> Vec<Common> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut list = Vec::new();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        match token.expect("reading a string cannot fail") {
            Token::String(own) => push_text(&mut list, &text(&own)),
            Token::StartTag(tag) => {
                let attributes = tag.attributes.iter();
                let attributes = attributes.map(|(name, value)| (text(name), text(value)));
                list.push(Common::Start(
                    text(&tag.name),
                    attributes.collect(),
                    tag.self_closing,
                ));
            }
            Token::EndTag(tag) => list.push(Common::End(text(&tag.name))),
            Token::Comment(_) => list.push(Common::Comment),
            Token::Doctype(_) => list.push(Common::Doctype),
            Token::Error(_) => {}
        }
    }
    list
}

/// Appends text to the text before it: the two split text at different places.
fn push_text(list: &mut Vec<Common>, text: &str) {
    if let Some(Common::Text(last)) = list.last_mut() {
        last.push_str(text);
    } else if !text.is_empty() {
        list.push(Common::Text(text.to_owned()));
    }
}
