import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import cases from './fixtures/search.json' with { type: 'json' }
import { createSearch, type SearchEntry } from './search.ts'

const LIMIT = 50

function anEntry(fields: Partial<SearchEntry> & { id: string }): SearchEntry {
  return {
    name: fields.id,
    symbol: null,
    parent: null,
    formerSlugs: [],
    otherNames: [],
    tokens: [],
    size: null,
    ...fields,
  }
}

const ENTRIES = [
  anEntry({ id: 'aave-v3', name: 'Aave V3', symbol: 'AAVE', parent: 'aave', size: 12e9 }),
  anEntry({ id: 'aave-v2', name: 'Aave V2', symbol: 'AAVE', parent: 'aave', size: 1e9 }),
  anEntry({ id: 'uniswap-v3', name: 'Uniswap V3', symbol: 'UNI', parent: 'uniswap', size: 3e9 }),
  anEntry({ id: 'pancakeswap-amm', name: 'PancakeSwap AMM', symbol: 'CAKE', size: 2e9 }),
  anEntry({
    id: 'lido',
    name: 'Lido',
    symbol: 'LDO',
    formerSlugs: ['lido-of-old'],
    tokens: ['stETH'],
    size: 30e9,
  }),
  anEntry({ id: 'rocket-pool', name: 'Rocket Pool', symbol: 'RPL', size: 4e9 }),
  anEntry({ id: 'unit-protocol', name: 'Unit Protocol', symbol: 'DUCK', size: 1e6 }),
  anEntry({ id: 'pool-party', name: 'Pool Party' }),
  anEntry({ id: 'eider-usd', name: 'Eider USD', size: 2e6 }),
  anEntry({ id: 'eider-usd+', name: 'Eider USD+', size: 1e6 }),
  anEntry({ id: 'sparta', name: '!!!', size: 1 }),
  anEntry({ id: 'cafe', name: 'Café Résumé', size: 5 }),
]

const find = createSearch(ENTRIES)

const ids = (query: string, limit = LIMIT) => find(query, limit).map(({ entry }) => entry.id)
const said = (query: string) => {
  const [hit] = find(query, 1)
  return hit && `${hit.entry.id} ${hit.field} ${hit.kind}`
}

describe('what matches', () => {
  test.each(cases.found)('%s finds %s', (query, expected) => {
    expect(said(query)).toBe(expected)
  })

  test.each(['', ' ', '?', 'zzzz', 'lxyo', 'ld0', '\u0000', '\u0301'])(
    '%j finds nothing',
    (query) => {
      expect(ids(query)).toEqual([])
    },
  )

  test('better kinds come first, and of one kind the larger', () => {
    expect(ids('uni')).toEqual(['uniswap-v3', 'unit-protocol'])
    expect(ids('pool')).toEqual(['pool-party', 'rocket-pool'])
    expect(ids('aave v')).toEqual(['aave-v3', 'aave-v2'])
    expect(ids('o', 2)).toEqual(['lido', 'rocket-pool'])
  })

  test('an exact name comes before an exact slug, that before other exact fields, whatever the size', () => {
    const search = createSearch([
      anEntry({ id: 'x', name: 'X', symbol: 'TERN', size: 4 }),
      anEntry({ id: 'tern!', name: 'Y', size: 3 }),
      anEntry({ id: 'tern', name: 'Z', size: 2 }),
      anEntry({ id: 'z', name: 'Tern', size: 1 }),
    ])
    expect(search('tern', 5).map(({ entry }) => entry.id)).toEqual(['z', 'tern', 'tern!', 'x'])
  })

  test('each word of a longer query may have its error', () => {
    const search = createSearch([anEntry({ id: '1', name: 'abcd efgh ijkl mnop' })])
    expect(search('abcw efgx ijky mnoz', 5)).toMatchObject([{ field: 'name', kind: 'near' }])
  })

  test('a name that is still being typed is found with an error, when nothing else is', () => {
    const search = createSearch([
      anEntry({ id: 'x', name: 'Some Pancakeswap', size: 1 }),
      anEntry({ id: 'y', name: 'Pancho Villa', size: 2 }),
    ])
    expect(search('pancke', 5)).toMatchObject([{ field: 'name', kind: 'near', entry: { id: 'x' } }])
    expect(search('panch', 5)).toMatchObject([{ kind: 'prefix', entry: { id: 'y' } }])
    expect(search('panckx', 5)).toEqual([])
  })

  test('a token means the protocol that issues it; a long one may be mistyped', () => {
    const search = createSearch([
      anEntry({ id: 'x', name: 'Something', tokens: ['USDe', 'syrupUSDC'], size: 1 }),
      anEntry({ id: 'y', name: 'USDe Farm', size: 2 }),
    ])
    expect(search('usde', 5)).toMatchObject([
      { field: 'token', text: 'USDe', kind: 'exact' },
      { field: 'name', kind: 'prefix' },
    ])
    expect(search('syrupusd', 5)).toMatchObject([{ field: 'token', kind: 'prefix' }])
    expect(search('syrpusdc', 5)).toMatchObject([{ field: 'token', kind: 'near' }])
    expect(search('usdx', 5)).toMatchObject([{ entry: { id: 'y' }, field: 'name', kind: 'near' }])
  })

  test('a text that begins within a word and goes on in the next is not in them', () => {
    const search = createSearch([
      anEntry({ id: '1', name: 'Kava Earn', otherNames: ['Kava EVM'], size: 9 }),
      anEntry({ id: '2', name: 'Aave', size: 1 }),
    ])
    expect(search('avae', 5)).toMatchObject([{ entry: { id: '2' }, kind: 'near' }])
    expect(search('kavaea', 5)).toMatchObject([{ entry: { id: '1' }, kind: 'prefix' }])
    expect(search('ear', 5)).toMatchObject([{ entry: { id: '1' }, kind: 'word' }])
    expect(search('arn', 5)).toMatchObject([{ entry: { id: '1' }, kind: 'substring' }])
  })

  test('a name of three letters is not a typing error of anything', () => {
    const search = createSearch([anEntry({ id: '1', name: 'LSD' })])
    expect(search('lusd', 5)).toEqual([])
  })

  test('a symbol that is mistyped finds nothing: it could be any other', () => {
    const search = createSearch([anEntry({ id: 'x', name: 'Something', symbol: 'AAVE' })])
    expect(search('AAVA', 5)).toEqual([])
  })
})

const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 8 })
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const entries = fc.uniqueArray(
  fc.record({
    id: fc.string({ unit: fc.constantFrom(...'abcdefgh-'), minLength: 1, maxLength: 12 }),
    name: fc.oneof(name, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })),
    symbol: fc.option(word),
    parent: fc.option(word),
    formerSlugs: fc.array(word, { maxLength: 2 }),
    otherNames: fc.array(word, { maxLength: 2 }),
    tokens: fc.array(word, { maxLength: 2 }),
    size: fc.option(fc.integer({ min: 0, max: 3 })),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
)

describe('whatever the entries', () => {
  test('an exact name is always first', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (all, at) => {
        const wanted = all[at % all.length]?.name ?? ''
        fc.pre(wanted.trim() !== '')
        const [first] = createSearch(all)(wanted, LIMIT)
        expect(first?.entry.name.normalize('NFKC').toLowerCase().trim()).toBe(
          wanted.normalize('NFKC').toLowerCase().trim(),
        )
        expect(first).toMatchObject({ field: 'name', kind: 'exact' })
      }),
    )
  })

  test('a name of five letters or more is found with one letter wrong', () => {
    const typo = fc.record({
      kind: fc.constantFrom('drop', 'add', 'replace', 'swap'),
      at: fc.nat(),
      letter: fc.constantFrom(...'abcdxyz'),
    })
    fc.assert(
      fc.property(entries, name, fc.nat(), typo, (all, long, at, error) => {
        fc.pre(long.replaceAll(' ', '').length >= 5)
        const entry = anEntry({ id: 'wanted!', name: long })
        const rows: SearchEntry[] = [...all]
        rows.splice(at % (all.length + 1), 0, entry)
        const hits = createSearch(rows)(mistype(long, error), LIMIT)
        expect(hits.map((hit) => hit.entry.id)).toContain('wanted!')
      }),
    )
  })

  test('the order of the entries does not matter, and a smaller limit gives the beginning', () => {
    fc.assert(
      fc.property(
        entries,
        fc.oneof(word, name),
        fc.integer({ min: 1, max: 9 }),
        (all, q, limit) => {
          const found = createSearch(all)(q, LIMIT)
          expect(createSearch(all.toReversed())(q, LIMIT)).toEqual(found)
          expect(createSearch(all)(q, limit)).toEqual(found.slice(0, limit))
        },
      ),
    )
  })

  test('no text makes it fail', () => {
    fc.assert(
      fc.property(entries, fc.string({ unit: 'binary', maxLength: 300 }), (all, q) => {
        expect(createSearch(all)(q, LIMIT).length).toBeLessThanOrEqual(LIMIT)
      }),
    )
  })
})

interface Typo {
  kind: string
  at: number
  letter: string
}

/** The name with one letter dropped, added, replaced, or swapped with the next. */
function mistype(text: string, { kind, at: anywhere, letter }: Typo): string {
  const letters = [...text.matchAll(/\S/g)].map(({ index }) => index)
  const at = letters[anywhere % letters.length] ?? 0
  const [before, here, next, after] = [
    text.slice(0, at),
    text[at] ?? '',
    text[at + 1] ?? '',
    text.slice(at + 2),
  ]
  if (kind === 'drop') return before + next + after
  if (kind === 'add') return before + letter + here + next + after
  if (kind === 'replace' || next === ' ') return before + letter + next + after
  return before + next + here + after
}

describe('words around a name', () => {
  const crowd = Array.from({ length: 400 }, (_, at) =>
    anEntry({ id: `crowd-${at}`, name: `Crowd${at} ${at % 2 === 0 ? 'Finance' : 'Protocol'}` }),
  )
  const silo = anEntry({ id: 'silo-finance', name: 'Silo Finance', size: 2 })
  const binance = anEntry({ id: 'binance-staked-eth', name: 'Binance staked ETH', size: 1 })
  const search = createSearch([...ENTRIES, ...crowd, silo, binance])
  const first = (query: string) => search(query, 3).map(({ entry }) => entry.id)

  test.each([
    ['lido finance', 'lido'],
    ['lido dao', 'lido'],
    ['lido staking protocol', 'lido'],
    ['aave protocol', 'aave-v3'],
    ['aave v2 lending', 'aave-v2'],
    ['uniswap dex', 'uniswap-v3'],
    ['rocket pool finance', 'rocket-pool'],
  ])('%s finds %s first, whatever else is in it', (query, id) => {
    expect(first(query)[0]).toBe(id)
  })

  test('a name with a typing error comes before what has only the words after it', () => {
    expect(first('rockte pool')).toEqual(['rocket-pool'])
    expect(first('unit protocl')[0]).toBe('unit-protocol')
    const twins = createSearch([
      anEntry({ id: 'gull-lend', name: 'Gull Lend', size: 1 }),
      anEntry({ id: 'gull-swap', name: 'Gull Swap', size: 9 }),
    ])
    expect(twins('gull-lendd', 2).map(({ entry }) => entry.id)).toEqual(['gull-lend', 'gull-swap'])
  })

  test('a name of another protocol is not found by a word that many names have', () => {
    expect(first('binance')).toEqual(['binance-staked-eth'])
    expect(first('finance protocol')).toEqual([])
  })
})
