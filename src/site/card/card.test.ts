import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf } from '../../contract/file-name.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { writeDocuments } from '../fixtures/write-documents.ts'
import { CARD_STYLE, type CardFacts, cardHtml } from './card.ts'
import { listCards } from './list-cards.ts'

const folder = writeDocuments(temporaryFolder())

const FACTS: CardFacts = {
  name: 'Tern Lend',
  fileName: 'tern-lend',
  site: 'https://risk.example',
  state: { kind: 'scored', score: 3.4, level: 'moderate', day: '2026-11-21' },
  dimensions: {
    smartContract: 2,
    counterparty: 8.1,
    credit: null,
    liquidity: 0,
    oracle: 10,
    liquidityTrap: 3,
  },
  assumed: [],
  currentUntil: '2026-11-29',
  notice: null,
}

test('a card says score, level, six dimensions, its day and until when it is current', () => {
  const html = cardHtml(FACTS)
  expect(html).toContain('<b>3.4</b> of 10 <em>Moderate risk</em>')
  expect(html.match(/<li[ >]/g)).toHaveLength(6)
  expect(html.match(/<rect/g)).toHaveLength(5)
  expect(html).toContain('Credit <b>–<span> no score</span></b>')
  expect(html).toContain('As of 21 Nov 2026, current until 29 Nov 2026.')
  expect(html).toContain('<link rel="canonical" href="https://risk.example/protocol/tern-lend/">')
  expect(html).toContain('noindex')
  expect(html).not.toMatch(/<script|style=/)
  expect(Buffer.byteLength(html)).toBeLessThan(3_000)
})

test('a dimension whose score is an assumption has no bar and says so', () => {
  const html = cardHtml({ ...FACTS, assumed: ['oracle'] })
  expect(html.match(/<rect/g)).toHaveLength(4)
  expect(html).toContain('Oracle <b>? 10.0<span> not read: assumed</span></b>')
})

test('an old score does not look current, and a missing one has no number and no bars', () => {
  const stale = { kind: 'stale', score: 3.4, level: 'moderate', day: '2026-01-02' } as const
  const old = cardHtml({ ...FACTS, state: stale })
  expect(old).toContain('Stale: not current')
  expect(old).toContain('Last reading 2 Jan 2026.')
  expect(old).not.toContain('current until')
  const none = { kind: 'insufficient', day: '2026-11-21' } as const
  const missing = cardHtml({ ...FACTS, state: none, dimensions: null })
  expect(missing).toContain('Insufficient Data')
  expect(missing).toContain('As of 21 Nov 2026.')
  expect(missing).not.toMatch(/of 10|<li[ >]|<rect/)
})

test('one that is not active shows no score', () => {
  const state = { kind: 'inactive', word: 'Drained', day: '2026-11-21' } as const
  const html = cardHtml({ ...FACTS, state, dimensions: null })
  expect(html).toContain('<em>Drained</em>')
  expect(html).toContain('Its page says why.')
  expect(html).toContain('Since 21 Nov 2026.')
  expect(html).not.toMatch(/of 10|<li[ >]|<rect|current until/)
})

test('words of strangers stay words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '<', '>', '&', "'", 'x') }), (name) => {
      const html = cardHtml({ ...FACTS, name })
      const tags = (text: string) => text.match(/<[a-z/][^>]*>/g)
      expect(tags(html)).toEqual(tags(cardHtml({ ...FACTS, name: 'x' })))
    }),
  )
})

test('every protocol with a page has a card; only one with a score has dimensions', async () => {
  const cards = await listCards(folder, Date.parse('2026-11-21T06:00:00Z'))
  expect(
    Object.fromEntries(
      cards.map(({ fileName, dimensions, currentUntil }) => [
        fileName,
        [dimensions !== null, currentUntil],
      ]),
    ),
  ).toEqual({
    'tern-lend': [true, '2026-11-28'],
    404: [false, '2026-11-29'],
    gone: [false, '2026-11-28'],
  })
})

test('no slug has the file name of the style', () => {
  const name = path.basename(CARD_STYLE)
  expect(fileNameOf(name)).not.toBe(name)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (slug) => fileNameOf(slug) !== name))
})
