import { type AlertTable, MOST_ALERT_SNAPSHOTS } from '../contract/alert-table.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { mapDimensions } from '../domain/dimension.ts'
import { roundScore } from '../domain/risk-level.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'

/** The scores of the last snapshots of every protocol that is listed now. Null for a catalogue without a past. */
export function createAlertTable(
  { entries, past }: Catalogue,
  announced: Announcements = createAnnouncements(past),
): AlertTable | null {
  const last = past.snapshots.slice(-MOST_ALERT_SNAPSHOTS)
  const first = past.snapshots.length - last.length
  if (last.length === 0) return null
  const numbers = entries.map(({ record }) => past.numbers.get(record.id))
  return {
    snapshots: last.map(({ publicId: id, day, methodology }) => ({ id, day, methodology })),
    ids: entries.map(({ record }) => record.slug),
    names: entries.map(({ record }) => record.name),
    announced: last.map((_, n) => {
      const all = entries.map(({ record }) => announced(record.id)[first + n] ?? null)
      return {
        composite: all.map((one) => one && roundScore(one.composite)),
        level: all.map((one) => one?.level ?? null),
      }
    }),
    scores: last.map((_, n) => {
      const at = first + n
      const composite = numbers.map((own) => published(own?.composite[at]))
      return {
        composite,
        // A dimension without a composite was not published.
        ...mapDimensions((key) =>
          numbers.map((own, row) =>
            composite[row] === null ? null : published(own?.dimensions[key][at]),
          ),
        ),
      }
    }),
  }
}

function published(score: number | undefined): number | null {
  return score === undefined || Number.isNaN(score) ? null : roundScore(score)
}
