import words from '../content/words.json' with { type: 'json' }
import type { Changes, StepList } from '../contract/changes.ts'
import type { IncidentList } from '../contract/incident-list.ts'
import type { Day } from '../domain/day.ts'
import { counted } from '../domain/format.ts'
import { type FeedItem, type NewsFeed, newestFirst } from '../embed/feed.ts'
import { day } from './figures.ts'
import { incidentText, incidentTitle } from './incident-text.ts'
import {
  foldedText,
  isRoundingStep,
  methodChangeSentence,
  moveTitle,
  stepReasons,
} from './moves.ts'
import { protocolPage } from './protocol-page.ts'
import type { ScoresBefore } from './scores-before.ts'

/** Entries of the feed of changes. Those of ten days fit unless more than a hundred protocols move in each step. */
const MAX_CHANGES = 200

const MAX_INCIDENTS = 50

/**
 * The feed of all changes: the moves of each step of the last days whose reasons are known, changes of method, and what retired where there
 * is room left. Moves of a step that only crossed a rounding limit are one entry, and one says how many are left out. `newest` is the
 * comparison with the snapshot before.
 */
export function changesFeed(steps: StepList, newest: Changes): NewsFeed {
  const reasons = stepReasons(steps, newest)
  const moves = steps.flatMap(({ to, moves: own }) => [
    ...own.flatMap((move): FeedItem[] => {
      const reason = reasons.get(`${move.id} ${to.day}`)
      if (reason === undefined || isRoundingStep(move)) return []
      return [
        {
          key: `move ${move.id} ${to.day}`,
          day: to.day,
          title: moveTitle(move),
          text: `Since ${day(move.since)}. ${reason}`,
          page: protocolPage(move),
        },
      ]
    }),
    ...foldedItem(own.filter(isRoundingStep), to.day),
  ])
  const methods = newest.methodChanges.map(
    (change): FeedItem => ({
      key: `method ${change.after.day}`,
      day: change.after.day,
      title: `New methodology ${change.after.methodology}`,
      text: methodChangeSentence(change),
      page: '/changes/#method',
    }),
  )
  const gone = newest.retired.map(
    (retired): FeedItem => ({
      key: `retired ${retired.id} ${retired.day}`,
      day: retired.day,
      title: `${retired.name} is no longer listed`,
      text: words.retired[retired.reason],
      page: protocolPage(retired),
    }),
  )
  // The first entry may say what is left out, and departures never take the place of a move.
  const first = newestFirst([...methods, ...moves]).slice(0, MAX_CHANGES - 1)
  const items = [...first, ...gone.slice(0, MAX_CHANGES - 1 - first.length)]
  return {
    path: '/changes',
    title: 'Plimsoll: changes',
    description:
      'Protocols whose published risk score changed, with the reasons. Changes whose reasons were not kept are left out, and those that only crossed a rounding limit are one entry a day. Lower is safer.',
    page: '/changes/',
    asOf: newest.to.day,
    items: newestFirst([...leftOutItem(steps, newest, items), ...items]),
  }
}

/** One entry that says how many moves and departures the others leave out; none where they have all. */
function leftOutItem(steps: StepList, { counts, to }: Changes, items: FeedItem[]): FeedItem[] {
  const has = (kind: string) => items.filter(({ key }) => key.startsWith(`${kind} `)).length
  const days = new Set(items.map(({ key }) => key))
  const folded = steps.map(({ to: { day: on }, moves }) =>
    days.has(`rounding ${on}`) ? moves.filter(isRoundingStep).length : 0,
  )
  const moved = sum(steps.map(({ moves, moved: all = moves.length }) => all))
  const missing = [moved - has('move') - sum(folded), counts.retired - has('retired')]
  if (sum(missing) <= 0) return []
  const [moves = 0, gone = 0] = missing
  const what = [moves > 0 && counted(moves, 'move'), gone > 0 && counted(gone, 'departure')]
  return [
    {
      key: `left-out ${to.day}`,
      day: to.day,
      title: `Not in this feed: ${what.filter(Boolean).join(' and ')}`,
      text: `A feed has at most ${MAX_CHANGES} entries, and no move whose reasons were not kept. The page of changes and /v1/changes have more.`,
      page: '/changes/',
    },
  ]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** One entry for the moves of a step that only crossed a rounding limit; none without any. */
function foldedItem(moves: StepList[number]['moves'], on: Day): FeedItem[] {
  if (moves.length === 0) return []
  return [
    {
      key: `rounding ${on}`,
      day: on,
      title: `${counted(moves.length, 'score')} only crossed a rounding limit`,
      text: foldedText(moves),
      page: '/changes/',
    },
  ]
}

/** The feed of recorded losses, newest first, with the scores before them. `asOf`: day of the snapshot. */
export function incidentsFeed(
  { incidents }: IncidentList,
  asOf: Day,
  scores: ScoresBefore,
): NewsFeed {
  return {
    path: '/incidents',
    title: 'Plimsoll: incidents',
    description:
      'Recorded losses of DeFi protocols, with the newest score before each. A score marked “back-tested” was computed afterwards, from what was known on its day.',
    page: '/incidents/',
    asOf,
    items: incidents.slice(0, MAX_INCIDENTS).map((incident) => ({
      key: `incident ${incident.id}`,
      day: incident.day,
      title: incidentTitle(incident),
      text: incidentText(incident, scores.get(incident.id)),
      page: incident.protocol ? protocolPage({ id: incident.protocol.slug }) : '/incidents/',
    })),
  }
}
