/** React puts a preload link before the markup of each eager image; the compiler writes `<head>`. */
export function withoutPreloads(html: string): string {
  return html.replace(/^(?:<link rel="preload"[^>]*>)+/, '');
}
