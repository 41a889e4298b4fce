import { beforeAll, expect, test } from 'vitest'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { answerOf, depsOf, NOW, urlOf, worldOf } from './scan-world.ts'
import { invented } from './solana/accounts.ts'
import { recordedPool } from './solana/jupiter-perps.ts'
import { realTokens } from './solana/real-tokens.ts'
import { heal, useSvm } from './solana/svm-rpc.ts'
import { lst } from './solana/token-list.ts'

const owner = invented(1)
const TOKEN = lst('mSOL')

const rpc = useSvm(NOW)
beforeAll(async () => {
  rpc.plant(recordedPool)
  const tokens = await realTokens(rpc)
  await tokens.mint(TOKEN.mint, TOKEN.decimals)
  await tokens.give(owner, TOKEN.mint, 4n * 10n ** BigInt(TOKEN.decimals))
})

/** The invented world, with its Solana at the node of this test. Prices there are of tokens without decimals. */
function scan(input: string, change: Partial<ScanDeps> = {}) {
  const { deps, asked } = depsOf(worldOf())
  const call: ScanDeps['fetch'] = (url, init) =>
    url.startsWith(urlOf('solana')) ? fetch(rpc.url, init) : deps.fetch(url, init)
  const limits = { namesMs: 3_000, chainsMs: 3_000, pricesMs: 500, answerMs: 6_000 }
  return { outcome: scanWallet(input, { ...deps, fetch: call, limits, ...change }), asked }
}

test('a Solana wallet is scanned on Solana alone, and screened by the list', async () => {
  const { outcome, asked } = scan(owner)
  const result = await answerOf(outcome)
  expect(result.address).toBe(owner)
  expect(result.positions.map(({ legs }) => legs[0]?.symbol)).toContain('mSOL')
  expect(result.coverage.map(({ chain }) => chain)).toEqual(['Solana'])
  expect(result.sanctions.sources).toEqual([{ id: 'ofac', asOf: '2026-11-20', hit: false }])
  expect(new Set(asked)).toEqual(new Set(['prices']))
})

test('a listed Solana address is listed, and without a list no address is cleared', async () => {
  const sanctions = {
    source: 'ofac',
    asOf: '2026-11-20',
    evm: new Set<string>(),
    others: new Set([owner]),
  }
  const listed = await scan(owner, { sanctions }).outcome
  expect(listed).toMatchObject({ result: { sanctions: { status: 'listed' } } })
  const unknown = await scan(owner, { sanctions: null }).outcome
  expect(unknown).toMatchObject({ code: 'DATA_UNAVAILABLE' })
})

test('a listed address is listed though no node can be asked, and leads with that flag though it is empty', async () => {
  const listing = (address: string) => ({
    source: 'ofac',
    asOf: '2026-11-20',
    evm: new Set<string>(),
    others: new Set([address]),
  })
  rpc.fault.status = 503
  const unread = await scan(owner, { sanctions: listing(owner) }).outcome
  expect(unread).toMatchObject({
    result: {
      sanctions: { status: 'listed' },
      flags: ['sanctioned-address', 'incomplete-coverage'],
    },
  })
  heal(rpc.fault)
  const stranger = invented(77)
  const empty = await scan(stranger, { sanctions: listing(stranger) }).outcome
  expect(empty).toMatchObject({
    result: { positions: [], riskSummary: {}, flags: ['sanctioned-address'] },
  })
})

test('a list that is too old clears no address, and says what must happen first', async () => {
  const sanctions = {
    source: 'ofac',
    asOf: '2024-09-27',
    evm: new Set<string>(),
    others: new Set<string>(['someone']),
  }
  const requests: string[] = []
  const fetch: ScanDeps['fetch'] = async (url) => {
    requests.push(url)
    return new Response(null, { status: 503 })
  }
  expect(await scan(owner, { sanctions, fetch }).outcome).toMatchObject({
    code: 'DATA_UNAVAILABLE',
    reason: expect.stringMatching(/of 2024-09-27, .* 30 days.*a newer one must be published first/),
    retryAfter: 86_400,
  })
  // An address without an answer is sent to no node.
  expect(requests).toEqual([])
})

test('of an EVM address an oracle that did not answer may do so soon', async () => {
  const { deps } = depsOf(worldOf())
  const evm = {
    source: 'ofac',
    asOf: '2024-09-27',
    evm: new Set<`0x${string}`>(),
    others: new Set<string>(),
  }
  evm.evm.add(`0x${'5a'.repeat(20)}`)
  const fetch = async () => new Response(null, { status: 503 })
  const outcome = await scanWallet(`0x${'e1'.repeat(20)}`, { ...deps, fetch, sanctions: evm })
  expect(outcome).toMatchObject({
    code: 'DATA_UNAVAILABLE',
    reason: expect.stringMatching(/of 2024-09-27.*; no oracle answered/),
  })
  expect(outcome).not.toHaveProperty('retryAfter')
})

test('what is a mint or a program holds nothing for anybody', async () => {
  const outcome = await scan(TOKEN.mint).outcome
  expect(outcome).toMatchObject({ code: 'UNPROCESSABLE', reason: expect.stringMatching(/a mint/) })
})

test('a .sol name that does not exist is not found', async () => {
  expect(await scan('nobody.sol').outcome).toMatchObject({ code: 'NOT_FOUND' })
})

test('a node that fails leaves nothing to answer with', async () => {
  rpc.fault.status = 503
  expect(await scan(owner).outcome).toMatchObject({ code: 'DATA_UNAVAILABLE' })
})
