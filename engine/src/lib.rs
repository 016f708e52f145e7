//! Renders without Node: runs the server script of the UI in QuickJS, on several threads.
//!
//! In: a classic script that defines `binderyAnswer(line)`, and lines of JSON. Out: the answer to each line, in order. A
//! line that exceeds the limits of time or memory fails alone. The script has no access to files or the network, and no
//! clock but the engine's.
//!
//! This is a separate package so that only build.rs and the authors' executable link QuickJS; the compiler gets [`render`] as a function.

use rquickjs::context::EvalOptions;
use rquickjs::{CatchResultExt, CaughtError, Context, Function, Runtime};
use std::cell::Cell;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that justify another thread, which must load the script again.
const LINES_PER_THREAD: usize = 8;

/// The stack of the script, for deep React trees: a frame of QuickJS is larger than one of Node.
const STACK: usize = 16 * 1024 * 1024;

/// The stack of a thread beyond that of the script.
const STACK_MARGIN: usize = 2 * 1024 * 1024;

/// The limits of one line.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum time of one answer, measured by `clock`.
    pub deadline: Duration,
    /// The maximum memory of one thread, in bytes.
    pub memory: usize,
    /// Returns the time since a fixed point. The engine reads it again and again while a script runs.
    pub clock: fn() -> Duration,
}

const LIMITS: Limits = Limits {
    deadline: Duration::from_secs(60),
    memory: 512 * 1024 * 1024,
    clock: monotonic_time,
};

/// The monotonic clock of the machine, from the first call on.
fn monotonic_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

impl Limits {
    fn is_exceeded_since(&self, start: Duration) -> bool {
        (self.clock)().saturating_sub(start) > self.deadline
    }
}

/// The answer of the script to one line, or the reason why it failed.
pub type Answer = Result<String, String>;

/// Passes each line to the script and returns the answers; calls `on_answer` after each.
///
/// # Errors
/// When the script cannot be read or lacks `binderyAnswer`.
pub fn render(
    script: &str,
    lines: &[String],
    on_answer: &(dyn Fn() + Sync),
) -> Result<Vec<Answer>, String> {
    render_lines(script, lines, LIMITS, on_answer)
}

/// Like [`render`], with `limits` for each line.
///
/// # Errors
/// As [`render`].
pub fn render_within(
    script: &str,
    lines: &[String],
    limits: Limits,
) -> Result<Vec<Answer>, String> {
    render_lines(script, lines, limits, &|| {})
}

fn render_lines(
    script: &str,
    lines: &[String],
    limits: Limits,
    on_answer: &(dyn Fn() + Sync),
) -> Result<Vec<Answer>, String> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let count = cores.min(lines.len().div_ceil(LINES_PER_THREAD));
    let next = AtomicUsize::new(0);
    let rendered = thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..count {
            let work = || render_next(script, lines, &next, limits, on_answer);
            let thread = thread::Builder::new()
                .stack_size(STACK + STACK_MARGIN)
                .spawn_scoped(scope, work)
                .map_err(|error| error.to_string())?;
            threads.push(thread);
        }
        let mut rendered = Vec::with_capacity(lines.len());
        for thread in threads {
            rendered.extend(thread.join().expect("BUG: a rendering thread panicked")?);
        }
        Ok::<_, String>(rendered)
    });
    let mut rendered = rendered?;
    rendered.sort_by_key(|(at, _)| *at);
    Ok(rendered.into_iter().map(|(_, answer)| answer).collect())
}

/// Takes and answers lines until none is left.
fn render_next(
    script: &str,
    lines: &[String],
    next: &AtomicUsize,
    limits: Limits,
    on_answer: &(dyn Fn() + Sync),
) -> Result<Vec<(usize, Answer)>, String> {
    let mut engine = ScriptEngine::start(script, limits)?;
    let mut rendered = Vec::new();
    while let at = next.fetch_add(1, Ordering::Relaxed)
        && let Some(line) = lines.get(at)
    {
        let answer = engine.answer(line);
        if answer.is_err() {
            // The failure may have left the script in an inconsistent state.
            engine = ScriptEngine::start(script, limits)?;
        }
        rendered.push((at, answer));
        on_answer();
    }
    Ok(rendered)
}

/// One engine with the script loaded. It is bound to its thread.
struct ScriptEngine {
    context: Context,
    runtime: Runtime,
    started: Rc<Cell<Duration>>,
    limits: Limits,
}

impl ScriptEngine {
    fn start(script: &str, limits: Limits) -> Result<Self, String> {
        let text = |error: rquickjs::Error| error.to_string();
        let runtime = Runtime::new().map_err(text)?;
        runtime.set_max_stack_size(STACK);
        runtime.set_memory_limit(limits.memory);
        let started = Rc::new(Cell::new((limits.clock)()));
        let start_of_answer = Rc::clone(&started);
        let is_late = move || limits.is_exceeded_since(start_of_answer.get());
        runtime.set_interrupt_handler(Some(Box::new(is_late)));
        let context = Context::full(&runtime).map_err(text)?;
        let engine = ScriptEngine {
            context,
            runtime,
            started,
            limits,
        };
        engine.read(script)?;
        Ok(engine)
    }

    fn read(&self, script: &str) -> Result<(), String> {
        self.started.set((self.limits.clock)());
        self.context.with(|context| {
            let mut options = EvalOptions::default();
            options.filename = Some("engine.js".to_owned());
            let read = context.eval_with_options::<(), _>(script, options);
            read.catch(&context).map_err(|error| self.reason(&error))?;
            let found = context.globals().get::<_, Function<'_>>("binderyAnswer");
            found.map_err(|_| "it defines no `binderyAnswer`".to_owned())?;
            Ok(())
        })
    }

    fn answer(&self, line: &str) -> Answer {
        self.started.set((self.limits.clock)());
        let answer = self.context.with(|context| {
            let function = context.globals().get::<_, Function<'_>>("binderyAnswer");
            let answer = function.and_then(|function| function.call::<_, String>((line,)));
            answer.catch(&context).map_err(|error| self.reason(&error))
        })?;
        // Pending jobs of the script do not belong to this answer; they run before the next line.
        while self.runtime.is_job_pending() && !self.is_late() {
            if self.runtime.execute_pending_job().is_err() && !self.is_late() {
                return Err("a pending job of the script failed".to_owned());
            }
        }
        if self.is_late() {
            return Err(self.lateness());
        }
        Ok(answer)
    }

    fn is_late(&self) -> bool {
        self.limits.is_exceeded_since(self.started.get())
    }

    fn lateness(&self) -> String {
        let milliseconds = self.limits.deadline.as_millis();
        if milliseconds < 1_000 {
            format!("it took longer than {milliseconds} ms")
        } else {
            format!("it took longer than {} s", milliseconds / 1_000)
        }
    }

    fn reason(&self, error: &CaughtError<'_>) -> String {
        if self.is_late() {
            return self.lateness();
        }
        let message = match error {
            CaughtError::Exception(exception) => exception.message(),
            CaughtError::Error(rquickjs::Error::Allocation) | CaughtError::Value(_) => None,
            CaughtError::Error(error) => Some(error.to_string()),
        };
        match message.filter(|message| !message.is_empty() && message != "out of memory") {
            Some(message) => message,
            // An engine without memory cannot create an exception, either.
            None => format!("it took more than {} MB", self.limits.memory / (1 << 20)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A script that answers with the line; some words make it loop, allocate or fail.
    const SCRIPT: &str = "
let count = 0;
globalThis.binderyAnswer = (line) => {
  count += 1;
  if (line === 'loop') for (;;);
  if (line === 'catch') for (;;) { try { for (;;); } catch {} }
  if (line === 'later') { const again = () => { Promise.resolve().then(again); }; again(); }
  if (line === 'eat') { const all = []; for (;;) all.push('x'.repeat(1000) + all.length); }
  if (line === 'deep') { const dig = (n) => n === 0 ? 0 : 1 + dig(n - 1); return String(dig(10000)); }
  if (line === 'fail') throw new Error('no');
  return `${line} ${count}`;
};
";

    /// The engine reads this clock once in some thousand steps of a script, so that its time depends on the script alone.
    fn counted_time() -> Duration {
        thread_local!(static READINGS: Cell<u32> = const { Cell::new(0) });
        READINGS.set(READINGS.get() + 1);
        Duration::from_millis(READINGS.get().into())
    }

    const TIGHT: Limits = Limits {
        deadline: Duration::from_millis(500),
        memory: 32 * 1024 * 1024,
        clock: counted_time,
    };

    fn check(lines: &[&str]) -> Vec<Answer> {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        render_within(SCRIPT, &lines, TIGHT).unwrap()
    }

    fn failure(line: &str) -> String {
        let mut answers = check(&[line, "after"]);
        assert_eq!(answers.pop().unwrap().unwrap(), "after 1", "{line}");
        answers.pop().unwrap().unwrap_err()
    }

    #[test]
    fn answers_keep_the_order_of_the_lines() {
        let lines: Vec<String> = (0..200).map(|n| format!("ä\u{1f3b4} {n}")).collect();
        let answers = render(SCRIPT, &lines, &|| {}).unwrap();
        for (line, answer) in lines.iter().zip(&answers) {
            let answer = answer.as_ref().unwrap();
            assert!(answer.starts_with(&format!("{line} ")), "{answer}");
        }
        assert_eq!(answers.len(), 200);
        assert_eq!(check(&["deep"]), [Ok("10000".to_owned())]);
        assert!(check(&[]).is_empty());
    }

    #[test]
    fn a_line_without_end_costs_its_own_answer() {
        for line in ["loop", "catch", "later"] {
            assert_eq!(failure(line), "it took longer than 500 ms", "{line}");
        }
    }

    #[test]
    fn memory_is_bounded() {
        assert_eq!(failure("eat"), "it took more than 32 MB");
    }

    #[test]
    fn an_exception_is_a_reason() {
        assert_eq!(failure("fail"), "no");
    }

    #[test]
    fn a_bad_script_says_what_is_wrong() {
        let line = ["x".to_owned()];
        let reason = render("const a = ;", &line, &|| {}).unwrap_err();
        assert!(reason.contains("unexpected token"), "{reason}");
        let reason = render("1", &line, &|| {}).unwrap_err();
        assert_eq!(reason, "it defines no `binderyAnswer`");
        let reason = render("null.x", &line, &|| {}).unwrap_err();
        assert!(reason.contains("null"), "{reason}");
    }
}
