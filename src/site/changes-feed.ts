import type { Changes, StepList } from '../contract/changes.ts'
import type { Feed, FeedItem } from './feed.ts'
import { day } from './figures.ts'
import {
  causeText,
  methodChangeSentence,
  moveTitle,
  RETIRED_SENTENCE,
  reasonText,
} from './moves.ts'
import { protocolPage } from './protocol-page.ts'

/** Entries of the feed. Those of ten days fit unless more than a hundred protocols move in each step. */
const MAX_ITEMS = 200

/**
 * The feed of all changes: the moves of each step of the last days, changes of method, and what retired. `newest` is the comparison
 * with the snapshot before, which has the reasons in full; entries of earlier steps name the signals.
 */
export function changesFeed(steps: StepList, newest: Changes): Feed {
  const reasons = new Map(newest.moves.map((move) => [move.id, reasonText(move)]))
  const moves = steps.flatMap(({ to, moves: own }) =>
    own.map((move): FeedItem => {
      const reason = (to.id === newest.to.id && reasons.get(move.id)) || causeText(move)
      return {
        key: `move ${move.id} ${to.day}`,
        day: to.day,
        title: moveTitle(move),
        text: `Since ${day(move.since)}. ${reason}`,
        page: protocolPage(move),
      }
    }),
  )
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
      text: RETIRED_SENTENCE[retired.reason],
      page: protocolPage(retired),
    }),
  )
  const items = [...methods, ...gone, ...moves].sort((a, b) =>
    a.day < b.day ? 1 : a.day > b.day ? -1 : 0,
  )
  return {
    path: '/changes',
    title: 'Plimsoll: changes',
    description: 'Protocols whose published risk score changed, with the reasons. Lower is safer.',
    page: '/changes/',
    asOf: newest.to.day,
    items: items.slice(0, MAX_ITEMS),
  }
}
