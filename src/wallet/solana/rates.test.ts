import { expect, test } from 'vitest'
import { Unreadable } from '../../chains/unreadable.ts'
import { invented, lendingData, raw, stakePoolData } from '../../testing/wallet/solana/accounts.ts'
import {
  infinity,
  infinityV1,
  jitoPool,
  marinade,
} from '../../testing/wallet/solana/rate-accounts.ts'
import { lst } from '../../testing/wallet/solana/token-list.ts'
import type { RawAccount } from './accounts.ts'
import { JUPITER_LEND_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import { jupiterLendRate, owed, redeem, stakeRate } from './rates.ts'

const SPL = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
const SANCTUM = 'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn'
const [mint, underlying] = [invented(2), invented(3)]
/** By a pool alone. */
const rateOf = (pool: RawAccount | null, of: string) =>
  stakeRate({ mint: of, mintAccount: null, pool })

test('a stake pool gives lamports per token, whichever copy of the program owns it', () => {
  for (const program of [SPL, SANCTUM]) {
    const rate = rateOf(raw(program, stakePoolData(mint, 1_200n, 1_000n)), mint)
    expect(redeem(10n, rate)).toBe(12n)
  }
})

const SOL = 10n ** 9n
const MSOL = lst('mSOL').mint

test('the pool of JitoSOL, recorded on mainnet, gives the rate of its epoch', () => {
  const rate = rateOf(raw(jitoPool.owner, jitoPool.epoch539), lst('JitoSOL').mint)
  expect(redeem(SOL, rate)).toBe(1_073_400_157n)
})

test.each([
  ['epoch566', 1_164_647_285n],
  ['epoch778', 1_288_555_757n],
] as const)(
  'the state of Marinade, recorded on mainnet in %s, gives the price that it names',
  (epoch, lamports) => {
    const data = marinade[epoch]
    const rate = rateOf(raw(marinade.owner, data), MSOL)
    expect(redeem(SOL, rate)).toBe(lamports)
    // The program rounds its own price down to 32 bits after the point.
    expect(redeem(1n << 32n, rate)).toBe(data.readBigUInt64LE(512))
  },
)

test('what cools down at Marinade still backs the token, and what a ticket waits for does not', () => {
  const billion = 10n ** 15n
  const rateWith = (at: number) => {
    const data = Buffer.from(marinade.epoch778)
    data.writeBigUInt64LE(data.readBigUInt64LE(at) + billion, at)
    // Moved, not made: the price stays what the program wrote.
    data.writeBigUInt64LE(data.readBigUInt64LE(376) + (at === 528 ? billion : -billion), 376)
    return rateOf(raw(marinade.owner, data), MSOL)
  }
  const rate = rateOf(raw(marinade.owner, marinade.epoch778), MSOL)
  for (const at of [226, 496, 528, 568]) expect(rateWith(at)).toEqual(rate)
})

test('a state of Marinade whose sums are off its own price, or of another token, gives no rate', () => {
  const changed = (at: number, factor: bigint) => {
    const data = Buffer.from(marinade.epoch778)
    data.writeBigUInt64LE((data.readBigUInt64LE(at) * factor) / 100n, at)
    return raw(marinade.owner, data)
  }
  expect(redeem(SOL, rateOf(changed(512, 101n), MSOL))).toBe(1_288_555_757n)
  const wrong = [
    changed(512, 102n),
    changed(512, 98n),
    changed(376, 90n),
    changed(504, 110n),
    changed(0, 101n),
    raw(marinade.owner, marinade.epoch778.subarray(0, 575)),
  ]
  for (const account of wrong) expect(() => rateOf(account, MSOL)).toThrow(Unreadable)
  const other = raw(marinade.owner, marinade.epoch778)
  expect(() => rateOf(other, lst('INF').mint)).toThrow(Unreadable)
})

test('the state of Infinity, recorded on mainnet, gives lamports for each of all INF', () => {
  const { state, mint: mintOf } = infinity
  const rate = stakeRate({
    mint: lst('INF').mint,
    mintAccount: raw(mintOf.owner, mintOf.data),
    pool: raw(state.owner, state.data),
  })
  // 1.927 million SOL, of which 316.7 are fees of the protocol.
  expect(rate.underlying).toBe(1_927_108_332_768_803n - 316_710_775_916n)
  expect(redeem(SOL, rate)).toBe(1_452_467_755n)
})

test('what Infinity withholds is not yet of INF, and a state or mint of another kind gives no rate', () => {
  const { state, mint: mintOf } = infinity
  const rateWith = (change: (data: Buffer) => void, owner = state.owner, of = mintOf) => {
    const data = Buffer.from(state.data)
    change(data)
    const mintAccount = raw(of.owner, of.data)
    return stakeRate({ mint: lst('INF').mint, mintAccount, pool: raw(owner, data) })
  }
  const nothing = () => {}
  const withheld = rateWith((data) => data.writeBigUInt64LE(10n ** 14n, 216))
  expect(withheld.underlying).toBe(rateWith(nothing).underlying - 10n ** 14n)
  const wrong = [
    () => rateWith((data) => data.writeUInt8(1, 12)),
    () => rateWith((data) => data.writeUInt8(3, 12)),
    () => rateWith((data) => data.writeUInt8(9, 144)),
    () => rateWith((data) => data.writeBigUInt64LE(15n * 10n ** 14n, 216)),
    () => rateWith((data) => data.writeBigUInt64LE(1n << 63n, 216)),
    () => rateWith(nothing, TOKEN_PROGRAM),
    () => rateWith(nothing, state.owner, { ...mintOf, owner: SPL }),
    () => rateWith(nothing, state.owner, { ...mintOf, data: Buffer.alloc(82) }),
    () => rateOf(raw(state.owner, infinityV1), lst('INF').mint),
    () => rateOf(raw(state.owner, state.data), lst('INF').mint),
  ]
  for (const each of wrong) expect(each).toThrow(Unreadable)
})

test('a rate below a half or above a hundred is refused', () => {
  const rate = (underlying: bigint) =>
    rateOf(raw(SPL, stakePoolData(mint, underlying, 1_000n)), mint)
  expect([rate(500n), rate(100_000n)].map((each) => redeem(10n, each))).toEqual([5n, 1_000n])
  for (const underlying of [499n, 100_001n]) expect(() => rate(underlying)).toThrow(Unreadable)
})

test('a rate rounds down, and is exact for amounts beyond 2^53', () => {
  const rate = rateOf(raw(SPL, stakePoolData(mint, 4n, 3n)), mint)
  expect(redeem(1n, rate)).toBe(1n)
  expect(redeem(3n * 2n ** 60n, rate)).toBe(4n * 2n ** 60n)
})

test('a debt rounds up, and a debt of nothing is nothing', () => {
  const rate = { underlying: 4n, shares: 3n }
  expect([0n, 1n, 3n].map((shares) => owed(shares, rate))).toEqual([0n, 2n, 4n])
})

test('a pool that is missing, foreign, of another token or empty gives no rate', () => {
  const good = stakePoolData(mint, 1_200n, 1_000n)
  const other = Buffer.from(good)
  other[0] = 2
  const wrong = [
    null,
    raw(TOKEN_PROGRAM, good),
    raw(SPL, other),
    raw(SPL, good.subarray(0, 273)),
    raw(SPL, stakePoolData(invented(9), 1_200n, 1_000n)),
    raw(SPL, stakePoolData(mint, 1_200n, 0n)),
    raw(SPL, stakePoolData(mint, 0n, 1_000n)),
  ]
  for (const account of wrong) expect(() => rateOf(account, mint)).toThrow(Unreadable)
})

test('a lending market gives underlying per receipt token', () => {
  const data = lendingData(underlying, mint, 1_050_000_000_000n)
  const rate = jupiterLendRate(raw(JUPITER_LEND_PROGRAM, data), { mint, underlying })
  expect(redeem(2_000_000n, rate)).toBe(2_100_000n)
})

test('an account that is not the market of both tokens gives no rate', () => {
  const good = lendingData(underlying, mint, 1_050_000_000_000n)
  const unmarked = Buffer.from(good)
  unmarked[0] = 0
  const wrong = [
    null,
    raw(SPL, good),
    raw(JUPITER_LEND_PROGRAM, unmarked),
    raw(JUPITER_LEND_PROGRAM, good.subarray(0, 122)),
    raw(JUPITER_LEND_PROGRAM, lendingData(invented(9), mint, 1n)),
    raw(JUPITER_LEND_PROGRAM, lendingData(underlying, invented(9), 1n)),
    raw(JUPITER_LEND_PROGRAM, lendingData(underlying, mint, 0n)),
  ]
  for (const account of wrong) {
    expect(() => jupiterLendRate(account, { mint, underlying })).toThrow(Unreadable)
  }
})
