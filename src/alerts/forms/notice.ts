import type { Alert } from '../../contract/alerts.ts'
import type { MovedBy } from '../../contract/changes.ts'
import { DIMENSION_TEXT } from '../../domain/dimension.ts'
import { counted, points, sharePercent, usd } from '../../domain/format.ts'
import { formatMoved } from '../../domain/moved.ts'
import { LEVEL_WORD, type RiskLevel } from '../../domain/risk-level.ts'
import { outside } from './outside.ts'

/** An alert in words: a line, sentences, and the page of its protocol. Names from outside are as `outside` leaves them. */
export interface Notice {
  title: string
  text: string[]
  page: string | null
}

/** Everything that waits for one receiver, as one message. */
export interface Digest {
  heading: string
  notices: Notice[]
  /** Alerts that are not among the notices. */
  rest: number
  /** Page that has everything. */
  more: string
}

/** Letters of a reason. */
const MAX_REASON = 240

/** Alerts as one message with at most `most` notices, of the site at `origin`. */
export function digestOf(alerts: readonly Alert[], origin: string, most: number): Digest {
  const notices = alerts.slice(0, most).map(noticeOf)
  const [first] = notices
  const heading =
    alerts.length === 1 && first ? first.title : `${counted(alerts.length, 'alert')} of Plimsoll`
  return { heading, notices, rest: alerts.length - notices.length, more: `${origin}/changes/` }
}

/** The last line of a digest that does not fit; null when everything is there. */
export function restOf({ rest, more }: Digest): string | null {
  return rest === 0 ? null : `And ${counted(rest, 'more alert')}: ${more}`
}

/** An alert in words: before and after, the day, and what moved the score. */
export function noticeOf(alert: Alert): Notice {
  if (alert.type === 'test') return { title: 'A test', text: [alert.data.message], page: null }
  const { protocol } = alert.data
  const { title, text } = wordsOf(alert, outside(protocol.name))
  return { title, text, page: protocol.page }
}

type OfProtocol = Exclude<Alert, { type: 'test' }>

function wordsOf({ type, data }: OfProtocol, name: string): Omit<Notice, 'page'> {
  const { day } = data.snapshot
  switch (type) {
    case 'protocol.level_changed': {
      const { from, to, before, signals } = data
      const title = `${name}: risk ${wordOf(to.riskLevel)}, was ${wordOf(from.riskLevel)}`
      const moved = `Score ${points(from.composite)} → ${points(to.composite)} on ${day}, since ${before.day}.`
      return { title, text: [moved, ...causes(signals)] }
    }
    case 'protocol.threshold_crossed': {
      const { score, limit, from, to, before, signals } = data
      const side = to >= limit ? 'above' : 'below'
      const what = score === 'composite' ? 'Score' : DIMENSION_TEXT[score].label
      const title = `${name}: ${what.toLowerCase()} ${side} ${points(limit)}`
      const moved = `${what} ${points(from)} → ${points(to)} on ${day}, since ${before.day}.`
      return { title, text: [moved, ...causes(signals)] }
    }
    case 'protocol.incident':
      return { title: `${name}: a recorded loss`, text: [lossOf(data.incident)] }
    case 'protocol.dependency_hit': {
      const on = outside(data.on.name)
      const share = `It stood on ${on} with ${sharePercent(data.share)} on ${data.shareDay}.`
      return { title: `${name}: a loss of ${on}`, text: [share, lossOf(data.incident)] }
    }
    case 'protocol.dependency_lost_peg': {
      const { from, to, share } = data
      const token = outside(data.token, 20)
      const price = `${token} of ${outside(data.on.name)}: $${from.usd.toFixed(2)} on ${from.day} → $${to.usd.toFixed(2)} on ${to.day}.`
      const held = `${sharePercent(share)} of what it held was of this issuer.`
      return { title: `${name}: ${token} lost its peg`, text: [price, held] }
    }
    case 'protocol.dependency_passed': {
      const { from, to, limit } = data
      const title = `${name}: more than ${sharePercent(limit)} on ${outside(data.on.name)}`
      return { title, text: [`Share ${sharePercent(from)} → ${sharePercent(to)} on ${day}.`] }
    }
  }
}

function wordOf(level: RiskLevel): string {
  return LEVEL_WORD[level].toLowerCase()
}

function lossOf({
  day,
  lossUsd,
  cause,
}: Extract<Alert, { type: 'protocol.incident' }>['data']['incident']) {
  const amount = lossUsd === null ? 'The amount is not known' : `A loss of ${usd(lossUsd)}`
  return `${amount}, on ${day}.${cause === null ? '' : ` Cause: ${outside(cause)}.`}`
}

/** What moved a score, such as `Audits, 0.28 riskier: …`; that it is not kept, where it is not. */
function causes(signals: readonly MovedBy[] | undefined): string[] {
  if (!signals) return ['What moved it is not kept of that day.']
  return signals.map((moved) => {
    const why = moved.reason === null ? '.' : `: ${outside(moved.reason, MAX_REASON)}`
    return `${formatMoved(moved)}${why}`
  })
}
