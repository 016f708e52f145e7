//! The content folders that an editor has open: when each is checked, and which diagnostics are published after a check.

use super::{Event, Server, SiteState};
use crate::documents::OpenDocuments;
use crate::params::DocumentId;
use crate::snapshot::Snapshot;
use crate::transport::write_message;
use crate::uri::{path_of, uri_of};
use crate::worker::{CheckInput, CheckResult, FinishedCheck, start_worker};
use crate::workspace::{content_folder_above, content_folder_of};
use lsp_server::Notification;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Server<'_> {
    pub(super) fn change_folders(
        &mut self,
        added: &[DocumentId],
        removed: &[DocumentId],
    ) -> io::Result<()> {
        let paths = |list: &[DocumentId]| -> Vec<PathBuf> {
            list.iter().filter_map(|one| path_of(&one.uri)).collect()
        };
        let (added, removed) = (paths(added), paths(removed));
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(added.iter().cloned());
        let is_needed = |root: &PathBuf, server: &Self| {
            let mut open = server.documents.iter();
            let is_open = open.any(|(_, one)| one.path.starts_with(root));
            is_open || server.folders.iter().any(|folder| root.starts_with(folder))
        };
        let roots: Vec<PathBuf> = self.sites.keys().cloned().collect();
        for root in roots {
            if is_needed(&root, self) {
                continue;
            }
            if let Some(site) = self.sites.remove(&root) {
                for uri in site.published {
                    self.publish(&uri, None, &[])?;
                }
            }
        }
        self.check_folders(&added);
        Ok(())
    }

    pub(super) fn check_folders(&mut self, folders: &[PathBuf]) {
        for folder in folders {
            if let Some(root) = content_folder_of(folder) {
                self.check(&root);
            }
        }
    }

    pub(super) fn root_of(&self, uri: &str) -> Option<PathBuf> {
        let path = path_of(uri)?;
        // A site whose documents are outside of its folder is known by its last check.
        let mut known = self.sites.iter();
        let known = known.find(|(_, site)| {
            let snapshot = site.snapshot.as_ref();
            snapshot.is_some_and(|snapshot| snapshot.file(&path).is_some())
        });
        let nearest = || content_folder_above(&path, &self.folders);
        known.map(|(root, _)| root.clone()).or_else(nearest)
    }

    /// Checks the sites that have a document: several if one is in the other's folder.
    pub(super) fn check_sites_of(&mut self, uri: &str) {
        let mut roots: BTreeSet<PathBuf> = self.root_of(uri).into_iter().collect();
        let path = path_of(uri).unwrap_or_default();
        let others = self.sites.iter().filter(|(_, site)| {
            let snapshot = site.snapshot.as_ref();
            snapshot.is_some_and(|snapshot| snapshot.file(&path).is_some())
        });
        roots.extend(others.map(|(root, _)| root.clone()));
        roots.iter().for_each(|root| self.check(root));
    }

    /// Checks a site with the present texts; starts its thread at the first check.
    pub(super) fn check(&mut self, root: &Path) {
        if !self.sites.contains_key(root) {
            let events = self.events.clone();
            let report = move |ended| events.send(Event::Checked(ended)).is_ok();
            let site = SiteState {
                inputs: start_worker(root, &self.options, self.client.encoding, report),
                snapshot: None,
                is_checking: false,
                published: BTreeSet::new(),
            };
            self.sites.insert(root.to_owned(), site);
        }
        let mut input = CheckInput::default();
        for (uri, document) in self.documents.iter() {
            let text = Arc::clone(&document.text);
            input.texts.insert(document.path.clone(), text);
            input.versions.insert(uri.to_owned(), document.version);
        }
        if let Some(site) = self.sites.get_mut(root) {
            site.is_checking = site.inputs.send(input).is_ok();
        }
    }

    pub(super) fn finish_check(&mut self, ended: FinishedCheck) -> io::Result<()> {
        let Some(site) = self.sites.get_mut(&ended.root) else {
            return Ok(());
        };
        let is_known = |snapshot: &Arc<Snapshot>| is_current(snapshot, &self.documents);
        match ended.result {
            Some(result) => {
                let snapshot = &result.snapshot;
                site.is_checking = !is_known(snapshot);
                site.snapshot = Some(Arc::clone(snapshot));
                self.publish_all(&ended.root, result)?;
            }
            None => {
                site.is_checking = false;
                let message = "internal error while checking the site; this is a bug in Bindery";
                let params = json!({"type": 1, "message": message});
                let method = "window/logMessage".to_owned();
                let log = Notification::new(method, params);
                write_message(self.output, &log.into())?;
            }
        }
        Ok(())
    }

    /// Publishes the diagnostics of a check, except those of texts that changed since.
    pub(super) fn publish_all(&mut self, root: &Path, result: CheckResult) -> io::Result<()> {
        let snapshot = &result.snapshot;
        let open: BTreeMap<PathBuf, (String, i32)> = self
            .documents
            .iter()
            .map(|(uri, one)| (one.path.clone(), (uri.to_owned(), one.version)))
            .collect();
        let mut rest = self
            .sites
            .get_mut(root)
            .map_or_else(BTreeSet::new, |site| std::mem::take(&mut site.published));
        let mut published = BTreeSet::new();
        for (file, list) in result.diagnostics {
            let path = snapshot.disk_path(file);
            let (uri, version) = match open.get(&path) {
                Some((uri, version)) => (uri.clone(), Some(*version)),
                None => (uri_of(&path), None),
            };
            rest.remove(&uri);
            if version.is_none() || snapshot.versions.get(&uri).copied() == version {
                self.publish(&uri, version, &list)?;
            }
            published.insert(uri);
        }
        // An open text without problems is published, too, so that the client sees that it was checked.
        let checked = open.iter().filter(|(path, (uri, version))| {
            let is_seen = snapshot.versions.get(uri) == Some(version);
            is_seen && snapshot.file(path).is_some() && !published.contains(uri)
        });
        rest.extend(checked.map(|(_, (uri, _))| uri.clone()));
        for uri in rest {
            let version = self.documents.find(&uri).map(|one| one.version);
            self.publish(&uri, version, &[])?;
        }
        if let Some(site) = self.sites.get_mut(root) {
            site.published = published;
        }
        Ok(())
    }

    pub(super) fn publish(
        &mut self,
        uri: &str,
        version: Option<i32>,
        list: &[Value],
    ) -> io::Result<()> {
        let mut params = json!({"uri": uri, "diagnostics": list});
        if let Some(version) = version {
            params["version"] = json!(version);
        }
        let method = "textDocument/publishDiagnostics".to_owned();
        write_message(self.output, &Notification::new(method, params).into())
    }
}

/// Whether a check saw the present texts of all open documents of its site.
pub(super) fn is_current(snapshot: &Snapshot, documents: &OpenDocuments) -> bool {
    let mut open = documents.iter();
    let mut seen = snapshot.versions.keys();
    open.all(|(uri, one)| {
        let seen = snapshot.versions.get(uri);
        seen == Some(&one.version) || snapshot.file(&one.path).is_none()
    }) && seen.all(|uri| {
        let is_of_site = || path_of(uri).is_some_and(|path| snapshot.file(&path).is_some());
        documents.find(uri).is_some() || !is_of_site()
    })
}
