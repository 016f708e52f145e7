//! The parameters of a search: those of Typesense that mean something here. All others are refused by name.

use super::fields::Field;
use super::filter::{self, Filter};
use super::query::Leniency;
use serde_json::{Map, Value};

/// Hits or groups of an answer.
pub const MOST_PER_PAGE: usize = 250;
/// Bytes of a query.
pub const MOST_QUERY: usize = 256;
/// Hits of a group.
const MOST_PER_GROUP: usize = 99;
/// Bytes of any other parameter.
const MOST_VALUE: usize = 8 * 1024;

/// Accepted, and without effect: they trade time for quality, or ask for what is the case anyway.
const WITHOUT_EFFECT: [&str; 14] = [
    "cache_ttl",
    "drop_tokens_threshold",
    "enable_highlight_v1",
    "enable_overrides",
    "enable_synonyms",
    "enable_typos_for_numerical_tokens",
    "exhaustive_search",
    "highlight_fields",
    "max_candidates",
    "prioritize_exact_match",
    "search_cutoff_ms",
    "typo_tokens_threshold",
    "use_cache",
    "x-typesense-user-id",
];

/// A refused search: status and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// As of HTTP.
    pub status: u16,
    /// What is wrong.
    pub message: String,
}

/// What a search asks for.
#[derive(Clone, Debug)]
pub struct Params {
    /// `collection`; empty when the address names it.
    pub collection: String,
    /// `q`.
    pub query: String,
    /// `filter_by`.
    pub filter: Filter,
    /// `group_by`.
    pub group_by: Option<Field>,
    /// `group_limit`.
    pub group_limit: usize,
    /// `page`, from 1.
    pub page: usize,
    /// `per_page`.
    pub per_page: usize,
    /// `include_fields`; all when empty.
    pub include: Vec<String>,
    /// `exclude_fields`.
    pub exclude: Vec<String>,
    /// `query_by`: what is marked; all that is searched when empty.
    pub fields: Vec<Field>,
    /// `highlight_full_fields`: `None` when not given.
    pub full: Option<Vec<String>>,
    /// `highlight_affix_num_tokens`.
    pub affix: usize,
    /// `snippet_threshold`.
    pub threshold: usize,
    /// `highlight_start_tag` and `highlight_end_tag`.
    pub tags: (String, String),
    /// `facet_by`.
    pub facets: Vec<Field>,
    /// `max_facet_values`.
    pub most_facets: usize,
    /// `prefix`, `num_typos`, and whether texts are searched.
    pub leniency: Leniency,
}

impl Params {
    /// Reads the parameters of one search.
    ///
    /// # Errors
    /// The first one that is wrong, or means nothing here.
    pub fn read(map: &Map<String, Value>) -> Result<Params, Refusal> {
        let mut reader = Reader { map };
        let query = reader
            .text("q")?
            .ok_or_else(|| refuse(400, "Parameter `q` is required."))?;
        if query.len() > MOST_QUERY {
            return Err(refuse(
                400,
                format!("Parameter `q` is longer than {MOST_QUERY} bytes."),
            ));
        }
        reader.refuse_others()?;
        reader.check_order()?;
        let fields = reader.fields("query_by", Field::is_searched)?;
        let leniency = Leniency {
            prefix: reader
                .list("prefix")?
                .last()
                .is_none_or(|value| value != "false"),
            typos: reader.typos()?,
            text: fields.is_empty() || fields.contains(&Field::Content),
        };
        let group_by = reader.fields("group_by", Field::is_facet)?;
        if group_by.len() > 1 {
            return Err(refuse(400, "Parameter `group_by` takes one field."));
        }
        let per_page = match reader.number("per_page")? {
            Some(number) => Some(number),
            None => reader.number("limit")?,
        };
        Ok(Params {
            collection: reader.text("collection")?.unwrap_or_default(),
            query,
            filter: reader.filter()?,
            group_by: group_by.first().copied(),
            group_limit: at_most(
                reader.number("group_limit")?,
                3,
                MOST_PER_GROUP,
                "group_limit",
            )?,
            page: reader.number("page")?.unwrap_or(1).max(1),
            per_page: at_most(per_page, 10, MOST_PER_PAGE, "per_page")?,
            include: reader.list("include_fields")?,
            exclude: reader.list("exclude_fields")?,
            fields,
            full: match map.contains_key("highlight_full_fields") {
                true => Some(reader.list("highlight_full_fields")?),
                false => None,
            },
            affix: reader
                .number("highlight_affix_num_tokens")?
                .unwrap_or(4)
                .min(200),
            threshold: reader.number("snippet_threshold")?.unwrap_or(30),
            tags: (
                reader
                    .text("highlight_start_tag")?
                    .unwrap_or_else(|| "<mark>".to_owned()),
                reader
                    .text("highlight_end_tag")?
                    .unwrap_or_else(|| "</mark>".to_owned()),
            ),
            facets: reader.fields("facet_by", Field::is_facet)?,
            most_facets: reader
                .number("max_facet_values")?
                .unwrap_or(10)
                .min(MOST_PER_PAGE),
            leniency,
        })
    }
}

/// A refusal.
pub(super) fn refuse(status: u16, message: impl Into<String>) -> Refusal {
    Refusal {
        status,
        message: message.into(),
    }
}

fn at_most(
    value: Option<usize>,
    default: usize,
    most: usize,
    name: &str,
) -> Result<usize, Refusal> {
    match value.unwrap_or(default) {
        value if value > most => Err(refuse(
            422,
            format!("Only up to {most} hits can be fetched: `{name}` is {value}."),
        )),
        value => Ok(value),
    }
}

struct Reader<'m> {
    map: &'m Map<String, Value>,
}

impl Reader<'_> {
    /// A value as text, however JSON or an address writes it.
    fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        let text = match self.map.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Bool(flag)) => flag.to_string(),
            Some(Value::Array(list)) => {
                let list = list.iter().map(|item| item.as_str().unwrap_or_default());
                list.collect::<Vec<_>>().join(",")
            }
            Some(Value::Object(_)) => {
                return Err(refuse(400, format!("Parameter `{name}` must be a string.")));
            }
        };
        match text.len() > MOST_VALUE {
            true => Err(refuse(400, format!("Parameter `{name}` is too long."))),
            false => Ok(Some(text)),
        }
    }

    fn number(&mut self, name: &str) -> Result<Option<usize>, Refusal> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let number = text.trim().parse();
        number.map(Some).map_err(|_| {
            refuse(
                400,
                format!("Parameter `{name}` must be an unsigned integer."),
            )
        })
    }

    fn list(&mut self, name: &str) -> Result<Vec<String>, Refusal> {
        let text = self.text(name)?.unwrap_or_default();
        let items = text.split(',').map(str::trim);
        Ok(items
            .filter(|item| !item.is_empty())
            .map(str::to_owned)
            .collect())
    }

    fn fields(&mut self, name: &str, fits: impl Fn(Field) -> bool) -> Result<Vec<Field>, Refusal> {
        let names = self.list(name)?;
        let fields = names.iter().map(|own| {
            let field = Field::from_name(own).ok_or_else(|| {
                refuse(
                    404,
                    format!("Could not find a field named `{own}` in the schema."),
                )
            })?;
            match fits(field) {
                true => Ok(field),
                false => Err(refuse(
                    400,
                    format!("Parameter `{name}` cannot name the field `{own}`."),
                )),
            }
        });
        fields.collect()
    }

    fn filter(&mut self) -> Result<Filter, Refusal> {
        let text = self.text("filter_by")?.unwrap_or_default();
        Filter::parse(&text).map_err(|fault| {
            let status = match fault {
                filter::Fault::UnknownField(_) => 404,
                filter::Fault::Malformed(_) => 400,
            };
            refuse(status, fault.to_string())
        })
    }

    /// Of several, one for each field, the greatest.
    fn typos(&mut self) -> Result<u8, Refusal> {
        let mut most = None;
        for value in self.list("num_typos")? {
            let typos: u8 = value
                .parse()
                .map_err(|_| refuse(400, "Parameter `num_typos` must be a number from 0 to 2."))?;
            most = most.max(Some(typos.min(2)));
        }
        Ok(most.unwrap_or(2))
    }

    /// The best first is the only order there is; the priority decides between equals.
    fn check_order(&mut self) -> Result<(), Refusal> {
        for part in self.list("sort_by")? {
            let (name, order) = part.split_once(':').unwrap_or((&part, ""));
            let name = name.split('(').next().unwrap_or_default();
            if !matches!(name, "_text_match" | "item_priority")
                || !order.trim_end_matches(')').ends_with("desc")
            {
                let help = "`_text_match:desc` and `item_priority:desc` can be sorted by";
                return Err(refuse(
                    400,
                    format!("Parameter `sort_by` does not support `{part}`; {help}."),
                ));
            }
        }
        Ok(())
    }

    fn refuse_others(&self) -> Result<(), Refusal> {
        const KNOWN: [&str; 23] = [
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
        let mut names = self.map.keys().map(String::as_str);
        let unknown = names.find(|name| !KNOWN.contains(name) && !WITHOUT_EFFECT.contains(name));
        match unknown {
            Some(name) => Err(refuse(400, format!("Parameter `{name}` is not supported."))),
            None => Ok(()),
        }
    }
}
