import { describe, expect, test } from 'vitest'
import { METHODOLOGY } from '../score/methodology.ts'
import { detail, unscored } from './fixtures/documents.ts'
import { firstSentence, heaviestInput, largestReason } from './largest-reason.ts'
import { type Ledger, ledgerOf } from './ledger.ts'

const ledger = ledgerOf(detail) ?? expect.fail('the fixture has a score')

function withFirstDimension(change: Partial<Ledger['dimensions'][number]>): Ledger {
  const [first, ...others] = ledger.dimensions
  if (!first) return expect.fail('no dimension')
  const rest = others.map((dimension) => ({ ...dimension, floor: null }))
  return { ...ledger, dimensions: [{ ...first, ...change }, ...rest] }
}

describe('the largest reason of a score', () => {
  test('is the floor or the measured signal that adds most over the usual', () => {
    expect(largestReason(ledger, 'Lending')).toEqual({
      name: 'Recent loss',
      dimension: 'Liquidity',
      text: '<b>A loss</b> is recent.',
      adds: 0.2,
      over: 0.2,
      basis: 'floor',
      asOf: null,
    })
  })

  test('counts from the middle of the spread that the methodology gives for the kind', () => {
    const { byActivity, low, high } = METHODOLOGY.signals.quietAge.spread
    const spread = byActivity.lending ?? { low, high }
    const [signal] = ledger.dimensions[0]?.signals ?? []
    const old = withFirstDimension({
      signals: signal ? [{ ...signal, risk: 10, contribution: 3 }] : [],
    })
    const reason = largestReason(old, 'lending')
    expect(reason).toMatchObject({ name: 'Quiet age', basis: 'measured', adds: 3 })
    expect(reason?.over).toBeCloseTo((10 - (spread.low + spread.high) / 2) * 0.5 * 0.6, 9)
  })

  test('is never what is missing, what is of the kind or what is statistical', () => {
    const [first] = ledger.dimensions
    const measured = first?.signals.find(({ basis }) => basis === 'measured')
    if (!measured) return expect.fail('nothing was measured')
    const counted = { ...measured, risk: 10, contribution: 0.4 }
    for (const change of [
      { basis: 'missing' as const },
      { basis: 'category' as const },
      { id: 'changeActivity' },
      { id: 'effectiveChains' },
    ]) {
      const signals = [{ ...counted, ...change }]
      expect(largestReason(withFirstDimension({ signals }), 'Lending')).toBeNull()
    }
    expect(largestReason(withFirstDimension({ signals: [counted] }), 'Lending')).not.toBeNull()
  })

  test('is never what adds next to nothing, or no more than is usual', () => {
    const [first] = ledger.dimensions
    const measured = first?.signals.find(({ basis }) => basis === 'measured')
    if (!measured) return expect.fail('nothing was measured')
    const counted = { ...measured, risk: 10, contribution: 0.4 }
    for (const change of [{ contribution: 0.01 }, { risk: 0 }]) {
      const signals = [{ ...counted, ...change }]
      expect(largestReason(withFirstDimension({ signals }), 'Lending')).toBeNull()
    }
  })

  test('of an unknown signal is described without a comparison, after the others', () => {
    const signals = (ledger.dimensions[0]?.signals ?? []).map((signal) => ({
      ...signal,
      id: 'longGone',
    }))
    const only = withFirstDimension({ signals })
    only.dimensions.splice(1)
    expect(largestReason(only, null)).toMatchObject({ name: 'Long gone', over: null })
  })

  test('does not exist without a score', () => {
    expect(largestReason(ledgerOf(unscored) ?? expect.fail('no ledger'), null)).toBeNull()
  })
})

test('the heaviest input of a dimension may be missing, and there may be none', () => {
  const [first] = ledger.dimensions
  expect(first && heaviestInput(first)).toMatchObject({ id: 'audits', basis: 'missing' })
  expect(heaviestInput({ signals: [] })).toBeNull()
})

test('of losses every sentence is given, of another reading the first', () => {
  const [signal] = ledger.dimensions[0]?.signals ?? []
  if (!signal) return expect.fail('no signal')
  const reason = '2 losses are recorded. One loss did not come from its code or keys.'
  const textOf = (id: string) => heaviestInput({ signals: [{ ...signal, id, reason }] })?.text
  expect(textOf('incidents')).toBe(reason)
  expect(textOf('audits')).toBe('2 losses are recorded.')
})

test('a sentence ends before the next capital letter, not within a number', () => {
  expect(firstSentence('TVL fell by 1.5 % in 7 days. Later it rose.')).toBe(
    'TVL fell by 1.5 % in 7 days.',
  )
  expect(firstSentence('No full stop')).toBe('No full stop')
})
