import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { pack, repeat } from '../../../testing/wallet/solana/pack.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { recordedRun } from '../../../testing/wallet/solana/recorded-run.ts'
import { TOKEN, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { decodeAddress, encodeAddress } from '../base58.ts'
import { connectSolana } from '../web3.ts'
import { raydiumFarms } from './raydium-farms.ts'

const V3 = 'EhhTKczWMGQt46ynNeRX1WfeagwwJd7ufHvCDjRxjo5Q'
const V5 = '9KEPoZmtHUrBbhWN1v1KWLMkkvwY6WLtAVUCPRtRjP4z'
const V6 = 'FarmqiPv5eAj3j1GMdMCMUGXqPUvmquZtMy86QH6rzhG'
/** RAY, its farm and the vault of it: raydium-io/raydium-ui@050a4b4a src/utils/farms.ts, and DefiLlama's adapter. */
const RAY = {
  mint: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R',
  farm: '4EwbZo8BZXP5313z5A2H11MRBP15M5n6YxfmkjXESKAW',
  vault: '8tnpAECxAT9nHBqR1Ba494Ar5dQMPGhL31MmPJz1zZvY',
}
/** A CPMM pool as the program itself left it, and what it then paid for all LP tokens of a wallet. */
const run = recordedRun('raydium-cpmm')
const lp = run.accounts[0]?.data ?? Buffer.alloc(165)
const [lpMint, lpAmount] = [encodeAddress(lp.subarray(0, 32)), lp.readBigUInt64LE(64)]
const [staker, raider, single, stranger] = [1, 2, 3, 4].map(invented) as [
  string,
  string,
  string,
  string,
]
const other = invented(10)
const FARM = {
  lp: invented(20),
  lpVault: invented(21),
  other: invented(22),
  otherVault: invented(23),
}
const LEDGER = { lp: invented(30), other: invented(31) }
const NO_KEY = '1'.repeat(32)

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  await tokens.mint(RAY.mint, 6)
  await tokens.mint(other, 2)
  for (const account of run.accounts.slice(1)) rpc.plant(account)
  plantVault(RAY.vault, RAY.mint)
  plantVault(FARM.lpVault, lpMint)
  plantVault(FARM.otherVault, other)
  plant(await rayLedgerOf(raider), V3, ledgerV3(RAY.farm, raider, 1_234_567n))
  plant(RAY.farm, V3, farmV3(RAY.vault))
  for (const [number, holder] of [staker, single].entries()) {
    // An account of the LP token that is left when all of it is staked.
    plant(invented(40 + number), TOKEN, tokenAccountData(lpMint, holder, 0n))
  }
  plant(invented(42), TOKEN, tokenAccountData(other, stranger, 0n))
  plant(LEDGER.other, V5, ledgerV5(FARM.other, single, 99n))
  plant(FARM.other, V5, farmV3(FARM.otherVault))
})
beforeEach(() => {
  plant(FARM.lp, V6, farmV6())
  plant(LEDGER.lp, V6, ledgerV6(staker, lpAmount))
})

function plant(address: string, owner: string, data: Buffer): void {
  rpc.plant({ address, owner, data })
}

function plantVault(address: string, mint: string): void {
  plant(address, TOKEN, tokenAccountData(mint, invented(50), 10n ** 12n))
}

/** The beginning that farms of v3 and v5 share, and a farm of v6, field by field in the order of raydium-io/raydium-sdk-V2. */
const farmV3 = (vault: string) => pack([1, 8], [255, 8], vault, NO_KEY, Buffer.alloc(120))
const farmV6 = () =>
  pack(
    repeat(4, [1, 8]),
    [10n ** 9n, 16],
    repeat(3, [7, 8]),
    lpMint,
    FARM.lpVault,
    Buffer.alloc(1840),
  )

/** Ledgers, likewise. */
const ledgerV3 = (farm: string, owner: string, deposited: bigint) =>
  pack([1, 8], farm, owner, [deposited, 8], [5, 16], repeat(17, [0, 8]))
const ledgerV5 = (farm: string, owner: string, deposited: bigint) =>
  pack([1, 8], farm, owner, [deposited, 8], repeat(2, [5, 16]), repeat(17, [0, 8]))
const ledgerV6 = (owner: string, deposited: bigint) =>
  pack([0, 8], [1, 8], FARM.lp, owner, [deposited, 8], repeat(5, [5, 16]), repeat(16, [0, 8]))

async function rayLedgerOf(owner: string): Promise<string> {
  const deadline = AbortSignal.timeout(4500)
  const { derivedAddress } = await connectSolana({ nowMs: 0, urls: [rpc.url], fetch, deadline })
  const [farm, key] = [RAY.farm, owner].map((text) => decodeAddress(text) ?? Buffer.alloc(0))
  const seed = Buffer.from('staker_info_v2_associated_seed')
  return derivedAddress(V3, [farm ?? seed, key ?? seed, seed])
}

const scan = (of: string) => scanPrograms(rpc, [raydiumFarms], of)

test('RAY in its farm is found where the program derives its ledger, without a search', async () => {
  const { findings, status, searches } = await scan(raider)
  expect({ status, searches }).toEqual({ status: 'ok', searches: 0 })
  expect(findings).toMatchObject([
    {
      protocol: 'raydium',
      product: 'staking',
      market: 'RAY, staked',
      legs: [{ role: 'stake', token: RAY.mint, decimals: 6, amount: 1_234_567n }],
    },
  ])
})

test('LP tokens in a farm are what their pool paid for them', async () => {
  const { findings, status, searches } = await scan(staker)
  // Three programs of farms, and the pool.
  expect({ status, searches }).toEqual({ status: 'ok', searches: 4 })
  expect(findings).toMatchObject([{ product: 'lp', ref: LEDGER.lp, receiptToken: null }])
  expect(findings[0]?.market).toMatch(/, staked$/)
  const legs = findings.flatMap((finding) => finding.legs)
  expect(new Map(legs.map(({ token, amount }) => [token, amount]))).toEqual(new Map(run.paid))
})

test('a farm for a token of no pool holds that token', async () => {
  const { findings } = await scan(single)
  expect(findings).toMatchObject([
    { product: 'staking', ref: LEDGER.other, legs: [{ role: 'stake', token: other, amount: 99n }] },
  ])
})

test('a wallet that never had an LP token starts no search', async () => {
  expect(await scan(stranger)).toMatchObject({ status: 'ok', findings: [], searches: 0 })
})

test('a ledger without a deposit is no position', async () => {
  plant(LEDGER.lp, V6, ledgerV6(staker, 0n))
  expect(await scan(staker)).toMatchObject({ status: 'ok', findings: [] })
})

test.each([
  ['that does not exist', () => plant(FARM.lp, TOKEN, Buffer.alloc(0))],
  ['without a vault', () => plant(FARM.lp, V6, farmV6().fill(9, 104, 136))],
  ['with more than all LP tokens', () => plant(LEDGER.lp, V6, ledgerV6(staker, 1n << 63n))],
])('a farm %s is reported as unreadable', async (_, spoil) => {
  spoil()
  const { protocols, findings } = await scan(staker)
  expect(protocols).toContainEqual({ id: 'raydium', status: 'failed', reason: 'contract' })
  expect(findings).toEqual([])
})

test('a node that refuses the search leaves the protocol unread', async () => {
  rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  rpc.fault.methods = ['getProgramAccounts']
  const { protocols } = await scan(staker)
  expect(protocols).toContainEqual({ id: 'raydium', status: 'failed', reason: 'rpc' })
})
