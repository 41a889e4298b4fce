import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Fetch } from '../../../chains/nodes/read-body.ts'
import { alchemyNfts } from './alchemy-nfts.ts'

const OWNER: Address = `0x${'a1'.repeat(20)}`
const COLLECTION: Address = `0x${'c0'.repeat(20)}`
const ASKED = { owner: OWNER, collection: COLLECTION }
const NODES = ['https://node.example', 'https://base-mainnet.g.alchemy.com/v2/secret']
const signal = () => AbortSignal.timeout(5_000)

/** Answers each request with the next of these bodies, in the shape that Alchemy documents for answers without metadata. */
function played(...bodies: unknown[]) {
  const asked: { url: URL; method: string }[] = []
  const fetch: Fetch = async (url, { method = 'GET' }) => {
    asked.push({ url: new URL(url), method })
    return Response.json(bodies.shift())
  }
  return { fetch, asked }
}

const page = (ids: readonly string[], pageKey?: string, contractAddress: string = COLLECTION) => ({
  ownedNfts: ids.map((tokenId) => ({ contractAddress, tokenId, balance: '1' })),
  totalCount: ids.length,
  validAt: { blockNumber: 1, blockHash: '0x00', blockTimestamp: '2026-01-01T00:00:00Z' },
  ...(pageKey && { pageKey }),
})

test('only a node of Alchemy has an index of NFTs', () => {
  const { fetch } = played()
  expect(alchemyNfts(['https://node.example'], fetch)).toBe(null)
  expect(alchemyNfts(['https://base-mainnet.g.alchemy.com/'], fetch)).toBe(null)
})

test('ids are reported page by page, from the same host with the same key', async () => {
  const { fetch, asked } = played(
    page(['7', '8'], 'next'),
    page(['8', '115792089237316195423570985008687907853269984665640564039457584007913129639935']),
  )
  expect(await alchemyNfts(NODES, fetch)?.ids(ASKED, signal())).toEqual([7n, 8n, 2n ** 256n - 1n])
  expect(asked.map(({ url }) => `${url.origin}${url.pathname}`)).toEqual([
    'https://base-mainnet.g.alchemy.com/nft/v3/secret/getNFTsForOwner',
    'https://base-mainnet.g.alchemy.com/nft/v3/secret/getNFTsForOwner',
  ])
  expect(asked.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { owner: OWNER, 'contractAddresses[]': COLLECTION, withMetadata: 'false', pageSize: '100' },
    expect.objectContaining({ pageKey: 'next' }),
  ])
})

test('no more than two pages are asked for', async () => {
  const { fetch, asked } = played(page(['1'], 'a'), page(['2'], 'b'), page(['3'], 'c'))
  expect(await alchemyNfts(NODES, fetch)?.ids(ASKED, signal())).toEqual([1n, 2n])
  expect(asked).toHaveLength(2)
})

test('an NFT of another collection is none of its', async () => {
  const { fetch } = played(page(['1'], undefined, `0x${'dd'.repeat(20)}`))
  expect(await alchemyNfts(NODES, fetch)?.ids(ASKED, signal())).toEqual([])
})

test.each([
  ['an error', { error: { message: 'no' } }],
  ['an id that is no number', page(['0x7'])],
  ['an id that no word holds', page(['9'.repeat(78)])],
  ['more NFTs than a page has', page(Array.from({ length: 101 }, (_, at) => String(at)))],
])('an answer with %s fails without the key in its message', async (_, body) => {
  const { fetch } = played(body)
  const failure = await alchemyNfts(NODES, fetch)
    ?.ids(ASKED, signal())
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(z.ZodError)
  expect(String(failure)).not.toContain('secret')
})

test('an answer with the status of a failure is none', async () => {
  const index = alchemyNfts(NODES, async () => Response.json(page([]), { status: 500 }))
  await expect(index?.ids(ASKED, signal())).rejects.toThrow('status 500')
})
