import { expect } from 'vitest'
import type { Day } from '../../domain/day.ts'
import type { Behaviour } from '../../ingest/fixtures/faulty-server.ts'
import { httpReader } from '../../ingest/http.ts'
import type { EndpointReader } from '../../ingest/reader.ts'
import { listSources } from '../../ingest/sources.ts'
import type { Acceptance } from '../../pipeline/accept-loss.ts'
import { type SnapshotReport, takeSnapshot } from '../../pipeline.ts'
import { copyStore } from '../../store/fixtures/copy-store.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { openStore, type Store } from '../../store/open.ts'
import { BOUNTY_ID, bodies, DAY, type Row, rows } from './bodies.ts'
import { type Host, lines, memoryReader, options, startWorld, type World } from './world.ts'

/** Protocols of the invented upstream. */
export const COUNT = 20

export const ALL_OK = {
  'defillama-chains': 'ok',
  'defillama-protocols': 'ok',
  'defillama-hacks': 'ok',
  immunefi: 'ok',
  defiscan: 'ok',
  ofac: 'ok',
}

export type KnownSource = keyof typeof ALL_OK

/** A store of its own that reads an upstream of its own. */
export class QuietArena {
  readonly store: Store
  readonly #world: Pick<World, 'upstreams' | 'serve'>
  readonly #reader: EndpointReader

  constructor(store: Store, world: Pick<World, 'upstreams' | 'serve'>, reader: EndpointReader) {
    this.store = store
    this.#world = world
    this.#reader = reader
  }

  /** Other rows at one path; the other paths answer as before. */
  list(host: Host, path: string, body: unknown): void {
    this.#world.serve({ [host]: { [path]: JSON.stringify(body) } })
  }

  /** Lets every path answer well again. */
  heal(protocols: Row[] = rows(COUNT)): void {
    this.#world.serve(bodies(protocols))
  }

  async run(
    day: Day,
    accepted: Acceptance = {},
  ): Promise<{ report: SnapshotReport; text: string }> {
    const said = lines()
    const report = await takeSnapshot({ ...this.#options(day, said), ...accepted })
    return { report, text: said.text() }
  }

  /** A run that must be refused, and what it said. */
  async refusedRun(day: Day, accepted: Acceptance = {}): Promise<{ error: unknown; text: string }> {
    const said = lines()
    const error: unknown = await takeSnapshot({ ...this.#options(day, said), ...accepted }).then(
      () => expect.fail('the gate stayed open'),
      (refusal: unknown) => refusal,
    )
    return { error, text: said.text() }
  }

  #options(day: Day, progress: ReturnType<typeof lines>) {
    const sources = listSources(this.#world.upstreams)
    return options(this.store, this.#reader, day, { sources, progress })
  }

  entry(id: string) {
    return loadCatalogue(this.store)?.entries.find(({ record }) => record.id === id)
  }

  /** How the newest try of each source went. */
  statuses(): Record<string, unknown> {
    const runs = this.store
      .prepare<[], { source: string; status: string }>(
        'SELECT source, status FROM source_runs ORDER BY id',
      )
      .all()
    return Object.fromEntries(runs.map(({ source, status }) => [source, status]))
  }

  /** Every reading that the registry gave. */
  registryReadings(): unknown[] {
    return this.store
      .prepare(
        "SELECT * FROM readings WHERE name NOT IN ('bounty', 'reviews') ORDER BY protocol_id, name",
      )
      .all()
  }

  /** What the other sources reported on the first day is what the newest snapshot says. */
  expectNothingZeroed(): void {
    const catalogue = loadCatalogue(this.store)
    expect(this.entry(BOUNTY_ID)?.record.facts.bounty).toMatchObject({ value: { maxUsd: 50_000 } })
    expect(this.entry('900001')?.record.facts.reviews).toMatchObject({ value: [{ stage: 1 }] })
    expect(this.entry('900002')?.incidents).toMatchObject([{ name: 'Leak 0' }])
    expect(catalogue?.incidents).toHaveLength(10)
    expect(catalogue?.sanctions.byAsset.ETH).toHaveLength(2)
    expect(catalogue?.entries.every(({ tvlUsd }) => tvlUsd !== null && tvlUsd > 0)).toBe(true)
    const base = this.store.prepare("SELECT security FROM chains WHERE name = 'Base'")
    expect(base.pluck().get()).toBe('rollup')
  }
}

/** One that reads over HTTP, where every path can fail in every way. */
export class Arena extends QuietArena {
  readonly world: World

  constructor(world: World, store: Store) {
    const pace = { intervalMs: 0, concurrency: 20 }
    super(store, world, httpReader({ timeoutMs: 2_000, retries: 1, baseDelayMs: 1, pace }))
    this.world = world
  }

  fault(host: Host, path: string, ...behaviours: Behaviour[]): void {
    this.world.fault(host, path, ...behaviours)
  }
}

let filled: Buffer | undefined
const worlds: World[] = []

/** An arena whose store holds a good snapshot of the first day, and whose upstream, in memory, answers well. */
export async function quietArena(): Promise<QuietArena> {
  filled ??= await fill()
  return quiet(copyStore(filled))
}

/** The same with an empty store. */
export function emptyQuietArena(): QuietArena {
  return quiet(openStore(':memory:'))
}

function quiet(store: Store): QuietArena {
  const reader = memoryReader(bodies(rows(COUNT)))
  return new QuietArena(store, reader, reader)
}

/** An arena whose store holds a good snapshot of the first day. */
export async function filledArena(): Promise<Arena> {
  filled ??= await fill()
  return start(copyStore(filled))
}

export async function emptyArena(): Promise<Arena> {
  return start(openStore(':memory:'))
}

export async function closeArenas(): Promise<void> {
  await Promise.all(worlds.map((world) => world.close()))
}

async function start(store: Store): Promise<Arena> {
  const world = await startWorld(bodies(rows(COUNT)))
  worlds.push(world)
  return new Arena(world, store)
}

async function fill(): Promise<Buffer> {
  const store = openStore(':memory:')
  await takeSnapshot(options(store, memoryReader(bodies(rows(COUNT))), DAY))
  return store.serialize()
}
