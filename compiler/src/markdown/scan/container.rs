//! What a line's content may stand in: quotes and list items; and what ends a paragraph.

use super::{Level, Place, Scanner};

impl Scanner<'_, '_> {
    /// Copies quote signs and list markers; returns where the content begins.
    pub(super) fn containers(&mut self, mut place: Place) -> Place {
        loop {
            let byte = self.bytes().get(place.at).copied().unwrap_or(b'\n');
            if byte == b'>' {
                let (column, end) = self.indentation(place.at + 1, place.column + 1);
                self.masked.copy(self.source, place.at..end);
                place = Place {
                    at: end,
                    column,
                    out: place.out,
                    is_quoted: true,
                    is_line_start: false,
                };
                self.is_in_paragraph = false;
                continue;
            }
            let Some(width) = self.list_marker(place.at) else {
                return place;
            };
            self.end_paragraph();
            place = self.list_item(place, width);
        }
    }

    pub(super) fn list_item(&mut self, place: Place, width: usize) -> Place {
        let marker_end = place.at + width;
        let (column, at) = self.indentation(marker_end, place.column + width);
        let gap = column - place.column - width;
        let is_empty = self.is_blank(at);
        let out_gap = if is_empty || gap > 4 { 1 } else { gap };
        if place.is_quoted || out_gap == gap {
            self.masked.copy(self.source, place.at..at);
        } else {
            self.masked.copy(self.source, place.at..marker_end);
            self.masked.spaces(self.source, at, out_gap);
        }
        let out = place.out + width + out_gap;
        if !place.is_quoted {
            let source = if is_empty {
                place.column + width + 1
            } else {
                column
            };
            self.levels.push(Level {
                source,
                out,
                is_list: true,
            });
        }
        Place {
            at,
            column,
            out,
            is_line_start: false,
            ..place
        }
    }

    /// The length of the list marker at `at`, white space not included.
    pub(super) fn list_marker(&mut self, at: usize) -> Option<usize> {
        let rest = &self.bytes()[at..];
        let width = match rest.first()? {
            b'-' | b'+' | b'*' => 1,
            b'0'..=b'9' => {
                let digits = rest
                    .iter()
                    .take(10)
                    .take_while(|b| b.is_ascii_digit())
                    .count();
                let is_marker = digits < 10 && matches!(rest.get(digits), Some(b'.' | b')'));
                is_marker.then_some(digits + 1)?
            }
            _ => return None,
        };
        let is_followed = matches!(rest.get(width), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
        (is_followed && !self.is_rule(at)).then_some(width)
    }

    /// Whether a thematic break stands at `at`.
    pub(super) fn is_rule(&mut self, at: usize) -> bool {
        if at < self.no_rule_until {
            return false;
        }
        let rest = &self.bytes()[at..];
        let sign = rest[0];
        let is_part = |b: &u8| *b == sign || matches!(b, b' ' | b'\t' | b'\r');
        let length = rest.iter().take_while(|b| is_part(b)).count();
        let is_rule = matches!(rest.get(length), None | Some(b'\n'))
            && rest[..length].iter().filter(|b| **b == sign).count() >= 3;
        if !is_rule {
            self.no_rule_until = at + length;
        }
        is_rule && matches!(sign, b'-' | b'*' | b'_')
    }

    /// Whether what begins at `at` ends a paragraph above it.
    pub(super) fn starts_block(&mut self, at: usize) -> bool {
        let rest = &self.bytes()[at..];
        match rest.first() {
            Some(b'>' | b'<' | b'|') => true,
            Some(b'#') => {
                let signs = rest.iter().take_while(|b| **b == b'#').count();
                signs < 7 && matches!(rest.get(signs), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
            }
            Some(b'-' | b'+' | b'*' | b'_' | b'0'..=b'9') => {
                self.list_marker(at).is_some() || self.is_rule(at)
            }
            Some(b'`') => rest.starts_with(b"```"),
            Some(b'~') => rest.starts_with(b"~~~"),
            Some(b':') => rest.starts_with(b":::"),
            Some(b'$') => rest.starts_with(b"$$"),
            Some(b'\\') => super::math::begins_environment(&self.text[at..]).is_some(),
            Some(b'{') => rest.starts_with(b"{/*"),
            Some(b'i') => rest.starts_with(b"import "),
            _ => false,
        }
    }
}
