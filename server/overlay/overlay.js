// Reloads the page after a build, and shows the problems of the content.

const base = new URL('.', import.meta.url)
let shown = null

/** Asks again and again; each answer comes when there is news, or after a while without any. */
async function watch() {
  let version = ''
  for (;;) {
    try {
      const answer = await fetch(new URL(`state?after=${version}`, base), { cache: 'no-store' })
      const state = await answer.json()
      if (shown !== null && shown !== state.site) return location.reload()
      shown = state.site
      version = state.version
      render(state.problems)
    } catch {
      // The server is being restarted.
      version = ''
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

function render(problems) {
  document.getElementById('bindery-overlay')?.remove()
  if (problems.length === 0) return
  const overlay = element('details', { id: 'bindery-overlay' })
  const errors = problems.filter((problem) => problem.severity === 'error').length
  overlay.open = errors > 0
  overlay.dataset.severity = errors > 0 ? 'error' : 'warning'
  overlay.append(element('summary', { textContent: count(errors, problems.length - errors) }))
  for (const problem of problems) overlay.append(element('pre', { textContent: problem.text }))
  overlay.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') overlay.open = false
  })
  document.body.append(overlay)
}

function count(errors, warnings) {
  const words = (number, word) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`])
  return [...words(errors, 'error'), ...words(warnings, 'warning')].join(', ')
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties)
}

document.head.append(element('link', { rel: 'stylesheet', href: new URL('overlay.css', base).href }))
watch()
