import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { COUNT, emptyQuietArena, type QuietArena, quietArena } from '../testing/pipeline/arena.ts'
import { bodies, DAY, history, NEXT_DAY, type Row, rows } from '../testing/pipeline/bodies.ts'

const SPIKED = '900001'
const [D2, D3, D4] = [addDays(DAY, 2), addDays(DAY, 3), addDays(DAY, 4)]

/** The rows, with the TVL of those that `chosen` picks multiplied. */
function timed(factor: number, chosen = (row: Row) => row.id === SPIKED): Row[] {
  return rows(COUNT).map((row) =>
    chosen(row)
      ? {
          ...row,
          tvl: Number(row.tvl) * factor,
          chainTvls: factor === 0 ? {} : { Ethereum: Number(row.tvl) * factor },
        }
      : row,
  )
}

/** Serves a list of protocols, and leaves their pages as they were. */
const serveList = (arena: QuietArena, protocols: Row[]) =>
  arena.list('defillama', '/protocols', protocols)

const totalOf = (arena: QuietArena) =>
  loadCatalogue(arena.store)?.entries.reduce((sum, { tvlUsd }) => sum + (tvlUsd ?? 0), 0)

const compositesOf = (arena: QuietArena) =>
  loadCatalogue(arena.store)?.entries.map(({ score }) => score.composite ?? 0) ?? []

const daysOf = (arena: QuietArena, id: string) =>
  arena.store
    .prepare(
      'SELECT cents / 1e2 FROM tvl_daily WHERE protocol_id = ? AND section = 0 AND day > unixepoch(?) / 86400 ORDER BY day',
    )
    .pluck()
    .all(Number(id), DAY)

describe.concurrent('TVL of one protocol', () => {
  test('times a hundred for a day changes nothing, and the right list is taken the day after', async () => {
    const arena = await quietArena()
    const before = totalOf(arena)
    serveList(arena, timed(100))
    const { text } = await arena.run(NEXT_DAY)
    expect(text).toContain(
      'HELD: the TVL of 1 protocol, until the reported one is confirmed: Harbour 1 ($3M, reported $299.9M).',
    )
    expect(totalOf(arena)).toBe(before)
    const sources = loadCatalogue(arena.store)?.sources
    expect(sources?.find(({ id }) => id === 'defillama-protocols')).toMatchObject({ heldTvl: 1 })
    expect(arena.entry(SPIKED)?.record).toMatchObject({
      tvl: { asOf: DAY },
      tvlHeld: { day: NEXT_DAY, reportedUsd: 299_900_000, since: NEXT_DAY, seen: 1 },
    })
    serveList(arena, rows(COUNT))
    await arena.run(D2)
    expect(totalOf(arena)).toBe(before)
    expect(arena.entry(SPIKED)?.record.tvl).toMatchObject({ asOf: D2 })
    expect(arena.entry(SPIKED)?.record).not.toHaveProperty('tvlHeld')
    expect(daysOf(arena, SPIKED)).toEqual([2_999_000])
  })

  test.each([
    ['an amount above all money', 1e15, 'an implausible amount'],
    ['an amount below zero', -5, 'an implausible amount'],
    ['no amount', null, 'none'],
  ])('that is %s is held, and the note says so', async (_, tvl, reported) => {
    const arena = await quietArena()
    serveList(
      arena,
      rows(COUNT).map((row) => (row.id === SPIKED ? { ...row, tvl } : row)),
    )
    const { text } = await arena.run(NEXT_DAY)
    expect(text).toContain(`Harbour 1 ($3M, reported ${reported}).`)
  })

  test.each([
    ['a rise', 100, 3],
    ['a fall', 0.01, 3],
    ['a fall to zero', 0, 4],
  ])('is taken over with its days when %s lasts', async (_, factor, days) => {
    const arena = await quietArena()
    serveList(arena, timed(factor))
    const seen: (number | null | undefined)[] = []
    for (let day = 1; day <= days; day += 1) {
      await arena.run(addDays(DAY, day))
      seen.push(arena.entry(SPIKED)?.tvlUsd)
    }
    const usd = Math.round(2_999_000 * factor)
    expect(seen).toEqual([...Array<number>(days - 1).fill(2_999_000), usd])
    expect(arena.entry(SPIKED)?.record).not.toHaveProperty('tvlHeld')
    expect(daysOf(arena, SPIKED)).toEqual(factor === 0 ? [] : Array<number>(days).fill(usd))
  })

  test('is taken over at once when its page has been there for days', async () => {
    const arena = await quietArena()
    serveList(arena, timed(100))
    const page = JSON.parse(history(rows(2)[1] as Row, 120, D3))
    for (const chain of Object.values(page.chainTvls) as {
      tvl: { totalLiquidityUSD: number }[]
    }[]) {
      for (const point of chain.tvl.slice(-3)) point.totalLiquidityUSD *= 150
    }
    arena.list('defillama', '/protocol/harbour-1', page)
    const { report } = await arena.run(D3)
    expect(report.histories).toMatchObject({ confirmed: 1 })
    expect(arena.entry(SPIKED)).toMatchObject({
      tvlUsd: 299_900_000,
      record: { tvl: { asOf: D3 } },
    })
  })

  test('is not taken over because its page has the same single day', async () => {
    const arena = await quietArena()
    serveList(arena, timed(100))
    const page = JSON.parse(history(rows(2)[1] as Row, 120, NEXT_DAY))
    for (const chain of Object.values(page.chainTvls) as {
      tvl: { totalLiquidityUSD: number }[]
    }[]) {
      for (const point of chain.tvl.slice(-1)) point.totalLiquidityUSD *= 150
    }
    arena.list('defillama', '/protocol/harbour-1', page)
    const { report } = await arena.run(NEXT_DAY)
    expect(report.histories).toMatchObject({ confirmed: 0, leftOut: 1 })
    expect(arena.entry(SPIKED)?.tvlUsd).toBe(2_999_000)
  })

  test('that falls after a listed loss is taken over at once', async () => {
    const arena = await quietArena()
    serveList(arena, timed(0.1))
    const loss = {
      name: 'Drain',
      date: Date.parse(`${DAY}T00:00:00Z`) / 1000,
      classification: 'Protocol Logic',
      amount: 2_600_000,
      chain: ['Ethereum'],
      targetType: 'DeFi Protocol',
      defillamaId: Number(SPIKED),
    }
    const hacks = JSON.parse(bodies(rows(1)).hacks['/hacks'] ?? '[]')
    arena.list('hacks', '/hacks', [...hacks, loss])
    await arena.run(NEXT_DAY)
    expect(arena.entry(SPIKED)?.tvlUsd).toBe(299_900)
  })

  test('that a fault took over for days is right again at once', async () => {
    const arena = await quietArena()
    serveList(arena, timed(0))
    for (const day of [NEXT_DAY, D2, D3, D4]) await arena.run(day)
    expect(arena.entry(SPIKED)?.tvlUsd).toBe(0)
    serveList(arena, rows(COUNT))
    await arena.run(addDays(DAY, 5))
    expect(arena.entry(SPIKED)?.tvlUsd).toBe(2_999_000)
  })

  test('that never settles is missing after a week, and is no reason to stop', async () => {
    const arena = await quietArena()
    const wild = [100, 4_000, 7, 90_000, 300, 9, 2_000, 60]
    for (const [index, factor] of wild.entries()) {
      serveList(arena, timed(factor))
      await arena.run(addDays(DAY, index + 1))
    }
    expect(arena.entry(SPIKED)?.record.tvl).toMatchObject({ known: false, reason: 'refused' })
    serveList(arena, rows(COUNT))
    await arena.run(addDays(DAY, 9))
    expect(arena.entry(SPIKED)?.tvlUsd).toBe(2_999_000)
  })

  test('that is new and larger than any newcomer counts once it has lasted', async () => {
    const arena = await quietArena()
    const giant = { ...timed(1)[0], id: '900500', slug: 'giant', name: 'Giant', tvl: 9e11 }
    const listed = [...rows(COUNT), { ...giant, chainTvls: { Ethereum: 9e11 } } as Row]
    serveList(arena, listed)
    await arena.run(NEXT_DAY)
    expect(arena.entry('900500')?.tvlUsd).toBeNull()
    serveList(arena, rows(COUNT))
    expect((await arena.run(D2)).report.score.protocols).toBe(COUNT)
  })
})

describe.concurrent('many protocols', () => {
  const sixth = (row: Row) => Number(row.id) % 6 === 2

  /** As much as their pages say, so that nothing moves on the first day. */
  const even = rows(COUNT).map((row) => ({
    ...row,
    tvl: 2_000_240,
    chainTvls: { Ethereum: 1_000_120, Base: 1_000_120 },
  }))

  test('a sixth at zero for a day moves no score by more than a fiftieth', async () => {
    const arena = emptyQuietArena()
    arena.heal(even)
    await arena.run(DAY)
    const quiet = emptyQuietArena()
    quiet.heal(even)
    await quiet.run(DAY)
    const empty = even.map((row) => (sixth(row) ? { ...row, tvl: 0, chainTvls: {} } : row))
    for (const [day, list] of [
      [NEXT_DAY, empty],
      [D2, even],
    ] as const) {
      serveList(arena, list)
      await arena.run(day)
      await quiet.run(day)
      const right = compositesOf(quiet)
      expect(right).toHaveLength(COUNT)
      for (const [index, composite] of compositesOf(arena).entries()) {
        expect(Math.abs(composite - (right[index] ?? 0))).toBeLessThan(0.02)
      }
    }
    expect(daysOf(arena, '900002')).toEqual([2_000_240])
  })

  test.each([100, 3, 0.01, 0])(
    'all of them times %d are refused, and the right list is taken',
    async (factor) => {
      const arena = await quietArena()
      const before = loadCatalogue(arena.store)
      serveList(
        arena,
        timed(factor, () => true),
      )
      await arena.refusedRun(NEXT_DAY)
      expect(loadCatalogue(arena.store)).toEqual(before)
      serveList(arena, rows(COUNT))
      expect((await arena.run(D2)).report.score.scored).toBe(COUNT)
    },
  )

  test('a store that took over a spike before it was held is right again with the next list', async () => {
    const arena = emptyQuietArena()
    serveList(arena, rows(COUNT))
    await arena.run(DAY)
    serveList(arena, timed(100_000))
    await arena.run(NEXT_DAY, { acceptLoss: true })
    const spike = arena.store.prepare(
      "UPDATE readings SET value = replace(value, '2999000', '299900000000'), as_of = ? WHERE name = 'tvl' AND protocol_id = ?",
    )
    spike.run(NEXT_DAY, Number(SPIKED))
    serveList(arena, rows(COUNT))
    await arena.run(D2)
    expect(arena.entry(SPIKED)?.tvlUsd).toBe(2_999_000)
  })
})

describe.concurrent('a fact that one row no longer gives', () => {
  const without = (name: string) =>
    rows(COUNT).map((row) => (row.id === SPIKED ? { ...row, [name]: null } : row))

  test.each([
    ['oracles', 'oracles'],
    ['audits', 'auditFlag'],
    ['audit_links', 'auditLinks'],
    ['change_7d', 'tvlChange7d'],
  ] as const)('%s stays in use for two days, with its own day', async (field, name) => {
    const arena = await quietArena()
    const fact = () => arena.entry(SPIKED)?.record.facts[name]
    const before = fact()
    serveList(arena, without(field))
    for (const day of [NEXT_DAY, D2]) {
      await arena.run(day)
      expect(fact()).toEqual(before)
    }
    await arena.run(D3)
    expect(fact()).not.toEqual(before)
  })

  test('a listing date is lost after that, on every later day: it is not a protocol that never had one', async () => {
    const arena = await quietArena()
    const listedOn = () => arena.entry(SPIKED)?.record.facts.listedOn
    serveList(arena, without('listedAt'))
    for (const day of [NEXT_DAY, D2]) await arena.run(day)
    expect(listedOn()).toMatchObject({ known: true, asOf: DAY })
    for (const day of [D3, D4]) {
      await arena.run(day)
      expect(listedOn()).toMatchObject({ known: false, reason: 'stale' })
    }
  })

  test('the category stays as long', async () => {
    const arena = await quietArena()
    serveList(arena, without('category'))
    await arena.run(NEXT_DAY)
    expect(arena.entry(SPIKED)?.record.category).toBe('Dexes')
    await arena.run(D2)
    await arena.run(D3)
    expect(arena.entry(SPIKED)?.record.category).toBeNull()
  })
})

test('more than a fiftieth of the protocols that leave are named, and are no reason to stop', async () => {
  const many = rows(120)
  const arena = emptyQuietArena()
  arena.heal(many)
  await arena.run(DAY)
  serveList(arena, many.slice(2))
  expect((await arena.run(NEXT_DAY)).text).not.toContain('LEFT')
  serveList(
    arena,
    many.slice(2).map((row, index) => (index < 4 ? { ...row, rugged: true } : row)),
  )
  expect((await arena.run(D2)).text).toContain(
    'LEFT: 4 of the 118 protocols in scope on 2024-03-11: the largest are Harbour 2, Harbour 3, Harbour 4.',
  )
})
