import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishTo, seedCatalogues } from '../../src/testing/published/two-snapshots.ts'
import { load, start } from './gateway-bench.ts'
import { median } from './measure.ts'
import type { Section } from './table.ts'

const LEAST_GAIN = 1.7
const ROUNDS = 7
const ROUND_MS = 700
const WARM_UP_MS = 2_000
const CONNECTIONS = 50
const KEYS = 1_500
const TARGET = '/v1/protocols/aave-v3'
const DOCUMENT = 'live/protocols/aave-v3.json'

/**
 * Measures two processes that count in one SQLite file against one of them. By their processor time: on two cores the load and both servers
 * take it from each other, so requests a second would measure the load.
 */
export async function runWorkersBench(): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-'))
  const distDir = path.join(folder, 'dist')
  const state = path.join(folder, 'state.sqlite')
  try {
    await publishTo(distDir, (await seedCatalogues()).after)
    const first = await start(['gateway', distDir, DOCUMENT, state, `${KEYS}`])
    const second = await start(['gateway', distDir, DOCUMENT, state, '0'])
    second.keys = first.keys
    second.turn = KEYS / 2
    try {
      for (const server of [first, second]) await load(server, TARGET, CONNECTIONS, WARM_UP_MS)
      const alone: number[] = []
      const together: number[] = []
      for (let i = 0; i < ROUNDS; i += 1) {
        alone.push((await load(first, TARGET, CONNECTIONS, ROUND_MS)).cpuUs)
        const both = await Promise.all(
          [first, second].map((server) => load(server, TARGET, CONNECTIONS, ROUND_MS)),
        )
        const requests = both.reduce((sum, { perSecond }) => sum + perSecond, 0)
        together.push(
          both.reduce((sum, { perSecond, cpuUs }) => sum + perSecond * cpuUs, 0) / requests,
        )
      }
      const gain = (2 * median(alone)) / median(together)
      return {
        part: 'workers',
        title: `Two processes on one SQLite file against one, by processor time, median of ${ROUNDS} rounds`,
        figures: [
          { name: 'requests on two cores', value: gain, unit: '×', bar: { atLeast: LEAST_GAIN } },
          { name: '  CPU per request, one', value: median(alone), unit: 'µs' },
          { name: '  CPU per request, two', value: median(together), unit: 'µs' },
        ],
      }
    } finally {
      first.child.process.kill()
      second.child.process.kill()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
