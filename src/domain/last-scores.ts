import type { PastScore } from './catalogue.ts'
import type { Past } from './past.ts'
import { roundScore } from './risk-level.ts'

/** The number of scores that the interface gives. */
const HISTORY_LENGTH = 12

/** The last twelve published scores of a protocol, oldest first, however many snapshots in between had none. */
export function lastScores({ snapshots, numbers }: Past, id: string): PastScore[] {
  const own = numbers.get(id)?.composite ?? []
  const scored = snapshots.flatMap(({ day, methodology }, at) => {
    const composite = own[at] ?? Number.NaN
    return Number.isNaN(composite) ? [] : [{ day, methodology, composite: roundScore(composite) }]
  })
  return scored.slice(-HISTORY_LENGTH)
}
