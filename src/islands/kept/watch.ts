import { button } from '../dom/element.ts'
import { type KeptProtocol, toggle } from './kept.ts'
import { changeKept, isRefused, readKept } from './storage.ts'

/** What a button watches: `id`, name, page, and the score with its day where it is known. In `data-watch`, as JSON. */
type Watched = [id: string, name: string, page: string, day?: string, score?: number | null]

function protocolOf({ dataset }: HTMLElement): KeptProtocol {
  const [id, name, page, day, score = null] = JSON.parse(dataset.watch ?? '[]') as Watched
  return { id, name, page, seen: day === undefined ? null : { day, score }, before: null }
}

/** Shows on the button whether its protocol is watched. */
export function showWatch(by: HTMLButtonElement): void {
  const { id, name } = protocolOf(by)
  const isKept = readKept().protocols.some((each) => each.id === id)
  const word = isKept ? (isRefused() ? 'Unwatch (gone with this page)' : 'Unwatch') : 'Watch'
  by.textContent = word
  by.ariaLabel = `${word} ${name}`
}

/** Watches the protocol of the button, or no longer. */
export function switchWatch(by: HTMLButtonElement): void {
  changeKept((kept) => toggle(kept, protocolOf(by)))
  showWatch(by)
  dispatchEvent(new Event('plimsoll-kept'))
}

/** A button for a protocol. */
export function watchButton(...watched: Watched): HTMLButtonElement {
  const made = button('Watch', () => switchWatch(made), {
    className: 'remove watch',
  })
  made.dataset.watch = JSON.stringify(watched)
  showWatch(made)
  return made
}
