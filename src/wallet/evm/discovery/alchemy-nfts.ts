import * as z from 'zod'
import type { OwnedQuestion } from '../../../chains/evm/call.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { listOf } from '../../../chains/nodes/list-of.ts'
import { type Fetch, readBody } from '../../../chains/nodes/read-body.ts'
import { parseOutsideJson } from '../../../domain/json.ts'
import type { NftIndex } from '../nft-index.ts'
import { alchemyNode } from './alchemy.ts'

/** A page has at most 100 NFTs. */
const MAX_PAGES = 2
const MAX_BYTES = 200_000
const MAX_DIGITS = 78
const MAX_ID = 2n ** 256n - 1n

const row = z.object({
  contractAddress: z.string().toLowerCase().pipe(hexBytes(20)),
  tokenId: z
    .string()
    .max(MAX_DIGITS)
    .regex(/^\d+$/)
    .transform(BigInt)
    .refine((id) => id <= MAX_ID),
})
const answer = z.object({ ownedNfts: listOf(row, 100), pageKey: z.string().max(400).nullish() })

/**
 * The NFT index of Alchemy, for a chain whose node is Alchemy’s own: it has the same host and key, so no one else learns of the owner.
 * Null for other nodes. From https://www.alchemy.com/docs/reference/nft-api-endpoints (getNFTsForOwner, version 3).
 */
export function alchemyNfts(urls: readonly string[], fetch: Fetch): NftIndex | null {
  const node = alchemyNode(urls)
  const base = node?.replace('/v2/', '/nft/v3/')
  if (base === undefined || base === node) return null
  return {
    async ids(asked, signal) {
      const ids = new Set<bigint>()
      let pageKey: string | null = null
      for (let page = 0; page < MAX_PAGES; page++) {
        const url = pageUrl(base, asked, pageKey)
        const { status, bytes } = await readBody(url, {}, { fetch, signal, maxBytes: MAX_BYTES })
        if (status !== 200) throw new Error(`The index of NFTs answered with status ${status}.`)
        const read = answer.parse(parseOutsideJson(new TextDecoder().decode(bytes)))
        for (const { contractAddress, tokenId } of read.ownedNfts) {
          if (contractAddress === asked.collection) ids.add(tokenId)
        }
        pageKey = read.pageKey ?? null
        if (pageKey === null) break
      }
      return [...ids]
    },
  }
}

function pageUrl(
  base: string,
  { owner, collection }: OwnedQuestion,
  pageKey: string | null,
): string {
  const query = new URLSearchParams({
    owner,
    'contractAddresses[]': collection,
    withMetadata: 'false',
    pageSize: '100',
  })
  if (pageKey !== null) query.set('pageKey', pageKey)
  return `${base}/getNFTsForOwner?${query}`
}
