//! Reads single parameters: what is wrong is refused with its name, its value and the maximum.

use super::filter::{Fault, Filter};
use super::param_map::{Param, ParamMap};
use super::params::{
    MAX_FACETS, MAX_PER_PAGE, MAX_TAG, MAX_VALUE, Refusal, WITHOUT_EFFECT, refuse,
};
use crate::search::query::Leniency;
use crate::search::record::{Field, FieldSet};

/// Reads the parameters of a search by their names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'m> {
    pub(super) map: &'m ParamMap,
}

impl Reader<'_> {
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Refusal> {
        match self.map.get(name) {
            None | Some(Param::Null) => Ok(None),
            Some(Param::Text(text)) => {
                check_bytes(name, text, MAX_VALUE)?;
                Ok(Some(text.clone()))
            }
            Some(Param::Nested) => {
                Err(refuse(400, format!("Parameter `{name}` must be a string.")))
            }
        }
    }

    pub(super) fn tag(&self, name: &str, default: &str) -> Result<String, Refusal> {
        let tag = self.text(name)?.unwrap_or_else(|| default.to_owned());
        check_bytes(name, &tag, MAX_TAG)?;
        Ok(tag)
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<usize>, Refusal> {
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

    pub(super) fn list(&self, name: &str) -> Result<Vec<String>, Refusal> {
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
        fits: impl Fn(Field) -> bool,
    ) -> Result<Vec<Field>, Refusal> {
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

    pub(super) fn filter(&self) -> Result<Filter, Refusal> {
        let text = self.text("filter_by")?.unwrap_or_default();
        Filter::parse(&text).map_err(|fault| {
            let status = match fault {
                Fault::UnknownField(_) => 404,
                _ => 400,
            };
            refuse(status, fault.to_string())
        })
    }

    /// Of several, one for each field, the greatest.
    fn typos(&self) -> Result<u8, Refusal> {
        let mut most = None;
        for value in self.list("num_typos")? {
            let typos: u8 = value
                .parse()
                .map_err(|_| refuse(400, "Parameter `num_typos` must be a number from 0 to 2."))?;
            most = most.max(Some(typos.min(2)));
        }
        Ok(most.unwrap_or(2))
    }

    pub(super) fn per_page(&self) -> Result<usize, Refusal> {
        match self.map.contains_key("per_page") {
            true => self.at_most("per_page", 10, MAX_PER_PAGE),
            false => self.at_most("limit", 10, MAX_PER_PAGE),
        }
    }

    /// A number of hits or words, or the default.
    pub(super) fn at_most(&self, name: &str, default: usize, max: usize) -> Result<usize, Refusal> {
        match self.number(name)?.unwrap_or(default) {
            value if value > max => Err(refuse(
                422,
                format!("Parameter `{name}` is {value}; the maximum is {max}."),
            )),
            value => Ok(value),
        }
    }

    pub(super) fn group_by(&self) -> Result<Option<Field>, Refusal> {
        match self.fields("group_by", Field::is_facet)?.as_slice() {
            [] => Ok(None),
            [field] => Ok(Some(*field)),
            _ => Err(refuse(400, "Parameter `group_by` takes one field.")),
        }
    }

    pub(super) fn facets(&self) -> Result<Vec<Field>, Refusal> {
        let fields = self.fields("facet_by", Field::is_facet)?;
        for (at, field) in fields.iter().enumerate() {
            if fields[..at].contains(field) {
                let name = field.name();
                return Err(refuse(
                    400,
                    format!("Parameter `facet_by` names the field `{name}` more than once."),
                ));
            }
        }
        match fields.len() > MAX_FACETS {
            true => Err(refuse(
                400,
                format!(
                    "Parameter `facet_by` names {} fields; the maximum is {MAX_FACETS}.",
                    fields.len()
                ),
            )),
            false => Ok(fields),
        }
    }

    /// The fields of a list; names of other fields mean nothing.
    pub(super) fn known_fields(&self, name: &str) -> Result<FieldSet, Refusal> {
        let names = self.list(name)?;
        let fields = names.iter().filter_map(|name| Field::from_name(name));
        Ok(fields.collect())
    }

    pub(super) fn wanted(&self) -> Result<FieldSet, Refusal> {
        let included = match self.list("include_fields")?.is_empty() {
            true => FieldSet::ALL,
            false => self.known_fields("include_fields")?,
        };
        Ok(included.without(self.known_fields("exclude_fields")?))
    }

    pub(super) fn leniency(&self, fields: FieldSet) -> Result<Leniency, Refusal> {
        let prefixes = self.list("prefix")?;
        Ok(Leniency {
            prefix: prefixes.last().is_none_or(|value| value != "false"),
            typos: self.typos()?,
            text: fields.is_empty() || fields.contains(Field::Content),
        })
    }

    /// No field of the schema has `infix: true`.
    pub(super) fn check_infix(&self) -> Result<(), Refusal> {
        let values = self.list("infix")?;
        let Some(at) = values.iter().position(|value| value != "off") else {
            return Ok(());
        };
        let fields = self.list("query_by")?;
        let field = fields.get(at).or(fields.first());
        let name = field.map_or(Field::Content.name(), String::as_str);
        Err(refuse(
            400,
            format!(
                "Could not find `{name}` in the infix index. Make sure to enable infix search by specifying `infix: true` in the schema."
            ),
        ))
    }

    pub(super) fn refuse_others(&self, known: &[&str]) -> Result<(), Refusal> {
        let mut names = self.map.keys().map(String::as_str);
        let unknown = names.find(|name| !known.contains(name) && !WITHOUT_EFFECT.contains(name));
        match unknown {
            Some(name) => Err(refuse(400, format!("Parameter `{name}` is not supported."))),
            None => Ok(()),
        }
    }
}

/// Refuses a text that is longer than the maximum.
pub(super) fn check_bytes(name: &str, text: &str, max: usize) -> Result<(), Refusal> {
    match text.len() > max {
        true => Err(refuse(
            400,
            format!(
                "Parameter `{name}` has {} bytes; the maximum is {max}.",
                text.len()
            ),
        )),
        false => Ok(()),
    }
}
