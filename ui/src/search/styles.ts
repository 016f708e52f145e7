/** The modal's sheet comes with its code, so that no page pays for it; the policy allows sheets that scripts make. */

const SHEET = `
.sx{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:10vh var(--s-4) var(--s-4);border:0;background:none;color:var(--text);overflow:hidden}
.sx::backdrop{background:var(--overlay)}
.sx-in{display:flex;flex-direction:column;max-width:40rem;max-height:100%;margin-inline:auto;border:1px solid var(--edge);border-radius:var(--r-3);background:var(--bg);box-shadow:var(--shadow-3);overflow:hidden}
.sx-bar{display:flex;align-items:center;gap:var(--s-3);padding-inline:var(--s-4) var(--s-2);border-block-end:1px solid var(--line);color:var(--muted)}
.sx-bar:focus-within{box-shadow:inset 0 0 0 2px var(--focus);border-radius:var(--r-3) var(--r-3) 0 0}
.sx-bar input{flex:1;min-width:0;height:3.5rem;border:0;outline:0;background:none;font-size:var(--t-lg);color:var(--strong)}
.sx-bar input::placeholder{color:var(--faint);opacity:1}
.sx-body{display:flex;flex-direction:column;flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:var(--s-2)}
.sx-list{min-height:0;overflow-y:auto;overscroll-behavior:contain}
.sx-body ul{margin:0;padding:0;list-style:none}
.sx-part{margin:0;padding:var(--s-3) var(--s-3) var(--s-1);font-size:var(--t-sm);font-weight:600;color:var(--accent)}
.sx-row{display:flex;align-items:center}.sx-row .sx-hit{flex:1}
.sx-hit{display:flex;gap:var(--s-3);min-width:0;padding:var(--s-2) var(--s-3);border-radius:var(--r-2);cursor:pointer;scroll-margin:var(--s-7)}
.sx-hit .i{flex:none;margin-block-start:.25em;color:var(--el,var(--faint))}
.sx-hit[aria-selected=true]{background:var(--hover);box-shadow:inset 2px 0 var(--accent)}
.sx-text{display:grid;min-width:0;overflow-wrap:anywhere}
.sx-title{font-weight:600;color:var(--strong)}
.sx-of{font-weight:400;color:var(--muted)}
.sx .hit-answer{margin:var(--s-2)}
.sx-figure{display:flex;justify-content:space-between;gap:var(--s-4);font-variant-numeric:tabular-nums}
.sx .hit-answer .sx-text{flex:1}
.sx-path{font-size:var(--t-sm);color:var(--muted)}
.sx mark{background:var(--mark);color:inherit;border-radius:var(--r-1)}
.sx-note{padding:var(--s-5);text-align:center;color:var(--muted)}.sx-note p{margin-block:0 var(--s-3)}
.sx-try{display:flex;flex-wrap:wrap;justify-content:center;gap:var(--s-2);margin-block-end:var(--s-3)!important}
.sx-all{display:block;padding:var(--s-3);border-block-start:1px solid var(--line);text-align:center}
.sx-foot{display:flex;flex-wrap:wrap;gap:var(--s-1) var(--s-4);padding:var(--s-2) var(--s-4);border-block-start:1px solid var(--line);font-size:var(--t-xs);color:var(--muted)}
.sx-by{margin-inline-start:auto}
@media (max-width:996px){.sx{padding:0}.sx-in{max-width:none;height:100%;border:0;border-radius:0}.sx-foot span:not(.sx-by){display:none}}
`;

let added = false;

export function addStyles(): void {
  if (added) return;
  added = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
