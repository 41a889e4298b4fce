import { part } from '../dom/part.ts'
import { textIn } from '../dom/read-values.ts'
import { startActions } from './account-actions.ts'
import { startAlerts } from './alerts-panel.ts'
import { clearWho, drawLimits, drawWho } from './draw-account.ts'
import { drawKeys } from './draw-keys.ts'
import { drawUsage } from './draw-usage.ts'
import { startNewKey } from './new-key.ts'
import { type AccountProblem, problem, requestProblem } from './problems.ts'
import { type AccountView, type KeyView, readAccount } from './read-account.ts'
import type { Answer, Send } from './requests.ts'
import { showProblem } from './show-problem.ts'
import { formatRevoked } from './words.ts'

export interface AccountPanel {
  /** Reads the account and shows it. Returns whether that was possible; why not is shown. */
  open: () => Promise<boolean>
  /** Takes the account out of the page, because it was signed out elsewhere. */
  leave: () => void
  focus: () => void
}

/** The signed-in part of the page. `signedOut` is called when the session has ended, with the reason. */
export function startAccount(
  root: HTMLElement,
  send: Send,
  signedOut: (reason: AccountProblem | null) => void,
): AccountPanel {
  const panel = part<HTMLElement>(root, '#account-in')
  const places = (name: string) => part<HTMLElement>(panel, `[data-${name}-problem]`)
  const status = part<HTMLElement>(panel, '[data-keys-status]')
  let view: AccountView | null = null

  const leave = (reason: AccountProblem | null) => {
    view = null
    panel.hidden = true
    panel.setAttribute('data-unread', '')
    newKey.clear()
    alerts.clear()
    clearWho(panel)
    signedOut(reason)
  }
  /** The data of an answer. A problem is shown in its place, or ends the session. */
  const dataOf = (answer: Answer, place: HTMLElement): object | null => {
    showProblem(place, null)
    if (answer.isDone) return answer.data
    const reason = requestProblem(answer.failure, Date.now())
    if (answer.failure.status === 401) leave(reason)
    else if (answer.failure.reason === 'other-account') void showOther(place, reason)
    else showProblem(place, reason)
    return null
  }
  /** Shows the account that signed in since, and that nothing was changed. */
  const showOther = async (place: HTMLElement, reason: AccountProblem) => {
    newKey.clear()
    if (await reload(place)) showProblem(place, reason)
  }
  const change: Send = (name, body) => send(name, body, view?.id)
  const draw = (read: AccountView) => {
    view = read
    panel.removeAttribute('data-unread')
    drawWho(panel, read)
    drawKeys(panel, read, { today: new Date().toISOString().slice(0, 10), revoke })
    drawUsage(panel, read)
    alerts.draw(read)
    drawLimits(panel, read)
  }
  const reload = async (place: HTMLElement): Promise<boolean> => {
    const data = dataOf(await send('account'), place)
    const read = data && readAccount(data)
    if (data && !read) showProblem(place, UNREADABLE)
    if (read) draw(read)
    return read !== null
  }
  const revoke = async (key: KeyView) => {
    const data = dataOf(await change('keys/revoke', { id: key.id }), places('keys'))
    if (!data) return
    const within = view?.revokedWithinSeconds ?? 0
    await reload(places('keys'))
    status.textContent = `“${key.name || key.hint}” is revoked: ${formatRevoked(within)}.`
    part<HTMLElement>(panel, '#account-name').focus()
  }
  const newKey = startNewKey(panel, {
    make: async (name, environment) => {
      status.textContent = ''
      const data = dataOf(await change('keys', { name, environment }), places('keys'))
      const key = data && textIn(data, 'key')
      if (key) await reload(places('keys'))
      return key ?? null
    },
  })
  const alerts = startAlerts(panel, { send: change, dataOf, place: places('alerts'), reload })
  startActions(panel, {
    send: change,
    dataOf,
    places,
    leave,
    reload,
    address: () => view?.address ?? '',
  })
  // A browser may keep the page as it is and show it again by Back.
  addEventListener('pagehide', () => {
    newKey.clear()
    alerts.clear()
    clearWho(panel)
    panel.setAttribute('data-unread', '')
  })
  return {
    open: async () => {
      panel.hidden = false
      return reload(places('session'))
    },
    leave: () => leave(null),
    focus: () => part<HTMLElement>(panel, '#account-who').focus(),
  }
}

const UNREADABLE = problem(
  'The account came in a form that this page cannot read.',
  'Reload the page. If that does not help, the page and the service are of different versions.',
)
