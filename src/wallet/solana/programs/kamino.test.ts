import { getAddressEncoder, getProgramDerivedAddress, address as toAddress } from '@solana/kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { invented } from '../../../testing/wallet/solana/accounts.ts'
import {
  kaminoMarketData,
  kaminoObligationData,
  kaminoReserveData,
} from '../../../testing/wallet/solana/kamino-accounts.ts'
import type { Values } from '../../../testing/wallet/solana/packed.ts'
import { readProgram } from '../../../testing/wallet/solana/read-program.ts'
import { useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { kamino } from './kamino.ts'
import { KAMINO_LEND, ONE } from './kamino-layout.ts'

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOL = 'So11111111111111111111111111111111111111112'
const MAIN = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF'
const OTHER = invented(2)
const LAST = invented(6)
const [owner, stranger, onlyPlain] = [invented(1), invented(10), invented(11)]
const [usdcReserve, solReserve, otherReserve] = [invented(3), invented(4), invented(5)]
const lastReserve = invented(7)
const nowSeconds = BigInt(Math.floor(Date.now() / 1000))

const rpc = useSvm()
beforeAll(async () => {
  // 1,300 USDC, of which 100 are fees, for 1,000 receipt tokens: each is worth 1.2.
  plant(
    usdcReserve,
    kaminoReserveData({
      lendingMarket: MAIN,
      mintPubkey: USDC,
      mintDecimals: 6n,
      name: 'USDC',
      availableAmount: 400_000_000n,
      borrowedAmountSf: 900_000_000n * ONE,
      accumulatedProtocolFeesSf: 50_000_000n * ONE,
      accumulatedReferrerFeesSf: 30_000_000n * ONE,
      pendingReferrerFeesSf: 20_000_000n * ONE,
      mintTotalSupply: 1_000_000_000n,
      marketPriceSf: ONE,
      marketPriceLastUpdatedTs: nowSeconds - 5n,
      cumulativeBorrowRateBsf: (ONE * 3n) / 2n,
      loanToValuePct: 75n,
      liquidationThresholdPct: 80n,
      borrowFactorPct: 100n,
    }),
  )
  plant(solReserve, solReserveData({ marketPriceLastUpdatedTs: nowSeconds - 5n }))
  plant(
    otherReserve,
    solReserveData({ lendingMarket: OTHER, marketPriceLastUpdatedTs: nowSeconds - 5000n }),
  )
  const elevationGroups = [{ id: 1n, ltvPct: 90n, liquidationThresholdPct: 95n }]
  plant(MAIN, kaminoMarketData({ name: 'Main Market', elevationGroups }))
  plant(OTHER, kaminoMarketData({}))
  const groups = Array.from({ length: 32 }, (_, i) => BigInt(i + 1))
  const all = groups.map((id) => ({ id, liquidationThresholdPct: id }))
  plant(LAST, kaminoMarketData({ elevationGroups: all }))
  plant(lastReserve, solReserveData({ lendingMarket: LAST, marketPriceLastUpdatedTs: nowSeconds }))

  plant(await userData(owner), Buffer.alloc(1032))
  plant(
    invented(20),
    obligation({ elevationGroup: 1n, deposits: [solDeposit], borrows: [usdcLoan] }),
  )
  plant(await plainObligation(owner), obligation({ deposits: [usdcDeposit], borrows: [solLoan] }))
  plant(
    invented(21),
    obligation({ lendingMarket: OTHER, deposits: [otherDeposit], borrows: [otherLoan] }),
  )
  plant(invented(22), obligation({}))
  plant(invented(23), obligation({ owner: stranger, deposits: [usdcDeposit] }))
  plant(await plainObligation(onlyPlain), obligation({ owner: onlyPlain, deposits: [usdcDeposit] }))
})

function plant(address: string, data: Uint8Array): void {
  rpc.plant({ address, owner: KAMINO_LEND, data })
}

function solReserveData(values: Values): Uint8Array {
  return kaminoReserveData({
    lendingMarket: MAIN,
    mintPubkey: SOL,
    mintDecimals: 9n,
    name: 'SOL',
    availableAmount: 5_000_000_000n,
    mintTotalSupply: 5_000_000_000n,
    marketPriceSf: 100n * ONE,
    cumulativeBorrowRateBsf: (5n * ONE) / 4n,
    liquidationThresholdPct: 70n,
    borrowFactorPct: 125n,
    ...values,
  })
}

const usdcDeposit = { depositReserve: usdcReserve, depositedAmount: 1_000_000_001n }
const solDeposit = { depositReserve: solReserve, depositedAmount: 3_000_000_000n }
const otherDeposit = { ...solDeposit, depositReserve: otherReserve }
/** Two SOL when the index stood at 1, so 2.5 at 1.25. */
const solLoan = {
  borrowReserve: solReserve,
  cumulativeBorrowRateBsf: ONE,
  borrowedAmountSf: 2_000_000_000n * ONE,
}
const otherLoan = { ...solLoan, borrowReserve: otherReserve }
/** 200 USDC when the index stood at 1.125, so a third more at 1.5; that is rounded up. */
const usdcLoan = {
  borrowReserve: usdcReserve,
  cumulativeBorrowRateBsf: (ONE * 9n) / 8n,
  borrowedAmountSf: 200_000_000n * ONE,
}

function obligation(values: Values): Uint8Array {
  return kaminoObligationData({ lendingMarket: MAIN, owner, ...values })
}

async function derived(seeds: (Uint8Array | string)[]): Promise<string> {
  const programAddress = toAddress(KAMINO_LEND)
  return (await getProgramDerivedAddress({ programAddress, seeds }))[0]
}
const keyOf = (text: string) => new Uint8Array(getAddressEncoder().encode(toAddress(text)))
const userData = (of: string) => derived(['user_meta', keyOf(of)])
const plainObligation = (of: string) => {
  const none = new Uint8Array(32)
  const [tag, id] = [Uint8Array.of(0), Uint8Array.of(0)]
  return derived([tag, id, keyOf(of), keyOf(MAIN), none, none])
}

const read = (of = owner) => readProgram(rpc, kamino, of)
const byRef = async (ref: string) => (await read()).findings.find((each) => each.ref === ref)

describe('the obligations of an owner', () => {
  test('are all found, with one search, and the empty one of no use', async () => {
    const { findings, failure, searches, requests } = await read()
    expect(failure).toBeNull()
    expect(findings.map(({ ref }) => ref).sort()).toEqual(
      [await plainObligation(owner), invented(20), invented(21)].sort(),
    )
    expect(searches).toBe(1)
    expect(requests).toBe(3)
  })

  test('have deposits at the rate of the reserve less its fees, and loans with their interest', async () => {
    const found = await byRef(await plainObligation(owner))
    expect(found).toMatchObject({
      protocol: 'kamino-lend',
      product: 'lending',
      market: 'Main Market',
    })
    expect(found?.legs).toEqual([
      {
        role: 'supply',
        token: USDC,
        symbol: 'USDC',
        decimals: 6,
        amount: 1_200_000_001n,
        collateral: true,
        liquidationLtv: 0.8,
      },
      { role: 'borrow', token: SOL, symbol: 'SOL', decimals: 9, amount: 2_500_000_000n },
    ])
  })

  test('report LTV, liquidation and health by the prices of the reserves, with the weight of the loan', async () => {
    const { loan, healthFactor } = (await byRef(await plainObligation(owner))) ?? {}
    // 2.5 SOL at $100, times 1.25, is $312.50 against $1,200 of which 80 % count.
    expect(loan?.ltv).toBeCloseTo(312.5 / 1200, 6)
    expect(loan?.liquidationLtv).toBeCloseTo(0.8, 9)
    expect(healthFactor).toBeCloseTo(960 / 312.5, 6)
    expect(loan?.liquidationPrice).toBeCloseTo(312.5 / 960 / 100, 9)
  })

  test('of an elevation group have its terms, and a loan there no weight', async () => {
    const found = await byRef(invented(20))
    expect(found?.legs[1]).toMatchObject({ role: 'borrow', amount: 266_666_667n })
    expect(found?.loan?.ltv).toBeCloseTo(266.666667 / 300, 9)
    expect(found?.loan?.liquidationLtv).toBeCloseTo(0.95, 9)
    // Of one SOL in USDC.
    expect(found?.loan?.liquidationPrice).toBeCloseTo(266.666667 / 0.95 / 3, 4)
  })

  test('have no health by prices that are old, and the address of a market without a name', async () => {
    const found = await byRef(invented(21))
    expect(found).toMatchObject({ market: OTHER, healthFactor: null })
    expect(found?.legs).toHaveLength(2)
    expect(found).not.toHaveProperty('loan')
  })
})

describe('a wallet', () => {
  test('that never used Kamino costs one question and no search', async () => {
    const empty = await read(invented(30))
    expect(empty).toMatchObject({ findings: [], failure: null, searches: 0, requests: 1 })
  })

  test('with an obligation older than user data is found by the address of its plain obligation', async () => {
    const { findings, searches } = await read(onlyPlain)
    expect(findings.map(({ legs }) => legs[0]?.amount)).toEqual([1_200_000_001n])
    expect(searches).toBe(1)
  })

  test('of mainnet has its plain obligation at the address that marginfi-v2 recorded', async () => {
    const real = 'HRpCJaTjXMgxsDAHSLHTQigUmezEitySEf6SWWmLsiNY'
    const recorded = 'CQNMXyiAmWiANZp4tTpACEnN5z4xmNDaYzirSFLX2hcY'
    plant(recorded, obligation({ owner: real, deposits: [usdcDeposit] }))
    expect((await read(real)).findings.map(({ ref }) => ref)).toEqual([recorded])
  })

  test('that someone sent SOL to at that address never used Kamino', async () => {
    rpc.plant({ address: await userData(invented(31)), owner: '1'.repeat(32), lamports: 5n })
    expect(await read(invented(31))).toMatchObject({ findings: [], searches: 0 })
  })
})

describe('a node that refuses to search', () => {
  const refuse = () => {
    rpc.fault.methods = ['getProgramAccounts']
    rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  }

  test('leaves the plain obligations, and says that there may be more', async () => {
    refuse()
    const { findings, failure } = await read()
    expect(failure).toBeNull()
    expect(findings.map(({ ref, isUnread }) => [ref, isUnread])).toEqual([
      [await plainObligation(owner), undefined],
      [null, true],
    ])
  })

  test('and one that answers with nothing in place of a refusal, say so alike', async () => {
    rpc.fault.methods = ['getProgramAccounts']
    rpc.fault.result = { context: { slot: 1 }, value: [] }
    const { findings } = await read()
    expect(findings.map(({ isUnread }) => isUnread)).toEqual([undefined, true])
  })

  test('fails a wallet of which only the user data is known', async () => {
    refuse()
    rpc.plant({ address: await userData(stranger), owner: KAMINO_LEND, data: Buffer.alloc(1032) })
    expect(await read(stranger)).toMatchObject({ findings: [], failure: 'rpc' })
  })
})

test.each([
  ['a reserve of another market', { deposits: [otherDeposit] }],
  [
    'a reserve that does not exist',
    { deposits: [{ ...usdcDeposit, depositReserve: invented(40) }] },
  ],
  ['a market that does not exist', { lendingMarket: invented(41), deposits: [usdcDeposit] }],
  ['an elevation group that does not exist', { deposits: [usdcDeposit], elevationGroup: 33n }],
  [
    'a loan ahead of its reserve',
    { borrows: [{ ...solLoan, cumulativeBorrowRateBsf: (5n * ONE) / 4n + 1n }] },
  ],
] satisfies [string, Values][])('%s fails the protocol', async (_, values) => {
  const other = invented(42)
  rpc.plant({ address: await userData(other), owner: KAMINO_LEND, data: Buffer.alloc(1032) })
  plant(invented(43), obligation({ ...values, owner: other }))
  expect(await read(other)).toMatchObject({ findings: [], failure: 'contract' })
})

test('an obligation may use all of its slots, and the last elevation group', async () => {
  const full = invented(44)
  rpc.plant({ address: await userData(full), owner: KAMINO_LEND, data: Buffer.alloc(1032) })
  const deposits = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((depositedAmount) => ({
    depositReserve: lastReserve,
    depositedAmount,
  }))
  const borrows = [1n, 2n, 3n, 4n, 5n].map((amount) => ({
    borrowReserve: lastReserve,
    cumulativeBorrowRateBsf: (5n * ONE) / 4n,
    borrowedAmountSf: amount * ONE,
  }))
  const values = { owner: full, lendingMarket: LAST, elevationGroup: 32n, deposits, borrows }
  plant(invented(45), obligation(values))
  const [found] = (await read(full)).findings
  expect(found?.legs.map(({ role, amount }) => [role, amount])).toEqual([
    ...[1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((amount) => ['supply', amount]),
    ...[1n, 2n, 3n, 4n, 5n].map((amount) => ['borrow', amount]),
  ])
  expect(found?.loan?.liquidationLtv).toBeCloseTo(0.32, 9)
  expect(found?.loan?.liquidationPrice).toBeNull()
})

test('the structs have the sizes that the program asserts', () => {
  expect(kaminoObligationData({})).toHaveLength(3344)
  expect(kaminoReserveData({})).toHaveLength(8624)
  expect(kaminoMarketData({})).toHaveLength(4664)
})
