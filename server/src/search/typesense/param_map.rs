//! Parses the parameters of searches from JSON.
//!
//! Each value is stored as text, whatever its JSON type; values nested deeper than a list are skipped. So a request takes
//! memory proportional to its length, whereas a tree of JSON values may take a hundred times as much.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// Searches of a request.
pub const MAX_SEARCHES: usize = 10;

/// The parameters of a search by name.
pub type ParamMap = BTreeMap<String, Param>;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// `null`: treated as absent.
    Null,
    /// A string, number, boolean, or a list of these joined with commas.
    Text(String),
    /// An object, or a list that holds one.
    Nested,
}

/// A list of searches, cut off at the maximum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Searches {
    /// The first searches; `None` for an item that is not an object.
    pub(super) list: Vec<Option<ParamMap>>,
    /// The number of searches, including those cut off.
    pub(super) count: usize,
}

/// The body of a `multi_search`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MultiSearchBody {
    /// `searches`: the inner value is `None` when it is not a list.
    pub(super) searches: Option<Option<Searches>>,
    /// The first unknown name.
    pub(super) unknown: Option<String>,
}

/// The methods of a visitor that accepts any scalar.
macro_rules! any_scalar {
    ($value:ty, $scalar:expr, $null:expr) => {
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a JSON value")
        }

        fn visit_bool<E>(self, value: bool) -> Result<$value, E> {
            Ok($scalar(value.to_string()))
        }

        fn visit_i64<E>(self, value: i64) -> Result<$value, E> {
            Ok($scalar(value.to_string()))
        }

        fn visit_u64<E>(self, value: u64) -> Result<$value, E> {
            Ok($scalar(value.to_string()))
        }

        fn visit_f64<E>(self, value: f64) -> Result<$value, E> {
            Ok($scalar(value.to_string()))
        }

        fn visit_str<E>(self, value: &str) -> Result<$value, E> {
            Ok($scalar(value.to_owned()))
        }

        fn visit_unit<E>(self) -> Result<$value, E> {
            Ok($null)
        }
    };
}

impl<'de> Deserialize<'de> for Param {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Param, D::Error> {
        struct ParamVisitor;
        impl<'de> Visitor<'de> for ParamVisitor {
            type Value = Param;
            any_scalar!(Param, Param::Text, Param::Null);

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Param, A::Error> {
                let (mut text, mut is_nested, mut count) = (String::new(), false, 0);
                while let Some(Scalar(item)) = list.next_element()? {
                    text.push_str(if count > 0 { "," } else { "" });
                    text.push_str(item.as_deref().unwrap_or_default());
                    is_nested |= item.is_none();
                    count += 1;
                }
                Ok(if is_nested {
                    Param::Nested
                } else {
                    Param::Text(text)
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Param, A::Error> {
                skip_map(map)?;
                Ok(Param::Nested)
            }
        }
        deserializer.deserialize_any(ParamVisitor)
    }
}

/// An item of a list, as text; `None` for lists and objects.
struct Scalar(Option<String>);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        struct ScalarVisitor;
        impl<'de> Visitor<'de> for ScalarVisitor {
            type Value = Scalar;
            any_scalar!(
                Scalar,
                |text| Scalar(Some(text)),
                Scalar(Some(String::new()))
            );

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Scalar, A::Error> {
                skip_list(list)?;
                Ok(Scalar(None))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Scalar, A::Error> {
                skip_map(map)?;
                Ok(Scalar(None))
            }
        }
        deserializer.deserialize_any(ScalarVisitor)
    }
}

/// One search; `None` for a value that is not an object.
struct Search(Option<ParamMap>);

impl<'de> Deserialize<'de> for Search {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Search, D::Error> {
        struct SearchVisitor;
        impl<'de> Visitor<'de> for SearchVisitor {
            type Value = Search;
            any_scalar!(Search, |_| Search(None), Search(None));

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Search, A::Error> {
                skip_list(list)?;
                Ok(Search(None))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Search, A::Error> {
                let mut params = ParamMap::new();
                while let Some((name, value)) = map.next_entry()? {
                    params.insert(name, value);
                }
                Ok(Search(Some(params)))
            }
        }
        deserializer.deserialize_any(SearchVisitor)
    }
}

/// A list of searches; `None` for a value that is not a list.
struct SearchList(Option<Searches>);

impl<'de> Deserialize<'de> for SearchList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SearchList, D::Error> {
        struct ListVisitor;
        impl<'de> Visitor<'de> for ListVisitor {
            type Value = SearchList;
            any_scalar!(SearchList, |_| SearchList(None), SearchList(None));

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SearchList, A::Error> {
                let mut searches = Searches::default();
                while searches.list.len() < MAX_SEARCHES {
                    let Some(Search(search)) = list.next_element()? else {
                        break;
                    };
                    searches.list.push(search);
                }
                searches.count = searches.list.len() + skip_list(list)?;
                Ok(SearchList(Some(searches)))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SearchList, A::Error> {
                skip_map(map)?;
                Ok(SearchList(None))
            }
        }
        deserializer.deserialize_any(ListVisitor)
    }
}

impl<'de> Deserialize<'de> for MultiSearchBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MultiSearchBody, D::Error> {
        struct MultiSearchBodyVisitor;
        impl<'de> Visitor<'de> for MultiSearchBodyVisitor {
            type Value = MultiSearchBody;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with `searches`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MultiSearchBody, A::Error> {
                let mut body = MultiSearchBody::default();
                while let Some(name) = map.next_key::<String>()? {
                    if name == "searches" {
                        body.searches = Some(map.next_value::<SearchList>()?.0);
                        continue;
                    }
                    let value = map.next_value::<Param>()?;
                    let is_off = name == "union" && value == Param::Text("false".to_owned());
                    if !is_off && body.unknown.is_none() {
                        body.unknown = Some(name);
                    }
                }
                Ok(body)
            }
        }
        deserializer.deserialize_map(MultiSearchBodyVisitor)
    }
}

/// Skips the rest of a list. Returns the number of skipped items.
fn skip_list<'de, A: SeqAccess<'de>>(mut list: A) -> Result<usize, A::Error> {
    let mut count = 0;
    while list.next_element::<IgnoredAny>()?.is_some() {
        count += 1;
    }
    Ok(count)
}

fn skip_map<'de, A: MapAccess<'de>>(mut map: A) -> Result<(), A::Error> {
    while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
    Ok(())
}

/// The searches in the text of a parameter; `None` when it is not a list.
pub(super) fn parse_searches(text: &str) -> Option<Searches> {
    let list: SearchList = serde_json::from_str(text).ok()?;
    list.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(text: &str) -> ParamMap {
        let text = format!("[{text}]");
        let searches = parse_searches(&text).unwrap();
        searches.list[0].clone().unwrap()
    }

    #[test]
    fn values_are_text_however_they_are_written() {
        let params = search(
            r#"{"a":"x","b":1,"c":true,"d":null,"e":["x",2,false],"f":{"g":[{}]},"h":[[1]],"i":-1.5}"#,
        );
        let text = |text: &str| Param::Text(text.to_owned());
        let selected = [
            ("a", text("x")),
            ("b", text("1")),
            ("c", text("true")),
            ("d", Param::Null),
            ("e", text("x,2,false")),
            ("f", Param::Nested),
            ("h", Param::Nested),
            ("i", text("-1.5")),
        ];
        let selected = selected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(params, ParamMap::from(selected));
    }

    #[test]
    fn no_more_searches_are_kept_than_the_maximum() {
        let text = format!("[{}]", vec!["{\"\":0}"; 9_000].join(","));
        let searches = parse_searches(&text).unwrap();
        assert_eq!((searches.list.len(), searches.count), (MAX_SEARCHES, 9_000));
    }

    #[test]
    fn what_is_no_search_keeps_its_place() {
        let searches = parse_searches(r#"[1,{"q":"x"},[{}],null]"#).unwrap();
        let are_objects: Vec<bool> = searches.list.iter().map(Option::is_some).collect();
        assert_eq!(are_objects, [false, true, false, false]);
        assert_eq!(parse_searches("{}"), None);
        assert_eq!(parse_searches("[1"), None);
    }

    #[test]
    fn unknown_names_of_a_body_are_reported() {
        let read = |text: &str| serde_json::from_str::<MultiSearchBody>(text);
        let body = read(r#"{"union":false,"searches":[],"x":{"y":[]},"z":1}"#).unwrap();
        assert_eq!(body.unknown.as_deref(), Some("x"));
        assert_eq!(body.searches, Some(Some(Searches::default())));
        assert_eq!(read(r#"{"searches":1}"#).unwrap().searches, Some(None));
        assert_eq!(
            read(r#"{"union":true}"#).unwrap().unknown.as_deref(),
            Some("union")
        );
        assert!(read("[]").is_err() && read("{").is_err());
    }
}
