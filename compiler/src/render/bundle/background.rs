//! Runs the bundler of a preview in a thread, so that an edit of a text never waits for it: until the new bundle is
//! there, the builds use the last one.

use super::input_cache::InputCache;
use super::inputs::{Inputs, hash_files};
use super::session::BundlerSession;
use super::{Bundle, BundleOptions, PREVIEW, run_bundler, run_rollup, sources, unpack};
use crate::diagnostic::Diagnostics;
use crate::error::BuildError;
use crate::system::process;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

type RunBundler = dyn Fn(&BundleOptions<'_>) -> Result<Bundle, BuildError> + Send + Sync;

/// The last bundle of a preview, and the bundler that makes the next one.
#[derive(Clone)]
pub struct BackgroundBundler {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    files: Mutex<InputCache>,
    run: Box<RunBundler>,
    on_end: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

#[derive(Debug, Default)]
struct State {
    last: Option<Bundle>,
    /// The hash of the inputs of `last`, if it was found in the cache.
    last_hash: Option<String>,
    is_running: bool,
    /// The inputs that could not be bundled, by their hash, and the reason.
    failure: Option<(String, BuildError)>,
}

impl fmt::Debug for BackgroundBundler {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_struct("BackgroundBundler");
        debug.field("state", &self.shared.state).finish()
    }
}

impl Default for BackgroundBundler {
    fn default() -> Self {
        let session = Mutex::new(BundlerSession::default());
        Self::new(move |options| {
            if options.dev != Some(PREVIEW) {
                return run_rollup(options, &mut Diagnostics::new());
            }
            let mut session = session.lock().expect("BUG: a bundler panicked");
            let mut make = |options: &BundleOptions<'_>, out: &Path, log: &Path| {
                session.make(options, process::node, out, log)
            };
            run_bundler(options, &mut make, &mut Diagnostics::new())
        })
    }
}

impl BackgroundBundler {
    fn new(
        run: impl Fn(&BundleOptions<'_>) -> Result<Bundle, BuildError> + Send + Sync + 'static,
    ) -> Self {
        let shared = Shared {
            state: Mutex::default(),
            files: Mutex::default(),
            run: Box::new(run),
            on_end: OnceLock::new(),
        };
        BackgroundBundler {
            shared: Arc::new(shared),
        }
    }

    /// Sets the function that is called, once, whenever the bundler has ended in the background: the next build gets its
    /// result.
    pub fn set_on_end(&self, on_end: impl Fn() + Send + Sync + 'static) {
        let _ = self.shared.on_end.set(Box::new(on_end));
    }

    /// The reason why the last bundle is older than the files.
    #[must_use]
    pub fn failure(&self) -> Option<BuildError> {
        let state = self.shared.lock();
        state.failure.as_ref().map(|(_, error)| error.clone())
    }

    /// Lets the next build bundle the inputs again that could not be bundled.
    pub fn forget_failure(&self) {
        self.shared.lock().failure = None;
    }

    /// Whether the bundler runs in the background.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.shared.lock().is_running
    }

    /// The bundle of the files as they are now, or the last one while the bundler makes it. The first one is waited for. A
    /// build's bundle is taken if there is one.
    ///
    /// # Errors
    /// When there is no bundle yet, and none can be made.
    pub fn bundle(&self, options: &BundleOptions<'_>) -> Result<Bundle, BuildError> {
        let mut cache = self.shared.files.lock().expect("BUG: a bundler panicked");
        cache.begin();
        let files = hash_files(options, &mut cache)?;
        if let Some(bundle) = self.find(&Inputs::of_files(&files, options), options, &mut cache) {
            return Ok(bundle);
        }
        let options = &BundleOptions {
            dev: options.dev.or(Some(PREVIEW)),
            ..*options
        };
        let inputs = Inputs::of_files(&files, options);
        if let Some(bundle) = self.find(&inputs, options, &mut cache) {
            return Ok(bundle);
        }
        drop(cache);
        let mut state = self.shared.lock();
        let Some(last) = state.last.clone() else {
            drop(state);
            let bundle = (self.shared.run)(options)?;
            self.shared.lock().last = Some(bundle.clone());
            return Ok(bundle);
        };
        let has_failed = matches!(&state.failure, Some((hash, _)) if *hash == inputs.hash);
        if !has_failed && !state.is_running {
            state.failure = None;
            state.is_running = true;
            drop(state);
            self.start(options, inputs.hash);
        }
        Ok(last)
    }

    /// The bundle that an executable carries, which is unpacked once.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn unpacked(&self, packed: &[u8]) -> Result<Bundle, BuildError> {
        let mut state = self.shared.lock();
        if let Some(bundle) = &state.last {
            return Ok(bundle.clone());
        }
        let bundle = unpack(packed)?;
        state.last = Some(bundle.clone());
        Ok(bundle)
    }

    /// The bundle of these inputs: the last one, without reading it again, or one in the cache.
    fn find(
        &self,
        inputs: &Inputs,
        options: &BundleOptions<'_>,
        cache: &mut InputCache,
    ) -> Option<Bundle> {
        let mut state = self.shared.lock();
        let is_last = state.last_hash.as_ref() == Some(&inputs.hash);
        let last = state.last.clone().filter(|_| is_last);
        let bundle = match last {
            Some(last) if sources::are_unchanged(&last.folder, options.tree, cache) => last,
            Some(_) => {
                // The next bundle of these inputs is written into the same folder, whose sources are then unchanged.
                state.last_hash = None;
                return None;
            }
            None => inputs.find(options)?,
        };
        state.last = Some(bundle.clone());
        state.last_hash = Some(inputs.hash.clone());
        state.failure = None;
        Some(bundle)
    }

    fn start(&self, options: &BundleOptions<'_>, hash: String) {
        let (shared, owned) = (Arc::clone(&self.shared), OwnedOptions::from(options));
        std::thread::spawn(move || {
            let result = (shared.run)(&owned.borrowed());
            let mut state = shared.lock();
            state.is_running = false;
            state.failure = result.err().map(|error| (hash, error));
            drop(state);
            if let Some(on_end) = shared.on_end.get() {
                on_end();
            }
        });
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("BUG: a bundler panicked")
    }
}

/// Owned [`BundleOptions`], for another thread. A preview has no prebuilt bundle.
struct OwnedOptions {
    ui: PathBuf,
    components: PathBuf,
    tree: PathBuf,
    modules: Vec<String>,
    site: String,
    cache: PathBuf,
    dev: Option<String>,
}

impl From<&BundleOptions<'_>> for OwnedOptions {
    fn from(options: &BundleOptions<'_>) -> Self {
        OwnedOptions {
            ui: options.ui.to_owned(),
            components: options.components.to_owned(),
            tree: options.tree.to_owned(),
            modules: options.modules.to_owned(),
            site: options.site.to_owned(),
            cache: options.cache.to_owned(),
            dev: options.dev.map(str::to_owned),
        }
    }
}

impl OwnedOptions {
    fn borrowed(&self) -> BundleOptions<'_> {
        BundleOptions {
            ui: &self.ui,
            components: &self.components,
            tree: &self.tree,
            modules: &self.modules,
            site: &self.site,
            cache: &self.cache,
            prebuilt: None,
            dev: self.dev.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{interface, options_without_tree, run_in_shell};
    use super::*;
    use std::fs;
    use std::path::Path;
    use std::sync::mpsc;

    /// An alias may lead to a file that is no input: the hash of the inputs stays the same when it changes.
    #[test]
    fn a_bundle_whose_sources_changed_is_not_taken_from_memory() {
        let folder = tempfile::tempdir().unwrap();
        let (ui, tree) = (folder.path().join("ui"), folder.path().join("tree"));
        interface(&ui);
        let source = tree.join("lib/own.js");
        let build = fs::read_to_string(ui.join("build.mjs")).unwrap();
        let build = build
            .replace("cp src/a.ts", &format!("cp '{}'", source.display()))
            .replace("'{", "'{\"sources\":[\"lib/own.js\"],");
        fs::write(ui.join("build.mjs"), build).unwrap();
        fs::create_dir_all(tree.join("lib")).unwrap();
        fs::write(&source, "first").unwrap();
        let options = BundleOptions {
            ui: &ui,
            components: Path::new("/nowhere"),
            tree: &tree,
            modules: &[],
            site: "{}",
            cache: &folder.path().join("cache"),
            prebuilt: None,
            dev: None,
        };
        let bundler =
            BackgroundBundler::new(|options| run_in_shell(options, &mut Diagnostics::new()));
        let (ended, ends) = mpsc::channel();
        bundler.set_on_end(move || ended.send(()).unwrap());

        let first = bundler.bundle(&options).unwrap();
        for _ in 0..2 {
            assert_eq!(bundler.bundle(&options).unwrap(), first);
        }
        let reads = || bundler.shared.files.lock().unwrap().reads();
        let before = reads();
        bundler.shared.files.lock().unwrap().settle();
        assert_eq!(bundler.bundle(&options).unwrap(), first);
        assert_eq!(reads(), before, "no file was read again");
        assert!(!bundler.is_running());
        fs::write(&source, "second").unwrap();
        assert_eq!(bundler.bundle(&options).unwrap(), first);
        ends.recv().unwrap();
        let second = bundler.bundle(&options).unwrap();
        assert_ne!(second.build_id, first.build_id);
        assert_eq!(second.folder, first.folder);
    }

    #[test]
    fn builds_get_the_last_bundle_while_the_next_one_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let ui = folder.path().join("ui");
        interface(&ui);
        let cache = folder.path().join("cache");
        let options = options_without_tree(&ui, &cache);
        // Each run but the first waits until the case lets it go on.
        let (go, gate) = mpsc::sync_channel(1);
        let gate = Mutex::new(gate);
        let bundler = BackgroundBundler::new(move |options| {
            assert_eq!(options.dev, Some(PREVIEW));
            gate.lock().unwrap().recv().unwrap();
            run_in_shell(options, &mut Diagnostics::new())
        });
        let (ended, ends) = mpsc::channel();
        bundler.set_on_end(move || ended.send(()).unwrap());

        go.send(()).unwrap();
        let first = bundler.bundle(&options).unwrap();
        assert!(!bundler.is_running());

        fs::write(ui.join("src/a.ts"), "second").unwrap();
        assert_eq!(bundler.bundle(&options).unwrap(), first);
        assert_eq!(bundler.bundle(&options).unwrap(), first);
        assert!(bundler.is_running());
        go.send(()).unwrap();
        ends.recv().unwrap();
        let second = bundler.bundle(&options).unwrap();
        assert_ne!(second.build_id, first.build_id);
        assert!(!bundler.is_running() && bundler.failure().is_none());

        fs::write(ui.join("build.mjs"), "echo 'no such export' >&2; exit 1").unwrap();
        assert_eq!(bundler.bundle(&options).unwrap(), second);
        go.send(()).unwrap();
        ends.recv().unwrap();
        // What has failed is not tried again before it changes.
        assert_eq!(bundler.bundle(&options).unwrap(), second);
        assert!(!bundler.is_running());
        let failure = bundler.failure().unwrap().to_string();
        assert!(failure.contains("no such export"), "{failure}");
        bundler.forget_failure();
        assert_eq!(bundler.bundle(&options).unwrap(), second);
        assert!(bundler.is_running());
        go.send(()).unwrap();
        ends.recv().unwrap();

        interface(&ui);
        bundler.bundle(&options).unwrap();
        assert_eq!(bundler.failure(), None);
    }
}
