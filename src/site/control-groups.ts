import type { ControlDocument } from '../contract/control.ts'
import type { ControlGap, ControlPath } from '../domain/control.ts'
import { pathWeakness } from '../score/path-order.ts'

export type ShownContract = ControlDocument['contracts'][number]

/** Contracts that the same actor can change after the same delay, or of which that is not known for the same reason. */
export interface ControlGroup {
  /** One of the equal paths; null when it is not known who can change the code. */
  path: ControlPath | null
  /** Why it is not known; null when it is. */
  why: ControlGap | null
  contracts: ShownContract[]
  /** The contracts on the way, when they are the same for every contract of the group; else null. */
  via: string[] | null
  /** Some of the contracts may have more paths than are known. */
  atLeast: boolean
}

/** Weaker than fixed code: it is not known whether anyone can change it. */
const UNKNOWN_WEAKNESS = 0.1

/**
 * The ways to change the code of the contracts, equal ones together. Contracts that decide over deposits come first, then the
 * weakest way. Every path of every contract is in one group, and a contract is in as many groups as it has different paths.
 */
export function groupControl(contracts: readonly ShownContract[]): ControlGroup[] {
  const groups = new Map<string, ControlGroup>()
  for (const contract of contracts) {
    const { codeChange: change } = contract
    const paths = change.known && change.paths.length > 0 ? change.paths : [null]
    for (const path of paths) add(groups, path, contract)
  }
  return [...groups.values()].sort(
    (a, b) => Number(decides(b)) - Number(decides(a)) || weaknessOf(b) - weaknessOf(a),
  )
}

/** Ways to change the code, and those of other chains or beyond the first few. */
export interface ShownControl {
  /** Those of the chain with most TVL that has any. */
  first: ControlGroup[]
  /** The others, in the order of the chains. */
  rest: ControlGroup[]
  /** The chain with most TVL, when nothing is read there. */
  unread: string | null
}

/**
 * The ways to change the code by chain, the one with most TVL first; a chain without a known TVL comes after all that have one.
 * At most `most` of the first chain come first.
 */
export function controlByChain(
  contracts: readonly ShownContract[],
  chainTvls: readonly { chain: string; tvlUsd: number }[],
  most: number,
): ShownControl {
  const tvlOf = new Map(chainTvls.map(({ chain, tvlUsd }) => [chain, tvlUsd]))
  const byTvl = (a: string, b: string) => (tvlOf.get(b) ?? -1) - (tvlOf.get(a) ?? -1)
  const chains = [...new Set(contracts.map(({ chain }) => chain))].sort(byTvl)
  const [first = [], ...others] = chains.map((on) =>
    groupControl(contracts.filter(({ chain }) => chain === on)),
  )
  const largest = [...tvlOf.keys()].sort(byTvl)[0]
  return {
    first: first.slice(0, most),
    rest: [...first.slice(most), ...others.flat()],
    unread: largest === undefined || chains.includes(largest) ? null : largest,
  }
}

function add(
  groups: Map<string, ControlGroup>,
  path: ControlPath | null,
  contract: ShownContract,
): void {
  const { codeChange: change, unconfirmed } = contract
  const why = path ? null : change.known ? 'not-recorded' : change.why
  const key = path ? keyOf(contract, path) : `${why} ${unconfirmed ?? ''}`
  const via = path ? path.via : null
  const group = groups.get(key) ?? { path, why, contracts: [], via, atLeast: false }
  groups.set(key, group)
  if (!group.contracts.includes(contract)) group.contracts.push(contract)
  if (path && group.via?.join() !== path.via.join()) group.via = null
  group.atLeast ||= path !== null && change.known && (!change.complete || change.more > 0)
}

/** What makes two paths the same to a reader: who acts, and after what time. One address on two chains is two accounts. */
function keyOf({ chain }: ShownContract, path: ControlPath): string {
  const { actor, address, threshold, signers, delaySeconds, voteSeconds } = path
  return JSON.stringify([chain, actor, address, threshold, signers, delaySeconds, voteSeconds])
}

function decides({ contracts }: ControlGroup): boolean {
  return contracts.some(({ role }) => role === 'funds' || role === 'logic')
}

function weaknessOf({ path }: ControlGroup): number {
  return path === null ? UNKNOWN_WEAKNESS : pathWeakness(path)
}
