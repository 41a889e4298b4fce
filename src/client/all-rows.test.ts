import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure, fakeService, json } from '../testing/client/fake-service.ts'
import { createClient } from './index.ts'

/** A service whose list is another one after so many requests. A cursor is the number of its list and a place. */
function changing(lists: readonly (readonly number[])[], changeAfter: readonly number[]) {
  const urls: string[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    const passed = changeAfter.filter((at) => urls.length >= at).length
    urls.push(url)
    expect(init?.cache).toBe('no-store')
    const list = lists[Math.min(passed, lists.length - 1)] ?? []
    const cursor = new URL(url).searchParams.get('cursor') ?? `${passed}-0`
    const [number, start] = cursor.split('-').map(Number)
    if (number !== passed || start === undefined) return failure(410, 'SNAPSHOT_GONE')
    const rows = list.slice(start, start + 100).map((id) => ({ id: String(id) }))
    const end = start + 100
    const nextCursor = end < list.length ? `${passed}-${end}` : null
    const meta = { total: list.length, limit: 100, snapshot: String(passed), nextCursor }
    return json({ success: true, data: rows, meta })
  }
  const client = createClient({ ...fakeService([]).options, fetch })
  return { client, urls }
}

const upTo = (end: number) => Array.from({ length: end }, (_, at) => at)

async function idsOf(rows: AsyncIterable<{ id: string }>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of rows) ids.push(Number(id))
  return ids
}

describe('all rows of a list', () => {
  it.each([0, 1, 99, 100, 101, 200, 338])(
    '%i rows come in the order of the list, a request a page',
    async (total) => {
      const { client, urls } = changing([upTo(total)], [])
      expect(await idsOf(client.protocols.all())).toEqual(upTo(total))
      expect(urls).toHaveLength(Math.max(1, Math.ceil(total / 100)))
    },
  )

  it('asks for pages of the largest size, with the filters, and goes on at the cursor', async () => {
    const { client, urls } = changing([upTo(101)], [])
    await idsOf(client.protocols.all({ chain: 'Base', sort_by: 'tvl', fields: ['name'] }))
    const search = 'chain=Base&sort_by=tvl&fields=name&per_page=100'
    expect(urls.map((url) => url.split('?')[1])).toEqual([search, `${search}&cursor=0-100`])
  })

  it('nothing is lost and nothing doubled when the list moves between two pages', async () => {
    const moved = [...upTo(338).reverse(), 1_000]
    for (let at = 0; at < 6; at += 1) {
      const { client } = changing([upTo(338), moved], [at])
      const ids = await idsOf(client.protocols.all())
      expect(new Set(ids).size).toBe(ids.length)
      expect(new Set(ids)).toEqual(new Set(at >= 4 ? upTo(338) : moved))
    }
  })

  it('of the newest snapshot are there, each once, however lists of one length follow', async () => {
    const list = fc.shuffledSubarray(upTo(420), { minLength: 250, maxLength: 250 })
    const at = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.tuple(list, list, list, list), at, async (lists, changes) => {
        const { client, urls } = changing(lists, changes)
        const ids = await idsOf(client.protocols.all())
        const last = lists[changes.filter((change) => change < urls.length).length] ?? []
        expect(new Set(ids).size).toBe(ids.length)
        expect(last.filter((id) => !ids.includes(id))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('that never stay the same end in an error, not in a list that may have holes', async () => {
    const { client } = changing([upTo(250), upTo(251)], upTo(100))
    await expect(idsOf(client.protocols.all())).rejects.toMatchObject({ code: 'SNAPSHOT_CHANGED' })
  })

  it.each([
    ['no cursor', { total: 101 }],
    ['an end before the end', { total: 101, nextCursor: null }],
    ['more after the end', { total: 1, nextCursor: 'x' }],
  ])('a service with %s is not one to trust', async (_, meta) => {
    const service = fakeService([json({ success: true, data: [{ id: 'a' }], meta })])
    await expect(idsOf(createClient(service.options).protocols.all())).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    })
  })

  it('of a named snapshot are not read again when another is published', async () => {
    const { client, urls } = changing([upTo(250), upTo(251)], [2])
    const walk = client.protocols.all({}, { snapshot: 'one' })
    await expect(idsOf(walk)).rejects.toMatchObject({ code: 'SNAPSHOT_GONE' })
    expect(urls.every((url) => url.includes('&snapshot=one'))).toBe(true)
  })

  it('end when the caller aborts, in the middle of a page, with its reason', async () => {
    const { client, urls } = changing([upTo(338)], [])
    const controller = new AbortController()
    const seen: string[] = []
    const read = async () => {
      for await (const { id } of client.protocols.all({}, { signal: controller.signal })) {
        seen.push(id)
        if (seen.length === 150) controller.abort('enough')
      }
    }
    await expect(read()).rejects.toBe('enough')
    expect(seen).toHaveLength(150)
    expect(urls).toHaveLength(2)
  })

  it('end when the caller stops, without another request', async () => {
    const { client, urls } = changing([upTo(338)], [])
    for await (const { id } of client.protocols.all()) if (id === '99') break
    expect(urls).toHaveLength(1)
  })
})
