import { describe, expect, test } from 'vitest'
import { withControl, withSort } from './controls.ts'
import { type ScreenState, START } from './state.ts'

const set = (name: string, value: string, checked = false, state = START) =>
  withControl(state, { name, value, checked })

describe('a control of the form', () => {
  test.each<[string, string, boolean, Partial<ScreenState>]>([
    ['q', ' Aave ', false, { text: 'Aave' }],
    ['chain', 'Base', true, { chains: ['base'] }],
    ['category', 'Liquid Staking', true, { categories: ['liquid staking'] }],
    ['level', 'none', true, { levels: ['none'] }],
    ['minTvl', '1000000', false, { minTvlUsd: 1e6 }],
    ['maxTvl', '', false, { maxTvlUsd: null }],
    ['order', 'asc', false, { direction: 'asc' }],
    ['sort', 'name', false, { sort: 'name', direction: 'asc' }],
    ['sort', 'tvl', false, { sort: 'tvl', direction: 'desc' }],
    ['maxOracleRisk', '2.5', false, { maxima: { oracleRisk: 2.5 } }],
    ['maxOracleRisk', '0', false, { maxima: { oracleRisk: 0 } }],
    ['maxOracleRisk', '10', false, { maxima: {} }],
    ['maxOracleRisk', 'x', false, {}],
    ['somethingElse', '1', true, {}],
    ['sort', 'nothing', false, {}],
  ])('%s = %s (%s)', (name, value, checked, change) => {
    expect(set(name, value, checked)).toEqual({ ...START, ...change })
  })

  test('takes back what it set and leaves the rest', () => {
    const state: ScreenState = {
      ...START,
      chains: ['base', 'celo'],
      maxima: { oracleRisk: 1, creditRisk: 2 },
    }
    expect(set('chain', 'Base', false, state).chains).toEqual(['celo'])
    expect(set('chain', 'Arbitrum', true, state).chains).toEqual(['arbitrum', 'base', 'celo'])
    expect(set('maxOracleRisk', '10', false, state).maxima).toEqual({ creditRisk: 2 })
  })

  test('all six levels are no filter', () => {
    const five: ScreenState = {
      ...START,
      levels: ['very-low', 'low', 'moderate', 'elevated', 'high'],
    }
    expect(set('level', 'none', true, five).levels).toEqual([])
    expect(set('level', 'low', false, five).levels).toEqual([
      'very-low',
      'moderate',
      'elevated',
      'high',
    ])
  })
})

test('a click on a head sorts by it, the safest or largest first, and the next click turns it round', () => {
  const once = withSort(START, 'oracleRisk')
  expect([once.sort, once.direction]).toEqual(['oracleRisk', 'asc'])
  expect(withSort(once, 'oracleRisk').direction).toBe('desc')
  expect(withSort(once, 'coverage').direction).toBe('desc')
})
