import { beforeAll, describe, expect, test } from 'vitest'
import { listDocument, type ProtocolSummary } from '../../contract/protocol-summary.ts'
import { MAX_PAGE } from '../../contract/query.ts'
import { type ScreenerRow, screenerDocument } from '../../contract/responses.ts'
import { DIMENSION_COLUMNS } from '../../domain/dimension.ts'
import { ask, sweep, type Target } from './client.ts'
import { allRows, allScreenerRows, compareRows, read } from './reading.ts'

const DIRECTIONS = ['asc', 'desc'] as const

const LIST_VALUES: Record<string, (row: ProtocolSummary) => number | string | null> = {
  compositeScore: ({ compositeScore }) => compositeScore,
  tvl: ({ tvlUsd }) => tvlUsd,
  name: ({ name }) => name.toLowerCase(),
}

const SCREENER_VALUES: Record<string, (row: ScreenerRow) => number | null> = {
  compositeScore: ({ compositeScore }) => compositeScore,
  tvl: ({ tvlUsd }) => tvlUsd,
  ...Object.fromEntries(DIMENSION_COLUMNS.map((risk) => [risk, (row: ScreenerRow) => row[risk]])),
}

/** The last does not divide the largest page. */
const PAGE_SIZES = [1, 3, 7, 19, 20, 33, 49, 50, 51, 64, 99, 100, 66]

/** Order and paging of both lists. */
export function describeLists(target: Target): void {
  let rows: ProtocolSummary[]
  let screened: ScreenerRow[]

  beforeAll(async () => {
    rows = await allRows(target)
    screened = await allScreenerRows(target)
  })

  describe('the order of GET /v1/protocols', () => {
    test('is by composite, falling, when nothing is said', async () => {
      expect(ids(rows)).toEqual(ids(await allRows(target, 'sort_by=compositeScore&sort_dir=desc')))
    })

    for (const [sort, value] of sweep(target, Object.entries(LIST_VALUES))) {
      test.each(DIRECTIONS)(`by ${sort} %s: nulls last, ties by TVL and id`, async (direction) => {
        const got = await allRows(target, `sort_by=${sort}&sort_dir=${direction}`)
        expect(ids(got)).toEqual(ids([...rows].sort(compareRows(value, direction))))
      })
    }

    test('the data hold nulls and ties, so that the order is put to the test', () => {
      expect(rows.some(({ compositeScore }) => compositeScore === null)).toBe(true)
      expect(rows.some(({ tvlUsd }) => tvlUsd === null)).toBe(true)
      const scores = rows.map(({ compositeScore }) => compositeScore)
      expect(new Set(scores).size).toBeLessThan(scores.length)
    })
  })

  describe('the order of GET /v1/screener', () => {
    test('is by composite, falling, when nothing is said', () => {
      expect(ids(screened)).toEqual(ids(rows))
    })

    for (const [sort, value] of sweep(target, Object.entries(SCREENER_VALUES))) {
      test.each(DIRECTIONS)(`by ${sort} %s: nulls last, ties by TVL and id`, async (direction) => {
        const got = await allScreenerRows(target, `sort=${sort}&order=${direction}`)
        expect(ids(got)).toEqual(ids([...screened].sort(compareRows(value, direction))))
      })
    }
  })

  describe.each([
    ['/v1/protocols', listDocument],
    ['/v1/screener', screenerDocument],
  ] as const)('the pages of GET %s', (path, shape) => {
    test('are of 20 rows, the first of them, when nothing is said', async () => {
      const { data, meta } = await read(target, path, shape)
      expect(meta).toMatchObject({
        total: rows.length,
        page: 1,
        limit: 20,
        pageCount: Math.ceil(rows.length / 20),
      })
      expect(ids(data)).toEqual(ids(rows.slice(0, 20)))
    })

    test.each(sweep(target, PAGE_SIZES))(
      'of %i rows are cut from the list without gap or overlap',
      async (size) => {
        const pageCount = Math.ceil(rows.length / size)
        // The pages round every hundredth row, the first, and the last two.
        const wanted = new Set([1, 2, pageCount - 1, pageCount])
        for (let row = 100; row < rows.length; row += 100) {
          for (const nearby of [row - size, row - 1, row, row + size]) {
            wanted.add(Math.floor(nearby / size) + 1)
          }
        }
        const pages = [...wanted].filter((number) => number >= 1 && number <= pageCount)
        const readPage = async (page: number) => {
          const { data, meta } = await read(target, `${path}?per_page=${size}&page=${page}`, shape)
          expect(ids(data), `page ${page}`).toEqual(ids(rows.slice((page - 1) * size, page * size)))
          expect(meta).toMatchObject({ total: rows.length, page, limit: size, pageCount })
        }
        await Promise.all(pages.map(readPage))
      },
    )

    const ends: [string, (count: number) => number][] = [
      ['just past the end', (count) => count + 1],
      ['a block past the end', (count) => count + 7],
      ['far past the end', () => 999_999],
      ['a thousand million million past the end', () => 1_000_000_000_000_000],
      ['the last that there can be', () => MAX_PAGE],
    ]
    test.each(sweep(target, ends))(
      '%s are empty, and say how many there are',
      async (_, pageOf) => {
        for (const size of sweep(target, [20, 100])) {
          const pageCount = Math.ceil(rows.length / size)
          const page = pageOf(pageCount)
          const { data, meta } = await read(target, `${path}?per_page=${size}&page=${page}`, shape)
          expect(data).toEqual([])
          expect(meta).toMatchObject({ total: rows.length, page, limit: size, pageCount })
        }
      },
    )

    test('past the end of a filtered list are empty, and say how many there are', async () => {
      const filtered = await read(target, `${path}?chain=Ethereum`, shape)
      expect(filtered.meta.total).toBeGreaterThan(0)
      const past = [filtered.meta.pageCount + 1, 1_000_000_000_000_000, MAX_PAGE]
      for (const page of sweep(target, past)) {
        const { data, meta } = await read(target, `${path}?chain=Ethereum&page=${page}`, shape)
        expect(data).toEqual([])
        expect(meta).toEqual({ ...filtered.meta, page, nextCursor: null })
      }
    })

    test('are the same when parameters come in another order', async () => {
      const one = await ask(target, `${path}?page=2&per_page=10`)
      const other = await ask(target, `${path}?per_page=10&page=2`)
      expect(other.text).toBe(one.text)
    })
  })
}

function ids(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
