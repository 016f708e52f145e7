//! The site, bound.
