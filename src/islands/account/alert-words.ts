import words from '../../content/account-words.json' with { type: 'json' }
import { type AlertForm, NOT_OPENED } from '../../contract/alert-forms.ts'
import type { Watch } from '../../contract/alerts.ts'
import { capitalised, counted } from '../../domain/format.ts'
import { instant } from '../../site/figures.ts'
import type { AttemptView, DeliveryView, WebhookView } from './account-view.ts'

type Threshold = Watch['thresholds'][number]

/** Scores that can be watched, with their names. */
export const WATCHED_SCORES: readonly (readonly [key: Threshold['score'], name: string])[] = [
  ['composite', 'Composite score'],
  ['smartContract', 'Smart contract'],
  ['counterparty', 'Counterparty'],
  ['credit', 'Credit'],
  ['liquidity', 'Liquidity'],
  ['oracle', 'Oracle'],
  ['liquidityTrap', 'Liquidity trap'],
]

/** What the form asks for of each kind of receiver, and what must happen before anything is sent to it. */
export const RECEIVERS: Record<AlertForm, (typeof words.receivers)[AlertForm]> = words.receivers

/** Why nothing is sent yet. */
export function formatNotProved(form: AlertForm, problem: string | null): string {
  if (form === 'email') {
    return problem === null || problem === NOT_OPENED
      ? 'A mail was sent to the address: open its link within a day.'
      : `No mail was sent. ${sentence(problem)}`
  }
  if (form === 'json') return 'Its address did not answer with the challenge.'
  return 'The chat did not take a greeting.'
}

/** Protocols that are named; of more, only how many. */
const MAX_NAMED = 4

const TYPES: Record<string, string> = words.alertTypes

/** Webhooks in use, of how many. */
export function formatWebhooksInUse(used: number, most: number): string {
  if (used === 0) return 'No webhook yet. Alerts are sent after each snapshot, about once a day.'
  const full = used >= most ? ' Delete one to make another.' : ''
  return `${used} of ${counted(most, 'webhook')} in use.${full}`
}

/** What a webhook hears of. */
export function formatWatch(watch: Watch): string {
  const { protocols, thresholds } = watch
  const kinds = [
    watch.levelChanges ? 'changes of level' : '',
    watch.incidents ? 'incidents' : '',
    watch.dependencies ? 'dependencies' : '',
  ].filter(Boolean)
  const whose = protocols === null ? 'every protocol' : formatNames(protocols)
  const parts = kinds.length > 0 ? [`${new Intl.ListFormat('en').format(kinds)} of ${whose}`] : []
  if (thresholds.length > 0) parts.push(counted(thresholds.length, 'threshold'))
  const text = parts.join('; ')
  return text === '' ? 'nothing' : capitalised(text)
}

function formatNames(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  const more = names.length - MAX_NAMED
  return more > 0 ? `${named} and ${more} more` : named
}

export function formatThreshold({ protocol, score, limit }: Threshold): string {
  const name = WATCHED_SCORES.find(([key]) => key === score)?.[1] ?? score
  return `${name} of ${protocol} at ${limit.toFixed(1)}`
}

/** Whether anything is sent to a webhook, and if not, why. */
export function formatWebhookState({
  form,
  stopped,
  pending,
  waiting,
  deliveries,
}: WebhookView): string {
  const queue = waiting === 0 ? '' : ` ${counted(waiting, 'alert')} waiting.`
  if (stopped === 'unsubscribed')
    return 'Stopped: a link in a mail ended it. Press Resume, then Ask again.'
  if (pending !== null) {
    const { problem } = pending
    const why = problem === null || problem === NOT_OPENED ? '' : ` ${sentence(problem)}`
    return `Pending: nothing is sent until ${RECEIVERS[form].pending}.${why}${queue}`
  }
  if (stopped === 'paused') return `Paused: nothing is sent until you resume it.${queue}`
  const since = failingSince(deliveries)
  if (stopped === 'failing') {
    const when = since === null ? '' : ` since ${instant(since)}`
    return `Stopped: alerts could not be delivered${when}. Repair the receiver, then resume.${queue}`
  }
  if (since !== null) return `Failing since ${instant(since)}; each alert is tried again.${queue}`
  return `In use.${queue}`
}

/** Time of the earliest failed attempt after the last one that arrived; null when the newest arrived. */
export function failingSince(deliveries: readonly DeliveryView[]): string | null {
  let since: string | null = null
  for (const { status, lastAttempt } of deliveries) {
    if (status === 'delivered') break
    since = lastAttempt?.at ?? since
  }
  return since
}

/** How a test ended. */
export function formatAttempt({ status, problem }: AttemptView): string {
  if (problem === null) {
    return status === null
      ? 'Delivered.'
      : `Delivered: the receiver answered with status ${status}.`
  }
  return `Not delivered. ${sentence(problem)}`
}

export function deliveryTitle({ type, protocol }: DeliveryView): string {
  const kind = TYPES[type] ?? type
  return protocol === null ? kind : `${protocol}: ${kind}`
}

/** How a delivery is going. */
export function formatDelivery({ status, attempts, lastAttempt }: DeliveryView): string {
  const tries = counted(attempts, 'attempt')
  const problem = lastAttempt?.problem ? ` ${sentence(lastAttempt.problem)}` : ''
  if (status === 'delivered') return attempts === 1 ? 'delivered' : `delivered after ${tries}`
  if (status === 'given-up') return `given up after ${tries}.${problem}`
  return attempts === 0 ? 'waiting' : `waiting after ${tries}.${problem}`
}

function sentence(text: string): string {
  const begun = capitalised(text)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
