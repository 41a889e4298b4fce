import type { Alert } from '../../contract/alerts.ts'
import type { Mail } from '../mail.ts'
import { digestOf, type Notice, restOf } from './notice.ts'
import { shortened } from './outside.ts'

/** Notices of one mail. */
const MAX_NOTICES = 100

const MAX_SUBJECT = 120

/** Where the links of a mail lead. */
export interface Links {
  /** Origin of the site. */
  origin: string
  /** Ends further mails. */
  unsubscribe: string
}

/** Everything that waits for one address, as one mail in plain text. */
export function letterOf(alerts: readonly Alert[], { origin, unsubscribe }: Links) {
  const digest = digestOf(alerts, origin, MAX_NOTICES)
  const rest = restOf(digest)
  const paragraphs = [
    ...digest.notices.map(paragraphOf),
    ...(rest === null ? [] : [rest]),
    `-- \nYou get this because this address was confirmed for alerts of ${origin}\nStop these mails: ${unsubscribe}\nChange what you get: ${origin}/account/`,
  ]
  return {
    subject: shortened(
      alerts.length === 1 ? `Plimsoll: ${digest.heading}` : digest.heading,
      MAX_SUBJECT,
    ),
    text: `${paragraphs.join('\n\n')}\n`,
    unsubscribe,
  } satisfies Partial<Mail>
}

/** The mail that asks whether an address wants alerts. `confirm` leads to a page with a button; `unsubscribe` ends being asked. */
export function confirmationOf(confirm: string, { origin, unsubscribe: never }: Links) {
  const text = [
    `Someone asked for alerts of ${origin} to this address.`,
    `If it was you, open this page within a day and press its button:\n${confirm}`,
    'If it was not you, do nothing: no alert is sent to an address that was not confirmed.',
    `Never ask this address again:\n${never}`,
  ]
  const subject = 'Plimsoll: confirm your address for alerts'
  return { subject, text: `${text.join('\n\n')}\n`, unsubscribe: never } satisfies Partial<Mail>
}

function paragraphOf({ title, text, page }: Notice): string {
  return [title, ...text, ...(page === null ? [] : [page])].join('\n')
}
