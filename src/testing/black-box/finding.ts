import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  categoriesDocument,
  chainsDocument,
  indexDocument,
  searchDocument,
} from '../../contract/finding.ts'
import type { ProtocolSummary } from '../../contract/protocol-summary.ts'
import { ask, sweep, type Target } from './client.ts'
import { allRows, errorOf, read } from './reading.ts'

/** Suggestions are left out when the search is slow, as in the emulation on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 250 }

/** What helps to find a protocol: the index, the search, the names of filters, and suggestions. */
export function describeFinding(target: Target): void {
  let rows: ProtocolSummary[]
  const search = async (query: string, key?: string) => {
    const options = key === undefined ? {} : { key }
    return (await read(target, `/v1/search?${query}`, searchDocument, options)).data
  }

  beforeAll(async () => {
    rows = await allRows(target)
  })

  describe('GET /v1', () => {
    test('names every endpoint, and is the same with a slash at its end', async () => {
      const { data } = await read(target, '/v1', indexDocument)
      expect(data.endpoints.map(({ path }) => path)).toEqual([
        '/v1/health',
        '/v1/stats',
        '/v1/search',
        '/v1/protocols',
        '/v1/protocols/{id}',
        '/v1/protocols/{id}/history',
        '/v1/protocols/{id}/dependencies',
        '/v1/dependencies/{id}/dependents',
        '/v1/stress',
        '/v1/screener',
        '/v1/contracts/{chain}/{address}',
        '/v1/chains',
        '/v1/categories',
        '/v1/changes',
        '/v1/incidents',
        '/v1/wallet/{address}',
        '/v1/usage',
      ])
      expect(data.snapshotDay).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect((await ask(target, '/v1/')).text).toBe((await ask(target, '/v1')).text)
    })

    test('the snapshot is the one of the data set of the key', async () => {
      const live = await read(target, '/v1', indexDocument)
      const sandbox = await read(target, '/v1', indexDocument, { key: target.keys.testFree })
      expect(sandbox.data.snapshotDay).not.toBe(live.data.snapshotDay)
    })
  })

  describe('GET /v1/search', () => {
    test('an exact name is first, in any case, and says the same as its row', async () => {
      for (const row of sweep(target, sample(rows))) {
        for (const q of sweep(target, [
          row.name,
          row.name.toUpperCase(),
          ` ${row.name.toLowerCase()} `,
        ])) {
          const [first] = await search(new URLSearchParams({ q: q.slice(0, 100) }).toString())
          expect(first?.name.toLowerCase(), q).toBe(row.name.toLowerCase())
          expect(first).toMatchObject({ matched: 'name', match: 'exact' })
        }
        const all = await search(new URLSearchParams({ q: row.id, limit: '50' }).toString())
        expect(all.find(({ id }) => id === row.id)).toMatchObject({
          slug: row.slug,
          name: row.name,
          category: row.category,
          tvlUsd: row.tvlUsd,
          composite: row.compositeScore,
          riskLevel: row.riskLevel,
          status: row.status,
        })
      }
    })

    test('a name with a letter missing is found', async () => {
      const long = rows.filter(({ name }) => /^[A-Za-z ]{8,40}$/.test(name)).slice(0, 20)
      expect(long.length).toBeGreaterThan(5)
      for (const { id, name } of sweep(target, long)) {
        const q = `${name.slice(0, 3)}${name.slice(4)}`
        const ids = (await search(new URLSearchParams({ q, limit: '50' }).toString())).map(
          (row) => row.id,
        )
        expect(ids, q).toContain(id)
      }
    })

    test('a former slug finds the protocol under its present one', async () => {
      const { former, current } = target.capabilities.alias
      const [first] = await search(`q=${former}`)
      expect(first).toMatchObject({ id: current, matched: 'formerSlug', match: 'exact' })
    })

    test('gives as many as asked for, ten when nothing is said, and fewer only when those are all', async () => {
      expect(await search('q=a')).toHaveLength(10)
      const many = await search('q=a&limit=50')
      expect(many).toHaveLength(50)
      expect(await search('q=a&limit=3')).toEqual(many.slice(0, 3))
      expect(await search('q=qqqqqqqqqqqqq')).toEqual([])
    })

    test('a test key finds protocols of the sandbox only', async () => {
      const ids = (await search('q=sandbox&limit=50', target.keys.testFree)).map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(5)
      expect(ids.every((id) => id.startsWith('sandbox-'))).toBe(true)
    })

    test.each([
      ['', 'q'],
      ['q=', 'q'],
      ['q=%20%20', 'q'],
      [`q=${'a'.repeat(101)}`, 'q'],
      ['q=a&q=b', 'q'],
      ['q=a&limit=0', 'limit'],
      ['q=a&limit=51', 'limit'],
      ['q=a&limit=x', 'limit'],
      ['q=a&limit=', 'limit'],
    ])('%s is refused under the name of its field', async (query, field) => {
      const reply = await ask(target, `/v1/search?${query}`)
      expect(reply.status).toBe(400)
      expect(Object.keys(errorOf(reply).details ?? {})).toEqual([field])
    })

    test('unknown parameters are ignored and named, the data set among them', async () => {
      const plain = await ask(target, '/v1/search?q=aave')
      const reply = await ask(target, '/v1/search?set=sandbox&q=aave&page=2')
      expect(reply.text).toBe(plain.text)
      expect(reply.headers['x-ignored-parameters']).toBe('page, set')
    })

    test.each(['%00', '%F0%9F%A6%84', '__proto__', "'%20OR%201=1--", '%EF%B7%BA', '%CC%81', '...'])(
      '%s is searched like any text',
      async (q) => {
        expect((await ask(target, `/v1/search?q=${q}`)).status).toBe(200)
      },
    )
  })

  describe.each([
    ['/v1/chains', 'chain', chainsDocument],
    ['/v1/categories', 'category', categoriesDocument],
  ] as const)('GET %s', (path, filter, names) => {
    test('has every name of the list, and counts what the filter keeps under each name and alias', async () => {
      const { data } = await read(target, path, names)
      const every = new Set(data.flatMap(({ name, aliases }) => [name, ...aliases]))
      const used = rows.flatMap((row) => (filter === 'chain' ? row.chains : (row.category ?? [])))
      expect(used.filter((name) => !every.has(name))).toEqual([])
      const checked = data.filter((row, at) => at < 4 || row.aliases.length > 2)
      for (const { name, aliases, protocolCount } of sweep(target, checked)) {
        for (const spelling of sweep(target, [name, ...aliases])) {
          const kept = await allRows(target, new URLSearchParams({ [filter]: spelling }).toString())
          expect(kept.length, spelling).toBe(protocolCount)
        }
      }
    })

    test('the largest come first, and TVL is that of the rows', async () => {
      const { data } = await read(target, path, names)
      const counts = data.map(({ protocolCount }) => protocolCount)
      expect(counts).toEqual([...counts].sort((a, b) => b - a))
      expect(data.some(({ tvlUsd }) => tvlUsd !== null && tvlUsd > 0)).toBe(true)
    })
  })

  describe('an unknown id', () => {
    test.each([
      ['aave-v33', 'aave-v3'],
      ['AAVE-V3', 'aave-v3'],
      ['lidoo', 'lido'],
    ])('%s suggests %s', async (id, meant) => {
      await vi.waitFor(async () => {
        const reply = await ask(target, `/v1/protocols/${id}`)
        const suggestions = errorOf(reply).details?.suggestions ?? []
        expect(suggestions).toContain(meant)
        expect(suggestions.length).toBeLessThanOrEqual(3)
        expect(reply.headers['cache-control']).toBe('no-store')
      }, PATIENCE)
    })

    test.each(['nobody-knows-this-one', 'x', 'a'.repeat(2_000), '%00%01%02'])(
      '%s suggests nothing',
      async (id) => {
        expect(errorOf(await ask(target, `/v1/protocols/${id}`)).details).toBeUndefined()
      },
    )

    test('a test key gets ids of the sandbox', async () => {
      const options = { key: target.keys.testFree }
      await vi.waitFor(async () => {
        const reply = await ask(target, '/v1/protocols/sandbox-guillemot-lendd', options)
        expect(errorOf(reply).details?.suggestions?.[0]).toBe('sandbox-guillemot-lend')
      }, PATIENCE)
    })
  })
}

/** An even spread of the rows. */
function sample(rows: ProtocolSummary[]): ProtocolSummary[] {
  const step = Math.max(1, Math.floor(rows.length / 12))
  return rows.filter((_, at) => at % step === 0)
}
