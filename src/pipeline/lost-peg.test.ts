import { afterAll, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { createAlertTable } from '../export/alert-table.ts'
import { ok, status } from '../ingest/fixtures/faulty-server.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { COUNT, closeArenas, emptyArena } from '../testing/pipeline/arena.ts'
import { DAY, history, rows } from '../testing/pipeline/bodies.ts'

afterAll(closeArenas)

const NUMBER = 1e6

test('a dollar that two pages saw fall in two runs is in the table of alerts, and one of a single page is not', async () => {
  const arena = await emptyArena()
  arena.fault('hacks', '/hacks', status(402))
  for (const [n, price] of [0.999, 0.42, 0.5].entries()) {
    const day = addDays(DAY, 2 * n)
    const date = Date.parse(`${day}T04:00:00Z`) / 1_000
    for (const [index, dollars] of [[], ['USR'], ['USR', 'USDD']].entries()) {
      const row = rows(COUNT)[index]
      if (!row) expect.fail('there is such a row')
      const worth = (usd: number) => Object.fromEntries(dollars.map((dollar) => [dollar, usd]))
      const body = {
        ...JSON.parse(history(row, 120, day)),
        tvl: [{ date, totalLiquidityUSD: dollars.length * NUMBER * price + NUMBER }],
        tokens: [{ date, tokens: { ...worth(NUMBER), ETH: 500 } }],
        tokensInUsd: [{ date, tokens: { ...worth(NUMBER * price), ETH: NUMBER } }],
      }
      arena.fault('defillama', `/protocol/${row.slug}`, ok(JSON.stringify(body)))
    }
    await arena.run(day)
  }
  const catalogue = loadCatalogue(arena.store)
  expect(catalogue && createAlertTable(catalogue, 4)?.lostPegs).toEqual([
    {
      ...{ at: 2, on: { id: 'resolv', name: 'Resolv' }, token: 'USR' },
      from: { usd: 0.999, day: DAY, pages: 2 },
      to: { usd: 0.5, day: addDays(DAY, 4), pages: 2 },
      protocols: [
        { protocolId: '900001', kind: 'holds', share: 0.499749 },
        { protocolId: '900002', kind: 'holds', share: 0.333222 },
      ],
    },
  ])
}, 60_000)
