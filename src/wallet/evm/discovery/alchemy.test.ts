import { expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import type { Fetch } from '../../../chains/nodes/read-body.ts'
import { alchemyIndex } from './alchemy.ts'

const OWNER: Address = `0x${'a1'.repeat(20)}`
const NODES = ['https://node.example', 'https://eth-mainnet.g.alchemy.com/v2/secret']
const token = (number: number): Address => `0x${String(number).padStart(40, '0')}`
const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const signal = () => AbortSignal.timeout(5_000)

/** Answers each request with the next of these results, in the shape that Alchemy documents. */
function played(...results: unknown[]) {
  const asked: { url: string; body: unknown }[] = []
  const fetch: Fetch = async (url, init) => {
    asked.push({ url, body: JSON.parse(String(init.body)) })
    return Response.json({ jsonrpc: '2.0', id: 1, result: results.shift() })
  }
  return { fetch, asked }
}

/** The answer of Alchemy's documentation, with its null balances and errors. */
const page = (tokens: [Address, string | null][], pageKey?: string | null) => ({
  address: OWNER,
  tokenBalances: tokens.map(([contractAddress, tokenBalance]) => ({
    contractAddress,
    tokenBalance,
    error: null,
  })),
  ...(pageKey !== undefined && { pageKey }),
})

test('only a node of Alchemy has an index', () => {
  const { fetch } = played()
  expect(alchemyIndex(['https://node.example', 'https://g.alchemy.com.evil.example/'], fetch)).toBe(
    null,
  )
})

test('tokens with a balance are reported, page by page, from that node alone', async () => {
  const { fetch, asked } = played(
    page(
      [
        [token(1), word(5)],
        [token(2), word(0)],
        [token(3), '0x'],
        [token(4), null],
      ],
      'next',
    ),
    page([[`0x${'AB'.repeat(20)}`, word(1)]], null),
  )
  expect(await alchemyIndex(NODES, fetch)?.tokens(OWNER, signal())).toEqual({
    tokens: [token(1), `0x${'ab'.repeat(20)}`],
    isWhole: true,
  })
  expect(asked.map(({ url }) => url)).toEqual([NODES[1], NODES[1]])
  expect(asked.map(({ body }) => body)).toMatchObject([
    { method: 'alchemy_getTokenBalances', params: [OWNER, 'erc20'] },
    { method: 'alchemy_getTokenBalances', params: [OWNER, 'erc20', { pageKey: 'next' }] },
  ])
})

test('a wallet with more pages than are read is not whole', async () => {
  const { fetch, asked } = played(
    ...[1, 2, 3, 4].map((number) => page([[token(number), word(1)]], `key ${number}`)),
  )
  const held = await alchemyIndex(NODES, fetch)?.tokens(OWNER, signal())
  expect(held).toEqual({ tokens: [1, 2, 3].map(token), isWhole: false })
  expect(asked).toHaveLength(3)
})

test.each([
  ['no result', undefined],
  ['a token without an address', page([['0x12', word(1)]])],
  ['a balance that is no number', page([[token(1), 'many']])],
  ['another shape', { tokens: [] }],
  ['another owner', { ...page([]), address: token(1) }],
])('an answer with %s is a failure, not an empty wallet', async (_, result) => {
  const { fetch } = played(result)
  await expect(alchemyIndex(NODES, fetch)?.tokens(OWNER, signal())).rejects.toThrow()
})

test.each([
  ['to another question', Response.json({ jsonrpc: '2.0', id: 99, result: page([]) })],
  ['with the status of a failure', Response.json({ id: 1, result: page([]) }, { status: 500 })],
])('an answer %s is a failure, not an empty wallet', async (_, response) => {
  const index = alchemyIndex(NODES, async () => response)
  await expect(index?.tokens(OWNER, signal())).rejects.toThrow()
})

test('an answer that is too long is a failure', async () => {
  const many = Array.from({ length: 20_000 }, (_, at): [Address, string] => [token(at), word(1)])
  const { fetch } = played(page(many))
  await expect(alchemyIndex(NODES, fetch)?.tokens(OWNER, signal())).rejects.toThrow()
})
