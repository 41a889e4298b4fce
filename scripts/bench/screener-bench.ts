import { createEngine } from '../../src/api/routes/screener/engine.ts'
import { answerScreener } from '../../src/api/routes/screener/function.ts'
import { toResponse } from '../../src/http/api-response.ts'
import { generateRows, indexOf } from '../../src/testing/api/generated-rows.ts'
import { logProgress } from './log-progress.ts'
import { measureBundle } from './screener-bundle.ts'
import { QUERIES } from './screener-queries.ts'
import { createSqliteScreener } from './screener-sqlite.ts'
import type { Figure, Section } from './table.ts'

/** Bars of the screener; the smaller size is that of the registry in September 2023. */
const SIZES = [
  { count: 4_047, maxP99Ms: 2, leastRatio: 10, rounds: 12 },
  { count: 100_000, maxP99Ms: 15, leastRatio: 10, rounds: 5 },
] as const

/** Work of others on the machine only ever adds time, so the calmest series counts. */
const SERIES = 20

const MAX_BUNDLE_KB = 300
const MAX_IMPORT_MS = 150

/** Longer queries are cut in the table. */
const MAX_NAME = 60

interface Spread {
  p50: number
  p99: number
}

/** Measures the screener's handler, its engine against SQLite, and the bundle of its function. */
export async function runScreenerBench(): Promise<Section> {
  const figures: Figure[] = []
  for (const { count, maxP99Ms, leastRatio, rounds } of SIZES) {
    logProgress(`screener, ${count} rows`)
    const { handler, first, ours, theirs, ratio, ratios, parseMs, createMs } = await measure(
      count,
      rounds,
    )
    figures.push(
      { name: `handler, ${count} rows, p99`, ...ms(handler.p99), bar: { atMost: maxP99Ms } },
      { name: '  p50', ...ms(handler.p50) },
      { name: '  slowest first query', ...ms(first) },
      { name: '  loading: parsing the index', ...ms(parseMs) },
      { name: '  loading: building the engine', ...ms(createMs) },
      {
        name: `SQLite with indexes, ${count} rows, times the engine`,
        value: ratio,
        unit: '×',
        bar: { atLeast: leastRatio },
      },
      { name: '  engine p50', ...ms(ours.p50) },
      { name: '  engine p99', ...ms(ours.p99) },
      { name: '  SQLite p50', ...ms(theirs.p50) },
      { name: '  SQLite p99', ...ms(theirs.p99) },
      ...ratios.map(({ text, factor }) => ({
        name: `  ${text === '' ? '(no parameter)' : shortened(text)}`,
        value: factor,
        unit: '×',
      })),
    )
  }
  const { bytes, importMs } = await measureBundle()
  figures.push(
    {
      name: 'bundle of the function',
      value: bytes / 1e3,
      unit: 'KB',
      bar: { atMost: MAX_BUNDLE_KB },
    },
    { name: '  imported in', ...ms(importMs), bar: { atMost: MAX_IMPORT_MS } },
  )
  return { part: 'screener', title: 'Screener', figures }
}

async function measure(count: number, rounds: number) {
  const rows = generateRows(count, 1)
  const text = JSON.stringify(indexOf(rows))
  const [index, parseMs] = timed(() => JSON.parse(text))
  const [engine, createMs] = timed(() => createEngine(index))
  const ask = createSqliteScreener(rows)
  let asked = 0
  const handle = async (query: string) => {
    // What is asked again is remembered; a parameter that means nothing makes each question a new one.
    asked += 1
    const search = `?set=live&${query}&asked=${asked}`
    const start = performance.now()
    const answer = await answerScreener(search, { loadIndex: async () => index, log: () => {} })
    const response = toResponse(answer)
    return { response, elapsedMs: performance.now() - start }
  }

  const firsts: number[] = []
  for (const { text, query } of QUERIES) {
    const { response, elapsedMs } = await handle(text)
    firsts.push(elapsedMs)
    checkSame(text, ask(query), engine.screen(query), await response.json())
  }

  const series: Spread[] = []
  const timings = QUERIES.map((): { ours: number[]; theirs: number[] } => ({
    ours: [],
    theirs: [],
  }))
  for (let number = 0; number < SERIES; number += 1) {
    const handled: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const { text } of QUERIES) handled.push((await handle(text)).elapsedMs)
    }
    series.push(spread(handled))
    for (const [at, { query }] of QUERIES.entries()) {
      for (let round = 0; round < 3; round += 1) {
        timings[at]?.ours.push(timed(() => engine.screen(query))[1])
        timings[at]?.theirs.push(timed(() => ask(query))[1])
      }
    }
  }
  const medians = timings.map(({ ours, theirs }) => ({
    ours: spread(ours).p50,
    theirs: spread(theirs).p50,
  }))
  return {
    handler: series.reduce((a, b) => (b.p99 < a.p99 ? b : a)),
    first: Math.max(...firsts),
    ours: spread(timings.flatMap(({ ours }) => ours)),
    theirs: spread(timings.flatMap(({ theirs }) => theirs)),
    // One of each query after another: the time that the whole spread takes.
    ratio: sum(medians.map(({ theirs }) => theirs)) / sum(medians.map(({ ours }) => ours)),
    ratios: medians.map(({ ours, theirs }, at) => ({
      text: QUERIES[at]?.text ?? '',
      factor: theirs / ours,
    })),
    parseMs,
    createMs,
  }
}

interface Answered {
  rows: unknown[]
  total: number
}

function checkSame(
  query: string,
  expected: Answered,
  engine: Answered,
  handled: { data: unknown[]; meta: { total: number } },
): void {
  const text = JSON.stringify([expected.rows, expected.total])
  const others = [
    [engine.rows, engine.total],
    [handled.data, handled.meta.total],
  ]
  if (others.every((other) => JSON.stringify(other) === text)) return
  throw new Error(`The engine and SQLite disagree about "${query}".`)
}

function timed<T>(work: () => T): [T, number] {
  const start = performance.now()
  const result = work()
  return [result, performance.now() - start]
}

function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0)
}

function ms(value: number): { value: number; unit: string } {
  return { value, unit: 'ms' }
}

function shortened(query: string): string {
  return query.length > MAX_NAME ? `${query.slice(0, MAX_NAME)}…` : query
}
