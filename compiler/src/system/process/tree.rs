//! A process together with everything it starts: one call ends them all.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The variable that marks a process and its descendants. A descendant that leaves the process group keeps it.
const MARK: &str = "BINDERY_PROCESS_TREE";

/// Node ends itself when its parent is gone: a process group of its own does not get the terminal's Ctrl-C.
const END_WITH_PARENT: &str = "--import=data:text/javascript,\
import{Worker,isMainThread}from'node:worker_threads';\
if(isMainThread)new Worker('setInterval(()=>{if(process.ppid!=='+process.ppid+')\
process.kill(process.pid,%22SIGKILL%22)},500)',{eval:true,execArgv:[]}).unref();";

/// A running process and its descendants, ended when dropped.
#[derive(Debug)]
pub(crate) struct ProcessTree {
    pub(crate) child: Child,
    mark: String,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    Ended,
}

/// Whether [`end_all`] was called.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Ends all processes that this one started, with their descendants, and starts no more. Only Linux can find them; elsewhere Node
/// ends itself.
pub fn end_all() {
    IS_ENDING.store(true, Ordering::SeqCst);
    kill_marked(&format!("{MARK}={}.", std::process::id()));
}

/// A command that runs Node 20 or newer.
#[must_use]
pub(crate) fn node() -> Command {
    let mut command = Command::new("node");
    command.arg(END_WITH_PARENT);
    command
}

impl ProcessTree {
    /// Starts the command in a process group of its own.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Self> {
        if IS_ENDING.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}.{number}", std::process::id());
        command.env(MARK, &mark);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        Ok(ProcessTree {
            child,
            mark,
            state: State::Running,
        })
    }

    /// The exit status, once the process has ended. Ends its descendants then.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if !has_ended(&mut self.child)? {
            return Ok(None);
        }
        self.kill();
        self.child.try_wait()
    }

    /// Ends the process and its descendants.
    pub(crate) fn kill(&mut self) {
        if std::mem::replace(&mut self.state, State::Ended) == State::Ended {
            return;
        }
        // Before `wait`: until then the number of the group belongs to nobody else.
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        kill_marked(&format!("{MARK}={}\0", self.mark));
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether the process has ended; its status is still to be taken.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(process) = process_id(child.id()) else {
        return Ok(true);
    };
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(process), look)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

#[cfg(unix)]
fn process_id(number: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(number).ok()?)
}

#[cfg(unix)]
fn kill_group(leader: u32) {
    use rustix::process::{Signal, kill_process_group};
    if let Some(leader) = process_id(leader) {
        // Fails when the whole group has ended.
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Ends the processes whose environment holds this text, until there are none: one may start another meanwhile.
#[cfg(target_os = "linux")]
fn kill_marked(variable: &str) {
    use rustix::process::{Signal, kill_process};
    const ROUNDS: usize = 100;
    for _ in 0..ROUNDS {
        let marked = processes_with(variable.as_bytes());
        if marked.is_empty() {
            return;
        }
        for process in marked.into_iter().filter_map(process_id) {
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_: &str) {}

/// The numbers of the processes whose environment holds `variable`, as far as this user may see them.
#[cfg(target_os = "linux")]
fn processes_with(variable: &[u8]) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has_it = |number: &u32| {
        let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        environment
            .windows(variable.len())
            .any(|part| part == variable)
    };
    numbers.filter(has_it).collect()
}
