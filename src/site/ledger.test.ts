import { expect, test } from 'vitest'
import { signalName } from '../domain/signal-name.ts'
import { detail, unscored } from './fixtures/documents.ts'
import { ledgerOf, sourceName } from './ledger.ts'

test('the contributions add up to the composite', () => {
  const ledger = ledgerOf(detail)
  expect(ledger?.total).toBe(3.6)
})

test('an account that does not add up is refused', () => {
  const broken = structuredClone(detail)
  const signal = broken.scoreMetadata?.dimensions.liquidity.signals[0]
  if (signal) signal.contribution += 0.000001
  expect(() => ledgerOf(broken)).toThrow(/tern-lend add up to 1\.200001/)
})

test('a floor is part of what its dimension adds', () => {
  const without = structuredClone(detail)
  const liquidity = without.scoreMetadata?.dimensions.liquidity
  if (liquidity) liquidity.floor = null
  expect(() => ledgerOf(without)).toThrow(/tern-lend add up to 1, but its Liquidity is 1\.2/)
})

test('parts that are booked on the wrong dimension are refused, even when the sum is right', () => {
  const moved = structuredClone(detail)
  const { smartContract, liquidity } = moved.scoreMetadata?.dimensions ?? {}
  const [from] = smartContract?.signals ?? []
  const [to] = liquidity?.signals ?? []
  if (!from || !to) throw new Error('the fixture has two dimensions')
  from.contribution -= 0.1
  to.contribution += 0.1
  expect(() => ledgerOf(moved)).toThrow(/but its Smart Contract is 2\.4/)
})

test('a dimension that is unknown or does not apply adds nothing rather than zero', () => {
  const byKey = new Map(ledgerOf(detail)?.dimensions.map((entry) => [entry.key, entry]))
  expect(byKey.get('oracle')?.contribution).toBeNull()
  expect(byKey.get('credit')?.contribution).toBeNull()
  expect(byKey.get('liquidity')?.contribution).toBe(1.2)
})

test('without a composite nothing is counted', () => {
  const ledger = ledgerOf(unscored)
  expect(ledger?.total).toBeNull()
  expect(ledger?.dimensions.every(({ contribution }) => contribution === null)).toBe(true)
})

test('the id of a signal reads as words', () => {
  expect(signalName('weekOutflow')).toBe('Week outflow')
  expect(signalName('own-token-share')).toBe('Own token share')
})

test('a source has the name that readers know; a record says that it is one, and never that it is the chain', () => {
  expect(sourceName('onchain')).toBe('Chain')
  expect(sourceName('defiscan')).toBe('DeFiScan')
  expect(sourceName('l2beat')).toBe('L2BEAT, a public record')
  expect(sourceName('aave-permissions-book')).toBe('The Aave permissions book, a public record')
  expect(sourceName('unheard-of')).toBe('unheard-of')
})
