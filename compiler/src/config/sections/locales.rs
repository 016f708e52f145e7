//! `[locale]` and `[[locales]]`: the locales of a site, with names and directions of known languages.

use crate::config::values::{FIELD_CODES, report_second};
use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::source::Span;
use crate::value::{Fields, Node};
use serde::Serialize;

/// The folder of the translations, one folder a locale in it.
pub const TRANSLATIONS_FOLDER: &str = "i18n";

/// `[locale]` and `[[locales]]`: a language of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocaleConfig {
    /// `default` (or `code`): `en` by default.
    pub code: String,
    /// `label`: by default the language's name in that language.
    pub label: String,
    /// `direction`: `ltr` or `rtl`; that of the language by default.
    pub direction: Direction,
    /// `html_lang`: the code by default.
    pub html_lang: String,
    /// `calendar`: `gregory` by default.
    pub calendar: String,
    /// `path`: the name of its folder below `i18n/`; the code by default.
    pub path: String,
    /// Whether its pages are at the base path; those of other locales are below `/{code}/`.
    pub is_default: bool,
}

/// The direction of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

impl Direction {
    /// The value of HTML's `dir`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        }
    }
}

impl LocaleConfig {
    /// The prefix of its pages' paths: `/fr`, or nothing for the default locale.
    #[must_use]
    pub fn route_base(&self) -> String {
        if self.is_default {
            String::new()
        } else {
            format!("/{}", self.code)
        }
    }

    /// The path of its home, below the site's base path; begins and ends with a slash.
    #[must_use]
    pub fn home(&self, base_path: &str) -> String {
        let base = base_path.trim_end_matches('/');
        format!("{base}{}/", self.route_base())
    }

    /// The folder of its translations: `i18n/fr`.
    #[must_use]
    pub fn folder(&self) -> String {
        format!("{TRANSLATIONS_FOLDER}/{}", self.path)
    }
}

/// A locale as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at LocaleConfig")]
pub struct RawLocale {
    pub code: Option<(String, Span)>,
    pub label: Option<String>,
    pub direction: Option<&'static str>,
    pub html_lang: Option<String>,
    pub calendar: Option<String>,
    pub path: Option<String>,
    pub span: Option<Span>,
}

pub(in crate::config) fn read_locale(node: &Node, sink: &mut Diagnostics) -> RawLocale {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let locale = RawLocale {
        code: fields.string_at("default|code"),
        label: fields.string("label"),
        direction: fields.enum_value("direction|dir", &["ltr", "rtl"]),
        html_lang: fields.string("html_lang"),
        calendar: fields.string("calendar"),
        path: fields.string("path"),
        span: Some(node.span),
    };
    fields.finish();
    locale
}

/// The locales in the order of a menu; exactly one is the default. One that `[[locales]]` leaves out comes first.
pub(in crate::config) fn resolve_locales(
    default: Option<RawLocale>,
    others: Vec<RawLocale>,
    sink: &mut Diagnostics,
) -> Vec<LocaleConfig> {
    let first = others.first().and_then(|locale| locale.code.clone());
    let default = default.unwrap_or_default();
    let code = default.code.clone().or(first);
    let code = code.map_or_else(|| "en".to_owned(), |(code, _)| code);
    let mut locales: Vec<LocaleConfig> = Vec::new();
    for locale in others {
        let Some((own, span)) = locale.code.clone() else {
            sink.error(Code::BadConfig, locale.span, "a locale needs a `code`")
                .help("such as `fr` or `pt-BR`");
            continue;
        };
        check_code(&own, span, sink);
        check_label(&locale, &own, span, sink);
        if locales.iter().any(|other| other.code == own) {
            let help = "delete one of the two tables";
            report_second(["locales", "code"], &own, Some(span), help, sink);
            continue;
        }
        let locale = if own == code {
            merge(locale, default.clone())
        } else {
            locale
        };
        locales.push(resolve_locale(locale, &own, own == code));
    }
    if !locales.iter().any(|locale| locale.is_default) {
        if let Some((own, span)) = &default.code {
            check_code(own, *span, sink);
            check_label(&default, own, *span, sink);
        }
        locales.insert(0, resolve_locale(default, &code, true));
    }
    locales
}

/// The values of the first locale, or those of the second where the first has none.
fn merge(first: RawLocale, second: RawLocale) -> RawLocale {
    RawLocale {
        code: first.code.or(second.code),
        label: first.label.or(second.label),
        direction: first.direction.or(second.direction),
        html_lang: first.html_lang.or(second.html_lang),
        calendar: first.calendar.or(second.calendar),
        path: first.path.or(second.path),
        span: first.span.or(second.span),
    }
}

/// A code is part of paths, of folders' names and of `lang` attributes, and browsers format dates by it.
fn check_code(code: &str, span: Span, sink: &mut Diagnostics) {
    if !is_language_tag(code) {
        let message = format!("`{code}` is not the code of a language");
        sink.error(Code::BadConfig, span, message)
            .help("write one such as `fr` or `pt-BR` (BCP 47)");
    }
}

/// Whether JavaScript's `Intl` accepts a code: `language`, `-Script`, `-REGION`, variants and extensions (Unicode Technical
/// Standard 35, section 3.2).
fn is_language_tag(code: &str) -> bool {
    let is_word = |part: &str, lengths: &[usize]| {
        lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let is_number = |part: &str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_variant = |part: &str| {
        (5..=8).contains(&part.len())
            || part.len() == 4 && part.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut parts = code.split('-').peekable();
    if !parts
        .next()
        .is_some_and(|one| is_word(one, &[2, 3, 5, 6, 7, 8]))
    {
        return false;
    }
    let _ = parts.next_if(|part| is_word(part, &[4]));
    let _ = parts.next_if(|part| is_word(part, &[2]) || is_number(part));
    while parts.next_if(|part| is_variant(part)).is_some() {}
    let is_all = code
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let (mut is_complete, mut is_extended) = (true, false);
    for part in parts {
        match part.len() {
            // The letter of an extension, which needs a part behind it.
            1 if is_complete => (is_complete, is_extended) = (false, true),
            2..=8 if is_extended => is_complete = true,
            _ => return false,
        }
    }
    is_all && is_complete
}

/// Reports a code without a known name: it may be mistyped, and readers would see it in the menu of languages.
fn check_label(locale: &RawLocale, code: &str, span: Span, sink: &mut Diagnostics) {
    let language = code.split('-').next().unwrap_or(code);
    let is_known = NAMES
        .iter()
        .any(|(known, _)| *known == code || *known == language)
        || RIGHT_TO_LEFT.contains(&language);
    // `zh` has names by script only.
    let is_prefix = NAMES
        .iter()
        .any(|(known, _)| known.split('-').next() == Some(language));
    if !is_known && !is_prefix && locale.label.is_none() {
        let message = format!("no name is known for the language `{code}`");
        let codes = NAMES.iter().map(|(known, _)| *known);
        sink.warn(Code::BadConfig, span, message)
            .help(did_you_mean_or(
                code,
                codes,
                "correct the code, or write the name as `label`",
            ));
    }
}

fn resolve_locale(locale: RawLocale, code: &str, is_default: bool) -> LocaleConfig {
    let language = code.split('-').next().unwrap_or(code);
    let is_rtl = RIGHT_TO_LEFT.contains(&language);
    let direction = match locale.direction {
        Some("rtl") => Direction::Rtl,
        None if is_rtl => Direction::Rtl,
        _ => Direction::Ltr,
    };
    let name = |wanted: &str| {
        let mut names = NAMES.iter();
        names.find_map(|(known, name)| (*known == wanted).then_some(*name))
    };
    let label = name(code).or_else(|| name(language)).unwrap_or(code);
    LocaleConfig {
        label: locale.label.unwrap_or_else(|| label.to_owned()),
        direction,
        html_lang: locale.html_lang.unwrap_or_else(|| code.to_owned()),
        calendar: locale.calendar.unwrap_or_else(|| "gregory".to_owned()),
        path: locale.path.unwrap_or_else(|| code.to_owned()),
        code: code.to_owned(),
        is_default,
    }
}

/// Languages written from right to left.
const RIGHT_TO_LEFT: [&str; 11] = [
    "ar", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi",
];

/// The names of languages in themselves, by code.
const NAMES: [(&str, &str); 44] = [
    ("ar", "العربية"),
    ("bg", "Български"),
    ("bn", "বাংলা"),
    ("ca", "Català"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("et", "Eesti"),
    ("fa", "فارسی"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hr", "Hrvatski"),
    ("hu", "Magyar"),
    ("id", "Indonesia"),
    ("is", "Íslenska"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("lt", "Lietuvių"),
    ("lv", "Latviešu"),
    ("ms", "Melayu"),
    ("nb", "Norsk bokmål"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("pt-BR", "Português (Brasil)"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sk", "Slovenčina"),
    ("sl", "Slovenščina"),
    ("sr", "Српски"),
    ("sv", "Svenska"),
    ("th", "ไทย"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("ur", "اردو"),
    ("vi", "Tiếng Việt"),
    ("zh-Hans", "简体中文"),
    ("zh-Hant", "繁體中文"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_default_names_and_directions() {
        let check = |code: &str, label: &str, direction: &str| {
            let locale = resolve_locale(RawLocale::default(), code, false);
            assert_eq!(
                (locale.label.as_str(), locale.direction.name()),
                (label, direction)
            );
        };
        check("fr", "Français", "ltr");
        check("fr-CA", "Français", "ltr");
        check("pt-BR", "Português (Brasil)", "ltr");
        check("ar-EG", "العربية", "rtl");
        check("tlh", "tlh", "ltr");
    }

    #[test]
    fn codes_are_those_that_browsers_accept() {
        for code in [
            "en",
            "pt-BR",
            "zh-Hans",
            "zh-Hant-TW",
            "es-419",
            "de-1996",
            "ca-valencia",
            "tlh",
            "fa-u-ca-persian",
            "en-x-own",
        ] {
            assert!(is_language_tag(code), "{code}");
        }
        for code in [
            "",
            "x",
            "zh_CN",
            "xx-yy-zz-",
            "xx-yy-zz",
            "en-",
            "-en",
            "en--US",
            "en-u",
            "en-u-x",
            "12",
            "english-",
            "abcd",
            "fr-FR-!",
        ] {
            assert!(!is_language_tag(code), "{code}");
        }
    }
}
