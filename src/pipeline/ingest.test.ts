import { beforeEach, describe, expect, test } from 'vitest'
import { type Batch, noRowCounts } from '../domain/batch.ts'
import { PlimsollError } from '../domain/errors.ts'
import { known } from '../domain/reading.ts'
import type { SourceId } from '../domain/sources.ts'
import type { EndpointReader } from '../ingest/reader.ts'
import type { Endpoint, Source } from '../ingest/source.ts'
import { aProtocol } from '../store/fixtures/batches.ts'
import { openStore, type Store } from '../store/open.ts'
import { lines } from '../testing/pipeline/world.ts'
import { type IngestOptions, ingestSources } from './ingest.ts'

const DAY = '2024-03-10'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(ingestSources, () => {
  test('sources are read at once and committed in their order', async () => {
    const order: string[] = []
    const slow = aSource('defillama-chains', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      order.push('slow is read')
      return aBatch({})
    })
    const quick = aSource('ofac', async () => {
      order.push('quick is read')
      return aBatch({ sanctions: [] })
    })
    const reports = await ingest([slow, quick])
    expect(order).toEqual(['quick is read', 'slow is read'])
    expect(reports.map(({ source }) => source)).toEqual(['defillama-chains', 'ofac'])
    expect(runs().map(({ source }) => source)).toEqual(['defillama-chains', 'ofac'])
  })

  test('a good run is noted with the day that its batch speaks for', async () => {
    const rowCounts = { rows: 3, accepted: 1, outOfScope: { old: 1 }, refused: { odd: 1 } }
    const older = aSource('ofac', async () => ({
      ...aBatch({ sanctions: [] }),
      asOf: '2024-01-01',
      rowCounts,
    }))
    const said = lines()
    await ingest([older], { progress: said })
    expect(runs()).toMatchObject([
      { source: 'ofac', origin: 'live', as_of: '2024-01-01', status: 'ok', message: null },
    ])
    expect(JSON.parse(String(runs()[0]?.account))).toEqual(rowCounts)
    expect(said.text()).toBe(
      '✓ OFAC sanctioned digital currency addresses: 3 rows, 1 used, 1 out of scope (old 1), 1 refused (odd 1); 0.0 s',
    )
  })

  test('rows that are left out are named in the report, twenty at most', async () => {
    const refusedRows = Array.from({ length: 22 }, (_, index) => ({
      row: index + 1,
      name: index === 0 ? null : `Row ${index}`,
      reason: 'odd',
    }))
    const rowCounts = { rows: 25, accepted: 0, outOfScope: {}, refused: { odd: 25 }, refusedRows }
    const said = lines()
    const odd = aSource('ofac', async () => ({ ...aBatch({ sanctions: [] }), rowCounts }))
    await ingest([odd], { progress: said })
    expect(said.text()).toContain('\n  Left out: row 1 (odd), Row 1 (row 2, odd), ')
    expect(said.text()).toMatch(/, Row 19 \(row 20, odd\) and 5 more\.$/)
  })

  test('the order in which files arrive does not make an input new', async () => {
    const read = (delays: number[]) =>
      aSource('ofac', async (context) => {
        await Promise.all(delays.map((_, index) => context.read(file(index))))
        return aBatch({ sanctions: [] })
      })
    const reader = (delays: number[]): EndpointReader => ({
      async read({ label }) {
        await new Promise((resolve) => setTimeout(resolve, delays[Number(label)]))
        return `body ${label}`
      },
    })
    await ingest([read([0, 0])], { reader: reader([0, 15]) })
    const [report] = await ingest([read([0, 0])], { reader: reader([15, 0]) })
    expect(report?.status).toBe('unchanged')
  })

  test('readings of single protocols make an input new, and are tied anew to a new registry', async () => {
    const value = (authors: number) => ({ module: 'tern', lastChangedOn: DAY, authors })
    const adapters = (authors: number) =>
      aSource('defillama-adapters', async () => {
        const reading = known(value(authors), DAY, 'defillama-adapters')
        const row = { key: { module: 'tern' }, name: 'adapterChanges' as const, reading }
        return aBatch({ readings: { names: ['adapterChanges'], rows: [row] } })
      })
    const registry = (...ids: number[]) =>
      aSource('defillama-protocols', async () =>
        aBatch({ protocols: ids.map((id) => aProtocol(id, { adapterModule: 'tern' })) }),
      )
    const statuses = async (sources: Source[], given: Partial<IngestOptions> = {}) =>
      (await ingest(sources, given)).map(({ status }) => status)
    expect(await statuses([registry(1), adapters(1)])).toEqual(['ok', 'ok'])
    expect(await statuses([adapters(1)])).toEqual(['unchanged'])
    expect(await statuses([adapters(2)])).toEqual(['ok'])
    const read = () =>
      store.prepare("SELECT protocol_id AS id FROM readings WHERE name = 'adapterChanges'").all()
    expect(read()).toEqual([{ id: 1 }])
    const newer = { codeFingerprint: 'newer' }
    await ingest([adapters(2)], newer)
    expect(await statuses([registry(1, 2), adapters(2)], newer)).toEqual(['ok', 'ok'])
    expect(read()).toEqual([{ id: 1 }, { id: 2 }])
  })

  test.each([
    ['another body', { reader: answering('other') }],
    ['another day', { asOf: '2024-03-11' }],
    ['other code', { codeFingerprint: 'newer' }],
    ['another origin', { origin: 'recorded' as const }],
  ])('%s is read anew', async (_, given) => {
    const source = aSource('ofac', async (context) => {
      await context.read(file(1))
      return { ...aBatch({ sanctions: [] }), asOf: context.asOf }
    })
    await ingest([source])
    expect((await ingest([source]))[0]?.status).toBe('unchanged')
    expect((await ingest([source], given))[0]?.status).toBe('ok')
  })

  test('readings of single protocols are tied again when the registry is new', async () => {
    const registry = (...ids: number[]) =>
      aSource('defillama-protocols', async (context) => {
        await context.read(file(ids.length))
        return aBatch({ protocols: ids.map((id) => aProtocol(id)) })
      })
    const rows = [1, 2].map((id) => ({
      key: { id: String(id) },
      name: 'control' as const,
      reading: known([], DAY, 'onchain'),
    }))
    const onchain = aSource('onchain', async () =>
      aBatch({ readings: { names: ['control'], rows } }),
    )
    const reader: EndpointReader = { read: async ({ label }) => label }
    await ingest([registry(1), onchain], { reader })
    const [, report] = await ingest([registry(1, 2), onchain], { reader })
    expect(report).toMatchObject({ status: 'ok', unmatched: 0 })
    expect((await ingest([registry(1, 2), onchain], { reader }))[1]?.status).toBe('unchanged')
  })

  test('a source that is absent from a recording is noted as such', async () => {
    const said = lines()
    const absent = aSource('ofac', () =>
      Promise.reject(new PlimsollError('NOT_RECORDED', 'The recording holds no list.')),
    )
    const [report] = await ingest([absent], { progress: said })
    expect(report).toMatchObject({ status: 'absent', implausible: false })
    expect(said.text()).toBe(
      '– OFAC sanctioned digital currency addresses: The recording holds no list.',
    )
    await ingest([aSource('ofac', async () => aBatch({ sanctions: [] }))])
    await ingest([absent], { progress: said })
    expect(said.text()).toContain(`Its readings of ${DAY} stay in use until they are 30 days old.`)
  })

  test('an address that two sources read is asked once, and both get the same', async () => {
    let asked = 0
    const reader: EndpointReader = {
      async read() {
        asked += 1
        if (asked > 1) throw new PlimsollError('UPSTREAM_UNREACHABLE', 'It was asked twice.')
        return 'body'
      },
    }
    const read: Source['read'] = async (context) => {
      expect(await context.read(file(1))).toBe('body')
      return aBatch({ sanctions: [] })
    }
    const reports = await ingest([aSource('ofac', read), aSource('immunefi', read)], { reader })
    expect(reports.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(asked).toBe(1)
  })

  test.each([
    ['UPSTREAM_INVALID', true],
    ['UPSTREAM_TOO_LARGE', true],
    ['UPSTREAM_TIMEOUT', false],
  ] as const)('a source that fails with %s is implausible: %s', async (code, implausible) => {
    const failing = aSource('ofac', () => Promise.reject(new PlimsollError(code, 'No list.')))
    expect(await ingest([failing])).toMatchObject([{ status: 'failed', implausible }])
  })

  test('an error that no upstream is to blame for ends the run', async () => {
    const full = new PlimsollError('STORE_UNUSABLE', 'The recording cannot be written.')
    await expect(ingest([aSource('ofac', () => Promise.reject(full))])).rejects.toBe(full)
    const bug = new TypeError('a fault of ours')
    await expect(ingest([aSource('ofac', () => Promise.reject(bug))])).rejects.toBe(bug)
    expect(runs()).toEqual([])
  })

  test('a commit that fails waits for the reads under way, and is the one error', async () => {
    let readAfterFailure = false
    const broken = aSource('defillama-protocols', async () => ({
      ...aBatch({ protocols: [aProtocol(1), aProtocol(Number.NaN)] }),
    }))
    const slow = aSource('ofac', async (context) => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      await context.read({ ...file(1), version: 'a'.repeat(40) })
      readAfterFailure = true
      return aBatch({ sanctions: [] })
    })
    await expect(ingest([broken, slow])).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    expect(readAfterFailure).toBe(true)
    expect(runs()).toEqual([])
  })

  test('two reads that both end the run give the first error, and none goes unheard', async () => {
    const first = new TypeError('first')
    const both = [
      aSource('defillama-chains', () => Promise.reject(first)),
      aSource('ofac', () => Promise.reject(new TypeError('second'))),
    ]
    await expect(ingest(both)).rejects.toBe(first)
  })
})

function ingest(sources: Source[], given: Partial<IngestOptions> = {}) {
  return ingestSources({
    store,
    sources,
    reader: answering('body'),
    origin: 'live',
    asOf: DAY,
    codeFingerprint: 'test',
    progress: lines(),
    clock: () => 0,
    ...given,
  })
}

function aSource(id: SourceId, read: Source['read']): Source {
  return { id, read }
}

function aBatch(given: Partial<Batch>): Batch {
  return { asOf: DAY, rowCounts: noRowCounts(), ...given }
}

function file(index: number): Endpoint {
  return { label: String(index), url: 'https://x.example', recordAs: `${index}.json`, maxBytes: 9 }
}

function answering(body: string): EndpointReader {
  return { read: () => Promise.resolve(body) }
}

function runs(): Record<string, unknown>[] {
  return store.prepare<[], Record<string, unknown>>('SELECT * FROM source_runs ORDER BY id').all()
}
