//! Redirects: configured pairs, aliases of pages, and those that rules make from existing pages.

#[cfg(test)]
mod tests;

use crate::assemble::blog::Blog;
use crate::assemble::context::LocaleContext;
use crate::assemble::docs::Doc;
use crate::assemble::links::{Targets, is_url};
use crate::assemble::paths::escape_percent;
use crate::assemble::routes::{is_reserved, site_route, without_base};
use crate::config::RedirectRule;
use crate::diagnostic::{Code, Diagnostics, Suggester, did_you_mean_or};
use crate::model::{Redirect, RoutePath};
use crate::pattern::PathTemplate;
use crate::source::Span;
use percent_encoding::percent_decode_str;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// A redirect whose target is not checked yet.
#[derive(Clone, Debug)]
struct Declared {
    to: String,
    status: u16,
    from_span: Span,
    to_span: Span,
    is_rule: bool,
}

/// Makes the redirects of a locale. Those from the path of a page are left out, and chains are shortened to their end.
pub(super) fn make_redirects(
    context: &LocaleContext<'_>,
    docs: &[Doc],
    blogs: &[Blog],
    targets: &Targets,
    sink: &mut Diagnostics,
) -> Vec<Redirect> {
    let mut collector = Collector {
        context,
        targets,
        declared: BTreeMap::new(),
        pages: OnceCell::new(),
        sink,
    };
    collector.add_pairs();
    collector.add_aliases(docs, blogs);
    for rule in &context.config.redirect_rules {
        collector.add_rule(rule, docs);
    }
    collector.add_extensions();
    collector.finish()
}

struct Collector<'c, 's> {
    context: &'c LocaleContext<'c>,
    targets: &'c Targets,
    declared: BTreeMap<RoutePath, Declared>,
    /// The paths of pages, collected for the first suggestion.
    pages: OnceCell<Suggester>,
    sink: &'s mut Diagnostics,
}

impl Collector<'_, '_> {
    fn add_pairs(&mut self) {
        for pair in &self.context.config.redirects {
            let declared = Declared {
                to: pair.to.clone(),
                status: pair.status,
                from_span: pair.from_span,
                to_span: pair.to_span,
                is_rule: false,
            };
            self.add_exact(&pair.from, declared);
        }
    }

    fn add_aliases(&mut self, docs: &[Doc], blogs: &[Blog]) {
        let docs = docs.iter().map(|doc| (&doc.front, &doc.route));
        let posts = blogs.iter().flat_map(|blog| &blog.posts);
        let posts = posts.map(|post| (&post.front, &post.route));
        for (front, route) in docs.chain(posts) {
            for (alias, span) in &front.aliases {
                let declared = Declared {
                    to: without_base(self.context, route.as_str()).to_owned(),
                    status: 308,
                    from_span: *span,
                    to_span: *span,
                    is_rule: false,
                };
                self.add_exact(alias, declared);
            }
        }
    }

    fn add_exact(&mut self, from: &str, declared: Declared) {
        let span = declared.from_span;
        // The server decodes each segment by itself, so that `%2F` never separates two.
        let has_slash = from.to_ascii_lowercase().contains("%2f");
        let is_path = from.starts_with('/') && !from.contains(['?', '#']) && !has_slash;
        let route = site_route(self.context, from).filter(|_| is_path);
        let Some(route) = route else {
            self.sink
                .error(
                    Code::BadConfig,
                    span,
                    format!("`{from}` is not a path that can be redirected"),
                )
                .help("write a path such as `/old`, without `?`, `#` and `%2F`");
            return;
        };
        if is_reserved(self.context, &route) {
            let message = format!("the path `{route}` is reserved");
            self.sink
                .error(Code::ReservedPath, span, message)
                .help("choose another source");
        } else if self.is_taken(&route) {
            let message = format!("`{from}` is a page; the redirect has no effect");
            self.sink
                .warn(Code::RedirectShadowed, span, message)
                .help("delete the redirect or move the page");
        } else if let Some(first) = self.declared.get(&route) {
            let message = format!("`{from}` is redirected to `{}` already", first.to);
            self.sink
                .error(Code::RedirectShadowed, span, message)
                .help("delete one of the two");
        } else {
            self.declared.insert(route, declared);
        }
    }

    fn is_taken(&self, route: &RoutePath) -> bool {
        self.targets.has_page(route) || self.targets.statics.contains_key(route)
    }

    fn add_rule(&mut self, rule: &RedirectRule, docs: &[Doc]) {
        let Some(pattern) = self.parse(&rule.pattern, rule.span) else {
            return;
        };
        let mut sources = Vec::new();
        for (from, span) in &rule.from {
            if let Some(source) = self.parse(from, *span) {
                self.check_names(&pattern, &source, *span);
                sources.push((source, *span));
            }
        }
        let mut is_used = false;
        for doc in docs {
            let path = doc.route.decoded();
            let path = without_base(self.context, &path);
            let last = path.rsplit('/').next().unwrap_or_default();
            let is_excepted = rule.except.iter().any(|pattern| pattern.matches(last));
            let Some(values) = pattern.captures(path).filter(|_| !is_excepted) else {
                continue;
            };
            is_used = true;
            for (source, span) in &sources {
                let declared = Declared {
                    to: without_base(self.context, doc.route.as_str()).to_owned(),
                    status: rule.status,
                    from_span: *span,
                    to_span: rule.span,
                    is_rule: true,
                };
                self.add_made(&source.fill(&values), declared);
            }
        }
        if !is_used {
            let message = format!("no page matches `{}`", rule.pattern);
            self.sink
                .warn(Code::RedirectToNothing, rule.span, message)
                .help("correct the pattern, or delete the rule");
        }
    }

    /// `redirect_from_extensions` redirects a page's path with an extension to the page. `redirect_to_extensions`: of
    /// a page whose path has one, the path without it does.
    fn add_extensions(&mut self) {
        let Some(file) = self.context.config.file else {
            return;
        };
        let span = Span::start_of(file);
        // The homes of the other locales lie below that of the default locale.
        let others = self.context.config.locales.iter();
        let others = others.filter(|locale| *locale != self.context.locale);
        let others: Vec<String> = others.map(|one| format!("{}/", one.route_base())).collect();
        let is_own = |path: &&str| {
            !others
                .iter()
                .any(|other| *other != "/" && path.starts_with(other))
        };
        let pages = self.targets.written_paths(self.context);
        let pages: Vec<String> = pages
            .filter(|path| *path != "/")
            .filter(is_own)
            .map(str::to_owned)
            .collect();
        let config = self.context.config;
        let ends_with = |path: &str, one: &String| path.ends_with(&format!(".{one}"));
        let from = &config.redirect_from_extensions;
        for path in pages {
            let mut sources = Vec::new();
            if !from.iter().any(|one| ends_with(&path, one)) {
                sources.extend(from.iter().map(|one| format!("{path}.{one}")));
            }
            let mut to = config.redirect_to_extensions.iter();
            if let Some(one) = to.find(|one| ends_with(&path, one)) {
                sources.push(path[..path.len() - one.len() - 1].to_owned());
            }
            for source in sources {
                let declared = Declared {
                    to: path.clone(),
                    status: 308,
                    from_span: span,
                    to_span: span,
                    is_rule: true,
                };
                let source = percent_decode_str(&source).decode_utf8_lossy();
                self.add_made(&source, declared);
            }
        }
    }

    /// Adds a redirect that a rule makes, unless the path is a page's or that of an exact pair.
    fn add_made(&mut self, from: &str, declared: Declared) {
        let Some(route) = site_route(self.context, &escape_percent(from)) else {
            return;
        };
        if self.is_taken(&route) || is_reserved(self.context, &route) {
            return;
        }
        let Some(first) = self.declared.get(&route) else {
            self.declared.insert(route, declared);
            return;
        };
        if first.is_rule && first.to != declared.to {
            let message = format!(
                "two rules redirect `{from}`: to `{}` and to `{}`; the first is used",
                first.to, declared.to
            );
            self.sink
                .warn(Code::RedirectShadowed, declared.from_span, message)
                .help(format!(
                    "choose one: add `[[redirects]]` with `from = \"{from}\"` and `to = …`"
                ));
        }
    }

    fn parse(&mut self, text: &str, span: Span) -> Option<PathTemplate> {
        match PathTemplate::parse(text) {
            Ok(pattern) => Some(pattern),
            Err(message) => {
                self.sink.error(Code::BadConfig, span, message);
                None
            }
        }
    }

    fn check_names(&mut self, pattern: &PathTemplate, source: &PathTemplate, span: Span) {
        let known = pattern.names();
        for name in source.names().difference(&known) {
            let problem = self.sink.error(
                Code::BadConfig,
                span,
                format!("`for` has no placeholder `{{{name}}}`"),
            );
            let otherwise = "name it in `for`, or leave it out";
            problem.help(did_you_mean_or(name, known.iter().copied(), otherwise));
        }
    }

    fn finish(mut self) -> Vec<Redirect> {
        let declared = std::mem::take(&mut self.declared);
        let mut redirects = Vec::new();
        for (from, one) in &declared {
            if let Some(to) = self.follow(&declared, from, one) {
                redirects.push(Redirect {
                    from: from.clone(),
                    to,
                    status: one.status,
                    span: Some(one.from_span),
                });
            }
        }
        redirects
    }

    /// The end of a chain of redirects: a page, a file or another site.
    fn follow(
        &mut self,
        declared: &BTreeMap<RoutePath, Declared>,
        from: &RoutePath,
        first: &Declared,
    ) -> Option<String> {
        let mut hops = vec![from.clone()];
        let mut to = first.to.clone();
        loop {
            if is_url(&to) {
                return Some(to);
            }
            let path_end = to.find(['?', '#']).unwrap_or(to.len());
            let (path, rest) = to.split_at(path_end);
            let route = site_route(self.context, path).filter(|_| path.starts_with('/'));
            if let Some(route) = route.as_ref().filter(|route| self.is_taken(route)) {
                self.check_anchor(route, rest, first);
                return Some(format!("{route}{rest}"));
            }
            let next = route.and_then(|route| declared.get_key_value(&route));
            let Some((route, next)) = next else {
                self.report_nothing(path, first);
                return None;
            };
            if hops.contains(route) {
                self.report_loop(&hops, route, first);
                return None;
            }
            hops.push(route.clone());
            // The query or anchor of a hop is passed on, unless the next hop has its own.
            let has_rest = next.to.contains(['?', '#']);
            to = if has_rest {
                next.to.clone()
            } else {
                format!("{}{rest}", next.to)
            };
        }
    }

    fn check_anchor(&mut self, route: &RoutePath, rest: &str, first: &Declared) {
        let Some((_, anchor)) = rest.split_once('#') else {
            return;
        };
        if let Some(anchors) = self.targets.anchors(route)
            && !anchors.contains(anchor)
        {
            let message = format!("no heading `#{anchor}` on `{route}`");
            let problem = self.sink.warn(Code::BrokenAnchor, first.to_span, message);
            let anchors = anchors.iter().map(String::as_str);
            problem.help(did_you_mean_or(anchor, anchors, "leave the anchor out"));
        }
    }

    fn report_nothing(&mut self, path: &str, first: &Declared) {
        let message = format!("the redirect leads to `{path}`, where no page is");
        let problem = self
            .sink
            .error(Code::RedirectToNothing, first.to_span, message);
        let make = || Suggester::new(self.targets.written_paths(self.context));
        let pages = self.pages.get_or_init(make);
        problem.help(pages.did_you_mean_or(path, "let it lead to a page, or delete it"));
    }

    /// Reports a loop once: at its first member in alphabetical order.
    fn report_loop(&mut self, hops: &[RoutePath], again: &RoutePath, first: &Declared) {
        let is_first = hops.first() == Some(again) && hops.iter().min() == Some(again);
        if !is_first {
            return;
        }
        let mut names: Vec<String> = hops.iter().map(|route| format!("`{route}`")).collect();
        names.push(format!("`{again}`"));
        let message = format!("redirect loop: {}", names.join(" to "));
        self.sink
            .error(Code::RedirectLoop, first.from_span, message)
            .help("point one of them to a page");
    }
}
