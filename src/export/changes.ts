import type { Changes, ChangesBlock, ChangesIndex } from '../contract/changes.ts'
import { MAX_CHANGES } from '../contract/query.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { addDays, type Day } from '../domain/day.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'
import { compareSnapshots } from './compare-snapshots.ts'

const WEEK_DAYS = 7
const MONTH_DAYS = 30

/** The days that the newest snapshot is compared with, and those of the comparisons that pages show. */
export function createChangesIndex({ past }: Catalogue): ChangesIndex | null {
  const { snapshots, comparisons } = past
  const newest = snapshots.at(-1)
  if (!newest) return null
  const days = [...comparisons.map(({ at }) => snapshots[at]?.day ?? ''), newest.day]
  const atOrBefore = (day: Day) => days.findLast((other) => other <= day) ?? days[0] ?? newest.day
  const { publicId: id, day, methodology } = newest
  return {
    to: { id, day, methodology },
    days,
    previous: days.at(-2) ?? newest.day,
    week: atOrBefore(addDays(day, -WEEK_DAYS)),
    month: atOrBefore(addDays(day, -MONTH_DAYS)),
  }
}

/** The comparison of the newest snapshot with each day of the index, in its order. */
export function* comparisonsOf(
  catalogue: Catalogue,
  announced: Announcements = createAnnouncements(catalogue.past),
): Generator<{ day: Day; changes: Changes }> {
  const { snapshots, comparisons } = catalogue.past
  const places = [...comparisons.map(({ at }) => at), snapshots.length - 1]
  for (const at of places) {
    const day = snapshots[at]?.day
    if (day !== undefined) yield { day, changes: compareSnapshots(catalogue, at, announced) }
  }
}

const LISTS = ['moves', 'scored', 'unscored', 'appeared', 'retired'] as const

/** The published comparison, and what its full lists leave out: blocks of so many rows as a list has, by id. */
export function splitChanges(whole: Changes): {
  data: Changes
  blocks: { first: string; rows: ChangesBlock }[]
} {
  const left = LISTS.flatMap((list) => whole[list].slice(MAX_CHANGES).map(({ id }) => id))
  const ids = [...new Set(left)].sort()
  const blocks = []
  for (let at = 0; at < ids.length; at += MAX_CHANGES) {
    const own = new Set(ids.slice(at, at + MAX_CHANGES))
    const rows = mapLists((list) =>
      whole[list].slice(MAX_CHANGES).filter(({ id }: { id: string }) => own.has(id)),
    )
    blocks.push({ first: ids[at] ?? '', rows })
  }
  return { data: { ...whole, ...mapLists((list) => whole[list].slice(0, MAX_CHANGES)) }, blocks }
}

function mapLists(rows: (list: (typeof LISTS)[number]) => unknown[]): ChangesBlock {
  return Object.fromEntries(LISTS.map((list) => [list, rows(list)])) as ChangesBlock
}
