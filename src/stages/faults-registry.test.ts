import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import {
  type Behaviour,
  ok,
  retryAfter,
  status,
  wrongLength,
} from '../ingest/fixtures/faulty-server.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { ALL_OK, COUNT, closeArenas, emptyArena, filledArena } from './fixtures/arena.ts'
import { BOUNTY_ID, bodies, DAY, NEXT_DAY, rows } from './fixtures/bodies.ts'
import { BROKEN_BODIES, list, SILENT_FAULTS } from './fixtures/faults.ts'

const REGISTRY = 'DefiLlama protocols'

afterAll(closeArenas)

describe.concurrent('a registry that does not answer', () => {
  test.each(SILENT_FAULTS)(
    '%s: its last good readings stay, and the run says so',
    async (_, fault, says) => {
      const arena = await filledArena()
      const good = arena.registryReadings()
      arena.fault('defillama', '/protocols', fault)
      const { report, text } = await arena.run(NEXT_DAY)
      expect(text).toContain(`✗ ${REGISTRY}: DefiLlama /protocols ${says}`)
      expect(text).toContain(`\n  Its readings of ${DAY} stay in use until they are 3 days old.`)
      expect(report.score).toMatchObject({ protocols: COUNT, scored: COUNT })
      expect(arena.registryReadings()).toEqual(good)
      expect(arena.statuses()).toEqual({ ...ALL_OK, 'defillama-protocols': 'failed' })
      arena.expectNothingZeroed()
    },
  )

  test('gives no snapshot on an empty store, and what the others sent is kept', async () => {
    const arena = await emptyArena()
    arena.fault('defillama', '/protocols', status(500))
    expect((await arena.refusedRun(DAY)).error).toMatchObject({
      code: 'SNAPSHOT_REFUSED',
      message:
        'No snapshot was taken. The store holds no list of protocols yet, and none could be read in this run.',
    })
    expect(loadCatalogue(arena.store)).toBeUndefined()
    expect(arena.statuses()).toEqual({ ...ALL_OK, 'defillama-protocols': 'failed' })
  })

  test('for more than three days gives no snapshot', async () => {
    const arena = await filledArena()
    arena.fault('defillama', '/protocols', status(500))
    const last = addDays(DAY, 3)
    for (const day of [NEXT_DAY, addDays(DAY, 2), last]) {
      expect((await arena.run(day)).report.score.scored).toBe(COUNT)
    }
    const { error } = await arena.refusedRun(addDays(DAY, 4))
    expect(String(error)).toContain(
      `No snapshot was taken. The list of protocols was last read on ${DAY}, more than 3 days before ${addDays(DAY, 4)}.`,
    )
    expect(loadCatalogue(arena.store)?.snapshot.asOf).toBe(last)
  })

  test('is not asked for the past of protocols either', async () => {
    const arena = await filledArena()
    arena.store.exec('DELETE FROM history_fills')
    arena.fault('defillama', '/protocols', status(500))
    const { report } = await arena.run(NEXT_DAY)
    expect(report.histories).toMatchObject({ filled: 0, waiting: COUNT })
    const requests = arena.world.takeRequests()
    expect(requests.filter((path) => path.startsWith('/protocol/'))).toEqual([])
  })

  test('at first, and asks for patience, is read in the end', async () => {
    const arena = await filledArena()
    const body = bodies(rows(COUNT)).defillama['/protocols'] ?? ''
    arena.fault('defillama', '/protocols', retryAfter('1'), ok(body))
    await arena.run(NEXT_DAY)
    expect(arena.statuses()).toEqual(ALL_OK)
    expect(arena.entry(BOUNTY_ID)?.record.tvl).toMatchObject({ asOf: NEXT_DAY })
  })
})

const SHRUNK = (now: number) =>
  `${REGISTRY} sent ${now} usable rows where it sent ${COUNT} on ${DAY}; that is not believed`
const NO_TVL = `${REGISTRY} gave TVL for 0 protocols where it gave ${COUNT} on ${DAY}; that is not believed`

const changed = (fields: Record<string, unknown>) =>
  list(rows(COUNT).map((row) => ({ ...row, ...fields })))

const UNBELIEVABLE: [string, Behaviour, says: string][] = [
  ...BROKEN_BODIES.map(([name, fault, says]): [string, Behaviour, string] => [
    name,
    fault,
    `DefiLlama /protocols ${says}`,
  ]),
  ['an empty list', ok('[]'), 'The protocol list of DefiLlama is empty'],
  ['an error in JSON', ok('{"message":"busy"}'), 'The protocol list of DefiLlama is not a list'],
  [
    'a body over its limit',
    wrongLength('[]', 64_000_001),
    'DefiLlama /protocols answered with more than the 64000000 bytes that it may',
  ],
  ['a tenth of its rows', list(rows(2)), SHRUNK(2)],
  ['rows of a wrong type', list(rows(COUNT).map(String)), SHRUNK(0)],
  ['one id for all rows', changed({ id: '7' }), SHRUNK(1)],
  ['amounts as text', changed({ tvl: '100' }), NO_TVL],
  ['amounts of zero', changed({ tvl: 0, chainTvls: {} }), NO_TVL],
  ['negative amounts', changed({ tvl: -5 }), NO_TVL],
]

describe.concurrent('a registry that cannot be believed closes the gate', () => {
  test.each(UNBELIEVABLE)('%s', async (_, fault, says) => {
    const arena = await filledArena()
    const before = loadCatalogue(arena.store)
    const good = arena.registryReadings()
    arena.fault('defillama', '/protocols', fault)
    const { error, text } = await arena.refusedRun(NEXT_DAY)
    expect(error).toMatchObject({
      code: 'SNAPSHOT_REFUSED',
      message: `No snapshot was taken. ${says}. The last published snapshot stays as it is.`,
    })
    expect(text).toContain(`✗ ${REGISTRY}: ${says}.`)
    expect(loadCatalogue(arena.store)).toEqual(before)
    expect(arena.registryReadings()).toEqual(good)
    expect(arena.statuses()).toEqual({ ...ALL_OK, 'defillama-protocols': 'failed' })
    arena.heal()
    expect((await arena.run(NEXT_DAY)).report.score).toMatchObject({ scored: COUNT })
  })

  test('a fifth of the rows may go, more may not', async () => {
    const arena = await filledArena()
    arena.heal(rows(COUNT - 5))
    expect(String((await arena.refusedRun(NEXT_DAY)).error)).toContain(SHRUNK(15))
    arena.heal(rows(COUNT - 4))
    expect((await arena.run(NEXT_DAY)).report.score.protocols).toBe(16)
  })

  test('a store that was filled from elsewhere is no measure', async () => {
    const arena = await filledArena()
    arena.store.exec("UPDATE source_runs SET origin = 'seed'")
    arena.store.exec("UPDATE snapshots SET origin = 'seed'")
    arena.heal(rows(2))
    expect((await arena.run(NEXT_DAY)).report.score.protocols).toBe(2)
  })
})

describe.concurrent('one bad row of the registry', () => {
  test.each([
    ['a duplicate id', { id: BOUNTY_ID, slug: 'other' }, 'duplicate-id 1'],
    ['no name', { name: null }, 'invalid-row 1'],
    ['an id of a wrong type', { id: { a: 1 } }, 'invalid-row 1'],
  ])('with %s is refused and counted, the rest is used', async (_, fields, says) => {
    const arena = await filledArena()
    const [first, second, ...rest] = rows(COUNT)
    arena.fault('defillama', '/protocols', list([first, { ...second, ...fields }, ...rest]))
    const { report, text } = await arena.run(NEXT_DAY)
    expect(text).toContain(`${COUNT} rows, ${COUNT - 1} used, 1 refused (${says})`)
    expect(report.score.protocols).toBe(COUNT - 1)
  })

  test.each([
    ['1e18', 1e18],
    ['a negative amount', -1],
    ['text', '12'],
  ])(
    'with %s as TVL has no TVL, and neither is it zero nor does the rest suffer',
    async (_, tvl) => {
      const arena = await filledArena()
      const [first, ...rest] = rows(COUNT)
      arena.fault('defillama', '/protocols', list([{ ...first, tvl }, ...rest]))
      expect((await arena.run(NEXT_DAY)).report.score.protocols).toBe(COUNT)
      const entry = arena.entry(BOUNTY_ID)
      expect(entry?.tvlUsd).toBeNull()
      expect(entry?.record.tvl).toMatchObject({ known: false, reason: 'refused' })
      const points = arena.store
        .prepare('SELECT DISTINCT protocol_id FROM tvl_daily WHERE day = unixepoch(?) / 86400')
        .pluck()
        .all(NEXT_DAY)
      expect(points).not.toContain(Number(BOUNTY_ID))
      expect(points).toHaveLength(COUNT - 1)
    },
  )
})
