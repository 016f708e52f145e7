/*
 * Runs in <head> before the first paint, with no module and no other file. It marks that script runs,
 * and puts the reader's colour mode on <html>. The served attributes are the defaults: `data-theme`,
 * `data-theme-choice="system"` where the system's preference counts, `data-theme-switch="off"` where
 * readers may not choose.
 */
(function () {
  var root = document.documentElement;
  var data = root.dataset;
  var fallback = data.themeChoice || data.theme || 'dark';
  var choice = null;
  data.js = '';
  try {
    if (data.themeSwitch === 'off') {
      localStorage.removeItem('theme');
    } else {
      var asked = new URLSearchParams(location.search).get('docusaurus-theme');
      var stored = localStorage.getItem('theme');
      choice = asked === 'light' || asked === 'dark' ? asked : stored === null ? null : stored === 'dark' ? 'dark' : 'light';
    }
  } catch (error) {
    /* Blocked storage: the default holds. */
  }
  choice = choice || fallback;
  data.themeChoice = choice;
  data.theme = choice !== 'system' ? choice : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
})();
