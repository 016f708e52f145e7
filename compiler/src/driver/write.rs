//! Writes the results of a build: blob and manifest for cargo, a bundle for machines without Node.

use super::Timings;
use super::stages::{BuiltSite, RENDERED_FOLDER, StageInputs};
use crate::diagnostic::Diagnostic;
use crate::driver::report::{self, Clock, Counts};
use crate::error::BuildError;
use crate::pack::{self, BodyHashes, Pack, SiteOutput, StaticStorage};
use crate::render::bundle::{self, Bundle, INTERFACE_NAME};
use crate::system::cache::Cache;
use crate::system::files::{self, WriteOutcome};
use bindery_format::manifest::{BLOB_NAME, MANIFEST_NAME, TIMINGS_NAME};
use std::path::{Path, PathBuf};

/// Encodes, packs and writes; returns the manifest's path.
pub(super) fn write(
    inputs: &StageInputs<'_>,
    built: &BuiltSite,
    problems: &[Diagnostic],
    mut clock: Clock,
) -> Result<PathBuf, BuildError> {
    let encoded = pack::encode_assets(&built.output, &inputs.stores.encodings);
    clock.lap("encode");
    let counts = Counts::of(&built.site, inputs.tree, &built.output, problems);
    let report = report::write_report(&counts, &encoded.sizes);
    let storage = match inputs.options.static_files {
        Some(_) => StaticStorage::External,
        None => StaticStorage::Embedded,
    };
    let hashes = BodyHashes::default();
    let pack = pack::pack_assets(&encoded, &report, storage, &hashes).map_err(|error| {
        let help = "this is a bug in Bindery; rename one of the pages meanwhile";
        BuildError::new(format!("cannot make the route table: {error}"), help)
    })?;
    if let Some(folder) = &inputs.options.static_files {
        pack::static_files::write(folder, &pack.static_files)?;
    }
    let changed = write_pack(&inputs.options.out, &pack, &built.output)?;
    let interface = bundle::packed_interface(&built.bundle)?;
    files::write_if_changed(&inputs.options.out.join(INTERFACE_NAME), &interface)?;
    if let Some(folder) = &inputs.options.prebuilt_out {
        write_prebuilt(folder, &built.bundle, &inputs.stores.rendered)?;
    }
    let stores = inputs.stores;
    for cache in [&stores.rendered, &stores.encodings, &stores.images] {
        cache.prune();
    }
    clock.lap("write");
    write_timings(inputs, &clock, changed)?;
    Ok(inputs.options.out.join(MANIFEST_NAME))
}

fn write_pack(
    out: &Path,
    pack: &Pack<'_>,
    output: &SiteOutput,
) -> Result<WriteOutcome, BuildError> {
    let blob = files::write_parts_if_changed(&out.join(BLOB_NAME), pack.blob.iter())?;
    let text = pack.manifest(output).to_text();
    let manifest = files::write_if_changed(&out.join(MANIFEST_NAME), text.as_bytes())?;
    Ok(match (blob, manifest) {
        (WriteOutcome::Unchanged, WriteOutcome::Unchanged) => WriteOutcome::Unchanged,
        _ => WriteOutcome::Changed,
    })
}

/// Writes the durations into a separate file, so that the blob stays reproducible. When blob and manifest did not
/// change, an existing file stays.
fn write_timings(
    inputs: &StageInputs<'_>,
    clock: &Clock,
    changed: WriteOutcome,
) -> Result<(), BuildError> {
    let StageInputs {
        options, stores, ..
    } = *inputs;
    let path = options.out.join(TIMINGS_NAME);
    let text = match options.timings {
        Timings::Shown => clock.report(stores.rendered.written(), stores.encodings.written()),
        Timings::Hidden => String::new(),
    };
    if changed == WriteOutcome::Changed || !path.exists() || text.is_empty() {
        files::write_if_changed(&path, text.as_bytes())?;
    }
    Ok(())
}

/// Writes a bundle with the rendered HTML of this build, for `BINDERY_PREBUILT` where Node is missing.
///
/// # Errors
/// When the folder cannot be written.
pub fn write_prebuilt(folder: &Path, bundle: &Bundle, rendered: &Cache) -> Result<(), BuildError> {
    if std::path::absolute(folder).ok() != std::path::absolute(&bundle.folder).ok() {
        files::copy_tree(&bundle.folder, folder)?;
    }
    rendered.export(&folder.join(RENDERED_FOLDER))
}
