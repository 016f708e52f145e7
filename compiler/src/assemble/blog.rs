//! The blog: posts, their authors and tags, and the pages that list them.

mod authors;
mod lists;
mod pages;
mod posts;
mod reading_time;

#[cfg(test)]
mod tests;

pub(super) use self::lists::{Blog, make_blog};
pub(super) use self::pages::make_blog_pages;
pub(super) use self::posts::{BlogIndexes, Post, make_post, read_indexes};
pub(crate) use self::reading_time::counted_text;
