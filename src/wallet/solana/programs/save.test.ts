import { beforeAll, describe, expect, test } from 'vitest'
import { invented, raw } from '../../../testing/wallet/solana/accounts.ts'
import type { Values } from '../../../testing/wallet/solana/packed.ts'
import { readProgram } from '../../../testing/wallet/solana/read-program.ts'
import {
  saveObligationData,
  saveReserveData,
} from '../../../testing/wallet/solana/save-accounts.ts'
import { useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { save } from './save.ts'
import { SAVE, saveReserve, WAD } from './save-layout.ts'

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const UNLISTED = invented(9)
const MAIN = '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY'
const OTHER = invented(2)
const SLOT = 10_000n
const [owner, other] = [invented(1), invented(10)]
const [usdcReserve, plainReserve, oldReserve] = [invented(3), invented(4), invented(5)]

const rpc = useSvm()
beforeAll(async () => {
  rpc.svm.warpToSlot(SLOT)
  // 1,250 USDC, of which 50 are fees, for 1,000 receipt tokens: each is worth 1.2.
  plant(
    usdcReserve,
    saveReserveData({
      lastUpdateSlot: SLOT - 1000n,
      lendingMarket: MAIN,
      mint: USDC,
      mintDecimals: 6n,
      availableAmount: 250_000_000n,
      borrowedAmountWads: 1_000_000_000n * WAD,
      accumulatedProtocolFeesWads: 50_000_000n * WAD,
      mintTotalSupply: 1_000_000_000n,
      marketPrice: WAD,
      cumulativeBorrowRateWads: 2n * WAD,
      liquidationThreshold: 80n,
    }),
  )
  plant(plainReserve, unlistedReserve({}))
  plant(oldReserve, unlistedReserve({ lendingMarket: OTHER, lastUpdateSlot: SLOT - 1501n }))
  plant(invented(20), obligation({}, [usdcDeposit], [unlistedLoan]))
  plant(invented(21), obligation({ lendingMarket: OTHER }, [oldDeposit], [oldLoan]))
  plant(invented(22), obligation({}, [], []))
  plant(invented(23), obligation({ owner: other }, [usdcDeposit, unlistedDeposit], []))
})

function plant(address: string, data: Uint8Array): void {
  rpc.plant({ address, owner: SAVE, data })
}

function unlistedReserve(values: Values): Uint8Array {
  return saveReserveData({
    lastUpdateSlot: SLOT,
    lendingMarket: MAIN,
    mint: UNLISTED,
    mintDecimals: 9n,
    availableAmount: 7_000_000_000n,
    mintTotalSupply: 7_000_000_000n,
    marketPrice: 50n * WAD,
    cumulativeBorrowRateWads: 3n * WAD,
    addedBorrowWeightBps: 2500n,
    ...values,
  })
}

const usdcDeposit = { depositReserve: usdcReserve, depositedAmount: 1_000_000_001n }
const unlistedDeposit = { depositReserve: plainReserve, depositedAmount: 4n }
const oldDeposit = { depositReserve: oldReserve, depositedAmount: 8n }
/** One token and a bit when the index stood at 1.5, so twice that at 3. */
const unlistedLoan = {
  borrowReserve: plainReserve,
  cumulativeBorrowRateWads: (3n * WAD) / 2n,
  borrowedAmountWads: 1_000_000_000n * WAD + 1n,
}
const oldLoan = { ...unlistedLoan, borrowReserve: oldReserve }

function obligation(values: Values, deposits: Values[], borrows: Values[]): Uint8Array {
  return saveObligationData({ lendingMarket: MAIN, owner, ...values }, deposits, borrows)
}

const read = (of = owner) => readProgram(rpc, save, of)
const byRef = async (ref: string) => (await read()).findings.find((each) => each.ref === ref)

describe('the obligations of an owner', () => {
  test('are all found, with one search, and the empty one of no use', async () => {
    const { findings, failure, searches, requests } = await read()
    expect(failure).toBeNull()
    expect(findings.map(({ ref }) => ref).sort()).toEqual([invented(20), invented(21)].sort())
    expect(searches).toBe(1)
    expect(requests).toBe(3)
  })

  test('have deposits at the rate of the reserve less its fees, and loans with their interest', async () => {
    const found = await byRef(invented(20))
    expect(found).toMatchObject({ protocol: 'solend', product: 'lending', market: 'main' })
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
      {
        role: 'borrow',
        token: UNLISTED,
        symbol: `${UNLISTED.slice(0, 8)}…`,
        decimals: 9,
        amount: 2_000_000_001n,
      },
    ])
  })

  test('report LTV, liquidation and health by the prices of the reserves, with the weight of the loan', async () => {
    const { loan, healthFactor } = (await byRef(invented(20))) ?? {}
    // 2 tokens at $50, times 1.25, are $125 against $1,200 of which 80 % count.
    expect(loan?.ltv).toBeCloseTo(125 / 1200, 6)
    expect(loan?.liquidationLtv).toBeCloseTo(0.8, 9)
    expect(healthFactor).toBeCloseTo(960 / 125, 6)
    expect(loan?.liquidationPrice).toBeCloseTo(125 / 960 / 50, 9)
  })

  test('have no health by prices that are old, and the address of a pool without a name', async () => {
    const found = await byRef(invented(21))
    expect(found).toMatchObject({ market: OTHER, healthFactor: null })
    expect(found?.legs.map(({ role, collateral }) => [role, collateral])).toEqual([
      ['supply', false],
      ['borrow', undefined],
    ])
    expect(found).not.toHaveProperty('loan')
  })

  test('list several deposits, and what cannot be borrowed against as such', async () => {
    const { findings } = await read(other)
    expect(findings[0]?.legs.map(({ amount, collateral }) => [amount, collateral])).toEqual([
      [1_200_000_001n, true],
      [4n, false],
    ])
    expect(findings[0]).not.toHaveProperty('loan')
  })
})

test('a wallet without obligations costs one question', async () => {
  expect(await read(invented(30))).toMatchObject({ findings: [], failure: null, searches: 1 })
})

test('a node that refuses to search fails the protocol', async () => {
  rpc.fault.methods = ['getProgramAccounts']
  rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  expect(await read()).toMatchObject({ findings: [], failure: 'rpc' })
})

test.each([
  ['more deposits than fit', { depositsLen: 13n }, []],
  ['a layout of another version', { version: 2n }, []],
  ['a reserve that does not exist', {}, [{ ...usdcDeposit, depositReserve: invented(40) }]],
  ['a reserve of another market', {}, [oldDeposit]],
] satisfies [string, Values, Values[]][])('%s fails the protocol', async (_, values, deposits) => {
  const unlucky = invented(41)
  plant(invented(42), obligation({ owner: unlucky, ...values }, deposits, []))
  expect(await read(unlucky)).toMatchObject({ findings: [], failure: 'contract' })
})

test('an obligation may have several loans', async () => {
  const busy = invented(43)
  const loans = [unlistedLoan, { ...unlistedLoan, borrowedAmountWads: 7n * WAD }]
  plant(invented(44), obligation({ owner: busy }, [usdcDeposit, unlistedDeposit], loans))
  const [found] = (await read(busy)).findings
  expect(found?.legs.map(({ amount }) => amount)).toEqual([1_200_000_001n, 4n, 2_000_000_001n, 14n])
  expect(found?.loan?.liquidationPrice).toBeNull()
})

test('a reserve has its price in dollars', () => {
  expect(saveReserve(raw(SAVE, unlistedReserve({}))).price).toBe(50)
})

test('a reserve has the size that the program gives it', () => {
  expect(saveReserveData({})).toHaveLength(619)
})
