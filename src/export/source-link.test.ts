import { describe, expect, test } from 'vitest'
import { missing } from '../domain/reading.ts'
import type { SignalScore } from '../domain/score.ts'
import { fact } from '../score/fixtures/record.ts'
import { anEntry, type EntryFields } from './fixtures/catalogue.ts'
import { sourceLink } from './source-link.ts'

function link(signal: Partial<SignalScore>, fields: EntryFields = {}): string | null {
  const read: SignalScore = {
    id: 'audits',
    value: 1,
    risk: 1,
    weight: 1,
    contribution: 1,
    sentence: '',
    source: 'defillama-protocols',
    asOf: '2024-03-11',
    basis: 'measured',
    missing: null,
    inherited: false,
    ...signal,
  }
  return sourceLink(read, anEntry({ slug: 'harbour', ...fields }))
}

describe('the link of a reading', () => {
  test('of the registry is its page of the protocol, even for what it does not carry', () => {
    expect(link({})).toBe('https://defillama.com/protocol/harbour')
    expect(link({ missing: 'not-covered', value: null, asOf: null })).toBe(
      'https://defillama.com/protocol/harbour',
    )
    expect(link({}, { slug: 'a/b c+' })).toBe('https://defillama.com/protocol/a%2Fb%20c%2B')
  })

  test('that is inherited is the page of the family', () => {
    expect(link({ inherited: true }, { parentSlug: 'port' })).toBe(
      'https://defillama.com/protocol/port',
    )
    expect(link({ inherited: true })).toBe('https://defillama.com/protocol/harbour')
    expect(link({}, { parentSlug: 'port' })).toBe('https://defillama.com/protocol/harbour')
  })

  test('of the list of losses is the list, or the one loss when there is one with a page', () => {
    const source = 'defillama-hacks'
    const pocUrl = 'https://example.com/poc'
    const list = 'https://defillama.com/hacks'
    expect(link({ source })).toBe(list)
    expect(link({ source }, { incidents: [{ pocUrl }] })).toBe(pocUrl)
    expect(link({ source }, { incidents: [{ pocUrl: null }] })).toBe(list)
    expect(link({ source }, { incidents: [{ pocUrl }, { id: '2', pocUrl }] })).toBe(list)
  })

  test('of a bounty is its programme, and nothing where there is none', () => {
    const source = 'immunefi'
    const programme = { maxUsd: 5, programme: 'Harbour', url: 'https://immunefi.example/harbour' }
    expect(link({ source }, { facts: { bounty: fact(programme) } })).toBe(programme.url)
    const none = fact({ maxUsd: 0, programme: '', url: '' })
    expect(link({ source }, { facts: { bounty: none } })).toBeNull()
    expect(link({ source }, { facts: { bounty: missing('stale', source) } })).toBeNull()
    expect(link({ source })).toBeNull()
  })

  test('of a review is the link that the reading carries, whatever its sentence says', () => {
    const page = 'https://reviews.example/polygon'
    const sentence = 'Stage 1 on Ethereum.'
    expect(link({ source: 'defiscan', sentence, link: page })).toBe(page)
    expect(link({ source: 'defiscan', sentence })).toBeNull()
  })

  test('of a table of ours is the page that shows the tables, and an unknown source has none', () => {
    expect(link({ source: 'methodology' })).toBe('/methodology/')
    expect(link({ source: 'sandbox' })).toBeNull()
  })
})
