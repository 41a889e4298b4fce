import { expect } from 'vitest'
import type * as z from 'zod'
import {
  listDocument,
  type PageMeta,
  type ProtocolSummary,
} from '../../contract/protocol-summary.ts'
import { errorDocument, type ScreenerRow, screenerDocument } from '../../contract/responses.ts'
import { type AskOptions, ask, isWhole, type Reply, type Target } from './client.ts'

/** The parsed body of a 200. */
export async function read<T extends z.ZodType>(
  target: Target,
  path: string,
  shape: T,
  options: AskOptions = {},
): Promise<z.infer<T>> {
  const reply = await ask(target, path, options)
  expect(reply.status, `${path}: ${reply.text.slice(0, 300)}`).toBe(200)
  return shape.parse(reply.json)
}

/** The error of a refused request, whose status stands in the body too. */
export function errorOf(reply: Reply): z.infer<typeof errorDocument>['error'] {
  const { error } = errorDocument.parse(reply.json)
  expect(error.status).toBe(reply.status)
  expect(error.documentation).toBe(`/docs/errors/${error.code}/`)
  return error
}

/** Every row of the list in an order, page by page. */
export function allRows(
  target: Target,
  query = '',
  options: AskOptions = {},
): Promise<ProtocolSummary[]> {
  return collect(target, '/v1/protocols', query, listDocument, options)
}

/** Every row of the screener in an order, page by page. */
export function allScreenerRows(
  target: Target,
  query = '',
  options: AskOptions = {},
): Promise<ScreenerRow[]> {
  return collect(target, '/v1/screener', query, screenerDocument, options)
}

/** What was asked of a target already, by question. */
const asked = new WeakMap<Target, Map<string, Promise<unknown>>>()

/** A host that takes long for a request is asked each question once: its lists do not change while they are tested. */
function once<T>(target: Target, question: string, ask: () => Promise<T>): Promise<T> {
  if (isWhole(target)) return ask()
  const answers = asked.get(target) ?? new Map()
  asked.set(target, answers)
  const answer = answers.get(question) ?? ask()
  answers.set(question, answer)
  return answer
}

function collect<Row>(
  target: Target,
  path: string,
  query: string,
  shape: z.ZodType<{ data: Row[]; meta: PageMeta }>,
  options: AskOptions,
): Promise<Row[]> {
  const pageOf = (page: number) =>
    read(
      target,
      `${path}?per_page=100&page=${page}${query === '' ? '' : `&${query}`}`,
      shape,
      options,
    )
  return once(target, JSON.stringify([path, query, options]), async () => {
    const first = await pageOf(1)
    const others = Array.from({ length: Math.max(0, first.meta.pageCount - 1) }, (_, i) =>
      pageOf(i + 2),
    )
    const pages = [first, ...(await Promise.all(others))]
    const rows = pages.flatMap(({ data }) => data)
    expect(rows.length, `${path} ${query}: total`).toBe(first.meta.total)
    return rows
  })
}

/** The order of the interface and the design: value, nulls last both ways, then TVL falling, then id. */
export function compareRows<T extends { id: string; tvlUsd: number | null }>(
  value: (row: T) => number | string | null,
  direction: 'asc' | 'desc',
): (a: T, b: T) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) =>
    compare(value(a), value(b), sign) || compare(a.tvlUsd, b.tvlUsd, -1) || compare(a.id, b.id, 1)
}

function compare(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a === b ? 0 : a < b ? -sign : sign
}
