/*
 * Runs in <head> before the first paint, with no module and no other file. It marks that script runs,
 * puts the reader's colour mode on <html>, and marks an announcement that was closed. The served attributes
 * are the defaults: `data-theme`, `data-theme-choice="system"` where the system's preference counts,
 * `data-theme-switch="off"` where readers may not choose, `data-announcement` with the id of the bar.
 */
(function () {
  var root = document.documentElement;
  var data = root.dataset;
  var fallback = data.themeChoice || data.theme || 'dark';
  var asked = new URLSearchParams(location.search).get('docusaurus-theme');
  var choice = data.themeSwitch !== 'off' && (asked === 'light' || asked === 'dark') ? asked : null;
  data.js = '';
  try {
    if (data.themeSwitch === 'off') {
      localStorage.removeItem('theme');
    } else {
      var stored = localStorage.getItem('theme');
      choice = choice || (stored === null ? null : stored === 'dark' ? 'dark' : 'light');
    }
    if (data.announcement) {
      var key = 'docusaurus.announcement.';
      var known = localStorage.getItem(key + 'id');
      /* The id's default was once misspelt. */
      if (known === 'annoucement-bar') known = 'announcement-bar';
      if (known !== data.announcement) {
        localStorage.setItem(key + 'id', data.announcement);
        localStorage.setItem(key + 'dismiss', 'false');
      } else if (localStorage.getItem(key + 'dismiss') === 'true') {
        data.announcementClosed = '';
      }
    }
  } catch (error) {
    /* Blocked storage: the default holds. */
  }
  choice = choice || fallback;
  data.themeChoice = choice;
  data.theme = choice !== 'system' ? choice : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
})();
