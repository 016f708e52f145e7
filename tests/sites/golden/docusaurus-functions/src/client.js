export function onRouteDidUpdate({ location }) {
  document.documentElement.dataset.shown = location.pathname;
}
