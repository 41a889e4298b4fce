import { describe, expect, test } from 'vitest'
import { aRow } from './fixtures/row.ts'
import { mapProtocols, type ProtocolsOptions } from './protocols-map.ts'

const OPTIONS: ProtocolsOptions = { asOf: '2024-03-11', source: 'test' }

describe(mapProtocols.name, () => {
  test('a body that is not a list, or an empty list, is refused whole', () => {
    for (const body of [{}, null, 'x', []]) {
      expect(() => mapProtocols(body, OPTIONS)).toThrow(
        expect.objectContaining({ code: 'UPSTREAM_INVALID' }),
      )
    }
  })

  test.each([
    ['an id that is not numeric', { id: 'parent#aave' }],
    ['an id with a fraction', { id: 1.5 }],
    ['no slug', { slug: '' }],
    ['a slug of 201 characters', { slug: 'a'.repeat(201) }],
    ['a slug with a control character', { slug: 'a\u0007b' }],
    ['a slug that names a folder', { slug: '..' }],
    ['a slug with an invisible character', { slug: 'aa\u200bve' }],
    ['a slug that is written backwards', { slug: '\u202eevaa' }],
    ['a slug with half a character', { slug: 'a\ud800' }],
    ['no name', { name: undefined }],
    ['a name of marks only', { name: '\u202e' }],
  ])('%s makes an invalid row', (_, fields) => {
    const { rowCounts, protocols } = mapProtocols([aRow(fields), aRow({ id: 2 })], OPTIONS)
    expect(rowCounts).toEqual({
      rows: 2,
      accepted: 1,
      outOfScope: {},
      refused: { 'invalid-row': 1 },
      refusedRows: [
        { row: 1, name: 'name' in fields ? 'harbour' : 'Harbour', reason: 'invalid-row' },
      ],
    })
    expect(protocols?.map(({ id }) => id)).toEqual(['2'])
  })

  test.each([[null], [7], ['text'], [[]]])('%j is an invalid row', (row) => {
    expect(mapProtocols([row], OPTIONS).rowCounts.refused).toEqual({ 'invalid-row': 1 })
  })

  test('a duplicate id and a duplicate slug are refused and counted, the first row wins', () => {
    const rows = [aRow(), aRow({ slug: 'other', name: 'Second' }), aRow({ id: '2', name: 'Third' })]
    const { rowCounts, protocols } = mapProtocols(rows, OPTIONS)
    expect(rowCounts.refused).toEqual({ 'duplicate-id': 1, 'duplicate-slug': 1 })
    expect(protocols?.map(({ name }) => name)).toEqual(['Harbour'])
  })

  test('a slug may hold any printable character', () => {
    expect(only({ slug: 'dinero-(pirex-eth)+&.' }).slug).toBe('dinero-(pirex-eth)+&.')
  })

  test.each([
    ['cex', { category: 'CEX', rugged: true }],
    ['chain-row', { category: 'Chain', chains: [] }],
    ['dead', { deadUrl: true, chains: [] }],
    ['dead', { rugged: true }],
    ['dead', { deprecated: true }],
    ['dead', { deadFrom: '2024-03-11' }],
    ['dead', { deadFrom: 1_648_765_747 }],
    ['no-chain', { chains: [] }],
    ['unsupported-chain', { chains: ['Cardano', 'Nowhere'] }],
    [null, { deadFrom: '2024-03-12', rugged: false }],
    [null, { chains: ['Cardano', 'Solana'] }],
  ])('a row is out of scope as %s when it says %j', (reason, fields) => {
    const { rowCounts, protocols } = mapProtocols([aRow(fields)], OPTIONS)
    expect(protocols?.[0]?.outOfScope).toBe(reason)
    expect(rowCounts.accepted).toBe(reason === null ? 1 : 0)
    expect(rowCounts.outOfScope).toEqual(reason === null ? {} : { [reason]: 1 })
  })

  test('a chain beyond the table is supported when the chain list gave it an id', () => {
    const chainIsEvm = (name: string) => name === 'Nowhere'
    const { protocols, notes } = mapProtocols([aRow({ chains: ['Nowhere'] })], {
      ...OPTIONS,
      chainIsEvm,
    })
    expect(protocols?.[0]?.outOfScope).toBeNull()
    expect(notes).toEqual(['1 chains are not in our table: Nowhere.'])
  })

  test('other evidence never overrules the table', () => {
    const { protocols } = mapProtocols([aRow({ chains: ['Movement'] })], {
      ...OPTIONS,
      chainIsEvm: () => true,
    })
    expect(protocols?.[0]?.outOfScope).toBe('unsupported-chain')
  })

  test('chains get our names, each once', () => {
    expect(only({ chains: ['Binance', 'BSC', 'xDai'] }).chains).toEqual(['BNB Chain', 'Gnosis'])
  })

  test('a chain that holds TVL is one of the chains, listed or not; one that holds none or only debt is not', () => {
    const chainTvls = { Ethereum: 90, op_bnb: 10, Base: 0, 'Blast-borrowed': 5, Celo: null }
    expect(only({ chains: ['Ethereum'], chainTvls }).chains).toEqual(['Ethereum', 'opBNB'])
    expect(only({ chains: [], chainTvls }).chains).toEqual(['Ethereum', 'opBNB'])
  })

  test('a link that cannot be shown is dropped and named, and costs nothing else', () => {
    const fields = { url: 'https://user:pass@a.io', logo: 'http://localhost/logo.png' }
    const { protocols, notes, rowCounts } = mapProtocols([aRow(fields)], OPTIONS)
    expect(rowCounts.accepted).toBe(1)
    expect(protocols?.[0]).toMatchObject({ url: null, logoUrl: null })
    expect(notes).toEqual([
      '1 row carries `url` in a form we do not know: https://…@a.io.',
      '1 row carries `logo` in a form we do not know: http://localhost/logo.png.',
    ])
  })

  test('an adapter is known by its folder or file; the shared placeholder is none', () => {
    const adapterOf = (module: unknown) => only({ module }).adapterModule
    expect(adapterOf('aave-v3/index.js')).toBe('aave-v3')
    expect(adapterOf('wbtc.js')).toBe('wbtc')
    expect(['dummy.js', '', null, undefined, 7].map(adapterOf)).toEqual(Array(5).fill(null))
  })

  test('text, addresses and handles are cleaned', () => {
    const protocol = only({
      symbol: '-',
      url: 'tfm/index.js',
      logo: 'https://icons.example/harbour',
      twitter: '@harbour',
      description: ` A\u202e harbour.${'x'.repeat(3_000)}`,
      parentProtocol: 'parent#port',
      parentProtocolSlug: 'port-family',
    })
    expect(protocol).toMatchObject({
      symbol: null,
      url: null,
      logoUrl: 'https://icons.example/harbour',
      twitter: 'harbour',
      parentId: 'parent#port',
      parentSlug: 'port-family',
    })
    expect(protocol.description).toHaveLength(2_000)
    expect(protocol.description).not.toContain('\u202e')
  })

  test('our own sentence describes a protocol that upstream does not describe', () => {
    expect(only({ id: '2', description: null }).description).toMatch(/^Bitcoin held by a custodian/)
    expect(only({ id: '2', description: 'Theirs.' }).description).toBe('Theirs.')
  })

  test('a field of a surprising type costs only its own fact, and is named', () => {
    const { rowCounts, protocols, notes } = mapProtocols(
      [aRow({ oracles: 'Chainlink', description: 7, methodology: true, tvl: '100' })],
      OPTIONS,
    )
    expect(rowCounts.accepted).toBe(1)
    expect(protocols?.[0]).toMatchObject({
      description: null,
      tvl: { known: false, reason: 'refused' },
      facts: { oracles: { known: false, reason: 'refused' } },
    })
    expect(notes?.join(' ')).toContain(
      '1 row carries `oracles` in a form we do not know: Chainlink.',
    )
    expect(notes?.join(' ')).not.toContain('methodology')
  })

  test('chains that cannot be read come from the chains that hold value', () => {
    expect(only({ chains: 'Base', chainTvls: { Base: 1, 'xDai-staking': 1 } }).chains).toEqual([
      'Base',
      'Gnosis',
    ])
  })
})

describe('TVL', () => {
  test('is split by chain and section under our names', () => {
    const chainTvls = { xDai: 60, 'zkSync Era': 40, 'xDai-borrowed': 7, borrowed: 7 }
    expect(only({ chains: ['xDai', 'zkSync Era'], chainTvls }).tvl).toEqual({
      known: true,
      asOf: '2024-03-11',
      source: 'test',
      value: [
        { chain: 'Gnosis', section: 'tvl', usd: 60 },
        { chain: 'zkSync Era', section: 'tvl', usd: 40 },
        { chain: 'Gnosis', section: 'borrowed', usd: 7 },
      ],
    })
  })

  test('keeps the parts when they do not sum to the total', () => {
    expect(only({ tvl: 500 }).tvl).toMatchObject({ value: [{ usd: 100 }] })
  })

  test('goes to the only chain when there are no parts', () => {
    expect(only({ chainTvls: {} }).tvl).toMatchObject({
      value: [{ chain: 'Ethereum', section: 'tvl', usd: 100 }],
    })
  })

  test('without parts over several chains is refused, as it belongs to none of them', () => {
    expect(only({ chains: ['Ethereum', 'Base'], chainTvls: {} }).tvl).toMatchObject({
      reason: 'refused',
    })
  })

  test.each([[-1], [1e14], [Number.POSITIVE_INFINITY]])(
    'of %d is refused, the row stays',
    (tvl) => {
      const protocol = only({ tvl })
      expect(protocol.tvl).toMatchObject({ known: false, reason: 'refused' })
      expect(protocol.outOfScope).toBeNull()
    },
  )

  test('of null is not covered, and of 0 is 0', () => {
    expect(only({ tvl: null }).tvl).toMatchObject({ reason: 'not-covered' })
    expect(only({ tvl: undefined }).tvl).toMatchObject({ reason: 'not-covered' })
    expect(only({ tvl: 0, chainTvls: { Ethereum: 0 } }).tvl).toMatchObject({ value: [{ usd: 0 }] })
  })

  test('is refused whole when one chain of it is implausible', () => {
    expect(only({ chainTvls: { Ethereum: 200, Base: -100 } }).tvl).toMatchObject({
      reason: 'refused',
    })
  })

  test('keeps its chains when only another section is implausible', () => {
    expect(only({ chainTvls: { Ethereum: 100, 'Ethereum-staking': -5 } }).tvl).toMatchObject({
      value: [{ section: 'tvl', usd: 100 }],
    })
  })

  test('counts a chain that upstream sends under two names once', () => {
    const fields = { chains: ['Op_Bnb'], tvl: 3, chainTvls: { op_bnb: 3, Op_Bnb: 3 } }
    expect(only(fields).tvl).toMatchObject({ value: [{ chain: 'opBNB', usd: 3 }] })
  })
})

function only(fields: Record<string, unknown>) {
  const protocol = mapProtocols([aRow(fields)], OPTIONS).protocols?.[0]
  if (protocol === undefined) throw new Error('the row was refused')
  return protocol
}
