import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { type Field, pack, repeat } from '../../../testing/wallet/solana/pack.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { TOKEN, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { SOL } from '../program-ids.ts'
import { raydiumLp } from './raydium-lp.ts'

const AMM_V4 = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'
/** The accounts that mint LP tokens, that of AMM v4 as in DefiLlama's adapter. The reader derives both. */
const AUTHORITY_V4 = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'
const AUTHORITY_CPMM = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const NO_KEY = '1'.repeat(32)

const [owner, spammed] = [invented(1), invented(2)]
const [lpV4, lpCpmm, other] = [invented(10), invented(11), invented(12)]
const VAULTS = { sol: invented(20), usdc: invented(21), other: invented(22), usdc2: invented(23) }

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  await tokens.mint(SOL.mint, 9)
  await tokens.mint(USDC, 6)
  await tokens.mint(other, 2)
  plantMint(lpV4, AUTHORITY_V4)
  plantMint(lpCpmm, AUTHORITY_CPMM)
  hold(30, owner, lpV4, 250n)
  hold(31, owner, lpCpmm, 3n)
  hold(32, owner, other, 77n)
  hold(33, owner, USDC, 88n)
})
beforeEach(() => {
  rpc.plant({ address: invented(40), owner: AMM_V4, data: v4() })
  rpc.plant({ address: invented(41), owner: CPMM, data: cpmm() })
  rpc.plant({ address: invented(42), owner: AMM_V4 })
  plantVault(VAULTS.sol, SOL.mint, 10_007n)
  plantVault(VAULTS.usdc, USDC, 20_009n)
  plantVault(VAULTS.other, other, 1060n)
  plantVault(VAULTS.usdc2, USDC, 2100n)
})

function plantMint(address: string, authority: string): void {
  const data = pack([1, 4], authority, [1000, 8], [9, 1], [1, 1], [0, 4], NO_KEY)
  rpc.plant({ address, owner: TOKEN, data })
}

function plantVault(address: string, mint: string, amount: bigint): void {
  rpc.plant({ address, owner: TOKEN, data: tokenAccountData(mint, AUTHORITY_V4, amount) })
}

function hold(number: number, holder: string, mint: string, amount: bigint): void {
  rpc.plant({
    address: invented(number),
    owner: TOKEN,
    data: tokenAccountData(mint, holder, amount),
  })
}

/** `AmmInfo` of AMM v4, field by field in the order of raydium-io/raydium-sdk-V2. Of the vaults, 7 and 9 are not the pool's. */
function v4({ lpMint = lpV4, lpReserve = 1000n } = {}): Buffer {
  return pack(
    repeat(24, [5, 8]),
    [7, 8],
    [9, 8],
    repeat(6, [5, 8]),
    repeat(2, [5, 16]),
    [5, 8],
    repeat(2, [5, 16]),
    [5, 8],
    VAULTS.sol,
    VAULTS.usdc,
    SOL.mint,
    USDC,
    lpMint,
    repeat(7, NO_KEY),
    [lpReserve, 8],
    repeat(3, [0, 8]),
  )
}

/** `PoolState` of CPMM, likewise. Fees of 10, 20 and 30, and 25, 35 and 40, are not the pool's. */
function cpmm(): Buffer {
  const fees: Field[] = [
    [10, 8],
    [25, 8],
    [20, 8],
    [35, 8],
  ]
  return pack(
    Buffer.from([247, 237, 227, 245, 215, 195, 222, 70]),
    NO_KEY,
    NO_KEY,
    VAULTS.other,
    VAULTS.usdc2,
    lpCpmm,
    other,
    USDC,
    NO_KEY,
    NO_KEY,
    NO_KEY,
    repeat(5, [1, 1]),
    [30, 8],
    ...fees,
    repeat(2, [5, 8]),
    repeat(8, [0, 1]),
    [30, 8],
    [40, 8],
    repeat(28, [0, 8]),
  )
}

const scan = (of = owner) => scanPrograms(rpc, [raydiumLp], of)

test('LP tokens of both kinds of pools are their shares of both reserves', async () => {
  const { findings, status } = await scan()
  expect(status).toBe('ok')
  const found = findings.map(({ market, receiptToken, legs }) => [
    market,
    receiptToken,
    ...legs.map(({ token, decimals, amount }) => [token, decimals, amount]),
  ])
  expect(found).toHaveLength(2)
  expect(found).toContainEqual(['SOL/USDC', lpV4, [SOL.mint, 9, 2500n], [USDC, 6, 5000n]])
  expect(found).toContainEqual([
    `${other.slice(0, 8)}…/USDC`,
    lpCpmm,
    [other, 2, 100n],
    [USDC, 6, 200n],
  ])
})

test('LP tokens of a pool that was emptied are worth nothing', async () => {
  rpc.plant({ address: invented(40), owner: AMM_V4, data: v4({ lpReserve: 0n }) })
  const { findings, status } = await scan()
  expect(status).toBe('ok')
  expect(findings.map(({ ref }) => ref)).toEqual([lpCpmm])
})

test('a token that Raydium does not mint starts no search', async () => {
  hold(50, spammed, other, 5n)
  rpc.calls.clear()
  expect((await scan(spammed)).status).toBe('ok')
  // That for stake accounts.
  expect(rpc.calls.get('getProgramAccounts')).toBe(1)
})

test.each([
  ['two pools', () => rpc.plant({ address: invented(42), owner: AMM_V4, data: v4() })],
  [
    'fewer LP tokens than held',
    () => rpc.plant({ address: invented(40), owner: AMM_V4, data: v4({ lpReserve: 249n }) }),
  ],
  [
    'no pool',
    () => rpc.plant({ address: invented(40), owner: AMM_V4, data: v4({ lpMint: NO_KEY }) }),
  ],
  ['a vault of another token', () => plantVault(VAULTS.sol, other, 10_007n)],
  ['a vault that owes more than it holds', () => plantVault(VAULTS.sol, SOL.mint, 6n)],
])('a pool with %s is reported as unreadable', async (_, spoil) => {
  spoil()
  const { protocols, findings } = await scan()
  expect(protocols).toContainEqual({ id: 'raydium', status: 'failed', reason: 'contract' })
  expect(findings).toEqual([])
})

test('a node that refuses the search leaves the protocol unread', async () => {
  rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  rpc.fault.methods = ['getProgramAccounts']
  const { protocols } = await scan()
  expect(protocols).toContainEqual({ id: 'raydium', status: 'failed', reason: 'rpc' })
})
