//! How much a problem costs the readers of a site.

use super::Code;

/// How much a problem costs the readers, from worst to least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Impact {
    /// A page, or the site, is missing, or shows none of its content.
    Page,
    /// A part of a page is missing or wrong.
    Content,
    /// A link or a redirect leads nowhere.
    Link,
    /// An option of the configuration has no effect.
    Option,
    /// Readers see no difference, or a small one.
    Detail,
}

impl Code {
    /// How much problems of this kind cost.
    #[must_use]
    pub fn impact(self) -> Impact {
        match self {
            Code::BadConfig
            | Code::DuplicateRoute
            | Code::EmptySite
            | Code::FileTooLarge
            | Code::InvalidUtf8
            | Code::MissingContent
            | Code::ReservedPath
            | Code::SymlinkLoop
            | Code::UnreadableFile
            | Code::UnsupportedPage => Impact::Page,
            Code::BadData
            | Code::BadFrontMatter
            | Code::BadImage
            | Code::BadInclude
            | Code::BadMath
            | Code::BadSidebar
            | Code::BadTable
            | Code::BadTabs
            | Code::ComponentFailed
            | Code::DuplicateId
            | Code::ForeignImage
            | Code::MergeConflict
            | Code::MissingAsset
            | Code::MissingImage
            | Code::NestingTooDeep
            | Code::OutsideCategory
            | Code::RefusedMarkup
            | Code::RefusedRequest
            | Code::UnclosedAdmonition
            | Code::UnclosedFence
            | Code::UnclosedTag
            | Code::UndefinedReference
            | Code::UnknownComponent
            | Code::UnknownImport
            | Code::UnknownTag
            | Code::UnsupportedExpression => Impact::Content,
            _ => self.impact_on_details(),
        }
    }

    /// The impact of a problem that costs no part of a page.
    fn impact_on_details(self) -> Impact {
        match self {
            Code::BrokenAnchor
            | Code::BrokenLink
            | Code::EmptyLink
            | Code::LinkToFolder
            | Code::LostAnchor
            | Code::LostPath
            | Code::OrphanPage
            | Code::RedirectLoop
            | Code::RedirectShadowed
            | Code::RedirectToNothing => Impact::Link,
            Code::BadHead
            | Code::BadLedger
            | Code::BadTranslation
            | Code::UnknownTranslation
            | Code::UnsupportedOption => Impact::Option,
            _ => Impact::Detail,
        }
    }
}
