import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/day.ts'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { kaminoFarmData, kaminoStakeData } from '../../../testing/wallet/solana/kamino-farms.ts'
import type { Values } from '../../../testing/wallet/solana/packed.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { recordedRun } from '../../../testing/wallet/solana/recorded-run.ts'
import { type SvmRpc, startSvmRpc, TOKEN } from '../../../testing/wallet/solana/svm-rpc.ts'
import { decodeAddress, encodeAddress } from '../base58.ts'
import { FARMS } from './kamino-farms.ts'
import { kaminoVaults } from './kamino-vaults.ts'
import { MAX_TOKENS } from './minted-tokens.ts'

/**
 * A vault as Kamino's program left it: of two depositors, with tokens of its own, receipt tokens of a reserve, interest of two months
 * and fees. The program was built in October 2024 and had another address, and the beginning of its state is that of today.
 */
const { wallet: owner, accounts: recorded, paid } = recordedRun('kamino-vault')
/** As long as today's, whose farms are behind what was recorded of it. */
const accounts = recorded.map((account) => {
  const { data } = account
  const rest = data.length > 1000 ? Buffer.alloc(62_552 - data.length) : Buffer.alloc(0)
  return { ...account, data: Buffer.concat([data, rest]) }
})
const vault = accounts.find(({ data }) => data.length > 1000)

if (vault === undefined) throw new Error('no vault was recorded')
const SHARE = encodeAddress(vault.data.subarray(184, 216))
const SHARES = 1_000_000_000n
const COUNTED_MS = Number(vault.data.readBigUInt64LE(272)) * 1000

let rpc: SvmRpc
beforeEach(() => plantAll(COUNTED_MS))
afterAll(() => rpc.stop())

async function plantAll(nowMs: number) {
  await rpc?.stop()
  rpc = await startSvmRpc(undefined, nowMs)
  for (const account of accounts) rpc.plant(account)
}

const scan = (nowMs = COUNTED_MS) => scanPrograms(rpc, [kaminoVaults], owner, nowMs)

function plantVault(change: (data: Buffer) => void): void {
  const data = Buffer.from(vault?.data ?? [])
  change(data)
  rpc.plant({ address: vault?.address ?? '', owner: vault?.owner ?? '', data })
}

function plantShareMint(change: (data: Buffer) => void): void {
  const mint = accounts.find(({ address }) => address === SHARE)
  const data = Buffer.from(mint?.data ?? [])
  change(data)
  rpc.plant({ address: SHARE, owner: TOKEN, data })
}

const asThemselves = [{ role: 'supply', token: SHARE, decimals: 6, amount: SHARES }]

test('shares are found as what the program paid for them, in five requests', async () => {
  const [token, amount] = paid[0] ?? []
  const { findings, status, requests, searches } = await scan()
  expect(status).toBe('ok')
  expect([requests, searches]).toEqual([5, 1])
  expect(findings).toMatchObject([
    {
      protocol: 'kamino-lend',
      product: 'vault',
      ref: vault.address,
      receiptToken: SHARE,
      legs: [{ role: 'supply', token, decimals: 6, amount, collateral: false }],
      source: 'onchain',
    },
  ])
})

test('a vault that was not used for a month says nothing of its shares', async () => {
  await plantAll(COUNTED_MS + 30 * DAY_MS)
  expect((await scan(COUNTED_MS + 30 * DAY_MS)).findings[0]?.legs).not.toMatchObject(asThemselves)
  await plantAll(COUNTED_MS + 31 * DAY_MS)
  expect((await scan(COUNTED_MS + 31 * DAY_MS)).findings).toMatchObject([{ legs: asThemselves }])
})

test.each<[string, (data: Buffer) => void]>([
  ['worth more than a hundred times as much', (data) => data.writeBigUInt64LE(101n << 32n, 288)],
  ['worth nothing', (data) => data.fill(0, 280, 296)],
  ['that issued fewer shares than held', (data) => data.writeBigUInt64LE(SHARES - 1n, 232)],
])('shares of a vault %s are found as themselves', async (_, change) => {
  plantVault(change)
  expect((await scan()).findings).toMatchObject([{ legs: asThemselves }])
})

test('a vault with another token of shares is not that of the wallet', async () => {
  plantVault((data) => data.set(decodeAddress(invented(7)) ?? [], 184))
  expect((await scan()).findings).toEqual([])
})

test.each<[string, (data: Buffer) => void]>([
  ['with a freeze authority', (data) => data.writeUInt32LE(1, 46)],
  ['without a mint authority', (data) => data.writeUInt32LE(0, 0)],
  // The base point of the curve, which is a key.
  ['whose mint authority has a key', (data) => data.fill(0x66, 4, 36).fill(0x58, 4, 5)],
])('a wallet that only has a token %s costs no search', async (_, change) => {
  plantShareMint(change)
  const { findings, searches, status } = await scan()
  expect([findings, searches, status]).toEqual([[], 0, 'ok'])
})

test('a node that refuses the search leaves the protocol unread', async () => {
  rpc.fault.rpcError = { code: -32603, message: 'internal error' }
  rpc.fault.methods = ['getProgramAccounts']
  const { protocols, findings } = await scan()
  expect(protocols).toContainEqual({ id: 'kamino-lend', status: 'failed', reason: 'rpc' })
  expect(findings).toEqual([])
})

test('more tokens than are looked at are reported', async () => {
  for (let number = 0; number < MAX_TOKENS; number++) {
    const data = tokenAccountData(invented(5000 + number), owner, 2n)
    rpc.plant({ address: invented(6000 + number), owner: TOKEN, data })
  }
  const { findings } = await scan()
  expect(findings.at(-1)).toMatchObject({ protocol: 'kamino-lend', legs: [], isUnread: true })
})

describe('shares in a farm', () => {
  const FARM = invented(70)
  const WAD = 10n ** 18n

  /** The shares of the wallet are in the farm, of which it has 3 of 4 active stakes and half of those that are on their way. */
  async function plantStake(stake: Values = {}, farm: Values = {}) {
    plantVault((data) => data.set(decodeAddress(FARM) ?? [], 58_600))
    const account = accounts.find(({ data }) => data.length === 165)
    const emptied = Buffer.from(account?.data ?? [])
    emptied.writeBigUInt64LE(0n, 64)
    rpc.plant({ address: account?.address ?? '', owner: TOKEN, data: emptied })
    const values = { farmState: FARM, owner, activeStakeScaled: 3n * WAD, ...stake }
    const seeds = ['user', address(FARM), address(owner)].map((seed) =>
      seed === 'user' ? Buffer.from(seed) : getAddressEncoder().encode(address(seed)),
    )
    const [at] = await getProgramDerivedAddress({ programAddress: address(FARMS), seeds })
    rpc.plant({ address: at, owner: FARMS, data: kaminoStakeData(values) })
    const totals = {
      totalStakedAmount: 1_000_000n,
      totalActiveStakeScaled: 4n * WAD,
      totalPendingAmount: 30_001n,
      totalPendingStakeScaled: 2n * WAD,
      ...farm,
    }
    const data = kaminoFarmData({ tokenMint: SHARE, ...totals })
    rpc.plant({ address: FARM, owner: FARMS, data })
    return at
  }

  test('are found as what they are worth, where the wallet has the empty account of their token', async () => {
    const at = await plantStake({ pendingWithdrawalUnstakeScaled: WAD })
    const { findings, status, searches } = await scan()
    expect(status).toBe('ok')
    expect(searches).toBe(1)
    const [token, paid = 0n] = paidOf()
    expect(findings).toMatchObject([
      { protocol: 'kamino-lend', product: 'vault', ref: at, receiptToken: null },
    ])
    const [leg] = findings[0]?.legs ?? []
    expect(leg).toMatchObject({ role: 'supply', token, collateral: false })
    // Three of four of a million, and half of 30,001, rounded down.
    const shares = 750_000n + 15_000n
    expect(Number(leg?.amount) / Number((paid * shares) / SHARES)).toBeCloseTo(1, 3)
  })

  test('are found beside those in the wallet', async () => {
    await plantStake()
    const account = accounts.find(({ data }) => data.length === 165)
    if (account) rpc.plant(account)
    expect((await scan()).findings.map(({ receiptToken }) => receiptToken)).toEqual([SHARE, null])
  })

  test('that were taken out again are none', async () => {
    await plantStake({ activeStakeScaled: 0n })
    expect((await scan()).findings).toEqual([])
  })

  test.each<[string, Values, Values]>([
    ['of another owner', { owner: invented(71) }, {}],
    ['more than all stakes', { activeStakeScaled: 5n * WAD }, {}],
  ])('%s leave the protocol unread', async (_, stake, farm) => {
    await plantStake(stake, farm)
    const { protocols } = await scan()
    expect(protocols).toContainEqual({ id: 'kamino-lend', status: 'failed', reason: 'contract' })
  })

  test.each<[string, () => unknown]>([
    ['of another token', () => plantStake({}, { tokenMint: invented(72) })],
    ['that is no farm', () => plantVault((data) => data.set(decodeAddress(FARM) ?? [], 58_600))],
  ])('a farm %s, which a vault of anybody may name, hides no share', async (_, spoil) => {
    await spoil()
    const account = accounts.find(({ data }) => data.length === 165)
    if (account) rpc.plant(account)
    const { findings, status } = await scan()
    expect([findings.map(({ receiptToken }) => receiptToken), status]).toEqual([[SHARE], 'ok'])
  })

  test('more emptied accounts than are looked at are reported', async () => {
    await plantStake()
    for (let number = 0; number < 101; number++) {
      // A share that a program derived, with another number at its end.
      const mint = await derivedMint(number)
      const data = tokenAccountData(mint, owner, 0n)
      rpc.plant({ address: invented(7000 + number), owner: TOKEN, data })
    }
    expect((await scan()).findings.at(-1)).toMatchObject({ legs: [], isUnread: true })
  })
})

const paidOf = () => paid[0] ?? []

async function derivedMint(number: number): Promise<string> {
  const seeds = [Buffer.from(`share ${number}`)]
  return (await getProgramDerivedAddress({ programAddress: address(FARMS), seeds }))[0]
}
