/*
 * Runs in <head> before the first paint, with no module and no other file. It marks that script runs,
 * puts the reader's colour mode on <html>, and marks an announcement that was closed. The served attributes
 * are the defaults: `data-theme`, `data-theme-choice="system"` where the system's preference counts,
 * `data-theme-switch="off"` where readers may not choose, `data-announcement` with the id of the bar,
 * `data-storage="session"` and `data-storage-suffix` where choices are kept elsewhere or by other keys.
 */
(function () {
  var root = document.documentElement;
  var data = root.dataset;
  var fallback = data.themeChoice || data.theme || 'dark';
  var asked = new URLSearchParams(location.search).get('docusaurus-theme');
  var choice = data.themeSwitch !== 'off' && (asked === 'light' || asked === 'dark') ? asked : null;
  var end = data.storageSuffix || '';
  data.js = '';
  try {
    var store = data.storage === 'session' ? sessionStorage : localStorage;
    if (data.themeSwitch === 'off') {
      store.removeItem('theme' + end);
    } else {
      var stored = store.getItem('theme' + end);
      choice = choice || (stored === null ? null : stored === 'dark' ? 'dark' : 'light');
    }
    if (data.announcement) {
      var key = 'docusaurus.announcement.';
      var known = store.getItem(key + 'id' + end);
      /* The id's default was once misspelt. */
      if (known === 'annoucement-bar') known = 'announcement-bar';
      if (known !== data.announcement) {
        store.setItem(key + 'id' + end, data.announcement);
        store.setItem(key + 'dismiss' + end, 'false');
      } else if (store.getItem(key + 'dismiss' + end) === 'true') {
        data.announcementClosed = '';
      }
    }
  } catch (_error) {
    /* Blocked storage: the default holds. */
  }
  choice = choice || fallback;
  data.themeChoice = choice;
  data.theme = choice !== 'system' ? choice : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
})();
