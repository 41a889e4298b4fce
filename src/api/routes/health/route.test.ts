import { describe, expect, test } from 'vitest'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { health } from './route.ts'

const note = { id: '2026-01-01-abc', asOf: '2026-01-01', protocolCount: 45 }
const answering =
  (body: unknown, status = 200) =>
  async () => ({
    status,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const now = Date.UTC(2026, 0, 1, 1, 0, 5, 900)

const createHealth = (
  dataSet: DataSet,
  fetchInternal: InternalFetch,
  version: string,
  at: number,
) => health.handle(aRouteContext({ dataSet, fetchInternal, version, now: at }))

describe('the health check', () => {
  test('names the snapshot and its age in whole seconds since its day began', async () => {
    const { status, body } = await createHealth('live', answering(note), '1.2.3', now)
    expect(status).toBe(200)
    expect(JSON.parse(String(body))).toEqual({
      success: true,
      data: { status: 'ok', version: '1.2.3', snapshot: { ...note, ageSeconds: 3_605 } },
    })
  })

  test.each([
    [4, '2026-01-09T00:00:00Z', 'ok'],
    [4, '2026-01-09T00:00:01Z', 'stale'],
    [1, '2026-01-03T00:00:01Z', 'stale'],
    [30, '2026-01-09T00:00:01Z', 'ok'],
    [null, '2036-01-01T00:00:00Z', 'ok'],
    [undefined, '2026-01-09T00:00:01Z', 'stale'],
  ])('a snapshot due again after %s days is, at %s, %s', async (refreshDays, at, expected) => {
    const origin = answering({ ...note, refreshDays })
    const { status, body } = await createHealth('live', origin, '1', Date.parse(at))
    expect([status, JSON.parse(String(body)).data.status]).toEqual([200, expected])
  })

  test('reads the note of the caller’s own data set', async () => {
    const asked: string[] = []
    const origin = async (address: string) => {
      asked.push(address)
      return { status: 404, headers: {}, body: null }
    }
    await createHealth('sandbox', origin, '1', now)
    expect(asked).toEqual(['/_data/sandbox/snapshot.json'])
  })

  test.each([
    ['no note', null, 404],
    ['a note that cannot be read', note, 503],
    ['half a note', '{"id":"2026', 200],
    ['nothing', '', 200],
    ['null', null, 200],
    ['a note without a count', { id: 'x', asOf: '2026-01-01' }, 200],
    ['a note of no day', { ...note, asOf: 'yesterday' }, 200],
    ['a note that is due again some time', { ...note, refreshDays: 'soon' }, 200],
  ])('%s: 503 with Retry-After', async (_, body, status) => {
    const answer = await createHealth('live', answering(body, status), '1', now)
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('60')
  })
})
