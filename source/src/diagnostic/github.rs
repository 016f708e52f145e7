//! Diagnostics as GitHub workflow commands, which are shown next to the lines of a pull request.

use super::escape::visible;
use super::render::location_of;
use super::{Diagnostic, Severity};
use crate::SourceTree;

/// One command for each diagnostic, each on a line.
#[must_use]
pub fn to_github(list: &[Diagnostic], tree: &SourceTree) -> String {
    list.iter().map(|one| command(one, tree)).collect()
}

fn command(diagnostic: &Diagnostic, tree: &SourceTree) -> String {
    let kind = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut properties = Vec::new();
    if let Some(span) = diagnostic.span {
        let location = location_of(span, tree);
        properties.push(format!("file={}", property(&location.path)));
        properties.push(format!(
            "line={},col={}",
            location.start.0, location.start.1
        ));
        properties.push(format!(
            "endLine={},endColumn={}",
            location.end.0, location.end.1
        ));
    }
    properties.push(format!("title={}", property(&diagnostic.code.name())));
    let mut message = data(&diagnostic.message);
    if let Some(help) = &diagnostic.help {
        message.push_str("%0A");
        message.push_str(&data(help));
    }
    format!("::{kind} {}::{message}\n", properties.join(","))
}

/// The text after the second pair of colons. It may contain encoded line breaks, which the runner shows.
fn data(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(escaped).collect();
    lines.join("%0A")
}

/// The value of a property. It is one line: a line break in the name of a file is written as `\n`.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// The text with control and bidirectional characters made visible, and then the runner's own escape character encoded.
fn escaped(text: &str) -> String {
    visible(text).replace('%', "%25")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostics};
    use crate::{FileId, Span};

    #[test]
    fn commands_are_escaped() {
        let tree = SourceTree::from_texts(&[("docs/a,b:c%.md", "[x](/b)\n")]);
        let mut sink = Diagnostics::new();
        sink.warn(
            Code::BrokenLink,
            Span::new(FileId(0), 4, 6),
            "100%\nof `/b`",
        )
        .help("a, b: c");
        sink.error(Code::EmptySite, None, "nothing");
        assert_eq!(
            to_github(&sink.into_sorted(), &tree),
            "::error title=empty-site::nothing\n\
             ::warning file=docs/a%2Cb%3Ac%25.md,line=1,col=5,endLine=1,endColumn=7,title=broken-link::100%25%0Aof \
             `/b`%0Aa, b: c\n"
        );
    }

    #[test]
    fn control_and_bidi_characters_of_file_names_and_messages_are_written_as_escapes() {
        let tree = SourceTree::from_texts(&[("docs/\u{1b}[31m\r\n\u{202e}.md", "[x](/b)\n")]);
        let mut sink = Diagnostics::new();
        sink.warn(
            Code::BrokenLink,
            Span::new(FileId(0), 4, 6),
            "no page at `\u{1b}]0;\u{7}`\r\nor `\u{2066}%`",
        )
        .help("remove \u{9b}2J");
        assert_eq!(
            to_github(&sink.into_sorted(), &tree),
            "::warning file=docs/\\u{1b}[31m\\r\\n\\u{202e}.md,line=1,col=5,endLine=1,endColumn=7,title=broken-link::no \
             page at `\\u{1b}]0;\\u{7}`\\r%0Aor `\\u{2066}%25`%0Aremove \\u{9b}2J\n"
        );
    }
}
