let count = 0;

export function onRouteDidUpdate({ location, previousLocation }) {
  count += 1;
  document.documentElement.dataset.visits = `${count} ${previousLocation?.pathname ?? '-'} ${location.pathname}`;
}
