//! Runs the bundler for one bundle (`ui/build.mjs`).

use super::inputs::{Inputs, interface_parts, write_values};
use super::{BUNDLER_HELP, Bundle, BundleOptions, absolute, run_bundler};
use crate::diagnostic::Diagnostics;
use crate::error::BuildError;
use crate::render::install::INSTALL_NODE;
use crate::system::process::{self, Run};
use crate::system::progress::{self, Stage};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The value of `BINDERY_DEV` for bundles that are made quickly and are larger.
pub(super) const PREVIEW: &str = "preview";

/// The bundle of a build if there is one, else one that is made as fast as a preview's. Their problems are the same.
///
/// # Errors
/// When Node or npm is missing or fails.
pub fn find_or_preview(
    options: &BundleOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Bundle, BuildError> {
    find_or_preview_with(process::node, options, sink)
}

pub(super) fn find_or_preview_with(
    node: fn() -> Command,
    options: &BundleOptions<'_>,
    sink: &mut Diagnostics,
) -> Result<Bundle, BuildError> {
    let of_build = match options.prebuilt {
        None => Inputs::of(options)?.find(options),
        Some(_) => None,
    };
    if let Some(bundle) = of_build {
        return Ok(bundle);
    }
    let options = &BundleOptions {
        dev: options.dev.or(Some(PREVIEW)),
        ..*options
    };
    run_bundler(options, &mut run_once(node), sink)
}

/// Bundles in a new process, which `node` starts.
pub(super) fn run_once(
    node: fn() -> Command,
) -> impl FnMut(&BundleOptions<'_>, &Path, &Path) -> Result<(), BuildError> {
    move |options, out, log| {
        progress::begin_long(Stage::Bundle);
        let input = write_values(options, out)?;
        let mut command = node();
        command
            .arg("build.mjs")
            .current_dir(options.ui)
            .env("BINDERY_OUT", absolute(out))
            .env("BINDERY_COMPONENTS", absolute(options.components))
            .env("BINDERY_TREE", absolute(options.tree))
            .env("BINDERY_INPUT", absolute(&input))
            .env_remove("BINDERY_DEV");
        if let Some(dev) = options.dev {
            let parts = interface_parts(options)?;
            command.env("BINDERY_DEV", dev);
            command.env("BINDERY_PARTS", absolute(&parts));
        }
        let run = Run {
            name: "`node build.mjs` in ui/",
            log,
            deadline: Duration::from_secs(1800),
            max_output: process::MAX_OUTPUT,
            help: BUNDLER_HELP,
            missing: INSTALL_NODE,
        };
        process::run(&mut command, &run)
    }
}
