import { describe, expect, test } from 'vitest'
import type { ContractControl } from '../../domain/control.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import {
  aContract,
  by,
  bySafe,
  changedAtLeastBy,
  changedBy,
} from '../../domain/fixtures/control.ts'
import { aMarket } from '../../domain/fixtures/market.ts'
import type { ReviewGrade } from '../../domain/protocol.ts'
import { controlled } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { reviewed } from '../fixtures/review.ts'
import { exitWindow as signal } from './exit-window.ts'

type Grade = ReviewGrade | null

describe('a review', () => {
  test.each<[Grade, Grade, number]>([
    ['L', 'L', 0],
    ['M', 'L', 1.75],
    ['M', 'M', 3.5],
    ['H', 'M', 5.25],
    ['H', 'H', 7],
    [null, 'H', 7],
  ])(
    'of exit window %s and accessibility %s has these risk points',
    (exitWindow, accessibility, value) => {
      const record = reviewed({ exitWindow, accessibility, upgradeability: 'H', autonomy: 'H' })
      expect(judge(signal, record)).toMatchObject({ value })
    },
  )

  test('the sentence names both grades', () => {
    expect(judge(signal, reviewed({ chain: 'Base', exitWindow: 'L' }))).toHaveProperty(
      'sentence',
      'DeFiScan grades exit risk on Base: exit window low, accessibility not graded. Reviewed 2 months ago.',
    )
  })
})

describe('contracts that were read', () => {
  const judged = (...contracts: Partial<ContractControl>[]) => judge(signal, controlled(contracts))

  test.each<[string, ContractControl['codeChange'], number, string]>([
    [
      'fixed code',
      changedBy(by('nobody')),
      1,
      'No one can change the code of 0xvault on Ethereum.',
    ],
    [
      'a month',
      changedBy(bySafe(3, 5, 30 * DAY_SECONDS)),
      1,
      'Holders on Ethereum have 30 days to leave before a change.',
    ],
    [
      'a week',
      changedBy(by('governor', 7 * DAY_SECONDS)),
      3.5,
      'Holders on Ethereum have 7 days to leave before a change.',
    ],
    [
      'two days',
      changedBy(by('eoa', 2 * DAY_SECONDS)),
      5.5,
      'Holders on Ethereum have 2 days to leave before a change.',
    ],
    [
      'a day',
      changedBy(bySafe(3, 5, DAY_SECONDS)),
      6.5,
      'Holders on Ethereum have 1 day to leave before a change.',
    ],
    [
      'a multisig at once',
      changedBy(bySafe(3, 5)),
      7.5,
      'A change on Ethereum can come before holders have left.',
    ],
    [
      'one key at once',
      changedBy(by('eoa')),
      9,
      'A change on Ethereum can come before holders have left.',
    ],
    [
      'code that could not be followed',
      { known: false, why: 'unidentified' },
      9,
      'How soon the code of 0xvault on Ethereum can change is not known.',
    ],
    [
      'other ways that may be',
      changedAtLeastBy(by('governor', 30 * DAY_SECONDS)),
      9,
      'How soon the code of 0xvault on Ethereum can change is not known.',
    ],
  ])('%s', (_, codeChange, value, sentence) => {
    expect(judged({ codeChange })).toMatchObject({ value, sentence })
  })

  test('the path that leaves the least time speaks, also where another is worse otherwise', () => {
    const slow = { address: '0x1', codeChange: changedBy(by('eoa', 7 * DAY_SECONDS)) }
    const quick = { address: '0x2', codeChange: changedBy(by('governor')), day: '2024-02-02' }
    const low = { address: '0x3', codeChange: changedBy(by('eoa', 2 * DAY_SECONDS)) }
    for (const order of [
      [slow, quick, low],
      [low, quick, slow],
    ]) {
      expect(judged(...order)).toMatchObject({ value: 7.5, asOf: '2024-02-02' })
    }
    const two = changedBy(by('governor'), by('eoa', 7 * DAY_SECONDS))
    expect(judged({ codeChange: two })).toMatchObject({ value: 7.5 })
  })

  test('the time that leaving takes is taken from the notice', () => {
    const control = fact([aContract({ codeChange: changedBy(bySafe(3, 5, 9 * DAY_SECONDS)) })])
    const markets = fact([aMarket({ withdrawSeconds: 7 * DAY_SECONDS })])
    expect(judge(signal, aRecord({ facts: { control, markets } }))).toMatchObject({ value: 5.5 })
    const long = fact([aMarket({ withdrawSeconds: 10 * DAY_SECONDS })])
    expect(judge(signal, aRecord({ facts: { control, markets: long } }))).toMatchObject({
      value: 7.5,
    })
    const gap = { why: 'reverted' as const, facts: ['withdrawSeconds' as const] }
    const hidden = fact([aMarket({ gap })])
    expect(judge(signal, aRecord({ facts: { control, markets: hidden } }))).toMatchObject({
      value: 7.5,
      sentence:
        'How long leaving takes could not be read of all markets, so no notice of a change on Ethereum counts.',
    })
  })

  test('are missing where no record says', () => {
    expect(judged({ codeChange: { known: false, why: 'not-recorded' } })).toMatchObject({
      missing: 'not-covered',
    })
  })
})
