import { MAX_STANDS, type WalletStanding } from '../../contract/wallet-standing.ts'
import { tokenAt, tokenFinder } from '../../dependencies/holdings.ts'
import type { NamedGraph } from '../../dependencies/named-graph.ts'
import { type Stake, type StakeLeg, walletStands } from '../../dependencies/wallet.ts'
import { CIRCULAR, UNKNOWN } from '../../domain/dependency.ts'
import { compareText } from '../../domain/text-order.ts'
import type { ValuedPosition } from './position.ts'

type Position = ValuedPosition['position']
type Leg = Position['legs'][number]

/** What the positions stand on; null without one that has a price and is worth more than its debts. */
export function standingOf(
  positions: readonly Position[],
  { graph, bySlug, names }: NamedGraph,
): WalletStanding | null {
  const { tokens } = graph.tables
  const find = tokenFinder(graph.tables)
  const stakes = positions.flatMap(({ id, chain, protocolSlug, legs, unlisted }): Stake[] => {
    // With a debt of unknown value the net value is not known.
    if (legs.some(({ role, usd }) => role === 'borrow' && usd === null)) return []
    const tokenOf = ({ token, symbol }: Leg) =>
      tokenAt(find, chain, token, unlisted ? null : symbol)?.id ?? null
    const stakeLegs = legs.flatMap((leg): StakeLeg[] =>
      leg.usd === null || leg.usd === 0
        ? []
        : [{ token: tokenOf(leg), usd: leg.usd, how: HOW[leg.role] ?? 'owned' }],
    )
    const protocol = unlisted ? '' : (bySlug.get(protocolSlug) ?? protocolSlug)
    return [{ id, protocol, legs: stakeLegs }]
  })
  const found = walletStands(stakes, graph)
  const { netUsd } = found
  if (netUsd <= 0) return null
  const shareOf = (usd: number) => Math.round((usd / netUsd) * 1e4) / 1e4
  const bySlugName = new Map(positions.map((each) => [each.protocolSlug, each.protocol]))
  const issuers = [...found.needs]
    .filter(([key, { usd }]) => key !== '' && shareOf(usd) > 0)
    .map(([key, { usd, via }]) => ({
      ...(names.get(key) ?? {
        ...{ id: key, name: bySlugName.get(key) ?? key, class: null, isProtocol: true },
      }),
      ...{ share: Math.min(1, shareOf(usd)), usd: cents(usd), via: via.slice(0, MAX_STANDS) },
    }))
    .sort((a, b) => b.usd - a.usd || compareText(a.id, b.id))
  const assets = (sums: ReadonlyMap<string, number>) => {
    const rows = [...sums]
      .map(([asset, usd]) => ({ asset: tokens.get(asset)?.symbols[0] ?? asset, usd }))
      .sort((a, b) => Math.abs(b.usd) - Math.abs(a.usd) || compareText(a.asset, b.asset))
    const rest = rows.slice(MAX_STANDS).reduce((sum, { usd }) => sum + usd, 0)
    const shown = [
      ...rows.slice(0, MAX_STANDS),
      ...(rest === 0 ? [] : [{ asset: OTHER, usd: rest }]),
    ]
    return shown.map(({ asset, usd }) => ({ asset, share: shareOf(usd), usd: cents(usd) }))
  }
  const unknown = (found.finals.get(UNKNOWN) ?? 0) + (found.finals.get(CIRCULAR) ?? 0)
  return {
    ...{ day: graph.day, netUsd: cents(netUsd) },
    ...{
      issuers: issuers.slice(0, MAX_STANDS),
      moreIssuers: Math.max(0, issuers.length - MAX_STANDS),
    },
    ...{ finalAssets: assets(found.finals), exposure: assets(found.exposure) },
    unresolved: {
      issuer: Math.min(1, shareOf(found.unknownIssuerUsd)),
      final: Math.min(1, shareOf(unknown)),
    },
  }
}

const OTHER = 'other'

/** How a leg lies at its protocol, where it is not simply there. */
const HOW: Partial<Record<Leg['role'], StakeLeg['how']>> = { supply: 'lent', borrow: 'owed' }

function cents(usd: number): number {
  return Math.round(usd * 100) / 100
}
