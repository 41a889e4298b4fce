import type { Hex } from '../address.ts'
import { type BalanceGroup, planBalances } from './balance-plan.ts'
import { type Bundler, type Bundling, createBundler } from './bundler.ts'
import type { Call, Reply } from './call.ts'
import { chunkCalls, DEPLOYLESS, halves, limitsOf, TRUSTED, UNTRUSTED } from './chunks.ts'
import { askBalances, readBalances } from './lens/balances.ts'
import type { BundledReply, ChainTarget } from './multicall.ts'
import type { CallTransport } from './transport.ts'

/** The reply to a call, or why no node gave one. */
export type CallAnswer = Reply | { failed: 'rpc-timeout' | 'rpc-error' | 'stale'; detail: string }

export interface CallBatcher extends Pick<Bundler, 'block' | 'staleBlock' | 'isOneBlock'> {
  /** The answers in the order of the calls. */
  run: (calls: readonly Call[]) => Promise<CallAnswer[]>
}

/** How many more requests a batch may cost beyond its first. */
const MAX_RERUNS = 12
/** Calls with code that is not deployed. */
const WITH_CODE = { isDeployless: true }

interface IndexedCall {
  call: Call
  at: number
}
type Budget = { left: number }

/** What is known of a chain's nodes so far. */
interface BatchState {
  bundler: Bundler
  hasMulticall3: boolean
  runsCode: boolean
}

/**
 * Sends calls in few requests, all of them read at the block of the first answer. An answer whose block was too old when the
 * batcher was created is refused. `nowMs` is milliseconds since 1970.
 */
export function createCallBatcher(
  chain: ChainTarget,
  transport: CallTransport,
  nowMs: number,
): CallBatcher {
  const bundler = createBundler(chain, transport, { nowMs })
  const state = { bundler, hasMulticall3: true, runsCode: chain.runsCode ?? true }
  const { block, staleBlock, isOneBlock } = bundler
  return { run: (calls) => run(state, calls), block, staleBlock, isOneBlock }
}

async function run(state: BatchState, calls: readonly Call[]): Promise<CallAnswer[]> {
  const groups = state.runsCode ? planBalances(calls) : []
  const planned = new Set(groups.flatMap(({ places }) => places))
  const answers: CallAnswer[] = calls.map(() => LOST)
  const ask = async (places: readonly number[]) => {
    const found = await runOrdinary(
      state,
      places.flatMap((at) => calls[at] ?? []),
    )
    for (const [index, at] of places.entries()) answers[at] = found[index] ?? LOST
  }
  const readAll = async () => {
    const left = await Promise.all(
      groups.map((group) => settleBalances(state, calls, group, answers)),
    )
    if (left.flat().length > 0) await ask(left.flat())
  }
  const others = [...calls.keys()].filter((at) => !planned.has(at))
  await Promise.all([readAll(), groups.length === 0 || others.length > 0 ? ask(others) : null])
  return answers
}

/** Sets the balances that a lens could read, and returns the places of the calls that are still to be asked. */
async function settleBalances(
  state: BatchState,
  calls: readonly Call[],
  { owner, places }: BalanceGroup,
  answers: CallAnswer[],
): Promise<number[]> {
  const tokens = places.flatMap((at) => calls[at]?.to ?? [])
  const outcome = await state.bundler.bundle([askBalances(tokens, owner)], WITH_CODE)
  const [answer = LOST] = answersOf(outcome, [{}])
  if (outcome.kind === 'stale' || outcome.kind === 'rpc-timeout') {
    for (const at of places) answers[at] = answer
    return []
  }
  const balances = 'ok' in answer ? readBalances(answer, tokens.length) : null
  // A node that does not run the lens would not run the next one either.
  if (balances === null) state.runsCode = false
  for (const [index, at] of places.entries()) {
    const balance = balances?.[index] ?? null
    if (balance !== null) answers[at] = balance === 0n ? NONE : { ok: true, data: wordOf(balance) }
  }
  return places.filter((_, index) => (balances?.[index] ?? null) === null)
}

async function runOrdinary(state: BatchState, calls: readonly Call[]): Promise<CallAnswer[]> {
  const { bundler } = state
  const answers: CallAnswer[] = calls.map(() => LOST)
  const { bundles, withCode, withSender } = groupCalls(calls)
  // When every call needs its own request, an empty batch reads the block: such answers do not always carry it.
  if (bundles.length === 0 && bundler.block() === null) bundles.push([])
  await Promise.all([
    ...bundles.map(async (places) => {
      const own = places.map(({ call }) => call)
      const found = await settle(state, own, { left: MAX_RERUNS })
      for (const [index, { at }] of places.entries()) answers[at] = found[index] ?? LOST
    }),
    ...withCode.map(async ({ call, at }) => {
      const { overrides } = call
      const isTaken = (replies: BundledReply[]) => replies.every(({ ok }) => ok)
      const outcome = await bundler.bundle([call], {
        ...WITH_CODE,
        ...(overrides && { overrides, accept: isTaken }),
      })
      const answer = answersOf(outcome, [call])[0] ?? LOST
      // A search that no node makes has found nothing, which its caller counts.
      const isIdle = overrides && call.owned && 'failed' in answer && answer.failed !== 'stale'
      answers[at] = isIdle ? { ok: false } : answer
    }),
  ])
  await Promise.all(
    withSender.map(async ({ call, at }) => {
      answers[at] = await askFrom(bundler, call)
    }),
  )
  return answers
}

/**
 * Runs one batch. A call that failed without revert data may have run out of gas because of another call: retry it in a
 * smaller batch.
 */
async function settle(
  state: BatchState,
  calls: readonly Call[],
  budget: Budget,
): Promise<CallAnswer[]> {
  const isDeployless = !state.hasMulticall3
  const chunks = isDeployless ? chunkCalls(calls, (each) => each, DEPLOYLESS) : []
  if (chunks.length > 1) {
    return (await Promise.all(chunks.map((chunk) => settle(state, chunk, budget)))).flat()
  }
  const outcome = await state.bundler.bundle(calls, { isDeployless })
  if (outcome.kind === 'refused' && !isDeployless) {
    state.hasMulticall3 = false
    return settle(state, calls, budget)
  }
  const answers = answersOf(outcome, calls)
  const doubtful = doubtfulPlaces(outcome, calls)
  if (calls.length < 2 || doubtful.length === 0) return answers
  const groups = halves(doubtful).map(async (places) => {
    const group = places.flatMap((at) => calls[at] ?? [])
    const isSpent = budget.left-- <= 0
    const found = isSpent ? group.map(whenSpent) : await settle(state, group, budget)
    for (const [index, at] of places.entries()) answers[at] = found[index] ?? LOST
  })
  await Promise.all(groups)
  return answers
}

/** A call with a sender cannot be bundled, so its answer carries no block time: it is read at a block whose time is known. */
async function askFrom(bundler: Bundler, call: Call): Promise<CallAnswer> {
  const outcome = await bundler.callFrom(call)
  if (outcome === null)
    return { failed: 'rpc-error', detail: 'there is no known block to read it at' }
  if (outcome.kind === 'result') return { ok: true, data: outcome.data }
  return answersOf(outcome, [call])[0] ?? LOST
}

/** Calls that share requests, and those that need their own: with code of their own, or else with a sender. */
function groupCalls(calls: readonly Call[]) {
  const places = calls.map((call, at): IndexedCall => ({ call, at }))
  const hasCode = ({ call }: IndexedCall) => (call.code ?? call.overrides) !== undefined
  const withCode = places.filter(hasCode)
  const withSender = places.filter((place) => !hasCode(place) && place.call.from)
  const isAlone = (place: IndexedCall) => hasCode(place) || place.call.from !== undefined
  const bundles = [TRUSTED, UNTRUSTED].flatMap((limits) => {
    const isOfKind = ({ call }: IndexedCall) => limitsOf(call) === limits
    const kind = places.filter((place) => !isAlone(place) && isOfKind(place))
    return chunkCalls(kind, (place) => place.call, limits)
  })
  return { bundles, withCode, withSender }
}

export const LOST: CallAnswer = { failed: 'rpc-error', detail: 'an answer is missing' }

/** An untrusted contract that keeps failing counts as one that reverted. */
function whenSpent(call: Call): CallAnswer {
  if (call.untrusted) return { ok: false }
  return {
    failed: 'rpc-error',
    detail: 'it failed in a batch with others, and the retries are used up',
  }
}

function asReply({ ok, data }: BundledReply): CallAnswer {
  return ok ? { ok, data } : { ok }
}

const NONE: CallAnswer = { ok: true, data: wordOf(0n) }

function wordOf(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function answersOf(outcome: Bundling, calls: readonly unknown[]): CallAnswer[] {
  if (outcome.kind === 'bundled') return outcome.bundled.replies.map(asReply)
  if (outcome.kind === 'reverted' || outcome.kind === 'too-heavy')
    return calls.map(() => ({ ok: false }))
  const { kind } = outcome
  const failed = kind === 'rpc-timeout' || kind === 'stale' ? kind : 'rpc-error'
  const detail = 'detail' in outcome ? outcome.detail : 'answered with other bytes'
  return calls.map(() => ({ failed, detail }))
}

/** Calls that failed without revert data, to be retried. A single one is usual among untrusted contracts and is accepted. */
function doubtfulPlaces(outcome: Bundling, calls: readonly Call[]): number[] {
  if (outcome.kind === 'reverted' || outcome.kind === 'too-heavy') return [...calls.keys()]
  if (outcome.kind !== 'bundled') return []
  const { replies } = outcome.bundled
  const doubtful = replies.flatMap(({ ok, data }, at) => (ok || data !== '0x' ? [] : [at]))
  const isUsual = doubtful.length === 1 && calls.some((call) => call.untrusted)
  return isUsual ? [] : doubtful
}
