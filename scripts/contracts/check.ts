import * as z from 'zod'
import type { Call, Reply } from '../../src/wallet/evm/client/call.ts'
import { decodeReply, encodeCall } from '../../src/wallet/evm/client/viem.ts'
import type { ContractList } from '../../src/wallet/evm/contracts/contract-list.ts'
import { claimsOf, refutation } from './claims.ts'

const AGGREGATE =
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[])'
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
/** Small enough for every public node that was tried. */
const CALLS_PER_REQUEST = 150
const TIMEOUT_MS = 15_000

/** A chain id is a quantity, whose digits may be odd in number. */
const answer = z.object({ result: z.templateLiteral(['0x', z.string()]) })

export type Ask = (calls: Call[]) => Promise<Reply[]>

/** Asks every contract of a contract list whether the list is right about it. Returns the disagreements. */
export async function checkContracts(contracts: ContractList, ask: Ask): Promise<string[]> {
  const claims = contracts.entries.flatMap((entry) =>
    claimsOf(entry).map((claim) => ({ id: entry.id, claim })),
  )
  const replies = await ask(claims.flatMap(({ claim }) => claim.calls))
  let at = 0
  return claims.flatMap(({ id, claim }) => {
    const own = replies.slice(at, at + claim.calls.length)
    at += claim.calls.length
    const problem = refutation(claim, own)
    return problem === null ? [] : [`${id}: ${problem}`]
  })
}

/** Reads through Multicall3 at one JSON-RPC address. Throws when the node does not answer, or is one of another chain. */
export function askNode(url: string, chainId: number): Ask {
  return async (calls) => {
    const said = Number(await askRpc(url, 'eth_chainId', []))
    if (said !== chainId) throw new Error(`The node is of the chain ${said}, not ${chainId}.`)
    const replies: Reply[] = []
    for (let at = 0; at < calls.length; at += CALLS_PER_REQUEST) {
      replies.push(...(await askChunk(url, calls.slice(at, at + CALLS_PER_REQUEST))))
    }
    return replies
  }
}

async function askChunk(url: string, calls: Call[]): Promise<Reply[]> {
  const wanted = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  const params = [{ to: MULTICALL3, data: encodeCall(AGGREGATE, [wanted]) }, 'latest']
  const result = await askRpc(url, 'eth_call', params)
  return decodeReply(AGGREGATE, result).map(({ success, returnData }) =>
    success ? { ok: true, data: returnData } : { ok: false },
  )
}

async function askRpc(url: string, method: string, params: unknown[]): Promise<`0x${string}`> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const parsed = answer.safeParse(await response.json())
  if (!parsed.success) throw new Error(`The node answered ${response.status} without a result.`)
  return parsed.data.result
}
