import * as z from 'zod'
import type { Address, Hex } from '../../../chains/address.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { listOf } from '../../../chains/nodes/list-of.ts'
import { type Fetch, readBody } from '../../../chains/nodes/read-body.ts'
import { PERMIT2 } from '../../../domain/approval-sum.ts'
import { parseOutsideJson } from '../../../domain/json.ts'
import { alchemyNode } from '../discovery/alchemy.ts'
import type { ApprovalIndex, SeenApprovals } from './approval-index.ts'

const MAX_BYTES = 4_000_000
const MAX_LOGS = 5_000
/** A search that takes longer is not waited for. */
const SEARCH_MS = 2_000
const ID = 1

/** Hashes of the events' signatures: ERC-20 and ERC-721, then those of Permit2 (github.com/Uniswap/permit2, IAllowanceTransfer.sol). */
export const EVENTS = {
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const

const word = z.string().toLowerCase().pipe(hexBytes(32))
const log = z.object({
  address: z.string().toLowerCase().pipe(hexBytes(20)),
  topics: z.array(word).min(1).max(4),
})
const answer = z.object({ id: z.literal(ID), result: listOf(log, 20_000) })

/**
 * Searches the events of a chain whose node is Alchemy’s own, which serves a search over all blocks: it answers at the same address, so no one
 * else learns of the owner. Null for other nodes.
 */
export function eventSearch(urls: readonly string[], fetch: Fetch): ApprovalIndex | null {
  const url = alchemyNode(urls)
  return url === undefined ? null : searchAt(url, fetch)
}

/** A search of the events at a node that allows one over all blocks. From https://www.alchemy.com/docs/node/ethereum (eth_getLogs). */
export function searchAt(url: string, fetch: Fetch): ApprovalIndex {
  return {
    async approvals(owner, { contracts, signal }) {
      const filter = {
        fromBlock: '0x0',
        toBlock: 'latest',
        // Strangers make contracts that say that anybody approved anything.
        address: [PERMIT2, ...contracts],
        topics: [Object.values(EVENTS), topicOf(owner)],
      }
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: ID,
        method: 'eth_getLogs',
        params: [filter],
      })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const due = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)])
      const read = await readBody(url, init, { fetch, signal: due, maxBytes: MAX_BYTES })
      if (read.status !== 200) throw new Error(`The search of events ended with ${read.status}.`)
      const { result } = answer.parse(parseOutsideJson(new TextDecoder().decode(read.bytes)))
      if (result.some(({ address }) => address !== PERMIT2 && !contracts.includes(address)))
        throw new Error('The search of events found another contract.')
      return seenIn(result, owner)
    },
  }
}

/** What these events say of an owner: of the newest, each pair once. Throws for those of another owner. */
function seenIn(logs: readonly z.infer<typeof log>[], owner: Address): SeenApprovals {
  const spenders = new Map<string, SeenApprovals['spenders'][number]>()
  const operators = new Map<string, SeenApprovals['operators'][number]>()
  for (const { address, topics } of logs.slice(-MAX_LOGS)) {
    const [event, ofOwner, third, fourth] = topics
    if (ofOwner !== topicOf(owner)) throw new Error('The search of events found another owner.')
    const [one, two] = [addressIn(third), addressIn(fourth)]
    const isOfPermit2 = event === EVENTS.permit2Approval || event === EVENTS.permit2Permit
    if (isOfPermit2 && address === PERMIT2 && one && two)
      spenders.set(`${one} ${two}`, { token: one, spender: two })
    // With a fourth topic it is about one NFT.
    if (event === EVENTS.approval && topics.length === 3 && one)
      spenders.set(`${address} ${one}`, { token: address, spender: one })
    if (event === EVENTS.approvalForAll && one)
      operators.set(`${address} ${one}`, { collection: address, operator: one })
  }
  return {
    spenders: [...spenders.values()],
    operators: [...operators.values()],
    isWhole: logs.length <= MAX_LOGS,
  }
}

function topicOf(address: Address): Hex {
  return `0x${'0'.repeat(24)}${address.slice(2)}`
}

/** Null for a word that is no address. */
function addressIn(topic: Hex | undefined): Address | null {
  return topic?.startsWith(`0x${'0'.repeat(24)}`) ? `0x${topic.slice(26)}` : null
}
