/**
 * Pushes each page view to a `gtag`-style data layer. Without an id, or if the reader's browser asks not to track, no script is
 * loaded.
 */

type Layer = { dataLayer?: unknown[] };
type PrivacySignals = { globalPrivacyControl?: boolean };

/** As in the vendor's snippet: the layer holds `arguments` objects. */
function gtag(..._values: unknown[]): void {
  const layer = window as Layer;
  // biome-ignore lint/suspicious/noAssignInExpressions: creates the layer on first use.
  // biome-ignore lint/complexity/noArguments: the vendor's script distinguishes calls from other entries by the type of `arguments`.
  (layer.dataLayer ??= []).push(arguments);
}

export function startAnalytics(id: string | undefined): void {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & PrivacySignals;
  if (id === undefined || globalPrivacyControl || doNotTrack === '1') return;
  gtag('js', new Date());
  gtag('config', id);
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

export function trackPage(path: string): void {
  gtag('set', 'page_path', path);
  gtag('event', 'page_view');
}
