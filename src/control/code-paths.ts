import type { Address } from '../chains/address.ts'
import type { ControlPath } from '../domain/control.ts'
import { addressAnswer } from './answers.ts'
import { upgradeData } from './ask-as.ts'
import { delegateTarget } from './ask-getters.ts'
import { isFixed, OPCODE, readCode } from './code.ts'
import { SELECTORS } from './getters.ts'
import type { Graph, GraphNode, ProxyFacts } from './graph.ts'
import { namesImplementationSlot } from './kinds.ts'
import { isContract } from './node.ts'
import {
  atLeast,
  type Follow,
  type FoundPaths,
  join,
  pathTo,
  type Trail,
  through,
  unknown,
  whole,
  withProof,
} from './paths.ts'

/**
 * Who can change the code that runs at a contract: the rules for each kind of proxy, in the order in which they count. `trail` ends
 * with the contract itself. Code that cannot be changed may still let someone take the money.
 */
export function codePaths(graph: Graph, node: GraphNode, trail: Trail, follow: Follow): FoundPaths {
  const found = pathsByKind(graph, node, trail, follow)
  return node.isLost ? atLeast(found, 'node-failed') : found
}

function pathsByKind(graph: Graph, node: GraphNode, trail: Trail, follow: Follow): FoundPaths {
  const { proxy } = node
  if (proxy?.kind === 'clone') return clonePaths(graph, proxy.implementation, trail, follow)
  if (proxy?.kind === 'beacon') return follow(proxy.beacon, trail)
  if (proxy) return slotPaths(node, proxy, trail, follow)
  if (node.facetSelectors) return diamondPaths(node, node.facetSelectors, trail, follow)
  const hash = node.inspection?.codeHash
  if (hash && graph.fixedCode.has(hash)) return immutable('curated')
  if (delegateTarget(node)) {
    const admin = addressAnswer(node.answers.get('admin()'))
    return admin ? withProof(follow(admin, trail), 'convention') : unknown('unidentified')
  }
  return isFixed(node.code) ? immutable('code') : unknown('unknown-proxy')
}

function immutable(proof: ControlPath['proof']): FoundPaths {
  return whole(pathTo('nobody', null, { proof }))
}

/** A minimal clone runs one contract for ever; those who can change that one change the clone. */
function clonePaths(graph: Graph, target: Address, trail: Trail, follow: Follow): FoundPaths {
  if (trail.includes(target)) return unknown('unidentified')
  const node = graph.nodes.get(target)
  if (!node) return unknown('unidentified')
  if (node.inspection === null) return unknown('node-failed')
  if (!isContract(node)) return unknown('no-code')
  return through(target, codePaths(graph, node, [...trail, target], follow))
}

/** The admin in a slot or in the code, and everyone who was shown to pass the upgrade function of the code behind it. */
function slotPaths(
  node: GraphNode,
  proxy: Extract<ProxyFacts, { admin: unknown }>,
  trail: Trail,
  follow: Follow,
): FoundPaths {
  if (node.fixedAdmin) return withProof(follow(node.fixedAdmin, trail), 'asked')
  const byAdmin = proxy.admin ? [follow(proxy.admin, trail)] : []
  if (upgradeData(node) !== null) return join([...byAdmin, upgradePaths(node, trail, follow)])
  if (byAdmin.length > 0) return join(byAdmin)
  const inner = readCode(node.implementationCode)
  const isSealed =
    node.implementationCode !== '0x' &&
    isFixed(inner) &&
    !namesImplementationSlot(node.implementationCode) &&
    !node.code.opcodes.has(OPCODE.sstore)
  return isSealed ? immutable('code') : unknown('unidentified')
}

function upgradePaths({ upgrade }: GraphNode, trail: Trail, follow: Follow): FoundPaths {
  if (upgrade.stranger === true) return withProof(whole(pathTo('anyone', null)), 'asked')
  // Where a stranger's call is not refused, that of a candidate shows nothing.
  if (upgrade.stranger === 'unclear') return unknown('not-listable')
  const holders = [...upgrade.holders].map((holder) => follow(holder, trail))
  return atLeast(withProof(join(holders), 'asked'), 'not-listable')
}

/** EIP-2535: the owner cuts facets. Without that function only its loupe says that no one can. */
function diamondPaths(
  { answers }: GraphNode,
  selectors: ReadonlySet<string>,
  trail: Trail,
  follow: Follow,
): FoundPaths {
  const cut = SELECTORS['diamondCut((address,uint8,bytes4[])[],address,bytes)']
  if (!selectors.has(cut)) return atLeast(immutable('convention'), 'unidentified')
  const owner = addressAnswer(answers.get('owner()'))
  return owner ? withProof(follow(owner, trail), 'convention') : unknown('unidentified')
}
