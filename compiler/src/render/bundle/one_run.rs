//! Runs the bundler for one bundle (`ui/build.mjs`).

use super::inputs::{interface_parts, write_values};
use super::{BUNDLER_HELP, BundleOptions, absolute};
use crate::error::BuildError;
use crate::render::install::INSTALL_NODE;
use crate::system::process::{self, Run};
use crate::system::progress::{self, Stage};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

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
