import { describe, expect, test } from 'vitest'
import { known } from '../../domain/reading.ts'
import type { TvlFigures } from '../../domain/tvl-figures.ts'
import { judge } from '../fixtures/judgement.ts'
import { aHistory, aRecord } from '../fixtures/record.ts'
import { drawdown } from './drawdown.ts'
import { outflowSurvived } from './outflow-survived.ts'
import { volatility } from './volatility.ts'

const DAY = '2024-03-11'

const figures: TvlFigures = {
  volatility: { value: 0.042, days: 90 },
  drawdown: { value: 0.3, days: 180 },
  outflowSurvived: { value: 0.2, days: 365, withinDays: 7, survivedDays: 30 },
}

/** A protocol with `known` days of daily TVL, and with these figures of a day. */
function withFigures(value: TvlFigures, { asOf = DAY, days = 0 } = {}) {
  const history = aHistory(Array<number>(days).fill(1))
  return aRecord({ history, facts: { tvlFigures: known(value, asOf, 'recorded') } })
}

describe('a recorded figure', () => {
  test.each([
    [volatility, 0.042, 'TVL moved by 4.2 % a day over 90 days.'],
    [drawdown, 0.3, 'The worst fall in 180 days was 30 % from a peak.'],
    [
      outflowSurvived,
      0.2,
      'The largest weekly outflow it survived in the last year was 20 % of TVL.',
    ],
  ])(
    'stands in where daily TVL is missing, with its own day and source',
    (signal, value, sentence) => {
      expect(judge(signal, withFigures(figures))).toMatchObject({
        value,
        sentence,
        asOf: DAY,
        source: 'recorded',
      })
    },
  )

  test('does not count where daily TVL is known', () => {
    expect(judge(volatility, withFigures(figures, { days: 90 }))).toMatchObject({ value: 0 })
  })

  test('does not count when it is of another day than the TVL', () => {
    const old = withFigures(figures, { asOf: '2024-03-10' })
    expect(judge(drawdown, old)).toHaveProperty('missing')
  })

  test('does not count when it is over other days, or absent', () => {
    const outflow = { value: 0.2, days: 365, withinDays: 7, survivedDays: 60 }
    const other = withFigures({ volatility: { value: 0.042, days: 60 }, outflowSurvived: outflow })
    for (const signal of [volatility, drawdown, outflowSurvived])
      expect(judge(signal, other)).toHaveProperty('missing')
  })
})
