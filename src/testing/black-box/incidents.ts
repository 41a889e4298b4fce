import { beforeAll, describe, expect, test } from 'vitest'
import { type IncidentRow, incidentsDocument } from '../../contract/incidents.ts'
import { statsDocument } from '../../contract/stats.ts'
import { CAUSE_CLASSES } from '../../domain/cause-class.ts'
import { ask, sweep, type Target } from './client.ts'
import { errorOf, read } from './reading.ts'

/** Recorded losses, by protocol, chain, day, class and size. */
export function describeIncidents(target: Target): void {
  let rows: IncidentRow[]
  const list = (query: string, key?: string) =>
    read(target, `/v1/incidents?${query}`, incidentsDocument, key === undefined ? {} : { key })
  const ids = async (query: string) =>
    (await list(`per_page=100&${query}`)).data.map(({ id }) => id)
  const those = (passes: (row: IncidentRow) => boolean) =>
    rows
      .filter(passes)
      .map(({ id }) => id)
      .slice(0, 100)

  beforeAll(async () => {
    const { data, meta } = await list('per_page=100')
    rows = data
    for (let page = 2; page <= meta.pageCount; page += 1) {
      rows.push(...(await list(`per_page=100&page=${page}`)).data)
    }
    expect(rows).toHaveLength(meta.total)
  })

  describe('GET /v1/incidents', () => {
    test('has every incident once, newest first, of the day that the totals name', async () => {
      const { data } = await read(target, '/v1/stats', statsDocument)
      const { meta } = await list('')
      expect(meta).toMatchObject({ limit: 20, page: 1, incidentsAsOf: data.incidentsAsOf })
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      const days = rows.map(({ day }) => day)
      expect(days).toEqual(days.toSorted().reverse())
    })

    test('a walk by cursor is that by pages, of one snapshot', async () => {
      const first = await list('per_page=100')
      const walked = [...first.data]
      for (let { nextCursor } = first.meta; nextCursor; ) {
        const { data, meta } = await list(
          `per_page=100&cursor=${nextCursor}&snapshot=${first.meta.snapshot}`,
        )
        walked.push(...data)
        nextCursor = meta.nextCursor
      }
      expect(walked).toEqual(rows)
      const filtered = `per_page=1&cause=keys&cursor=${first.meta.nextCursor ?? 'abc'}`
      expect((await ask(target, `/v1/incidents?${filtered}`)).status).toBe(400)
    })

    test('a chain that there is not is named', async () => {
      const { meta } = await list('chain=Base,BSC,nope')
      expect(meta.unknownChains).toEqual(['nope'])
    })

    test('each filter leaves those that pass it, and all of them', async () => {
      const [first] = rows.filter(({ protocol, chains }) => protocol && chains.length > 0)
      const { protocol, chains, day } = first ?? expect.fail('the sample has one')
      const id = protocol?.id ?? ''
      const [chain = ''] = chains
      const least = 5_000_000
      const name = encodeURIComponent(chain.toUpperCase())
      expect(await ids(`protocol=${id}`)).toEqual(those((row) => row.protocol?.id === id))
      expect(await ids(`chain=${name}`)).toEqual(those((row) => row.chains.includes(chain)))
      expect(await ids(`since=${day}`)).toEqual(those((row) => row.day >= day))
      expect(await ids(`until=${day}`)).toEqual(those((row) => row.day <= day))
      expect(await ids(`min_loss=${least}`)).toEqual(those((row) => (row.lossUsd ?? 0) >= least))
      for (const cause of sweep(target, CAUSE_CLASSES)) {
        expect(await ids(`cause=${cause}`)).toEqual(those((row) => row.causeClass === cause))
      }
      expect(await ids(`protocol=${id}&chain=${name}&until=${day}`)).toEqual(
        those((row) => row.protocol?.id === id && row.chains.includes(chain) && row.day <= day),
      )
    })

    test('an alias of a chain is the chain', async () => {
      expect(await ids('chain=bsc')).toEqual(those(({ chains }) => chains.includes('BNB Chain')))
    })

    test('a score says whether it was published before the loss, and its absence has a reason', () => {
      for (const { day, protocol, scoreBefore, scoreBeforeMissing } of rows) {
        expect(scoreBefore === null).toBe(scoreBeforeMissing !== null)
        if (protocol === null) expect(scoreBeforeMissing).toBe('unmatched')
        if (scoreBefore) expect(scoreBefore.day < day).toBe(true)
        // The sample was scored afterwards.
        if (scoreBefore) expect(scoreBefore.basis).toBe('back-tested')
      }
    })

    test('an id that no protocol has is named, and one without an incident is not', async () => {
      const { data, meta } = await list('protocol=no-such-id,constructor,uniswap-v3')
      expect(meta.unknownIds).toEqual(['constructor', 'no-such-id'])
      expect(data.every(({ protocol }) => protocol?.id === 'uniswap-v3')).toBe(true)
    })

    test('the sandbox has its own', async () => {
      const { data } = await list('per_page=100', target.keys.testFree)
      expect(data.length).toBeGreaterThan(0)
      for (const { protocol } of data) expect(protocol?.id).toMatch(/^sandbox-/)
    })

    test('what is wrong is refused by name', async () => {
      const query = 'page=0&per_page=101&protocol=&chain=,&cause=theft&since=x&until=y&min_loss=-1'
      const reply = await ask(target, `/v1/incidents?${query}&colour=red`)
      expect(reply.status).toBe(400)
      expect(Object.keys(errorOf(reply).details ?? {}).sort()).toEqual(
        ['cause', 'chain', 'min_loss', 'page', 'per_page', 'protocol', 'since', 'until'].sort(),
      )
    })

    test('equal queries have equal bytes, and unknown parameters are named', async () => {
      const one = await ask(target, '/v1/incidents?cause=keys,logic&chain=Base&colour=red')
      const other = await ask(target, '/v1/incidents?chain=base&cause=logic,keys&page=1')
      expect(one.text).toBe(other.text)
      expect(one.headers['x-ignored-parameters']).toBe('colour')
    })
  })
}
