import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDocuments } from '../export/documents.ts'
import { takeSnapshot } from '../pipeline.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore } from '../store/open.ts'
import { bodies, DAY, incidents, rows } from '../testing/pipeline/bodies.ts'
import { memoryReader, options } from '../testing/pipeline/world.ts'

/** What no JSON text can be made of, and every reader of JSON understands. */
const INFINITE = 'infinite'

const numbers = fc.oneof(
  fc.constant(INFINITE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 5e-324, 0.1, 1e13, 1e308, -1, 1_600_000_000, 4_102_444_799, 1e-9),
)
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'HTTPS://a.io',
    'https://a.io/\u202e',
    'http:\\\\a.io',
    'https://a.io\\b',
    'https://\ud800.io',
    'HtTp://a.io/"',
    '0000-01-01',
    '-000001-01-01',
    '9999-12-31',
    '2024-02-30',
    'parent#a',
    '__proto__',
    'constructor',
    '\ud800',
    '\u3164',
    '0x',
    ' ',
    '',
  ),
  fc.string({ unit: 'binary', minLength: 190, maxLength: 210 }),
)
const lists = fc.array(texts, { maxLength: 4 })
const anything = fc.oneof(texts, numbers, lists, fc.jsonValue({ maxDepth: 3 }))
const amounts = fc.dictionary(
  fc.oneof(fc.constantFrom('Ethereum', 'Base', 'Base-borrowed', 'staking'), texts),
  fc.oneof(numbers, fc.constant(null)),
  { maxKeys: 4 },
)
const breakdown = fc.array(
  fc.record(
    {
      name: texts,
      type: texts,
      proof: lists,
      startDate: fc.oneof(texts, numbers),
      endDate: anything,
    },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 3 },
)

/** Fields of a row as upstream might send them: of the promised type, and of any other. */
const row = fc.record(
  Object.fromEntries(
    [
      ['slug', texts],
      ['category', texts],
      ['address', texts],
      ['symbol', texts],
      ['url', texts],
      ['logo', texts],
      ['description', texts],
      ['twitter', texts],
      ['audits', fc.constantFrom('0', '1', '2', '3', 2)],
      ['audit_links', lists],
      ['chains', lists.map((others) => [...others, 'Ethereum'])],
      ['tvl', numbers],
      ['chainTvls', amounts],
      ['change_7d', numbers],
      ['oracles', lists],
      ['oraclesBreakdown', breakdown],
      ['forkedFrom', lists],
      ['forkedFromIds', lists],
      ['governanceID', lists],
      ['listedAt', numbers],
      ['parentProtocol', texts],
      ['parentProtocolSlug', texts],
    ].map(([name, sound]) => [
      name,
      fc.oneof({ weight: 5, arbitrary: sound as fc.Arbitrary<unknown> }, anything),
    ]),
  ),
  { requiredKeys: [] },
)

const hack = fc.record(
  {
    name: texts,
    date: fc.oneof(numbers, anything),
    classification: anything,
    technique: anything,
    amount: fc.oneof(numbers, anything),
    returnedFunds: numbers,
    chain: fc.oneof(lists, anything),
    targetType: anything,
    source: texts,
    defillamaId: fc.oneof(fc.constantFrom(900_001, '900002', 'parent#a'), anything),
    parentProtocolId: texts,
  },
  { requiredKeys: [] },
)

const COUNT = 12

test('whatever form the fields of a row have, what is exported keeps to its schema', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: COUNT, maxLength: COUNT }),
      fc.array(hack, { maxLength: 6 }),
      async (odd, hacks) => {
        const sound = rows(COUNT + 1)
        const body = sound.map((whole, index) => ({ ...whole, ...odd[index] }))
        const given = bodies(sound, 40)
        given.defillama['/protocols'] = jsonOf(body)
        given.hacks['/hacks'] = jsonOf([
          ...incidents(),
          ...hacks.map((fields, index) => ({ ...incidents()[index], ...fields })),
        ])
        const store = openStore(':memory:')
        try {
          await takeSnapshot(options(store, memoryReader(given), DAY))
          const catalogue = loadCatalogue(store)
          if (!catalogue) throw new Error('there is a snapshot')
          expect([...createDocuments(catalogue)].length).toBeGreaterThan(0)
        } finally {
          store.close()
        }
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)

function jsonOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999')
}
