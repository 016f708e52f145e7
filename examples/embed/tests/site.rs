//! A case for each page, redirect and link of the site.

bindery_site_tests::site_tests!(embed::SITE);
