import { describe, expect, test } from 'vitest'
import {
  floorSentence,
  floorsOf,
  formatDelta,
  formatRank,
  gapsOf,
  rangeSentence,
} from './explanation.ts'
import { detail, unscored } from './fixtures/documents.ts'
import { type Ledger, ledgerOf } from './ledger.ts'

function ledger(of = detail): Ledger {
  const found = ledgerOf(of)
  if (!found) throw new Error('no ledger')
  return found
}

describe('what is missing', () => {
  test('is listed with what it counts at, what it adds and why', () => {
    expect(gapsOf(ledger())).toEqual([
      {
        name: 'Audits',
        dimension: 'Smart Contract',
        risk: 6,
        adds: 1.8,
        why: 'The last good reading is older than its limit.',
      },
    ])
  })

  test('stands with the dearest first, and what adds nothing last', () => {
    const several = ledger()
    const [smart] = several.dimensions
    const [, missing] = smart?.signals ?? []
    if (!smart || !missing) throw new Error('the fixture has two signals')
    smart.signals = [0.1, 0.7, 0.3].map((contribution) => ({ ...missing, contribution }))
    several.dimensions.unshift({ ...smart, contribution: null, signals: [missing] })
    expect(gapsOf(several).map(({ adds }) => adds)).toEqual([0.7, 0.3, 0.1, null])
  })

  test('adds nothing without a composite, rather than zero', () => {
    expect(gapsOf(ledger(unscored)).map(({ adds }) => adds)).toEqual([null])
  })
})

describe('a floor that acts', () => {
  test('is shown with the score before and after it', () => {
    expect(floorsOf(ledger())).toEqual([
      {
        name: 'Recent loss',
        dimension: 'Liquidity',
        reason: '<b>A loss</b> is recent.',
        before: 2.5,
        after: 3,
        adds: 0.2,
      },
    ])
  })

  test('is described in a sentence with its reason, and several together', () => {
    const [floor] = floorsOf(ledger())
    if (!floor) throw new Error('the fixture has a floor')
    expect(floorSentence([floor])).toBe(
      'A floor lifts liquidity to 3.0 and adds 0.20: <b>A loss</b> is recent.',
    )
    expect(floorSentence([floor, { ...floor, dimension: 'Oracle' }])).toBe(
      'Floors lift liquidity and oracle, and add 0.40 together. The reasons are listed below.',
    )
    expect(floorSentence([])).toBeNull()
    expect(floorSentence(floorsOf(ledger(unscored)))).toBeNull()
  })

  test('adds nothing without a composite, rather than zero', () => {
    expect(floorsOf(ledger(unscored)).map(({ adds }) => adds)).toEqual([null])
  })
})

describe('the words', () => {
  test('say between which scores the truth may lie', () => {
    expect(rangeSentence({ low: 3.9, high: 5 }, 2, false)).toBe(
      'If what was not read were as good as the best tenth of comparable protocols, or as bad as the worst tenth, the score would lie between 3.9 and 5.0.',
    )
    expect(rangeSentence({ low: 4, high: 4 }, 2, false)).toMatch(/the score would still be 4\.0\.$/)
  })

  test('say it too where nothing is missing, but some was read for a part of TVL only', () => {
    expect(rangeSentence({ low: 3.9, high: 5 }, 0, false)).toMatch(/between 3\.9 and 5\.0\.$/)
  })

  test('say whose readings are missing where the score of others holds it up', () => {
    expect(rangeSentence({ low: 3.3, high: 5.4 }, 2, true)).toMatch(
      /^If what was not read, of it and of what it stands on, were as good as/,
    )
    expect(rangeSentence({ low: 3.3, high: 5.4 }, 0, true)).toMatch(
      /^If what was not read of what it stands on were as good as/,
    )
  })

  test('say nothing of a range when nothing is missing or there is no score', () => {
    expect(rangeSentence({ low: 4, high: 4 }, 0, false)).toBeNull()
    expect(rangeSentence(null, 3, true)).toBeNull()
  })

  test('name the place in the category, and with how many it is shared', () => {
    const rank = { category: 'Lending', position: 3, of: 41, tied: 0 }
    expect(formatRank(rank)).toBe('3 of 41 in Lending')
    expect(formatRank({ ...rank, tied: 1 })).toBe('3 of 41 in Lending, shared with 1 other')
    expect(formatRank({ ...rank, tied: 2 })).toBe('3 of 41 in Lending, shared with 2 others')
  })

  test('say whether a change makes the score lower or higher', () => {
    expect(formatDelta(-0.24)).toBe('0.24 lower')
    expect(formatDelta(1.2)).toBe('1.20 higher')
  })
})
