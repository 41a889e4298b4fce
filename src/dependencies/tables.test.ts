import { expect, test } from 'vitest'
import * as z from 'zod'
import bridges from '../../data/dependencies/bridges.json' with { type: 'json' }
import classes from '../../data/dependencies/classes.json' with { type: 'json' }
import cores from '../../data/dependencies/cores.json' with { type: 'json' }
import issuers from '../../data/dependencies/issuers.json' with { type: 'json' }
import makeups from '../../data/dependencies/makeups.json' with { type: 'json' }
import pools from '../../data/dependencies/pools.json' with { type: 'json' }
import tokens from '../../data/dependencies/tokens.json' with { type: 'json' }
import { canonicalChain, findChain } from '../ingest/chain-table.ts'
import { someTables } from './fixtures/world.ts'
import { bridgeRow, classRow, coreRow, issuerRow, poolRow, tokenRow } from './table-rows.ts'
import { readTables, TABLES } from './tables.ts'

test.each([
  ['issuers', issuerRow, issuers],
  ['tokens', tokenRow, tokens],
  ['bridges', bridgeRow, bridges],
  ['classes', classRow, classes],
  ['pools', poolRow, pools],
  ['cores', coreRow, cores],
])('the rows of %s match their schema', (_, row: z.ZodType, { rows }) => {
  expect(z.array(row).safeParse(rows).error).toBeUndefined()
})

test('the bundled tables refer to each other', () => {
  expect(TABLES.tokens.size).toBe(tokens.rows.length)
})

test('every part of a reviewed make-up is a token of the table, each protocol has one make-up', () => {
  const parts = makeups.rows.flatMap((row) => row.parts.map(({ token }) => token))
  expect(parts.filter((token) => !TABLES.tokens.has(token))).toEqual([])
  expect(new Set(makeups.rows.map(({ protocolId }) => protocolId)).size).toBe(makeups.rows.length)
})

test('deposits of a loan book are counted in tokens of the table', () => {
  const units = makeups.rows.flatMap((row) => ('loans' in row ? row.loans.countedIn : []))
  expect(units.length).toBeGreaterThan(0)
  expect(units.filter((token) => !TABLES.tokens.has(token))).toEqual([])
})

test('the chains of addresses are those of our table, and on each a symbol and an address mean one token', () => {
  const at = tokens.rows.flatMap((row) =>
    Object.entries(row.at ?? {}).map(([chain, address]) => ({ chain, address, row })),
  )
  expect(at.filter(({ chain }) => canonicalChain(chain) !== chain)).toEqual([])
  expect(at.filter(({ chain }) => findChain(chain) === undefined)).toEqual([])
  const keys = at.flatMap(({ chain, address, row: { symbols } }) =>
    [address, ...symbols].map((name) => `${chain} ${name.toLowerCase()}`),
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test('a dollar is one by the list of stablecoins, which its row names; what earns a yield or is worth a euro is none', () => {
  const dollars = tokens.rows.filter((row) => 'peg' in row)
  expect(dollars.length).toBeGreaterThan(30)
  expect(dollars.filter(({ source }) => !source.includes('DefiLlama/peggedassets-server'))).toEqual(
    [],
  )
  // The store keeps a price as one word.
  const names = dollars.flatMap(({ id, symbols }) => [id, ...symbols])
  expect(names.filter((name) => /[\s:]/.test(name))).toEqual([])
  const other = ['susde', 'susds', 'susdai', 'reusd', 'wstusr', 'rlp', 'asusdf', 'eurc', 'europ']
  expect(other.filter((id) => TABLES.tokens.get(id)?.peg !== undefined)).toEqual([])
  expect(other.filter((id) => !TABLES.tokens.has(id))).toEqual([])
})

test('no bridge has the id of an issuer, for one page would describe both', () => {
  expect([...TABLES.bridges.keys()].filter((id) => TABLES.issuers.has(id))).toEqual([])
})

const row = { source: 'test', day: '2026-01-02' }
const issuer = { id: 'x', name: 'X', class: 'onchain' as const, ...row }
const token = { id: 'a', symbols: ['A'], issuer: 'x', ...row }
const none = { issuers: [issuer], tokens: [], bridges: [], classes: [] }

test.each([
  [{ tokens: [{ ...token, issuer: 'y' }] }, 'unknown issuer: y'],
  [{ tokens: [{ ...token, bridge: 'b' }] }, 'unknown bridge: b'],
  [{ tokens: [{ ...token, on: [{ token: 'b', share: 1 }] }] }, 'unknown token: b'],
  [{ tokens: [token, token] }, 'one id'],
  [
    { tokens: [{ ...token, final: true as const, on: [{ protocolId: '1', share: 1 }] }] },
    'is final and stands on others',
  ],
  [
    {
      tokens: [
        {
          ...token,
          on: [
            { protocolId: '1', share: 0.6 },
            { protocolId: '2', share: 0.6 },
          ],
        },
      ],
    },
    'more than itself',
  ],
])('tables that contradict themselves are refused: %#', (given, message) => {
  expect(() => readTables({ ...none, ...given })).toThrow(message)
})

test('a token may stand on itself through others', () => {
  const tables = someTables({
    a: ['x', [{ token: 'b', share: 1 }]],
    b: ['x', [{ token: 'a', share: 0.5 }]],
  })
  expect(tables.tokens.size).toBe(2)
})
