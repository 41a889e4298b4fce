import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import * as z from 'zod'
import type { Hex } from '../../../chains/address.ts'
import type { Call } from '../../../chains/evm/call.ts'
import { BUNDLE_CODE, type BundledReply } from '../../../chains/evm/multicall.ts'
import type { Fetch } from '../../../chains/evm/transport.ts'
import { balancesAnswer, balancesAsked } from '../lens-answer.ts'
import { parseHex } from './artifacts.ts'

const AGGREGATE = parseAbi([
  'function tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable',
])
const AGGREGATED = parseAbiParameters('uint256, bytes32, (bool success, bytes returnData)[]')
const ITEMS = parseAbiParameters('(address to, bytes data, bytes code)[]')
const RESULTS = parseAbiParameters('uint256, uint256, uint256, (bool ok, bytes data)[]')
const ARB_SYS = '0x0000000000000000000000000000000000000064'
/** `tryBlockAndAggregate` of Multicall3. */
const TRY_AGGREGATE = '0x399542e9'
const CHAIN_ID = '0x3408e470'
const TIMESTAMP = '0x0f28c97d'
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const lower = (text: string): Hex => parseHex(text.toLowerCase())

/** What a pure chain answers. On Arbitrum its own number is a thousand times the block number. */
export interface FakeChain {
  chainId: number
  blockNumber: bigint
  /** Seconds since 1970; at their beginning unless given. */
  time?: () => number
  reply: (call: Call) => BundledReply
}

/** The calls within a bundle, without the planner's own; each balance that a lens is asked for counts as one. */
export function callsIn(request: { to?: string; data: Hex }): Call[] {
  return itemsIn(request).flatMap((call) => balancesAsked(call) ?? (isOwn(call) ? [] : [call]))
}

function isOwn({ to, data }: Call): boolean {
  return to === ARB_SYS || data === CHAIN_ID || data === TIMESTAMP
}

/** Whether a request is a bundle: Multicall3 is not at the same address on every chain. */
export function isBundle({ to, data }: { to?: string | undefined; data: Hex }): boolean {
  return to === undefined || data.startsWith(TRY_AGGREGATE)
}

let last: { to?: string; data: Hex; items: Call[] } | undefined

/** A node needs them twice, for the list of its requests and for its answer. */
function itemsIn({ to, data }: { to?: string; data: Hex }): Call[] {
  if (last?.data !== data || last.to !== to) {
    last = { ...(to && { to }), data, items: decodedItems({ ...(to && { to }), data }) }
  }
  return last.items
}

function decodedItems({ to, data }: { to?: string; data: Hex }): Call[] {
  if (to === undefined) {
    const [items] = decodeAbiParameters(ITEMS, parseHex(`0x${data.slice(BUNDLE_CODE.length)}`))
    return items.map((item) => ({
      to: lower(item.to),
      data: item.data,
      ...(item.code !== '0x' && { code: item.code }),
    }))
  }
  const { args } = decodeFunctionData({ abi: AGGREGATE, data })
  return args[1].map((each) => ({ to: lower(each.target), data: each.callData }))
}

/** The bytes with which Multicall3, or a bundle that is not deployed, answers on this chain. */
export function answerBundle(request: { to?: string; data: Hex }, chain: FakeChain): Hex {
  const time = BigInt(chain.time?.() ?? 0)
  const replies = itemsIn(request).map((call): BundledReply => {
    if (call.to === ARB_SYS) return { ok: true, data: word(chain.blockNumber * 1000n) }
    if (isOwn(call))
      return { ok: true, data: call.data === TIMESTAMP ? word(time) : word(BigInt(chain.chainId)) }
    const balances = balancesAsked(call)
    return balances ? balancesAnswer(balances.map(chain.reply)) : chain.reply(call)
  })
  if (request.to === undefined) {
    return encodeAbiParameters(RESULTS, [BigInt(chain.chainId), chain.blockNumber, time, replies])
  }
  const rows = replies.map((reply) => ({ success: reply.ok, returnData: reply.data }))
  return encodeAbiParameters(AGGREGATED, [chain.blockNumber, word(0n), rows])
}

const bodySchema = z.object({
  id: z.int(),
  // Contracts whose code is replaced for the call come third: a pure chain answers by the call alone.
  params: z.tuple(
    [
      z.object({
        to: z.string().transform(lower).optional(),
        from: z.string().transform(lower).optional(),
        data: z.string().transform(parseHex),
      }),
      z.string(),
    ],
    z.record(z.string(), z.unknown()),
  ),
})

export interface FakeRequest {
  calls: Call[]
  block: string
  isDeployless: boolean
  isBundle: boolean
}

/** A node without a network: answers bundles and plain calls of a pure chain, and keeps what it was asked. */
export function fakeNode(
  chain: FakeChain,
  fails: (request: FakeRequest) => Response | null = () => null,
) {
  const requests: FakeRequest[] = []
  const fetch: Fetch = async (url, init) => {
    const body: unknown = JSON.parse(String(init.body))
    if (Array.isArray(body)) {
      const all = body.map((each) => fetch(url, { ...init, body: JSON.stringify(each) }))
      const answers = await Promise.all(all)
      const failure = answers.find(({ ok }) => !ok)
      return failure ?? Response.json(await Promise.all(answers.map((each) => each.json())))
    }
    const { id, params } = bodySchema.parse(body)
    const [request, block] = params
    const { to, from, data } = request
    const isBundled = to === undefined || isBundle({ to, data })
    const calls = isBundled
      ? callsIn({ ...(to && { to }), data })
      : [{ to, data, ...(from && { from }) }]
    const seen = { calls, block, isBundle: isBundled, isDeployless: to === undefined }
    requests.push(seen)
    const failure = fails(seen)
    if (failure) return failure
    if (isBundled) {
      return Response.json({ id, result: answerBundle({ ...(to && { to }), data }, chain) })
    }
    const reply = chain.reply({ to, data, ...(from && { from }) })
    return reply.ok
      ? Response.json({ id, result: reply.data })
      : Response.json({
          id,
          error: { code: 3, message: 'execution reverted', data: reply.data },
        })
  }
  return { fetch, requests }
}
