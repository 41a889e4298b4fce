import type { Address } from '../chains/address.ts'
import type { CodeChange, ContractControl, ControlPath } from '../domain/control.ts'
import type { Day } from '../domain/day.ts'
import { actorPaths } from './actor-paths.ts'
import { holdersOf } from './answers.ts'
import { delegateTarget } from './ask-getters.ts'
import { hasRoles } from './ask-roles.ts'
import { hasSelector } from './code.ts'
import { codePaths } from './code-paths.ts'
import { GUARDIAN_GETTERS, HOLDER_GETTERS, SELECTORS } from './getters.ts'
import type { Graph, GraphNode, Target } from './graph.ts'
import { controllerKind, isProven, pausedNow } from './kinds.ts'
import { isContract } from './node.ts'
import {
  atLeast,
  type FoundPaths,
  join,
  pathTo,
  type Trail,
  unknown,
  whole,
  withProof,
} from './paths.ts'
import { isBurned } from './slots.ts'

/** Where and when the facts were read. */
export interface ReadAt {
  chain: string
  block: { number: bigint; day: Day }
}

/** Who can change, own or pause a contract, as the walk found it. */
export function contractControl(graph: Graph, target: Target, at: ReadAt): ContractControl {
  const { address } = target
  const node = graph.nodes.get(address)
  return {
    ...placed(target, at),
    proxy: node ? proxyName(node) : null,
    codeChange: codeChange(graph, address),
    powers: node ? powersOf(graph, node) : [],
    pause: node ? pauseOf(graph, node) : null,
  }
}

/**
 * Who can act as an account, as the power `owner`. It has no paths where a node failed on the way, and where there may be more paths one
 * of them is to an unidentified actor.
 */
export function holderControl(graph: Graph, target: Target, at: ReadAt): ContractControl {
  const { paths, isWhole, gap } = actorPaths(graph, target.address, [])
  const isOpen = !isWhole && !paths.some(isUnseen)
  const others = isOpen ? [pathTo('unidentified', target.address, OTHER_PATHS)] : []
  return {
    ...placed(target, at),
    proxy: null,
    codeChange: { known: false, why: 'not-recorded' },
    powers: [{ getter: 'owner', paths: gap === 'node-failed' ? [] : [...paths, ...others] }],
    pause: null,
  }
}

const OTHER_PATHS = { delaySeconds: null, note: 'there may be other found to act as it' }

function isUnseen({ actor, delaySeconds }: ControlPath): boolean {
  return actor === 'unidentified' && delaySeconds === null
}

function placed({ address, name, role }: Target, { chain, block }: ReadAt) {
  return {
    chain,
    address,
    name,
    role,
    day: block.day,
    block: Number(block.number),
    source: 'onchain',
    link: `https://blockscan.com/address/${address}`,
    tvlUsd: null,
  }
}

function proxyName(node: GraphNode): string | null {
  if (node.safe) return 'safe'
  if (node.proxy) return node.proxy.kind === 'clone' ? 'eip1167' : node.proxy.kind
  if (node.facetSelectors) return 'diamond'
  return delegateTarget(node) ? 'delegator' : null
}

/** Who can change the code of a contract. */
export function codeChange(graph: Graph, address: Address): CodeChange {
  const { paths, isWhole, gap } = changePaths(graph, address)
  if (paths.length === 0) return { known: false, why: gap ?? 'unidentified' }
  return { known: true, paths, complete: isWhole }
}

/** True when a node failed somewhere on the way: another time there may be more paths, or others. */
export function isPartial(graph: Graph, address: Address): boolean {
  return changePaths(graph, address).gap === 'node-failed'
}

function changePaths(graph: Graph, address: Address): FoundPaths {
  const node = graph.nodes.get(address)
  const follow = (holder: Address, trail: Trail) => actorPaths(graph, holder, trail)
  if (graph.controllers.has(address) && !isProven(node)) return follow(address, [])
  if (!node || node.inspection === null) return unknown('node-failed')
  if (node.inspection.size === 0) return unknown('no-code')
  const isActor = !isContract(node) || controllerKind(node) === 'safe'
  return isActor ? follow(address, []) : codePaths(graph, node, [address], follow)
}

/** Who holds other powers, by getter or role. A power whose holder no node named has a path of its own that says so. */
function powersOf(graph: Graph, node: GraphNode): ContractControl['powers'] {
  const holders = holdersOf(node)
  const byGetter = HOLDER_GETTERS.flatMap((getter) => {
    const holder = holders.get(getter)
    const isLost = hasSelector(node.text, SELECTORS[getter]) && !node.answers.has(getter)
    if (!holder && !(isLost && isContract(node) && !node.safe)) return []
    const found = holder ? actorPaths(graph, holder, [node.address]) : whole(lostPath(null))
    return [{ getter: getter.replace('()', ''), paths: named(found, holder ?? null) }]
  })
  const byRole = [...node.roles].flatMap(([role, { holders: members }]) => {
    if (members.size === 0) return []
    const found = [...members].map((member) => actorPaths(graph, member, [node.address]))
    return [{ getter: role, paths: named(join(found), null) }]
  })
  return [...byGetter, ...byRole]
}

/** A power has no word for "at least": what is missing is a path of its own. */
function named(found: FoundPaths, holder: Address | null): ControlPath[] {
  const isMissing = found.paths.length === 0 || found.gap === 'node-failed'
  return isMissing ? [...found.paths, lostPath(holder)] : found.paths
}

function lostPath(address: Address | null): ControlPath {
  return pathTo('unidentified', address, { delaySeconds: null, note: 'no node answered' })
}

/** Who can stop a contract. Null when it shows no way to be stopped. */
function pauseOf(graph: Graph, node: GraphNode): ContractControl['pause'] {
  const has = (name: 'pause()' | 'paused()' | 'isPaused()') =>
    hasSelector(node.text, SELECTORS[name])
  const holders = holdersOf(node)
  const guardians = GUARDIAN_GETTERS.flatMap((getter) => {
    const guardian = holders.get(getter)
    return guardian && !node.pause.holders.has(guardian) ? [guardian] : []
  })
  const isPausable = has('pause()') || has('paused()') || has('isPaused()')
  if (!isPausable && guardians.length === 0) return null
  const trail = [node.address]
  const shown = [...node.pause.holders].map((holder) => actorPaths(graph, holder, trail))
  const byName = guardians
    .filter((guardian) => !isBurned(guardian))
    .map((guardian) => withProof(actorPaths(graph, guardian, trail), 'convention'))
  const anyone = node.pause.stranger === true ? [whole(pathTo('anyone', null))] : []
  const found = join([withProof(join([...shown, ...anyone]), 'asked'), ...byName])
  const isShown = shown.length > 0 && !hasRoles(node) && !node.isLost
  const { paths, isWhole } = isShown ? found : atLeast(found, 'not-listable')
  return { paths, complete: isWhole, pausedNow: pausedNow(node) }
}
