import { describe, expect, test } from 'vitest'
import { gapsOf } from './explanation.ts'
import { detail, unscored } from './fixtures/documents.ts'
import { ledgerOf } from './ledger.ts'
import { type SectionFacts, sectionsOf, unknownOf } from './protocol-sections.ts'

const ledger = ledgerOf(detail) ?? expect.fail('the fixture has a score')
const facts: SectionFacts = { detail, ledger, dependencies: null }
const without = (fields: Partial<SectionFacts['detail']>): SectionFacts => ({
  ...facts,
  detail: { ...detail, ...fields },
})
const idsOf = (given: SectionFacts) => sectionsOf(given).map(({ id }) => id)
const namesOf = (given: SectionFacts) => unknownOf(given).map(({ name }) => name)

describe('a section that is left out', () => {
  test.each([
    ['control', { control: null, controlMissing: 'not-covered' }, 'Who can change it'],
    ['markets', { markets: null, marketsMissing: 'stale' }, 'State of its markets'],
  ] as const)(
    '%s: only where nothing is known, and it is named among the missing',
    (id, fields, name) => {
      expect(idsOf(facts)).toContain(id)
      expect(namesOf(facts)).not.toContain(name)
      expect(idsOf(without(fields))).not.toContain(id)
      expect(namesOf(without(fields))).toContain(name)
    },
  )

  test('has its reason, and none that is made up', () => {
    const [last] = unknownOf(without({ control: null, controlMissing: 'not-covered' })).slice(-1)
    expect(last?.why).toBe('Our tables have no contracts of it to read this from.')
    const [other] = unknownOf(without({ control: null, controlMissing: null })).slice(-1)
    expect(other?.why).toBe('Why is not on record.')
  })
})

test('the state of markets is missing of a lender alone', () => {
  const other = without({ markets: null, category: 'Bridge' })
  expect(namesOf(other)).not.toContain('State of its markets')
  expect(idsOf(other)).not.toContain('markets')
})

test('what is missing has every missing reading, and stays where there is no ledger', () => {
  expect(unknownOf(facts).slice(0, gapsOf(ledger).length)).toEqual(gapsOf(ledger))
  const bare = { ...without({ control: null }), ledger: null }
  expect(idsOf(bare)).toContain('missing')
  expect(idsOf(bare)).not.toContain('why')
})

test('what would move a score is left out where there is none', () => {
  expect(idsOf(facts)).toContain('moves')
  expect(idsOf({ ...facts, detail: unscored })).not.toContain('moves')
  expect(idsOf(without({ status: 'dead' }))).not.toContain('moves')
})
