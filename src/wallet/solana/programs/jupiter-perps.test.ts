import { getAddressEncoder, getProgramDerivedAddress, address as toAddress } from '@solana/kit'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { invented } from '../../../testing/wallet/solana/accounts.ts'
import {
  type RecordedAccount,
  recordedClosed,
  recordedLong,
  recordedPool,
  recordedShort,
} from '../../../testing/wallet/solana/jupiter-perps.ts'
import { readProgram, scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import type { RawAccount } from '../accounts.ts'
import { decodeAddress } from '../base58.ts'
import type { ProgramReader } from '../program-reader.ts'
import { jupiterPerps } from './jupiter-perps.ts'
import { kamino } from './kamino.ts'

const PROGRAM = recordedPool.owner
const ETH = 'AQCGyheWPLeo6Qp9WpYS9m3Qj479t7R636N9ey1rEjEn'
const BTC = '5Pv3gM9JrFFH883SWAhvJC9RPYmo8UNxuFtv5bMMALkm'
const JUP_USD = 'DdwY1ELc9rRK7xNL3hTXabSFBmVrTPpfsUZSv2Y3LL1U'

const rpc = useSvm()
beforeEach(() => {
  for (const account of [recordedPool, recordedLong, recordedShort, recordedClosed]) plant(account)
})

const plant = ({ address, owner, data }: RecordedAccount) => rpc.plant({ address, owner, data })
const read = (of: string) => readProgram(rpc, jupiterPerps, of)

/** The recorded account with other bytes, from an offset on. */
function changed({ address, owner, data }: RecordedAccount, at: number, bytes: Uint8Array) {
  const copy = Buffer.from(data)
  copy.set(bytes, at)
  return { address, owner, data: copy }
}
const keyOf = (text: string) => decodeAddress(text) ?? new Uint8Array()

describe('a perpetual of mainnet', () => {
  test('is found at the address of its wallet, as a long with its margin in dollars', async () => {
    const { findings, failure } = await read(recordedLong.wallet)
    expect(failure).toBeNull()
    expect(findings).toEqual([
      {
        protocol: 'jupiter-perpetual-exchange',
        product: 'perp',
        market: 'SOL',
        ref: recordedLong.address,
        receiptToken: null,
        legs: [
          {
            role: 'margin',
            token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
            symbol: 'USDC',
            decimals: 6,
            amount: 15_224_968n,
          },
        ],
        healthFactor: null,
        inRange: null,
        perp: {
          side: 'long',
          sizeUsd: 16.755624,
          leverage: null,
          entryPrice: 143.486464,
          liquidationPrice: null,
          pnlUsd: null,
          pnlInNet: false,
        },
        source: 'onchain',
      },
    ])
  })

  test('is found as a short that USDC backs', async () => {
    const { findings } = await read(recordedShort.wallet)
    expect(findings).toMatchObject([
      {
        market: 'SOL',
        ref: recordedShort.address,
        legs: [{ role: 'margin', amount: 446_184_916n }],
        perp: { side: 'short', sizeUsd: 5353.838028, entryPrice: 105.140073 },
      },
    ])
  })

  test('is none any more once it was closed, though its account stays', async () => {
    expect(await read(recordedClosed.wallet)).toMatchObject({ findings: [], failure: null })
  })
})

test('every market is looked at, on both sides, with every token that backs it', async () => {
  const encoder = getAddressEncoder()
  const key = (text: string) => new Uint8Array(encoder.encode(toAddress(text)))
  const owner = invented(1)
  for (const [traded, backing, side] of [
    [ETH, ETH, 1],
    [BTC, JUP_USD, 2],
  ] as const) {
    const seeds = ['position', ...[owner, recordedPool.address, traded, backing].map(key)]
    const [address] = await getProgramDerivedAddress({
      programAddress: toAddress(PROGRAM),
      seeds: [...seeds, Uint8Array.of(side)],
    })
    const keys = Buffer.concat([owner, recordedPool.address, traded, backing].map(keyOf))
    const { data } = changed(changed(recordedLong, 8, keys), 152, Uint8Array.of(side))
    plant({ address, owner: PROGRAM, data })
  }
  const { findings } = await read(owner)
  expect(findings.map(({ market, perp }) => [market, perp?.side])).toEqual([
    ['ETH', 'long'],
    ['BTC', 'short'],
  ])
})

test('the sums of dollars are read whole, up to the largest number', async () => {
  plant(changed(recordedLong, 153, Buffer.alloc(24, 255)))
  const [found] = (await read(recordedLong.wallet)).findings
  expect(found?.legs[0]?.amount).toBe((1n << 64n) - 1n)
  expect(found?.perp).toMatchObject({ sizeUsd: 2 ** 64 / 1e6, entryPrice: 2 ** 64 / 1e6 })
})

describe('fails when', () => {
  test.each([
    ['an account of another kind', changed(recordedLong, 0, Uint8Array.of(171))],
    ['a short account', { ...recordedLong, data: recordedLong.data.subarray(0, 209) }],
    ['a perpetual of another owner', changed(recordedLong, 8, keyOf(recordedShort.wallet))],
    ['a perpetual of another pool', changed(recordedLong, 40, keyOf(invented(3)))],
    ['a perpetual of another market', changed(recordedLong, 72, keyOf(ETH))],
    ['a perpetual that something else backs', changed(recordedLong, 104, keyOf(ETH))],
    ['a perpetual of the other side', changed(recordedLong, 152, Uint8Array.of(2))],
    ['an account of another program', { ...recordedLong, owner: invented(4) }],
  ])('%s is at its address', async (_, account) => {
    plant(account)
    expect(await read(recordedLong.wallet)).toMatchObject({ findings: [], failure: 'contract' })
  })

  test.each([
    ['is an account of another program', { ...recordedPool, owner: invented(4) }],
    ['is of another kind', changed(recordedPool, 0, Uint8Array.of(0))],
    ['ends before its tokens', { ...recordedPool, data: recordedPool.data.subarray(0, 211) }],
    ['has no tokens', changed(recordedPool, 16, Buffer.alloc(4))],
    ['has a name of negative length', changed(recordedPool, 11, Uint8Array.of(128))],
  ])('the pool %s', async (_, account) => {
    plant(account)
    expect(await read(recordedLong.wallet)).toMatchObject({ findings: [], failure: 'contract' })
  })

  test('the node refuses', async () => {
    rpc.fault.rpcError = { code: -32603, message: 'internal error' }
    expect(await read(recordedLong.wallet)).toMatchObject({ findings: [], failure: 'rpc' })
  })

  test('the node knows nothing, not even the pool', async () => {
    rpc.fault.methods = ['getMultipleAccounts']
    rpc.fault.result = { context: { slot: 1 }, value: Array(13).fill(null) }
    expect(await read(recordedLong.wallet)).toMatchObject({ findings: [], failure: 'contract' })
  })
})

test('lamports that anyone sent to the address of a perpetual are none', async () => {
  rpc.plant({ address: recordedLong.address, owner: '1'.repeat(32), lamports: 5n })
  expect(await read(recordedLong.wallet)).toMatchObject({ findings: [], failure: null })
})

test('a pool with a token that is not known leaves what was found, and says that there may be more', async () => {
  plant(changed(recordedPool, 20, keyOf(invented(5))))
  const { findings, failure } = await read(recordedLong.wallet)
  expect(failure).toBeNull()
  expect(findings.map(({ ref, isUnread }) => [ref, isUnread])).toEqual([
    [recordedLong.address, undefined],
    [null, true],
  ])
})

test('whatever bytes are at the address, they are that perpetual, none, or fail', async () => {
  const wallet = (accounts: RawAccount[]) => ({
    owner: recordedLong.wallet,
    derivedAddress: () => recordedLong.address,
    isDerived: () => true,
    accounts: async () => accounts,
    programAccounts: async () => [],
    block: () => Promise.reject(new Error('not asked')),
    tokens: async () => new Map<string, bigint>(),
  })
  const raw = ({ address, owner }: RecordedAccount, data: Uint8Array): RawAccount => {
    return { address, owner, data, executable: false, lamports: 1n }
  }
  const mutated = ({ data }: RecordedAccount) =>
    fc
      .tuple(fc.nat(data.length), fc.uint8Array({ maxLength: 40 }), fc.nat(data.length + 20))
      .map(([at, bytes, end]) => {
        const copy = Buffer.concat([data, Buffer.alloc(60)])
        copy.set(bytes, at)
        return copy.subarray(0, end)
      })
  await fc.assert(
    fc.asyncProperty(mutated(recordedLong), mutated(recordedPool), async (position, pool) => {
      const accounts = [raw(recordedPool, pool), raw(recordedLong, position)]
      const found = await jupiterPerps.read(wallet(accounts)).catch((error: unknown) => error)
      if (!Array.isArray(found)) {
        expect(found).toHaveProperty('name', 'Unreadable')
        return
      }
      for (const { legs, perp, isUnread } of found) {
        if (isUnread) continue
        expect(perp.side).toBe('long')
        expect(perp.sizeUsd).toBeGreaterThan(0)
        expect(legs[0].amount).toBeGreaterThanOrEqual(0n)
      }
    }),
    { numRuns: 2000 },
  )
})

test('perpetuals cost a wallet no request more, beside other readers', async () => {
  const requests = async (programs: ProgramReader[]) => {
    const scan = await scanPrograms(rpc, programs, recordedShort.wallet)
    expect(scan.status).toBe('ok')
    return scan.requests
  }
  expect(await requests([kamino, jupiterPerps])).toBe(await requests([kamino]))
  expect(await requests([jupiterPerps])).toBe(await requests([]))
})
