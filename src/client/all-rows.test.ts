import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { data, fakeService, json } from '../testing/client/fake-service.ts'
import { createClient } from './index.ts'

/** A service whose list is another one after so many requests. */
function changing(
  lists: readonly (readonly number[])[],
  changeAfter: readonly number[],
  snapshotOf: (passed: number) => string = String,
) {
  let requests = 0
  const fetch = async (url: string, init?: RequestInit) => {
    const passed = changeAfter.filter((at) => requests >= at).length
    requests += 1
    const list = lists[Math.min(passed, lists.length - 1)] ?? []
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/health')) return data({ snapshot: { id: snapshotOf(passed) } })
    expect(init?.cache).toBe('no-store')
    const page = Number(searchParams.get('page'))
    const rows = list.slice((page - 1) * 100, page * 100).map((id) => ({ id: String(id) }))
    const meta = { total: list.length, page, limit: 100, pageCount: Math.ceil(list.length / 100) }
    return json({ success: true, data: rows, meta })
  }
  const client = createClient({ ...fakeService([]).options, fetch })
  return { client, requests: () => requests }
}

const upTo = (end: number) => Array.from({ length: end }, (_, at) => at)

async function idsOf(rows: AsyncIterable<{ id: string }>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of rows) ids.push(Number(id))
  return ids
}

describe('all rows of a list', () => {
  it.each([0, 1, 99, 100, 101, 200, 338])(
    '%i rows come in the order of the list',
    async (total) => {
      const { client, requests } = changing([upTo(total)], [])
      expect(await idsOf(client.protocols.all())).toEqual(upTo(total))
      // The snapshot before, and after when there is more than one page.
      expect(requests()).toBe(Math.max(1, Math.ceil(total / 100)) + (total > 100 ? 2 : 1))
    },
  )

  it('asks for pages of the largest size, with the filters', async () => {
    const urls: string[] = []
    const { client } = changing([upTo(3)], [])
    const asked = createClient({
      ...fakeService([]).options,
      fetch: async (url) => {
        urls.push(url)
        return url.endsWith('health')
          ? data({ snapshot: { id: 's' } })
          : json({ success: true, data: [], meta: { total: 0, pageCount: 0 } })
      },
    })
    await idsOf(asked.protocols.all({ chain: 'Base', sort_by: 'tvl' }))
    expect(urls[1]).toMatch(/\?chain=Base&sort_by=tvl&page=1&per_page=100$/)
    expect(await idsOf(client.protocols.all())).toHaveLength(3)
  })

  it('nothing is lost and nothing doubled when the list moves between two pages', async () => {
    const moved = [...upTo(338).reverse(), 1_000]
    for (let at = 0; at < 7; at += 1) {
      const { client } = changing([upTo(338), moved], [at])
      const ids = await idsOf(client.protocols.all())
      expect(new Set(ids).size).toBe(ids.length)
      expect(new Set(ids)).toEqual(new Set(at >= 6 ? upTo(338) : moved))
    }
  })

  it('of the newest snapshot are there, each once, however lists of one length follow', async () => {
    const list = fc.shuffledSubarray(upTo(420), { minLength: 250, maxLength: 250 })
    const at = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.tuple(list, list, list, list), at, async (lists, changes) => {
        const { client, requests } = changing(lists, changes)
        const ids = await idsOf(client.protocols.all())
        const last = lists[changes.filter((change) => change < requests()).length] ?? []
        expect(new Set(ids).size).toBe(ids.length)
        expect(last.filter((id) => !ids.includes(id))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('are read again when pages do not fit together, even if the service names one snapshot', async () => {
    for (const other of [upTo(300), upTo(338).reverse()]) {
      const { client } = changing([other, upTo(338)], [3], () => 'the same')
      const ids = await idsOf(client.protocols.all())
      expect(upTo(338).filter((id) => !ids.includes(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('that never stay the same end in an error, not in a list that may have holes', async () => {
    const { client } = changing([upTo(250), upTo(251)], upTo(100))
    await expect(idsOf(client.protocols.all())).rejects.toMatchObject({ code: 'SNAPSHOT_CHANGED' })
  })

  it('end when the caller aborts, in the middle of a page, with its reason', async () => {
    const { client, requests } = changing([upTo(338)], [])
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
    expect(requests()).toBe(3)
  })

  it('end when the caller stops, without another request', async () => {
    const { client, requests } = changing([upTo(338)], [])
    for await (const { id } of client.protocols.all()) if (id === '99') break
    expect(requests()).toBe(2)
  })

  it('a service without a snapshot is not one to trust', async () => {
    const service = fakeService([data({ status: 'ok' })])
    await expect(idsOf(createClient(service.options).protocols.all())).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    })
  })
})
