import { type AlertTable, MAX_ALERT_SNAPSHOTS } from '../contract/alert-table.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { DIMENSIONS, mapDimensions } from '../domain/dimension.ts'
import type { PastNumbers, PastSnapshot } from '../domain/past.ts'
import { roundScore } from '../domain/risk-level.ts'
import { alertCauses } from './alert-causes.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'
import { lostPegs } from './lost-pegs.ts'
import { passedShares } from './passed-shares.ts'

type Score = AlertTable['earlier'][number]['score']

const SCORES = ['composite', ...DIMENSIONS] as const

/** The scores of the last snapshots of every protocol that is listed now. Null for a catalogue without a past. */
export function createAlertTable(
  catalogue: Catalogue,
  refreshDays: number | null = null,
  announced: Announcements = createAnnouncements(catalogue.past),
): AlertTable | null {
  const { entries, past, slugDays } = catalogue
  const last = past.snapshots.slice(-MAX_ALERT_SNAPSHOTS)
  const first = past.snapshots.length - last.length
  if (last.length === 0) return null
  // Whether a share or a price passed its limit with a snapshot depends on those before it.
  const days = past.snapshots.slice(-MAX_ALERT_SNAPSHOTS - 2).map(({ day }) => day)
  const skipped = days.length - last.length
  const numbers = entries.map(({ record }) => past.numbers.get(record.id))
  const within = <Event extends { at: number }>(events: Event[]): Event[] =>
    events.flatMap((event) => (event.at < skipped ? [] : [{ ...event, at: event.at - skipped }]))
  const column = (score: Score, n: number) => numbers.map((own) => published(own, score, first + n))
  const scores = last.map((_, n) => ({
    composite: column('composite', n),
    ...mapDimensions((key) => column(key, n)),
  }))
  const levels = last.map((_, n) => {
    const all = entries.map(({ record }) => announced(record.id)[first + n] ?? null)
    return {
      composite: all.map((one) => one && roundScore(one.composite)),
      level: all.map((one) => one?.level ?? null),
    }
  })
  return {
    snapshots: last.map(snapshotOf),
    protocolIds: entries.map(({ record }) => record.id),
    ids: entries.map(({ record }) => record.slug),
    names: entries.map(({ record }) => record.name),
    ...{ announced: levels, scores },
    earlier: entries.flatMap(({ record }, row) =>
      lastBefore(numbers[row], past.snapshots, first).map((found) => ({
        protocolId: record.id,
        ...found,
      })),
    ),
    passedShares: within(passedShares(catalogue, days, refreshDays)),
    lostPegs: within(lostPegs(catalogue, days, refreshDays)),
    causes: alertCauses(catalogue, { first, scores, announced: levels }),
    slugs: slugDays.map(({ slug, protocolId, firstDay, lastDay }) => ({
      ...{ slug, protocolId, first: firstDay, last: lastDay },
    })),
  }
}

/** A dimension without a composite was not published. */
function published(own: PastNumbers | undefined, score: Score, at: number): number | null {
  const composite = own?.composite[at]
  if (composite === undefined || Number.isNaN(composite)) return null
  const value = score === 'composite' ? composite : own?.dimensions[score][at]
  return value === undefined || Number.isNaN(value) ? null : roundScore(value)
}

/** The last known scores before the snapshot `first`, by the newest methodology, of those that were not known at `first`. */
function lastBefore(
  own: PastNumbers | undefined,
  snapshots: readonly PastSnapshot[],
  first: number,
): Omit<AlertTable['earlier'][number], 'protocolId'>[] {
  const methodology = snapshots.at(-1)?.methodology
  return SCORES.flatMap((score) => {
    if (published(own, score, first) !== null) return []
    for (let at = first - 1; at >= 0; at--) {
      const snapshot = snapshots[at]
      if (!snapshot || snapshot.methodology !== methodology) return []
      const value = published(own, score, at)
      if (value !== null) return [{ score, value, snapshot: snapshotOf(snapshot) }]
    }
    return []
  })
}

function snapshotOf({
  publicId: id,
  day,
  methodology,
}: PastSnapshot): AlertTable['snapshots'][number] {
  return { id, day, methodology }
}
