use super::*;
use serde_json::json;

fn check(schema: Value, value: Value) -> Vec<String> {
    let schema = Schema::new(&schema).unwrap();
    let errors = schema.validate(&value);
    let segment = |segment: &PathSegment| match segment {
        PathSegment::Key(name) => format!("/{name}"),
        PathSegment::Index(at) => format!("/{at}"),
    };
    let show = |error: ValidationError| {
        let path: String = error.path.iter().map(segment).collect();
        let help = error.help.map_or(String::new(), |help| format!("; {help}"));
        format!("{path}: {}{help}", error.message)
    };
    errors.into_iter().map(show).collect()
}

fn is_right(schema: Value, right: &[Value], wrong: &[Value]) {
    for value in right {
        assert_eq!(
            check(schema.clone(), value.clone()),
            [""; 0],
            "{schema} {value}"
        );
    }
    for value in wrong {
        assert_ne!(
            check(schema.clone(), value.clone()),
            [""; 0],
            "{schema} {value}"
        );
    }
}

#[test]
fn keywords_of_single_values_take_and_refuse() {
    is_right(
        json!({"type": "integer"}),
        &[json!(1), json!(2.0)],
        &[json!(1.5), json!("1")],
    );
    is_right(
        json!({"type": ["string", "null"]}),
        &[json!("a"), json!(null)],
        &[json!(1)],
    );
    is_right(
        json!({"enum": [1, "a"]}),
        &[json!(1), json!("a")],
        &[json!(2)],
    );
    is_right(
        json!({"const": {"a": 1}}),
        &[json!({"a": 1})],
        &[json!({"a": 2})],
    );
    is_right(
        json!({"minimum": 1, "exclusiveMaximum": 3}),
        &[json!(1), json!(2.9), json!("x")],
        &[json!(0), json!(3)],
    );
    is_right(json!({"multipleOf": 0.1}), &[json!(0.3)], &[json!(0.35)]);
    is_right(
        json!({"minLength": 2, "maxLength": 3}),
        &[json!("é1"), json!("abc")],
        &[json!("é"), json!("abcd")],
    );
    is_right(
        json!({"pattern": "^/[a-z]"}),
        &[json!("/ab")],
        &[json!("ab"), json!("/A")],
    );
}

#[test]
fn keywords_of_lists_take_and_refuse() {
    is_right(
        json!({"items": {"type": "number"}, "minItems": 1, "maxItems": 2}),
        &[json!([1])],
        &[json!([]), json!(["a"]), json!([1, 2, 3])],
    );
    is_right(
        json!({"prefixItems": [{"const": 1}], "items": false}),
        &[json!([1]), json!([])],
        &[json!([2]), json!([1, 2])],
    );
    is_right(
        json!({"uniqueItems": true}),
        &[json!([1, 2])],
        &[json!([1, 1])],
    );
    is_right(
        json!({"contains": {"const": 1}, "maxContains": 1}),
        &[json!([1, 2])],
        &[json!([2]), json!([1, 1])],
    );
}

#[test]
fn keywords_of_objects_take_and_refuse() {
    is_right(
        json!({"required": ["a"], "minProperties": 2}),
        &[json!({"a": 1, "b": 2})],
        &[json!({"b": 1}), json!({"a": 1})],
    );
    is_right(
        json!({"additionalProperties": {"type": "number"}, "properties": {"a": {}}}),
        &[json!({"a": "x", "b": 1})],
        &[json!({"b": "x"})],
    );
    is_right(
        json!({"patternProperties": {"^x": {"type": "number"}}, "additionalProperties": false}),
        &[json!({"x1": 1})],
        &[json!({"x1": "a"}), json!({"y": 1})],
    );
    is_right(
        json!({"propertyNames": {"pattern": "^[a-z]+$"}}),
        &[json!({"a": 1})],
        &[json!({"A": 1})],
    );
    is_right(
        json!({"dependentRequired": {"a": ["b"]}}),
        &[json!({"b": 1}), json!({"a": 1, "b": 1})],
        &[json!({"a": 1})],
    );
    is_right(
        json!({"dependentSchemas": {"a": {"required": ["b"]}}}),
        &[json!({})],
        &[json!({"a": 1})],
    );
}

#[test]
fn combinations_take_and_refuse() {
    is_right(
        json!({"allOf": [{"minimum": 1}, {"maximum": 2}]}),
        &[json!(1)],
        &[json!(0), json!(3)],
    );
    is_right(
        json!({"anyOf": [{"type": "string"}, {"minimum": 5}]}),
        &[json!("a"), json!(6)],
        &[json!(1)],
    );
    is_right(
        json!({"oneOf": [{"minimum": 1}, {"minimum": 5}]}),
        &[json!(2)],
        &[json!(0), json!(6)],
    );
    is_right(
        json!({"not": {"type": "string"}}),
        &[json!(1)],
        &[json!("a")],
    );
    is_right(
        json!({"if": {"type": "number"}, "then": {"minimum": 1}, "else": {"type": "string"}}),
        &[json!(1), json!("a")],
        &[json!(0), json!([])],
    );
    is_right(
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "type": "array"}}}),
        &[json!([[[]]])],
        &[json!([[1]])],
    );
    is_right(json!(true), &[json!(1)], &[]);
    is_right(json!(false), &[], &[json!(1)]);
}

#[test]
fn errors_have_a_path_and_help() {
    let schema = json!({
        "properties": {"element": {"enum": ["Anemo", "Cryo"]}, "rows": {"items": {"type": "number"}}},
        "required": ["name"], "additionalProperties": false,
    });
    let errors = check(
        schema,
        json!({"element": "Cyro", "rows": [1, "2"], "elemnt": 1}),
    );
    assert_eq!(
        errors,
        [
            "/element: `Cyro` is not among the values that the schema lists; did you mean `Cryo`?",
            "/elemnt: the schema has no key `elemnt` here; did you mean `element`?",
            "/rows/1: this is a string, not a number",
            ": `name` is missing here",
        ]
    );
}

#[test]
fn of_several_forms_the_nearest_is_told() {
    let schema = json!({"anyOf": [{"type": "number"}, {"const": "3sig"}, {"items": {"type": "integer"}, "type": "array"}]});
    assert_eq!(
        check(schema.clone(), json!("4sig")),
        [": this is a string, not a number or `\"3sig\"` or a list"]
    );
    assert_eq!(
        check(schema, json!([1, "x"])),
        ["/1: this is a string, not a whole number"]
    );
}

#[test]
fn an_invalid_schema_is_an_error() {
    let refused = |schema: Value| {
        let errors = Schema::new(&schema).map(|_| ()).unwrap_err();
        let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
        messages.join("\n")
    };
    assert_eq!(
        refused(json!({"items": {"tpye": "x"}})),
        "the keyword `tpye` is not known; did you mean `type`?"
    );
    assert!(refused(json!({"pattern": "("})).contains("no regular expression"));
    assert_eq!(
        refused(json!({"$ref": "#/$defs/none"})),
        "`#/$defs/none` leads to nothing in this schema"
    );
}

/// The errors of a schema.
fn messages(schema: &Value) -> Vec<String> {
    let errors = Schema::new(schema).map(|_| ()).unwrap_err();
    errors.into_iter().map(|error| error.message).collect()
}

#[test]
fn all_errors_of_a_schema_are_found() {
    let schema = json!({"type": "nmber", "minimum": "x", "items": {"type": ["string", "nul"]}});
    assert_eq!(
        messages(&schema),
        [
            "there is no type `nul`; did you mean `null`?",
            "the keyword `minimum` needs a number",
            "there is no type `nmber`; did you mean `number`?",
        ]
    );
}

#[test]
fn a_keyword_with_a_wrong_value_is_an_error() {
    for (schema, message) in [
        (
            json!({"type": 1}),
            "a type is a string, not 1; the types are `array`, `boolean`, `integer`, `null`, `number`, \
             `object`, `string`",
        ),
        (
            json!({"pattern": 1}),
            "the keyword `pattern` needs a string",
        ),
        (
            json!({"multipleOf": 0}),
            "the keyword `multipleOf` needs a number above 0",
        ),
        (
            json!({"minItems": -1}),
            "the keyword `minItems` needs a whole number from 0",
        ),
        (
            json!({"uniqueItems": "yes"}),
            "the keyword `uniqueItems` needs `true` or `false`",
        ),
        (
            json!({"enum": "a"}),
            "the keyword `enum` needs a list of values",
        ),
        (
            json!({"required": "a"}),
            "the keyword `required` needs a list of keys",
        ),
        (
            json!({"dependentRequired": {"a": "b"}}),
            "the keyword `dependentRequired` needs an object with a list of keys for each key",
        ),
        (
            json!({"properties": []}),
            "the keyword `properties` needs an object with a schema for each key",
        ),
        (
            json!({"anyOf": []}),
            "the keyword `anyOf` needs a list with one schema or more",
        ),
        (
            json!({"properties": {"a": "string"}}),
            "a schema is needed here: an object, `true` or `false`",
        ),
    ] {
        assert_eq!(messages(&schema), [message], "{schema}");
    }
}

#[test]
fn what_no_keyword_evaluates_is_found() {
    let number = json!({"type": "number"});
    let schema = json!({
        "allOf": [{"properties": {"a": number}}],
        "anyOf": [
            {"properties": {"b": number}, "required": ["b"]},
            {"properties": {"c": number}, "required": ["c"]},
            true,
        ],
        "patternProperties": {"^x": number},
        "$ref": "#/$defs/d",
        "$defs": {"d": {"properties": {"d": number}}},
        "if": {"required": ["e"], "properties": {"e": {"const": 1}}},
        "then": {"properties": {"f": number}},
        "unevaluatedProperties": false,
    });
    is_right(
        schema.clone(),
        &[
            json!({}),
            json!({"a": 1, "b": 2, "d": 3, "x1": 4}),
            json!({"b": 1, "c": 2}),
            json!({"e": 1, "f": 2}),
        ],
        &[json!({"g": 1}), json!({"f": 2}), json!({"e": 2})],
    );
    let message = "/aa: the schema has no key `aa` here; did you mean `a`?";
    assert_eq!(check(schema, json!({"aa": 1})), [message]);
    is_right(
        json!({"properties": {"a": true}, "unevaluatedProperties": {"type": "string"}}),
        &[json!({"a": 1, "b": "c"})],
        &[json!({"b": 1})],
    );
    is_right(
        json!({"allOf": [{"prefixItems": [true]}], "contains": {"const": 7}, "unevaluatedItems": false}),
        &[json!([1, 7]), json!([7])],
        &[json!([1, 7, 2])],
    );
    is_right(
        json!({"allOf": [{"additionalProperties": true}], "unevaluatedProperties": false}),
        &[json!({"a": 1})],
        &[],
    );
    let nested = json!({"$ref": "#", "unevaluatedProperties": false});
    is_right(nested, &[json!({})], &[]);
}
