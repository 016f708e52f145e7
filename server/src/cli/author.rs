//! The commands for authors, who edit a content folder. They link the compiler; without the feature `author` they are absent.

mod build;
mod build_options;
mod check;
mod content_folder;
mod dev;
mod explain;
mod import;
mod ledger;
mod lsp;
mod manual;
mod new;
mod progress;
mod schema;
mod types;

use super::AuthorTools;
use crate::table::Site;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum AuthorCommand {
    /// Check a content folder and show its diagnostics, without building
    Check(check::CheckFlags),
    /// Serve a content folder while you edit it, and update the open page after each change
    Dev(dev::DevFlags),
    /// Make one executable that serves a content folder
    Build(build::BuildFlags),
    /// Create a small content folder to start from
    New(new::NewFlags),
    /// Convert a Docusaurus configuration to a `site.toml`, and list the options that have no effect
    Import(import::ImportFlags),
    /// Explain a diagnostic code, such as `broken-link`, with examples
    Explain(explain::ExplainFlags),
    /// Show which addresses and heading ids are new or lost since the last release, or accept the new ones
    Ledger(ledger::LedgerFlags),
    /// Print or write the JSON Schemas of `site.toml`, front matter and `_category_.json`, for editors
    Schema(schema::SchemaFlags),
    /// Serve the manual, or print a page of it
    Manual(manual::ManualFlags),
    /// Write TypeScript declarations of the pages, anchors and data, so that `tsc` checks links and data in components
    Types(types::TypesFlags),
    /// Run the language server, which gives editors diagnostics, completion, links and corrections
    Lsp(lsp::LspFlags),
}

pub(super) fn run_author_command(command: &AuthorCommand, site: &Site, tools: AuthorTools) -> u8 {
    match command {
        AuthorCommand::Check(flags) => check::run_check(flags, tools),
        AuthorCommand::Dev(flags) => dev::run_dev(flags, tools),
        AuthorCommand::Build(flags) => build::run_build(flags, site, tools),
        AuthorCommand::New(flags) => new::run_new(flags),
        AuthorCommand::Import(flags) => import::run_import(flags),
        AuthorCommand::Explain(flags) => explain::run_explain(flags),
        AuthorCommand::Ledger(flags) => ledger::run_ledger(flags),
        AuthorCommand::Schema(flags) => schema::run_schema(flags),
        AuthorCommand::Manual(flags) => manual::run_manual(flags, tools),
        AuthorCommand::Types(flags) => types::run_types(flags),
        AuthorCommand::Lsp(flags) => lsp::run_lsp(flags),
    }
}
