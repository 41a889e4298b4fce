import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishTo, seedCatalogues } from '../../src/testing/published/two-snapshots.ts'
import { load, type Running, start, startBare } from './gateway-bench.ts'
import { median } from './measure.ts'
import type { Section } from './table.ts'

const LEAST_GAIN = 1.7
/** Many short ones: the speed of a machine may change from one second to the next, and each round is compared within itself. */
const ROUNDS = 41
const ROUND_MS = 250
const WARM_UP_MS = 2_000
const CONNECTIONS = 50
const KEYS = 1_500
const TARGET = '/v1/protocols/aave-v3'

/**
 * Measures two processes that count in one SQLite file against one of them, and two bare servers, which share nothing, as what the machine
 * allows. By their processor time: on two cores the load and both servers take it from each other.
 */
export async function runWorkersBench(): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-'))
  const distDir = path.join(folder, 'dist')
  const words = ['gateway', distDir, path.join(folder, 'state.sqlite')]
  const running: Running[] = []
  const begin = async (starting: Promise<Running>, keys?: string[]): Promise<Running> => {
    const server = await starting
    running.push(server)
    if (keys) Object.assign(server, { keys, turn: keys.length >> 1 })
    return server
  }
  try {
    await publishTo(distDir, (await seedCatalogues()).after)
    const first = await begin(start([...words, `${KEYS}`]))
    const second = await begin(start([...words, '0']), first.keys)
    const shared = await measurePair([first, second])
    const bare = await measurePair([
      await begin(startBare(first, TARGET, folder)),
      await begin(startBare(first, TARGET, folder)),
    ])
    return {
      part: 'workers',
      title: `Two processes on one SQLite file against one, by processor time, median of ${ROUNDS} rounds`,
      figures: [
        {
          name: 'requests on two cores',
          value: shared.gain,
          unit: '×',
          bar: { atLeast: LEAST_GAIN },
        },
        { name: '  CPU per request, one', value: shared.alone, unit: 'µs' },
        { name: '  CPU per request, two', value: shared.together, unit: 'µs' },
        { name: 'the same of bare servers', value: bare.gain, unit: '×' },
      ],
    }
  } finally {
    for (const { child } of running) child.process.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measurePair(
  servers: [Running, Running],
): Promise<{ gain: number; alone: number; together: number }> {
  for (const server of servers) await load(server, TARGET, CONNECTIONS, WARM_UP_MS)
  const rounds: { alone: number; together: number }[] = []
  for (let i = 0; i < ROUNDS; i += 1) {
    const { cpuUs: alone } = await load(servers[i % 2] ?? servers[0], TARGET, CONNECTIONS, ROUND_MS)
    const both = await Promise.all(
      servers.map((server) => load(server, TARGET, CONNECTIONS, ROUND_MS)),
    )
    const requests = both.reduce((sum, { perSecond }) => sum + perSecond, 0)
    const cost = both.reduce((sum, { perSecond, cpuUs }) => sum + perSecond * cpuUs, 0)
    rounds.push({ alone, together: cost / requests })
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  return {
    gain: of(({ alone, together }) => (2 * alone) / together),
    alone: of(({ alone }) => alone),
    together: of(({ together }) => together),
  }
}
