//! The command line of the benchmarks: `cargo run --release -p bindery-bench -- COMMAND`.

use bindery_bench::{
    activated, build, content, docusaurus, drain, edits, harness::epoll_server, hostile, idle,
    instructions, lighthouse, markdown, nginx, redbot, reproducible, soak, start, trees,
};
use clap::{Parser, Subcommand};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(about = "Measures Bindery's builds and its server")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The executable to measure, and the page that it is asked for.
#[derive(Debug, clap::Args)]
struct Measured {
    /// The executable.
    #[arg(long, default_value = "target/release/bindery")]
    binary: PathBuf,
    /// A small page.
    #[arg(long, default_value = "/newsletter")]
    path: String,
}

#[derive(Debug, clap::Args)]
struct NginxOptions {
    /// The executable.
    #[arg(long, default_value = "target/release/bindery")]
    binary: PathBuf,
    /// Seconds of a slice.
    #[arg(long, default_value_t = nginx::LoadOptions::FULL.seconds)]
    seconds: u32,
    /// Slices of each server in each case.
    #[arg(long, default_value_t = nginx::LoadOptions::FULL.rounds)]
    rounds: usize,
    /// Run only these cases: small, walk, big, 304, 404, redirect, floor.
    only: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct DrainOptions {
    #[command(flatten)]
    measured: Measured,
    /// Servers to stop.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Restart a socket-activated server instead: no new connection may be lost.
    #[arg(long)]
    activated: bool,
    /// Restarts of the socket-activated server.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    restarts: u64,
    /// Connections over all of these restarts, at least.
    #[arg(long, default_value_t = 100_000)]
    connections: u64,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Requests a second against nginx with the same bytes and headers, and against a bare epoll loop.
    Nginx(NginxOptions),
    /// Instructions and system calls of one small request.
    Instructions(Measured),
    /// Memory of idle connections and of a server without any; exec to the first 200.
    Idle {
        #[command(flatten)]
        measured: Measured,
        /// Open connections.
        #[arg(long, default_value_t = 10_000)]
        connections: usize,
    },
    /// The most expensive searches by eight clients at once, and how long readers wait meanwhile.
    Hostile {
        #[command(flatten)]
        measured: Measured,
        /// Duration in seconds.
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// Flags of the server, after `--`.
        #[arg(last = true)]
        flags: Vec<String>,
    },
    /// Servers stopped under load: no response may fail.
    Drain(DrainOptions),
    /// Half load for ten minutes: memory stays flat.
    Soak {
        #[command(flatten)]
        measured: Measured,
        /// Duration in seconds.
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
    /// Two builds in two folders: the same blob, and the same executable. Takes as long as two clean builds.
    Reproducible {
        /// `release` or `dev`.
        #[arg(long, default_value = "release")]
        profile: String,
    },
    /// `REDbot`'s warnings about one resource of each kind (`pip install redbot`).
    Redbot {
        /// The executable whose responses are checked.
        #[arg(long, default_value = "target/release/bindery")]
        binary: PathBuf,
        /// `REDbot`'s program.
        #[arg(long, default_value = "redbot")]
        redbot: PathBuf,
    },
    /// Lighthouse, mobile, on a few pages.
    Lighthouse {
        /// The executable.
        #[arg(long, default_value = "target/release/bindery")]
        binary: PathBuf,
        /// Runs of each page.
        #[arg(long, default_value_t = 5)]
        runs: usize,
        /// Pages.
        paths: Vec<String>,
    },
    /// The bare epoll loop itself.
    #[command(hide = true)]
    Floor {
        /// Where to listen.
        address: SocketAddr,
        /// The head of the response, with escaped line ends.
        head: String,
        /// Bytes of the body.
        len: usize,
    },
    /// Cold build, one edited page body, one new page, and no change; dependencies are compiled first.
    Build {
        /// `release` or `dev`.
        #[arg(long, default_value = "release")]
        profile: String,
        /// Runs of each kind of edit.
        #[arg(long, default_value_t = 5)]
        runs: usize,
    },
    /// Figures shown, words of prose and shared text of each page of the built library.
    Content {
        /// The content whose pages the executable serves.
        #[arg(long, default_value = "content")]
        content: PathBuf,
        /// The executable that serves them.
        #[arg(long, default_value = "target/release/bindery")]
        binary: PathBuf,
    },
    /// Save to paint while `bindery dev` serves a tree to a browser.
    Edits(edits::EditOptions),
    /// A folder of Docusaurus' HTML against what Bindery makes of the same tree, page by page.
    Docusaurus {
        /// The folder that `docusaurus build` wrote.
        build: PathBuf,
        /// A folder that `bindery export` wrote, or the address of a running server: `http://127.0.0.1:8080`.
        #[arg(long)]
        site: String,
        /// The base path of the site.
        #[arg(long, default_value = "/")]
        base: String,
    },
    /// Markdown to HTML on one core, and the memory of a large tree.
    Markdown {
        /// The content whose pages are read.
        #[arg(long, default_value = "content")]
        content: PathBuf,
        /// Pages of the large tree.
        #[arg(long, default_value_t = 5000)]
        pages: usize,
    },
    /// Exec to the first 200, and memory when idle and after every route was fetched.
    Start {
        /// The executable to start.
        #[arg(long, default_value = "target/release/bindery")]
        binary: PathBuf,
        /// Number of starts.
        #[arg(long, default_value_t = 11)]
        runs: usize,
    },
    /// CPU time and memory of checks of generated trees, for each page of three sizes.
    Trees(trees::TreeOptions),
    /// Generated trees built by Bindery, Hugo, Docusaurus, `VitePress` and Starlight: cold, unchanged, one edit, output.
    Peers(trees::peers::PeerOptions),
    /// The compression that `peers` compares with.
    #[command(hide = true)]
    FixedWork {
        /// The content.
        tree: PathBuf,
    },
    /// One check of `trees`.
    #[command(hide = true)]
    CheckTree {
        /// The content.
        tree: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), String> {
    match command {
        Command::Build { profile, runs } => build::measure(&profile, runs),
        Command::Content { content, binary } => content::print(&binary, &content),
        Command::Edits(plan) => edits::measure(&plan),
        Command::Docusaurus { build, site, base } => {
            let report = docusaurus::compare_sites(&build, &site, &base)?;
            print!("{}", report.to_text());
            Ok(())
        }
        Command::Markdown { content, pages } => markdown::measure(&content, pages),
        Command::Start { binary, runs } => start::measure(&binary, runs),
        Command::Trees(plan) => trees::measure(&plan),
        Command::Peers(plan) => trees::peers::measure(&plan),
        Command::FixedWork { tree } => trees::peers::fixed_work(&tree),
        Command::CheckTree { tree } => trees::check_one(&tree),
        Command::Nginx(options) => run_nginx(&options),
        Command::Instructions(Measured { binary, path }) => {
            instructions::measure(&binary, &cache(), &path)
        }
        Command::Idle {
            measured,
            connections,
        } => idle::measure(&measured.binary, connections, &measured.path)
            .and_then(|()| start::measure(&measured.binary, 11)),
        Command::Hostile {
            measured,
            seconds,
            flags,
        } => {
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            hostile::measure(&measured.binary, seconds, &flags, &measured.path)
        }
        Command::Drain(options) => run_drain(&options),
        Command::Soak { measured, seconds } => soak::measure(&measured.binary, &cache(), seconds),
        Command::Redbot { binary, redbot } => redbot::measure(&binary, &redbot),
        Command::Reproducible { profile } => reproducible::measure(&profile),
        Command::Lighthouse {
            binary,
            runs,
            paths,
        } => lighthouse::measure(&binary, &cache(), runs, &paths),
        Command::Floor { address, head, len } => {
            epoll_server::serve(address, &head, len).map_err(|error| error.to_string())
        }
    }
}

fn run_nginx(options: &NginxOptions) -> Result<(), String> {
    let plan = nginx::LoadOptions {
        seconds: options.seconds,
        rounds: options.rounds,
        ..nginx::LoadOptions::FULL
    };
    let only: Vec<&str> = options.only.iter().map(String::as_str).collect();
    nginx::measure(&options.binary, &cache(), plan, &only)
}

fn run_drain(options: &DrainOptions) -> Result<(), String> {
    let Measured { binary, path } = &options.measured;
    if !options.activated {
        return drain::measure(binary, options.rounds, path);
    }
    let plan = activated::ActivationOptions {
        restarts: options.restarts,
        connections: options.connections,
        clients: 16,
    };
    activated::measure(binary, plan, path)
}

/// The folder of unpacked tools.
fn cache() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new("target").to_owned(), PathBuf::from)
}
