import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import aliasRows from '../../data/aliases/incidents.json' with { type: 'json' }
import { addDays, dayNumber } from '../domain/day.ts'
import type { Universe } from '../domain/record.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { aJudgedRow } from './fixtures/judged-row.ts'
import {
  aHack,
  aRow,
  DAY,
  options,
  run,
  scored,
  scoreOf,
  seconds,
  someHacks,
  someRows,
  writeCohort,
} from './fixtures/small-cohort.ts'
import { judgedOf } from './judged.ts'
import { assertPointInTime } from './point-in-time.ts'
import { prepare } from './prepare.ts'
import type { BacktestReport } from './report.ts'
import type { ScoredCohort } from './score-cohort.ts'

const NEXT = addDays(DAY, 1)

const root = temporaryFolder()
let count = 0
let clean: ScoredCohort
let cleanReport: BacktestReport

beforeAll(async () => {
  clean = await scored(plant(), someHacks(), [])
  cleanReport = await run([plant()], someHacks())
})

describe('a leak that is planted in a cohort', () => {
  test('the cohort itself is scored, and its events stand among the rows', () => {
    expect(scoreOf(clean, '4')?.composite).toEqual(expect.any(Number))
    expect(cleanReport.universes[0]?.pooled).toMatchObject({ rows: 20, events: 2, severe: 2 })
    expect(cleanReport.cohorts[0]).toMatchObject({ dead: 1, warnings: [] })
  })

  test('an incident after the day in the cohort’s own list does not reach the score', async () => {
    const own = [aHack('2022-01-05', { name: 'Protocol 3', defillamaId: 3 })]
    const later = [...own, aHack(NEXT, { name: 'Protocol 4', defillamaId: 4 })]
    const honest = await scored(plant({ hacks: own }), [], [])
    const leaked = await scored(plant({ hacks: later }), [], [])
    expect(leaked.scores).toEqual(honest.scores)
    expect(leaked.refusedLater).toEqual({ 'defillama-hacks': 1 })
    const report = await run([plant({ hacks: later })], someHacks())
    expect(report.cohorts[0]?.warnings.join()).toContain('own incident list reaches beyond its day')
  })

  test('an incident on the day itself is known to the score and is no event', async () => {
    const today = [aHack(DAY, { name: 'Protocol 5', defillamaId: 5 }), ...someHacks()]
    const cohort = await scored(plant(), today, [])
    expect(scoreOf(cohort, '5')?.composite).not.toBe(scoreOf(clean, '5')?.composite)
    const report = await run([plant()], today)
    expect(report.cohorts[0]?.events).toBe(2)
  })

  test('a death after the day does not take the row out, and the file is called a later one', async () => {
    const dies = { deadFrom: '2023-09-01', deadUrl: true }
    const dir = plant({ rows: changed('4', dies) })
    const cohort = await scored(dir, someHacks(), [])
    expect(cohort.scores).toEqual(clean.scores)
    const report = await run([dir], someHacks())
    expect(report.cohorts[0]?.warnings.join()).toContain('so it was written later')
    expect(figures(report)).toEqual(figures(cleanReport))
  })

  test('a row that was dead on the day is out', async () => {
    const cohort = await scored(plant({ rows: changed('6', { deadFrom: '2023-01-01' }) }), [], [])
    expect(scoreOf(cohort, '6')).toBeUndefined()
    expect(cohort.cuts.dead).toBe(2)
  })

  test.each(['rugged', 'deprecated', 'deadUrl'])(
    '`%s` on a protocol that is exploited later is ignored, and the report says so',
    async (flag) => {
      const report = await run([plant({ rows: changed('4', { [flag]: true }) })], someHacks())
      expect(figures(report)).toEqual(figures(cleanReport))
      expect(report.cohorts[0]?.warnings.join()).toContain(
        `Flagged dead or rugged, and yet exploited after ${DAY}: Protocol 4.`,
      )
    },
  )

  test('TVL of after the day is cut from the past of a protocol', async () => {
    const past = Array.from({ length: 200 }, (_, day) => point(addDays(DAY, -day), 4e6 + day * 1e4))
    const crash = [point(NEXT, 1), point(addDays(DAY, 30), 0)]
    const honest = await scored(plant({ past }), someHacks(), [])
    const leaked = await scored(plant({ past: [...past, ...crash] }), someHacks(), [])
    expect(honest.scores).not.toEqual(clean.scores)
    expect(leaked.scores).toEqual(honest.scores)
  })

  test('a row that was listed after the day is left out and counted', async () => {
    const dir = plant({ rows: [...someRows(), aRow(30, { listedAt: seconds(NEXT) })] })
    const report = await run([dir], someHacks())
    expect(figures(report)).toEqual(figures(cleanReport))
    expect(report.cohorts[0]?.cut).toContain('Rows that were listed after the day, left out: 1.')
  })

  test('an audit link that bears a later day counts for nothing', async () => {
    const link = 'https://example.org/2023-09-30-second-report.pdf'
    const links = ['https://example.org/report.pdf', link]
    const cohort = await scored(
      plant({ rows: changed('4', { audit_links: links }) }),
      someHacks(),
      [],
    )
    expect(cohort.scores).toEqual(clean.scores)
    expect(cohort.cuts.laterAudits).toBe(1)
  })

  test('a loss after the day does not reach the rate of its kind, and one before it does', async () => {
    const composites = async (lostOn: string) => {
      const event = {
        day: lostOn,
        lossUsd: 1,
        cause: 'contract' as const,
        names: [],
        incidents: [],
      }
      const rows = [aJudgedRow({ cohort: '2023-01-01', activity: 'lending', event })]
      const watched = { rows, horizonDays: 365 }
      const prepared = await prepare(options([plant()], someHacks(), { watched }))
      return judgedOf(prepared).rows.map(({ composite }) => composite)
    }
    const later = await composites(NEXT)
    expect(await composites(addDays(DAY, 100))).toEqual(later)
    expect(await composites(addDays(DAY, -1))).not.toEqual(later)
  })

  test('an oracle that began after the day is not there yet', async () => {
    const oracle = (name: string, startDate: string) => ({ name, type: 'Primary', startDate })
    const [first, second] = [oracle('Chainlink', '2023-01-01'), oracle('Pyth', '2023-09-01')]
    const of = (oraclesBreakdown: unknown[]) =>
      scored(plant({ rows: changed('4', { oraclesBreakdown }) }), someHacks(), [])
    const honest = await of([first])
    const leaked = await of([first, second])
    expect(leaked.universe.records).toEqual(honest.universe.records)
    expect(leaked.scores).toEqual(honest.scores)
    expect(leaked.cuts.laterOracles).toBe(1)
  })

  test('a row that was listed on the day itself is there', async () => {
    const rows = [...someRows(), aRow(30, { listedAt: seconds(DAY) + 40_000 })]
    const cohort = await scored(plant({ rows }), someHacks(), [])
    expect(cohort.cuts.listedAfter).toBe(0)
    expect(scoreOf(cohort, '30')).toBeDefined()
  })

  test('a bounty that was launched after the day is refused', async () => {
    const cohort = await scored(
      plant({ bounties: [aProgramme(NEXT), aProgramme('2022-01-01')] }),
      [],
      [],
    )
    expect(cohort.refusedLater).toEqual({ immunefi: 1 })
  })

  test('a registry of survivors is counted and named', async () => {
    const rows = someRows().filter(({ id }) => id !== '4' && id !== '21')
    const report = await run([plant({ rows })], someHacks())
    expect(report.cohorts[0]?.unmatched.absent).toBe(1)
    const warnings = report.cohorts[0]?.warnings.join()
    expect(warnings).toContain(
      'not in the registry: Protocol 4. The registry seems to hold survivors only',
    )
    expect(warnings).toContain('No row is flagged dead.')
  })

  test('today’s table of incident names moves no score, and does serve as a label', async () => {
    const alias = aliasRows.find(({ upstreamId }) => upstreamId === undefined)
    if (!alias) return expect.fail('the table is empty')
    const rows = [
      ...someRows(),
      aRow(Number(alias.owner), { tvl: 2e6, chainTvls: { Ethereum: 2e6 } }),
    ]
    const before = aHack('2023-03-01', { name: alias.incident })
    const after = aHack('2023-09-01', { name: alias.incident })
    const dir = plant({ rows })
    const without = await scored(dir, someHacks(), [])
    const withName = await scored(dir, [...someHacks(), before], [])
    expect(withName.scores).toEqual(without.scores)
    const aliases = new Map([[alias.incident, alias.owner]])
    const report = await run([dir], [...someHacks(), after], { aliases })
    expect(report.cohorts[0]?.events).toBe(3)
  })

  test('the methodology of the report is the frozen one, by version and content', () => {
    expect(cleanReport.methodology.version).toBe(METHODOLOGY.version)
    expect(cleanReport.methodology.sha256).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe(assertPointInTime, () => {
  const review = {
    chain: 'Ethereum',
    stage: 1 as const,
    upgradeability: null,
    autonomy: null,
    exitWindow: null,
    accessibility: null,
    multisigs: [],
    reviewedOn: NEXT,
    url: 'https://example.org',
  }
  const later = { asOf: NEXT, known: true as const, source: 'test' }

  test.each<[string, (universe: Universe) => void]>([
    [
      'an incident',
      ({ incidents }) =>
        incidents.known && incidents.value.push({ ...lastOf(incidents.value), day: NEXT }),
    ],
    ['TVL', ({ records }) => records[0]?.history.days.push(dayNumber(NEXT))],
    [
      'a review',
      ({ records }) => put(records[0], { reviews: { ...later, asOf: DAY, value: [review] } }),
    ],
    ['a fact', ({ records }) => put(records[0], { contract: { ...later, value: '0x1' } })],
    [
      'a listing',
      ({ records }) => put(records[0], { listedOn: { ...later, asOf: DAY, value: NEXT } }),
    ],
    [
      'a change of an adapter',
      ({ records }) =>
        put(records[0], {
          adapterChanges: {
            ...later,
            asOf: DAY,
            value: { module: 'tern', lastChangedOn: NEXT, authors: 1 },
          },
        }),
    ],
    [
      'an audit',
      ({ records }) => records[0]?.audits.push({ auditor: null, auditedOn: NEXT, reportUrl: 'x' }),
    ],
  ])('refuses a universe that holds %s of a later day', (_, change) => {
    const universe = structuredClone(clean.universe)
    expect(() => assertPointInTime(universe)).not.toThrow()
    change(universe)
    expect(() => assertPointInTime(universe)).toThrow('with a later date, so it was not scored')
  })
})

interface Plant {
  rows?: ReturnType<typeof someRows>
  hacks?: ReturnType<typeof someHacks>
  past?: unknown[]
  bounties?: unknown[]
}

/** Writes the small cohort with what a test changes, and returns its folder. */
function plant({ rows, hacks, past, bounties }: Plant = {}): string {
  count += 1
  return writeCohort(path.join(root, String(count)), rows ?? someRows(), {
    ...(hacks && { 'api.llama.fi/hacks.json': hacks }),
    ...(bounties && { 'immunefi/projects.json': bounties }),
    ...(past && {
      'api.llama.fi/protocol/protocol-4.json': {
        chains: ['Ethereum'],
        chainTvls: { Ethereum: { tvl: past } },
      },
    }),
  })
}

function changed(id: string, fields: Record<string, unknown>) {
  return someRows().map((row) => (row.id === id ? { ...row, ...fields } : row))
}

function point(day: string, usd: number) {
  return { date: seconds(day), totalLiquidityUSD: usd }
}

function aProgramme(launched: string) {
  return {
    id: `programme-${launched}`,
    project: 'Programme',
    launchDate: `${launched}T00:00:00.000Z`,
    maximum_reward: 50_000,
    maxBounty: 50_000,
  }
}

function put(
  record: Universe['records'][number] | undefined,
  facts: Universe['records'][number]['facts'],
) {
  Object.assign(record?.facts ?? {}, facts)
}

function lastOf<T>(list: T[]): T {
  return list.at(-1) ?? expect.fail('there is none')
}

function figures({ universes }: BacktestReport) {
  return universes
}
