import { type Address, NATIVE_COIN, ZERO_ADDRESS } from '../../../chains/address.ts'
import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import { PERMIT2_SPENDER, type Spender } from '../../model/approval.ts'
import type { Token } from '../../model/entry-base.ts'
import { publishedName } from '../../model/protocols.ts'
import { type ContractList, scannedEntries } from '../contracts/contract-list.ts'
import { driverOf } from '../contracts/drivers.ts'
import { listedAddresses } from '../contracts/listed-addresses.ts'
import type { SpenderList } from './spender-list.ts'

/** More would not fit beside the tokens. */
const MAX_COLLECTIONS = 16

/** What is asked about approvals on one chain. */
export interface ApprovalPlan {
  /** Those that are asked about even if the owner holds none come first. */
  tokens: readonly Token[]
  always: number
  /** Spenders that take any token; Permit2 is the first. */
  spenders: readonly Spender[]
  /** Those that take one token, by it. */
  own: ReadonlyMap<Address, readonly Spender[]>
  /** Collections of NFTs, each with the protocol whose positions they are. */
  collections: readonly { address: Address; protocol: string }[]
  operators: readonly Spender[]
}

/** Every token that the lists of a chain name, and every contract of them, or of the list of spenders, that takes tokens. Pure. */
export function planApprovals(list: ContractList, known: SpenderList): ApprovalPlan {
  const { any, own, collections } = ofEntries(list)
  const tokens = [...listedAddresses(list).tokens.values()].filter(
    ({ address }) => address !== NATIVE_COIN && address !== ZERO_ADDRESS,
  )
  const isAlways = ({ symbol }: Token) => known.always.has(symbol)
  const always = tokens.filter(isAlways)
  return {
    tokens: [...always, ...tokens.filter((token) => !isAlways(token))],
    always: always.length,
    // With a loss it comes before its name in our lists.
    spenders: distinct([PERMIT2_SPENDER, ...known.spenders, ...any]),
    own,
    collections: collections.slice(0, MAX_COLLECTIONS),
    operators: distinct([...known.operators, ...any]),
  }
}

const ofEntries = memoizeWeak((list: ContractList) => {
  const any: Spender[] = []
  const own = new Map<Address, Spender[]>()
  const collections = new Map<Address, string>()
  for (const entry of scannedEntries(list)) {
    const { spenders, collections: ofNfts } = driverOf(entry.driver)
    for (const { spender, what, tokens } of spenders?.(entry) ?? []) {
      const { protocol } = entry
      const name = `${publishedName(protocol)}: ${what}`
      const row = { address: spender, name, protocol, loss: null }
      if (tokens === null) any.push(row)
      else for (const token of tokens) own.set(token, [...(own.get(token) ?? []), row])
    }
    for (const each of ofNfts?.(entry) ?? []) collections.set(each, entry.protocol)
  }
  return {
    any,
    own,
    collections: [...collections].map(([address, protocol]) => ({ address, protocol })),
  }
})

/** Each address once. */
function distinct(spenders: readonly Spender[]): Spender[] {
  return [
    ...new Map([...spenders].reverse().map((each) => [each.address, each])).values(),
  ].reverse()
}
