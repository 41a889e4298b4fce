import type { Hex } from '../../model/address.ts'
import { type Block, isCurrent } from './block.ts'
import type { Call, Reply } from './call.ts'
import { chunkCalls, DEPLOYLESS, halves, TRUSTED, UNTRUSTED } from './chunks.ts'
import {
  type Bundled,
  type BundledReply,
  type ChainTarget,
  decodeDeployless,
  decodeMulticall,
  encodeDeployless,
  encodeMulticall,
} from './multicall.ts'
import type { EthCall, Outcome, Transport } from './transport.ts'

/** What a call brought, or why no node could tell. */
export type Answer = Reply | { failed: 'rpc-timeout' | 'rpc-error' | 'stale'; detail: string }

export interface CallBatcher {
  /** The answers in the order of the calls. */
  run: (calls: readonly Call[]) => Promise<Answer[]>
  /** Of the first answer that was believed. */
  block: () => Block | null
  /** Of an answer that was not believed, since the node has fallen behind; null when there was none. */
  staleBlock: () => Block | null
  /** False when a later answer had to be taken from another block. */
  isOneBlock: () => boolean
}

/** Requests that one chunk may cost beyond its first. */
const MAX_RERUNS = 12

interface Place {
  call: Call
  at: number
}
type Bundling = { kind: 'bundled'; bundled: Bundled } | Outcome
type Budget = { left: number }

/**
 * Turns calls into few requests, and the first answer into the block of all that follow. An answer of a block that was too
 * old when the batcher was made is not believed. `nowMs` counts from 1970.
 */
export function createCallBatcher(
  chain: ChainTarget,
  transport: Transport,
  nowMs: number,
): CallBatcher {
  let block: Block | null = null
  let staleBlock: Block | null = null
  let isOneBlock = true
  let hasMulticall3 = true

  const send = async (ethCall: Omit<EthCall, 'block'>): Promise<Outcome> => {
    const at = block === null || !isOneBlock ? 'latest' : tagOf(block)
    const outcome = await transport.call({ ...ethCall, block: at })
    if (outcome.kind !== 'unknown-block' || at === 'latest') return outcome
    // The block is gone, or the nodes lag behind it. What follows is of another block, and says so.
    isOneBlock = false
    return transport.call({ ...ethCall, block: 'latest' })
  }

  const bundle = async (calls: readonly Call[], isDeployless: boolean): Promise<Bundling> => {
    const accepted: Bundled[] = []
    const outcome = await send({
      request: isDeployless ? encodeDeployless(chain, calls) : encodeMulticall(chain, calls),
      doubtRevert: true,
      accept: (data) => {
        const decode = isDeployless ? decodeDeployless : decodeMulticall
        const bundled = decode(chain, calls.length, data)
        if (bundled === null) return 'refused'
        if (!isCurrent(bundled.block, chain.maxLagSeconds, nowMs)) {
          staleBlock = bundled.block
          return 'stale'
        }
        accepted.push(bundled)
        return 'accepted'
      },
    })
    const bundled = accepted.at(-1)
    if (outcome.kind !== 'result' || bundled === undefined) return outcome
    block ??= bundled.block
    return { kind: 'bundled', bundled }
  }

  /** A chunk to its end. What failed without a reason may have starved beside a glutton, and is asked again among fewer. */
  const settle = async (calls: readonly Call[], budget: Budget): Promise<Answer[]> => {
    const chunks = hasMulticall3 ? [] : chunkCalls(calls, (each) => each, DEPLOYLESS)
    if (chunks.length > 1) {
      return (await Promise.all(chunks.map((chunk) => settle(chunk, budget)))).flat()
    }
    const isDeployless = !hasMulticall3
    const outcome = await bundle(calls, isDeployless)
    if (outcome.kind === 'refused' && !isDeployless) {
      hasMulticall3 = false
      return settle(calls, budget)
    }
    const answers = answersOf(outcome, calls)
    const doubtful = doubtfulPlaces(outcome, calls)
    if (calls.length < 2 || doubtful.length === 0) return answers
    const groups = halves(doubtful).map(async (places) => {
      const group = places.flatMap((at) => calls[at] ?? [])
      const isSpent = budget.left-- <= 0
      const found = isSpent ? group.map(whenSpent) : await settle(group, budget)
      for (const [index, at] of places.entries()) answers[at] = found[index] ?? LOST
    })
    await Promise.all(groups)
    return answers
  }

  const askCode = async (call: Call): Promise<Answer> =>
    answersOf(await bundle([call], true), [call])[0] ?? LOST

  /** A call with a sender is no part of a bundle and tells no time of its own, so it is asked at a block whose time is known. */
  const askFrom = async (call: Call): Promise<Answer> => {
    if (block === null) return { failed: 'rpc-error', detail: 'no block is known to ask it at' }
    const { to, data, from } = call
    const request = { to, data, ...(from && { from }) }
    const outcome = await transport.call({ request, block: tagOf(block) })
    if (outcome.kind === 'result') return { ok: true, data: outcome.data }
    return answersOf(outcome, [call])[0] ?? LOST
  }

  const run = async (calls: readonly Call[]): Promise<Answer[]> => {
    const answers: Answer[] = calls.map(() => LOST)
    const places = calls.map((call, at): Place => ({ call, at }))
    const withCode = places.filter(({ call }) => call.code !== undefined)
    const withSender = places.filter(({ call }) => call.code === undefined && call.from)
    const isAlone = ({ call }: Place) => call.code !== undefined || call.from !== undefined
    const bundles = [TRUSTED, UNTRUSTED].flatMap((limits) => {
      const isOfKind = ({ call }: Place) => (call.untrusted ?? false) === (limits === UNTRUSTED)
      const kind = places.filter((place) => !isAlone(place) && isOfKind(place))
      return chunkCalls(kind, (place) => place.call, limits)
    })
    // Asks nothing but the block, where all calls go alone: they cannot tell it, or not all of them.
    if (bundles.length === 0 && block === null) bundles.push([])
    await Promise.all([
      ...bundles.map(async (chunk) => {
        const found = await settle(
          chunk.map(({ call }) => call),
          { left: MAX_RERUNS },
        )
        for (const [index, { at }] of chunk.entries()) answers[at] = found[index] ?? LOST
      }),
      ...withCode.map(async ({ call, at }) => {
        answers[at] = await askCode(call)
      }),
    ])
    await Promise.all(
      withSender.map(async ({ call, at }) => {
        answers[at] = await askFrom(call)
      }),
    )
    return answers
  }
  return {
    run,
    block: () => block,
    staleBlock: () => staleBlock,
    isOneBlock: () => isOneBlock,
  }
}

function tagOf({ number }: Block): Hex {
  return `0x${number.toString(16)}`
}

const LOST: Answer = { failed: 'rpc-error', detail: 'an answer is missing' }

/** Nobody vouches for an untrusted contract, so its silence is taken for its answer. */
function whenSpent(call: Call): Answer {
  if (call.untrusted) return { ok: false }
  return { failed: 'rpc-error', detail: 'the call fails beside others, and too many do' }
}

function asReply({ ok, data }: BundledReply): Answer {
  return ok ? { ok, data } : { ok }
}

function answersOf(outcome: Bundling, calls: readonly Call[]): Answer[] {
  if (outcome.kind === 'bundled') return outcome.bundled.replies.map(asReply)
  if (outcome.kind === 'reverted' || outcome.kind === 'too-heavy')
    return calls.map(() => ({ ok: false }))
  const { kind } = outcome
  const failed = kind === 'rpc-timeout' || kind === 'stale' ? kind : 'rpc-error'
  const detail = 'detail' in outcome ? outcome.detail : 'answered with other bytes'
  return calls.map(() => ({ failed, detail }))
}

/** Failures that say nothing: one is enough to doubt, but for contracts that nobody vouches for, where it is usual. */
function doubtfulPlaces(outcome: Bundling, calls: readonly Call[]): number[] {
  if (outcome.kind === 'reverted' || outcome.kind === 'too-heavy') return [...calls.keys()]
  if (outcome.kind !== 'bundled') return []
  const { replies } = outcome.bundled
  const doubtful = replies.flatMap(({ ok, data }, at) => (ok || data !== '0x' ? [] : [at]))
  const isUsual = doubtful.length === 1 && calls.some((call) => call.untrusted)
  return isUsual ? [] : doubtful
}
