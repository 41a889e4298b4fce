import * as z from 'zod'
import type { Call, Reply } from '../../src/chains/evm/call.ts'
import { decodeReply, encodeCall } from '../../src/chains/evm/viem.ts'
import type { ContractList } from '../../src/wallet/evm/contracts/contract-list.ts'
import { claimsOf, refutation } from './claims.ts'
import { registryClaim } from './registry-claims.ts'

const AGGREGATE =
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[])'
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
/** Small enough for all public nodes tested. */
const CALLS_PER_REQUEST = 150
const TIMEOUT_MS = 15_000

/** Not whole bytes: a chain id is a quantity and may have an odd number of digits. */
const answer = z.object({ result: z.templateLiteral(['0x', z.string()]) })

export type Ask = (calls: Call[]) => Promise<Reply[]>

/** Checks a contract list against its contracts. Returns the disagreements. */
export async function checkContracts(contracts: ContractList, ask: Ask): Promise<string[]> {
  const claims = [
    ...contracts.entries.flatMap((entry) =>
      claimsOf(entry).map((claim) => ({ id: entry.id, claim })),
    ),
    ...(contracts.accounts ?? []).map((each) => ({ id: each.id, claim: registryClaim(each) })),
  ]
  const replies = await ask(claims.flatMap(({ claim }) => claim.calls))
  let at = 0
  return claims.flatMap(({ id, claim }) => {
    const own = replies.slice(at, at + claim.calls.length)
    at += claim.calls.length
    const problem = refutation(claim, own)
    return problem === null ? [] : [`${id}: ${problem}`]
  })
}

/** Reads through Multicall3 at one JSON-RPC URL. The reader throws when the node does not answer or belongs to another chain. */
export function askNode(url: string, chainId: number): Ask {
  return async (calls) => {
    const actual = Number(await askRpc(url, 'eth_chainId', []))
    if (actual !== chainId)
      throw new Error(`The chain id of the node is ${actual}, not ${chainId}.`)
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
  if (!parsed.success)
    throw new Error(`The node answered with status ${response.status} and without a result.`)
  return parsed.data.result
}
