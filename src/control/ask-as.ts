import type { Address, Hex } from '../chains/address.ts'
import { encodeCall } from '../chains/evm/viem.ts'
import { addressAnswer, holdersOf } from './answers.ts'
import type { CallResult, ChainCall } from './chain-reader.ts'
import { hasSelector } from './code.ts'
import { SELECTORS } from './getters.ts'
import { type Asking, callAll, type GraphNode, type PowerFacts } from './graph.ts'
import { hasUpgrade, namesImplementationSlot, pausedNow } from './kinds.ts'
import { isBurned } from './slots.ts'

/** An address without a known key: the end of the hash of "plimsoll stranger". What it may do, anyone may do. */
export const STRANGER: Address = '0x5d991c9f240f6315929f4a5619a14dbbef8d7e79'
/** Candidates that one contract is asked about. */
const MAX_CANDIDATES = 60

const UPGRADE_TO = 'function upgradeTo(address)'
const UPGRADE_AND_CALL = 'function upgradeToAndCall(address, bytes)'
/** A function that no contract has. */
const NO_FUNCTION: Hex = '0x9f3a61d7'

/** Accounts that a record names for one contract. */
export type CandidatesOf = (address: Address) => readonly Address[]

/**
 * Asks as the candidates: the admin that stands in the code of a proxy, who may change code behind an upgrade function, and who may
 * pause. Nothing is sent to the chain; a call that would pass shows the power, and a stranger's call is the control. `pausable` are
 * the contracts whose pause is of interest.
 */
export function* askAs(
  nodes: readonly GraphNode[],
  pausable: ReadonlySet<Address>,
  candidatesOf: CandidatesOf,
): Asking<void> {
  const asks = nodes.flatMap((node) => {
    const candidates = [
      ...holdersOf(node).values(),
      ...[...node.roles.values()].flatMap(({ holders }) => [...holders]),
      ...candidatesOf(node.address),
    ]
    return [
      ...fixedAdminAsks(node),
      ...powerAsks(node, node.upgrade, upgradeData(node), [...candidates, ...node.code.constants]),
      ...(pausable.has(node.address)
        ? powerAsks(node, node.pause, pauseData(node), candidates)
        : []),
    ]
  })
  const results = yield* callAll(asks.map(({ call }) => call))
  for (const [at, ask] of asks.entries()) read(ask, results[at])
  yield* askControls(nodes.filter(({ upgrade }) => upgrade.stranger === true))
}

interface PowerAsk {
  node: GraphNode
  call: ChainCall & { from: Address }
  /** The power that is shown when the call passes; null asks for the admin in the code. */
  power: PowerFacts | null
}

function read({ node, call, power }: PowerAsk, result: CallResult | undefined): void {
  if (result === undefined || result.kind === 'failed') {
    node.isLost = true
    return
  }
  const passes = result.kind === 'ok'
  if (power === null) {
    if (passes && addressAnswer(result.data) === call.from) node.fixedAdmin = call.from
  } else if (call.from === STRANGER) power.stranger = passes
  else if (passes) power.holders.add(call.from)
}

/** A proxy of Aave keeps its admin in the code, and answers `admin()` only to that admin. */
function fixedAdminAsks(node: GraphNode): PowerAsk[] {
  const { proxy, code, address } = node
  if (!isSlotProxy(proxy) || proxy.admin || node.upgrade.asked.has(STRANGER)) return []
  return code.constants.map((from) => ({
    node,
    call: { from, to: address, data: SELECTORS['admin()'] },
    power: null,
  }))
}

/** A call for each candidate that was not asked before, and once for the stranger. */
function powerAsks(
  node: GraphNode,
  power: PowerFacts,
  data: Hex | null,
  candidates: readonly Address[],
): PowerAsk[] {
  if (data === null) return []
  const fresh = [STRANGER, ...new Set(candidates)].filter(
    (from) => !isBurned(from) && !power.asked.has(from) && from !== node.address,
  )
  if (power.asked.size + fresh.length > MAX_CANDIDATES) node.isLost = true
  const asked = fresh.slice(0, Math.max(0, MAX_CANDIDATES - power.asked.size))
  for (const from of asked) power.asked.add(from)
  return asked.map((from) => ({ node, call: { from, to: node.address, data }, power }))
}

function isSlotProxy(
  proxy: GraphNode['proxy'],
): proxy is Extract<GraphNode['proxy'], { admin: unknown }> {
  return proxy !== null && 'admin' in proxy
}

/** An upgrade to the code that already runs: it changes nothing and passes only for who may upgrade. Null without such a function. */
export function upgradeData(node: GraphNode, to?: Address): Hex | null {
  const { proxy, implementationCode: inner } = node
  if (!isSlotProxy(proxy)) return null
  const own = node.inspection?.code ?? '0x'
  // With an admin in its slot, the proxy's own function is the admin's; that of the code behind it is another way.
  const isOffered = proxy.admin
    ? hasUpgrade(inner) && namesImplementationSlot(inner)
    : hasUpgrade(inner) || hasUpgrade(own)
  if (!isOffered) return null
  const target = to ?? proxy.implementation
  const text = proxy.admin ? inner : node.text
  return hasSelector(text, SELECTORS['upgradeToAndCall(address,bytes)'])
    ? encodeCall(UPGRADE_AND_CALL, [target, '0x'])
    : encodeCall(UPGRADE_TO, [target])
}

function pauseData(node: GraphNode): Hex | null {
  // What is paused cannot be paused, so no call would pass.
  const isAsked = hasSelector(node.text, SELECTORS['pause()']) && pausedNow(node) !== true
  return isAsked ? SELECTORS['pause()'] : null
}

/**
 * Where a stranger's upgrade passes, the contract may take any call. It is unprotected only if it refuses an unknown function, and
 * an address without code.
 */
function* askControls(nodes: readonly GraphNode[]): Asking<void> {
  const calls = nodes.flatMap((node) =>
    [NO_FUNCTION, upgradeData(node, STRANGER) ?? NO_FUNCTION].map((data) => ({
      from: STRANGER,
      to: node.address,
      data,
    })),
  )
  const results = yield* callAll(calls)
  for (const [at, node] of nodes.entries()) {
    const own = results.slice(2 * at, 2 * at + 2)
    if (own.length < 2 || own.some(({ kind }) => kind === 'failed')) node.isLost = true
    if (!own.every(({ kind }) => kind === 'reverted')) node.upgrade.stranger = 'unclear'
  }
}
