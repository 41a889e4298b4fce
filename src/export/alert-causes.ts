import type { AlertTable } from '../contract/alert-table.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { areComparable } from '../domain/past.ts'
import { causesOf } from './signal-moves.ts'

interface Published extends Pick<AlertTable, 'scores' | 'announced'> {
  /** Place of the first snapshot of the table in the past. */
  first: number
}

/** Which signals moved each score that differs between a snapshot of the table, whose parts are kept, and the newest. */
export function alertCauses(
  { entries, past }: Catalogue,
  { first, scores, announced }: Published,
): AlertTable['causes'] {
  const to = past.snapshots.at(-1)
  const [now, level] = [scores.at(-1), announced.at(-1)]
  return past.comparisons.flatMap(({ at: place, parts }) => {
    const at = place - first
    const [from, then, levelThen] = [past.snapshots[place], scores[at], announced[at]]
    if (!from || !to || !then || !now || !areComparable(from, to)) return []
    return entries.flatMap(({ record, score }, row) => {
      const before = parts.get(record.id)
      const moved = DIMENSIONS.filter((key) => then[key][row] !== now[key][row])
      const isAnnounced =
        levelThen?.composite[row] !== level?.composite[row] ||
        levelThen?.level[row] !== level?.level[row]
      const isMoved = isAnnounced || then.composite[row] !== now.composite[row]
      if (!before || (!isMoved && moved.length === 0)) return []
      const signals = causesOf(score, before, { moved, hasReasons: isAnnounced })
      return signals.length === 0 ? [] : [{ at, protocolId: record.id, signals }]
    })
  })
}
