import type { Market } from '../domain/market.ts'
import { type Disagreement, withDisagreements } from '../domain/node-answers.ts'
import { grouped, isOfSlug, keyOfSlug, type OfProtocol } from './keys.ts'
import type { ChainOutcome, RunOutcome } from './outcome.ts'

/**
 * The markets of each protocol as read, or as last read in full where something of them could not be read or no two nodes agree: a node
 * that fails or lies changes no score at once. Without such a reading, the gap stays, and counts at its worst, or where it is not confirmed
 * not at all. Those of a chain that could not be read stay as they
 * were last read, gaps included.
 */
export function marketsByProtocol(
  { outcomes, last }: Pick<RunOutcome, 'outcomes' | 'last'>,
  isUsable: (market: Market) => boolean,
): OfProtocol<Market>[] {
  return grouped(
    outcomes.flatMap((outcome) =>
      [...outcome.protocols].flatMap((slug) => {
        const before = lastOn(outcome.chain, slug, last.markets).filter(isUsable)
        return marketsOf(outcome, slug, before).map((item) => ({ key: keyOfSlug(slug), item }))
      }),
    ),
  )
}

function marketsOf(outcome: ChainOutcome, slug: string, before: readonly Market[]): Market[] {
  if ('failed' in outcome) return [...before]
  const fresh = outcome.markets.get(slug) ?? []
  const gaps = fresh.filter(isOpen)
  const read = fresh.filter((market) => !isOpen(market))
  if (gaps.length === 0) return read
  const places = new Set(read.map(placeOf))
  // What is no longer found may be missing for the same reason as the gap.
  const kept = before
    .filter((market) => !isOpen(market) && !places.has(placeOf(market)))
    .map((market) => withDisagreements(market, newsOn(market, gaps)))
  return [...read, ...kept, ...withoutReading(gaps, kept, read)]
}

/**
 * The gaps for which no earlier reading stands in. A gap may name an asset, a contract with several markets, or a contract that lists
 * markets at other addresses: each is matched to one reading of what it names, the most exact first.
 */
function withoutReading(
  gaps: readonly Market[],
  kept: readonly Market[],
  read: readonly Market[],
): Market[] {
  const claimed = new Set([...read, ...gaps].map(({ address }) => address))
  const free = new Set(kept)
  const matches: ((gap: Market, market: Market) => boolean)[] = [
    (gap, market) => placeOf(gap) === placeOf(market),
    (gap, { address, assetAddress }) =>
      gap.address === address && gap.assetAddress === assetAddress,
    (gap, { address }) => gap.assetAddress === '' && gap.address === address,
    (gap, { address }) => gap.assetAddress === '' && !claimed.has(address),
  ]
  return matches.reduce(
    (open, isSame) =>
      open.filter((gap) => {
        const found = [...free].find((market) => isSame(gap, market))
        return !found || !free.delete(found)
      }),
    [...gaps],
  )
}

/** True when something of it could not be read, or is not confirmed. */
function isOpen({ gap, unconfirmed }: Market): boolean {
  return Boolean(gap ?? unconfirmed)
}

/** What nodes disagree on now about a market, or about the contract that lists it. */
function newsOn(market: Market, gaps: readonly Market[]): Disagreement[] {
  const found =
    gaps.find((gap) => placeOf(gap) === placeOf(market)) ??
    gaps.find(({ address }) => address === market.address)
  return found?.disagreements ?? []
}

function lastOn(chain: string, slug: string, last: RunOutcome['last']['markets']): Market[] {
  return last
    .filter((protocol) => isOfSlug(protocol, slug))
    .flatMap(({ value }) => value.filter((market) => market.chain === chain))
}

function placeOf({ chain, address, assetAddress, name }: Market): string {
  return [chain, address, assetAddress, name].join(' ')
}
