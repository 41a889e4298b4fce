import { expect, test } from 'vitest'
import { known, missing } from '../domain/reading.ts'
import { pageFields } from './page-facts.ts'

const value = { topToken: 'USDC', topShare: 0.5, ownShare: null, tokens: 3 }

test('assets have the day and source of their reading', () => {
  const fields = pageFields({ assets: known(value, '2024-03-09', 'registry') })
  expect(fields).toEqual({
    assets: { day: '2024-03-09', ...value, leftOut: [], source: 'registry' },
    assetsMissing: null,
    hallmarks: null,
    warnings: null,
  })
})

test('assets name the tokens that are left out', () => {
  const reading = known({ ...value, leftOut: ['USDG'] }, '2024-03-09', 'registry')
  expect(pageFields({ assets: reading }).assets?.leftOut).toEqual(['USDG'])
})

test('assets that are missing say why', () => {
  expect(pageFields({ assets: missing('refused', 'registry') }).assetsMissing).toBe('refused')
  expect(pageFields({})).toEqual({
    assets: null,
    assetsMissing: 'not-read-yet',
    hallmarks: null,
    warnings: null,
  })
})

test('events are there when a list was given, also an empty one', () => {
  const events = [{ day: '2022-04-20', text: 'Launch' }]
  expect(pageFields({ hallmarks: known(events, '2024-03-09', 'r') }).hallmarks).toEqual(events)
  expect(pageFields({ hallmarks: known([], '2024-03-09', 'r') }).hallmarks).toEqual([])
  expect(pageFields({ hallmarks: missing('not-covered', 'r') }).hallmarks).toBeNull()
})

test('warnings carry the day and the source of their reading', () => {
  const warning = { text: 'Redemptions paused', level: 'alert', until: null } as const
  expect(pageFields({ warnings: known([warning], '2024-03-09', 'r') }).warnings).toEqual([
    { ...warning, day: '2024-03-09', source: 'r' },
  ])
  expect(pageFields({ warnings: missing('not-covered', 'r') }).warnings).toBeNull()
})
