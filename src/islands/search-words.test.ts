import { describe, expect, test } from 'vitest'
import type { MatchedField, MatchKind, SearchHit } from '../contract/search.ts'
import type { FoundProtocol } from '../contract/search-file.ts'
import { RISK_LEVELS, riskLevel } from '../domain/risk-level.ts'
import { LEVEL_WORD, levelNumber } from '../site/levels.ts'
import { areGuesses, countText, levelOf, reasonOf } from './search-words.ts'

const ENTRY: FoundProtocol = {
  id: 'aave-v3',
  name: 'Aave V3',
  symbol: 'AAVE',
  parent: 'aave',
  formerSlugs: ['aave-of-old', 'ethlend'],
  category: 'Lending',
  composite: 2.1,
  page: 'aave-v3',
  size: 1,
}

const hit = (kind: MatchKind, field: MatchedField = 'name'): SearchHit<FoundProtocol> => ({
  entry: ENTRY,
  field,
  kind,
})

describe(reasonOf, () => {
  test.each([
    ['name', null],
    ['slug', 'aave-v3'],
    ['symbol', 'symbol AAVE'],
    ['parent', 'part of aave'],
    ['formerSlug', 'formerly aave-of-old, ethlend'],
  ] as const)('of a hit by %s is %s', (field, reason) => {
    expect(reasonOf(hit('exact', field))).toBe(reason)
  })
})

test('a list of near names only is a list of guesses', () => {
  expect(areGuesses([hit('near'), hit('near')])).toBe(true)
  expect(areGuesses([hit('word'), hit('near')])).toBe(false)
  expect(areGuesses([])).toBe(false)
})

test.each([
  [[], 'No protocol matches.'],
  [[hit('exact')], '1 protocol found.'],
  [[hit('exact'), hit('near')], '2 protocols found.'],
  [[hit('exact'), hit('word'), hit('near')], 'The first 3 protocols found.'],
  [[hit('near')], 'No exact match. 1 protocol with a similar name.'],
])('the count of %j', (hits, said) => {
  expect(countText(hits, 3)).toBe(said)
})

test('levels have the numbers and words of every other page', () => {
  const seen = new Set<string>()
  for (let tenth = 0; tenth <= 100; tenth += 1) {
    const level = riskLevel(tenth / 10)
    seen.add(level)
    expect(levelOf(tenth / 10)).toEqual({ number: levelNumber(level), word: LEVEL_WORD[level] })
  }
  expect(seen.size).toBe(RISK_LEVELS.length)
})
