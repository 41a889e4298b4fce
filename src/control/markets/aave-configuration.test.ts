import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeAaveConfiguration } from './aave-configuration.ts'

const SOURCE = readFileSync(
  createRequire(import.meta.url).resolve(
    '@aave/core-v3/contracts/protocol/libraries/configuration/ReserveConfiguration.sol',
  ),
  'utf8',
)

/** A field of a word as the library of @aave/core-v3 reads it: what its mask does not cover, from its first bit. */
function libraryField(word: bigint, mask: string, start: string | null): bigint {
  const constant = (name: string) => {
    const text = new RegExp(`constant ${name} =\\s*(\\w+);`).exec(SOURCE)?.[1]
    if (text === undefined) throw new Error(`The library has no constant ${name}`)
    return BigInt(text)
  }
  const from = start === null ? 0n : constant(`${start}_START_BIT_POSITION`)
  const covered = (2n ** 256n - 1n) ^ constant(`${mask}_MASK`)
  return (word & covered) >> from
}

const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe(decodeAaveConfiguration.name, () => {
  test('reads every field of any word where @aave/core-v3 has it', () => {
    fc.assert(
      fc.property(word, (each) => {
        const ltv = libraryField(each, 'LTV', null)
        const threshold = libraryField(each, 'LIQUIDATION_THRESHOLD', 'LIQUIDATION_THRESHOLD')
        const cap = libraryField(each, 'SUPPLY_CAP', 'SUPPLY_CAP')
        expect(decodeAaveConfiguration(each)).toEqual({
          loanToValue: ltv > 10_000n ? null : Number(ltv) / 10_000,
          liquidationThreshold: threshold > 10_000n ? null : Number(threshold) / 10_000,
          decimals: Number(libraryField(each, 'DECIMALS', 'RESERVE_DECIMALS')),
          active: libraryField(each, 'ACTIVE', 'IS_ACTIVE') === 1n,
          frozen: libraryField(each, 'FROZEN', 'IS_FROZEN') === 1n,
          paused: libraryField(each, 'PAUSED', 'IS_PAUSED') === 1n,
          supplyCap: cap === 0n ? null : cap,
        })
      }),
      { numRuns: 500 },
    )
  })

  test('a share is known up to 100 %, and shares of whole percents are exact', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (a, b) => {
          const read = decodeAaveConfiguration(BigInt(a) | (BigInt(b) << 16n))
          expect([read.loanToValue, read.liquidationThreshold]).toEqual([a / 10_000, b / 10_000])
        },
      ),
    )
  })
})
