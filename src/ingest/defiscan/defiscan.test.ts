import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../config/config.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { Endpoint, SourceContext } from '../source.ts'
import { frontMatter } from './front-matter.ts'
import { reviewBatch } from './map.ts'
import { defiscan } from './source.ts'

const DAY = '2024-03-11'
const MARKDOWN = readFileSync(new URL('fixtures/review.md', import.meta.url), 'utf8')

const review = (changes: object = {}) => ({
  file: 'src/content/protocols/invented/ethereum.md',
  data: { defillama_slug: ['invented'] },
  chain: 'Ethereum',
  stage: 0,
  risks: ['L', 'H', 'M', '-', 'L'],
  publish_date: '2024-01-05',
  update_date: '1970-01-01',
  ...changes,
})

/** A batch that stays valid whatever is made of the row under test. */
const rowCountsOf = (row: unknown) => reviewBatch([review(), row], DAY).rowCounts
const firstOf = (changes: object) => reviewBatch([review(changes)], DAY).reviews?.[0]?.review

describe('a review', () => {
  test('becomes the review of one deployment, with a missing grade as null', () => {
    expect(reviewBatch([review()], DAY)).toEqual({
      asOf: DAY,
      rowCounts: { rows: 1, accepted: 1, outOfScope: {}, refused: {} },
      reviews: [
        {
          key: { slug: 'invented', day: '2024-01-05' },
          review: {
            chain: 'Ethereum',
            stage: 0,
            upgradeability: 'H',
            autonomy: 'M',
            exitWindow: null,
            accessibility: 'L',
            multisigs: [],
            reviewedOn: '2024-01-05',
            url: 'https://www.defiscan.info/protocols/invented/ethereum',
          },
        },
      ],
    })
  })

  test('names its chain as we do', () => {
    expect(firstOf({ chain: 'Binance' })?.chain).toBe('BNB Chain')
    expect(firstOf({ chain: 'Nowhere\u202e' })?.chain).toBe('Nowhere')
  })

  test('brings the multisigs of its tables, and none from what is no table', () => {
    const header = ['Type', '≥ 50% non-insider']
    const multisigs = [{ header, rows: [['Multisig 4/7', '✅']] }]
    expect(firstOf({ multisigs })?.multisigs).toEqual([
      { threshold: 4, signers: 7, outsiders: true, publicSigners: null },
    ])
    for (const broken of [null, 'text', [{ header: 'Type' }], [{ header, rows: [[4]] }]]) {
      expect(firstOf({ multisigs: broken })?.multisigs).toEqual([])
    }
  })

  test.each(['O', 'I0', 'I1', 'I2'])('outside the stages (%s) has no stage', (stage) => {
    expect(firstOf({ stage })?.stage).toBeNull()
  })

  test('is dated by its latest publication or update, and 1970-01-01 is no day', () => {
    expect(firstOf({ update_date: '2024-02-06' })?.reviewedOn).toBe('2024-02-06')
    expect(firstOf({ update_date: '2023-12-01' })?.reviewedOn).toBe('2024-01-05')
    expect(firstOf({ update_date: undefined })?.reviewedOn).toBe('2024-01-05')
    expect(firstOf({ publish_date: '1970-01-01', update_date: '2024-02-06' })?.reviewedOn).toBe(
      '2024-02-06',
    )
  })

  test('that several slugs share stands under each, counted once', () => {
    const data = { defillama_slug: ['one', 'two', 'one', ''] }
    const { rowCounts, reviews } = reviewBatch([review({ data })], DAY)
    expect(reviews?.map(({ key }) => key)).toEqual([
      { slug: 'one', day: '2024-01-05' },
      { slug: 'two', day: '2024-01-05' },
    ])
    expect(rowCounts.accepted).toBe(1)
  })

  test('may name its one slug as text', () => {
    const { reviews } = reviewBatch([review({ data: { defillama_slug: 'one' } })], DAY)
    expect(reviews?.map(({ key }) => key)).toEqual([{ slug: 'one', day: '2024-01-05' }])
  })

  test.each([
    ['an empty slug', { data: { defillama_slug: [''] } }, 'no-protocol'],
    ['no slug at all', { data: {} }, 'no-protocol'],
    ['no data.json that can be read', { data: null }, 'unexpected-shape'],
    ['an unknown stage', { stage: 3 }, 'unexpected-shape'],
    ['a review still under way', { stage: 'R' }, 'unexpected-shape'],
    ['four grades', { risks: ['L', 'L', 'L', 'L'] }, 'unexpected-shape'],
    ['an unknown grade', { risks: ['L', 'L', 'L', 'X', 'L'] }, 'unexpected-shape'],
    ['no day of publication or update', { publish_date: '1970-01-01' }, 'no-date'],
    ['a day that is none', { publish_date: '2024-02-30' }, 'unreadable-date'],
    ['publication after the day of the run', { publish_date: '2024-03-12' }, 'after-as-of'],
    ['an update after the day of the run', { update_date: '2024-03-12' }, 'after-as-of'],
  ])('with %s is refused and counted', (_, changes, reason) => {
    expect(rowCountsOf(review(changes)).refused).toEqual({ [reason]: 1 })
  })

  test('in no known shape makes the source invalid when all are like it, or when there is none', () => {
    expect(() => reviewBatch([], DAY)).toThrow(PlimsollError)
    expect(() => reviewBatch([review({ chain: 5 })], DAY)).toThrow(PlimsollError)
  })
})

describe('front matter', () => {
  test('is the YAML block at the head, with dates as text', () => {
    expect(frontMatter(MARKDOWN)).toMatchObject({
      chain: 'Ethereum',
      stage: 1,
      risks: ['L', 'M', '-', 'H', 'L'],
      update_date: '2024-02-06',
    })
  })

  test('may stand after a byte order mark and have Windows line ends', () => {
    expect(frontMatter('\uFEFF---\r\nchain: A\r\n---\r\ntext')).toEqual({ chain: 'A' })
  })

  test.each([
    ['is not there', '# Title\n---\nchain: A\n---\n'],
    ['has no end', '---\nchain: A\n'],
    ['is not YAML', '---\nchain: [A\n---\n'],
    ['uses an alias, which could unfold without end', '---\na: &a [1]\nb: [*a, *a]\n---\n'],
    ['is longer than any real one', `---\na: ${'x'.repeat(70_000)}\n---\n`],
  ])('that %s is null', (_, text) => {
    expect(frontMatter(text)).toBeNull()
  })

  test('with a tag of a program object stays plain text', () => {
    expect(frontMatter('---\na: !!js/function "x => x"\n---\n')).toEqual({ a: 'x => x' })
  })
})

describe('the DeFiScan source', () => {
  const PREFIX = 'src/content/protocols'
  const source = defiscan(readConfig({}).upstreams)

  /** Bodies by their path below the folder; an error is thrown instead of a body. */
  function contextOf(
    bodies: Record<string, string | Error>,
    committed: string | null = '2024-03-01T10:00:00Z',
  ) {
    const asked: Endpoint[] = []
    const tree = Object.keys(bodies).map((path) => ({
      path: `${PREFIX}/${path}`,
      type: 'blob',
      sha: 'c'.repeat(40),
    }))
    const read = async (endpoint: Endpoint) => {
      asked.push(endpoint)
      if (endpoint.recordAs === 'defiscan/tree.json') {
        return JSON.stringify({ truncated: false, tree })
      }
      if (endpoint.recordAs === 'defiscan/commits.json') {
        if (committed === null) throw new PlimsollError('NOT_RECORDED', 'It holds none.')
        return JSON.stringify([{ commit: { committer: { date: committed } } }])
      }
      const body = bodies[endpoint.recordAs.replace('defiscan/', '')]
      if (typeof body !== 'string') throw body
      return body
    }
    const readJson = async (endpoint: Endpoint): Promise<unknown> =>
      JSON.parse(await read(endpoint))
    const context: SourceContext = { asOf: DAY, read, readJson, stored: () => [] }
    return { context, asked }
  }

  const DATA = JSON.stringify({ id: 'one', defillama_slug: ['one'] })
  const broken = new PlimsollError('UPSTREAM_TOO_LARGE', 'It is too large.')

  test('joins each review with the data of its folder and reads nothing else', async () => {
    const { context, asked } = contextOf({
      'README.md': 'not a review',
      'one/data.json': DATA,
      'one/ethereum.md': MARKDOWN,
      'one/drafts/base.md': MARKDOWN,
      'empty/data.json': DATA,
      'diagrams/one.png': 'bytes',
    })
    const { reviews } = await source.read(context)
    expect(asked.map(({ recordAs }) => recordAs)).toEqual([
      'defiscan/tree.json',
      'defiscan/one/data.json',
      'defiscan/one/ethereum.md',
      'defiscan/commits.json',
    ])
    expect(reviews).toMatchObject([
      { key: { slug: 'one' }, review: { stage: 1, autonomy: null, reviewedOn: '2024-02-06' } },
    ])
    expect(reviews?.[0]?.review.multisigs).toEqual([
      { threshold: 4, signers: 7, outsiders: false, publicSigners: true },
    ])
  })

  test('is of the day of its newest commit, else of its newest review', async () => {
    const bodies = { 'one/data.json': DATA, 'one/ethereum.md': MARKDOWN }
    const { asOf, notes } = await source.read(contextOf(bodies).context)
    expect(asOf).toBe('2024-03-01')
    expect(notes).toEqual(['It is of 2024-03-01, 10 days old.'])
    expect((await source.read(contextOf(bodies, null).context)).asOf).toBe('2024-02-06')
  })

  test('loses only the reviews of a file that is broken, too large or without data', async () => {
    const { context } = contextOf({
      'one/data.json': DATA,
      'one/ethereum.md': MARKDOWN,
      'one/base.md': broken,
      'one/optimism.md': 'no front matter',
      'two/data.json': broken,
      'two/ethereum.md': MARKDOWN,
      'three/ethereum.md': MARKDOWN,
    })
    expect((await source.read(context)).rowCounts).toMatchObject({
      rows: 5,
      accepted: 1,
      outOfScope: {},
      refused: { 'unexpected-shape': 3, 'no-protocol': 1 },
    })
  })

  test('fails as a whole when GitHub cannot be reached, so that the last good reviews stay', async () => {
    const { context } = contextOf({
      'one/data.json': DATA,
      'one/ethereum.md': MARKDOWN,
      'one/base.md': new PlimsollError('UPSTREAM_UNREACHABLE', 'It did not answer.'),
    })
    await expect(source.read(context)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  })
})

const recording = new URL(
  '../../../../shared/upstream/governance/defiscan_2026-05-01.json',
  import.meta.url,
)

describe.skipIf(!existsSync(recording))('the recorded reviews', () => {
  const rows = () => z.array(z.unknown()).parse(JSON.parse(readFileSync(recording, 'utf8')))

  test('are all accounted for: infrastructure has no protocol, three were never published', () => {
    const { rowCounts, reviews } = reviewBatch(rows(), '2026-05-01')
    expect(rowCounts).toMatchObject({
      rows: 37,
      accepted: 29,
      outOfScope: {},
      refused: { 'no-protocol': 5, 'no-date': 3 },
    })
    expect(reviews).toHaveLength(33)
    expect(reviews?.find(({ key }) => 'slug' in key && key.slug === 'ajna-v2')?.review).toEqual({
      chain: 'Ethereum',
      stage: 2,
      upgradeability: 'L',
      autonomy: 'L',
      exitWindow: 'L',
      accessibility: 'L',
      multisigs: [],
      reviewedOn: '2026-03-23',
      url: 'https://www.defiscan.info/protocols/anja/ethereum',
    })
  })

  test('list their multisigs with numbers; one of Aave that states none is left out', () => {
    const { reviews = [] } = reviewBatch(rows(), '2026-05-01')
    const byPage = new Map(reviews.map(({ review }) => [review.url, review.multisigs]))
    expect([...byPage.values()].flat()).toHaveLength(57)
    expect([...byPage.values()].filter((list) => list.length > 0)).toHaveLength(18)
    const aave = byPage.get('https://www.defiscan.info/protocols/aave/arbitrum') ?? []
    expect(aave.map(({ threshold, signers }) => `${threshold}/${signers}`).join(' ')).toBe(
      '5/9 5/9 2/2 3/4 2/3 2/3 1/2',
    )
  })

  test('are those that stood on an earlier day, when that is asked for', () => {
    const { rowCounts, reviews } = reviewBatch(rows(), '2025-01-20')
    expect(rowCounts.refused['after-as-of']).toBe(22)
    expect(reviews?.every(({ review }) => review.reviewedOn <= '2025-01-20')).toBe(true)
  })
})
