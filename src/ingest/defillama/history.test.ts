import { describe, expect, test } from 'vitest'
import { dayNumber } from '../../domain/day.ts'
import { mapHistory } from './history.ts'

const AS_OF = '2024-03-11'
const TODAY = dayNumber(AS_OF)
const MIDNIGHT = TODAY * 86_400

describe(mapHistory.name, () => {
  test('a day keeps its last value, and days rise', () => {
    const points = [
      point(MIDNIGHT, 1),
      point(MIDNIGHT + 50_000, 2),
      point(MIDNIGHT - 86_400, 3),
      point(MIDNIGHT + 20_000, 4),
    ]
    expect(mapHistory({ chainTvls: { xDai: { tvl: points } } }, AS_OF)).toEqual([
      { chain: 'Gnosis', section: 'tvl', days: [TODAY - 1, TODAY], usd: [3, 2] },
    ])
  })

  test('nothing after the day is taken', () => {
    const points = [point(MIDNIGHT + 86_400, 9), point(MIDNIGHT, 1)]
    expect(mapHistory({ chainTvls: { Base: { tvl: points } } }, AS_OF)[0]?.usd).toEqual([1])
  })

  test('a point that cannot be believed costs only itself', () => {
    const points = [
      point(MIDNIGHT - 86_400, 5),
      point(MIDNIGHT, 6),
      point(MIDNIGHT + 1, -1),
      point(MIDNIGHT + 2, 1e14),
      point(MIDNIGHT + 3, null),
      { date: 'x', totalLiquidityUSD: 1 },
      null,
    ]
    expect(mapHistory({ chainTvls: { Base: { tvl: points } } }, AS_OF)[0]?.usd).toEqual([5, 6])
  })

  test('sections are split off, and a total beside its parts is left out', () => {
    const tvl = [point(MIDNIGHT, 1)]
    const chainTvls = {
      Base: { tvl },
      'Base-borrowed': { tvl },
      borrowed: { tvl },
      staking: { tvl },
    }
    const series = mapHistory({ chains: ['Base'], chainTvls }, AS_OF)
    expect(series.map(({ chain, section }) => `${chain} ${section}`)).toEqual([
      'Base tvl',
      'Base borrowed',
      'Base staking',
    ])
  })

  test('a chain under two names is one series: the listed name, and the days that only the other has', () => {
    const chainTvls = {
      op_bnb: { tvl: [point(MIDNIGHT - 86_400, 1), point(MIDNIGHT, 1)] },
      Op_Bnb: { tvl: [point(MIDNIGHT, 2)] },
    }
    expect(mapHistory({ chains: ['Op_Bnb'], chainTvls }, AS_OF)).toEqual([
      { chain: 'opBNB', section: 'tvl', days: [TODAY - 1, TODAY], usd: [1, 2] },
    ])
  })

  test('no chains, or chains without points, give no series', () => {
    expect(mapHistory({ id: '1', tvl: [] }, AS_OF)).toEqual([])
    expect(mapHistory({ chainTvls: {} }, AS_OF)).toEqual([])
    expect(mapHistory({ chainTvls: { Base: { tvl: [] }, Blast: {} } }, AS_OF)).toEqual([])
  })

  test('an error answer, or no object at all, is refused whole', () => {
    for (const body of [{ message: 'Protocol not found' }, 'Protocol not found', null, []]) {
      expect(() => mapHistory(body, AS_OF)).toThrow(
        expect.objectContaining({ code: 'UPSTREAM_INVALID' }),
      )
    }
  })
})

function point(date: number, totalLiquidityUSD: number | null) {
  return { date, totalLiquidityUSD }
}
