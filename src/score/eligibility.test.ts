import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayNumber } from '../domain/day.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { ineligibleReasons } from './eligibility.ts'
import { aGivenSubject, type Given } from './fixtures/given.ts'
import { aHistory, aRecord, DAY, fact } from './fixtures/record.ts'
import { aSubject } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'

const ROWS: (Given & { eligible: boolean })[] = JSON.parse(
  readFileSync(new URL('fixtures/eligibility.json', import.meta.url), 'utf8'),
)

const REASONS = [
  'No contract address is known.',
  'No governance vote is declared.',
  'TVL is not known for 90 days with a median of at least $100,000 over the last 30.',
]

test.each(ROWS)('a protocol $name', ({ eligible, ...given }) => {
  expect(ineligibleReasons(aGivenSubject(given), METHODOLOGY)).toEqual(eligible ? [] : REASONS)
})

/** Listed two months ago, so that only its history can make it eligible. */
function reasons(history: ProtocolRecord['history']) {
  const record = aRecord({ facts: { listedOn: fact('2024-01-11') }, history })
  return ineligibleReasons(aSubject(record), METHODOLOGY)
}

test('90 days with holes are enough from 20 points on', () => {
  const { days, usd } = aHistory(Array<number>(91).fill(100_000))
  const keep = (count: number) => {
    const isKept = (_: number, index: number) => index === 0 || index > days.length - count
    return { days: days.filter(isKept), usd: usd.filter(isKept) }
  }
  expect(reasons(keep(20))).toEqual([])
  expect(reasons(keep(19))).toEqual(REASONS)
})

test('a TVL that ended a month ago is not enough', () => {
  const { usd } = aHistory(Array<number>(200).fill(1e9))
  const days = usd.map((_, index) => dayNumber(DAY) - 30 - usd.length + 1 + index)
  expect(reasons({ days, usd })).toEqual(REASONS)
})
