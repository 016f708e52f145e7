//! `bindery dev`: serves a content folder as it is written, and shows each change in the open page.
//!
//! Requests are answered by the same [`crate::respond`] as in production, from a table that is built in this process
//! whenever a file changes. If a build fails, the last good build is still served, and a failure of the machine is tried again. The
//! search index is built when somebody searches.

mod addresses;
mod editor;
mod ending;
mod events;
mod git_lock;
mod retries;
mod search_indexes;
mod state;
mod watch;

use super::build_options::preview_options;
use super::content_folder::content_folder_or_report;
use super::progress::ProgressLines;
use crate::cli::output::{count, print, print_diagnostics, print_error};
use crate::cli::{AuthorTools, EXIT_CANNOT_LISTEN, EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use crate::config::local_url;
use crate::respond::{PreparedSite, RequestHead, SearchRefusal, respond_with_body, search_job};
use crate::search::client_settings::SearchOverrides;
use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::{self, Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, rt};
use bindery_compiler::diagnostic::Severity;
use bindery_compiler::driver::{Preview, PreviewOutcome};
use bindery_compiler::render::{Interface, bundle::INPUT_FOLDERS};
use bindery_compiler::source::ChangedPaths;
use editor::{EditorAccess, open_editor};
use ending::{end_on_signal, stay_if_ending};
use events::Events;
use retries::{BuildEnd, Retries};
use rust_embed::RustEmbed;
use state::State;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use watch::ContentWatcher;

/// How long a request for the next state stays open.
const LONG_POLL_TIMEOUT: Duration = Duration::from_secs(20);

/// The overlay's files.
#[derive(RustEmbed)]
#[folder = "overlay/"]
struct Overlay;

/// The flags of `bindery dev`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct DevFlags {
    /// The content folder [default: the nearest one with a `site.toml` or a `docusaurus.config.js`]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Address to listen on; `--host` without a value listens on all addresses of this machine
    #[arg(
        long,
        default_value = "127.0.0.1",
        default_missing_value = "0.0.0.0",
        num_args = 0..=1,
        value_name = "HOST"
    )]
    host: String,
    /// Port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 8080, value_name = "PORT")]
    port: u16,
    /// Open the site in a browser
    #[arg(long)]
    open: bool,
}

pub(super) fn run_dev(flags: &DevFlags, tools: AuthorTools) -> u8 {
    let Some(folder) = content_folder_or_report(flags.folder.as_deref()) else {
        return EXIT_USAGE;
    };
    if let Err(error) = end_on_signal() {
        print_error(&format!("cannot wait for signals: {error}"));
        return EXIT_FAILED;
    }
    let progress = ProgressLines::start();
    let options = match preview_options(&folder, tools) {
        Ok(options) => options,
        Err(message) => {
            print_error(&message);
            return EXIT_USAGE;
        }
    };
    // Started before the first build, so that no change during that build is missed.
    let mut watcher = match ContentWatcher::start(&folder) {
        Ok(watcher) => watcher,
        Err(error) => {
            print_error(&format!("cannot watch `{}`: {error}", folder.display()));
            return EXIT_FAILED;
        }
    };
    if options.interface == Interface::Folder {
        watcher.watch_interface(INPUT_FOLDERS.map(|name| options.ui.join(name)));
    }
    let preview = Preview::new(options);
    preview.on_bundled(watcher.waker());
    let state = Arc::new(State::default());
    let started = Instant::now();
    let built = preview.build();
    // Rebuilds take too little time for a word about their stages.
    drop(progress);
    let end = publish(&state, built, started);
    if state.site().is_none() {
        print_error("there is nothing to serve yet; correct this first");
        return EXIT_FAILED;
    }
    let shared = Arc::clone(&state);
    std::thread::spawn(move || build_on_change(watcher, &preview, &shared, end));
    let access = match EditorAccess::new(&folder) {
        Ok(access) => access,
        Err(error) => {
            print_error(&format!("cannot read `{}`: {error}", folder.display()));
            return EXIT_FAILED;
        }
    };
    rt::System::new().block_on(serve(flags, state, access))
}

/// Builds the site again whenever a file changes, and after failures of the machine; ends with the process.
fn build_on_change(mut watcher: ContentWatcher, preview: &Preview, state: &State, first: BuildEnd) {
    let mut retries = Retries::default();
    let mut end = first;
    loop {
        let changed = match watcher.wait(retries.delay_after(end)) {
            Ok(changed) => changed,
            Err(error) => {
                print_error(&format!(
                    "changes are no longer noticed: {error}; start this again"
                ));
                return;
            }
        };
        let started = Instant::now();
        let previewed = match &changed {
            Some(changed) => preview.build_changed(changed),
            None => preview.build_after_failure(),
        };
        if matches!(changed, Some(ChangedPaths::Only(_))) {
            retries.reset();
        }
        end = publish(state, previewed, started);
    }
}

/// Prints the diagnostics of a build, and serves it from now on if it succeeded.
fn publish(state: &State, previewed: PreviewOutcome, started: Instant) -> BuildEnd {
    stay_if_ending();
    for group in &previewed.groups {
        print_diagnostics(&format!("{}\n", group.text));
    }
    if let Some(error) = &previewed.error {
        print_error(&error.to_string());
    }
    let errors = previewed.problems.iter();
    let errors = errors.filter(|one| one.severity == Severity::Error).count();
    let took = started.elapsed().as_millis();
    if let Some(summary) = &previewed.summary {
        print_diagnostics(&summary.to_string());
    }
    let outcome = match &previewed.site {
        Some(_) if previewed.is_bundling => {
            format!("bound in {took} ms with the last components; the new ones are being bundled")
        }
        Some(_) => format!("bound in {took} ms"),
        None if state.site().is_some() => "not bound; the last good site is served".to_owned(),
        None => "not bound".to_owned(),
    };
    print(format!("{outcome}, {}\n", count(errors, "error")).as_bytes());
    let end = match &previewed {
        PreviewOutcome { error: Some(_), .. } => BuildEnd::Failed,
        previewed if previewed.is_bundling => BuildEnd::Bundling,
        _ => BuildEnd::Done,
    };
    state.replace(previewed);
    end
}

async fn serve(flags: &DevFlags, state: Arc<State>, access: EditorAccess) -> u8 {
    let access = Data::new(access);
    let data = Data::from(Arc::clone(&state));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(data.clone())
            .app_data(access.clone())
            .route("/_bindery/dev/state", web::get().to(next_state))
            .route("/_bindery/dev/events", web::get().to(events))
            .route("/_bindery/dev/open", web::post().to(open_editor))
            .route("/_bindery/dev/{file}", web::get().to(overlay_file))
            .default_service(web::to(answer))
    })
    .workers(2)
    .disable_signals()
    .bind((flags.host.as_str(), flags.port));
    let server = match server {
        Ok(server) => server,
        Err(error) => {
            print_error(&format!(
                "cannot listen on {}:{}: {error}; choose another port with `--port`",
                flags.host, flags.port
            ));
            return EXIT_CANNOT_LISTEN;
        }
    };
    if let (Some(address), Some(site)) = (server.addrs().first(), state.site()) {
        addresses::print_addresses(*address, site.base_path);
        if flags.open {
            addresses::open_browser(&local_url(*address, site.base_path));
        }
    }
    match server.run().await {
        Ok(()) => EXIT_DONE,
        Err(error) => {
            print_error(&error.to_string());
            EXIT_FAILED
        }
    }
}

/// A page, file or redirect of the site as it is now.
async fn answer(
    request: HttpRequest,
    body: Bytes,
    state: Data<State>,
    access: Data<EditorAccess>,
) -> HttpResponse {
    let Some(site) = state.site() else {
        return HttpResponse::ServiceUnavailable().finish();
    };
    let outline = state.search.outline();
    let prepared = PreparedSite::with_search(&site, outline, SearchOverrides::default());
    let head = RequestHead::from(request.head());
    let response = match search_job(&prepared, &head) {
        None => respond_with_body(&prepared, &head, &body),
        Some(job) => match state.search.engine().await {
            Some(engine) => respond_with_body(&prepared.with_engine(engine), &head, &body),
            None => job.refuse(&prepared, SearchRefusal::NoIndex),
        },
    };
    let is_document = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let response = response.map_body(|_, body: Bytes| match is_document {
        true if !body.is_empty() => with_script(&body, site.content_hash, access.token()),
        _ => body,
    });
    HttpResponse::from(response.map_into_boxed_body())
}

/// The document with the overlay's script before its end: with the site that it is of, and the token that lets it open the
/// editor.
fn with_script(document: &[u8], site: &str, token: &str) -> Bytes {
    let script = format!(
        "<script type=\"module\" src=\"/_bindery/dev/overlay.js\" data-site=\"{site}\" data-token=\"{token}\"></script>"
    );
    let end = document
        .windows(7)
        .rposition(|window| window == b"</body>")
        .unwrap_or(document.len());
    let (before, after) = document.split_at(end);
    Bytes::from([before, script.as_bytes(), after].concat())
}

async fn overlay_file(name: web::Path<String>) -> HttpResponse {
    let Some(file) = Overlay::get(&name) else {
        return HttpResponse::NotFound().finish();
    };
    let kind = match name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        _ => "text/css; charset=utf-8",
    };
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, HeaderValue::from_static(kind)))
        .insert_header(("Cache-Control", "no-store"))
        .body(file.data.into_owned())
}

/// Answers once there is a newer version than the one that the page has.
async fn next_state(request: HttpRequest, state: Data<State>) -> HttpResponse {
    let known = request.query_string().strip_prefix("after=");
    let known = known.and_then(|number| number.parse::<u64>().ok());
    let mut builds = state.builds();
    let newer = builds.wait_for(|event| known != Some(event.build));
    // After the timeout the answer is the state that the page has.
    let _ = rt::time::timeout(LONG_POLL_TIMEOUT, newer).await;
    HttpResponse::Ok()
        .insert_header(("Cache-Control", "no-store"))
        .json(state.to_json())
}

/// Sends an event with the last build's number, and one after each further build.
async fn events(state: Data<State>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, HeaderValue::from_static("text/event-stream")))
        .insert_header(("Cache-Control", "no-store"))
        .streaming(Events::new(state.builds()))
}
