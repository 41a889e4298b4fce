import type { CatalogueEntry } from '../domain/catalogue.ts'
import type { Day } from '../domain/day.ts'
import { addTo } from '../domain/groups.ts'
import { isOldTvl } from '../domain/old-tvl.ts'
import { tvlDay } from './protocol-detail.ts'

const SHOWN = 5

/** Neighbours by size that are compared with each protocol, which bounds the cost per protocol. */
const NEIGHBOURS = 24

/**
 * The most similar protocols of the same category that are active and whose TVL is not old, by protocol id. The distance is the sum of the share of chains not in
 * common (0-1), the decades between the TVLs / 2, and the points between the composites / 3.
 */
export function similarProtocols(
  entries: CatalogueEntry[],
  asOf: Day,
): Map<string, CatalogueEntry[]> {
  const byCategory = new Map<string, CatalogueEntry[]>()
  for (const entry of entries) {
    const { category } = entry.record
    if (category !== null) addTo(byCategory, category, entry)
  }
  const similar = new Map<string, CatalogueEntry[]>()
  for (const members of byCategory.values()) {
    members.sort(
      (a, b) => (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1) || Number(a.record.id) - Number(b.record.id),
    )
    const chainSets = members.map(({ record }) => new Set(record.chains))
    members.forEach((entry, index) => {
      const near = nearest(members, chainSets, entry, index, asOf)
      similar.set(entry.record.id, near)
    })
  }
  return similar
}

function nearest(
  members: CatalogueEntry[],
  chainSets: Set<string>[],
  entry: CatalogueEntry,
  index: number,
  asOf: Day,
): CatalogueEntry[] {
  const own = chainSets[index] ?? new Set<string>()
  const candidates: { other: CatalogueEntry; distance: number }[] = []
  const from = Math.max(0, index - NEIGHBOURS)
  const to = Math.min(members.length - 1, index + NEIGHBOURS)
  for (let i = from; i <= to; i += 1) {
    const other = members[i]
    const chains = chainSets[i]
    if (i === index || !other || other.inactive || !chains) continue
    if (isOldTvl({ tvlAsOf: tvlDay(other.record) }, asOf)) continue
    candidates.push({ other, distance: distance(entry, other, own, chains) })
  }
  return candidates
    .sort(
      (a, b) => a.distance - b.distance || Number(a.other.record.id) - Number(b.other.record.id),
    )
    .slice(0, SHOWN)
    .map(({ other }) => other)
}

function distance(
  a: CatalogueEntry,
  b: CatalogueEntry,
  chainsOfA: Set<string>,
  chainsOfB: Set<string>,
): number {
  let common = 0
  for (const chain of chainsOfA) if (chainsOfB.has(chain)) common += 1
  const all = chainsOfA.size + chainsOfB.size - common
  const chains = all === 0 ? 1 : 1 - common / all
  const size = Math.abs(Math.log10((a.tvlUsd ?? 0) + 1) - Math.log10((b.tvlUsd ?? 0) + 1)) / 2
  const { composite: x } = a.score
  const { composite: y } = b.score
  const risk = x === null || y === null ? 1 : Math.abs(x - y) / 3
  return chains + size + risk
}
