import type { AlertTable } from '../contract/alert-table.ts'
import { HIT_SHARE, LOST_PEG } from '../contract/alerts.ts'
import { mergeShares } from '../dependencies/shares.ts'
import { TABLES } from '../dependencies/tables.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { DollarPrice } from '../domain/dependency.ts'
import type { PastShares } from '../domain/past.ts'
import { namer } from './dependency-names.ts'
import { areInARow } from './in-a-row.ts'

type LostPeg = AlertTable['lostPegs'][number]

interface Known {
  at: number
  snapshot: PastShares
  price: DollarPrice
}

/**
 * Dollars that lost their peg with each of the last snapshots, `at` counted within `days`, and who stood on their issuer before. One has
 * lost it when its price was not below the limit in one snapshot and is in the next two in which it is known. Between two of the three at
 * most one snapshot may be missing, or have no price: when a dollar falls, pages disagree.
 */
export function lostPegs(
  { entries, pastShares }: Pick<Catalogue, 'entries' | 'pastShares'>,
  days: readonly string[],
  refreshDays: number | null,
): LostPeg[] {
  if (refreshDays === null) return []
  const name = namer(entries, TABLES)
  const held = new Map(entries.map(({ record, tvlUsd }) => [record.id, tvlUsd ?? 0]))
  return [...knownPrices(pastShares.recent, days).values()].flatMap((known) =>
    known.flatMap((now, n): LostPeg[] => {
      const [before, first] = [known[n - 2], known[n - 1]]
      if (!before || !first || isLost(before) || !isLost(first) || !isLost(now)) return []
      const three = [before, first, now].map(({ snapshot }) => snapshot)
      if (!areInARow(three, 2 * refreshDays)) return []
      const { token, symbol } = now.price
      const issuer = TABLES.tokens.get(token)?.issuer
      const protocols = standingOn(issuer, before.snapshot)
        .filter(({ protocolId }) => held.has(protocolId))
        .sort(
          (a, b) =>
            b.share * (held.get(b.protocolId) ?? 0) - a.share * (held.get(a.protocolId) ?? 0),
        )
      if (issuer === undefined || protocols.length === 0) return []
      const on = name.stoodOn('holds', issuer)
      return [
        { at: now.at, on, token: symbol, from: readingOf(before), to: readingOf(now), protocols },
      ]
    }),
  )
}

/** The snapshots in which the price of each dollar is known, oldest first. */
function knownPrices(recent: readonly PastShares[], days: readonly string[]): Map<string, Known[]> {
  const known = recent.flatMap((snapshot): Known[] => {
    const at = days.indexOf(snapshot.day)
    return at < 0 ? [] : snapshot.prices.map((price) => ({ at, snapshot, price }))
  })
  return Map.groupBy(known, ({ price: { token, symbol } }) => `${token} ${symbol}`)
}

const isLost = ({ price }: Known) => price.usd < LOST_PEG

function readingOf({ snapshot: { day }, price: { usd, pages } }: Known): LostPeg['from'] {
  return { usd, day, pages }
}

/** Who stood on tokens of an issuer with enough to be sent its losses. */
function standingOn(issuer: string | undefined, { shares }: PastShares): LostPeg['protocols'] {
  const own = shares.filter(
    ({ kind, to }) => (kind === 'holds' || kind === 'backed-by') && to === issuer,
  )
  return mergeShares(own, ({ from, kind }) => `${from} ${kind}`).flatMap(({ from, kind, share }) =>
    share === null || share < HIT_SHARE ? [] : [{ protocolId: from, kind, share }],
  )
}
