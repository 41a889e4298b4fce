import type { Market } from '../../domain/market.ts'
import { grouped, isOfSlug, keyOfSlug, type OfProtocol } from './keys.ts'
import type { ChainOutcome, RunOutcome } from './outcome.ts'

/**
 * The markets of each protocol as read. Those of a chain that could not be read, and those that are no longer found where some market of
 * the protocol could not be read, stay as they were last read.
 */
export function marketsByProtocol(
  { outcomes, last }: Pick<RunOutcome, 'outcomes' | 'last'>,
  isUsable: (market: Market) => boolean,
): OfProtocol<Market>[] {
  return grouped(
    outcomes.flatMap((outcome) =>
      [...outcome.protocols].flatMap((slug) => {
        const fresh = 'failed' in outcome ? [] : (outcome.markets.get(slug) ?? [])
        const kept = isWhole(outcome, slug)
          ? []
          : lastOn(outcome.chain, slug, last.markets).filter(isUsable)
        const places = new Set(fresh.map(placeOf))
        const all = [...fresh, ...kept.filter((market) => !places.has(placeOf(market)))]
        return all.map((item) => ({ key: keyOfSlug(slug), item }))
      }),
    ),
  )
}

/** True when every market of a protocol on a chain was read. */
function isWhole(outcome: ChainOutcome, slug: string): boolean {
  return !('failed' in outcome) && !outcome.gaps.some(({ protocol }) => protocol === slug)
}

function lastOn(chain: string, slug: string, last: RunOutcome['last']['markets']): Market[] {
  return last
    .filter((protocol) => isOfSlug(protocol, slug))
    .flatMap(({ value }) => value.filter((market) => market.chain === chain))
}

function placeOf({ chain, address, assetAddress, name }: Market): string {
  return [chain, address, assetAddress, name].join(' ')
}
