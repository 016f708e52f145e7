//! Binds a tree again and again in one process, for authors who look at what they write.
//!
//! The same stages as a build, but bodies are not compressed, drafts are shown, and problems never keep the site from
//! being bound: the author sees both.

use super::{BuildOptions, Problem, Stores, final_list, make, read_site, to_problems};
use crate::diagnostic::Diagnostics;
use crate::docusaurus::EvaluateOptions;
use crate::driver::report::Clock;
use crate::error::BuildError;
use crate::model::Site;
use crate::output::search;
use crate::pack::compress::Effort;
use crate::pack::{self, Asset, Shelf, Target};
use crate::render::DrawnPage;

/// What is kept from one binding to the next.
#[derive(Debug)]
pub struct Preview {
    options: BuildOptions,
    stores: Stores,
}

/// What became of a binding.
#[derive(Clone, Debug)]
pub struct Previewed {
    /// All problems of the content in order of place.
    pub problems: Vec<Problem>,
    /// The blob and where its index begins; `None` when there is no page, or nothing can draw.
    pub blob: Option<(Vec<u8>, u64)>,
    /// What is found in it; the blob only says how its search is set.
    pub search: Option<PreviewedSearch>,
    /// Why nothing could be bound, where it is no problem of the content.
    pub fault: Option<BuildError>,
}

/// What a search index is made of, once somebody searches: it takes longer than all that an edited page asks for.
#[derive(Clone, Debug)]
pub struct PreviewedSearch {
    site: Site,
    drawn: Vec<DrawnPage>,
}

impl PreviewedSearch {
    fn new(mut site: Site, drawn: Vec<DrawnPage>) -> Self {
        site.pages.iter_mut().for_each(|page| page.slots.clear());
        PreviewedSearch { site, drawn }
    }

    /// The index.
    ///
    /// # Errors
    /// When there are more texts than an index can hold.
    pub fn index(&self) -> Result<Vec<u8>, String> {
        search::build_index(&self.site, &self.drawn)
    }
}

impl Preview {
    /// Remembers drawings in memory, too: they are asked for with every binding.
    #[must_use]
    pub fn new(options: BuildOptions) -> Preview {
        let mut stores = Stores::open(&options);
        stores.drawings = stores.drawings.with_memory();
        Preview { options, stores }
    }

    /// Binds the tree as it is now.
    #[must_use]
    pub fn bind(&self) -> Previewed {
        let mut sink = Diagnostics::new();
        let reading = EvaluateOptions {
            content: &self.options.content,
            ui: &self.options.ui,
            cache: Some(&self.options.cache),
        };
        let (tree, mut config) = read_site(reading, &mut sink);
        config.shows_drafts = true;
        let mut clock = Clock::start();
        let made = make(
            &self.options,
            &self.stores,
            &tree,
            &config,
            &mut clock,
            &mut sink,
        );
        let list = final_list(sink, &config);
        let mut previewed = Previewed {
            problems: to_problems(&list, &tree),
            blob: None,
            search: None,
            fault: None,
        };
        match made {
            // Without its configuration a site is another one.
            Ok(_) if config.is_broken => {}
            Ok(Some(mut made)) => match self.pack(&mut made.shelf) {
                Ok(blob) => {
                    previewed.blob = Some(blob);
                    previewed.search = Some(PreviewedSearch::new(made.site, made.shelf.articles));
                }
                Err(fault) => previewed.fault = Some(fault),
            },
            Ok(None) => {}
            Err(fault) => previewed.fault = Some(fault),
        }
        previewed
    }

    fn pack(&self, shelf: &mut Shelf) -> Result<(Vec<u8>, u64), BuildError> {
        for asset in assets(shelf) {
            asset.effort = Effort::None;
        }
        let encoded = pack::encode_assets(shelf, &self.stores.encodings);
        let pack = pack::pack_assets(&encoded, "").map_err(|error| {
            let help = "this is a fault of Bindery; rename one of the pages meanwhile";
            BuildError::new(format!("cannot make the route table: {error}"), help)
        })?;
        Ok((pack.blob, pack.manifest.index_offset))
    }
}

/// Every body on a shelf.
fn assets(shelf: &mut Shelf) -> impl Iterator<Item = &mut Asset> {
    let not_found = [&mut shelf.not_found.html, &mut shelf.not_found.payload];
    let targets = shelf.targets.values_mut().flat_map(|target| match target {
        Target::Page(page) => vec![&mut page.html, &mut page.payload],
        Target::Asset(asset) => vec![asset],
        _ => Vec::new(),
    });
    not_found.into_iter().chain(targets)
}
