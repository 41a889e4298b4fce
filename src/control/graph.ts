import type { Address, Hex } from '../chains/address.ts'
import type { ContractRole } from '../domain/control.ts'
import type { CallResult, ChainCall, Inspection } from './chain-reader.ts'
import type { CodeFacts } from './code.ts'
import type { FunctionName, HolderGetter, RoleName } from './getters.ts'

/** A contract whose control is asked for. */
export interface Target {
  address: Address
  name: string | null
  role: ContractRole
  /** Its protocol: holders of roles are looked for among the controllers of the same one. */
  protocol: string
  /** Accounts that a record names as holders of a power; each is asked about. */
  candidates: readonly Address[]
}

/** A governance contract or multisig that a person identified, because no getter names its kind. */
export interface Controller {
  chain: string
  address: Address
  kind: string
  note: string
  threshold?: number | undefined
  signers?: number | undefined
  delaySeconds?: number | undefined
  voteSeconds?: number | undefined
  source: string
  day: string
}

/** What the slots or the code of a proxy say. `clone` is EIP-1167, `zos` ZeppelinOS before EIP-1967. */
export type ProxyFacts =
  | { kind: 'clone'; implementation: Address }
  | { kind: 'beacon'; beacon: Address }
  | { kind: 'eip1967' | 'zos' | 'eip1822'; implementation: Address; admin: Address | null }

export interface SafeFacts {
  threshold: number
  owners: readonly Address[]
  modules: readonly Address[]
  guard: Address | null
  /** False when there are more modules than were read. */
  isWhole: boolean
}

/** Who holds a role. `isListed`: the contract lists them, so there are no others. */
export interface RoleHolders {
  holders: Set<Address>
  isListed: boolean
}

/** What was found about one address. The walk fills it; `paths.ts` reads it. */
export interface GraphNode {
  address: Address
  depth: number
  /** False for the signers of a Safe, of which only the code is read. */
  isWalked: boolean
  /** Null when no node could inspect it. */
  inspection: Inspection | null
  /** True when an answer about it is missing: there may be more ways than those found. */
  isLost: boolean
  code: CodeFacts
  proxy: ProxyFacts | null
  /** Its code and that which it runs, as hex; selectors are looked for in it. */
  text: string
  /** The code that a proxy runs. */
  implementationCode: Hex
  /** By function; null for a revert, absent when not asked. */
  answers: Map<FunctionName, Hex | null>
  safe: SafeFacts | null
  /** Functions that a diamond has, by selector; null when it is none. */
  facetSelectors: ReadonlySet<string> | null
  /** Modules of a Zodiac delay. */
  modules: readonly Address[]
  roles: Map<RoleName, RoleHolders>
  /** An admin that stands in the code, shown by a call from it. */
  fixedAdmin: Address | null
  upgrade: PowerFacts
  pause: PowerFacts
  /** Where the walk goes on from it. */
  next: Set<Address>
}

/** Who was shown to hold a power, by a call from them. */
export interface PowerFacts {
  asked: Set<Address>
  holders: Set<Address>
  /** `true`: a stranger can, too. `unclear`: the contract takes any call. Null when not asked. */
  stranger: boolean | 'unclear' | null
}

/** Addresses by holder getter, where the answer is one. */
export type Holders = ReadonlyMap<HolderGetter, Address>

/** What the walk asks: addresses to inspect, or calls. */
export interface WalkQuestion {
  inspect: readonly Address[]
  calls: readonly ChainCall[]
}

export interface WalkReply {
  inspected: ReadonlyMap<Address, Inspection | null>
  /** In the order of the calls. */
  results: readonly CallResult[]
}

export type Asking<Result> = Generator<WalkQuestion, Result, WalkReply>

export function* inspect(
  addresses: readonly Address[],
): Asking<ReadonlyMap<Address, Inspection | null>> {
  if (addresses.length === 0) return new Map()
  const { inspected } = yield { inspect: addresses, calls: [] }
  return inspected
}

export function* callAll(calls: readonly ChainCall[]): Asking<readonly CallResult[]> {
  if (calls.length === 0) return []
  const { results } = yield { inspect: [], calls }
  return results
}

/** Everything that was read on one chain. */
export interface Graph {
  nodes: ReadonlyMap<Address, GraphNode>
  controllers: ReadonlyMap<Address, Controller>
  /** Hashes of code that a person reviewed: it cannot change, although its bytes do not show it. */
  fixedCode: ReadonlySet<Hex>
  /** Modules that can only spend what a Safe holds: they cannot act as the Safe in anything else. */
  spendingModules: ReadonlySet<Address>
  /** Seconds from block to block as contracts of the chain count them; null when that is not constant. */
  secondsPerBlock: number | null
}
