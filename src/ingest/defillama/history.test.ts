import { describe, expect, test } from 'vitest'
import { dayNumber } from '../../domain/day.ts'
import { mapHistory } from './history.ts'

const AS_OF = '2024-03-11'
const PROTOCOL = { slug: 'aave', asOf: AS_OF }
const TODAY = dayNumber(AS_OF)
const MIDNIGHT = TODAY * 86_400

function seriesOf(body: unknown) {
  return mapHistory(body, PROTOCOL).series
}

describe(mapHistory.name, () => {
  test('a day keeps its last value, and days rise', () => {
    const points = [
      point(MIDNIGHT, 1),
      point(MIDNIGHT + 50_000, 2),
      point(MIDNIGHT - 86_400, 3),
      point(MIDNIGHT + 20_000, 4),
    ]
    expect(seriesOf({ chainTvls: { xDai: { tvl: points } } })).toEqual([
      { chain: 'Gnosis', section: 'tvl', days: [TODAY - 1, TODAY], usd: [3, 2] },
    ])
  })

  test('nothing after the day is taken', () => {
    const points = [point(MIDNIGHT + 86_400, 9), point(MIDNIGHT, 1)]
    expect(seriesOf({ chainTvls: { Base: { tvl: points } } })[0]?.usd).toEqual([1])
  })

  test('an invalid point costs only itself, and is counted by reason over all chains', () => {
    const points = [
      point(MIDNIGHT - 86_400, 5),
      point(MIDNIGHT, 6),
      point(MIDNIGHT + 1, -1),
      point(MIDNIGHT + 2, 1e14),
      point(MIDNIGHT + 3, null),
      point(0, 1),
      { date: 'x', totalLiquidityUSD: 1 },
      { totalLiquidityUSD: 1 },
      { date: MIDNIGHT },
      null,
    ]
    const chainTvls = { Base: { tvl: points }, Blast: { tvl: [7] } }
    const { series, skipped } = mapHistory({ chainTvls }, PROTOCOL)
    expect(series.map(({ usd }) => usd)).toEqual([[5, 6]])
    expect(skipped).toEqual({ 'invalid amount': 3, 'invalid date': 2, 'not a point': 4 })
  })

  test('points after the day, and earlier ones of a day, are not counted as skipped', () => {
    const points = [point(MIDNIGHT + 86_400, 9), point(MIDNIGHT, 1), point(MIDNIGHT + 1, 2)]
    expect(mapHistory({ chainTvls: { Base: { tvl: points } } }, PROTOCOL).skipped).toEqual({})
  })

  test('sections are split off, and a total beside its parts is left out', () => {
    const tvl = [point(MIDNIGHT, 1)]
    const chainTvls = {
      Base: { tvl },
      'Base-borrowed': { tvl },
      borrowed: { tvl },
      staking: { tvl },
    }
    const series = seriesOf({ chains: ['Base'], chainTvls })
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
    expect(seriesOf({ chains: ['Op_Bnb'], chainTvls })).toEqual([
      { chain: 'opBNB', section: 'tvl', days: [TODAY - 1, TODAY], usd: [1, 2] },
    ])
  })

  test('no chains, or chains without points, give no series', () => {
    expect(seriesOf({ id: '1', tvl: [] })).toEqual([])
    expect(seriesOf({ chainTvls: {} })).toEqual([])
    expect(seriesOf({ chainTvls: { Base: { tvl: [] }, Blast: {} } })).toEqual([])
  })

  test.each([
    [{ message: 'Protocol not found' }, 'the response is an error message.'],
    ['Protocol not found', 'unexpected value at the top level.'],
    [null, 'unexpected value at the top level.'],
    [[], 'unexpected value at the top level.'],
    [{ chainTvls: { Base: 7 } }, 'unexpected value at chainTvls.Base.'],
  ])('an invalid response is refused whole, and the error names the protocol: %j', (body, why) => {
    const message = `DefiLlama /protocol/a%26b: ${why}`
    expect(() => mapHistory(body, { slug: 'a&b', asOf: AS_OF })).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_INVALID', message }),
    )
  })
})

function point(date: number, totalLiquidityUSD: number | null) {
  return { date, totalLiquidityUSD }
}
