import { describe, expect, test } from 'vitest'
import { watchFeedPath } from '../contract/watch-feed.ts'
import { lossOf, publishedAs, upstreamId } from '../testing/alerts/published.ts'
import { answerWatchFeed, type WatchDocuments } from './watch-feed.ts'

const DAYS = {
  '2026-11-20': { aave: 3.1, lido: 2 },
  '2026-11-21': { aave: 3.4, lido: 2 },
  '2026-11-22': { aave: 4.9, lido: 2 },
}
const causes = [
  {
    ...{ at: 1, protocolId: upstreamId('aave') },
    signals: [
      {
        ...{ signal: 'audits', kind: 'signal' as const, dimension: 'smartContract' as const },
        ...{ exactDelta: 1.4, reason: 'No audit <b>now</b>.' },
      },
    ],
  },
]
const { table, incidents } = publishedAs(DAYS, {
  causes,
  incidents: [lossOf('aave', '2026-11-19'), lossOf('lido', '2026-11-18')],
})
const documents = {
  search: {
    asOf: '2026-11-22',
    columns: { id: ['aave', 'lido'], name: ['Aave <&>', 'Lido'], formerSlugs: [['old-aave'], []] },
  },
  steps: [
    {
      ...{ from: table.snapshots[0], to: table.snapshots[1] },
      moves: [
        {
          ...{ id: 'aave', name: 'Aave', category: null, since: '2026-11-20', exactDelta: 0.3 },
          from: { composite: 3.1, riskLevel: 'moderate' },
          to: { composite: 3.4, riskLevel: 'moderate' },
          levelChanged: false,
          cause: {
            since: '2026-11-20',
            signals: [
              { signal: 'feedQuality', kind: 'signal', dimension: 'oracle', exactDelta: 0.3 },
            ],
          },
        },
      ],
    },
  ],
  ...{ table, incidents },
} as unknown as WatchDocuments

const ORIGIN = 'https://risk.example'
const faults: unknown[] = []
const ask = (
  search: string,
  method = 'GET',
  load = async () => documents,
  ifNoneMatch: string | null = null,
) =>
  answerWatchFeed(
    { method, search, origin: ORIGIN, ifNoneMatch },
    { load, log: (error) => faults.push(error) },
  )
const bodyOf = async (search: string) => String((await ask(search)).body)

describe('the feed of a watchlist', () => {
  test('is not sent again to a reader that has it', async () => {
    const { headers } = await ask('?ids=aave')
    const again = await ask('?ids=aave', 'GET', undefined, `"other", ${headers.ETag}`)
    expect([again.status, again.body, again.headers.ETag]).toEqual([304, null, headers.ETag])
    expect((await ask('?ids=lido', 'GET', undefined, headers.ETag)).status).toBe(200)
  })

  test('has the moves of its protocols with what moved them, and their losses, the newest first', async () => {
    const { status, headers, body } = await ask('?ids=aave')
    expect([status, headers['Content-Type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const xml = String(body)
    expect([...xml.matchAll(/<title>(.*?)<\/title>/g)].map(([, text]) => text)).toEqual([
      'Plimsoll: my watchlist',
      'Aave &lt;&amp;&gt;: 3.4 to 4.9, riskier, now elevated',
      'Aave &lt;&amp;&gt;: 3.1 to 3.4, riskier, moderate',
      'Aave &lt;&amp;&gt;: a recorded loss of $1.00m',
    ])
    expect(xml).toContain('Audits, 1.40 riskier (No audit &lt;b&gt;now&lt;/b&gt;.)')
    expect(xml).toContain('Since 2026-11-20. Feed quality, 0.30 riskier.')
    expect(xml).toContain(`href="${ORIGIN}/feeds/watch.xml?ids=aave"`)
    expect(xml).toContain(`href="${ORIGIN}/protocol/aave/"`)
  })

  test('is the same whatever the order of the ids, former ones and some that no protocol has', async () => {
    const first = await bodyOf('?ids=aave,lido')
    expect(await bodyOf('?ids=lido,old-aave,aave,,nothing')).toBe(first)
    expect(await bodyOf('?ids=lido&ids=aave')).toBe(first)
    expect(first).toContain('Lido: a recorded loss')
    expect(await bodyOf(watchFeedPath(['aave', 'lido']).split('watch.xml')[1] ?? '')).toBe(first)
  })

  test.each([
    ['', 400],
    ['?ids=', 400],
    [`?ids=${Array.from({ length: 101 }, (_, n) => `p${n}`).join()}`, 400],
    [`?ids=${'x'.repeat(101)}`, 400],
    ['?ids=a%20b', 400],
    ['?ids=<script>', 404],
    ['?ids=../../etc/passwd', 404],
  ])('of %.40s is %i', async (search, status) => {
    const answer = await ask(search)
    expect(answer.status).toBe(status)
    expect(String(answer.body)).not.toContain('<script')
  })

  test('has a hundred protocols at most, no other method, and 503 while the documents cannot be read', async () => {
    const many = Array.from({ length: 99 }, (_, n) => `p${n}`)
    expect((await ask(`?ids=${['aave', ...many].join()}`)).status).toBe(200)
    expect((await ask('?ids=aave', 'POST')).headers.Allow).toBe('GET, HEAD')
    const broken = await ask('?ids=aave', 'GET', () => Promise.reject(new Error('gone')))
    expect([broken.status, faults.length]).toEqual([503, 1])
  })
})
