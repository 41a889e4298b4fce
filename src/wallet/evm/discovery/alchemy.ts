import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { listOf } from '../../../chains/nodes/list-of.ts'
import { type Fetch, readBody } from '../../../chains/nodes/read-body.ts'
import { parseOutsideJson } from '../../../domain/json.ts'
import type { TokenIndex } from './token-index.ts'

/** A page has at most 100 tokens. */
const MAX_PAGES = 3
const MAX_BYTES = 500_000

const row = z.object({
  contractAddress: z.string().toLowerCase().pipe(hexBytes(20)),
  tokenBalance: z
    .string()
    .regex(/^0x[0-9a-f]*$/i)
    .nullable(),
})
const ID = 1
const answer = z.object({
  id: z.literal(ID),
  result: z.object({
    address: z.string().toLowerCase(),
    tokenBalances: listOf(row, 1000),
    pageKey: z.string().max(200).nullish(),
  }),
})

/** The first of these nodes that is Alchemy's. */
export function alchemyNode(urls: readonly string[]): string | undefined {
  return urls.find((each) => URL.parse(each)?.hostname.endsWith('.g.alchemy.com'))
}

/**
 * The token index of Alchemy, for a chain whose node is Alchemy’s own: it answers at the same address, so no one else learns of the
 * owner. Null for other nodes. From https://www.alchemy.com/docs/data/token-api (alchemy_getTokenBalances).
 */
export function alchemyIndex(urls: readonly string[], fetch: Fetch): TokenIndex | null {
  const url = alchemyNode(urls)
  if (url === undefined) return null
  return {
    async tokens(owner, signal) {
      const tokens = new Set<Address>()
      let pageKey: string | null = null
      for (let page = 0; page < MAX_PAGES; page++) {
        const read = await readPage({ url, owner, pageKey }, fetch, signal)
        for (const { contractAddress, tokenBalance } of read.tokenBalances) {
          if (/[1-9a-f]/i.test(tokenBalance?.slice(2) ?? '')) tokens.add(contractAddress)
        }
        pageKey = read.pageKey ?? null
        if (pageKey === null) break
      }
      return { tokens: [...tokens], isWhole: pageKey === null }
    },
  }
}

async function readPage(
  { url, owner, pageKey }: { url: string; owner: Address; pageKey: string | null },
  fetch: Fetch,
  signal: AbortSignal,
) {
  const params = [owner, 'erc20', ...(pageKey === null ? [] : [{ pageKey }])]
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: ID,
    method: 'alchemy_getTokenBalances',
    params,
  })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const { status, bytes } = await readBody(url, init, { fetch, signal, maxBytes: MAX_BYTES })
  if (status !== 200) throw new Error(`The index of tokens answered with status ${status}.`)
  const { result } = answer.parse(parseOutsideJson(new TextDecoder().decode(bytes)))
  if (result.address !== owner) throw new Error('The index of tokens answered for another owner.')
  return result
}
