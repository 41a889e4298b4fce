import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textOf } from '../../../http/api-response.ts'
import { generateRows, indexOf } from '../../../testing/api/generated-rows.ts'
import type { AnswerQuery } from '../index-function.ts'
import { answerProtocols, answerScreener } from './function.ts'

const ROWS = generateRows(230, 3)
const INDEX = indexOf(ROWS)
const NEXT = { ...indexOf(ROWS), snapshot: '2026-07-01-000000000000' }

async function ask(answer: AnswerQuery, search: string, index: unknown = INDEX) {
  const dependencies = { loadIndex: async () => index, log: () => {} }
  const response = await answer(`?set=live&${search}`, dependencies)
  return { status: response.status, ...JSON.parse(textOf(response)) }
}

const somePart = <T>(values: readonly T[]) =>
  fc
    .subarray([...values], { maxLength: Math.min(40, values.length) })
    .map((chosen) => chosen.join(','))
const maybe = (name: string, value: fc.Arbitrary<string>) =>
  fc.option(value).map((text): [string, string][] => (text ? [[name, text]] : []))

/** A query of either list without a position. */
const someQuery = (sorts: readonly string[], [by, direction]: [string, string], least: string) =>
  fc
    .tuple(
      maybe('chain', somePart(INDEX.chains.slice(0, 6))),
      maybe('category', somePart(INDEX.categories.slice(0, 6))),
      maybe('ids', somePart(INDEX.columns.id)),
      maybe('fields', somePart(['name', 'tvlUsd', 'compositeScore', 'chains'])),
      maybe(least, fc.integer({ min: 0, max: 10 }).map(String)),
      maybe(by, fc.constantFrom(...sorts)),
      maybe(direction, fc.constantFrom('asc', 'desc')),
    )
    .map((parts) => parts.flat())

describe.each([
  [
    'the list',
    answerProtocols,
    someQuery(['compositeScore', 'tvl', 'name'], ['sort_by', 'sort_dir'], 'min_credit_score'),
  ],
  [
    'the screener',
    answerScreener,
    someQuery(['compositeScore', 'tvl', 'oracleRisk'], ['sort', 'order'], 'maxOracleRisk'),
  ],
] as const)('a walk through %s', (_, answer, queries) => {
  test('by pages and by cursors gives the whole of any query, each row once, in order', async () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }))
    await fc.assert(
      fc.asyncProperty(queries, sizes, async (query, [size, otherSize]) => {
        const search = (more: object) =>
          new URLSearchParams([
            ...query,
            ...Object.entries(more).map(([name, value]): [string, string] => [name, String(value)]),
          ]).toString()
        const byPage: unknown[] = []
        for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
          const { data, meta } = await ask(answer, search({ page, per_page: size }))
          byPage.push(...data)
          pageCount = meta.pageCount
        }
        const first = await ask(answer, search({ per_page: size }))
        const byCursor: unknown[] = [...first.data]
        for (let cursor = first.meta.nextCursor, at = 0; cursor !== null; at += 1) {
          const { data, meta } = await ask(
            answer,
            search({ cursor, per_page: at % 2 ? size : otherSize }),
          )
          expect(data.length).toBeGreaterThan(0)
          byCursor.push(...data)
          cursor = meta.nextCursor
        }
        expect(byCursor).toEqual(byPage)
        expect(byPage).toHaveLength(first.meta.total)
        expect(new Set(byPage.map((row) => Object(row).id)).size).toBe(byPage.length)
      }),
      { numRuns: 60 },
    )
  })

  test('ends with 410 and the current snapshot when another is published', async () => {
    const { meta } = await ask(answer, 'per_page=10')
    const { status, error } = await ask(answer, `cursor=${meta.nextCursor}`, NEXT)
    expect([status, error.code]).toEqual([410, 'SNAPSHOT_GONE'])
    expect(error.details).toEqual({ cursor: [expect.any(String)], current: [NEXT.snapshot] })
  })

  test('cannot change its filters or its order half way', async () => {
    const { meta } = await ask(answer, 'per_page=10')
    for (const other of ['chain=ethereum', 'category=x', 'ids=protocol-0001']) {
      const { status, error } = await ask(answer, `cursor=${meta.nextCursor}&${other}`)
      expect([status, error.details]).toEqual([
        400,
        { cursor: ['belongs to other filters or another order'] },
      ])
    }
  })

  test('cannot begin at a cursor of the other list, or at one that was made up', async () => {
    const other = answer === answerProtocols ? answerScreener : answerProtocols
    const { meta } = await ask(other, 'per_page=10')
    for (const cursor of [
      meta.nextCursor,
      `${meta.nextCursor}a`,
      'abc',
      meta.nextCursor.slice(1),
    ]) {
      expect((await ask(answer, `cursor=${cursor}`)).status).toBe(400)
    }
  })

  test('finds a row by a former id, unless another has that id today', async () => {
    const [known = '', other = ''] = INDEX.columns.id
    const renamed = { ...INDEX, former: { before: known, [other]: known, lost: 'no-such-id' } }
    const { data, meta } = await ask(answer, `ids=before,${other},lost`, renamed)
    expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([known, other].sort())
    expect(meta.unknownIds).toEqual(['lost'])
  })

  test('through named rows names those that there are not', async () => {
    const [known = '', other = ''] = INDEX.columns.id
    const { data, meta } = await ask(answer, `ids=${known},no-such-id,${other},No-Such-Id`)
    expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([known, other].sort())
    expect(meta).toMatchObject({ total: 2, limit: 100, unknownIds: ['no-such-id', 'No-Such-Id'] })
    expect((await ask(answer, `ids=${known}&chain=none`)).meta).toMatchObject({
      total: 0,
      unknownIds: [],
    })
  })

  test('of chains names those that no protocol is on', async () => {
    const known = INDEX.chains[0] ?? ''
    const { meta } = await ask(answer, `chain=${known},Nowhere`)
    expect(meta).toMatchObject({ unknownChains: ['nowhere'] })
    expect(meta.total).toBeGreaterThan(0)
    expect((await ask(answer, `chain=${known}`)).meta).not.toHaveProperty('unknownChains')
  })
})
