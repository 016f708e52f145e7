/** Turns the link to a video into the player, on the reader's click. Loaded only on pages that have such a link. */

export function enhanceYouTube(root: ParentNode): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-youtube]')) {
    link.addEventListener('click', (event) => {
      // A click with a modifier key opens the link in a new tab.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      link.replaceWith(player(link.dataset));
    });
  }
}

function player({ youtube = '', start, title = '' }: DOMStringMap): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = 'youtube';
  frame.src = `https://www.youtube-nocookie.com/embed/${encodeURIComponent(youtube)}?autoplay=1${start ? `&start=${start}` : ''}`;
  frame.title = title;
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  return frame;
}
