//! The parameters of a search, with the names of Typesense. Unknown parameters are errors.

use super::error::ApiError;
use super::filter::Filter;
use super::limits::{MAX_AFFIX, MAX_PER_GROUP, MAX_PER_PAGE, MAX_QUERY};
use super::param_map::ParamMap;
use super::param_reader::{ParamReader, check_bytes};
use super::sort::{SortKey, parse_sort};
use crate::search::query::MatchOptions;
use crate::search::record::{FieldSet, SchemaField};

/// The parameters of one search.
#[derive(Clone, Debug)]
pub struct Params {
    /// `collection`; empty when the address names it.
    pub collection: String,
    /// `q`.
    pub query: String,
    /// `filter_by`.
    pub filter: Filter,
    /// `group_by`.
    pub group_by: Option<SchemaField>,
    /// `group_limit`.
    pub group_limit: usize,
    /// `page`, from 1.
    pub page: usize,
    /// `per_page`.
    pub per_page: usize,
    /// `include_fields` without `exclude_fields`.
    pub selected: FieldSet,
    /// `query_by`: the fields in which matches are marked; all searched fields when empty.
    pub fields: FieldSet,
    /// `highlight_full_fields`; all when it is not given.
    pub full: FieldSet,
    /// `sort_by`; empty for the default order.
    pub sort: Vec<SortKey>,
    /// `highlight_affix_num_tokens`.
    pub affix: usize,
    /// `snippet_threshold`.
    pub threshold: usize,
    /// `highlight_start_tag` and `highlight_end_tag`.
    pub tags: (String, String),
    /// `facet_by`.
    pub facets: Vec<SchemaField>,
    /// `max_facet_values`.
    pub max_facets: usize,
    /// `prefix`, `num_typos`, and whether texts are searched.
    pub options: MatchOptions,
}

impl Params {
    /// Reads the parameters of one search.
    ///
    /// # Errors
    /// The first parameter that is wrong or unknown.
    pub fn read(map: &ParamMap) -> Result<Params, ApiError> {
        let reader = ParamReader { map };
        let query = reader
            .text("q")?
            .ok_or_else(|| ApiError::new(400, "Parameter `q` is required."))?;
        check_bytes("q", &query, MAX_QUERY)?;
        reader.refuse_unknown(&KNOWN)?;
        reader.check_infix()?;
        let fields: FieldSet = reader
            .fields("query_by", SchemaField::is_searched)?
            .into_iter()
            .collect();
        Ok(Params {
            collection: reader.text("collection")?.unwrap_or_default(),
            query,
            filter: reader.filter()?,
            group_by: reader.group_by()?,
            group_limit: reader.number_up_to("group_limit", 3, MAX_PER_GROUP)?,
            page: reader.number("page")?.unwrap_or(1).max(1),
            per_page: reader.per_page()?,
            selected: reader.selected()?,
            fields,
            full: match map.contains_key("highlight_full_fields") {
                true => reader.known_fields("highlight_full_fields")?,
                false => FieldSet::ALL,
            },
            sort: parse_sort(&reader.list("sort_by")?)?,
            affix: reader.number_up_to("highlight_affix_num_tokens", 4, MAX_AFFIX)?,
            threshold: reader.number("snippet_threshold")?.unwrap_or(30),
            tags: (
                reader.tag("highlight_start_tag", "<mark>")?,
                reader.tag("highlight_end_tag", "</mark>")?,
            ),
            facets: reader.facets()?,
            max_facets: reader
                .number("max_facet_values")?
                .unwrap_or(10)
                .min(MAX_PER_PAGE),
            options: reader.options(fields)?,
        })
    }

    /// The maximum number of hits in the response.
    #[must_use]
    pub fn max_hits(&self) -> usize {
        match self.group_by {
            Some(_) => self.per_page.saturating_mul(self.group_limit),
            None => self.per_page,
        }
    }
}

/// The parameters of an export.
#[derive(Clone, Debug)]
pub(super) struct ExportParams {
    /// `filter_by`.
    pub(super) filter: Filter,
    /// `include_fields` without `exclude_fields`.
    pub(super) selected: FieldSet,
}

impl ExportParams {
    /// Reads the parameters of an export.
    ///
    /// # Errors
    /// The first parameter that is wrong or unknown.
    pub(super) fn read(map: &ParamMap) -> Result<ExportParams, ApiError> {
        let reader = ParamReader { map };
        reader.refuse_unknown(&KNOWN_BY_EXPORT)?;
        Ok(ExportParams {
            filter: reader.filter()?,
            selected: reader.selected()?,
        })
    }
}

/// The parameters of a search that have an effect, and the key, which may have any value.
const KNOWN: [&str; 24] = [
    "collection",
    "exclude_fields",
    "facet_by",
    "filter_by",
    "group_by",
    "group_limit",
    "highlight_affix_num_tokens",
    "highlight_end_tag",
    "highlight_full_fields",
    "highlight_start_tag",
    "include_fields",
    "infix",
    "limit",
    "max_facet_values",
    "num_typos",
    "page",
    "per_page",
    "prefix",
    "q",
    "query_by",
    "query_by_weights",
    "snippet_threshold",
    "sort_by",
    "x-typesense-api-key",
];

/// The parameters of an export that have an effect, and the key, which may have any value.
const KNOWN_BY_EXPORT: [&str; 4] = [
    "exclude_fields",
    "filter_by",
    "include_fields",
    "x-typesense-api-key",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::typesense::param_map::Param;

    fn read(list: &[(&str, &str)]) -> Result<Params, String> {
        let given = list.iter().copied().chain([("q", "x")]);
        let map = given.map(|(name, value)| (name.to_owned(), Param::Text(value.to_owned())));
        Params::read(&map.collect()).map_err(|error| error.message)
    }

    #[test]
    fn what_is_too_much_is_refused_with_its_name_its_value_and_the_maximum() {
        let long = "x".repeat(65);
        for (name, value, message) in [
            (
                "highlight_start_tag",
                long.as_str(),
                "Parameter `highlight_start_tag` has 65 bytes; the maximum is 64.",
            ),
            (
                "highlight_end_tag",
                long.as_str(),
                "Parameter `highlight_end_tag` has 65 bytes; the maximum is 64.",
            ),
            (
                "facet_by",
                "url,type,language,version",
                "Parameter `facet_by` names 4 fields; the maximum is 3.",
            ),
            (
                "facet_by",
                "url,url",
                "Parameter `facet_by` names the field `url` more than once.",
            ),
            (
                "per_page",
                "251",
                "Parameter `per_page` is 251; the maximum is 250.",
            ),
            (
                "group_limit",
                "100",
                "Parameter `group_limit` is 100; the maximum is 99.",
            ),
            (
                "highlight_affix_num_tokens",
                "201",
                "Parameter `highlight_affix_num_tokens` is 201; the maximum is 200.",
            ),
        ] {
            assert_eq!(read(&[(name, value)]).unwrap_err(), message);
        }
        assert!(read(&[("highlight_start_tag", &long[1..])]).is_ok());
        assert!(read(&[("facet_by", "url,type,language")]).is_ok());
    }

    #[test]
    fn groups_multiply_the_hits() {
        let params = read(&[("per_page", "250"), ("group_limit", "99")]).unwrap();
        assert_eq!(params.max_hits(), 250);
        let grouped = [
            ("per_page", "250"),
            ("group_limit", "99"),
            ("group_by", "url"),
        ];
        assert_eq!(read(&grouped).unwrap().max_hits(), 24_750);
    }

    #[test]
    fn infix_is_refused_in_the_words_of_typesense() {
        let refused = read(&[("infix", "off,always"), ("query_by", "anchor,content")]);
        assert_eq!(
            refused.unwrap_err(),
            "Could not find `content` in the infix index. Make sure to enable infix search by specifying `infix: true` in the schema."
        );
        assert!(read(&[("infix", "off")]).is_ok());
    }

    #[test]
    fn an_unknown_preset_is_ignored_as_typesense_does() {
        assert!(read(&[("preset", "listing")]).is_ok());
        assert!(read(&[("vector_query", "a")]).is_err());
    }
}
