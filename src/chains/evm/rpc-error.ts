import * as z from 'zod'
import type { Hex } from '../address.ts'
import { hex } from '../hex.ts'

/** The error of a JSON-RPC answer. Every part of it is the node's own. */
export const errorSchema = z.looseObject({
  code: z.union([z.number(), z.string()]).optional(),
  message: z.string().optional(),
  data: z.unknown().optional(),
})

/** What an error of a node means. `detail` is in our own words, and never names the node. */
export type EvmRpcFailure =
  | { kind: 'reverted'; data: Hex }
  | { kind: 'too-heavy' | 'unknown-block' | 'rpc-error'; detail: string }

/** Characters of a message that are read: the words that matter come first. */
const MAX_MESSAGE = 1_000
/** Characters of the data of a revert, some 32 KB in hex. */
const MAX_REVERT = 65_600

// The wording of geth, erigon, nethermind, reth, anvil and the gateways in front of them; error codes alone are ambiguous.
const HEAVY =
  /out ?of ?gas|gas required exceeds|gas limit|execution (timeout|aborted)|evm timeout|too large|(code|response) ?size|initcode/i
const UNKNOWN_BLOCK =
  /header not found|(unknown|missing|invalid) block|block .{0,100}not found|missing trie node|blockoutofrange|block height|pruned|state .{0,100}not available/i
const REVERT = /revert|vm execution error|evm error|opcode|invalid ?jump|stack (under|over)flow/i

/** Reads an error by its code and its wording. */
export function classifyError({
  code,
  message: text = '',
  data,
}: z.infer<typeof errorSchema>): EvmRpcFailure {
  const message = text.slice(0, MAX_MESSAGE)
  const detail = `error ${typeof code === 'number' ? code : 'without a code'}`
  if (code === 3 || /execution reverted/i.test(message))
    return { kind: 'reverted', data: findHex(data) }
  if (HEAVY.test(message)) return { kind: 'too-heavy', detail }
  if (UNKNOWN_BLOCK.test(message)) return { kind: 'unknown-block', detail }
  if (REVERT.test(message)) return { kind: 'reverted', data: findHex(data) }
  return { kind: 'rpc-error', detail }
}

/** The revert data, which each kind of node puts in another place. */
function findHex(data: unknown): Hex {
  const nested = z.looseObject({ data: z.string() }).safeParse(data)
  const text = nested.success ? nested.data.data : String(data)
  const found = hex.safeParse(/0x[0-9a-fA-F]*/.exec(text.slice(0, MAX_REVERT))?.[0])
  return found.success ? found.data : '0x'
}
