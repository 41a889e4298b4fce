import { expect, test } from 'vitest'
import { pythonTypes } from './python-types.ts'

const types = pythonTypes()

test.each([
  ['has the types of the TypeScript client, by the same names', 'ProtocolHistory = TypedDict('],
  ['names a type within another', '"riskLevel": Union[RiskLevel, None],'],
  [
    'keeps a list of names',
    'RiskLevel = Literal["very-low", "low", "moderate", "elevated", "high"]',
  ],
  ['lets a field that may be absent be absent', '"chainTvlUsd": NotRequired[Union[float, None]],'],
])('%s', (_, text) => {
  expect(types).toContain(text)
})

test('names no type that it does not define, and defines none twice', () => {
  const defined = [...types.matchAll(/^(\w+) = /gm)].map(([, name]) => name)
  expect(new Set(defined).size).toBe(defined.length)
  const strings = /"[^"]*"/g
  const words = types
    .slice(types.indexOf('TypedDict\n'))
    .replace(strings, '')
    .match(/\b[A-Z]\w+/g)
  const known = new Set([
    ...defined,
    'TypedDict',
    'NotRequired',
    'Union',
    'List',
    'Dict',
    'Literal',
  ])
  expect(
    [...new Set(words)].filter((name) => !known.has(name) && !/^(None|True|False)$/.test(name)),
  ).toEqual([])
})
