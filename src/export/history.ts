import type { HistoryColumns } from '../contract/history.ts'
import type { Retirement } from '../contract/retired.ts'
import { mapDimensions } from '../domain/dimension.ts'
import { areComparable, type Past, type PastNumbers } from '../domain/past.ts'
import { roundScore } from '../domain/risk-level.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'

interface Subject {
  id: string
  slug: string
  name: string
  retired: Retirement | null
}

/** The published scores of one protocol in every snapshot that had it. */
export function createHistory(
  { id, slug, name, retired }: Subject,
  past: Past,
  announced: Announcements = createAnnouncements(past),
): HistoryColumns {
  const { snapshots, numbers } = past
  const series = announced(id)
  const own = numbers.get(id)
  const at = [...snapshots.keys()].filter((index) => own?.listed[index] === 1)
  const methodologies: HistoryColumns['methodologies'] = []
  for (const index of at) {
    const { methodology: version = '', day: from = '' } = snapshots[index] ?? {}
    if (methodologies.at(-1)?.version !== version) methodologies.push({ version, from })
  }
  const scored = (index: number) => knownScore(own?.composite[index])
  // One bound without the other is no range.
  const bound = (end: 'low' | 'high') => (index: number) =>
    scored(index) === null || known(own?.low[index]) === null || known(own?.high[index]) === null
      ? null
      : knownScore(own?.[end][index])
  return {
    id: slug,
    name,
    retired,
    days: at.map((index) => snapshots[index]?.day ?? ''),
    methodologies,
    composite: at.map(scored),
    range: { low: at.map(bound('low')), high: at.map(bound('high')) },
    dimensions: mapDimensions((key) =>
      at.map((index) => (scored(index) === null ? null : dimensionAt(own, key, index))),
    ),
    tvlUsd: at.map((index) => known(own?.tvlUsd[index])),
    ...(past.publishedFrom && { publishedFrom: past.publishedFrom }),
    ...(own?.tvlDays.size && { tvlAsOf: at.map((index) => own.tvlDays.get(index) ?? null) }),
    announced: at.flatMap((index, place) =>
      series[index - 1] && series[index]?.at === index && isNextOf(snapshots, index) ? place : [],
    ),
  }
}

/** False for the first snapshot, and for one that cannot be compared with the one before it. */
function isNextOf(snapshots: Past['snapshots'], index: number): boolean {
  const [from, to] = [snapshots[index - 1], snapshots[index]]
  return from !== undefined && to !== undefined && areComparable(from, to)
}

function dimensionAt(
  own: PastNumbers | undefined,
  key: keyof PastNumbers['dimensions'],
  index: number,
): number | null {
  return knownScore(own?.dimensions[key][index])
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

function knownScore(value: number | undefined): number | null {
  const score = known(value)
  return score === null ? null : roundScore(score)
}
