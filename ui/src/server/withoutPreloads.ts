/** Removes the preload links that React puts before the markup of eager images: the compiler writes `<head>`. */
export function withoutPreloads(html: string): string {
  return html.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
}
