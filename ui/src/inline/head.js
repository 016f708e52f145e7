/*
 * Runs in <head> before the first paint, without imports. It sets these attributes of <html>:
 * - `data-js`, always.
 * - `data-query`, if the address has a query. Components may show it as their state.
 * - `data-sliced`, if the rest of a long page may be rendered later (`enhancements/renderInSlices.ts`).
 *   Its value is the number of the first block of the rest.
 * - `data-theme` and `data-theme-choice` from the reader's stored choice.
 * - `data-announcement-closed`, if the reader closed the bar.
 *
 * It reads the served attributes, which are the defaults:
 * - `data-theme`, and `data-theme-choice="system"` if the default is the system's preference.
 * - `data-theme-switch="off"`, if readers cannot choose.
 * - `data-announcement` with the id of the bar.
 * - `data-storage="session"` and `data-storage-suffix`, if choices are stored elsewhere or under other keys.
 */
(function () {
  var root = document.documentElement;
  var data = root.dataset;
  var fallback = data.themeChoice || data.theme || 'dark';
  var asked = new URLSearchParams(location.search).get('docusaurus-theme');
  var choice = data.themeSwitch !== 'off' && (asked === 'light' || asked === 'dark') ? asked : null;
  var end = data.storageSuffix || '';
  data.js = '';
  if (location.search) data.query = '';
  /* Positions must be exact from the first: where a hash leads, and after a reload and Back. */
  var entry = performance.getEntriesByType('navigation')[0];
  if (!location.hash && entry && entry.type === 'navigate') data.sliced = '13';
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
      /* Earlier versions of Docusaurus misspelt the default id. */
      if (known === 'annoucement-bar') known = 'announcement-bar';
      if (known !== data.announcement) {
        store.setItem(key + 'id' + end, data.announcement);
        store.setItem(key + 'dismiss' + end, 'false');
      } else if (store.getItem(key + 'dismiss' + end) === 'true') {
        data.announcementClosed = '';
      }
    }
  } catch (_error) {
    /* Storage is blocked: the default applies. */
  }
  choice = choice || fallback;
  data.themeChoice = choice;
  data.theme = choice !== 'system' ? choice : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
})();
