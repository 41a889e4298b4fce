import words from '../content/words.json' with { type: 'json' }
import type { Move } from '../contract/changes.ts'
import type { HistoryColumns } from '../contract/history.ts'
import type { IncidentNotes } from '../contract/incident-notes.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { type Day, daysBetween } from '../domain/day.ts'
import { points, usd } from '../domain/format.ts'
import { COMPARED_DAYS } from '../domain/past.ts'
import { LEVEL_WORD, riskLevel } from '../domain/risk-level.ts'
import { type FeedItem, type NewsFeed, newestFirst } from '../embed/feed.ts'
import { day } from './figures.ts'
import { formatReturned, noteText } from './incident-text.ts'
import { moveTitle } from './moves.ts'
import { protocolPage } from './protocol-page.ts'

/** Entries of one protocol: what a reader needs to see what is new, at 9,700 files. */
const MAX_ITEMS = 10

type Incident = Pick<
  ProtocolDetail['incidents'][number],
  'id' | 'exploitDate' | 'lossUsd' | 'returnedUsd' | 'cause' | keyof IncidentNotes
>

/** What a feed of one protocol is made of. */
export interface ProtocolFeedParts {
  history: HistoryColumns
  incidents: Incident[]
  /** Why its score moved, by id and day, as of `stepReasons`. */
  reasons: ReadonlyMap<string, string>
  /** Day of the newest snapshot. */
  asOf: Day
}

/** The feed of one protocol: changes of the score or level whose reasons are known, changes of method, incidents, and when it retired. */
export function protocolFeed({ history, incidents, reasons, asOf }: ProtocolFeedParts): NewsFeed {
  const { id, name } = history
  const page = protocolPage(history)
  const items = [...scoreItems(history, reasons), ...incidents.flatMap(incidentItem)]
  if (history.retired) items.push(retiredItem(id, history.retired))
  return {
    path: `${page}feed`,
    title: `${name}: risk score`,
    description: `Changes of the risk score of ${name} from the day on from which their reasons are kept, and its incidents. Lower is safer.`,
    page,
    asOf,
    items: newestFirst(items.map((item) => ({ ...item, page }))).slice(0, MAX_ITEMS),
  }

  function incidentItem(incident: Incident): Draft[] {
    const { id: key, exploitDate, lossUsd, cause } = incident
    if (exploitDate === null) return []
    const returned = formatReturned(incident)
    const size = lossUsd === null ? 'a loss of unknown size' : `a loss of ${usd(lossUsd)}`
    return [
      {
        key: `incident ${key}`,
        day: exploitDate.slice(0, 10),
        title: `${name}: ${size}`,
        text: [`${cause ?? 'Cause unknown'}.`, returned && `${returned}.`, noteText(incident)]
          .filter(Boolean)
          .join(' '),
      },
    ]
  }
}

type Draft = Omit<FeedItem, 'page'>

function retiredItem(
  id: string,
  { day: on, reason }: NonNullable<HistoryColumns['retired']>,
): Draft {
  const text = words.retired[reason]
  return { key: `retired ${id} ${on}`, day: on, title: 'No longer listed', text }
}

/** One entry for each snapshot that announced another score for a known reason, or one by a new method. */
function scoreItems(history: HistoryColumns, reasons: ProtocolFeedParts['reasons']): Draft[] {
  const { id, name, days, composite, methodologies, announced } = history
  let last = { on: days[0] ?? '', score: composite[0] ?? null }
  return days.flatMap((on, at): Draft[] => {
    const before = days[at - 1]
    const [was, now] = [composite[at - 1] ?? null, composite[at] ?? null]
    if (before === undefined) return []
    const method = methodologies.find(({ from }) => from === on)?.version
    const earlier = last
    if (method !== undefined || last.score === null) last = { on, score: now }
    if (method !== undefined) return [methodItem(history, on, method, [was, now])]
    const key = `move ${id} ${on}`
    if (was === null || now === null) {
      if (was === now || daysBetween(before, on) > COMPARED_DAYS) return []
      const title =
        now === null ? `${name}: Insufficient Data, no score` : `${name}: scored ${scoreText(now)}`
      const then = was === null ? 'No score' : `Scored ${scoreText(was)},`
      return [{ key, day: on, title, text: `${then} on ${day(before)}.` }]
    }
    if (announced && !announced.includes(at)) return []
    last = { on, score: now }
    const reason = reasons.get(`${id} ${on}`)
    if (earlier.score === null || earlier.score === now || reason === undefined) return []
    const [from, to] = [readingOf(earlier.score), readingOf(now)]
    const levelChanged = from.riskLevel !== to.riskLevel
    const title = moveTitle({ name, from, to, levelChanged })
    return [{ key, day: on, title, text: `Since ${day(earlier.on)}. ${reason}` }]
  })
}

function methodItem(
  { id, name }: HistoryColumns,
  on: Day,
  method: string,
  values: readonly (number | null)[],
): Draft {
  const scores = values.map((score) => (score === null ? 'no score' : scoreText(score)))
  return {
    key: `method ${id} ${on}`,
    day: on,
    title: `${name}: new methodology ${method}, ${scores[1]}`,
    text: `Before: ${scores[0]}. What the method and what new facts changed cannot be distinguished.`,
  }
}

function scoreText(score: number): string {
  return `${points(score)}, ${LEVEL_WORD[riskLevel(score)].toLowerCase()}`
}

function readingOf(composite: number): Move['to'] {
  return { composite, riskLevel: riskLevel(composite) }
}
