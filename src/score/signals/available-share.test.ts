import { expect, test } from 'vitest'
import { aLentMarket } from '../../domain/fixtures/market.ts'
import type { Market } from '../../domain/market.ts'
import { lending } from '../fixtures/control.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { availableShare } from './available-share.ts'

const unread = (...facts: NonNullable<Market['gap']>['facts']) => ({
  gap: { why: 'node-failed' as const, facts },
})

test.each<[string, Partial<Market>[], number, string]>([
  ['is the share of a market', [{}], 0.1, '10 % of the deposits in its market could'],
  ['is weighted by supply', [{}, { suppliedUsd: 3e6, availableShare: 0.5 }], 0.4, '40 % of the'],
  ['is nothing of a market that is paused', [{ paused: true }], 0, '0 % of the deposits'],
  [
    'is nothing where it could not be read',
    [{ availableShare: null, ...unread('availableShare') }],
    0,
    'At worst: 0 % of the deposits in its market could be withdrawn at once. Its market could not be read',
  ],
  [
    'is nothing where a pause could not be read',
    [{ paused: null, ...unread('paused') }],
    0,
    'At worst: 0 % of the deposits in its market could be withdrawn at once. Its market could not be read',
  ],
])('what can be withdrawn %s', (_, markets, value, sentence) => {
  const subject = aSubject(lending(markets.map((fields) => aLentMarket(fields))))
  const reading = availableShare.read(subject, METHODOLOGY)
  expect(reading.known && reading.value.value).toBeCloseTo(value, 9)
  expect(reading.known && reading.value.sentence).toContain(sentence)
})
