import { type Address, ZERO_ADDRESS } from '../chains/address.ts'
import { hasRoles, type RoleQuestion } from './ask-roles.ts'
import type { Controller, GraphNode, Target } from './graph.ts'
import { controllerKind } from './kinds.ts'

/** The protocols to whose contracts each address leads. */
export function protocolsOf(
  nodes: ReadonlyMap<Address, GraphNode>,
  targets: ReadonlyMap<Address, Target[]>,
): Map<Address, Set<string>> {
  const protocols = new Map<Address, Set<string>>()
  const open = [...targets.values()].flat().map(({ address, protocol }) => ({ address, protocol }))
  for (let at = 0; at < open.length; at++) {
    const { address, protocol } = open[at] ?? { address: ZERO_ADDRESS, protocol: '' }
    const known = protocols.get(address) ?? new Set()
    if (known.has(protocol)) continue
    protocols.set(address, known.add(protocol))
    for (const next of nodes.get(address)?.next ?? []) open.push({ address: next, protocol })
  }
  return protocols
}

/**
 * Which accounts to ask about at each contract with roles: the controllers of the same protocols, the accounts that a record names,
 * and the zero address, which opens a role to everyone. Persons that are only signers of a Safe are left out.
 */
export function roleQuestions(
  nodes: ReadonlyMap<Address, GraphNode>,
  controllers: ReadonlyMap<Address, Controller>,
  targets: ReadonlyMap<Address, Target[]>,
): RoleQuestion[] {
  const protocols = protocolsOf(nodes, targets)
  const accounts = new Map<string, Set<Address>>()
  for (const [address, names] of protocols) {
    const node = nodes.get(address)
    const isController = controllers.has(address) || (node?.isWalked && node.depth > 0)
    const isGovernance = node && controllerKind(node) !== null
    for (const name of names) {
      const known = accounts.get(name) ?? new Set([ZERO_ADDRESS])
      accounts.set(name, isController || isGovernance ? known.add(address) : known)
    }
  }
  for (const target of [...targets.values()].flat()) {
    for (const candidate of target.candidates) accounts.get(target.protocol)?.add(candidate)
  }
  return [...nodes.values()].flatMap((node) => {
    if (!hasRoles(node)) return []
    const names = [...(protocols.get(node.address) ?? [])]
    return [{ node, accounts: names.flatMap((name) => [...(accounts.get(name) ?? [])]) }]
  })
}
