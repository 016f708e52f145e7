//! The blog: posts, their authors and tags, and the pages that list them.

mod authors;
mod lists;
mod pages;
mod posts;
mod reading_time;

#[cfg(test)]
mod tests;

pub(crate) use self::lists::{Blog, make_blog};
pub(crate) use self::pages::make_blog_pages;
pub(crate) use self::posts::{make_post, read_books};
