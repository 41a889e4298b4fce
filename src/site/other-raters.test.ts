import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import seed from '../../data/seed/protocols.json' with { type: 'json' }
import { type detail, manifest } from './fixtures/documents.ts'
import { otherRatings, RATERS, RATINGS } from './other-raters.ts'

const { sources } = manifest
const review = {
  chain: 'Ethereum',
  stage: 1,
  upgradeability: 'M',
  exitWindow: 'M',
  reviewedOn: '2025-05-21',
  url: 'https://www.defiscan.info/protocols/x/ethereum',
} as const

const text = z.string().min(1).max(200)
const rater = z.strictObject({ rater: text, link: z.url({ protocol: /^https$/ }), terms: text })
const rating = rater.extend({
  protocol: text,
  id: z.string().regex(/^[1-9]\d*$/),
  says: text,
  what: text,
  asOf: z.iso.date(),
})

const rowsOf = (slug: string, reviews: typeof detail.reviews = null) =>
  otherRatings({ slug, reviews, reviewsMissing: reviews ? null : 'not-in-sample' }, sources)

describe('the tables of ratings by others', () => {
  test('have every field, and no other', () => {
    expect(z.array(rater).parse(RATERS)).toEqual(RATERS)
    expect(z.array(rating).parse(RATINGS)).toEqual(RATINGS)
  })

  test('name protocols of the registry', () => {
    const slugs = new Map(seed.protocols.map(({ slug, id }) => [id, slug]))
    const named = RATINGS.filter(({ id }) => slugs.has(id))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ protocol, id }) => slugs.get(id) !== protocol)).toEqual([])
  })

  test('have one rating of a rater for each protocol, from a rater that is introduced', () => {
    const keys = RATINGS.map(({ rater, protocol }) => `${rater} ${protocol}`)
    expect(new Set(keys).size).toBe(keys.length)
    const known = RATERS.map(({ rater }) => rater)
    expect(RATINGS.filter(({ rater }) => !known.includes(rater))).toEqual([])
  })

  test('link to a page of the rater itself', () => {
    const homes = new Map(RATERS.map(({ rater, link }) => [rater, new URL(link).hostname]))
    const own = ({ rater, link }: (typeof RATINGS)[number]) =>
      new URL(link).hostname.endsWith(homes.get(rater) ?? '?')
    expect(RATINGS.filter((rating) => !own(rating))).toEqual([])
  })
})

describe(otherRatings, () => {
  test('quotes each review and each table as it is', () => {
    const rows = rowsOf('aave-v3', [review, { ...review, chain: 'Base', stage: null }])
    expect(rows.slice(0, 3)).toEqual([
      {
        rater: 'DeFiScan',
        says: 'Stage 1',
        what: 'stage of its contracts on Ethereum',
        asOf: '2025-05-21',
        link: review.url,
        terms: 'MIT',
      },
      expect.objectContaining({
        says: null,
        what: 'review of its contracts on Base, without a stage',
      }),
      RATINGS.find(({ protocol }) => protocol === 'aave-v3') &&
        expect.objectContaining({ rater: 'defirisk.co', says: 'B', terms: 'CC BY 4.0' }),
    ])
  })

  test('follow the id: a rating stays with a renamed protocol, and a stranger with its slug gets none', () => {
    const ratingOf = (slug: string, ...ids: string[]) =>
      otherRatings({ slug, reviews: null, reviewsMissing: 'not-in-sample' }, sources, ids)[1]?.says
    expect(ratingOf('aave-v3-renamed', '1599')).toBe('B')
    expect(ratingOf('aave-v3-renamed', '7', '1599')).toBe('B')
    expect(ratingOf('aave-v3', '999999')).toBeNull()
  })

  test('says for each rater without a rating what was looked through, and when', () => {
    const rows = rowsOf('nobody-rated-this')
    expect(rows.map(({ rater }) => rater)).toEqual(RATERS.map(({ rater }) => rater))
    expect(rows[1]?.what).toMatch(
      /^none of this protocol among the \d+ on record here, of \d+ \w+ 20\d\d to \d+ \w+ 20\d\d$/,
    )
    expect(rows[2]?.what).toMatch(/, of 18 Nov 2024$/)
    for (const { says, what } of rows) {
      expect(says).toBeNull()
      expect(what).toMatch(/^n(one of this protocol|ot known)/)
    }
  })

  test('does not take reviews that it cannot see for none', () => {
    const of = (reviewsMissing: typeof detail.reviewsMissing, read = sources) =>
      otherRatings({ slug: 'x', reviews: null, reviewsMissing }, read)
    const [unread, failed] = [of('stale'), of('not-covered', [])]
    const dated = {
      status: 'ok',
      asOf: '2026-05-01',
      oldest: '2024-10-23',
      newest: '2026-03-23',
    } as const
    const read = of('not-covered', [{ id: 'defiscan', rows: 29, ...dated }])
    expect(read[0]?.what).toBe(
      'none of this protocol among the 29 on record here, of 23 Oct 2024 to 23 Mar 2026',
    )
    for (const [first] of [unread, failed]) {
      expect(first).toMatchObject({ rater: 'DeFiScan', says: null, asOf: null })
      expect(first?.what).toMatch(/^not known/)
    }
  })
})
