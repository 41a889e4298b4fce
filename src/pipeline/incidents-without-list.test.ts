import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { createStats } from '../export/stats.ts'
import { ok, status } from '../ingest/fixtures/faulty-server.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import {
  type Arena,
  COUNT,
  closeArenas,
  emptyArena,
  filledArena,
} from '../testing/pipeline/arena.ts'
import { BOUNTY_ID, DAY, history, NEXT_DAY, rows } from '../testing/pipeline/bodies.ts'

/** A row as the list has it; a page has them in the same form. */
const LOSS = {
  name: 'Harbour 3',
  date: Date.parse('2024-03-05T00:00:00Z') / 1000,
  classification: 'Key Compromise',
  technique: 'Private Key Compromised',
  amount: 900_000,
  chain: ['Base'],
  targetType: 'DeFi Protocol',
  returnedFunds: null,
}

afterAll(closeArenas)

describe.concurrent('while the list of incidents is closed', () => {
  test('a loss on the page of a protocol counts, and silence of a page is not innocence', async () => {
    const arena = await emptyArena()
    arena.fault('hacks', '/hacks', status(402))
    serveIncidents(arena, 3, [LOSS])
    serveIncidents(arena, 4, [])
    await arena.run(DAY)
    expect(arena.entry('900003')?.incidents).toMatchObject([
      { name: 'Harbour 3', day: '2024-03-05', lossUsd: 900_000, protocolId: '900003' },
    ])
    expect(signal(arena, '900003')).toMatchObject({
      missing: null,
      asOf: DAY,
      sentence: 'One loss is recorded, on 2024-03-05.',
    })
    expect(arena.entry('900003')?.score.dimensions.smartContract.floor?.id).toBe('recentLoss')
    expect(signal(arena, '900004')).toMatchObject({
      sentence: 'No loss is recorded.',
      missing: null,
    })
    expect(signal(arena, '900005')).toMatchObject({ missing: 'upstream-failed' })
    expect(stats(arena)).toMatchObject({ recentExploitsCount: 0, incidentsAsOf: null })
  })

  test('a loss on both list and page is one', async () => {
    const arena = await emptyArena()
    serveIncidents(arena, 2, [{ ...LOSS, name: 'Leak 0', date: 1_690_000_000, amount: 1_000_000 }])
    await arena.run(DAY)
    expect(arena.entry('900002')?.incidents).toHaveLength(1)
  })

  test('a page that turns out to be odd costs nothing but its own incidents', async () => {
    const arena = await emptyArena()
    serveIncidents(arena, 3, [7, null, { name: 'x' }, { ...LOSS, date: 'soon' }, LOSS])
    serveIncidents(arena, 4, 'none' as never)
    await arena.run(DAY)
    expect(arena.entry('900003')?.incidents).toHaveLength(1)
    expect(arena.entry('900004')).toMatchObject({ incidents: [], tvlChange30d: expect.any(Number) })
  })

  test('the count of exploits is that of the last good list, and says of which day', async () => {
    const arena = await filledArena()
    arena.fault('hacks', '/hacks', status(402))
    arena.store.exec("UPDATE incidents SET occurred_on = '2024-03-06' WHERE id LIKE '%leak-1'")
    await arena.run(NEXT_DAY)
    expect(stats(arena)).toMatchObject({ recentExploitsCount: 1, incidentsAsOf: DAY })
    await arena.run(addDays(DAY, 31))
    expect(signal(arena, '900002')).toMatchObject({ missing: 'stale' })
    expect(stats(arena)).toMatchObject({ recentExploitsCount: 1, incidentsAsOf: DAY })
  })

  test('pages are read again, so that a loss of the weeks after is known', async () => {
    const arena = await filledArena()
    arena.fault('hacks', '/hacks', status(402))
    const later = addDays(DAY, 25)
    serveIncidents(arena, 3, [{ ...LOSS, date: Date.parse('2024-03-25T00:00:00Z') / 1000 }])
    await arena.run(later)
    expect(arena.entry('900003')?.incidents).toMatchObject([{ day: '2024-03-25' }])
    expect(arena.entry('900002')?.incidents).toMatchObject([{ name: 'Leak 0' }])
    const past = addDays(DAY, 40)
    await arena.run(past)
    expect(arena.entry('900003')?.incidents).toMatchObject([{ day: '2024-03-25' }])
    expect(signal(arena, BOUNTY_ID)).toMatchObject({ missing: 'stale' })
  })
})

function serveIncidents(arena: Arena, index: number, hacks: unknown[]): void {
  const row = rows(COUNT)[index]
  if (!row) throw new Error('there is such a row')
  const body = JSON.stringify({ ...JSON.parse(history(row, 120)), hacks })
  arena.fault('defillama', `/protocol/${row.slug}`, ok(body))
}

function signal(arena: Arena, id: string) {
  const signals = arena.entry(id)?.score.dimensions.smartContract.signals
  return signals?.find((one) => one.id === 'incidents')
}

function stats(arena: Arena) {
  const catalogue = loadCatalogue(arena.store)
  return catalogue && createStats(catalogue)
}
