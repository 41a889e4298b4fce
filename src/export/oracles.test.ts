import { expect, test } from 'vitest'
import { dependencies, dependentsFile } from '../contract/dependencies.ts'
import { fact } from '../score/fixtures/record.ts'
import { createDependencies } from './dependencies.ts'
import { aCatalogue, anEntry, type EntryFields } from './fixtures/catalogue.ts'

const declares = (id: string, names: string[], given: EntryFields = {}) =>
  anEntry({
    ...{ id, ...given },
    facts: { oracles: fact(names.map((name) => ({ name, type: 'Primary', proof: [] }))) },
  })

const SMALL = declares('1', ['API3', 'Chainlink'], { tvlUsd: 10 })
const LARGE = declares('2', ['Api3', 'Api3'], { tvlUsd: 90 })
const made = (...entries: Parameters<typeof aCatalogue>[0]) =>
  createDependencies(aCatalogue(entries))
const oracle = ({ dependents }: ReturnType<typeof made>, id: string) =>
  dependents.find((own) => own.id === id)

test('an oracle has who declares it, by TVL; two spellings are one, and a declaration has no share', () => {
  const api3 = oracle(made(SMALL, LARGE, declares('3', ['API3'], { tvlUsd: null })), 'oracle-api3')
  expect(dependentsFile.shape.data.parse(api3)).toMatchObject({
    ...{ kind: 'oracle', name: 'API3', protocol: null, source: 'test', resolvedProtocols: 3 },
    rows: [
      { id: 'protocol-2', kind: 'priced-by', share: null, usd: null, tvlUsd: 90 },
      { id: 'protocol-1', tvlUsd: 10 },
      { id: 'protocol-3', tvlUsd: null },
    ],
  })
})

test('a protocol has the same sources of prices, with role, day and source', () => {
  const own = dependencies.parse(made(SMALL, LARGE).ofProtocol('1')).priceSources
  expect(own.map(({ id, types, basis }) => [id, types, basis])).toEqual([
    ['oracle-api3', ['Primary'], 'declared'],
    ['oracle-chainlink', ['Primary'], 'declared'],
  ])
  const { rows = [] } = oracle(made(SMALL, LARGE), 'oracle-chainlink') ?? {}
  expect(rows[0]?.day).toBe(own[1]?.day)
})

test('prices of its own, an average over time, a fallback and what was not read are no oracle', () => {
  const fallback = anEntry({
    id: '3',
    facts: { oracles: fact([{ name: 'Pyth', type: 'Fallback', proof: [] }]) },
  })
  const { dependents, ofProtocol } = made(declares('1', ['Internal', 'TWAP']), fallback)
  expect(dependents.filter(({ kind }) => kind === 'oracle')).toEqual([])
  expect(ofProtocol('1')?.priceSources).toEqual([])
})

test('an oracle that is a protocol of the list names it; one that is only called like a protocol does not', () => {
  const api3 = anEntry({ id: '8', slug: 'api3', category: 'Oracle' })
  const other = anEntry({ id: '9', slug: 'chainlink', category: 'Lending' })
  const graph = made(SMALL, api3, other)
  expect(oracle(graph, 'oracle-api3')?.protocol).toBe('api3')
  expect(oracle(graph, 'oracle-chainlink')?.protocol).toBeNull()
})

test('the order of the protocols changes nothing', () => {
  const oracles = ({ dependents }: ReturnType<typeof made>) =>
    dependents.filter(({ kind }) => kind === 'oracle')
  expect(oracles(made(LARGE, SMALL))).toEqual(oracles(made(SMALL, LARGE)))
})

test('a name that is too long for a provider is left out', () => {
  const { dependents } = made(declares('1', ['A'.repeat(61)]))
  expect(dependents.filter(({ kind }) => kind === 'oracle')).toEqual([])
})
