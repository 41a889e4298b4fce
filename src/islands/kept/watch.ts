import type { ProtocolStatus } from '../../domain/status.ts'
import { button } from '../dom/element.ts'
import { type KeptProtocol, toggle } from './kept.ts'
import { changeKept, isRefused, readKept } from './storage.ts'

/** What a button watches: `id`, name, page unless its name is the id, and where they are known the day, the score, and the status unless it is active. In `data-watch`, as JSON. */
type Watched = [
  id: string,
  name: string,
  page: string,
  day?: string,
  score?: number | null,
  status?: ProtocolStatus | null,
]

function protocolOf({ dataset }: HTMLElement): KeptProtocol {
  const watched = JSON.parse(dataset.watch ?? '[]') as Watched
  const [id, name, page, day, score = null, status = 'active'] = watched
  const seen = day === undefined ? null : { day, score, status }
  return { id, name, page: page || id, seen, before: null }
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
