import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { EndpointReader } from '../ingest/reader.ts'
import { listSources } from '../ingest/sources.ts'
import { aProtocol, aRun, commitRegistry, tvlOf } from '../store/fixtures/batches.ts'
import { openStore, type Store } from '../store/open.ts'
import { insertSourceRun } from '../store/source-runs.ts'
import { history } from '../testing/pipeline/bodies.ts'
import { lines, MEMORY_UPSTREAMS } from '../testing/pipeline/world.ts'
import { fillHistories } from './fill-histories.ts'
import { describeHistories, describeSkipped, describeTokensLeftOut } from './source-report.ts'

const DAY = '2024-03-10'
const ROW = { id: '1', slug: 'x', name: 'X' }

let store: Store
let asked: number[]

beforeEach(() => {
  store = openStore(':memory:')
  asked = []
})

describe(fillHistories, () => {
  test('a store without a registry has nothing to fill', async () => {
    expect(await fill(() => null)).toEqual({
      filled: 0,
      points: 0,
      leftOut: 0,
      skipped: [],
      tokensLeftOut: [],
      confirmed: 0,
      failed: 0,
      failures: new Map(),
      absent: 0,
      waiting: 0,
      resting: 0,
      oldestPage: null,
    })
  })

  test('invalid points are counted by reason and named by protocol in the report', async () => {
    list(2)
    const tvl = [...[null, 7, 'x'], { date: 'x', totalLiquidityUSD: 1 }]
    const body = JSON.stringify({ id: '1', chainTvls: { Base: { tvl } } })
    const { skipped } = await fill(() => null, { body })
    const points = { 'not a point': 3, 'invalid date': 1 }
    expect(skipped).toEqual([
      { slug: 'slug-1', points },
      { slug: 'slug-2', points },
    ])
    expect(describeSkipped(skipped)).toBe(
      'Skipped 8 invalid points of TVL history: slug-1 not a point 3, invalid date 1; slug-2 not a point 3, invalid date 1.',
    )
    const many = Array.from({ length: 22 }, (_, index) => ({ slug: `p${index}`, points }))
    expect(describeSkipped(many)).toMatch(/p19 [^;]* and 2 more protocols\.$/)
    expect(describeSkipped([])).toBeNull()
  })

  test('tokens below zero are counted, and named by protocol in the report', async () => {
    list(2)
    const date = Date.parse(DAY) / 1_000
    const body = JSON.stringify({
      chainTvls: {},
      tvl: [{ date, totalLiquidityUSD: 100 }],
      tokensInUsd: [{ date, tokens: { USDC: 110, USDG: -10 } }],
    })
    const { tokensLeftOut } = await fill(() => null, { body })
    expect(describeTokensLeftOut(tokensLeftOut)).toBe(
      'Left 2 tokens below zero out of what protocols hold: slug-1 USDG; slug-2 USDG.',
    )
    expect(describeTokensLeftOut([])).toBeNull()
  })

  test('each protocol that fails is noted, the others are filled', async () => {
    list(12)
    const report = await fill((id) => (id % 3 === 0 ? unreachable() : null))
    expect(report).toMatchObject({ filled: 8, failed: 4, waiting: 0 })
    expect(failures()).toEqual([3, 6, 9, 12])
  })

  test.each([
    ['are not known', () => unreachable(404)],
    ['make the host fail', () => unreachable(500)],
    ['time out', () => new PlimsollError('UPSTREAM_TIMEOUT', 'It did not answer.')],
    ['give something else', () => new PlimsollError('UPSTREAM_INVALID', 'A web page.')],
  ])('twenty protocols at the head that %s hold up nobody', async (_, failure) => {
    list(40)
    const report = await fill((id) => (id <= 20 ? failure() : null))
    expect(report).toMatchObject({ filled: 20, failed: 20, waiting: 0 })
    expect(failures()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('a protocol that failed is left alone for a day, and then for two', async () => {
    list(3)
    readIncidents(0, 1, 2, 3)
    const first = () => fill((id) => (id === 1 ? unreachable() : null), { asOf: days[0] })
    const days = [DAY, addDays(DAY, 1), addDays(DAY, 2), addDays(DAY, 3)]
    expect(await first()).toMatchObject({ filled: 2, failed: 1, resting: 0 })
    expect(await first()).toMatchObject({ failed: 0, resting: 1 })
    const failAgain = (asOf?: string) => fill(() => unreachable(), { asOf })
    expect(await failAgain(days[1])).toMatchObject({ failed: 1, resting: 0 })
    expect(await failAgain(days[2])).toMatchObject({ failed: 0, resting: 1 })
    expect(await fill(() => null, { asOf: days[3] })).toMatchObject({ filled: 1, resting: 0 })
  })

  test('a host that is down is left alone, and after two days nothing is missing', async () => {
    list(20)
    readIncidents(0, 1, 2)
    const said = lines()
    const isDown = (id: number) => (id > 4 ? unreachable() : null)
    const report = await fill(isDown, { progress: said, hostIsDown: true })
    expect(report).toMatchObject({ filled: 4, failed: 4, waiting: 12 })
    expect(asked).toHaveLength(8)
    expect(describeHistories(report)).toMatch(/^✓ .* 4 failed, .*; failed 4 times: /)
    expect(said.text()).toBe(
      '  TVL history: the host does not answer, so the rest waits for the next run. The last: It answered with status 500.',
    )
    const allDown = await fill(() => unreachable(), { asOf: addDays(DAY, 1), hostIsDown: true })
    expect(describeHistories(allDown)).toMatch(
      /^✗ .*; failed 4 times: It answered with status 500; /,
    )
    expect(await fill(() => null, { asOf: addDays(DAY, 2) })).toMatchObject({ filled: 16 })
  })

  test('a host that is down for long and bad protocols at the head never stop the others for ever', async () => {
    list(40)
    const fate = (id: number) => (id <= 30 ? unreachable() : null)
    for (let day = 0; day < 8; day += 1) {
      await fill(fate, { asOf: addDays(DAY, day), hostIsDown: true })
    }
    expect(filled()).toBe(10)
  })

  test('a run does not lose more than five minutes on protocols without an answer', async () => {
    list(40)
    const said = lines()
    let now = 0
    const clock = () => now
    const slow = () => {
      now += 30_000
      return unreachable()
    }
    expect(await fill(slow, { progress: said, clock })).toMatchObject({ failed: 12, waiting: 28 })
    expect(said.text()).toContain('too much of this run was lost on reads without an answer')
  })

  test('failures between good answers are no outage, however many', async () => {
    list(40)
    const report = await fill((id) => (id % 2 === 0 ? unreachable() : null))
    expect(report).toMatchObject({ filled: 20, failed: 20, waiting: 0 })
  })

  test('protocols that a recording does not hold are neither filled nor failed', async () => {
    list(12)
    const report = await fill((id) => (id > 2 ? new PlimsollError('NOT_RECORDED', 'No.') : null))
    expect(report).toMatchObject({ filled: 2, absent: 10, failed: 0 })
    expect(failures()).toEqual([])
  })

  test('the page of a protocol is read again after forty days for what it says, and its past stays', async () => {
    list(1)
    const page = (token: string, day: string) => {
      const date = Date.parse(`${day}T00:00:00Z`) / 1_000
      return JSON.stringify({
        ...JSON.parse(history(ROW, 3)),
        tvl: [{ date, totalLiquidityUSD: 5 }],
        tokensInUsd: [{ date, tokens: { [token]: 5 } }],
      })
    }
    const later = addDays(DAY, 40)
    // With a list of the day no page is read for its incidents.
    readIncidents(39, 40)
    expect(await fill(() => null, { body: page('OLD', DAY) })).toMatchObject({ filled: 1 })
    expect(assets()).toEqual([['OLD', DAY]])
    expect(await fill(() => null, { asOf: addDays(DAY, 39) })).toMatchObject({ filled: 0 })
    const points = store.prepare('SELECT * FROM tvl_daily').all()
    const again = await fill(() => null, { asOf: later, body: page('NEW', later) })
    expect(again).toMatchObject({ filled: 1, points: 0 })
    expect(assets()).toEqual([['NEW', later]])
    expect(store.prepare('SELECT * FROM tvl_daily').all()).toEqual(points)
    expect(await fill(() => null, { asOf: later })).toMatchObject({ filled: 0 })
  })

  test('without the list of incidents the allowance is spent on pages, and says how old the oldest is', async () => {
    list(12)
    await fill(() => null)
    asked = []
    const report = await fill(() => null, { asOf: addDays(DAY, 1), budget: 5 })
    expect(report).toMatchObject({ filled: 5, waiting: 7, oldestPage: DAY })
    expect(asked).toHaveLength(5)
    const rest = await fill(() => null, { asOf: addDays(DAY, 1) })
    expect(rest).toMatchObject({ filled: 7, waiting: 0, oldestPage: addDays(DAY, 1) })
    readIncidents(2)
    expect(await fill(() => null, { asOf: addDays(DAY, 2) })).toMatchObject({ filled: 0 })
  })

  test('an answer in an unknown form is a failure of its protocol', async () => {
    list(1)
    const report = await fill(() => null, { body: '{"message":"Protocol not found"}' })
    expect(report).toMatchObject({ filled: 0, failed: 1 })
  })

  test('a recording that cannot be written ends the run', async () => {
    list(3)
    const full = new PlimsollError('STORE_UNUSABLE', 'The disk is full.')
    await expect(fill(() => full)).rejects.toBe(full)
    expect(failures()).toEqual([])
  })

  test('a store that cannot be written ends the run with one sentence', async () => {
    list(3)
    store.exec(
      'DROP TABLE history_fills; CREATE VIEW history_fills AS SELECT 1 AS protocol_id, NULL AS filled_on, NULL AS tried_on, 0 AS failures',
    )
    await expect(fill(() => null)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })
})

function list(count: number): void {
  const rows = Array.from({ length: count }, (_, index) =>
    aProtocol(index + 1, { tvl: tvlOf(DAY, { Ethereum: 1_000 - index }) }),
  )
  commitRegistry(store, DAY, ...rows)
}

/** The list of incidents is read on these days, so no page is read again for them. */
function readIncidents(...days: number[]): void {
  for (const day of days) insertSourceRun(store, aRun('defillama-hacks', addDays(DAY, day)))
}

interface Run {
  asOf?: string | undefined
  progress?: ReturnType<typeof lines>
  body?: string
  hostIsDown?: boolean
  budget?: number
  clock?: () => number
}

/** A run whose upstream answers each protocol with the given error, or well. */
function fill(errorOf: (id: number) => PlimsollError | null, given: Run = {}) {
  const { asOf = DAY, progress = lines(), body = history(ROW, 3), hostIsDown = false } = given
  const reader: EndpointReader = {
    async read(endpoint) {
      if (endpoint.url.endsWith('/v2/chains')) {
        if (hostIsDown) throw unreachable()
        return '[]'
      }
      const id = Number(endpoint.url.split('-').at(-1))
      asked.push(id)
      const error = errorOf(id)
      if (error) throw error
      return body
    },
  }
  const { clock = () => 0, budget = 100 } = given
  const rest = { store, sources: listSources(MEMORY_UPSTREAMS), reader, budget }
  return fillHistories({ ...rest, asOf, progress, clock })
}

function unreachable(status = 500): PlimsollError {
  return new PlimsollError('UPSTREAM_UNREACHABLE', `It answered with status ${status}.`)
}

function filled(): unknown {
  return store.prepare('SELECT COUNT(filled_on) FROM history_fills').pluck().get()
}

function assets(): unknown[] {
  return store
    .prepare("SELECT value ->> 'topToken', as_of FROM readings WHERE name = 'assets'")
    .raw()
    .all()
}

function failures(): unknown[] {
  return store
    .prepare('SELECT protocol_id FROM history_fills WHERE failures > 0 ORDER BY protocol_id')
    .pluck()
    .all()
}
