/** How far the rows and the page were scrolled, in CSS pixels. */
interface Place {
  region: number
  page: number
}

const KEY = 'screener-place'

/**
 * Goes back to the rows that the reader left, when he comes back by the history of the browser: it cannot do so itself, because the
 * rows are not there before the script has loaded them. Without storage the page begins at its top.
 */
export function keepScroll(region: HTMLElement, view: Window): void {
  const address = view.location.href
  const [entry] = view.performance.getEntriesByType('navigation')
  const cameBack = entry && 'type' in entry && entry.type === 'back_forward'
  const place = cameBack ? readPlace(view, address) : null
  if (place) {
    region.scrollTop = place.region
    view.scrollTo(0, place.page)
  }
  view.addEventListener('pagehide', () => {
    const kept = { address: view.location.href, region: region.scrollTop, page: view.scrollY }
    try {
      view.sessionStorage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // The browser keeps nothing for this site.
    }
  })
}

/** The place that was kept for this address; null for none. */
function readPlace(view: Window, address: string): Place | null {
  try {
    const kept: unknown = JSON.parse(view.sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    if (!('address' in kept) || kept.address !== address) return null
    if (!('region' in kept) || typeof kept.region !== 'number') return null
    if (!('page' in kept) || typeof kept.page !== 'number') return null
    return { region: kept.region, page: kept.page }
  } catch {
    return null
  }
}
