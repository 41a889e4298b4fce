import { describe, expect, test } from 'vitest'
import type { StressResult } from '../../contract/stress.ts'
import { choicesOf, searchOf, sentencesOf } from './scenario.ts'

describe('a scenario', () => {
  test('is the same in the form and in the address', () => {
    const choices = choicesOf(new URLSearchParams('fails=lido:0.06,circle:0.1235'))
    expect(choices).toEqual([
      { id: 'lido', percent: '6' },
      { id: 'circle', percent: '12.35' },
    ])
    expect(searchOf(choices)).toEqual({ search: 'fails=circle%3A0.1235%2Clido%3A0.06' })
  })

  test('of an address that is none fills no row', () => {
    for (const search of ['', 'fails=', 'fails=lido', 'fails=lido:2'])
      expect(choicesOf(new URLSearchParams(search))).toEqual([])
  })

  test('leaves out rows in which nothing is chosen, and needs one', () => {
    expect(searchOf([{ id: '', percent: '' }])).toEqual({ problem: 'Choose what fails.', at: 0 })
    expect(
      searchOf([
        { id: '', percent: '5' },
        { id: 'lido', percent: '5' },
      ]),
    ).toEqual({ search: 'fails=lido%3A0.05' })
  })

  test.each(['', ' ', '0', '-1', '100.1', 'x'])('of a drop of %j is refused', (percent) => {
    expect(searchOf([{ id: 'lido', percent }])).toMatchObject({ at: 0 })
  })

  test('names each once and at most five', () => {
    const one = { id: 'lido', percent: '5' }
    expect(searchOf([one, one])).toEqual({ problem: 'Each may fail once.', at: 1 })
    const six = [...'abcdef'].map((id) => ({ id, percent: '5' }))
    expect(searchOf(six)).toMatchObject({ problem: 'At most 5 fail at once.' })
  })
})

test('the answer is a bound under a condition, and says how much is not known', () => {
  const result: StressResult = {
    fails: [
      { id: 'lido', name: 'Lido', drop: 0.06 },
      { id: 'circle', name: 'Circle', drop: 0.5 },
    ],
    ...{ day: '2026-10-04', rounds: 2, rows: [], more: 3, resolvedProtocols: 105, protocols: 400 },
  }
  expect(sentencesOf(result).join(' ')).toBe(
    'If Lido lost 6.0\u00a0% of its value and Circle lost 50\u00a0% of its value, 3 protocols may lose something; the table says how much at most. These are bounds and no forecast. Of 400 protocols it is known of 105 what they hold of others; others may lose too.',
  )
  expect(sentencesOf({ ...result, more: 0 })[0]).toContain('no protocol that is resolved')
})
