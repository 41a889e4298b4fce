import { beforeAll, describe, expect, test } from 'vitest'
import { invented } from '../../../testing/wallet/solana/accounts.ts'
import { kaminoReserveData } from '../../../testing/wallet/solana/kamino-accounts.ts'
import {
  marginfiAccountData,
  marginfiBankData,
  spotMarketData,
} from '../../../testing/wallet/solana/marginfi-accounts.ts'
import type { Values } from '../../../testing/wallet/solana/packed.ts'
import { readProgram } from '../../../testing/wallet/solana/read-program.ts'
import { saveReserveData } from '../../../testing/wallet/solana/save-accounts.ts'
import { useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { KAMINO_LEND, ONE as KAMINO_ONE } from './kamino-layout.ts'
import { marginfi } from './marginfi.ts'
import { MARGINFI } from './marginfi-layout.ts'
import { SAVE, WAD } from './save-layout.ts'

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOL = 'So11111111111111111111111111111111111111112'
const MAIN = '4qp6Fx6tnZkY5Wropq9wUYgtFxXKwE6viZxFHg3rdAG8'
const DRIFT = 'dRiftyHA39MWEi3m9aunc5MzRF1JYuBsbn6VPcn33UH'
const OTHER = invented(2)
const ONE = 1n << 48n
const [owner, lender] = [invented(1), invented(10)]
const [usdcBank, solBank, otherBank] = [invented(3), invented(4), invented(5)]
const [onKamino, onDrift, onSave] = [invented(6), invented(7), invented(8)]
const [kaminoReserve, spotMarket, saveReserve] = [invented(50), invented(51), invented(52)]

const rpc = useSvm()
beforeAll(async () => {
  plant(usdcBank, bank({ assetShareValue: (5n * ONE) / 4n, liabilityShareValue: (3n * ONE) / 2n }))
  plant(solBank, bank({ mint: SOL, mintDecimals: 9n, assetWeightMaint: 0n, riskTier: 1n }))
  plant(otherBank, bank({ group: OTHER }))
  plant(onKamino, bank({ assetTag: 3n, integrationAcc1: kaminoReserve }))
  plant(onDrift, bank({ assetTag: 4n, integrationAcc1: spotMarket }))
  plant(onSave, bank({ assetTag: 5n, integrationAcc1: saveReserve }))

  plant(
    invented(20),
    account({ balances: [deposit(usdcBank, 1000n), loan(solBank, 7n * ONE + 1n)] }),
  )
  plant(invented(21), account({ group: OTHER, balances: [deposit(otherBank, 5n)] }))
  plant(invented(22), account({ balances: [{ ...deposit(usdcBank, 9n), active: 0n }] }))
  plant(
    invented(23),
    account({
      authority: lender,
      balances: [onKamino, onDrift, onSave].map((each) => deposit(each, 1_000_000_000n)),
    }),
  )

  const kamino = {
    mintPubkey: USDC,
    mintDecimals: 6n,
    availableAmount: 3n,
    mintTotalSupply: 2n,
    borrowedAmountSf: KAMINO_ONE / 4n,
  }
  rpc.plant({ address: kaminoReserve, owner: KAMINO_LEND, data: kaminoReserveData(kamino) })
  const save = {
    mint: USDC,
    mintDecimals: 6n,
    availableAmount: 3n,
    borrowedAmountWads: WAD,
    mintTotalSupply: 2n,
  }
  rpc.plant({ address: saveReserve, owner: SAVE, data: saveReserveData(save) })
  // A balance of one token is 10^9 at Drift, whatever the token has; its interest of 1.1 has ten decimals.
  const drift = { mint: USDC, cumulativeDepositInterest: 11_000_000_000n }
  rpc.plant({ address: spotMarket, owner: DRIFT, data: spotMarketData(drift) })
})

function plant(address: string, data: Uint8Array): void {
  rpc.plant({ address, owner: MARGINFI, data })
}

function bank(values: Values): Uint8Array {
  return marginfiBankData({
    mint: USDC,
    mintDecimals: 6n,
    group: MAIN,
    assetShareValue: ONE,
    liabilityShareValue: ONE,
    // The least weight that there is.
    assetWeightMaint: 1n,
    ...values,
  })
}

function account(values: Values): Uint8Array {
  return marginfiAccountData({ group: MAIN, authority: owner, ...values })
}

const deposit = (bankPk: string, shares: bigint) => ({
  active: 1n,
  bankPk,
  // Dust of a loan, as rounding leaves it.
  liabilityShares: ONE - 1n,
  assetShares: shares * ONE,
})
const loan = (bankPk: string, liabilityShares: bigint) => ({ active: 1n, bankPk, liabilityShares })

const read = (of = owner) => readProgram(rpc, marginfi, of)
const byRef = async (ref: string) => (await read()).findings.find((each) => each.ref === ref)

describe('the accounts of an owner', () => {
  test('are all found, with one search, and the empty one of no use', async () => {
    const { findings, failure, searches, requests } = await read()
    expect(failure).toBeNull()
    expect(findings.map(({ ref, market }) => [ref, market]).sort()).toEqual(
      [
        [invented(20), 'main'],
        [invented(21), OTHER],
      ].sort(),
    )
    expect(searches).toBe(1)
    expect(requests).toBe(3)
  })

  test('have deposits and loans at the worth of their shares, without the dust of rounding', async () => {
    const found = await byRef(invented(20))
    expect(found).toMatchObject({ protocol: 'marginfi-lending', product: 'lending' })
    expect(found?.legs).toEqual([
      { role: 'supply', token: USDC, symbol: 'USDC', decimals: 6, amount: 1250n, collateral: true },
      { role: 'borrow', token: SOL, symbol: 'SOL', decimals: 9, amount: 8n },
    ])
    expect(found).toMatchObject({ healthFactor: null })
  })

  test('list a deposit without a weight as no collateral', async () => {
    const plain = invented(30)
    plant(invented(31), account({ authority: plain, balances: [deposit(solBank, 6n)] }))
    const { findings } = await read(plain)
    expect(findings[0]?.legs).toMatchObject([{ role: 'supply', amount: 6n, collateral: false }])
  })

  test('lost a deposit in a bank whose shares are worth nothing any more', async () => {
    const unlucky = invented(36)
    plant(invented(37), bank({ assetShareValue: 0n }))
    const balances = [deposit(invented(37), 6n), deposit(usdcBank, 4n)]
    plant(invented(38), account({ authority: unlucky, balances }))
    const { findings } = await read(unlucky)
    expect(findings[0]?.legs).toMatchObject([{ role: 'supply', amount: 5n }])
  })

  test('have what a bank keeps at Kamino, Drift or Save in tokens, for one request more', async () => {
    const { findings, requests } = await read(lender)
    expect(findings[0]?.legs.map(({ role, amount }) => [role, amount])).toEqual([
      ['supply', 1_625_000_000n],
      ['supply', 1_100_000n],
      ['supply', 2_000_000_000n],
    ])
    expect(requests).toBe(4)
  })

  test('have no value of what Drift owes, which was drained, and one of the others', async () => {
    const { findings } = await read(lender)
    expect(findings[0]?.legs.map(({ isUnread }) => isUnread)).toEqual([undefined, true, undefined])
  })
})

test('a wallet without accounts costs one question', async () => {
  expect(await read(invented(32))).toMatchObject({ findings: [], failure: null, searches: 1 })
})

test('a node that refuses to search fails the protocol', async () => {
  rpc.fault.methods = ['getProgramAccounts']
  rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  expect(await read()).toMatchObject({ findings: [], failure: 'rpc' })
})

test.each([
  ['a bank of another group', { group: OTHER }],
  ['a bank that lends to an unknown lender', { assetTag: 6n }],
  ['a bank whose shares are worth less than nothing', { assetShareValue: (1n << 128n) - 1n }],
  [
    'a bank that lends to an account of another token',
    { assetTag: 3n, mint: SOL, integrationAcc1: kaminoReserve },
  ],
  [
    'a bank that lends to an account of another lender',
    { assetTag: 4n, integrationAcc1: saveReserve },
  ],
] satisfies [string, Values][])('%s fails the protocol', async (_, values) => {
  const unlucky = invented(33)
  plant(invented(34), bank(values))
  plant(invented(35), account({ authority: unlucky, balances: [deposit(invented(34), 8n)] }))
  expect(await read(unlucky)).toMatchObject({ findings: [], failure: 'contract' })
})

test('the structs have the sizes that the program asserts', () => {
  expect(marginfiAccountData({})).toHaveLength(2312)
  expect(marginfiBankData({})).toHaveLength(1864)
  expect(spotMarketData({})).toHaveLength(776)
})
