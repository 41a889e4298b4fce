import { expect, test } from 'vitest'
import { invented } from '../../../testing/wallet/solana/accounts.ts'
import { derivedAmong, MAX_LOOKED } from './wallet-reads.ts'

test('of thousands of addresses only the first are looked at', () => {
  const addresses = Array.from({ length: MAX_LOOKED + 1 }, (_, at) => invented(at))
  let looked = 0
  const isDerived = () => ++looked % 2 === 0
  const { derived, isWhole } = derivedAmong({ isDerived }, addresses)
  expect([looked, derived.length, isWhole]).toEqual([MAX_LOOKED, MAX_LOOKED / 2, false])
  expect(derivedAmong({ isDerived }, addresses.slice(1)).isWhole).toBe(true)
})
