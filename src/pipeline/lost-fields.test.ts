import { describe, expect, test } from 'vitest'
import { createDocuments } from '../export/documents.ts'
import { PROTOCOL_FIELDS } from '../ingest/defillama/protocol-fields.ts'
import { rowSchema } from '../ingest/defillama/protocols-schema.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { emptyQuietArena } from '../testing/pipeline/arena.ts'
import { DAY, incidents, NEXT_DAY, rows } from '../testing/pipeline/bodies.ts'

const LATER = '2024-03-12'
const COUNT = 30

describe.concurrent('a field that is gone from every row', () => {
  test.each<[string, (row: Record<string, unknown>) => Record<string, unknown>, string]>([
    [
      'renamed',
      ({ forkedFrom, ...row }) => ({ ...row, forkedFromSlugs: forkedFrom }),
      'no row carries `forkedFromIds` or `forkedFrom` any more, where 20 did on 2024-03-10',
    ],
    [
      'in another form',
      ({ forkedFrom, ...row }) => ({ ...row, forkedFrom: [{ id: '114' }] }),
      'no row carries `forkedFromIds` or `forkedFrom` any more, where 20 did on 2024-03-10',
    ],
    [
      'inside another',
      (row) => ({ ...row, oraclesBreakdown: [{ name: 'Lamp', kind: 'Primary' }] }),
      'no row carries `oraclesBreakdown.type` any more, where 30 did on 2024-03-10',
    ],
    [
      'as a part of the amounts',
      (row) => ({ ...row, chainTvls: { Ethereum: 2_000_000, Base: 1_000_000 } }),
      'no row carries `chainTvls.staking` any more, where 30 did on 2024-03-10',
    ],
  ])('%s closes the gate when scores depend on it', async (_, change, says) => {
    const arena = await arenaWith(registry())
    arena.list('defillama', '/protocols', registry().map(change))
    const { error, text } = await arena.refusedRun(NEXT_DAY)
    expect(String(error)).toContain(
      `No snapshot was taken. DefiLlama protocols: ${says}, and scores depend on it. Rejected as implausible. If you have checked that it is true, set PLIMSOLL_ACCEPT_LOSS=defillama-protocols-fields@2024-03-10-`,
    )
    expect(text).toContain(`✗ DefiLlama protocols: DefiLlama protocols: ${says}, and`)
    expect(text).not.toContain('stay in use')
    expect(loadCatalogue(arena.store)?.snapshot.asOf).toBe(DAY)
  })

  test('of the incidents closes it as well, and the list of the day before stays', async () => {
    const arena = await arenaWith(registry())
    const untied = incidents().map(({ amount, ...row }) => ({ ...row, amountUsd: amount }))
    arena.list('hacks', '/hacks', untied)
    const { error } = await arena.refusedRun(NEXT_DAY)
    expect(String(error)).toContain(
      'DefiLlama hacks: no row carries `amount` any more, where 10 did on 2024-03-10, and',
    )
    expect(arena.statuses()).toMatchObject({ 'defillama-hacks': 'failed' })
  })

  test('is accepted once it was checked, and stays named in every run and in the manifest until it is back', async () => {
    const arena = await arenaWith(registry())
    const without = registry().map(({ forkedFrom: _, ...row }) => row)
    arena.list('defillama', '/protocols', without)
    const note =
      'LOST: no row carries `forkedFromIds` or `forkedFrom` any more, where 20 did on 2024-03-10.'
    expect((await arena.run(NEXT_DAY, { acceptLoss: true })).text).toContain(note)
    expect((await arena.run(LATER)).text).toContain(note)
    expect(registryState(arena)).toMatchObject({
      lostFields: [{ field: 'forkedFrom', asOf: DAY, rows: 20 }],
    })
    arena.list('defillama', '/protocols', registry())
    expect((await arena.run('2024-03-13')).text).not.toContain('LOST')
    expect(registryState(arena)).not.toHaveProperty('lostFields')
  })

  test('is only named when no score hangs on it', async () => {
    const arena = await arenaWith(registry())
    arena.list(
      'defillama',
      '/protocols',
      registry().map(({ twitter: _, ...row }) => row),
    )
    const { text } = await arena.run(NEXT_DAY)
    expect(text).toContain('LOST: no row carries `twitter` any more, where 30 did on 2024-03-10.')
    expect(registryState(arena)).toMatchObject({ lostFields: [{ field: 'twitter' }] })
    const catalogue = loadCatalogue(arena.store)
    expect(catalogue && [...createDocuments(catalogue)].length).toBeGreaterThan(0)
  })

  test('is no loss while a newer name of it is there, or while few rows carried it', async () => {
    const arena = await arenaWith(registry())
    const newer = registry().map(({ forkedFrom, governanceID: _, ...row }) =>
      forkedFrom ? { ...row, forkedFromIds: ['114'] } : row,
    )
    arena.list('defillama', '/protocols', newer)
    expect((await arena.run(NEXT_DAY)).text).not.toContain('LOST')
  })
})

describe.concurrent('a field that a share of the rows loses', () => {
  const forks = (carries: (index: number) => boolean) =>
    registry().map(({ forkedFrom: _, ...row }, index) =>
      carries(index) ? { ...row, forkedFromIds: ['114'] } : row,
    )

  test('closes the gate when one row is left, and the right list opens it again', async () => {
    const arena = await arenaWith(forks((index) => index < 20))
    arena.list(
      'defillama',
      '/protocols',
      forks((index) => index === 0),
    )
    const { error } = await arena.refusedRun(NEXT_DAY)
    expect(String(error)).toContain(
      'only 1 row carries `forkedFromIds` or `forkedFrom`, where 20 did on 2024-03-10, and scores depend on it',
    )
    arena.list(
      'defillama',
      '/protocols',
      forks((index) => index < 20),
    )
    expect((await arena.run(LATER)).text).not.toContain('LOST')
  })

  test('closes it as well when as many other rows have it instead', async () => {
    const arena = await arenaWith(forks((index) => index < 15))
    arena.list(
      'defillama',
      '/protocols',
      forks((index) => index >= 15),
    )
    await arena.refusedRun(NEXT_DAY)
  })

  test('closes it when it goes bit by bit', async () => {
    const arena = await arenaWith(forks((index) => index < 30))
    arena.list(
      'defillama',
      '/protocols',
      forks((index) => index < 25),
    )
    await arena.run(NEXT_DAY)
    arena.list(
      'defillama',
      '/protocols',
      forks((index) => index < 20),
    )
    expect(String((await arena.refusedRun(LATER)).error)).toContain('only 20 rows carry')
  })

  test('is none when the rows themselves come and go, or when a few lose it', async () => {
    const arena = await arenaWith(forks((index) => index < 20))
    arena.list('defillama', '/protocols', forks((index) => index < 20).slice(5))
    expect((await arena.run(NEXT_DAY)).text).not.toContain('LOST')
    arena.list('defillama', '/protocols', forks((index) => index > 8 && index < 20).slice(5))
    expect((await arena.run(LATER)).text).not.toContain('LOST')
  })

  test('is named when no score depends on it, each time that it goes', async () => {
    const arena = await arenaWith(registry())
    const half = registry().map(({ twitter, ...row }, index) =>
      index < 15 ? { ...row, twitter } : row,
    )
    const note = 'LOST: only 15 rows carry `twitter`, where 30 did on'
    for (const [day, body, isNamed] of [
      [NEXT_DAY, half, true],
      [LATER, registry(), false],
      ['2024-03-13', half, true],
    ] as const) {
      arena.list('defillama', '/protocols', body)
      expect((await arena.run(day)).text.includes(note)).toBe(isNamed)
    }
  })

  test('is none for the change of a week, which upstream leaves out a week after a day without TVL', async () => {
    const arena = await arenaWith(registry())
    const half = registry().map((row, index) => (index < 15 ? { ...row, change_7d: null } : row))
    arena.list('defillama', '/protocols', half)
    expect((await arena.run(NEXT_DAY)).text).not.toContain('LOST')
  })

  test('stays accepted after one run', async () => {
    const arena = await arenaWith(forks((index) => index < 20))
    arena.list(
      'defillama',
      '/protocols',
      forks((index) => index === 0),
    )
    await arena.run(NEXT_DAY, { acceptLoss: true })
    expect((await arena.run(LATER)).text).toContain('LOST: only 1 row carries')
  })
})

test('a shorter list weeks later is held against the share, and every count that is named is one that was', async () => {
  const arena = await arenaWith(registry())
  const shorter = registry().slice(0, 24)
  const body = shorter.map(({ twitter, ...row }, index) => (index < 12 ? { ...row, twitter } : row))
  arena.list('defillama', '/protocols', body)
  for (const [day, given] of [
    ['2024-04-10', { acceptLoss: true }],
    ['2024-04-11', {}],
  ] as const) {
    const { text } = await arena.run(day, given)
    expect(text).toContain('LOST: only 12 of 24 rows carry `twitter`, where 30 of 30 did on')
    expect(registryState(arena)).toMatchObject({ lostFields: [{ field: 'twitter', rows: 30 }] })
  }
  arena.list('defillama', '/protocols', shorter)
  expect((await arena.run('2024-04-12')).text).not.toContain('LOST')
})

test('every field of the schema is one that the table of fields knows', () => {
  const known = new Set(Object.values(PROTOCOL_FIELDS).flatMap(({ names }) => names))
  expect(Object.keys(rowSchema.shape).filter((name) => !known.has(name))).toEqual([])
})

/** Thirty protocols: two thirds are forks, and three declare where they vote. */
function registry(): Record<string, unknown>[] {
  return rows(COUNT).map((row, index) => ({
    ...row,
    twitter: 'harbour',
    oraclesBreakdown: [{ name: 'Lamp', type: 'Primary' }],
    ...(index < 20 && { forkedFrom: ['Compound V2'] }),
    ...(index < 3 && { governanceID: ['snapshot:a.eth'] }),
  }))
}

async function arenaWith(body: Record<string, unknown>[]) {
  const arena = emptyQuietArena()
  arena.list('defillama', '/protocols', body)
  await arena.run(DAY)
  return arena
}

function registryState(arena: ReturnType<typeof emptyQuietArena>) {
  return loadCatalogue(arena.store)?.sources.find(({ id }) => id === 'defillama-protocols')
}
