import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { listedContracts } from '../../addresses/listed-contracts.ts'
import { openApiDocuments } from '../../api/openapi/create-openapi.ts'
import { isoInstant } from '../../domain/day.ts'
import { SILENT } from '../../domain/progress.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import { recordingReader } from '../../ingest/recording.ts'
import { absentSource } from '../../ingest/source.ts'
import { listSources } from '../../ingest/sources.ts'
import { codeFingerprint } from '../../pipeline/code-fingerprint.ts'
import { takeSnapshot } from '../../pipeline.ts'
import { publish } from '../../publish/publish.ts'
import { recoverPublished } from '../../publish/replace-folder.ts'
import { readHoldings, sandboxCatalogue } from '../../publish/sandbox.ts'
import { createScoreboard } from '../../scoreboard/scoreboard.ts'
import { seededRandom } from '../../statistics/random.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { openStore } from '../../store/open.ts'
import { bodies, DAY, NEXT_DAY, rows } from '../pipeline/bodies.ts'
import { writeRecording } from '../pipeline/recording.ts'
import { MEMORY_UPSTREAMS, options } from '../pipeline/world.ts'
import { intactManifest } from '../published/published-folder.ts'
import { ROOT, runScript, type ScriptOptions } from '../scripts/run-script.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const COUNT = 60
const code = codeFingerprint(ROOT)
const KILLER = ['--import', './src/store/fixtures/kill-at.ts']

/** Kills by the clock of each script, at seeded moments of its run. */
const TIMED_KILLS = 4

const parent = temporaryFolder()
/** A folder with a store and a published folder of the first day, and one with the store of the second. */
let first: string
let second: string
/** What an undisturbed run of the second day gives. */
let expected: { snapshot: string; documents: unknown }
let writes: { fresh: string[]; daily: string[]; build: string[] }
let milliseconds: { daily: number; build: number }

beforeAll(async () => {
  first = path.join(parent, 'first')
  second = path.join(parent, 'second')
  const grown = rows(COUNT).map((row) => ({ ...row, name: `${row.name} renamed` }))
  writeRecording(path.join(parent, DAY), bodies(rows(COUNT), 30))
  writeRecording(path.join(parent, NEXT_DAY), bodies(grown, 30))
  const fresh = await counted((given) => snapshot(first, DAY, given))
  expect(await build(first)).toMatchObject({ code: 0 })
  cpSync(first, second, { recursive: true })
  const daily = await counted((given) => snapshot(second, NEXT_DAY, given))
  const whole = path.join(parent, 'whole')
  cpSync(second, whole, { recursive: true })
  const published = await counted((given) => build(whole, given))
  const { snapshot: of, documents } = intactManifest(path.join(whole, 'dist'))
  expected = { snapshot: of.id, documents }
  writes = { fresh: fresh.names, daily: daily.names, build: published.names }
  milliseconds = { daily: daily.milliseconds, build: published.milliseconds }
}, 60_000)

describe('kill -9', { timeout: 60_000 }, () => {
  test('of the first snapshot, in front of a write, leaves nothing or all of it', () =>
    inPairs(someWrites(writes.fresh, 6, 1), async (at) => {
      const dir = path.join(parent, `fresh-${at}`)
      expect(await snapshot(dir, DAY, killed(at))).toMatchObject({ signal: 'SIGKILL' })
      expect([null, DAY]).toContain(wholeSnapshot(dir))
      await snapshotAgain(dir, DAY)
      expect(catalogueOf(dir)?.snapshot).toEqual(catalogueOf(first)?.snapshot)
    }))

  test('of a later snapshot, in front of a write, leaves whole days', () =>
    inPairs(someWrites(writes.daily, 6, 2), async (at) => {
      const dir = copyOf(first, `daily-${at}`)
      expect(await snapshot(dir, NEXT_DAY, killed(at))).toMatchObject({ signal: 'SIGKILL' })
      await expectRecovery(dir)
    }))

  test('of a later snapshot, at moments of its run, leaves whole days', () =>
    inPairs(moments(milliseconds.daily, 3), async (wait) => {
      const dir = copyOf(first, `timed-${wait}`)
      await snapshot(dir, NEXT_DAY, { killAfterMs: wait })
      await expectRecovery(dir)
    }))

  test('of a build, in front of a write, leaves the published folder whole', () => {
    const renames = writes.build.flatMap((name, index) => (name === 'renameSync' ? index + 1 : []))
    // The packed store gets its name; then the two folders change places.
    expect(renames).toHaveLength(3)
    return inPairs([...someWrites(fileWrites(), 5, 4), ...renames], async (at) => {
      const dir = copyOf(second, `build-${at}`)
      expect(await build(dir, killed(at))).toMatchObject({ signal: 'SIGKILL' })
      await expectPublished(dir)
    })
  })

  test('of a build, at moments of its run, leaves the published folder whole', () =>
    inPairs(moments(milliseconds.build, 5), async (wait) => {
      const dir = copyOf(second, `timed-build-${wait}`)
      await build(dir, { killAfterMs: wait })
      await expectPublished(dir)
    }))
})

async function expectRecovery(dir: string): Promise<void> {
  expect([DAY, NEXT_DAY]).toContain(wholeSnapshot(dir))
  expect(intactManifest(path.join(dir, 'dist')).snapshot.asOf).toBe(DAY)
  await snapshotAgain(dir, NEXT_DAY)
  expect(catalogueOf(dir)?.snapshot.publicId).toBe(expected.snapshot)
}

async function expectPublished(dir: string): Promise<void> {
  const dist = path.join(dir, 'dist')
  // As `npm run serve` does at its start: a kill between the two renames leaves the folder under its other name.
  recoverPublished(dist)
  expect([DAY, NEXT_DAY]).toContain(intactManifest(dist).snapshot.asOf)
  await buildAgain(dir)
  const { snapshot: of, documents } = intactManifest(dist)
  expect({ snapshot: of.id, documents }).toEqual(expected)
  const left = readdirSync(dir).filter((name) => name.startsWith('dist'))
  // The lock is there unless the build was killed before it took it.
  expect(left.filter((name) => !name.startsWith('dist.lock'))).toEqual(['dist'])
}

/** The run that follows, in this process, with the same code and options as the script. */
async function snapshotAgain(dir: string, day: string): Promise<void> {
  const store = openStore(path.join(dir, 'plimsoll.sqlite'))
  const absent = [SOURCE_OF_ROLE.adapters, SOURCE_OF_ROLE.control].map(absentSource)
  const given = {
    origin: 'recorded' as const,
    computedAt: isoInstant(day),
    codeFingerprint: code,
    sources: [...listSources(MEMORY_UPSTREAMS), ...absent],
  }
  await takeSnapshot(options(store, recordingReader(path.join(parent, day)), day, given))
  store.close()
}

async function buildAgain(dir: string): Promise<void> {
  const store = openStore(path.join(dir, 'plimsoll.sqlite'))
  const live = loadCatalogue(store) ?? expect.fail('there is no snapshot')
  const scoreboard = createScoreboard(store, live)
  store.close()
  const sandbox = await sandboxCatalogue(path.join(ROOT, 'data/sandbox'), MEMORY_UPSTREAMS)
  const distDir = path.join(dir, 'dist')
  const holdings = readHoldings(path.join(ROOT, 'data/sandbox'))
  const files = openApiDocuments(packageFile.version)
  await publish({
    live,
    scoreboard,
    sandbox,
    holdings,
    listed: listedContracts(),
    files,
    distDir,
    codeFingerprint: code,
    progress: SILENT,
  })
}

function copyOf(dir: string, name: string): string {
  const copy = path.join(parent, name)
  cpSync(dir, copy, { recursive: true })
  return copy
}

async function inPairs<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += 2) {
    await Promise.all(items.slice(start, start + 2).map(work))
  }
}

/** The day of the newest snapshot, or null; everything in the store must be whole. */
function wholeSnapshot(dir: string): string | null {
  const store = openStore(path.join(dir, 'plimsoll.sqlite'))
  expect(store.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(store.pragma('foreign_key_check')).toEqual([])
  const counts = store
    .prepare(
      `SELECT (SELECT COUNT(*) FROM scores WHERE snapshot_id = s.id) AS scores,
         (SELECT COUNT(*) FROM snapshot_entries WHERE snapshot_id = s.id) AS entries FROM snapshots s`,
    )
    .all()
  expect(counts).toEqual(counts.map(() => ({ scores: COUNT, entries: COUNT })))
  const listed = store.prepare('SELECT last_seen AS day, COUNT(*) AS n FROM protocols GROUP BY 1')
  expect([[], [COUNT]]).toContainEqual(listed.all().map((row) => Object(row).n))
  const day = loadCatalogue(store)?.snapshot.asOf ?? null
  store.close()
  return day
}

function catalogueOf(dir: string) {
  const store = openStore(path.join(dir, 'plimsoll.sqlite'))
  const catalogue = loadCatalogue(store)
  store.close()
  return catalogue
}

function snapshot(dir: string, day: string, given: Partial<ScriptOptions> = {}) {
  const words = ['--source', `recorded:${path.join(parent, day)}`]
  return runScript('snapshot', words, { ...given, env: { ...given.env, ...envOf(dir) } })
}

function build(dir: string, given: Partial<ScriptOptions> = {}) {
  return runScript('build', ['--no-site'], { ...given, env: { ...given.env, ...envOf(dir) } })
}

function envOf(dir: string): Record<string, string> {
  return {
    PLIMSOLL_DB: path.join(dir, 'plimsoll.sqlite'),
    PLIMSOLL_DIST: path.join(dir, 'dist'),
  }
}

/** A run that lives, with the names of its writes and the time that it took. */
async function counted(run: (given: Partial<ScriptOptions>) => ReturnType<typeof runScript>) {
  const log = path.join(parent, 'writes.log')
  rmSync(log, { force: true })
  const started = performance.now()
  const finished = await run({ env: { KILL_AT: '0', KILL_LOG: log }, nodeOptions: KILLER })
  expect(finished).toMatchObject({ code: 0 })
  return {
    names: readFileSync(log, 'utf8').split('\n'),
    milliseconds: performance.now() - started,
  }
}

function killed(at: number): Partial<ScriptOptions> {
  return { env: { KILL_AT: String(at) }, nodeOptions: KILLER }
}

/** Places of writes of different kinds, chosen by a seed; the first write is number 1. */
function someWrites(names: string[], count: number, seed: number): number[] {
  const random = seededRandom(seed)
  const kinds = [...new Set(names)].filter((name) => name !== '')
  return shuffled(kinds, random)
    .slice(0, count)
    .map((kind) => {
      const places = names.flatMap((name, index) => (name === kind ? index + 1 : []))
      return places[Math.floor(random() * places.length)] ?? 1
    })
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** Writes of a build to its folders; before them it makes the sandbox in memory. */
function fileWrites(): string[] {
  return writes.build.map((name) => (/Sync$/.test(name) && name !== 'renameSync' ? name : ''))
}

/** Seeded moments in the last two thirds of a run; before them Node is still starting. */
function moments(duration: number, seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: TIMED_KILLS }, () => Math.round(duration * (0.33 + 0.67 * random())))
}
