import { describe, expect, test } from 'vitest'
import { DAY_SECONDS } from '../../domain/day.ts'
import {
  aContract,
  by,
  bySafe,
  changedAtLeastBy,
  changedBy,
} from '../../domain/fixtures/control.ts'
import { known, missing } from '../../domain/reading.ts'
import { controlled, lending } from '../fixtures/control.ts'
import { aRecord, DAY, fact } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { depositContracts, secondsToLeave, upgradePaths } from './control-facts.ts'
import { marketsOf } from './market-facts.ts'
import { UNSEEN } from './path-points.ts'

const { control } = METHODOLOGY.parameters

describe('contracts with deposits', () => {
  test('are those that hold funds or decide over them, by chain and address', () => {
    const record = controlled([
      { role: 'token', address: '0x1' },
      { role: 'logic', address: '0x3', chain: 'Polygon' },
      { role: 'funds', address: '0x2', chain: 'Polygon' },
      { role: 'oracle', address: '0x4' },
      { role: 'governance', address: '0x5' },
      { role: 'periphery', address: '0x6' },
      { role: 'funds', address: '0x9', chain: 'Arbitrum' },
    ])
    const reading = depositContracts(aSubject(record))
    expect(reading.known && reading.value.map(({ address }) => address)).toEqual([
      '0x9',
      '0x2',
      '0x3',
    ])
  })

  test('are left out while they are not confirmed, and missing where all are', () => {
    const open = { address: '0x1', unconfirmed: 'disagreement' as const }
    const some = depositContracts(aSubject(controlled([open, { address: '0x2' }])))
    expect(some.known && some.value.map(({ address }) => address)).toEqual(['0x2'])
    expect(depositContracts(aSubject(controlled([open])))).toMatchObject({ reason: 'unconfirmed' })
  })

  test('are missing where none is recorded, with the reason where there is one', () => {
    expect(depositContracts(aSubject(aRecord()))).toEqual(missing('not-covered', 'onchain'))
    expect(depositContracts(aSubject(controlled([])))).toEqual(missing('not-covered', 'test'))
    const tokens = aSubject(controlled([{ role: 'token' }]))
    expect(depositContracts(tokens)).toEqual(missing('not-covered', 'test'))
    const stale = missing('stale', 'onchain')
    const subject = aSubject(aRecord({ facts: { control: stale, markets: stale } }))
    expect([depositContracts(subject), marketsOf(subject)]).toEqual([stale, stale])
  })
})

describe('the upgrade paths', () => {
  const usd = { section: 'tvl' as const, usd: 1 }
  const tvl = fact(['Ethereum', 'Arbitrum'].map((chain) => ({ chain, ...usd })))
  const read = (...contracts: Parameters<typeof controlled>[0]) =>
    upgradePaths(aSubject(controlled(contracts, { tvl })), METHODOLOGY)

  test('are those of all contracts, the worst first and with the day of its contract', () => {
    const reading = read(
      { address: '0x1', codeChange: changedBy(by('nobody'), by('governor')) },
      { address: '0x2', chain: 'Arbitrum', codeChange: changedBy(bySafe(3, 5)), day: '2024-02-02' },
      { address: '0x3', chain: 'Polygon', codeChange: { known: false, why: 'not-recorded' } },
    )
    expect(reading).toMatchObject({ known: true, asOf: '2024-02-02' })
    if (!reading.known) return
    expect(reading.value.rated.map(({ points }) => points)).toEqual([7, 5, 0])
    expect(reading.value.worst).toMatchObject({ points: 7, contract: { address: '0x2' } })
    expect([...reading.value.chains].sort()).toEqual(['Arbitrum', 'Ethereum'])
  })

  test('name a seen path before an unseen one of the same points', () => {
    const reading = read({ codeChange: changedAtLeastBy(by('eoa')) })
    expect(reading).toMatchObject({ value: { worst: { path: { actor: 'eoa' } } } })
    const unseen = { address: '0x1', codeChange: { known: false, why: 'unidentified' } } as const
    expect(read(unseen, { address: '0x2' })).toMatchObject({
      value: { worst: { contract: { address: '0x2' } } },
    })
    expect(read({ codeChange: changedAtLeastBy(bySafe(2, 3)) })).toMatchObject({
      value: { worst: { path: UNSEEN, points: 9.5 } },
    })
  })

  test('are missing where no record says', () => {
    const codeChange = { known: false, why: 'not-recorded' } as const
    expect(read({ codeChange })).toEqual(missing('not-covered', 'test'))
  })
})

describe('the time to leave', () => {
  test('is the longest wait of the markets', () => {
    const waits = [{ withdrawSeconds: 60 }, { withdrawSeconds: 3_600 }, { withdrawSeconds: null }]
    expect(secondsToLeave(aSubject(lending(waits)), control)).toBe(3_600)
    expect(secondsToLeave(aSubject(lending([{ withdrawSeconds: 0 }])), control)).toBe(0)
  })

  test('has no end where the wait of a market could not be read', () => {
    const gap = { why: 'reverted' as const, facts: ['withdrawSeconds' as const] }
    const subject = aSubject(lending([{ withdrawSeconds: 60 }, { gap }]))
    expect(secondsToLeave(subject, control)).toBe(Number.POSITIVE_INFINITY)
  })

  test.each([
    ['Dexs', 0],
    ['Lending', 0],
    ['Liquid Staking', 7 * DAY_SECONDS],
    ['Liquid Restaking', 7 * DAY_SECONDS],
    ['Time Travel', 7 * DAY_SECONDS],
  ])('is that of its kind where none was read: %s', (category, seconds) => {
    const subject = aSubject(lending([{ withdrawSeconds: null }], { category }))
    expect(secondsToLeave(subject, control)).toBe(seconds)
    expect(secondsToLeave(aSubject(aRecord({ category })), control)).toBe(seconds)
  })
})

test('a fact has the source and the day of its contract', () => {
  const contract = aContract({ day: '2024-01-01', source: 'l2beat' })
  const facts = { control: known([contract], DAY, 'public-records') }
  expect(upgradePaths(aSubject(aRecord({ facts })), METHODOLOGY)).toMatchObject({
    asOf: '2024-01-01',
    source: 'l2beat',
  })
})
