import type { CodeChange, ContractControl } from '../domain/control.ts'
import { pathWeakness } from '../score/path-order.ts'

/** Between fixed code and anything that is known to be changeable. */
const UNKNOWN_WEAKNESS = 0.1

/**
 * The contracts that decide over deposits: those that hold them and the logic above them. All contracts when none is recorded
 * as such.
 */
export function decidingContracts(contracts: readonly ContractControl[]): ContractControl[] {
  const deciding = contracts.filter(({ role }) => role === 'funds' || role === 'logic')
  return deciding.length > 0 ? deciding : [...contracts]
}

/**
 * Contracts that decide over deposits first, then the weakest; among equals those on the first of `chains`, then the largest. A chain
 * that is not among them comes last.
 */
export function contractsInOrder(
  contracts: readonly ContractControl[],
  chains: readonly string[] = [],
): ContractControl[] {
  const deciding = new Set(decidingContracts(contracts))
  const places = new Map(chains.map((chain, place) => [chain, place]))
  return contracts
    .map((contract) => ({
      contract,
      decides: deciding.has(contract) ? 1 : 0,
      weakest: weakestOf(contract.codeChange),
      place: places.get(contract.chain) ?? chains.length,
      usd: contract.tvlUsd ?? -1,
      key: contractKey(contract),
    }))
    .sort(
      (a, b) =>
        b.decides - a.decides ||
        b.weakest - a.weakest ||
        a.place - b.place ||
        b.usd - a.usd ||
        (a.key < b.key ? -1 : 1),
    )
    .map(({ contract }) => contract)
}

/** A contract is an address on a chain. */
export function contractKey({ chain, address }: ContractControl): string {
  return `${chain} ${address}`
}

function weakestOf(change: CodeChange): number {
  const known = change.known ? change.paths.map(pathWeakness) : []
  return Math.max(change.known && change.complete ? 0 : UNKNOWN_WEAKNESS, ...known)
}
