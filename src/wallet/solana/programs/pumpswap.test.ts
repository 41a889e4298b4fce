import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { pack } from '../../../testing/wallet/solana/pack.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { recordedRun } from '../../../testing/wallet/solana/recorded-run.ts'
import { TOKEN, TOKEN_2022, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { SOL } from '../program-ids.ts'
import { MAX_TOKENS } from './minted-tokens.ts'
import { pumpswap } from './pumpswap.ts'

/**
 * Two pools of mainnet with their mints and vaults, at slot 447,805,184 on 2026-09-17, from corchra28/atomarb@b0f58daf
 * tests/fixtures/pumpswap: the one that pump-fun/pump-public-docs explains, and one with virtual reserves.
 */
const { wallet: owner, accounts } = recordedRun('pumpswap')
const POOL = {
  address: 'GseMAnNDvntR5uFePZ51yZBXzNSn7GdFPkfHwfr6d77J',
  lpMint: '6dpnPD6UWDw5hbJEuPQwnCCMba1JYwHANKuL6GQ6otAH',
  lpSupply: 4_194_352_106_721n,
  base: { mint: '7LSsEoJGhLeZzGvDofTdNg7M3JttxQqGWNLo6vWMpump', reserve: 649_596_913_609_305n },
  quote: { mint: SOL.mint, reserve: 127_506_693_554n },
}
const BOOSTED = {
  address: 'FruHjS1iY2rR1vdcx7fRXKQmQh7BAGMqNhtqJCtQZLiz',
  lpMint: '9U5FfxDVx65k9PLKeuHUy9ZnGY9TKjDmF5dnTKbhV9ij',
  quote: { reserve: 5_768_587_105_985n },
}
const [spam, crowded] = [invented(90), invented(91)]

const rpc = useSvm()
beforeAll(() => {
  plantMint(POOL.lpMint, POOL.address)
  plantMint(BOOSTED.lpMint, BOOSTED.address)
  hold(1, owner, POOL.lpMint, POOL.lpSupply / 1000n)
})
beforeEach(() => {
  for (const account of accounts) rpc.plant(account)
})

/** An LP token is of Token-2022, minted by its pool, and no one can freeze it. */
function plantMint(address: string, authority: string): void {
  const data = pack([1, 4], authority, [1000, 8], [9, 1], [1, 1], [0, 4], '1'.repeat(32))
  rpc.plant({ address, owner: TOKEN_2022, data })
}

function hold(number: number, holder: string, mint: string, amount: bigint): void {
  const data = tokenAccountData(mint, holder, amount)
  rpc.plant({ address: invented(1000 + number), owner: TOKEN_2022, data })
}

function poolWith(change: (data: Buffer) => void, size = 300): void {
  const pool = accounts.find(({ address }) => address === POOL.address)
  const data = Buffer.alloc(size)
  pool?.data.copy(data)
  change(data)
  rpc.plant({ address: POOL.address, owner: pool?.owner ?? '', data })
}

const scan = (of = owner) => scanPrograms(rpc, [pumpswap], of)

test('an LP token of a pool of mainnet is its share of both vaults', async () => {
  const { findings, status, searches } = await scan()
  expect({ status, searches }).toEqual({ status: 'ok', searches: 0 })
  const amount = POOL.lpSupply / 1000n
  expect(findings).toMatchObject([
    {
      protocol: 'pumpswap',
      product: 'lp',
      market: '7LSsEoJG…/SOL',
      receiptToken: POOL.lpMint,
      legs: [POOL.base, POOL.quote].map(({ mint, reserve }) => {
        return { role: 'lp', token: mint, amount: (reserve * amount) / POOL.lpSupply }
      }),
    },
  ])
})

test('what a pool has in virtual reserves belongs to no one', async () => {
  hold(2, spam, BOOSTED.lpMint, 4_193_388_282_678n)
  const { findings } = await scan(spam)
  expect(findings[0]?.legs.at(-1)).toMatchObject({
    token: SOL.mint,
    amount: BOOSTED.quote.reserve,
  })
})

test('fees that wait in the vault are not the pool’s', async () => {
  poolWith((data) => {
    data.writeBigUInt64LE(6_000_000_000n, 271)
    data.writeBigUInt64LE(1_506_693_554n, 279)
  })
  const { findings } = await scan()
  expect(findings[0]?.legs.at(-1)?.amount).toBe(119_999_999n)
})

test('a pool from before those fees has none', async () => {
  poolWith(() => {}, 211)
  expect((await scan()).findings[0]?.legs.at(-1)?.amount).toBe(127_506_693n)
})

test('LP tokens of a pool that was emptied are worth nothing', async () => {
  poolWith((data) => data.writeBigUInt64LE(0n, 203))
  expect(await scan()).toMatchObject({ status: 'ok', findings: [] })
})

test.each([
  ['another LP token', () => poolWith((data) => data.fill(1, 107, 139))],
  ['fewer LP tokens than held', () => poolWith((data) => data.writeBigUInt64LE(5n, 203))],
  ['a vault that owes more than it holds', () => poolWith((data) => data.fill(1, 271, 279))],
  ['no account', () => rpc.plant({ address: POOL.address, owner: TOKEN })],
])('a pool with %s is reported as unreadable', async (_, spoil) => {
  spoil()
  const { protocols, findings } = await scan()
  expect(protocols).toContainEqual({ id: 'pumpswap', status: 'failed', reason: 'contract' })
  expect(findings).toEqual([])
})

test('a token that says it is minted by a pool is not its LP token', async () => {
  const liar = invented(80)
  plantMint(liar, POOL.address)
  hold(3, crowded, liar, 5n)
  expect(await scan(crowded)).toMatchObject({ status: 'ok', findings: [] })
})

test('more tokens than are looked at are reported', async () => {
  const hoarder = invented(92)
  for (let number = 0; number <= MAX_TOKENS; number++) {
    hold(2000 + number, hoarder, invented(10_000 + number), 2n)
  }
  const { findings } = await scan(hoarder)
  expect(findings).toMatchObject([{ protocol: 'pumpswap', legs: [], isUnread: true }])
})
