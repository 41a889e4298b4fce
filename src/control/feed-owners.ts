import { type Address, isAddress } from '../chains/address.ts'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import type { Market } from '../domain/market.ts'
import type { Target } from './graph.ts'

/** Owners of feeds that are followed on one chain; Ethereum has about ten. */
const MAX_OWNERS = 200

/** Owners of the feeds of these markets of which only the address is known, each once, as targets of a walk. */
export function feedOwners(markets: ReadonlyMap<string, readonly Market[]>): Target[] {
  const owners = new Map<Address, Target>()
  for (const [protocol, own] of markets) {
    for (const path of own.flatMap(({ feed }) => feed?.owner ?? [])) {
      const address = ownerIn(path)
      if (address === null || owners.has(address)) continue
      owners.set(address, { address, name: null, role: 'governance', protocol, candidates: [] })
    }
  }
  return [...owners.values()].slice(0, MAX_OWNERS)
}

/**
 * The markets with the paths to those who can act as an owner in place of its address. `owners`: the accounts with the power `owner`; one
 * without paths, or that is not among them, stays as it is.
 */
export function withOwners(
  markets: readonly Market[],
  owners: readonly ContractControl[],
): Market[] {
  const pathsBy = new Map<string, ControlPath[]>(
    owners.map(({ address, powers }) => [address, powers.flatMap(({ paths }) => paths)]),
  )
  const followed = (path: ControlPath): ControlPath[] => {
    const found = pathsBy.get(ownerIn(path) ?? '') ?? []
    return found.length === 0
      ? [path]
      : found.map((each) => ({ ...each, via: [...path.via, ...each.via] }))
  }
  return markets.map((market) => {
    const owner = market.feed?.owner
    return market.feed && owner
      ? { ...market, feed: { ...market.feed, owner: owner.flatMap(followed) } }
      : market
  })
}

function ownerIn({ actor, address }: ControlPath): Address | null {
  return actor === 'unidentified' && address !== null && isAddress(address) ? address : null
}
