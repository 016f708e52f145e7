//! Writes what was made: blob and manifest for cargo, a bundle for machines without Node.

use super::{BuildOptions, DRAWINGS_FOLDER, Made, Stores, Timings};
use crate::diagnostic::Diagnostic;
use crate::driver::report::{self, Clock, Counts};
use crate::error::BuildError;
use crate::pack::{self, Pack};
use crate::render::bundle::Bundle;
use crate::system::cache::Cache;
use crate::system::files::{self, Written};
use bindery_format::manifest::{BLOB_NAME, MANIFEST_NAME, TIMINGS_NAME};
use std::path::{Path, PathBuf};

/// Encodes, packs and writes; returns the manifest's path.
pub(super) fn write(
    options: &BuildOptions,
    stores: &Stores,
    made: &Made,
    problems: &[Diagnostic],
    mut clock: Clock,
) -> Result<PathBuf, BuildError> {
    let encoded = pack::encode_assets(&made.shelf, &stores.encodings);
    clock.lap("encode");
    let counts = Counts::of(&made.site, &made.shelf, problems);
    let report = report::write_report(&counts, &encoded.sizes);
    let pack = pack::pack_assets(&encoded, &report).map_err(|error| {
        let help = "this is a fault of Bindery; rename one of the pages meanwhile";
        BuildError::new(format!("cannot make the route table: {error}"), help)
    })?;
    let changed = write_pack(&options.out, &pack)?;
    if let Some(folder) = &options.prebuilt_out {
        write_prebuilt(folder, &made.bundle, &stores.drawings)?;
    }
    stores.drawings.prune();
    stores.encodings.prune();
    stores.pictures.prune();
    clock.lap("write");
    write_timings(options, stores, &clock, changed)?;
    Ok(options.out.join(MANIFEST_NAME))
}

fn write_pack(out: &Path, pack: &Pack) -> Result<Written, BuildError> {
    let blob = files::write_if_changed(&out.join(BLOB_NAME), &pack.blob)?;
    let text = pack.manifest.to_text();
    let manifest = files::write_if_changed(&out.join(MANIFEST_NAME), text.as_bytes())?;
    Ok(match (blob, manifest) {
        (Written::Unchanged, Written::Unchanged) => Written::Unchanged,
        _ => Written::Changed,
    })
}

/// The seconds stand in a file of their own, so that the blob stays reproducible; it is left alone when the blob is.
fn write_timings(
    options: &BuildOptions,
    stores: &Stores,
    clock: &Clock,
    changed: Written,
) -> Result<(), BuildError> {
    let path = options.out.join(TIMINGS_NAME);
    let text = match options.timings {
        Timings::Shown => clock.report(stores.drawings.written(), stores.encodings.written()),
        Timings::Hidden => String::new(),
    };
    if changed == Written::Changed || !path.exists() || text.is_empty() {
        files::write_if_changed(&path, text.as_bytes())?;
    }
    Ok(())
}

/// Writes a bundle with the drawings of this build, for `BINDERY_PREBUILT` where Node is missing.
///
/// # Errors
/// When the folder cannot be written.
pub fn write_prebuilt(folder: &Path, bundle: &Bundle, drawings: &Cache) -> Result<(), BuildError> {
    if std::path::absolute(folder).ok() != std::path::absolute(&bundle.folder).ok() {
        files::copy_tree(&bundle.folder, folder)?;
    }
    drawings.export(&folder.join(DRAWINGS_FOLDER))
}
