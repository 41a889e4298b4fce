import { describe, expect, test } from 'vitest'
import type { MatchKind, SearchHit } from '../contract/search.ts'
import type { FoundProtocol } from '../contract/search-file.ts'
import type { MatchedField } from '../contract/search-terms.ts'
import { areGuesses, countText, onlyExact, reasonOf } from './search-words.ts'

const ENTRY: FoundProtocol = {
  kind: 'protocol',
  id: 'aave-v3',
  name: 'Aave V3',
  symbol: 'AAVE',
  parent: 'aave',
  formerSlugs: ['aave-of-old', 'ethlend'],
  otherNames: ['aTokens'],
  tokens: ['GHO', 'stkGHO'],
  category: 'Lending',
  composite: 2.1,
  tvlYear: null,
  status: 'active',
  page: 'aave-v3',
  size: 1,
}

const hit = (
  kind: MatchKind,
  field: MatchedField = 'name',
  text = '',
): SearchHit<FoundProtocol> => ({
  entry: ENTRY,
  field,
  text,
  kind,
})

describe(reasonOf, () => {
  test.each([
    ['name', 'Aave V3', null],
    ['slug', 'aave-v3', 'aave-v3'],
    ['symbol', 'AAVE', 'symbol AAVE'],
    ['parent', 'aave', 'part of aave'],
    ['otherName', 'aTokens', 'also aTokens'],
    ['token', 'GHO', 'issues GHO'],
    ['formerSlug', 'ethlend', 'formerly ethlend'],
  ] as const)('of a hit by %s %s is %s', (field, text, reason) => {
    expect(reasonOf(hit('exact', field, text))).toBe(reason)
  })
})

test('a list of near names only is a list of guesses', () => {
  expect(areGuesses([hit('near'), hit('near')])).toBe(true)
  expect(areGuesses([hit('word'), hit('near')])).toBe(false)
  expect(areGuesses([])).toBe(false)
})

test.each([
  [[], 'No match.'],
  [[hit('exact')], '1 result.'],
  [[hit('exact'), hit('near')], '2 results, 1 only with a similar name.'],
  [[hit('exact'), hit('word'), hit('near')], 'The first 3 results, 1 only with a similar name.'],
  [[hit('near')], 'No exact match. 1 result with a similar name.'],
])('the count of %j', (hits, said) => {
  expect(countText(hits, 3)).toBe(said)
})

test('the only exact hit is the one that is meant', () => {
  expect(onlyExact([hit('exact'), hit('near')])).toBe(0)
  expect(onlyExact([hit('exact'), hit('exact', 'symbol')])).toBeNull()
  expect(onlyExact([hit('prefix')])).toBeNull()
  expect(onlyExact([])).toBeNull()
})
