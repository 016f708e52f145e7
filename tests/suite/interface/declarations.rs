//! The declarations of `bindery types`, and the type checker with components that use them.

use super::ui::install;
use crate::support::executable::bindery;
use crate::support::expected::root;
use libtest_mimic::Trial;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Links and data as they should be. Each line of [`WRONG`] has one mistake.
const RIGHT: &str = "import Link from '@theme/Link';
import numbers from '@site/data/numbers.json';

const computed: string = `/${numbers.name}`;

export default function Right() {
  return (
    <>
      <Link to=\"/\" />
      <Link to=\"/guide/first\" />
      <Link to=\"/guide/first?tab=a\" />
      <Link to=\"/guide/first#details\" />
      <Link to=\"#here\" />
      <Link href=\"https://example.org/x\" />
      <Link href=\"/logo.svg\" />
      <Link to={computed} />
      <Link to={`/guide/${numbers.name}`} />
      <Link to={numbers.count > 1 ? '/guide/first' : '/'} />
      {numbers.count + 1}
    </>
  );
}
";

const WRONG: &str = "import Link from '@theme/Link';
import numbers from '@site/data/numbers.json';

export const a = <Link to=\"/guide/frist\" />;
export const b = <Link to=\"/guide/first#detials\" />;
export const c = <Link href=\"/logo.png\" />;
export const d = numbers.nmae;
export const e: string = numbers.count;
export const f = <Link to={numbers.count > 1 ? '/guide/first' : '/guide/second'} />;
";

/// The beginning of each message about [`WRONG`].
const MESSAGES: [&str; 6] = [
    "components/Wrong.tsx(4,24): error TS2322: Type '\"/guide/frist\"' is not assignable to type '\"/guide/first\"",
    "components/Wrong.tsx(5,24): error TS2820: Type '\"/guide/first#detials\"' is not assignable to type '\"/guide/first\" | \"/guide/first#details\"",
    "components/Wrong.tsx(6,24): error TS2322: Type '\"/logo.png\"' is not assignable to type",
    "components/Wrong.tsx(7,26): error TS2339: Property 'nmae' does not exist",
    "components/Wrong.tsx(8,14): error TS2322: Type 'number' is not assignable to type 'string'",
    "components/Wrong.tsx(9,24): error TS2322: Type '\"/guide/first\" | \"/guide/second\"' is not assignable to type '\"/guide/first\"",
];

pub(crate) fn cases() -> Vec<Trial> {
    let case = || Ok(check_declarations()?);
    vec![Trial::test(
        "types::a_wrong_link_in_a_component_is_refused",
        case,
    )]
}

fn check_declarations() -> Result<(), String> {
    install()?;
    let tree = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = tree.path();
    write_tree(folder).map_err(|error| error.to_string())?;
    let output = bindery(&["types", &folder.to_string_lossy()])?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let found = type_errors(folder)?;
    let lines: Vec<&str> = found
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    let is_expected = lines.len() == MESSAGES.len()
        && lines
            .iter()
            .zip(MESSAGES)
            .all(|(line, start)| line.starts_with(start));
    if is_expected { Ok(()) } else { Err(found) }
}

fn write_tree(folder: &Path) -> std::io::Result<()> {
    let modules = root().join("ui/node_modules");
    let config = serde_json::json!({
        "extends": root().join("ui/tsconfig.json"),
        "compilerOptions": {"types": [], "typeRoots": [modules.join("@types")]},
        "include": ["components", "bindery.d.ts"],
    });
    let schema = serde_json::json!({
        "type": "object",
        "properties": {"count": {"type": "integer"}, "name": {"type": "string"}},
        "required": ["count", "name"],
        "additionalProperties": false,
    });
    for (path, text) in [
        (
            "site.toml",
            "title = \"T\"\nurl = \"https://example.org\"\n\n[[docs]]\nroute_base = \"/\"\n",
        ),
        ("docs/index.md", "# Home\n"),
        ("docs/guide/first.md", "# First\n\n## Details\n"),
        (
            "static/logo.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        ),
        ("data/numbers.json", "{\"count\": 1, \"name\": \"a\"}"),
        ("data/numbers.schema.json", &schema.to_string()),
        ("components/Right.tsx", RIGHT),
        ("components/Wrong.tsx", WRONG),
        ("tsconfig.json", &config.to_string()),
    ] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

fn type_errors(folder: &Path) -> Result<String, String> {
    let output = Command::new(root().join("ui/node_modules/.bin/tsc"))
        .args(["--noEmit", "--pretty", "false"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("tsc: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
