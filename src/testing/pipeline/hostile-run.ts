import path from 'node:path'
import { expect } from 'vitest'
import type { Catalogue } from '../../domain/catalogue.ts'
import { SILENT } from '../../domain/progress.ts'
import { type SnapshotReport, takeSnapshot } from '../../pipeline.ts'
import { type PublishOptions, publish, readManifest } from '../../publish/publish.ts'
import { publishBulk } from '../../publish/publish-bulk.ts'
import { createScoreboard } from '../../scoreboard/scoreboard.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import type { Store } from '../../store/open.ts'
import { type HostileWorld, hostileWorld } from './hostile-rows.ts'
import { lines, memoryReader, options } from './world.ts'

interface HostileDay {
  catalogue: Catalogue
  report: SnapshotReport
  /** What the run reported. */
  text: string
  world: HostileWorld
}

/** Takes the snapshot of a day on which so many rows of every source are hostile, and checks that each refused row is named. */
export async function takeHostileDay(
  store: Store,
  { day, count, seed }: { day: string; count: number; seed: number },
): Promise<HostileDay> {
  const world = hostileWorld(count, seed)
  const progress = lines()
  const report = await takeSnapshot(
    // Half of what one day has is gone on the next: that is what such days are.
    options(store, memoryReader(world.bodies), day, { progress, acceptLoss: true }),
  )
  const catalogue = loadCatalogue(store)
  if (!catalogue) throw new Error('there is no snapshot')
  expectAllAccounted(store, world, report)
  return { catalogue, report, text: progress.text(), world }
}

/** Every protocol sent is in the registry or named as refused, and every other source names what it refused. */
function expectAllAccounted(store: Store, world: HostileWorld, report: SnapshotReport): void {
  const stored = store
    .prepare<[], string>(
      `SELECT CAST(id AS TEXT) FROM protocols UNION SELECT CAST(upstream_id AS TEXT) FROM successors`,
    )
    .pluck()
    .all()
  const known = new Set(stored)
  const named = new Map<number, string | null>()
  for (const { source, status, rowCounts } of report.sources) {
    if (status !== 'ok' || !rowCounts) continue
    const refused = Object.values(rowCounts.refused).reduce<number>((sum, n) => sum + (n ?? 0), 0)
    expect([source, rowCounts.refusedRows?.length ?? 0]).toEqual([source, refused])
    if (source !== 'defillama-protocols') continue
    for (const { row, name } of rowCounts.refusedRows ?? []) named.set(row, name)
    expect(named.size).toBe(refused)
  }
  world.protocols.forEach((row, index) => {
    if (!named.has(index + 1)) expect(known).toContain(String(row.id))
    else if (isPlainName(row.name)) expect(named.get(index + 1)).toBe(row.name)
  })
}

function isPlainName(name: unknown): boolean {
  return typeof name === 'string' && /^\w{1,80}$/.test(name)
}

/** Publishes a hostile snapshot with its tables, and checks that nothing of it is missing. */
export async function publishHostile(
  store: Store,
  { catalogue, report }: HostileDay,
  folder: string,
  buildSite?: PublishOptions['buildSite'],
) {
  const distDir = path.join(folder, 'dist')
  await publish({
    live: catalogue,
    sandbox: catalogue,
    scoreboard: createScoreboard(store, catalogue),
    distDir,
    codeFingerprint: 'test',
    progress: SILENT,
    bulk: publishBulk({
      ...{ distDir, codeFingerprint: 'test', signer: null, formerKeys: [] },
      ...{ now: new Date(), refreshDays: 4 },
    }),
    ...(buildSite && { buildSite }),
  })
  const manifest = readManifest(distDir) ?? expect.fail('there is no manifest')
  expect(manifest.leftOut).toBeUndefined()
  const listed = new Map(manifest.sources.map(({ id, refused }) => [id, refused]))
  for (const { source, rowCounts } of report.sources) {
    expect(listed.get(source)?.rows).toEqual(rowCounts?.refusedRows)
  }
  return { distDir, manifest }
}
