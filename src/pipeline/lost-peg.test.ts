import { afterAll, expect, test } from 'vitest'
import { addDays, type Day } from '../domain/day.ts'
import { createAlertTable } from '../export/alert-table.ts'
import { ok, status } from '../ingest/fixtures/faulty-server.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { type Arena, COUNT, closeArenas, emptyArena } from '../testing/pipeline/arena.ts'
import { DAY, history, rows } from '../testing/pipeline/bodies.ts'

afterAll(closeArenas)

/** Serves the page of a protocol that holds a million USR at this price, and a million ETH. */
function servePage(arena: Arena, index: number, day: Day, price: number): void {
  const row = rows(COUNT)[index]
  if (!row) throw new Error('there is such a row')
  const date = Date.parse(`${day}T04:00:00Z`) / 1_000
  const body = {
    ...JSON.parse(history(row, 120, day)),
    tvl: [{ date, totalLiquidityUSD: 1e6 * price + 1e6 }],
    tokens: [{ date, tokens: { USR: 1e6, ETH: 500 } }],
    tokensInUsd: [{ date, tokens: { USR: 1e6 * price, ETH: 1e6 } }],
  }
  arena.fault('defillama', `/protocol/${row.slug}`, ok(JSON.stringify(body)))
}

test('two pages in three runs make a lost peg in the table of alerts, and one page makes none', async () => {
  const tables = []
  for (const pages of [2, 1]) {
    const arena = await emptyArena()
    arena.fault('hacks', '/hacks', status(402))
    for (const [n, price] of [0.999, 0.42, 0.5].entries()) {
      const day = addDays(DAY, 2 * n)
      for (let index = 1; index <= pages; index++) servePage(arena, index, day, price)
      await arena.run(day)
    }
    const catalogue = loadCatalogue(arena.store)
    tables.push(catalogue && createAlertTable(catalogue, 4))
  }
  expect(tables).toMatchObject([
    {
      lostPegs: [
        {
          ...{ at: 2, on: { id: 'resolv' }, token: 'USR' },
          from: { usd: 0.999, day: DAY, pages: 2 },
          to: { usd: 0.5, day: addDays(DAY, 4), pages: 2 },
          protocols: [{ protocolId: '900001', share: 0.499749 }, { protocolId: '900002' }],
        },
      ],
    },
    { lostPegs: [] },
  ])
}, 60_000)
