import { part } from '../dom/part.ts'
import { type Problem, problem, showProblem } from '../dom/show-problem.ts'
import { detailsOf, type Failure } from '../failure.ts'
import { type AccountView, isAccountView } from './account-view.ts'
import { requestProblem } from './problems.ts'
import { requestsBy } from './requests.ts'

/** A part of the page that shows something of the account. */
interface Section {
  draw: (view: AccountView) => void
  /** Takes addresses, keys and secrets out of the page. */
  clear: () => void
}

export const send = requestsBy(fetch)
/** The signed-in part of the page. */
export const panel = part<HTMLElement>(document, '#account-in')

const sections: Section[] = []
let view: AccountView | null = null
let signedOut: (reason: Problem | null) => void = () => undefined

export function addSection(draw: Section['draw'], clear: Section['clear'] = () => undefined): void {
  sections.push({ draw, clear })
}

/** `act` is called when the session has ended, with the reason. */
export function onSignedOut(act: typeof signedOut): void {
  signedOut = act
}

/** Where a section shows its problems. */
export function placeOf(section: string): HTMLElement {
  return part(panel, `[data-${section}-problem]`)
}

/** Reads the account and shows it. Returns whether that was possible; why not is shown. */
export async function open(): Promise<boolean> {
  panel.hidden = false
  return reload(placeOf('session'))
}

/** Takes the account out of the page, because it is signed out. */
export function leave(reason: Problem | null): void {
  view = null
  panel.hidden = true
  clear()
  signedOut(reason)
}

/** Reads the account again and shows it. A problem is shown in `place`. */
export async function reload(place: HTMLElement): Promise<boolean> {
  const data = await ask(place, 'account')
  if (!data) return false
  if (isAccountView(data) && isDrawn(data)) return true
  showProblem(place, UNREADABLE)
  return false
}

/** Asks for a change of the account that is shown, or reads it. Returns the data of the answer. A problem is shown in `place` unless `isSaid` shows it, or ends the session. */
export async function ask(
  place: HTMLElement,
  name: string,
  body?: Record<string, unknown>,
  isSaid: (failure: Failure) => boolean = () => false,
): Promise<object | null> {
  const answer = await send(name, body, view?.account.id)
  showProblem(place, null)
  if (answer.isDone) return answer.data
  const { failure } = answer
  const reason = requestProblem(failure, Date.now())
  if (failure.status === 401) leave(reason)
  else if (isSaid(failure)) return null
  // Another account signed in since: it is shown, and that nothing was changed.
  else if (detailsOf(failure, 'reason')[0] !== 'other-account' || (await reload(place)))
    showProblem(place, reason)
  return null
}

/** Shows an account; false when something in it is of another form. What was never shown whole stays hidden. */
function isDrawn(read: AccountView): boolean {
  view = read
  try {
    for (const { draw } of sections) draw(read)
  } catch {
    return false
  }
  panel.removeAttribute('data-unread')
  return true
}

function clear(): void {
  panel.setAttribute('data-unread', '')
  for (const section of sections) section.clear()
}

// A browser may keep the page as it is and show it again by Back.
addEventListener('pagehide', clear)

const UNREADABLE = problem(
  'The account came in a form that this page cannot read.',
  'Reload the page. If that does not help, the page and the service are of different versions.',
)
