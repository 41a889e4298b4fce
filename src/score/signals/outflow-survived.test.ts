import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aHistory, aRecord } from '../fixtures/record.ts'
import { outflowSurvived } from './outflow-survived.ts'

/** A level of 100, then these days, then a level of `after` for so many days. */
function fallingTo(after: number, days: number, ...usd: number[]) {
  const calm = Array<number>(365 - days - usd.length).fill(100)
  return aRecord({ history: aHistory([...calm, ...usd, ...Array<number>(days).fill(after)]) })
}

describe('the outflow that it survived', () => {
  test.each([
    ['none', fallingTo(100, 0), 0, 0],
    ['a fall within a week', fallingTo(60, 60), 0.4, 40],
    [
      'a fall over two weeks, by its worst week',
      fallingTo(20, 60, ...steps(100, 20, 16)),
      7 / 11,
      64,
    ],
    ['a fall too recent to judge', fallingTo(60, 30), 0, 0],
    ['one of which a month has passed', fallingTo(60, 38), 0.4, 40],
    ['one of a single day, which is a fault of upstream', fallingTo(100, 60, 1), 0, 0],
    ['a rise', fallingTo(900, 60), 0, 0],
  ])('%s', (_, record, value, percent) => {
    const judged = judge(outflowSurvived, record)
    expect(judged).toMatchObject({
      sentence: `The largest weekly outflow it survived in the last year was ${percent} % of TVL.`,
      asOf: '2024-03-11',
      source: 'test',
    })
    expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
  })

  test('needs four fifths of a year', () => {
    const of = (days: number) =>
      judge(outflowSurvived, aRecord({ history: aHistory(Array<number>(days).fill(1)) }))
    expect(of(292)).toMatchObject({ value: 0 })
    expect(of(291)).toEqual({ missing: 'not-covered', source: 'test' })
  })
})

/** Equal steps from one level down to another, both left out. */
function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count - 1 }, (_, i) => from + ((to - from) * (i + 1)) / count)
}
