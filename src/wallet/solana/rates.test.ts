import { expect, test } from 'vitest'
import { invented, lendingData, raw, stakePoolData } from '../../testing/wallet/solana/accounts.ts'
import { Unreadable } from '../model/unreadable.ts'
import { JUPITER_LEND_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import { jupiterLendRate, owed, redeem, stakePoolRate } from './rates.ts'

const SPL = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
const SANCTUM = 'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn'
const [mint, underlying] = [invented(2), invented(3)]

test('a stake pool gives lamports per token, whichever copy of the program owns it', () => {
  for (const program of [SPL, SANCTUM]) {
    const rate = stakePoolRate(raw(program, stakePoolData(mint, 1_200n, 1_000n)), mint)
    expect(redeem(10n, rate)).toBe(12n)
  }
})

test('a rate rounds down, and is exact for amounts beyond 2^53', () => {
  const rate = stakePoolRate(raw(SPL, stakePoolData(mint, 4n, 3n)), mint)
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
  for (const account of wrong) expect(() => stakePoolRate(account, mint)).toThrow(Unreadable)
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
