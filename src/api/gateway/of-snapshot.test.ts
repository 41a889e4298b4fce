import { expect, test } from 'vitest'
import { type ApiResponse, jsonResponse, PUBLISHED } from '../../http/api-response.ts'
import { aRouteContext } from '../../testing/api/route-context.ts'
import { ofOneSnapshot } from './of-snapshot.ts'

/** A host whose folder is another one after each of these reads of the snapshot. */
function host(ids: (string | null)[], { marks = true } = {}) {
  let reads = 0
  const fetchInternal = async (): Promise<ApiResponse> => {
    const id = ids[Math.min(reads, ids.length - 1)]
    reads += 1
    if (id === null) return { status: 503, headers: {}, body: null }
    return jsonResponse({ id }, marks ? { [PUBLISHED]: `folder of ${id}` } : {})
  }
  const handled: string[] = []
  const ask = (search: string) =>
    ofOneSnapshot(aRouteContext({ search, fetchInternal }), async ({ search: rest }) => {
      handled.push(rest)
      return jsonResponse({ rows: handled.length })
    })
  return { ask, handled, reads: () => reads }
}

const errorOf = ({ body }: ApiResponse) => JSON.parse(String(body)).error

test('a response names its snapshot', async () => {
  const { ask, handled } = host(['a'])
  const answer = await ask('?page=2')
  expect([answer.status, answer.headers['X-Snapshot']]).toEqual([200, 'a'])
  expect(handled).toEqual(['?page=2'])
})

test('a read that is pinned to the published snapshot is answered, and its route sees no pin', async () => {
  const { ask, handled } = host(['a'])
  const answer = await ask('?page=2&snapshot=a&chain=x')
  expect([answer.status, answer.headers['X-Snapshot']]).toEqual([200, 'a'])
  await ask('?snapshot=a')
  expect(handled).toEqual(['?page=2&chain=x', ''])
})

test('one that is pinned to another is 410 and names the current one, without any work', async () => {
  const { ask, handled } = host(['b'])
  const answer = await ask('?snapshot=a')
  expect(answer.status).toBe(410)
  expect(answer.headers['Cache-Control']).toBe('no-store')
  expect(errorOf(answer)).toMatchObject({
    code: 'SNAPSHOT_GONE',
    details: { snapshot: [expect.any(String)], current: ['b'] },
  })
  expect(handled).toEqual([])
})

test.each([
  '?snapshot=',
  '?snapshot=a&snapshot=a',
  '?snapshot=a%20b',
  `?snapshot=${'a'.repeat(101)}`,
])('%s cannot be the id of a snapshot', async (search) => {
  const { ask, reads } = host(['a'])
  const answer = await ask(search)
  expect([answer.status, Object.keys(errorOf(answer).details)]).toEqual([400, ['snapshot']])
  expect(reads()).toBe(0)
})

test('a read is done again when a folder is published in between, and is of the new one', async () => {
  const { ask, handled } = host(['a', 'b', 'b'])
  const answer = await ask('')
  expect([answer.status, answer.headers['X-Snapshot'], handled.length]).toEqual([200, 'b', 2])
})

test('a pinned read is refused when its snapshot goes in between', async () => {
  const { ask } = host(['a', 'b', 'b'])
  expect((await ask('?snapshot=a')).status).toBe(410)
})

test('folders without end are 503, not a mixture', async () => {
  const { ask, handled } = host(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect((await ask('')).status).toBe(503)
  expect(handled).toHaveLength(3)
})

test('a host that does not say which folder a document is from is asked once', async () => {
  const { ask, reads } = host(['a'], { marks: false })
  expect((await ask('')).headers['X-Snapshot']).toBe('a')
  expect(reads()).toBe(1)
})

test('without a readable snapshot a read still works, and a pinned one is 503', async () => {
  const { ask } = host([null])
  const answer = await ask('')
  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty('X-Snapshot')
  expect((await ask('?snapshot=a')).status).toBe(503)
})
