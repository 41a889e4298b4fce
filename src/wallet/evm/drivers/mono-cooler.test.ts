import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, runDriver, says } from './fixtures/fake-chain.ts'
import { monoCooler } from './mono-cooler.ts'

const OWNER = at(0xa11ce)
const WAD = 10n ** 18n
const COOLER = at(1)
const COLLATERAL = { address: at(2), symbol: 'gOHM', decimals: 18 }
const DEBT = { address: at(3), symbol: 'USDS', decimals: 18 }
const entry = entryOf(monoCooler, { cooler: COOLER, collateral: COLLATERAL, debt: DEBT })

function read(collateral: bigint, debt: bigint, health: bigint, token = DEBT.address) {
  const position = [collateral, debt, 0n, 0n, health, 0n, 0n, 0n, 0n]
  return runDriver(monoCooler, entry, OWNER, [
    says(COOLER, 'accountPosition', [OWNER], position),
    says(COOLER, 'debtToken', [], token),
  ]).findings
}

describe('A loan of Cooler', () => {
  test('has its collateral, its debt and its health, and no price of liquidation', () => {
    const [loan, ...others] = read(2n * WAD, 5_000n * WAD, (11n * WAD) / 10n)
    expect(others).toEqual([])
    expect(loan).toMatchObject({
      healthFactor: 1.1,
      legs: [
        { role: 'collateral', symbol: 'gOHM', amount: 2n * WAD, collateral: true },
        { role: 'borrow', symbol: 'USDS', amount: 5_000n * WAD },
      ],
    })
    expect(loan?.loan).toBeUndefined()
  })

  test('that was paid back leaves collateral alone, and nothing is nothing', () => {
    expect(read(WAD, 0n, 2n ** 256n - 1n)).toMatchObject([{ healthFactor: null, legs: [{}] }])
    expect(read(0n, 0n, 2n ** 256n - 1n)).toEqual([])
  })

  test('is unreadable when the treasury lends another token now', () => {
    expect(() => read(WAD, WAD, WAD, at(9))).toThrow(Unreadable)
    expect(read(WAD, 0n, 2n ** 256n - 1n, at(9))).toHaveLength(1)
  })
})
