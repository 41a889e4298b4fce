import { describe, expect, test } from 'vitest'
import type { ContractControl } from '../../domain/control.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import {
  aPath,
  by,
  bySafe,
  changedAtLeastBy,
  changedBy,
  HOUR,
} from '../../domain/fixtures/control.ts'
import { missing } from '../../domain/reading.ts'
import { controlled, lending } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { withdrawalPause } from './withdrawal-pause.ts'

type Pause = NonNullable<ContractControl['pause']>

const pausedBy = (...paths: Pause['paths']): Pause => ({ paths, complete: true, pausedNow: false })
const judged = (...contracts: Partial<ContractControl>[]) =>
  judge(withdrawalPause, controlled(contracts))
const silent = { missing: 'not-covered', source: 'test' }

describe('who can pause', () => {
  test.each<[string, Pause, number, string]>([
    ['no one', pausedBy(), 0, 'No one'],
    ['nobody any more', pausedBy(by('nobody')), 0, 'No one'],
    ['a vote of two days', pausedBy(by('governor', 2 * DAY_SECONDS)), 2, 'Governance (0xgovernor)'],
    [
      'a vote and a delay of two days together',
      pausedBy(aPath({ actor: 'governor', delaySeconds: DAY_SECONDS, voteSeconds: DAY_SECONDS })),
      2,
      'Governance (0x00000000000000000000000000000000000000aa)',
    ],
    ['a shorter vote', pausedBy(by('governor', 47 * HOUR)), 4, 'Governance (0xgovernor)'],
    ['a Safe of 4 of 7', pausedBy(bySafe(4, 7)), 4, '4 of 7 signers of a Safe (0xsafe)'],
    ['a Safe of 3 of 5', pausedBy(bySafe(3, 5)), 5.5, '3 of 5 signers of a Safe (0xsafe)'],
    [
      'a Safe without its numbers',
      pausedBy(by('safe')),
      5.5,
      'A Safe with signers that are not recorded (0xsafe)',
    ],
    ['a Safe of 1 of 5', pausedBy(bySafe(1, 5)), 8, '1 of 5 signers of a Safe (0xsafe)'],
    [
      'one key beside a Safe',
      pausedBy(bySafe(4, 7), by('eoa')),
      8,
      'One key (0xeoa) and one other',
    ],
    [
      'an unidentified actor',
      pausedBy(by('unidentified')),
      8,
      'An address that is not identified (0xunidentified)',
    ],
    [
      'others that cannot be listed',
      { ...pausedBy(bySafe(4, 7)), complete: false },
      8,
      '4 of 7 signers of a Safe (0xsafe), and maybe others who are not listed,',
    ],
    [
      'nobody who can be listed',
      { ...pausedBy(), complete: false },
      8,
      'Someone who is not listed',
    ],
  ])('%s', (_, pause, value, who) => {
    expect(judged({ pause })).toEqual({
      value,
      sentence: `${who} can pause 0xvault on Ethereum.`,
      asOf: '2024-03-11',
      source: 'test',
    })
  })

  test('paused now is worst, no matter who did it', () => {
    const pause = { ...pausedBy(), pausedNow: true }
    expect(judged({ pause })).toMatchObject({
      value: 10,
      sentence: '0xvault on Ethereum is paused.',
    })
  })

  test('the worst contract with deposits speaks, with its own day', () => {
    const contracts = [
      { address: '0x1', pause: pausedBy(bySafe(4, 7)) },
      { address: '0x2', pause: pausedBy(bySafe(3, 5)), day: '2024-02-02' },
      { address: '0x3', pause: pausedBy(by('eoa')), role: 'oracle' as const },
    ]
    for (const order of [contracts, contracts.toReversed()]) {
      expect(judged(...order)).toMatchObject({ value: 5.5, asOf: '2024-02-02' })
    }
  })
})

describe('a record that names no holder', () => {
  test('does not say whether someone can pause, unless it is the chain', () => {
    const pause = { paths: [], complete: false, pausedNow: null }
    expect(judged({ pause, source: 'public-record' })).toEqual(silent)
    expect(judged({ pause, source: 'onchain' })).toMatchObject({ value: 8 })
    const paused = { ...pause, pausedNow: true }
    expect(judged({ pause: paused, source: 'public-record' })).toMatchObject({ value: 10 })
  })

  test('says that no one can where the code is fixed and no one has other powers', () => {
    const fixed = { codeChange: changedBy(by('nobody')) }
    expect(judged(fixed)).toMatchObject({
      value: 0,
      sentence: 'No one can pause 0xvault on Ethereum: its code is fixed.',
    })
    expect(judged({ ...fixed, powers: [{ getter: 'owner', paths: [by('governor')] }] })).toEqual(
      silent,
    )
    expect(judged({ codeChange: changedBy(by('nobody'), by('eoa')) })).toEqual(silent)
    expect(judged({ codeChange: changedAtLeastBy(by('nobody')) })).toEqual(silent)
    expect(judged({ codeChange: { known: false, why: 'not-recorded' } })).toEqual(silent)
  })
})

describe('withdrawals of a market', () => {
  test('that are paused now are worst', () => {
    const day = '2024-02-02'
    const markets = [
      { asset: 'WETH', paused: false },
      { asset: 'USDC', paused: true, day },
    ]
    expect(judge(withdrawalPause, lending(markets))).toEqual({
      value: 10,
      sentence: 'Withdrawals of USDC on Ethereum are paused.',
      asOf: day,
      source: 'test',
    })
  })

  test('that are paused in a market with less than a twentieth of supply say nothing of the others', () => {
    const small = { address: '0x1', suppliedUsd: 4, paused: true }
    const large = { address: '0x2', suppliedUsd: 96, paused: false }
    const judgedMarkets = (...markets: Parameters<typeof lending>[0]) =>
      judge(withdrawalPause, lending(markets))
    expect(judgedMarkets(small, large)).not.toHaveProperty('value')
    expect(judgedMarkets({ ...small, suppliedUsd: 6 }, large)).toMatchObject({ value: 10 })
    expect(judgedMarkets({ ...small, suppliedUsd: null }, large)).toMatchObject({ value: 10 })
  })

  test('count as paused where that could not be read', () => {
    const gap = { why: 'reverted' as const, facts: ['paused' as const] }
    expect(judge(withdrawalPause, lending([{ paused: false }, { gap }]))).toMatchObject({
      value: 10,
      sentence: '1 of 2 markets could not be read and counts as the worst.',
    })
    const both = lending([{ gap }, { asset: 'USDC', paused: true }])
    expect(judge(withdrawalPause, both)).toHaveProperty(
      'sentence',
      'Withdrawals of USDC on Ethereum are paused.',
    )
  })

  test('that are open, or of which nothing is known, say nothing about who can pause', () => {
    const nothing = { missing: 'not-covered', source: 'onchain' }
    for (const paused of [false, null]) {
      expect(judge(withdrawalPause, lending([{ paused, frozen: true }]))).toEqual(nothing)
    }
  })
})

test('contracts that were not read are missing with their reason', () => {
  const facts = { control: missing('stale', 'onchain'), markets: fact([]) }
  expect(judge(withdrawalPause, aRecord({ facts }))).toEqual({
    missing: 'stale',
    source: 'onchain',
  })
})
