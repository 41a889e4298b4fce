import type { Address } from '../chains/address.ts'
import { decodeReply } from '../chains/evm/viem.ts'
import { numberAnswer } from './answers.ts'
import { lowerAddress, MODULES_QUESTION, readModules, tryRead } from './ask-getters.ts'
import type { CallResult } from './chain-reader.ts'
import { SELECTORS } from './getters.ts'
import { type Asking, callAll, type GraphNode } from './graph.ts'
import { addressIn, isBurned } from './slots.ts'

const MAX_OWNERS = 100
const OWNERS = 'function getOwners() view returns (address[])'
const QUESTIONS = [
  SELECTORS['getOwners()'],
  SELECTORS['getThreshold()'],
  MODULES_QUESTION,
  // Of 1.0.0, which has no pages.
  SELECTORS['getModules()'],
] as const

/** Reads signers, threshold and modules of each Safe. One that does not answer as a Safe is lost. */
export function* askSafes(nodes: readonly GraphNode[]): Asking<void> {
  const calls = nodes.flatMap(({ address }) => QUESTIONS.map((data) => ({ to: address, data })))
  const results = yield* callAll(calls)
  for (const [at, node] of nodes.entries()) {
    const start = at * QUESTIONS.length
    readSafe(node, results.slice(start, start + QUESTIONS.length))
  }
}

function readSafe(node: GraphNode, results: readonly CallResult[]): void {
  const [ownersResult, thresholdResult, pageResult, listResult] = results
  const owners = addressesIn(ownersResult)
  const threshold = numberAnswer(dataOf(thresholdResult))
  if (!owners || owners.length > MAX_OWNERS || !threshold || threshold > owners.length) {
    node.isLost = true
    return
  }
  const page = readModules(pageResult)
  const list = page?.modules ?? addressesIn(listResult)
  const guard = addressIn(node.inspection?.slots?.safeGuard)
  node.safe = {
    threshold,
    owners,
    modules: list ?? [],
    guard: guard && !isBurned(guard) ? guard : null,
    isWhole: list !== null && (page?.isWhole ?? true),
  }
  if (!node.safe.isWhole) node.isLost = true
}

function addressesIn(result: CallResult | undefined): Address[] | null {
  const data = dataOf(result)
  return data && (tryRead(() => decodeReply(OWNERS, data))?.map(lowerAddress) ?? null)
}

function dataOf(result: CallResult | undefined) {
  return result?.kind === 'ok' ? result.data : null
}
