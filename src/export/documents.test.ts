import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../domain/catalogue.ts'
import { PlimsollError } from '../domain/errors.ts'
import { fact } from '../score/fixtures/record.ts'
import { createDocuments, type Document } from './documents.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import cases from './fixtures/documents.json' with { type: 'json' }

function documentsOf(catalogue: Catalogue): Document[] {
  return [...createDocuments(catalogue)]
}

function body(documents: Document[], path: string): unknown {
  const found = documents.find((document) => document.path === path)
  if (!found) throw new Error(`no document ${path}`)
  return JSON.parse(found.body)
}

/** The error that a catalogue ends in, and what was made before it. */
function failureOf(catalogue: Catalogue): PlimsollError {
  try {
    documentsOf(catalogue)
  } catch (error) {
    if (error instanceof PlimsollError) return error
    throw error
  }
  throw new Error('nothing failed')
}

describe('the documents of a snapshot', () => {
  const entries = [
    anEntry({ id: '1', slug: 'harbour', category: 'Lending' }),
    anEntry({ id: '2', slug: 'summer.fi', category: 'Lending' }),
    anEntry({ id: '3', slug: 'usd+', facts: {} }),
  ]
  const formerSlugs = [
    { slug: 'old-harbour', protocolId: '1' },
    { slug: 'older harbour', protocolId: '1' },
    { slug: '__proto__', protocolId: '2' },
  ]
  const documents = documentsOf(aCatalogue(entries, { formerSlugs }))

  test('come in a fixed order under fixed names', () => {
    expect(documents.map(({ path }) => path)).toEqual(cases.order)
  })

  test('answer for a former slug with the very bytes of the current one', () => {
    const at = (path: string) => documents.find((document) => document.path === path)?.body
    expect(at('protocols/old-harbour.json')).toBe(at('protocols/harbour.json'))
    expect(at('protocols/older~20harbour.json')).toBe(at('protocols/harbour.json'))
    expect(Object.entries(body(documents, 'aliases.json') as object)).toEqual([
      ['old-harbour', 'harbour'],
      ['older harbour', 'harbour'],
      ['__proto__', 'summer.fi'],
    ])
  })

  test('stand in the envelopes of the interface', () => {
    expect(body(documents, 'stats.json')).toMatchObject({
      success: true,
      data: { protocolCount: 3 },
    })
    expect(body(documents, 'protocols/harbour.json')).toMatchObject({
      success: true,
      data: { id: 'harbour', similar: [{ id: 'summer.fi' }] },
    })
  })

  test('give the place of a protocol in its category', () => {
    expect(body(documents, 'protocols/harbour.json')).toMatchObject({
      data: { scoreMetadata: { rank: { category: 'Lending', position: 1, of: 2, tied: 1 } } },
    })
    expect(body(documents, 'protocols/usd~2b.json')).toMatchObject({
      data: { scoreMetadata: { rank: null } },
    })
  })

  test('of a protocol are the same bytes while others move and the order in its category stays', () => {
    const detailWith = (composite: number) => {
      const others = [1, 2, 3, 4, 5].map((near) => anEntry({ id: `${near}`, category: 'Dexs' }))
      const far = anEntry({ id: '9', category: 'Dexs', composite, tvlUsd: 5 })
      const mole = anEntry({ id: '7', category: 'Dexs', slug: 'mole', composite: 5 })
      return body(documentsOf(aCatalogue([...others, far, mole])), 'protocols/mole.json')
    }
    expect(detailWith(8)).toEqual(detailWith(9))
    expect(detailWith(1)).not.toEqual(detailWith(9))
  })

  test('are the same bytes for the same catalogue', () => {
    const copy: Catalogue = structuredClone(aCatalogue(entries, { formerSlugs }))
    expect(documentsOf(copy)).toEqual(documents)
  })

  test('hold no time of the build, except where the interface asks for it', () => {
    const fields = { formerSlugs }
    const later = aCatalogue(entries, fields)
    later.snapshot = { ...later.snapshot, computedAt: '2031-01-01T00:00:00.000Z' }
    const changed = documentsOf(later).filter(({ body: text }, i) => text !== documents[i]?.body)
    expect(changed.map(({ path }) => path)).toEqual(['stats.json'])
  })

  test('of an empty registry are still all there', () => {
    const empty = documentsOf(aCatalogue([]))
    expect(empty).toHaveLength(12)
    expect(body(empty, 'aliases.json')).toEqual({})
    expect(body(empty, 'screener.json')).toMatchObject({ count: 0, columns: { id: [] } })
  })

  test('carry the sanctions list as it is', () => {
    const sanctions = { source: 'ofac', asOf: '2024-03-01', byAsset: { ETH: ['0x1'] } }
    expect(body(documentsOf(aCatalogue([], { sanctions })), 'sanctions.json')).toEqual(sanctions)
  })
})

describe('a document that does not match its schema', () => {
  test.each([
    [
      'a score off the scale',
      anEntry({ slug: 'harbour', composite: 10.5 }),
      'stats.json does not match its schema at data.globalRiskIndex',
    ],
    [
      'an address that is no link',
      anEntry({ slug: 'harbour', url: 'javascript:alert(1)' }),
      'screener.json does not match its schema at columns.url.0',
    ],
    [
      'a negative loss',
      anEntry({ slug: 'harbour', incidents: [{ lossUsd: -1 }] }),
      'protocols/harbour.json does not match its schema at data.incidents.0.lossUsd',
    ],
    [
      'a proof that is no link',
      anEntry({
        slug: 'harbour',
        facts: { oracles: fact([{ name: 'A', type: 'Primary', proof: ['see docs'] }]) },
      }),
      'protocols/harbour.json does not match its schema at data.oracleConfig.0.proof.0',
    ],
    [
      'a slug of nothing',
      anEntry({ slug: '' }),
      'screener.json does not match its schema at columns.id.0',
    ],
  ])('is named, and not written: %s', (_, entry, where) => {
    const error = failureOf(aCatalogue([entry]))
    expect(error.code).toBe('EXPORT_FAILED')
    expect(error.message).toContain(where)
  })

  test('a TVL that is no number is refused', () => {
    const entry = { ...anEntry({ slug: 'harbour' }), tvlUsd: Number.NaN }
    expect(failureOf(aCatalogue([entry])).code).toBe('EXPORT_FAILED')
  })

  test('two protocols of one slug are refused rather than written over each other', () => {
    const twins = [anEntry({ id: '1', slug: 'twin' }), anEntry({ id: '2', slug: 'twin' })]
    const error = failureOf(aCatalogue(twins))
    expect(error.code).toBe('EXPORT_FAILED')
    expect(error.message).toBe('Two documents have the same path: protocols/twin.json.')
    const formerSlugs = [{ slug: 'other', protocolId: '1' }]
    const pair = [anEntry({ id: '1', slug: 'one' }), anEntry({ id: '2', slug: 'other' })]
    expect(failureOf(aCatalogue(pair, { formerSlugs })).code).toBe('EXPORT_FAILED')
  })
})
