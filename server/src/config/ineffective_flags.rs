//! Finds flags that have no effect because of other settings. Each is a warning at the start and in `--check`.

use super::{ListenAddress, ServeFlags, Settings};
use crate::observe::client::ClientField;
use crate::table::Site;

/// A message for each flag without effect.
#[must_use]
pub fn ineffective_flags(site: &Site, flags: &ServeFlags, settings: &Settings) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(folder) = &flags.static_files
        && !site.has_static_files()
    {
        found.push(format!(
            "`--static-files {}` has no effect: the executable holds all files of this site",
            folder.display()
        ));
    }
    if flags.client_field != ClientField::default() && flags.trusted_proxy.is_empty() {
        found.push(format!(
            "`--client-field {}` has no effect without `--trusted-proxy`",
            flags.client_field
        ));
    }
    if flags.access_log_sample != 1 && flags.access_log.is_none() {
        found.push("`--access-log-sample` has no effect without `--access-log`".to_owned());
    }
    let mut addresses = settings.listen.iter().chain(&settings.metrics);
    let has_socket_flag = flags.unix_mode.is_some() || flags.unix_group.is_some();
    if has_socket_flag && !addresses.any(|address| matches!(address, ListenAddress::Unix(_))) {
        let message = "`--unix-mode` and `--unix-group` have no effect without a `unix:` socket";
        found.push(message.to_owned());
    }
    let names_cluster = !flags.search.search_nodes.is_empty();
    if names_cluster && flags.search.search_engine.as_deref() == Some("embedded") {
        let message = "`--search-nodes` has no effect with `--search-engine embedded`";
        found.push(message.to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::build_site;
    use clap::{Args, FromArgMatches};

    fn found(arguments: &[&str]) -> Vec<String> {
        let command = ServeFlags::augment_args(clap::Command::new("serve")).no_binary_name(true);
        let matches = command.try_get_matches_from(arguments).unwrap();
        let flags = ServeFlags::from_arg_matches(&matches).unwrap();
        let settings = Settings::try_from(&flags).unwrap();
        ineffective_flags(build_site(|_| Vec::new()), &flags, &settings)
    }

    #[test]
    fn flags_without_effect_are_named() {
        for (arguments, name) in [
            (
                &["--client-field", "forwarded"][..],
                "`--client-field forwarded`",
            ),
            (&["--access-log-sample", "2"], "`--access-log-sample`"),
            (&["--unix-mode", "0600"], "`--unix-mode`"),
            (&["--unix-group", "0"], "`--unix-group`"),
            (&["--static-files", "/a"], "`--static-files /a`"),
            (
                &["--search-nodes", "http://a", "--search-engine", "embedded"],
                "`--search-nodes`",
            ),
        ] {
            let found = found(arguments);
            assert!(
                found.len() == 1 && found[0].contains(name),
                "{arguments:?}: {found:?}"
            );
        }
    }

    #[test]
    fn flags_with_an_effect_are_not() {
        let nothing: [&str; 0] = [];
        assert_eq!(found(&[]), nothing);
        let socket = ["--metrics", "unix:/a", "--unix-mode", "0600"];
        assert_eq!(found(&socket), nothing);
        let proxy = ["--trusted-proxy", "::1", "--client-field", "x-real-ip"];
        assert_eq!(found(&proxy), nothing);
    }
}
