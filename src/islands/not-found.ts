import { idInPath } from './protocol-path.ts'
import { openPageSearch } from './search-index.ts'
import { hitElement, pageOf } from './search-row.ts'

/** Protocols that are offered for an address that no page has. */
const MAX_OFFERED = 3

/** Opens the page of an id that its address spells otherwise; else offers the protocols that are most like it. */
async function offerProtocols(root: HTMLElement): Promise<void> {
  const id = idInPath(location.pathname)
  const list = root.querySelector('ul')
  if (id === null || !list) return
  const { protocols } = await openPageSearch()
  const hits = protocols(id, MAX_OFFERED)
  const same = hits.find(({ entry }) => entry.id === id || entry.formerSlugs.includes(id))
  if (same && pageOf(same.entry) !== location.pathname) {
    location.replace(pageOf(same.entry))
    return
  }
  list.replaceChildren(...hits.map((hit) => hitElement(hit)))
  root.hidden = hits.length === 0
}

const offers = document.querySelector<HTMLElement>('#near')
// Without the list of protocols the page still says where to look.
if (offers) offerProtocols(offers).catch(() => undefined)
