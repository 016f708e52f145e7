//! Reads single parameters. An error names the parameter, its value and the maximum.

use super::error::ApiError;
use super::filter::{Filter, FilterError};
use super::limits::{MAX_FACETS, MAX_PER_PAGE, MAX_TAG, MAX_VALUE};
use super::param_map::{Param, ParamMap};
use crate::search::query::{MatchOptions, SearchedFields};
use crate::search::record::{FieldSet, SchemaField};

/// Parameters that are accepted and ignored: they trade time for quality, ask for what is always so, or name features that
/// this server does not have (Typesense, too, ignores an unknown `preset`).
const WITHOUT_EFFECT: [&str; 15] = [
    "cache_ttl",
    "drop_tokens_threshold",
    "enable_highlight_v1",
    "enable_overrides",
    "enable_synonyms",
    "enable_typos_for_numerical_tokens",
    "exhaustive_search",
    "highlight_fields",
    "max_candidates",
    "preset",
    "prioritize_exact_match",
    "search_cutoff_ms",
    "typo_tokens_threshold",
    "use_cache",
    "x-typesense-user-id",
];

/// Reads the parameters of a search by their names.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParamReader<'m> {
    pub(super) map: &'m ParamMap,
}

impl ParamReader<'_> {
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, ApiError> {
        match self.map.get(name) {
            None | Some(Param::Null) => Ok(None),
            Some(Param::Text(text)) => {
                check_bytes(name, text, MAX_VALUE)?;
                Ok(Some(text.clone()))
            }
            Some(Param::Nested) => Err(ApiError::new(
                400,
                format!("Parameter `{name}` must be a string."),
            )),
        }
    }

    pub(super) fn tag(&self, name: &str, default: &str) -> Result<String, ApiError> {
        let tag = self.text(name)?.unwrap_or_else(|| default.to_owned());
        check_bytes(name, &tag, MAX_TAG)?;
        Ok(tag)
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<usize>, ApiError> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let number = text.trim().parse();
        number.map(Some).map_err(|_| {
            ApiError::new(
                400,
                format!("Parameter `{name}` must be an unsigned integer."),
            )
        })
    }

    pub(super) fn list(&self, name: &str) -> Result<Vec<String>, ApiError> {
        let text = self.text(name)?.unwrap_or_default();
        let items = text.split(',').map(str::trim);
        Ok(items
            .filter(|item| !item.is_empty())
            .map(str::to_owned)
            .collect())
    }

    pub(super) fn fields(
        &self,
        name: &str,
        is_allowed: impl Fn(SchemaField) -> bool,
    ) -> Result<Vec<SchemaField>, ApiError> {
        let names = self.list(name)?;
        let fields = names.iter().map(|own| {
            let field = SchemaField::from_name(own).ok_or_else(|| {
                ApiError::new(
                    404,
                    format!("Could not find a field named `{own}` in the schema."),
                )
            })?;
            match is_allowed(field) {
                true => Ok(field),
                false => Err(ApiError::new(
                    400,
                    format!("Parameter `{name}` cannot name the field `{own}`."),
                )),
            }
        });
        fields.collect()
    }

    pub(super) fn filter(&self) -> Result<Filter, ApiError> {
        let text = self.text("filter_by")?.unwrap_or_default();
        Filter::parse(&text).map_err(|error| {
            let status = match error {
                FilterError::UnknownField(_) => 404,
                _ => 400,
            };
            ApiError::new(status, error.to_string())
        })
    }

    /// The greatest of several values, one for each field.
    fn typos(&self) -> Result<u8, ApiError> {
        let mut max_typos = None;
        for value in self.list("num_typos")? {
            let typos: u8 = value.parse().map_err(|_| {
                ApiError::new(400, "Parameter `num_typos` must be a number from 0 to 2.")
            })?;
            max_typos = max_typos.max(Some(typos.min(2)));
        }
        Ok(max_typos.unwrap_or(2))
    }

    pub(super) fn per_page(&self) -> Result<usize, ApiError> {
        match self.map.contains_key("per_page") {
            true => self.number_up_to("per_page", 10, MAX_PER_PAGE),
            false => self.number_up_to("limit", 10, MAX_PER_PAGE),
        }
    }

    /// A number of hits or words, or the default.
    pub(super) fn number_up_to(
        &self,
        name: &str,
        default: usize,
        max: usize,
    ) -> Result<usize, ApiError> {
        match self.number(name)?.unwrap_or(default) {
            value if value > max => Err(ApiError::new(
                422,
                format!("Parameter `{name}` is {value}; the maximum is {max}."),
            )),
            value => Ok(value),
        }
    }

    pub(super) fn group_by(&self) -> Result<Option<SchemaField>, ApiError> {
        match self.fields("group_by", SchemaField::is_facet)?.as_slice() {
            [] => Ok(None),
            [field] => Ok(Some(*field)),
            _ => Err(ApiError::new(400, "Parameter `group_by` takes one field.")),
        }
    }

    pub(super) fn facets(&self) -> Result<Vec<SchemaField>, ApiError> {
        let fields = self.fields("facet_by", SchemaField::is_facet)?;
        for (at, field) in fields.iter().enumerate() {
            if fields[..at].contains(field) {
                let name = field.name();
                return Err(ApiError::new(
                    400,
                    format!("Parameter `facet_by` names the field `{name}` more than once."),
                ));
            }
        }
        match fields.len() > MAX_FACETS {
            true => Err(ApiError::new(
                400,
                format!(
                    "Parameter `facet_by` names {} fields; the maximum is {MAX_FACETS}.",
                    fields.len()
                ),
            )),
            false => Ok(fields),
        }
    }

    /// The fields of a list; unknown names are ignored.
    pub(super) fn known_fields(&self, name: &str) -> Result<FieldSet, ApiError> {
        let names = self.list(name)?;
        let fields = names.iter().filter_map(|name| SchemaField::from_name(name));
        Ok(fields.collect())
    }

    pub(super) fn selected(&self) -> Result<FieldSet, ApiError> {
        let included = match self.list("include_fields")?.is_empty() {
            true => FieldSet::ALL,
            false => self.known_fields("include_fields")?,
        };
        Ok(included.without(self.known_fields("exclude_fields")?))
    }

    pub(super) fn options(&self, fields: FieldSet) -> Result<MatchOptions, ApiError> {
        let prefixes = self.list("prefix")?;
        Ok(MatchOptions {
            prefix: prefixes.last().is_none_or(|value| value != "false"),
            typos: self.typos()?,
            fields: match fields.is_empty() || fields.contains(SchemaField::Content) {
                true => SearchedFields::All,
                false => SearchedFields::Headings,
            },
            ..MatchOptions::default()
        })
    }

    /// No field of the schema has `infix: true`.
    pub(super) fn check_infix(&self) -> Result<(), ApiError> {
        let values = self.list("infix")?;
        let Some(at) = values.iter().position(|value| value != "off") else {
            return Ok(());
        };
        let fields = self.list("query_by")?;
        let field = fields.get(at).or(fields.first());
        let name = field.map_or(SchemaField::Content.name(), String::as_str);
        Err(ApiError::new(
            400,
            format!(
                "Could not find `{name}` in the infix index. Make sure to enable infix search by specifying `infix: true` in the schema."
            ),
        ))
    }

    pub(super) fn refuse_unknown(&self, known: &[&str]) -> Result<(), ApiError> {
        let mut names = self.map.keys().map(String::as_str);
        let unknown = names.find(|name| !known.contains(name) && !WITHOUT_EFFECT.contains(name));
        match unknown {
            Some(name) => Err(ApiError::new(
                400,
                format!("Parameter `{name}` is not supported."),
            )),
            None => Ok(()),
        }
    }
}

/// Refuses a text that is longer than the maximum.
pub(super) fn check_bytes(name: &str, text: &str, max: usize) -> Result<(), ApiError> {
    match text.len() > max {
        true => Err(ApiError::new(
            400,
            format!(
                "Parameter `{name}` has {} bytes; the maximum is {max}.",
                text.len()
            ),
        )),
        false => Ok(()),
    }
}
