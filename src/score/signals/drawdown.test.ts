import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aHistory, aRecord } from '../fixtures/record.ts'
import { drawdown } from './drawdown.ts'

/** A level of 100 for as long as the window lasts, then these days. */
function afterCalm(...usd: number[]) {
  const calm = Array<number>(180 - usd.length).fill(100)
  return aRecord({ history: aHistory([...calm, ...usd]) })
}

describe('drawdown', () => {
  test.each([
    [[100], 0, 0],
    [[90, 90], 0.1, 10],
    [[0.001, 0.001], 0.99999, 100],
    [[70, 70, 200, 200, 200], 0.3, 30],
    [[200, 200, 120, 120], 0.4, 40],
    [[200, 200], 0, 0],
  ])('after a calm of 100, %j', (usd, value, percent) => {
    const judged = judge(drawdown, afterCalm(...usd))
    expect(judged).toMatchObject({
      sentence: `The worst fall in 180 days was ${percent} % from a peak.`,
      asOf: '2024-03-11',
      source: 'test',
    })
    expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
  })

  test('a fall before the window is forgotten', () => {
    const usd = [1000, 1000, ...Array<number>(180).fill(100)]
    expect(judge(drawdown, aRecord({ history: aHistory(usd) }))).toMatchObject({ value: 0 })
  })

  test('needs four fifths of 180 days', () => {
    const of = (days: number) =>
      judge(drawdown, aRecord({ history: aHistory(Array<number>(days).fill(1)) }))
    expect(of(144)).toMatchObject({ value: 0 })
    expect(of(143)).toEqual({ missing: 'not-covered', source: 'test' })
  })
})
