import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invented } from '../../../testing/wallet/solana/accounts.ts'
import {
  binArrayData,
  DLMM,
  dlmmPositionData,
  example,
  recordedPair,
} from '../../../testing/wallet/solana/meteora-accounts.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { SOL } from '../program-ids.ts'
import { meteoraDlmm } from './meteora-dlmm.ts'

const owner = invented(1)
/** The address of a pair, and those of its two arrays of bins as `deriveBinArray` of @meteora-ag/dlmm gives them. */
const PAIR = '6StaAqeVjKUPTgMLmcLmdpmUjoYHRcZ6uViLdWNdUghM'
const ARRAYS = new Map([
  [-16, '41ZtJb9qHCvXnSqR6HPy7fmbLxzcDQf8wHiKio2BvNF5'],
  [-15, 'BPnZ8q9PiVK2j9Gyzp296vF8LFEm7dHZkP5eZvq2zBy3'],
])
const TOKEN_X = 'FzytSxQv6nBgH3dByVJtgMVg6rANTZaZPzU6dcRbpump'
const POSITION = invented(2)

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  await tokens.mint(TOKEN_X, 6)
  await tokens.mint(SOL.mint, 9)
})
beforeEach(() => {
  plant(PAIR, recordedPair)
  for (const [index, address] of ARRAYS) {
    plant(address, binArrayData(PAIR, index, example.bins))
  }
  plant(POSITION, positionData())
  plant(invented(3), positionData({ owner: invented(9) }))
  rpc.plant({ address: invented(4), owner: DLMM })
})

const plant = (address: string, data: Buffer) => rpc.plant({ address, owner: DLMM, data })
const positionData = (of: Partial<Parameters<typeof dlmmPositionData>[0]> = {}) =>
  dlmmPositionData({ pair: PAIR, owner, ...example, ...of })

const scan = (of = owner) => scanPrograms(rpc, [meteoraDlmm], of)

test('a position holds what Meteora’s own library computes for it, bins behind its lists too', async () => {
  const { findings, status, protocols } = await scan()
  expect(status).toBe('ok')
  expect(protocols).toContainEqual({ id: 'meteora-dlmm', status: 'ok' })
  expect(findings).toMatchObject([
    {
      protocol: 'meteora-dlmm',
      product: 'lp',
      market: 'FzytSxQv…/SOL bin step 80',
      ref: POSITION,
      inRange: true,
      receiptToken: null,
    },
  ])
  // By `DLMM.processPosition` of @meteora-ag/dlmm 1.9.14, from the same bytes.
  expect(findings[0]?.legs).toEqual([
    { role: 'lp', token: TOKEN_X, symbol: 'FzytSxQv…', decimals: 6, amount: 102_935_102n },
    { role: 'lp', token: SOL.mint, symbol: 'SOL', decimals: 9, amount: 429_351n },
    { role: 'reward', token: TOKEN_X, symbol: 'FzytSxQv…', decimals: 6, amount: 326n },
    { role: 'reward', token: SOL.mint, symbol: 'SOL', decimals: 9, amount: 272n },
  ])
})

test('each bin pays its share, and what it earned since then', async () => {
  plant(POSITION, positionData({ upperBin: -1055, shares: example.shares.slice(0, 2) }))
  const { findings } = await scan()
  // 3/7 of the bin, and 3 × 2^6 × 3/16 and 2 and 6 of fees.
  expect(findings[0]?.legs.map(({ role, amount }) => [role, amount])).toEqual([
    ['lp', 428_571n],
    ['reward', 198n],
    ['reward', 44n],
  ])
})

test('a counter that has begun anew since then pays what it grew by', async () => {
  const last = [2n ** 128n - (1n << 64n), 1n << 60n] as const
  const shares = example.shares.slice(0, 2).map((each) => ({ ...each, last }))
  plant(POSITION, positionData({ upperBin: -1055, shares }))
  const bins = example.bins.map((each) => ({ ...each, counters: [10n << 64n, 1n << 62n] as const }))
  plant(ARRAYS.get(-16) ?? '', binArrayData(PAIR, -16, bins))
  const { findings } = await scan()
  // 3 × 2^6 × 11, and 5 and 1 of fees.
  expect(findings[0]?.legs[1]).toMatchObject({ role: 'reward', token: TOKEN_X, amount: 2_118n })
})

test.each([
  [-1055, false],
  [-1054, true],
])('a position up to bin %i is in range: %s', async (upperBin, inRange) => {
  plant(POSITION, positionData({ upperBin, shares: example.shares.slice(0, 2) }))
  expect((await scan()).findings[0]?.inRange).toBe(inRange)
})

test('an empty position is none, and asks for no bins', async () => {
  plant(POSITION, positionData({ shares: [] }))
  for (const address of ARRAYS.values()) plant(address, Buffer.alloc(0))
  const { findings, status } = await scan()
  expect(findings).toEqual([])
  expect(status).toBe('ok')
})

test.each([
  ['pair', PAIR],
  ['bins', ARRAYS.get(-15) ?? ''],
])('a position whose %s cannot be read is found without a value', async (_, address) => {
  plant(address, Buffer.alloc(10_136))
  expect((await scan()).findings).toMatchObject([
    { ref: POSITION, market: 'contents not readable', legs: [{ isUnread: true }] },
  ])
})

test('another account of the owner, such as a limit order, is reported as unread', async () => {
  const order = positionData()
  order[0] = 0
  plant(invented(4), order)
  const { findings } = await scan()
  expect(findings.map(({ isUnread }) => isUnread)).toEqual([undefined, true])
})

test('a wallet without positions costs one question', async () => {
  rpc.calls.clear()
  expect((await scan(invented(5))).findings).toEqual([])
  // With that for stake accounts.
  expect(rpc.calls.get('getProgramAccounts')).toBe(2)
  expect(rpc.calls.get('getMultipleAccounts')).toBe(2)
})

test('a node that refuses the search leaves the protocol unread', async () => {
  rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  rpc.fault.methods = ['getProgramAccounts']
  const { protocols } = await scan()
  expect(protocols).toContainEqual({ id: 'meteora-dlmm', status: 'failed', reason: 'rpc' })
})
