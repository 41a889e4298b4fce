import type { Address, Hex } from '../chains/address.ts'
import { decodeReply, encodeCall } from '../chains/evm/viem.ts'
import { addressAnswer } from './answers.ts'
import { type Inspections, inspectNew } from './ask-code.ts'
import type { CallResult } from './chain-reader.ts'
import { hasSelector, OPCODE } from './code.ts'
import { ASKED_GETTERS, type FunctionName, SELECTORS } from './getters.ts'
import { type Asking, callAll, type GraphNode } from './graph.ts'
import { delegatesUnseen } from './kinds.ts'
import { isBurned } from './slots.ts'

const MAX_FACETS = 500
const FACETS = 'function facets() view returns ((address facet, bytes4[] selectors)[])'
const MODULES = 'function getModulesPaginated(address, uint256) view returns (address[], address)'
/** The start of the list of modules in a Safe, and its end. */
export const SENTINEL: Address = '0x0000000000000000000000000000000000000001'
export const MAX_MODULES = 50
export const MODULES_QUESTION = encodeCall(MODULES, [SENTINEL, BigInt(MAX_MODULES)])

/**
 * Asks each contract the getters whose selectors stand in its code or in the code that it runs. A delegator of Compound and a diamond
 * name more code, which is asked in a second round.
 */
export function* askGetters(nodes: readonly GraphNode[], inspections: Inspections): Asking<void> {
  yield* askRound(nodes)
  const grown = nodes.filter((node) => readFacets(node))
  grown.push(...(yield* readDelegates(nodes, inspections)))
  yield* askRound(grown)
}

function* askRound(nodes: readonly GraphNode[]): Asking<void> {
  const asks = nodes.flatMap((node) =>
    gettersOf(node).map((name) => ({ node, name, to: node.address, data: SELECTORS[name] })),
  )
  const pages = nodes.filter(
    (node) => node.modules.length === 0 && hasSelector(node.text, SELECTORS['txCooldown()']),
  )
  const pageCalls = pages.map(({ address }) => ({ to: address, data: MODULES_QUESTION }))
  const results = yield* callAll([...asks, ...pageCalls])
  for (const [at, { node, name }] of asks.entries()) note(node, name, results[at])
  for (const [at, node] of pages.entries()) {
    const result = results[asks.length + at]
    const page = readModules(result)
    if (page) node.modules = page.modules
    if (result?.kind === 'failed' || page?.isWhole === false) node.isLost = true
  }
}

function gettersOf(node: GraphNode): FunctionName[] {
  const found: FunctionName[] = ASKED_GETTERS.filter((name) =>
    hasSelector(node.text, SELECTORS[name]),
  )
  // The code of a diamond has only the fallback, so its functions are asked without looking.
  if (delegatesUnseen(node)) found.push('facets()', 'owner()')
  return [...new Set(found)].filter((name) => !node.answers.has(name))
}

function note(node: GraphNode, name: FunctionName, result: CallResult | undefined): void {
  if (result?.kind === 'ok') node.answers.set(name, result.data)
  else if (result?.kind === 'reverted') node.answers.set(name, null)
  else node.isLost = true
}

/** Takes the functions of a diamond from its loupe. True when it is one. */
function readFacets(node: GraphNode): boolean {
  const answer = node.answers.get('facets()')
  if (!answer || node.facetSelectors || node.proxy) return false
  const facets = tryRead(() => decodeReply(FACETS, answer))
  if (!facets || facets.length === 0 || facets.length > MAX_FACETS) return false
  const selectors = facets.flatMap((facet) => facet.selectors)
  node.facetSelectors = new Set(selectors)
  node.text += selectors.map((selector) => `63${selector.slice(2)}`).join('')
  return true
}

/** Adds the code behind delegators that name it by a getter. */
function* readDelegates(
  nodes: readonly GraphNode[],
  inspections: Inspections,
): Asking<GraphNode[]> {
  const named = nodes.flatMap((node) => {
    const target = node.facetSelectors ? null : delegateTarget(node)
    return target ? [{ node, target }] : []
  })
  yield* inspectNew(
    named.map(({ target }) => target),
    inspections,
  )
  for (const { node, target } of named) {
    const inspection = inspections.get(target)
    if (inspection) node.text += inspection.code.slice(2)
    else node.isLost = true
  }
  return named.map(({ node }) => node)
}

/** The code that a delegator of Compound says it runs. */
export function delegateTarget(node: GraphNode): Address | null {
  if (node.proxy || !node.code.opcodes.has(OPCODE.delegatecall)) return null
  const target =
    addressAnswer(node.answers.get('comptrollerImplementation()')) ??
    addressAnswer(node.answers.get('implementation()'))
  return target && !isBurned(target) && target !== node.address ? target : null
}

/** The modules in an answer to `MODULES_QUESTION`; null when it is none. `isWhole` is false when there are more. */
export function readModules(
  result: CallResult | undefined,
): { modules: Address[]; isWhole: boolean } | null {
  if (result?.kind !== 'ok') return null
  const page = tryRead(() => decodeReply(MODULES, result.data))
  if (!page) return null
  const [modules, next] = page
  const isWhole = next === SENTINEL || BigInt(next) === 0n
  return { modules: modules.map(lowerAddress), isWhole }
}

export function lowerAddress(address: Hex): Address {
  return `0x${address.slice(2).toLowerCase()}`
}

/** What `read` returns, or null when the bytes are not what they should be. */
export function tryRead<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
