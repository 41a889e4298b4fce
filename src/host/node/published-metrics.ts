import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import { type Manifest, manifest as manifestSchema } from '../../contract/manifest.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import { snapshotAge } from '../../domain/refresh.ts'

interface PublishedMetricsOptions {
  registry: Registry
  /** The published folder. */
  distDir: string
  /** Milliseconds since 1970. */
  now: () => number
}

interface Published extends Pick<Manifest, 'snapshot' | 'sources'> {
  /** Null where no next snapshot is due. */
  refreshDays: number | null
}

/** Adds the age of the snapshot and of each source. Without a published folder that can be read, they have no value. */
export function addPublishedMetrics({ registry, distDir, now }: PublishedMetricsOptions): void {
  const read = readPublished(path.join(distDir, '_data'))
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    fill: (gauge: Gauge<Label>, published: Published) => void,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        this.reset()
        // Without labels a reset is a zero, which would be a value.
        if (labelNames.length === 0) this.remove()
        const published = await read()
        if (published) fill(this, published)
      },
    })
  gauge('plimsoll_snapshot_age_seconds', 'Age of the published snapshot.', [], (age, published) =>
    age.set(snapshotAge(published.snapshot.asOf, now()) / 1_000),
  )
  gauge(
    'plimsoll_snapshot_refresh_seconds',
    'Time after which the next snapshot is due; absent where none is.',
    [],
    (interval, { refreshDays }) => {
      if (refreshDays !== null) interval.set(refreshDays * DAY_SECONDS)
    },
  )
  gauge(
    'plimsoll_snapshot_protocols',
    'Protocols of the published snapshot, all and scored.',
    ['kind'],
    (count, { snapshot }) => {
      count.set({ kind: 'all' }, snapshot.protocolCount)
      count.set({ kind: 'scored' }, snapshot.scoredCount)
    },
  )
  gauge(
    'plimsoll_source_status',
    'What became of each source in that snapshot: 1 with its status (ok, failed or absent).',
    ['source', 'status'],
    (status, { sources }) => {
      for (const source of sources) status.set({ source: source.id, status: source.status }, 1)
    },
  )
  gauge(
    'plimsoll_source_age_seconds',
    'Age of what each source says.',
    ['source'],
    (age, { sources }) => {
      for (const { id, asOf } of sources) {
        if (asOf !== null) age.set({ source: id }, snapshotAge(asOf, now()) / 1_000)
      }
    },
  )
}

/** Reads the documents again only when they were replaced, and keeps what is needed of them. Null: there are none that can be read. */
function readPublished(folder: string): () => Promise<Published | null> {
  const parsed = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  let last: { identity: string; published: Published } | null = null
  return async () => {
    try {
      const { ino, mtimeMs } = await stat(path.join(folder, 'manifest.json'))
      const identity = `${ino} ${mtimeMs}`
      if (last?.identity !== identity) {
        const { snapshot, sources } = manifestSchema.parse(await parsed('manifest.json'))
        const { refreshDays = null } = await parsed('live/snapshot.json')
        last = { identity, published: { snapshot, sources, refreshDays } }
      }
      return last.published
    } catch {
      return null
    }
  }
}
