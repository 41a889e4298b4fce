import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import {
  type Behaviour,
  ok,
  retryAfter,
  status,
  wrongLength,
} from '../../ingest/fixtures/faulty-server.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { ALL_OK, COUNT, closeArenas, emptyArena, filledArena } from '../pipeline/arena.ts'
import { BOUNTY_ID, bodies, DAY, NEXT_DAY, type Row, rows } from '../pipeline/bodies.ts'
import { BROKEN_BODIES, list, SILENT_FAULTS } from './store-faults.ts'

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
        'No snapshot was taken. The store has no list of protocols yet, and this run could not read one.',
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
  `${REGISTRY} lists ${now} of the ${COUNT} protocols in scope that it listed on ${DAY}`
const JUMPED = `${REGISTRY} gives ${COUNT} of ${COUNT} protocols no TVL, a fifth or less, or five times as much or more, compared with what they had on ${DAY}`

const changed = (fields: Record<string, unknown>) =>
  list(rows(COUNT).map((row) => ({ ...row, ...fields })))

const UNBELIEVABLE: [string, Behaviour, says: string][] = [
  ...BROKEN_BODIES.map(([name, fault, says]): [string, Behaviour, string] => [
    name,
    fault,
    `DefiLlama /protocols ${says}`,
  ]),
  ['an empty list', ok('[]'), 'DefiLlama /protocols: the list is empty'],
  [
    'an error in JSON',
    ok('{"message":"busy"}'),
    'DefiLlama /protocols: the response is not a list',
  ],
  [
    'a body over its limit',
    wrongLength('[]', 64_000_001),
    'DefiLlama /protocols sent more than the limit of 64000000 bytes',
  ],
]

const HUGE = 1_000
const [LARGEST, ...OTHERS] = rows(COUNT)

const LOSSES: [string, Behaviour, says: string][] = [
  ['a tenth of its rows', list(rows(2)), SHRUNK(2)],
  ['rows of a wrong type', list(rows(COUNT).map(String)), SHRUNK(0)],
  // One of them is taken for a protocol that is listed again.
  ['one id for all rows', changed({ id: '7' }), SHRUNK(1)],
  [
    'other ids for all rows',
    list(rows(COUNT).map((row) => ({ ...row, id: `5${row.id}` }))),
    SHRUNK(0),
  ],
  ['all rows called dead', changed({ rugged: true }), SHRUNK(0)],
  ['amounts as text', changed({ tvl: '100' }), JUMPED],
  ['amounts of zero', changed({ tvl: 0, chainTvls: {} }), JUMPED],
  ['negative amounts', changed({ tvl: -5 }), JUMPED],
  [
    'amounts in another unit',
    list(rows(COUNT).map((row) => ({ ...row, tvl: 3, chainTvls: { Ethereum: 2, Base: 1 } }))),
    JUMPED,
  ],
]

describe.concurrent('a registry that cannot be trusted closes the gate', () => {
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

  test.each(LOSSES)('%s, and says how to accept it', async (_, fault, says) => {
    const arena = await filledArena()
    const good = arena.registryReadings()
    arena.fault('defillama', '/protocols', fault)
    const { error, text } = await arena.refusedRun(NEXT_DAY)
    expect(String(error)).toMatch(
      /Rejected as implausible\. If you have checked that it is true, set PLIMSOLL_ACCEPT_LOSS=defillama-protocols@2024-03-10-[0-9a-f]{12}, which accepts this loss only\. The last published snapshot stays as it is\.$/,
    )
    expect(String(error)).toContain(`No snapshot was taken. ${says}. Rejected as implausible.`)
    expect(text).toContain(`✗ ${REGISTRY}: ${says}. Rejected as implausible.`)
    expect(arena.registryReadings()).toEqual(good)
    arena.heal()
    expect((await arena.run(NEXT_DAY)).report.score).toMatchObject({ scored: COUNT })
  })

  test('a fifth of the protocols in scope may go, more may not', async () => {
    const arena = await filledArena()
    arena.heal(rows(COUNT - 5))
    expect(String((await arena.refusedRun(NEXT_DAY)).error)).toContain(SHRUNK(15))
    arena.heal(rows(COUNT - 4))
    expect((await arena.run(NEXT_DAY)).report.score.protocols).toBe(16)
  })

  test('one that holds a fifth of all TVL may not go unseen', async () => {
    const arena = await emptyArena()
    const tvl = { tvl: 3_000_000 * HUGE, chainTvls: { Ethereum: 3_000_000 * HUGE } }
    arena.heal([{ ...LARGEST, ...tvl } as Row, ...OTHERS])
    await arena.run(DAY)
    arena.heal(OTHERS)
    expect(String((await arena.refusedRun(NEXT_DAY)).error)).toContain(
      `${REGISTRY} no longer gives the protocols that held 98 % of all TVL on ${DAY}`,
    )
  })

  test('a market that falls by two fifths is accepted, one that halves is not', async () => {
    const arena = await filledArena()
    const fallenBy = (share: number) =>
      rows(COUNT).map((row) => ({
        ...row,
        chainTvls: { Ethereum: 3_000_000 * (1 - share), 'Ethereum-staking': 50 },
        tvl: 3_000_000 * (1 - share),
      }))
    arena.heal(fallenBy(0.55))
    expect(String((await arena.refusedRun(NEXT_DAY)).error)).toContain('less TVL in all')
    arena.heal(fallenBy(0.4))
    expect((await arena.run(NEXT_DAY)).report.score.protocols).toBe(COUNT)
  })
})

describe.concurrent('rows out of scope', () => {
  const outside = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...rows(1)[0],
      id: String(500_000 + index),
      slug: `exchange-${index}`,
      name: `Exchange ${index}`,
      category: 'CEX',
    })) as Row[]

  test('may all go at once, and the site goes on', async () => {
    const arena = await emptyArena()
    arena.heal([...rows(COUNT), ...outside(400)])
    await arena.run(DAY)
    arena.heal([...rows(COUNT), ...outside(300)])
    expect((await arena.run(NEXT_DAY)).report.score).toMatchObject({ scored: COUNT })
    arena.heal()
    expect((await arena.run(addDays(DAY, 2))).report.score).toMatchObject({ scored: COUNT })
  })

  test('do not hide that those in scope go', async () => {
    const arena = await emptyArena()
    arena.heal([...rows(COUNT), ...outside(400)])
    await arena.run(DAY)
    arena.heal([...rows(COUNT - 5), ...outside(400)])
    expect(String((await arena.refusedRun(NEXT_DAY)).error)).toContain(SHRUNK(15))
  })
})

describe.concurrent('a loss that a person has checked', () => {
  test('is accepted by its name, once, and the report says so', async () => {
    const arena = await filledArena()
    arena.heal(rows(15))
    const name = nameIn((await arena.refusedRun(NEXT_DAY)).error)
    const accepted = { acceptedLosses: ['immunefi@2024-03-10', name] }
    const { report, text } = await arena.run(NEXT_DAY, accepted)
    expect(report.score).toMatchObject({ scored: 15 })
    expect(text).toContain(`Accepted: ${SHRUNK(15)}.`)
    arena.heal(rows(10))
    const { error } = await arena.refusedRun(addDays(DAY, 2), accepted)
    expect(String(error)).toContain('lists 10 of the 15 protocols')
    expect(nameIn(error)).not.toBe(name)
  })

  test('stays accepted while its run is not yet followed by a good one', async () => {
    const arena = await filledArena()
    arena.heal(rows(15))
    const name = nameIn((await arena.refusedRun(NEXT_DAY)).error)
    expect(nameIn((await arena.refusedRun(addDays(DAY, 2))).error)).toBe(name)
    const later = await arena.run(addDays(DAY, 5), { acceptedLosses: [name] })
    expect(later.report.score).toMatchObject({ scored: 15 })
  })

  test('may be all of one run', async () => {
    const arena = await filledArena()
    arena.heal(rows(2))
    expect((await arena.run(NEXT_DAY, { acceptLoss: true })).report.score.protocols).toBe(2)
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
  ])('with %s as TVL keeps its last one, and the rest does not suffer', async (_, tvl) => {
    const arena = await filledArena()
    const [first, ...rest] = rows(COUNT)
    arena.fault('defillama', '/protocols', list([{ ...first, tvl }, ...rest]))
    expect((await arena.run(NEXT_DAY)).report.score.protocols).toBe(COUNT)
    const entry = arena.entry(BOUNTY_ID)
    expect(entry?.record.tvl).toMatchObject({ known: true, asOf: DAY })
    expect(entry?.record.tvlHeld).toEqual({
      ...{ day: NEXT_DAY, since: NEXT_DAY },
      ...{ reportedUsd: null, seen: 1 },
    })
    const points = arena.store
      .prepare('SELECT DISTINCT protocol_id FROM tvl_daily WHERE day = unixepoch(?) / 86400')
      .pluck()
      .all(NEXT_DAY)
    expect(points).not.toContain(Number(BOUNTY_ID))
    expect(points).toHaveLength(COUNT - 1)
  })
})

/** The name of the loss that a refusal printed. */
function nameIn(error: unknown): string {
  return /PLIMSOLL_ACCEPT_LOSS=(\S+),/.exec(String(error))?.[1] ?? ''
}
