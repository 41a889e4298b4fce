import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/day.ts'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { recordedRun } from '../../../testing/wallet/solana/recorded-run.ts'
import { type SvmRpc, startSvmRpc, TOKEN } from '../../../testing/wallet/solana/svm-rpc.ts'
import { decodeAddress, encodeAddress } from '../base58.ts'
import { kaminoVaults } from './kamino-vaults.ts'
import { MAX_TOKENS } from './minted-tokens.ts'

/**
 * A vault as Kamino's program left it: of two depositors, with tokens of its own, receipt tokens of a reserve, interest of two months
 * and fees. The program was built in October 2024 and had another address, and the beginning of its state is that of today.
 */
const { wallet: owner, accounts, paid } = recordedRun('kamino-vault')
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

test('shares are found as what the program paid for them, in four requests', async () => {
  const [token, amount] = paid[0] ?? []
  const { findings, status, requests, searches } = await scan()
  expect(status).toBe('ok')
  expect([requests, searches]).toEqual([4, 1])
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
