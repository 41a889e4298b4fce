import { describe, expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, DAY } from '../fixtures/record.ts'
import { reviewed } from '../fixtures/review.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { exitWindow } from './exit-window.ts'

describe('several reviews', () => {
  test('the worst deployment speaks for the protocol, with the day of its own review', () => {
    const record = reviewed(
      { chain: 'Ethereum', exitWindow: 'L', reviewedOn: '2024-02-02' },
      { chain: 'Polygon', exitWindow: 'H', reviewedOn: '2023-03-03' },
      { chain: 'Arbitrum' },
    )
    expect(judge(exitWindow, record)).toMatchObject({ value: 7, asOf: '2023-03-03' })
  })

  test('of two reviews of one day the link is that of the one that counts', () => {
    const page = 'https://example.com/polygon'
    const record = reviewed(
      { chain: 'Base', exitWindow: 'L' },
      { chain: 'Polygon', exitWindow: 'H', url: page },
    )
    expect(exitWindow.read(aSubject(record), METHODOLOGY)).toMatchObject({
      value: { value: 7, link: page },
    })
  })

  test('equal grades go to the first chain by name and there to the newest review, in any order', () => {
    const reviews = [
      { chain: 'Base', exitWindow: 'M', reviewedOn: '2024-02-02' },
      { chain: 'Arbitrum', exitWindow: 'M', reviewedOn: '2023-01-01' },
      { chain: 'Arbitrum', exitWindow: 'M', reviewedOn: '2023-03-03' },
    ] as const
    for (const order of [reviews, reviews.toReversed()]) {
      const judged = judge(exitWindow, reviewed(...order))
      expect(judged).toMatchObject({ asOf: '2023-03-03' })
      expect(judged).toHaveProperty('sentence', expect.stringContaining('on Arbitrum'))
    }
  })

  test('of one deployment only the newest counts, and another address is another deployment', () => {
    const [old, now] = [
      { exitWindow: 'H', reviewedOn: '2023-02-02' },
      { exitWindow: 'L', reviewedOn: '2024-02-02' },
    ] as const
    for (const order of [
      [old, now],
      [now, old],
    ]) {
      expect(judge(exitWindow, reviewed(...order))).toMatchObject({ value: 0 })
    }
    const elsewhere = { ...old, url: 'https://example.com/other' }
    expect(judge(exitWindow, reviewed(elsewhere, now))).toMatchObject({ value: 7 })
    expect(judge(exitWindow, reviewed({ ...old, chain: 'Base' }, now))).toMatchObject({ value: 7 })
    const sameDay = { ...old, reviewedOn: now.reviewedOn }
    expect(judge(exitWindow, reviewed(now, sameDay))).toMatchObject({ value: 7 })
  })

  test('a review of a later day than the snapshot is not used', () => {
    const today = { exitWindow: 'L', reviewedOn: DAY } as const
    const later = { exitWindow: 'H', reviewedOn: addDays(DAY, 1) } as const
    expect(judge(exitWindow, reviewed(today, later))).toMatchObject({ value: 0, asOf: DAY })
    expect(judge(exitWindow, reviewed(later))).toEqual({ missing: 'not-covered', source: 'test' })
  })

  test('no review, an empty list and a source that was not read are missing', () => {
    const source = 'defiscan'
    expect(judge(exitWindow, aRecord())).toEqual({ missing: 'not-covered', source })
    expect(judge(exitWindow, reviewed())).toEqual({ missing: 'not-covered', source: 'test' })
    expect(judge(exitWindow, reviewed({ upgradeability: 'L' }))).toMatchObject({
      missing: 'not-covered',
    })
    const facts = { reviews: missing('upstream-failed', source) }
    expect(judge(exitWindow, aRecord({ facts }))).toEqual({ missing: 'upstream-failed', source })
  })
})
