import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import { html200, ok, status } from '../../ingest/fixtures/faulty-server.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import {
  ALL_OK,
  COUNT,
  closeArenas,
  emptyArena,
  filledArena,
  type KnownSource,
} from '../pipeline/arena.ts'
import { BOUNTY_ID, bodies, DAY, incidents, NEXT_DAY, rows } from '../pipeline/bodies.ts'
import type { Host } from '../pipeline/world.ts'
import { BROKEN_BODIES, type Fault, list, SILENT_FAULTS } from './store-faults.ts'

afterAll(closeArenas)

const DEFISCAN = '/repos/deficollective/defiscan/git/trees/main'
const OFAC = '/repos/0xB10C/ofac-sanctioned-digital-currency-addresses/git/trees/lists'

const OTHERS: [title: string, id: KnownSource, Host, path: string, limit: number][] = [
  ['DefiLlama chains', 'defillama-chains', 'defillama', '/v2/chains', 30],
  ['DefiLlama hacks', 'defillama-hacks', 'hacks', '/hacks', 30],
  ['Immunefi bug bounty programmes', 'immunefi', 'immunefi', '/projects.json', 30],
  ['DeFiScan', 'defiscan', 'githubApi', DEFISCAN, 365],
  ['OFAC sanctioned digital currency addresses', 'ofac', 'githubApi', OFAC, 30],
]

const FAULTS: Fault[] = [
  ...SILENT_FAULTS,
  ...BROKEN_BODIES,
  ['an empty list', ok('[]'), ''],
  ['an error in JSON', ok('{"message":"busy"}'), ''],
  ['rows of a wrong type', ok('["a","b","c","d"]'), ''],
]

describe.concurrent.each(OTHERS)('%s', (title, id, host, path, limit) => {
  test.each(FAULTS)(
    'after %s keeps its last good readings, and nothing else suffers',
    async (_, fault, says) => {
      const arena = await filledArena()
      arena.fault(host, path, fault)
      const { report, text } = await arena.run(NEXT_DAY)
      expect(text).toContain(`✗ ${title}: `)
      expect(text).toContain(says)
      expect(text).toContain(
        `\n  Its readings of ${DAY} stay in use until they are ${limit} days old.`,
      )
      expect(arena.statuses()).toEqual({ ...ALL_OK, [id]: 'failed' })
      expect(report.score).toMatchObject({ protocols: COUNT, scored: COUNT })
      expect(arena.entry(BOUNTY_ID)?.record.tvl).toMatchObject({ asOf: NEXT_DAY })
      arena.expectNothingZeroed()
    },
  )

  test('that was never read is missing, not zero, and nothing else suffers', async () => {
    const arena = await emptyArena()
    arena.fault(host, path, status(500))
    const { report, text } = await arena.run(DAY)
    expect(text).toContain('\n  It was never read before, so all its readings are missing.')
    expect(report.score.protocols).toBe(COUNT)
    const facts = arena.entry(BOUNTY_ID)?.record.facts
    const failed = { known: false, reason: 'upstream-failed' }
    if (id === 'immunefi') expect(facts?.bounty).toMatchObject(failed)
    else expect(facts?.bounty).toMatchObject({ known: true })
    if (id === 'defiscan') expect(facts?.reviews).toMatchObject(failed)
    const sanctions = loadCatalogue(arena.store)?.sanctions
    expect(sanctions?.asOf).toBe(id === 'ofac' ? null : DAY)
  })

  test('that fails past its limit is missing as stale, and says so', async () => {
    const arena = await filledArena()
    arena.fault(host, path, status(500))
    const { text } = await arena.run(addDays(DAY, limit + 1))
    expect(text).toContain(
      `\n  Its last good readings are of ${DAY}, more than ${limit} days old: they count as missing.`,
    )
    const facts = arena.entry(BOUNTY_ID)?.record.facts
    const stale = { known: false, reason: 'stale' }
    if (id === 'immunefi') expect(facts?.bounty).toMatchObject(stale)
    if (id === 'defiscan') expect(arena.entry('900001')?.record.facts.reviews).toMatchObject(stale)
  })
})

describe.concurrent('a list that loses most of itself', () => {
  test.each([
    ['six of ten incidents gone', incidents().slice(0, 4)],
    [
      'six of ten incidents of a wrong type',
      incidents().map((row, index) => (index < 4 ? row : { ...row, date: 'soon' })),
    ],
  ])('is not accepted: %s', async (_, body) => {
    const arena = await filledArena()
    arena.fault('hacks', '/hacks', list(body))
    const { text, report } = await arena.run(NEXT_DAY)
    expect(text).toContain(
      `✗ DefiLlama hacks: DefiLlama hacks sent 4 usable rows where it sent 10 on ${DAY}. Rejected as implausible. `,
    )
    expect(report.score.scored).toBe(COUNT)
    arena.expectNothingZeroed()
  })

  test('is accepted when a person has checked it', async () => {
    const arena = await filledArena()
    arena.fault('hacks', '/hacks', list(incidents().slice(0, 1)))
    arena.fault('defillama', '/protocols', list(rows(2)))
    const { text, report } = await arena.run(NEXT_DAY, { acceptLoss: true })
    expect(text).toContain('✓ DefiLlama hacks: 1 rows')
    expect(text).toContain('✓ DefiLlama protocols: 2 rows')
    expect(report.score.protocols).toBe(2)
  })

  test('is accepted when it lost half, or when the old one is past its limit', async () => {
    const arena = await filledArena()
    arena.fault('hacks', '/hacks', list(incidents().slice(0, 5)))
    expect((await arena.run(NEXT_DAY)).text).toContain('✓ DefiLlama hacks: 5 rows')
    arena.fault('hacks', '/hacks', list(incidents().slice(0, 1)))
    expect((await arena.run(addDays(NEXT_DAY, 30))).text).toContain('✗ DefiLlama hacks')
    expect((await arena.run(addDays(NEXT_DAY, 31))).text).toContain('✓ DefiLlama hacks: 1 rows')
  })
})

describe.concurrent('files of a source', () => {
  const files = Object.keys(bodies(rows(1)).githubRaw).filter((path) => path.includes('defiscan'))
  const review = files.find((path) => path.endsWith('.md')) ?? ''

  test('one that came as a web page is read again in the next run', async () => {
    const arena = await emptyArena()
    arena.fault('githubRaw', review, html200())
    await arena.run(DAY)
    expect(arena.entry('900001')?.record.facts.reviews).toMatchObject({ known: false })
    arena.heal()
    await arena.run(DAY)
    expect(arena.entry('900001')?.record.facts.reviews).toMatchObject({ known: true })
  })

  test('those that were read before their source failed are not read again', async () => {
    const arena = await emptyArena()
    arena.fault('githubRaw', review, status(500))
    await arena.run(DAY)
    expect(arena.statuses()).toMatchObject({ defiscan: 'failed' })
    arena.heal()
    arena.world.takeRequests()
    await arena.run(DAY)
    expect(arena.statuses()).toMatchObject({ defiscan: 'ok' })
    expect(arena.world.takeRequests().filter((path) => files.includes(path))).toEqual([review])
  })
})
