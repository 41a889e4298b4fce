import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { METHODOLOGY } from '../score/methodology.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { findCohort } from './cohort.ts'
import { compositesOf } from './composites.ts'
import {
  aHack,
  aRow,
  DAY,
  options,
  reportOn,
  run,
  seconds,
  someHacks,
  someRows,
  writeCohort,
  writeFiles,
} from './fixtures/small-cohort.ts'
import { prepare } from './prepare.ts'
import { renderReport } from './render.ts'
import { backtestReport, FIGURES } from './report.ts'
import { IN_FORCE } from './score-cohort.ts'
import { readSizes } from './sizes.ts'

const root = temporaryFolder()
const cohort = writeCohort(path.join(root, 'full'), someRows())
const bareRows = someRows().map(({ tvl: _, chainTvls: __, ...row }) => row)
writeFiles(root, { '2023-03-01.json': { protocols: bareRows } })
const registry = path.join(root, '2023-03-01.json')

describe('a back-test', () => {
  test('gives the same bytes twice, and whatever the order of rows and arguments', async () => {
    const sizes = readSizes(findCohort(cohort))
    const first = await run([cohort, registry], someHacks(), { sizes })
    const again = await run([registry, cohort], someHacks().reverse(), { sizes })
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    const turned = writeCohort(path.join(root, 'turned'), someRows().reverse())
    const other = await run([registry, turned], someHacks(), { sizes })
    expect(JSON.stringify(other)).toBe(JSON.stringify(first))
  })

  test('keeps to its schema, also when no protocol was hit or none is large enough', async () => {
    const poor = writeCohort(path.join(root, 'poor'), [
      aRow(1, { tvl: 10, chainTvls: { Ethereum: 10 } }),
    ])
    const unrelated = [aHack('2023-09-01', { name: 'Elsewhere' })]
    for (const report of [
      await run([cohort], someHacks()),
      await run([cohort], unrelated),
      await run([poor], unrelated),
    ]) {
      expect(backtestReport.safeParse(report).error).toBeUndefined()
      expect(renderReport(report, plain)).toContain('fewer than 45 events')
    }
  })

  test('counts a loss without an amount as an exploit that is not severe', async () => {
    const hacks = [aHack('2023-08-01', { defillamaId: 4, amount: null })]
    const report = await run([cohort], hacks)
    expect(report.universes[0]?.pooled).toMatchObject({ events: 1, severe: 0, withoutAmount: 1 })
    expect(report.universes[0]?.pooled.rankings[0]?.topFifthLoss).toBeNull()
  })

  test('a loss of a tenth of the TVL is severe, and one of less is not', async () => {
    const hit = (amount: number) => run([cohort], [aHack('2023-08-01', { defillamaId: 4, amount })])
    expect((await hit(400_000)).universes[0]?.pooled.severe).toBe(1)
    expect((await hit(399_999)).universes[0]?.pooled.severe).toBe(0)
  })

  test('leaves the siblings of an exploited protocol out of the comparison', async () => {
    const rows = someRows().map((row) =>
      row.id === '4' || row.id === '6' || row.id === '8'
        ? { ...row, parentProtocol: 'parent#tide' }
        : row,
    )
    const dir = writeCohort(path.join(root, 'family'), rows)
    const report = await run([dir], someHacks())
    expect(report.cohorts[0]?.siblingsLeftOut).toBe(2)
    expect(report.universes[0]?.pooled).toMatchObject({ rows: 18, events: 2 })
    const booked = await run([dir], [aHack('2023-08-01', { defillamaId: 'parent#tide' })])
    expect(booked.universes[0]?.pooled).toMatchObject({ rows: 18, events: 1 })
  })

  test('counts an incident once when all cohorts are pooled, and in each cohort whose window has it', async () => {
    const sizes = readSizes(findCohort(cohort))
    const report = await run([registry, cohort], someHacks(), { sizes })
    const [first] = report.universes
    expect(first?.byCohort.map(({ result }) => result.events)).toEqual([2, 2])
    expect(first?.pooled.events).toBe(2)
    expect(first?.leftOut).toBe(2)
    const rows = first?.byCohort.map(({ result }) => result.rows) ?? []
    expect(first?.pooled.rows).toBe((rows[0] ?? 0) + (rows[1] ?? 0) - 2)
  })

  test('compares with the composites of an earlier methodology, and says which', async () => {
    const prepared = await prepare(options([cohort], someHacks()))
    const other = { ...METHODOLOGY.dimensionWeights, smartContract: 9 }
    const variant = {
      ...IN_FORCE,
      method: { ...METHODOLOGY, version: '0.0.1', dimensionWeights: other },
    }
    const report = reportOn(prepared, IN_FORCE, compositesOf(prepared, 0, variant))
    expect(backtestReport.safeParse(report).error).toBeUndefined()
    expect(report.against?.version).toBe('0.0.1')
    const alone = reportOn(prepared, variant).universes[0]?.pooled.figures
    expect(report.universes[0]?.earlier?.before.any.value).toBeCloseTo(alone?.any.value ?? 0, 2)
    expect(renderReport(report, plain)).toContain('against methodology 0.0.1')
    expect(reportOn(prepared).universes[0]?.earlier).toBeNull()
  })

  test('finds no difference between a methodology and its own composites', async () => {
    const sizes = readSizes(findCohort(cohort))
    const prepared = await prepare(options([registry, cohort], someHacks(), { sizes }))
    const { universes } = reportOn(prepared, IN_FORCE, compositesOf(prepared, 100_000))
    const differences = Object.values(universes[0]?.earlier?.differences ?? {})
    expect(differences).toHaveLength(FIGURES.length)
    for (const { low, high } of differences) expect([low, high]).toEqual([0, 0])
  })

  test('does not read incidents after the development data, unless the run is marked as held out', async () => {
    const later = [...someHacks(), aHack('2024-07-01', { defillamaId: 6 })]
    await expect(run([cohort], later)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('which development must not read'),
    })
    await expect(run([cohort], later, { until: '2024-06-30' })).rejects.toThrow('after 2024-06-30')
    const report = await run([cohort], later, { heldOut: true, horizonDays: 500 })
    expect(report).toMatchObject({ heldOut: true })
    expect(report.cohorts[0]?.events).toBe(3)
    expect(report.notes[0]).toContain('It is not development')
    expect(renderReport(report, plain)).toContain('Not development')
    expect((await run([cohort], someHacks())).heldOut).toBe(false)
  })

  test('refuses days after the last incident, of which the list does not say that they had none', async () => {
    await expect(run([cohort], someHacks(), { until: '2023-11-21' })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('after 2023-11-20, the last incident of hacks.json'),
    })
    const report = await run([cohort], someHacks(), { until: '2023-11-20' })
    expect(report).toMatchObject({ until: '2023-11-20' })
  })

  test('names the events without a score, with the reason', async () => {
    const rows = [
      ...someRows(),
      aRow(22, { name: 'Bare', address: null, category: null, tvl: null, chainTvls: {} }),
      aRow(23, { name: 'Elsewhere', category: 'CEX' }),
    ]
    const hacks = [
      ...someHacks(),
      aHack('2023-08-01', { defillamaId: 22 }),
      aHack('2023-08-01', { defillamaId: 23 }),
    ]
    const { misses } = await run([writeCohort(path.join(root, 'bare'), rows)], hacks)
    const reasons = Object.fromEntries(misses.map(({ name, reason }) => [name, reason]))
    expect(reasons.Bare).toMatch(/^not scored: .+\.$/)
    expect(reasons.Elsewhere).toMatch(/^out of scope/)
  })

  test('names as a miss what scored below half of its like', async () => {
    const hacks = [5, 4].map((id) => aHack('2023-08-01', { defillamaId: id }))
    const rows = someRows().map((row) => ({
      ...row,
      tvl: 4e6,
      chainTvls: { Ethereum: 4e6, 'Ethereum-borrowed': 4e6, borrowed: 4e6 },
    }))
    const { misses } = await run([writeCohort(path.join(root, 'even'), rows)], hacks)
    const missed = misses.filter(({ above }) => above !== null)
    expect(missed.map(({ name }) => name)).toEqual(['Protocol 5'])
    expect(missed[0]?.above).toBeLessThan(0.5)
  })

  test('sizes of a later day pick the rows of a registry, with what was stolen in between', async () => {
    const drained = someRows().map((row) =>
      row.id === '2' ? { ...row, tvl: 0, chainTvls: { Ethereum: 0 } } : row,
    )
    const later = readSizes(findCohort(writeCohort(path.join(root, 'later'), drained)))
    const hacks = [...someHacks(), aHack('2023-04-01', { defillamaId: 2, amount: 1_900_000 })]
    const report = await run([registry], hacks, { sizes: later })
    expect(report.cohorts[0]).toMatchObject({ kind: 'registry', events: 3 })
    expect(report.universes[0]?.pooled).toMatchObject({ events: 3, severe: 3 })
    const other = readSizes(findCohort(cohort))
    const same = await run([registry], hacks, { sizes: other })
    expect(same.cohorts[0]?.scored).toBe(report.cohorts[0]?.scored)
  })

  test('a row of a registry that had the size and the age counts as published, in a recording only by its own data', async () => {
    const bare = (fields: Record<string, unknown>) =>
      aRow(4, { address: null, tvl: undefined, chainTvls: undefined, ...fields })
    const judged = async (fields: Record<string, unknown>, tvl: number) => {
      const name = `gate-${JSON.stringify([fields, tvl]).replaceAll(/\W/g, '')}`
      const rows = { protocols: [aRow(1), bare(fields)].map(({ tvl: _, ...row }) => row) }
      const file = path.join(
        writeFiles(path.join(root, name), { '2023-03-01.json': rows }),
        '2023-03-01.json',
      )
      const later = writeCohort(path.join(root, `${name}-later`), [
        aRow(1),
        aRow(4, { tvl, chainTvls: { Ethereum: tvl } }),
      ])
      const report = await run([file], someHacks(), { sizes: readSizes(findCohort(later)) })
      return report.universes[0]?.pooled.events
    }
    expect(await judged({}, 1_000_000)).toBe(1)
    expect(await judged({ listedAt: seconds('2023-02-01') }, 1_000_000)).toBe(0)
    const recorded = writeCohort(path.join(root, 'gate'), [aRow(1), bare({})])
    expect((await run([recorded], someHacks())).universes[0]?.pooled.events).toBe(0)
  })

  test.each([
    ['a registry without sizes', () => run([registry], someHacks()), 'has no TVL'],
    [
      'two cohorts of one day',
      () => run([cohort, cohort], someHacks()),
      `Two cohorts have the day ${DAY}`,
    ],
    ['no cohort', () => run([], someHacks()), 'Give at least one cohort'],
    [
      'a cohort after the last incident',
      () => run([cohort], [aHack('2023-05-30')]),
      'use an earlier cohort',
    ],
    [
      'sizes of before the registry',
      () => {
        const sizes = { name: 'early', day: '2023-02-01', tvl: new Map() }
        return run([registry], someHacks(), { sizes })
      },
      'give a later recording',
    ],
    [
      'a cohort whose rows cannot be read',
      () =>
        run([writeCohort(path.join(root, 'odd'), [{ id: 'x', date: seconds(DAY) }])], someHacks()),
      'cannot be scored',
    ],
  ])('refuses %s in one sentence', async (_, start, says) => {
    await expect(start()).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(says),
    })
  })
})

const plain = (_: string, text: string): string => text
