//! Problems of the content as text, for the reports of builds.

use crate::diagnostic::{self, Baseline, Diagnostic, Paint, Severity, Shown};
use crate::driver::{Problem, ProblemGroup};
use crate::source::SourceTree;

/// The problems as text.
pub(in crate::driver) fn to_problems(list: &[Diagnostic], tree: &SourceTree) -> Vec<Problem> {
    let compared = Baseline::of(tree).compare(list, tree);
    let list = list.iter().zip(compared.is_known);
    let problems = list.map(|(one, is_known)| Problem {
        severity: one.severity,
        text: diagnostic::render(one, tree),
        is_known,
    });
    problems.collect()
}

/// The problems that are not known, grouped by cause. Of warnings `shown` are written, of errors all.
pub(in crate::driver) fn to_groups(
    list: &[Diagnostic],
    problems: &[Problem],
    tree: &SourceTree,
    shown: Shown,
) -> Vec<ProblemGroup> {
    let new = list.iter().zip(problems);
    let new = new.filter(|(_, problem)| !problem.is_known);
    let new: Vec<Diagnostic> = new.map(|(one, _)| one.clone()).collect();
    let groups = diagnostic::group_by_cause(&new).into_iter();
    let groups = groups.map(|group| {
        let shown = match group.severity {
            Severity::Error => Shown::All,
            Severity::Warning => shown,
        };
        ProblemGroup {
            code: group.code,
            severity: group.severity,
            count: group.problems.len(),
            text: diagnostic::render_group(&group, tree, shown, Paint::Plain),
        }
    });
    groups.collect()
}
