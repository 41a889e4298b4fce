import { describe, expect, test } from 'vitest'
import { indexDocument } from '../../../contract/finding.ts'
import type { ApiResponse } from '../../../http/api-response.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { ROUTES } from '../routes.ts'

const [index, ...others] = ROUTES

async function read(note: ApiResponse) {
  const asked: string[] = []
  const context = aRouteContext({
    version: '1.2.3',
    fetchInternal: async (address) => {
      asked.push(address)
      return note
    },
  })
  const { body } = await index.handle(context)
  return { asked, data: indexDocument.parse(JSON.parse(String(body))).data }
}

describe('the index of the service', () => {
  test('names its version, the day of the snapshot, and every other endpoint in one line', async () => {
    const note = { status: 200, headers: {}, body: '{"asOf":"2026-11-21"}' }
    const { asked, data } = await read(note)
    expect(asked).toEqual(['/_data/live/snapshot.json'])
    expect(data).toMatchObject({ name: 'Plimsoll', version: '1.2.3', snapshotDay: '2026-11-21' })
    expect(data.endpoints.map(({ path }) => path)).toEqual(others.map(({ path }) => path))
    expect(data.endpoints.every(({ summary }) => /^[A-Z][^.\n]{3,60}$/.test(summary))).toBe(true)
    expect(data.endpoints.find(({ path }) => path === '/v1/usage')?.key).toBe('any')
  })

  test.each([
    [404, null],
    [200, 'x'],
    [200, '{"asOf":"soon"}'],
    [503, '{"asOf":"2026-11-21"}'],
  ])('answers without a day when the snapshot cannot be read: %i %j', async (status, body) => {
    expect((await read({ status, headers: {}, body })).data.snapshotDay).toBeNull()
  })
})
