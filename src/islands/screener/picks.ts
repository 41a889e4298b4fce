import { compareSearch, LEAST_IDS, MAX_IDS } from '../compare/ids.ts'
import { type Child, element } from '../dom/element.ts'

/** The protocols ticked for a comparison, and the link to it. */
export interface Picks {
  has(id: string): boolean
  /** Takes a tick or its removal; false when there are too many already. */
  toggle(id: string, isPicked: boolean): boolean
}

export function createPicks(place: HTMLElement): Picks {
  const ids = new Set<string>()
  return {
    has: (id) => ids.has(id),
    toggle(id, isPicked) {
      if (isPicked && ids.size >= MAX_IDS) {
        place.replaceChildren(linkTo([...ids]), ` ${MAX_IDS} at most.`)
        return false
      }
      if (isPicked) ids.add(id)
      else ids.delete(id)
      place.replaceChildren(...wordsFor([...ids]))
      place.classList.toggle('picked', ids.size > 0)
      return true
    },
  }
}

function wordsFor(ids: readonly string[]): Child[] {
  if (ids.length === 0) return ['Tick two to four protocols to compare them.']
  if (ids.length < LEAST_IDS) return ['One chosen. Tick another one to compare them.']
  return [linkTo(ids)]
}

function linkTo(ids: readonly string[]): HTMLAnchorElement {
  const href = `/compare/${compareSearch(ids)}`
  return element('a', { href }, `Compare ${ids.length} protocols`)
}
