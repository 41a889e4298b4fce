import type { Address } from '../chains/address.ts'
import type { ControlPath } from '../domain/control.ts'
import { addressAnswer, holdersOf, numberAnswer } from './answers.ts'
import { hasRoles } from './ask-roles.ts'
import { delegateOf, hasSelector } from './code.ts'
import { codePaths } from './code-paths.ts'
import { OWNER_GETTERS, SELECTORS } from './getters.ts'
import { voteSeconds } from './governor.ts'
import type { Controller, Graph, GraphNode } from './graph.ts'
import { controllerKind, isProven } from './kinds.ts'
import { isContract } from './node.ts'
import {
  atLeast,
  type FoundPaths,
  join,
  pathTo,
  type Trail,
  through,
  unknown,
  whole,
} from './paths.ts'
import { isBurned } from './slots.ts'
import { timelockPaths } from './timelock-paths.ts'

/**
 * Every path from a holder of a power to those who can use it: through owners, timelocks, modules and votes to a person, a Safe, a
 * governor or to no one.
 */
export function actorPaths(graph: Graph, address: Address, trail: Trail): FoundPaths {
  if (isBurned(address)) return whole(pathTo('nobody', address))
  if (trail.includes(address)) return whole()
  const node = graph.nodes.get(address)
  const controller = graph.controllers.get(address)
  if (controller && !isProven(node)) return whole(curatedPath(controller))
  if (!node) return beyondReach(address)
  if (node.inspection === null) return unknown('node-failed')
  if (!isContract(node)) return whole(accountPath(node))
  const found = contractPaths(graph, node, [...trail, address])
  return node.isLost ? atLeast(found, 'node-failed') : found
}

function beyondReach(address: Address): FoundPaths {
  const note = 'the walk ended before it'
  return atLeast(
    whole(pathTo('unidentified', address, { delaySeconds: null, note })),
    'unidentified',
  )
}

/** Kinds of a curated row that are kinds of actors; any other is `curated`. */
const CURATED_KINDS: readonly ControlPath['actor'][] = ['nobody', 'safe', 'governor', 'timelock']

function curatedPath(row: Controller): ControlPath {
  const actor = CURATED_KINDS.find((kind) => kind === row.kind) ?? 'curated'
  return pathTo(actor, row.address, {
    threshold: row.threshold ?? null,
    signers: row.signers ?? null,
    delaySeconds: row.delaySeconds ?? null,
    voteSeconds: row.voteSeconds ?? null,
    proof: 'curated',
    note: row.note,
  })
}

function accountPath({ address, inspection }: GraphNode): ControlPath {
  const delegate = inspection && delegateOf(inspection.code)
  return pathTo('eoa', address, {
    note: delegate ? `the account delegates to ${delegate} (EIP-7702)` : null,
  })
}

function contractPaths(graph: Graph, node: GraphNode, trail: Trail): FoundPaths {
  switch (controllerKind(node)) {
    case 'safe':
      return safePaths(graph, node, trail)
    case 'oz-timelock':
      return join([
        timelockPaths(node, (holder) => actorPaths(graph, holder, trail)),
        ownCode(graph, node, trail),
      ])
    case 'compound-timelock': {
      const admin = addressAnswer(node.answers.get('admin()'))
      const delaySeconds = numberAnswer(node.answers.get('delay()'))
      const found = admin ? actorPaths(graph, admin, trail) : unknown('unidentified')
      const delayed = through(node.address, found, { delaySeconds })
      return join([delayed, ownCode(graph, node, trail)])
    }
    case 'zodiac-delay': {
      const delaySeconds = numberAnswer(node.answers.get('txCooldown()'))
      const modules = node.modules.map((module) => actorPaths(graph, module, trail))
      const delayed = through(node.address, join(modules), { delaySeconds })
      return join([delayed, ownerPaths(graph, node, trail), ownCode(graph, node, trail)])
    }
    case 'governor': {
      const vote = voteSeconds(node, graph.secondsPerBlock)
      const path = pathTo('governor', node.address, { voteSeconds: vote })
      return join([whole(path), ownCode(graph, node, trail)])
    }
    case 'unproven-multisig':
      return unidentified(node, 'it answers like a multisig, and its code is not that of a Safe')
    default:
      return join([ownerPaths(graph, node, trail), ownCode(graph, node, trail)])
  }
}

function unidentified({ address }: GraphNode, note: string): FoundPaths {
  const path = pathTo('unidentified', address, { delaySeconds: null, note })
  return atLeast(whole(path), 'unidentified')
}

/** One signature of a contract is enough in a Safe of threshold one, so each of its signers is a path of its own. */
function safePaths(graph: Graph, { address, safe }: GraphNode, trail: Trail): FoundPaths {
  if (!safe) return unknown('node-failed')
  const spending = safe.modules.filter((module) => graph.spendingModules.has(module))
  const acting = safe.modules.filter((module) => !graph.spendingModules.has(module))
  const modules = join(acting.map((module) => actorPaths(graph, module, trail)))
  const byModule = through(address, modules, { note: 'through a module, without the signers' })
  const contracts = safe.owners.filter((owner) => {
    const signer = graph.nodes.get(owner)
    return graph.controllers.has(owner) || (signer !== undefined && isContract(signer))
  })
  const lost = safe.owners.some((owner) => {
    const signer = graph.nodes.get(owner)
    return !graph.controllers.has(owner) && (!signer || signer.inspection === null)
  })
  if (safe.threshold === 1 && contracts.length > 0) {
    const owners = safe.owners.map((owner) => actorPaths(graph, owner, trail))
    return join([through(address, join(owners)), byModule])
  }
  const notes = [
    ...spending.map((module) => `a module (${module}) can only spend what it holds`),
    ...(contracts.length > 0 ? [`${contracts.length} of its signers are contracts`] : []),
    ...(safe.guard ? [`a guard (${safe.guard}) checks its transactions`] : []),
  ]
  const path = pathTo('safe', address, {
    threshold: safe.threshold,
    signers: safe.owners.length,
    note: notes.join('; ') || null,
  })
  const own = whole(path)
  return join([lost ? atLeast(own, 'node-failed') : own, byModule])
}

/** The owners that getters name, and the admins of its roles. */
function ownerPaths(graph: Graph, node: GraphNode, trail: Trail): FoundPaths {
  const holders = holdersOf(node)
  const admins = node.roles.get('DEFAULT_ADMIN_ROLE')
  const owners = [
    ...OWNER_GETTERS.flatMap((getter) => holders.get(getter) ?? []),
    ...(admins?.holders ?? []),
  ].filter((owner) => owner !== node.address)
  const found = through(
    node.address,
    join([...new Set(owners)].map((owner) => actorPaths(graph, owner, trail))),
  )
  const isOwned = owners.some((owner) => !isBurned(owner))
  if (isOwned) return hasRoles(node) && !admins?.isListed ? atLeast(found, 'not-listable') : found
  if (owners.length > 0 && !hasOtherRules(node)) return found
  return unidentified(node, 'a contract without a known way to its owner')
}

/** Beside a renounced owner another account may decide. */
function hasOtherRules(node: GraphNode): boolean {
  const authority = addressAnswer(node.answers.get('authority()'))
  const keepsWards = hasSelector(node.text, SELECTORS['wards(address)'])
  return hasRoles(node) || keepsWards || (authority !== null && !isBurned(authority))
}

/** Who can change the code of a contract on the way can also do what it does. */
function ownCode(graph: Graph, node: GraphNode, trail: Trail): FoundPaths {
  const found = codePaths(graph, node, trail, (holder, passed) => actorPaths(graph, holder, passed))
  const others = found.paths.filter(({ actor }) => actor !== 'nobody')
  return through(node.address, { ...found, paths: others }, { note: 'by changing its code' })
}
