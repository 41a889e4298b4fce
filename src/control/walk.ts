import type { Address, Hex } from '../chains/address.ts'
import { holdersOf } from './answers.ts'
import { askAs } from './ask-as.ts'
import { askImplementations, type Inspections, inspectNew } from './ask-code.ts'
import { askGetters } from './ask-getters.ts'
import { type AskedRoles, askRoleLists, askRoles } from './ask-roles.ts'
import { askSafes } from './ask-safes.ts'
import { GUARDIAN_GETTERS, OWNER_GETTERS } from './getters.ts'
import type { Asking, Controller, Graph, GraphNode, Target } from './graph.ts'
import { isProven } from './kinds.ts'
import { createNode, isContract } from './node.ts'
import { protocolsOf, roleQuestions } from './role-questions.ts'
import type { IsSafe } from './safe.ts'
import { isBurned } from './slots.ts'

/** Contracts from a target to an actor; no governance goes through more. */
const MAX_DEPTH = 6
/** Addresses that are read for the contracts of one protocol. */
const MAX_NODES_PER_PROTOCOL = 600
/** Times that the walk goes on after it came to rest. */
const MAX_RESTS = 4

export interface WalkInput {
  targets: readonly Target[]
  controllers: readonly Controller[]
  fixedCode: ReadonlySet<Hex>
  /** Modules of a Safe that can only spend from it. */
  spendingModules: ReadonlySet<Address>
  secondsPerBlock: number | null
  isSafe: IsSafe
}

/** An address that the walk is about to read. */
interface Step {
  address: Address
  depth: number
  /** False where only the code is of interest. */
  isWalked: boolean
  protocol: string
}

/**
 * Reads who controls the targets: their code, owners and admins, and theirs in turn. Pure: it yields what to ask and receives the
 * replies. Holders of roles are asked for when nothing else is left, because only then are all controllers known.
 */
export function* walk(input: WalkInput): Asking<Graph> {
  const nodes = new Map<Address, GraphNode>()
  const inspections: Inspections = new Map()
  const controllers = new Map(input.controllers.map((each) => [each.address, each]))
  const asked: AskedRoles = new Map()
  const targets = groupTargets(input.targets)
  const pausable = new Set(targets.keys())
  const progress: WalkProgress = { nodes, controllers, pausable, counts: new Map() }
  const candidatesOf = (address: Address) =>
    targets.get(address)?.flatMap(({ candidates }) => candidates) ?? []

  /** Reads one generation of addresses, and returns those that follow. */
  function* visit(steps: readonly Step[]): Asking<Step[]> {
    yield* inspectNew(
      steps.map(({ address }) => address),
      inspections,
    )
    const fresh = steps.map((step) => {
      const { address, depth, isWalked } = step
      const node = createNode(address, depth, isWalked, inspections.get(address) ?? null)
      nodes.set(address, node)
      return { step, node }
    })
    const open = fresh.flatMap(({ node }) => (node.isWalked && isContract(node) ? [node] : []))
    const isSafe = ({ inspection }: GraphNode) => inspection !== null && input.isSafe(inspection)
    yield* askSafes(open.filter(isSafe))
    const others = open.filter((node) => !isSafe(node))
    yield* askImplementations(others, inspections)
    yield* askGetters(others, inspections)
    yield* askRoleLists(others)
    yield* askAs(others, pausable, candidatesOf)
    return follow(progress, fresh)
  }

  let steps: Step[] = [...targets.values()].flatMap(([target]) =>
    target
      ? [{ address: target.address, depth: 0, isWalked: true, protocol: target.protocol }]
      : [],
  )
  for (let rest = 0; steps.length > 0; rest++) {
    while (steps.length > 0) steps = yield* visit(steps)
    if (rest === MAX_RESTS) break
    const changed = yield* askRoles(roleQuestions(nodes, controllers, targets), asked)
    yield* askAs(changed, pausable, candidatesOf)
    const protocols = protocolsOf(nodes, targets)
    steps = follow(
      progress,
      changed.map((node) => {
        const [protocol = ''] = protocols.get(node.address) ?? []
        const { address, depth, isWalked } = node
        return { node, step: { address, depth, isWalked, protocol } }
      }),
    )
  }
  const { fixedCode, spendingModules, secondsPerBlock } = input
  return { nodes, controllers, fixedCode, spendingModules, secondsPerBlock }
}

/** What decides how far the walk goes on. */
interface WalkProgress {
  nodes: ReadonlyMap<Address, GraphNode>
  controllers: ReadonlyMap<Address, Controller>
  /** The targets. */
  pausable: ReadonlySet<Address>
  /** Addresses so far, by protocol. */
  counts: Map<string, number>
}

/** The addresses to read next: those that these lead to and that were not read. */
function follow(
  { nodes, controllers, pausable, counts }: WalkProgress,
  read: readonly { step: Step; node: GraphNode }[],
): Step[] {
  const steps = new Map<Address, Step>()
  for (const { step, node } of read) {
    // A curated row is the end of a path, unless the chain proves more.
    if (controllers.has(node.address) && !isProven(node)) continue
    for (const each of nextSteps(node, step.protocol, pausable.has(node.address))) {
      const { address, protocol, isWalked } = each
      node.next.add(address)
      const known = nodes.get(address)
      const isRead = known && (known.isWalked || !isWalked)
      if (isRead || isBurned(address)) continue
      const count = counts.get(protocol) ?? 0
      if (each.depth > MAX_DEPTH || count >= MAX_NODES_PER_PROTOCOL) continue
      if (!steps.has(address)) counts.set(protocol, count + 1)
      if (!steps.get(address)?.isWalked) steps.set(address, each)
    }
  }
  return [...steps.values()]
}

function groupTargets(targets: readonly Target[]): Map<Address, Target[]> {
  const grouped = new Map<Address, Target[]>()
  for (const target of targets) {
    grouped.set(target.address, [...(grouped.get(target.address) ?? []), target])
  }
  return grouped
}

/** Where the walk goes on from a contract. */
function nextSteps(node: GraphNode, protocol: string, isTarget: boolean): Step[] {
  const step = (isWalked: boolean) => (address: Address) => {
    return { address, depth: node.depth + 1, isWalked, protocol }
  }
  const { safe, proxy } = node
  if (safe) {
    // Of signers only the code is of interest, unless one of them alone can act.
    const owners = safe.owners.map(step(safe.threshold === 1))
    const guard = safe.guard ? [safe.guard] : []
    return [...owners, ...safe.modules.map(step(true)), ...guard.map(step(false))]
  }
  if (!node.isWalked) return []
  const holders = holdersOf(node)
  const owners = isTarget
    ? [...holders.values()]
    : [...OWNER_GETTERS, ...GUARDIAN_GETTERS].flatMap((getter) => holders.get(getter) ?? [])
  const found: (Address | null)[] = [
    ...owners,
    ...node.modules,
    ...node.upgrade.holders,
    ...node.pause.holders,
    ...[...node.roles.values()].flatMap((role) => [...role.holders]),
    node.fixedAdmin,
    proxy?.kind === 'clone' ? proxy.implementation : null,
    proxy?.kind === 'beacon' ? proxy.beacon : null,
    proxy && 'admin' in proxy ? proxy.admin : null,
  ]
  return [...new Set(found)].flatMap((address) => (address ? [step(true)(address)] : []))
}
