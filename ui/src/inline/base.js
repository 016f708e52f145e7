/*
 * Runs at the end of the home page's body. If neither the page's script nor its style sheet loaded, the site is
 * probably served below another path than it was built for. The page then shows a message that needs neither.
 */
(function () {
  var root = document.documentElement;
  var hasStyle = getComputedStyle(root).getPropertyValue('--bindery') !== '';
  if (hasStyle || 'started' in root.dataset) return;
  var configured = JSON.parse(document.getElementById('__bindery_data').textContent).site.basePath;
  var suggested = location.pathname.slice(-1) === '/' ? location.pathname : location.pathname + '/';
  var banner = document.createElement('div');
  var lines = [
    'Your Docusaurus site did not load properly.',
    'A very common reason is a wrong site baseUrl configuration.',
    'Current configured baseUrl = ' + configured,
    'We suggest trying baseUrl = ' + suggested,
  ];
  banner.id = '__bindery_base';
  banner.style.cssText =
    'border:4px solid #a21921;padding:1rem;margin:1rem;background:#fdeceb;color:#000;font:bold 1.1rem sans-serif';
  lines.forEach(function (line) {
    banner.appendChild(document.createElement('p')).textContent = line;
  });
  document.body.insertBefore(banner, document.body.firstChild);
  addEventListener('load', function () {
    if ('started' in root.dataset) banner.remove();
  });
})();
