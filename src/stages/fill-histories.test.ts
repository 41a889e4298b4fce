import { beforeEach, describe, expect, test } from 'vitest'
import { PlimsollError } from '../errors.ts'
import type { EndpointReader } from '../ingest/reader.ts'
import { aProtocol, commitRegistry, tvlOf } from '../store/fixtures/batches.ts'
import { openStore, type Store } from '../store/open.ts'
import { listUnfilledHistories } from '../store/tvl-history.ts'
import { fillHistories } from './fill-histories.ts'
import { history } from './fixtures/bodies.ts'
import { lines, MEMORY_UPSTREAMS } from './fixtures/world.ts'

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
      failed: 0,
      absent: 0,
      waiting: 0,
    })
  })

  test('each protocol that fails is noted, the others are filled', async () => {
    list(12)
    const report = await fill((id) => (id % 3 === 0 ? unreachable() : null))
    expect(report).toMatchObject({ filled: 8, failed: 4, waiting: 0 })
    expect(failures()).toEqual([3, 6, 9, 12])
    expect(unfilled()).toEqual([3, 6, 9, 12])
  })

  test('a protocol that failed in three runs is left alone', async () => {
    list(3)
    for (let n = 0; n < 3; n += 1) await fill((id) => (id === 1 ? unreachable() : null))
    asked = []
    expect(await fill(() => null)).toMatchObject({ filled: 0 })
    expect(asked).toEqual([])
  })

  test('an upstream that is down is left after eight failures, and no protocol is blamed', async () => {
    list(20)
    const said = lines()
    const report = await fill((id) => (id > 4 ? unreachable() : null), said)
    expect(report).toMatchObject({ filled: 4, failed: 8, waiting: 8 })
    expect(asked).toHaveLength(12)
    expect(failures()).toEqual([])
    expect(unfilled()).toHaveLength(16)
    expect(said.text()).toBe(
      '  TVL history: 8 failures in a row, so the rest waits for the next run. The last: It answered with status 500.',
    )
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

  test('an answer in an unknown form is a failure of its protocol', async () => {
    list(1)
    const report = await fill(() => null, lines(), '{"message":"Protocol not found"}')
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

/** A run whose upstream answers each protocol with the given error, or well. */
function fill(
  errorOf: (id: number) => PlimsollError | null,
  progress = lines(),
  body = history(ROW, 3),
) {
  const reader: EndpointReader = {
    async read(endpoint) {
      const id = Number(endpoint.url.split('-').at(-1))
      asked.push(id)
      const error = errorOf(id)
      if (error) throw error
      return body
    },
  }
  const given = { store, upstreams: MEMORY_UPSTREAMS, reader, asOf: DAY, budget: 100, progress }
  return fillHistories(given)
}

function unreachable(): PlimsollError {
  return new PlimsollError('UPSTREAM_UNREACHABLE', 'It answered with status 500.')
}

function failures(): unknown[] {
  return store
    .prepare('SELECT protocol_id FROM history_fills WHERE failures > 0 ORDER BY protocol_id')
    .pluck()
    .all()
}

function unfilled(): number[] {
  return listUnfilledHistories(store, DAY).map(({ id }) => id)
}
