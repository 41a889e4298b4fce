import { describe, expect, test } from 'vitest'
import type { Review } from '../domain/protocol.ts'
import { missing } from '../domain/reading.ts'
import type { SignalScore } from '../domain/score.ts'
import { fact } from '../score/fixtures/record.ts'
import { aReview } from '../score/fixtures/review.ts'
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
    missing: null,
    inherited: false,
    ...signal,
  }
  return sourceLink(read, anEntry({ slug: 'harbour', ...fields }))
}

function review(chain: string, reviewedOn: string): Review {
  return aReview({ chain, reviewedOn, url: `https://reviews.example/${chain.toLowerCase()}` })
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

  test('of a review is the review of its day, and of its chain where there are several', () => {
    const reviews = [
      review('Base', '2024-01-01'),
      review('Ethereum', '2024-02-02'),
      review('Polygon', '2024-02-02'),
    ]
    const of = (asOf: string | null, sentence = '') =>
      link({ source: 'defiscan', asOf, sentence }, { facts: { reviews: fact(reviews) } })
    expect(of('2024-01-01')).toBe('https://reviews.example/base')
    expect(of('2024-02-02', 'Stage 1 on Polygon.')).toBe('https://reviews.example/polygon')
    expect(of('2024-02-02', 'Stage 1.')).toBe('https://reviews.example/ethereum')
    expect(of('2024-03-03')).toBeNull()
    expect(of(null)).toBeNull()
    expect(link({ source: 'defiscan' })).toBeNull()
  })

  test('of a table of ours is the page that shows the tables, and an unknown source has none', () => {
    expect(link({ source: 'methodology' })).toBe('/methodology')
    expect(link({ source: 'sandbox' })).toBeNull()
  })
})
