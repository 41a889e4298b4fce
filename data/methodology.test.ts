import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { isDay, isoInstant } from '../src/domain/day.ts'
import { DIMENSIONS } from '../src/domain/dimension.ts'
import { recordingReader } from '../src/ingest/recording.ts'
import { ageLimits, listSources } from '../src/ingest/sources.ts'
import { takeSnapshot } from '../src/pipeline.ts'
import { SILENT } from '../src/progress.ts'
import { METHODOLOGY, SIGNAL_IDS } from '../src/score/methodology.ts'
import { scoreUniverse } from '../src/score/score.ts'
import { SIGNALS } from '../src/score/signals.ts'
import { subjectsOf } from '../src/score/subject.ts'
import { loadUniverse } from '../src/store/load-universe.ts'
import { openStore } from '../src/store/open.ts'
import current from './methodology.json' with { type: 'json' }
import versions from './methodology.versions.json' with { type: 'json' }

const RECORDINGS = new URL('../../shared/upstream/', import.meta.url)
const DAYS = ['2023-09-12', '2024-03-11']

describe('the signals', () => {
  test('of the list, the code and the methodology are the same, in the same order', () => {
    expect(SIGNALS.map(({ id }) => id)).toEqual([...SIGNAL_IDS])
    expect(Object.keys(current.signals)).toEqual([...SIGNAL_IDS])
  })

  test('of each dimension share out a weight of 1', () => {
    for (const key of DIMENSIONS) {
      const own = SIGNAL_IDS.filter((id) => METHODOLOGY.signals[id].dimension === key)
      const weight = own.reduce((sum, id) => sum + METHODOLOGY.signals[id].weight, 0)
      expect(weight, key).toBeCloseTo(1, 12)
    }
  })

  test.each(SIGNAL_IDS.map((id) => ({ id, ...METHODOLOGY.signals[id] })))(
    '$id: anchors rise, risk goes one way, and everything lies within 0-10',
    ({ anchors, prior, priorByActivity, weight, unit }) => {
      expect(anchors.length).toBeGreaterThan(0)
      const steps = anchors.slice(1).map((anchor, index) => ({
        at: anchor.at - (anchors[index]?.at ?? Number.NaN),
        risk: anchor.risk - (anchors[index]?.risk ?? Number.NaN),
      }))
      expect(steps.every(({ at }) => at > 0)).toBe(true)
      expect(steps.every(({ risk }) => risk >= 0) || steps.every(({ risk }) => risk <= 0)).toBe(
        true,
      )
      expect(Object.keys(METHODOLOGY.activities)).toEqual(
        expect.arrayContaining(Object.keys(priorByActivity)),
      )
      const priors = Object.values(priorByActivity).flatMap((points) => points ?? [])
      const risks = [prior, ...priors, ...anchors.map(({ risk }) => risk)]
      for (const risk of risks) expectPoints(risk)
      expect(weight).toBeGreaterThan(0)
      expect(unit).not.toBe('')
    },
  )
})

describe('the table of activities', () => {
  test('holds points within 0-10 in every column', () => {
    for (const { label, ...columns } of Object.values(METHODOLOGY.activities)) {
      expect(label).toMatch(/^[A-Z]/)
      for (const points of Object.values(columns)) if (points !== null) expectPoints(points)
    }
    expectPoints(METHODOLOGY.declaredOracleElsewhere)
  })

  test('is reached by every category, and holds nothing that none reaches', () => {
    const reached = new Set(Object.values(METHODOLOGY.categories))
    expect([...reached].sort()).toEqual(Object.keys(METHODOLOGY.activities).sort())
  })

  test('names no category twice in different case with different activities', () => {
    const byName = new Map<string, string>()
    for (const [category, activity] of Object.entries(METHODOLOGY.categories)) {
      const name = category.toLowerCase()
      expect(byName.get(name) ?? activity, category).toBe(activity)
      byName.set(name, activity)
    }
  })

  test('alone keeps every dimension but smartContract above the line of the unknown', () => {
    const table = {
      counterparty: 'custody',
      credit: 'creditModel',
      liquidity: 'exitRoute',
    } as const
    for (const id of Object.values(table)) {
      expect(METHODOLOGY.signals[id].weight).toBeGreaterThanOrEqual(METHODOLOGY.unknownBelow)
    }
    for (const id of ['oracleDependence', 'lockTerm'] as const) {
      expect(METHODOLOGY.signals[id].weight).toBeGreaterThanOrEqual(METHODOLOGY.unknownBelow)
    }
  })
})

describe('a version', () => {
  test('never changes its content', () => {
    const { version } = METHODOLOGY
    const hash = contentHash()
    const listed: Partial<Record<string, string>> = versions
    const advice =
      `data/methodology.json says version ${version}, and its content is not what that version stands for. ` +
      'Scores under one version must stay comparable: give it a new `version` and `publishedOn`, and add ' +
      `"<the new version>": "${hash}" to data/methodology.versions.json. ` +
      'Only a version under which nothing was ever published may have its line replaced.'
    expect(listed[version], advice).toBe(hash)
  })

  test('is told by content alone: not by the order of keys, nor by the day of publication', () => {
    expect(canonical({ b: [2, { d: 1, c: null }], a: 'x' })).toBe(
      '{"a":"x","b":[2,{"c":null,"d":1}]}',
    )
    const { publishedOn: _, ...content } = current
    expect(canonical(content)).not.toContain(METHODOLOGY.publishedOn)
    expect(isDay(METHODOLOGY.publishedOn)).toBe(true)
  })

  test('has a hash in the list, each its own', () => {
    const hashes = Object.values(versions)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

describe.skipIf(!existsSync(RECORDINGS)).each(DAYS)('the recording of %s', (day) => {
  let risks: Map<string, number[]>

  beforeAll(async () => {
    risks = await knownRisks(day)
  })

  test('holds no category beyond our table', () => {
    const file = new URL(`${day}/api.llama.fi/protocols.json`, RECORDINGS)
    const rows: { category?: string | null }[] = JSON.parse(readFileSync(file, 'utf8'))
    const names = new Set(rows.flatMap(({ category }) => category ?? []))
    const strange = [...names].filter((name) => !Object.hasOwn(METHODOLOGY.categories, name))
    expect(strange.sort()).toEqual(['CEX', 'Chain'])
  })

  test('every prior is at or above the median risk of its activity', () => {
    const tooLow = [...risks].flatMap(([key, list]) => {
      const [id, activity] = key.split(' ')
      const method = METHODOLOGY.signals[SIGNAL_IDS.find((known) => known === id) ?? 'activity']
      const prior = method.priorByActivity[activity ?? ''] ?? method.prior
      const typical = median(list)
      return list.length >= 5 && typical > prior ? [`${key}: ${typical} over ${prior}`] : []
    })
    expect(tooLow).toEqual([])
    // Enough was compared for the list above to mean something.
    expect([...risks.values()].filter((list) => list.length >= 5).length).toBeGreaterThan(150)
  })
})

function expectPoints(points: number): void {
  expect(points).toBeGreaterThanOrEqual(0)
  expect(points).toBeLessThanOrEqual(10)
}

function contentHash(): string {
  const { publishedOn: _, ...content } = current
  return createHash('sha256').update(canonical(content)).digest('hex')
}

/** JSON with sorted keys and without spaces. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Risks of known readings by signal and activity, as `signal activity`. */
async function knownRisks(day: string): Promise<Map<string, number[]>> {
  const store = openStore(':memory:')
  const { upstreams } = readConfig({})
  const sources = listSources(upstreams)
  await takeSnapshot({
    store,
    origin: 'recorded',
    asOf: day,
    computedAt: isoInstant(day),
    sources,
    reader: recordingReader(fileURLToPath(new URL(day, RECORDINGS))),
    upstreams,
    historyBudget: Number.POSITIVE_INFINITY,
    codeFingerprint: '',
    progress: SILENT,
    clock: () => 0,
  })
  const universe = loadUniverse(store, day, ageLimits(sources))
  store.close()
  if (!universe) throw new Error(`the recording of ${day} gives no registry`)
  const subjects = subjectsOf(universe, METHODOLOGY)
  const risks = new Map<string, number[]>()
  scoreUniverse(universe).forEach(({ dimensions }, index) => {
    for (const { id, risk, missing } of DIMENSIONS.flatMap((key) => dimensions[key].signals)) {
      if (missing) continue
      const key = `${id} ${subjects[index]?.activityId}`
      risks.set(key, [...(risks.get(key) ?? []), risk])
    }
  })
  return risks
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return (lower + upper) / 2
}
