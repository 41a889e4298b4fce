import { rowLimit, setRowLimit } from './virtual-table.ts'

const KEY = 'screener-place'

/**
 * Goes back to the rows that the reader left, when he comes back by the history of the browser: it cannot do so itself, because the
 * rows are not there before the script has loaded them. Without storage the page begins at its top.
 */
export function keepScroll(region: HTMLElement, view: Window): void {
  const address = view.location.href
  const [entry] = view.performance.getEntriesByType('navigation')
  const cameBack = entry && 'type' in entry && entry.type === 'back_forward'
  // An address has no space: it is one of four words.
  const [left, regionTop, pageTop, rows] = (cameBack && stored(view)?.split(' ')) || []
  if (left === address) {
    setRowLimit(Number(rows))
    region.scrollTop = Number(regionTop)
    view.scrollTo(0, Number(pageTop))
  }
  view.addEventListener('pagehide', () => {
    stored(view, `${view.location.href} ${region.scrollTop} ${view.scrollY} ${rowLimit()}`)
  })
}

/** What this tab keeps, after `text` took its place; null for nothing, or where the browser keeps nothing for this site. */
function stored(view: Window, text?: string): string | null {
  try {
    if (text !== undefined) view.sessionStorage.setItem(KEY, text)
    return view.sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
