import type {
  RiskSummary,
  SandboxHoldings,
  SandboxScan,
  SandboxWallets,
} from '../contract/sandbox-wallet.ts'
import type { Catalogue, CatalogueEntry } from '../domain/catalogue.ts'
import type { Day } from '../domain/day.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import { PlimsollError } from '../errors.ts'
import { roundUsd } from './amounts.ts'
import { scoredAt } from './protocol-detail.ts'

/** A health factor below this is close to liquidation. */
const LOW_HEALTH_FACTOR = 1.1

type Holding = SandboxHoldings['positions'][number]
type Position = SandboxScan['positions'][number]

/** What leads the flags of an address on a sanctions list. */
const SANCTIONED = 'sanctioned-address'

/**
 * The wallet scans of the sandbox: its holdings, joined with the scores of its protocols. Addresses on the invented
 * sanctions list get the same with a warning, some addresses hold nothing. Throws `EXPORT_FAILED` for a holding of no
 * protocol, and for an address that would be both.
 */
export function createSandboxWallets(
  { positions: holdings, empty }: SandboxHoldings,
  { entries, sanctions }: Catalogue,
): SandboxWallets {
  const bySlug = new Map(entries.map((entry) => [entry.record.slug, entry]))
  const positions = holdings.map((holding) => createPosition(holding, bySlug.get(holding.slug)))
  const listed = Object.values(sanctions.byAsset).flat().map(comparable)
  const nobodys = empty.map(comparable)
  const both = nobodys.find((address) => listed.includes(address))
  if (both) {
    throw new PlimsollError('EXPORT_FAILED', `${both} of the sandbox is both listed and empty.`)
  }
  return {
    scans: {
      usual: createScan(positions, sanctions.asOf, false),
      listed: createScan(positions, sanctions.asOf, true),
      empty: createScan([], sanctions.asOf, false),
    },
    addresses: Object.fromEntries([
      ...listed.map((address) => [address, 'listed'] as const),
      ...nobodys.map((address) => [address, 'empty'] as const),
    ]),
  }
}

/** EVM addresses are the same in any case, those of Solana are not. */
function comparable(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

function createScan(positions: Position[], asOf: Day | null, isListed: boolean): SandboxScan {
  const summary = summarise(positions)
  const flags = isListed ? [SANCTIONED, ...summary.flags] : summary.flags
  return {
    positions,
    riskSummary: positions.length > 0 ? { ...summary, flags } : {},
    portfolioScore: summary.weightedScore,
    positionSource: positions.length > 0 ? ['sandbox'] : [],
    totals: {
      suppliedUsd: sum(positions.map(({ suppliedUsd }) => suppliedUsd)),
      borrowedUsd: sum(positions.map(({ borrowedUsd }) => borrowedUsd)),
      rewardsUsd: sum(positions.map(({ rewardsUsd }) => rewardsUsd)),
      netUsd: sum(positions.map(({ netUsd }) => netUsd)),
      complete: positions.every(({ valuation }) => valuation === 'priced'),
    },
    sanctions: {
      status: isListed ? 'listed' : 'clear',
      sources: [{ id: 'sandbox', asOf, hit: isListed }],
    },
    coverage: coverageOf(positions),
  }
}

function createPosition(holding: Holding, entry: CatalogueEntry | undefined): Position {
  const { slug, chain, product, ref, legs, healthFactor = null } = holding
  if (!entry) {
    throw new PlimsollError('EXPORT_FAILED', `The sandbox wallet holds ${slug}, which is nothing.`)
  }
  const { rounded, level } = entry.score
  const known = legs.filter((leg) => leg.usd !== null).length
  const suppliedUsd = usdOf(legs, ({ role }) => role !== 'borrow' && role !== 'reward')
  const borrowedUsd = usdOf(legs, ({ role }) => role === 'borrow')
  const rewardsUsd = usdOf(legs, ({ role }) => role === 'reward')
  const netUsd =
    suppliedUsd === null || borrowedUsd === null || rewardsUsd === null
      ? null
      : roundUsd(suppliedUsd - borrowedUsd + rewardsUsd)
  return {
    id: `${chain}:${slug}:${ref}`,
    chain,
    protocol: entry.record.name,
    protocolSlug: slug,
    product,
    legs,
    suppliedUsd,
    borrowedUsd,
    rewardsUsd,
    netUsd,
    healthFactor,
    risk:
      rounded === null || level === null
        ? null
        : { score: rounded, riskLevel: level, scoredAt: scoredAt(entry.score) },
    positionSource: 'sandbox',
    valuation: known === legs.length ? 'priced' : known === 0 ? 'unpriced' : 'partial',
  }
}

/** The sum of some legs; null when one of them has no price. */
function usdOf(legs: Holding['legs'], wanted: (leg: Holding['legs'][number]) => boolean) {
  const amounts = legs.filter(wanted).map(({ usd }) => usd)
  return amounts.includes(null) ? null : sum(amounts)
}

/** The sum of what is known. */
function sum(amounts: (number | null)[]): number {
  return roundUsd(amounts.reduce<number>((total, usd) => total + (usd ?? 0), 0))
}

function summarise(positions: Position[]): RiskSummary {
  const priced = positions.flatMap(({ netUsd, risk }) =>
    netUsd !== null && netUsd > 0 ? [{ usd: netUsd, score: risk?.score ?? null }] : [],
  )
  const scored = priced.flatMap(({ usd, score }) => (score === null ? [] : [{ usd, score }]))
  const total = sum(priced.map(({ usd }) => usd))
  const scoredUsd = sum(scored.map(({ usd }) => usd))
  const weighted = scored.reduce((points, { usd, score }) => points + usd * score, 0)
  const mean = scoredUsd === 0 ? null : roundScore(weighted / scoredUsd)
  const health = positions.flatMap(({ healthFactor }) => healthFactor ?? [])
  const minHealthFactor = health.length > 0 ? Math.min(...health) : null
  return {
    weightedScore: mean,
    riskLevel: mean === null ? null : riskLevel(mean),
    scoredShare: total === 0 ? null : share(scoredUsd / total),
    concentration: total === 0 ? null : share(Math.max(...priced.map(({ usd }) => usd)) / total),
    minHealthFactor,
    flags: [
      ...(minHealthFactor !== null && minHealthFactor < LOW_HEALTH_FACTOR
        ? ['low-health-factor']
        : []),
      ...(positions.some(({ risk }) => risk?.riskLevel === 'high') ? ['high-risk-protocol'] : []),
      ...(positions.some(({ risk }) => risk === null) ? ['unscored-protocol'] : []),
      ...(positions.some(({ valuation }) => valuation !== 'priced') ? ['unpriced-position'] : []),
    ],
  }
}

function share(fraction: number): number {
  return Math.round(fraction * 10_000) / 10_000
}

function coverageOf(positions: Position[]): SandboxScan['coverage'] {
  const chains = [...new Set(positions.map(({ chain }) => chain))].sort()
  return chains.map((chain) => {
    const ids = positions.filter((position) => position.chain === chain)
    const protocols = [...new Set(ids.map(({ protocolSlug }) => protocolSlug))].sort()
    return { chain, status: 'ok', protocols: protocols.map((id) => ({ id, status: 'ok' })) }
  })
}
