import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../config/config.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { commitOf, contextOf, treeOf } from '../fixtures/answers.ts'
import { reviewBatch } from './map.ts'
import { defiscan } from './source.ts'

const MARKDOWN = readFileSync(new URL('fixtures/review.md', import.meta.url), 'utf8')

describe('the DeFiScan source', () => {
  const PREFIX = 'src/content/protocols'
  const source = defiscan(readConfig({}).upstreams)

  /** A run with these files below the folder, and the time of the newest commit. */
  function runWith(
    files: Record<string, unknown>,
    committed: string | null = '2024-03-01T10:00:00Z',
  ) {
    const recorded = Object.entries(files).map(([path, body]) => [`defiscan/${path}`, body])
    return contextOf({
      'defiscan/tree.json': treeOf(...Object.keys(files).map((path) => `${PREFIX}/${path}`)),
      ...(committed && { 'defiscan/commits.json': commitOf(committed) }),
      ...Object.fromEntries(recorded),
    })
  }

  const DATA = { id: 'one', defillama_slug: ['one'] }
  const broken = new PlimsollError('UPSTREAM_TOO_LARGE', 'It is too large.')

  test('joins each review with the data of its folder and reads nothing else', async () => {
    const { context, asked } = runWith({
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
    const { asOf, notes } = await source.read(runWith(bodies).context)
    expect(asOf).toBe('2024-03-01')
    expect(notes).toEqual(['It is of 2024-03-01, 10 days old.'])
    expect((await source.read(runWith(bodies, null).context)).asOf).toBe('2024-02-06')
  })

  test('loses only the reviews of a file that is broken, too large or without data', async () => {
    const { context } = runWith({
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
    const { context } = runWith({
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
