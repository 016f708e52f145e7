//! Components, their properties, and the texts that a property may have.

use super::{Item, Kind};
use crate::query::Query;
use crate::requests::props::type_text;
use bindery_compiler::markdown::{Prop, PropType};

pub(super) fn components(query: &Query<'_>) -> Vec<Item> {
    let components = query.snapshot.checked.components.iter();
    let items = components.map(|(name, props)| {
        let required = props.iter().flat_map(|props| &props.list);
        let required = required.filter(|prop| prop.is_required);
        let names: Vec<&str> = required.map(|prop| prop.name.as_str()).collect();
        Item::new(name, Kind::Class, names.join(", "))
    });
    items.collect()
}

pub(super) fn props(query: &Query<'_>, component: &str) -> Vec<Item> {
    let item = |prop: &Prop| {
        let is_text = prop
            .types
            .iter()
            .any(|one| matches!(one, PropType::String | PropType::StringLiteral(_)));
        let is_flag = prop.types == [PropType::Boolean];
        let text = match (is_text, is_flag) {
            (true, _) => format!("{}=\"", prop.name),
            (false, true) => prop.name.clone(),
            (false, false) => format!("{}={{", prop.name),
        };
        Item::new(text, Kind::Property, type_text(prop))
    };
    declared(query, component).map(item).collect()
}

pub(super) fn values(query: &Query<'_>, component: &str, name: &str) -> Vec<Item> {
    let prop = declared(query, component).find(|prop| prop.name == name);
    let types = prop.into_iter().flat_map(|prop| &prop.types);
    let texts = types.filter_map(|one| match one {
        PropType::StringLiteral(text) => Some(Item::new(text, Kind::Value, "")),
        _ => None,
    });
    texts.collect()
}

fn declared<'q>(query: &'q Query<'_>, component: &str) -> impl Iterator<Item = &'q Prop> {
    let props = query.snapshot.checked.components.get(component);
    props.into_iter().flatten().flat_map(|props| &props.list)
}
