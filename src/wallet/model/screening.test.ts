import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { screen } from './screening.ts'

const TODAY = '2026-11-21'
const hit = (source: string) => known(true, TODAY, source)
const miss = (source: string) => known(false, TODAY, source)
const silent = (source: string) => missing('upstream-failed', source)
const stale = (source: string) => missing('stale', source)

describe('the sanctions status', () => {
  test.each([
    ['listed when the list names the account', [hit('ofac'), miss('a'), miss('b')], 'listed'],
    ['listed when one chain names it', [miss('ofac'), miss('a'), hit('b')], 'listed'],
    ['listed when a chain names it and the list is old', [stale('ofac'), hit('a')], 'listed'],
    ['listed when nothing else answers', [hit('ofac'), silent('a'), silent('b')], 'listed'],
    ['clear when all sources say so', [miss('ofac'), miss('a'), miss('b')], 'clear'],
    ['clear by the list alone', [miss('ofac'), silent('a'), silent('b')], 'clear'],
    ['clear by one chain when the list is old', [stale('ofac'), silent('a'), miss('b')], 'clear'],
    ['unknown when the list is old and no chain answers', [stale('ofac'), silent('a')], 'unknown'],
    [
      'unknown when the list is old and there is no oracle, as on Solana',
      [stale('ofac')],
      'unknown',
    ],
    ['unknown without any source', [], 'unknown'],
  ] satisfies [string, Reading<boolean>[], string][])('is %s', (_, readings, status) => {
    expect(screen(readings).status).toBe(status)
  })

  test('gives the answer and the day of each source, and null for one that said nothing', () => {
    expect(screen([known(true, '2026-11-01', 'ofac'), silent('a'), miss('b')]).sources).toEqual([
      { id: 'ofac', asOf: '2026-11-01', hit: true },
      { id: 'a', asOf: null, hit: null },
      { id: 'b', asOf: TODAY, hit: false },
    ])
  })
})

const readings = fc.array(
  fc.constantFrom<Reading<boolean>>(hit('s'), miss('s'), silent('s'), stale('s')),
  { maxLength: 5 },
)

describe('whatever the sources say', () => {
  test('no address is cleared by a source that did not answer, and none that a source lists', () => {
    fc.assert(
      fc.property(readings, (given) => {
        const { status } = screen(given)
        const answers = given.flatMap((reading) => (reading.known ? [reading.value] : []))
        if (answers.includes(true)) expect(status).toBe('listed')
        else expect(status).toBe(answers.length > 0 ? 'clear' : 'unknown')
      }),
    )
  })

  test('a source that falls silent never turns a listed account clear by itself', () => {
    fc.assert(
      fc.property(readings, (given) => {
        const { status } = screen([...given, silent('other')])
        expect(status).toBe(screen(given).status)
      }),
    )
  })

  test('the order of the sources changes nothing', () => {
    fc.assert(
      fc.property(readings, (given) => {
        expect(screen(given.toReversed()).status).toBe(screen(given).status)
      }),
    )
  })
})
