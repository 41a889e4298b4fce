import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startRedis } from '../../src/testing/api/local-redis.ts'
import { startSilentServer } from '../../src/testing/api/silent-server.ts'
import { publishTo, seedCatalogues } from '../../src/testing/published/two-snapshots.ts'
import { load, start } from './gateway-bench.ts'
import { logProgress } from './measure.ts'
import type { Section } from './table.ts'

const MAX_ADDED_MS = 20

const CONNECTIONS = [1, 50]
const KEYS = 1_500
const WARM_UP_MS = 2_000

/** Longer than the pauses between the probes of a Redis that hangs. */
const RUN_MS = 10_000

const TARGET = '/v1/stats'
const DOCUMENT = 'live/stats.json'

/** Measures reads with a key while Redis replies, and with a server in its place that accepts connections and never replies, from the first request on. */
export async function runRedisBench(): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-'))
  const distDir = path.join(folder, 'dist')
  const redis = await startRedis()
  const silent = await startSilentServer()
  const section: Section = {
    part: 'redis',
    title: `Reads with a key: a Redis that hangs from the start against one that replies, ${RUN_MS / 1_000} s each`,
    figures: [],
  }
  try {
    await publishTo(distDir, (await seedCatalogues()).after)
    for (const connections of CONNECTIONS) {
      logProgress(`${connections} connections`)
      const healthy = await start(['gateway', distDir, DOCUMENT, redis.url, `${KEYS}`])
      // Its Redis knows no key: it never asks.
      const hung = await start(['gateway', distDir, DOCUMENT, `redis://127.0.0.1:${silent.port}`])
      try {
        hung.keys = healthy.keys
        await load(healthy, TARGET, connections, WARM_UP_MS)
        const replies = (await load(healthy, TARGET, connections, RUN_MS)).perSecond
        const hangs = (await load(hung, TARGET, connections, RUN_MS)).perSecond
        const added = (1_000 * connections) / hangs - (1_000 * connections) / replies
        section.figures.push(
          {
            name: `${connections} connections, hanging : replying`,
            value: hangs / replies,
            unit: '×',
          },
          { name: '  replying', value: replies, unit: '/s' },
          { name: '  hanging', value: hangs, unit: '/s' },
          { name: '  added to a request', value: added, unit: 'ms', bar: { atMost: MAX_ADDED_MS } },
        )
      } finally {
        healthy.child.process.kill()
        hung.child.process.kill()
      }
    }
  } finally {
    await redis.stop()
    silent.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return section
}
