//! Waits for changes of the files in a content folder.
//!
//! The system reports changes (for example by inotify). Where it cannot, the files are read repeatedly and
//! compared. A report may be late or repeated: the build looks at each file that is named. Where reports may be missing, any file
//! may have changed, and the build looks at all.

use super::git_lock::GitLock;
use crate::cli::output::print_note;
use bindery_compiler::docusaurus::find_config;
use bindery_compiler::source::ChangedPaths;
use notify::event::{EventKind, Flag, ModifyKind};
use notify::{Config, Error, ErrorKind, Event, PollWatcher, RecommendedWatcher};
use notify::{RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A build starts when nothing has changed for so long: an editor saves a file in several steps.
const QUIET: Duration = Duration::from_millis(8);

/// [`QUIET`] after changes of more than [`FEW`] files, and after those of git: a tool is writing more of them.
const QUIET_OF_MANY: Duration = Duration::from_millis(150);

/// [`QUIET`] if a changed file is empty: an editor that truncates a file is going to write it.
const QUIET_OF_EMPTY: Duration = Duration::from_millis(300);

/// The files that an editor changes when it saves one: the file, a temporary one, a backup and the folder.
const FEW: usize = 4;

/// A build starts after this time even if files keep changing.
const MAX_DELAY: Duration = Duration::from_secs(3);

/// The interval at which the files are read where the system does not report changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The only hidden folder that sites serve (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

type EventSender = Sender<notify::Result<Event>>;

/// Reports changes below one content folder, and those of the interface's sources.
pub(super) struct ContentWatcher {
    watcher: Box<dyn Watcher + Send>,
    events: Receiver<notify::Result<Event>>,
    /// The end of `events` for [`Self::waker`].
    sender: Arc<Mutex<EventSender>>,
    /// Other folders to watch.
    interface: Vec<PathBuf>,
    /// The folder as it was named: a link may lead to another one later.
    folder: PathBuf,
    filter: PathFilter,
    git: GitLock,
    /// All changed paths since the last wait.
    changed: BTreeSet<PathBuf>,
    is_polling: bool,
}

impl ContentWatcher {
    /// Starts to watch a folder. If the system cannot watch it, a note says so, and the files are polled.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub(super) fn start(folder: &Path) -> notify::Result<Self> {
        let native = Self::new(folder, |sender| {
            Ok(Box::new(RecommendedWatcher::new(
                sender,
                Config::default(),
            )?))
        });
        let native = native.and_then(|mut watcher| {
            watcher.watch_parents()?;
            Ok(watcher)
        });
        native.or_else(|error| {
            report_fallback(&error);
            Self::polling(folder, POLL_INTERVAL)
        })
    }

    /// Reads the files repeatedly. Times of files are compared in whole seconds, so contents are compared as well.
    fn polling(folder: &Path, interval: Duration) -> notify::Result<Self> {
        let config = Config::default()
            .with_poll_interval(interval)
            .with_compare_contents(true);
        let mut polling = Self::new(folder, |sender| {
            Ok(Box::new(PollWatcher::new(sender, config)?))
        })?;
        polling.is_polling = true;
        Ok(polling)
    }

    fn new(
        folder: &Path,
        make: impl FnOnce(Sender<notify::Result<Event>>) -> notify::Result<Box<dyn Watcher + Send>>,
    ) -> notify::Result<Self> {
        let (sender, events) = channel();
        let filter = PathFilter::new(folder).map_err(Error::io)?;
        let mut watcher = ContentWatcher {
            watcher: make(sender.clone())?,
            events,
            sender: Arc::new(Mutex::new(sender)),
            interface: Vec::new(),
            folder: std::path::absolute(folder).map_err(Error::io)?,
            git: GitLock::of(&filter.root),
            filter,
            changed: BTreeSet::new(),
            is_polling: false,
        };
        watcher.watch_all()?;
        Ok(watcher)
    }

    /// Watches the folder itself and each of its folders, so that installed packages take no watches: inotify needs one for
    /// each folder.
    fn watch_all(&mut self) -> notify::Result<()> {
        let root = self.filter.root.clone();
        self.watcher.watch(&root, RecursiveMode::NonRecursive)?;
        let entries = root.read_dir().map_err(Error::io)?;
        entries
            .flatten()
            .try_for_each(|entry| self.watch_top_folder(&entry.path()))
    }

    /// Watches the entries of the folders that hold the folder, or the link to it: the system reports what happens in a folder
    /// under its old name when another one has taken its place. Polling reads by name.
    fn watch_parents(&mut self) -> notify::Result<()> {
        let parents: BTreeSet<PathBuf> = [&self.folder, &self.filter.root]
            .iter()
            .filter_map(|folder| folder.parent())
            .map(Path::to_path_buf)
            .collect();
        parents
            .iter()
            .try_for_each(|parent| self.watcher.watch(parent, RecursiveMode::NonRecursive))
    }

    /// Watches the sources of the interface, too. Folders that do not exist are left out.
    pub(super) fn watch_interface(&mut self, folders: impl IntoIterator<Item = PathBuf>) {
        for folder in folders {
            let watched = self.watcher.watch(&folder, RecursiveMode::Recursive);
            if watched.is_ok() {
                self.interface.push(folder);
            }
        }
    }

    /// A function that ends a wait as if a file had changed.
    pub(super) fn waker(&self) -> impl Fn() + Send + Sync + 'static {
        let sender = Arc::clone(&self.sender);
        move || {
            let event = Event::new(EventKind::Other).set_flag(Flag::Rescan);
            let sender = sender.lock().expect("BUG: a watcher panicked");
            // Nobody waits any more.
            let _ = sender.send(Ok(event));
        }
    }

    /// Watches a folder directly below the root; ignores other paths.
    fn watch_top_folder(&mut self, path: &Path) -> notify::Result<()> {
        let is_top = path.parent() == Some(&self.filter.root);
        if !is_top || !self.filter.is_content(path) || !path.is_dir() {
            return Ok(());
        }
        match self.watcher.watch(path, RecursiveMode::Recursive) {
            // It was removed meanwhile.
            Err(_) if !path.is_dir() => Ok(()),
            result => result,
        }
    }

    /// Waits until a file has changed and then nothing for a moment, and git is not writing files; gives what may have changed.
    /// `None` if nothing changes within `timeout`.
    ///
    /// # Errors
    /// When nothing can be watched any more.
    pub(super) fn wait(
        &mut self,
        timeout: Option<Duration>,
    ) -> notify::Result<Option<ChangedPaths>> {
        if self.next_change(timeout)?.is_none() {
            return Ok(None);
        }
        let deadline = Instant::now() + MAX_DELAY;
        let mut was_held = false;
        loop {
            // Before the pause: what git writes last is reported during it.
            let is_held = self.git.is_held();
            was_held |= is_held;
            let quiet = match was_held {
                true => QUIET_OF_MANY,
                false => quiet_after(&self.changed),
            };
            let is_quiet = self.next_change(Some(quiet))?.is_none();
            if !is_held && (is_quiet || Instant::now() >= deadline) {
                break;
            }
        }
        let changed = std::mem::take(&mut self.changed);
        let is_unknown = self.is_polling || changed.contains(&self.filter.root);
        Ok(Some(match is_unknown {
            true => ChangedPaths::Any,
            false => ChangedPaths::Only(changed),
        }))
    }

    /// The path of the next change; `None` if nothing changes within `timeout`. After a change of unknown place it is the
    /// folder itself.
    fn next_change(&mut self, timeout: Option<Duration>) -> notify::Result<Option<PathBuf>> {
        let deadline = timeout.map(|timeout| Instant::now() + timeout);
        loop {
            let received = match deadline {
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    self.events.recv_timeout(left)
                }
                None => (self.events.recv()).map_err(|_| RecvTimeoutError::Disconnected),
            };
            let event = match received {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(Error::generic("it has ended")),
            };
            match event.and_then(|event| self.accept(&event)) {
                Ok(None) => {}
                Ok(Some(path)) => return Ok(Some(path)),
                // A file could not be read; the build says more about it.
                Err(_) if self.is_polling => {}
                Err(error) => return self.fall_back(&error).map(Some),
            }
        }
    }

    /// The changed path of an event that matters for a build.
    fn accept(&mut self, event: &Event) -> notify::Result<Option<PathBuf>> {
        if event.need_rescan() {
            self.changed.insert(self.filter.root.clone());
            return Ok(Some(self.filter.root.clone()));
        }
        // A build opens and closes all files.
        if event.kind.is_access() {
            return Ok(None);
        }
        let is_folder = |path: &PathBuf| *path == self.folder || *path == self.filter.root;
        if matches!(
            event.kind,
            EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        ) && event.paths.iter().any(is_folder)
        {
            return self.start_again().map(Some);
        }
        let paths = event.paths.iter();
        let content: Vec<&PathBuf> = paths
            .filter(|path| self.filter.is_content(path) && !self.is_beside(path))
            .collect();
        let Some(path) = content.first().copied().cloned() else {
            return Ok(None);
        };
        self.changed.extend(content.into_iter().cloned());
        if let EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)) = event.kind {
            let mut paths = event.paths.iter();
            paths.try_for_each(|path| self.watch_top_folder(path))?;
        }
        Ok(Some(path))
    }

    /// Whether a path is that of another entry of the folders that hold the folder.
    fn is_beside(&self, path: &Path) -> bool {
        let folders = [&self.folder, &self.filter.root];
        let is_beside = |folder: &&PathBuf| path != **folder && path.parent() == folder.parent();
        folders.iter().any(is_beside)
    }

    /// Watches what is at the folder's path now. While nothing is, the old watches remain: that of its parent reports its return.
    fn start_again(&mut self) -> notify::Result<PathBuf> {
        if self.folder.is_dir() {
            let next = Self::start(&self.folder)?;
            self.replace(next);
        }
        self.changed.insert(self.filter.root.clone());
        Ok(self.filter.root.clone())
    }

    /// Polls from now on; what changed meanwhile is unknown, so the whole folder counts as changed.
    fn fall_back(&mut self, error: &Error) -> notify::Result<PathBuf> {
        report_fallback(error);
        let polling = Self::polling(&self.folder, POLL_INTERVAL)?;
        self.replace(polling);
        let root = self.filter.root.clone();
        self.changed.insert(root.clone());
        Ok(root)
    }

    /// Takes another watcher's place in what was asked of this one.
    fn replace(&mut self, mut next: ContentWatcher) {
        next.watch_interface(std::mem::take(&mut self.interface));
        std::mem::swap(&mut next.sender, &mut self.sender);
        {
            let own = self.sender.lock().expect("BUG: a watcher panicked");
            *next.sender.lock().expect("BUG: a watcher panicked") = own.clone();
        }
        *self = next;
    }
}

/// How long nothing may change after changes of these files before a build starts.
fn quiet_after(changed: &BTreeSet<PathBuf>) -> Duration {
    let is_empty =
        |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0);
    match changed.len() {
        0..=FEW if changed.iter().any(is_empty) => QUIET_OF_EMPTY,
        0..=FEW => QUIET,
        _ => QUIET_OF_MANY,
    }
}

fn report_fallback(error: &Error) {
    let reason = match error.kind {
        ErrorKind::MaxFilesWatch => {
            "the limit of watched folders is reached (raise `fs.inotify.max_user_watches`)"
                .to_owned()
        }
        _ => error.to_string(),
    };
    let interval = POLL_INTERVAL.as_secs();
    print_note(&format!(
        "the system does not report changes of files: {reason}; comparing them every {interval} s"
    ));
}

/// Distinguishes content from files that no build reads.
struct PathFilter {
    /// Absolute and without symbolic links, as the systems report paths.
    root: PathBuf,
    is_docusaurus: bool,
}

impl PathFilter {
    fn new(folder: &Path) -> std::io::Result<Self> {
        let root = folder.canonicalize()?;
        let is_docusaurus = find_config(&root).is_some();
        Ok(PathFilter {
            root,
            is_docusaurus,
        })
    }

    /// Whether a path may be content: not hidden, not a package, and not the output of Docusaurus.
    fn is_content(&self, path: &Path) -> bool {
        let Ok(inside) = path.strip_prefix(&self.root) else {
            // A symbolic link leads there.
            return true;
        };
        let mut names = inside.components().enumerate();
        names.all(|(depth, part)| match part {
            Component::Normal(name) => {
                let name = name.to_string_lossy();
                let is_output = self.is_docusaurus && depth == 0 && name == "build";
                let is_hidden = name.starts_with('.') && name != WELL_KNOWN;
                !is_output && !is_hidden && name != "node_modules"
            }
            _ => true,
        })
    }
}

#[cfg(test)]
mod tests;
