import { describe, expect, test } from 'vitest'
import { dependentsDocument } from '../../../contract/dependencies.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import example from './example.json' with { type: 'json' }
import { dependents } from './route.ts'

const { more: _, ...about } = example.data
const rows = Array.from({ length: 450 }, (_, at) => ({ ...about.rows[0], id: `p${at}` }))
const FILE = JSON.stringify({ success: true, data: { ...about, rows } })

async function read(search: string, body: string | null = FILE) {
  const context = aRouteContext({
    ...{ search, parameter: 'circle' },
    fetchInternal: async () => ({ status: body === null ? 404 : 200, headers: {}, body }),
  })
  const response = await dependents.handle(context)
  return { ...response, json: JSON.parse(String(response.body)) }
}

describe('GET /v1/dependencies/{id}/dependents', () => {
  test.each([
    ['', 0, 200, 250, 3],
    ['?page=3', 400, 50, 0, 3],
    ['?page=4', 0, 0, 0, 3],
    ['?page=2&per_page=7', 7, 7, 436, 65],
  ])('%j is one page of the published rows', async (search, from, length, more, pageCount) => {
    const { status, json } = await read(search)
    const { data, meta } = dependentsDocument.parse(json)
    expect(status).toBe(200)
    expect(data.rows.map(({ id }) => id)).toEqual(
      rows.slice(from, from + length).map(({ id }) => id),
    )
    expect([data.more, meta.total, meta.pageCount]).toEqual([more, 450, pageCount])
  })

  test('a page of 201 rows is refused, an unknown id is not found, and half a document is unavailable', async () => {
    expect((await read('?per_page=201')).json.error.details).toHaveProperty('per_page')
    expect((await read('', null)).status).toBe(404)
    expect((await read('', FILE.slice(0, 900))).status).toBe(503)
  })
})
