import { expect, test } from 'vitest'
import { ANONYMOUS, PLANS } from '../contract/plans.ts'
import { count } from '../domain/format.ts'
import { comparePlans } from './account-plans.ts'

const rows = Object.fromEntries(comparePlans().rows.map(({ name, cells }) => [name, cells]))

test('the plans are compared with the numbers of the gateway', () => {
  expect(comparePlans().kinds).toEqual(['Without a key', 'Free', 'Pro'])
  expect(rows['Requests a minute']).toEqual(
    [ANONYMOUS, PLANS.free, PLANS.pro].map(({ burst }) => count(burst)),
  )
  expect(rows['Requests a day']).toEqual(
    [ANONYMOUS, PLANS.free, PLANS.pro].map(({ daily }) => count(daily)),
  )
})

test('what a plan does not have is a dash and not zero', () => {
  expect(rows['Wallet scans with a key']).toEqual(['–', '–', '60 a minute, 1,000 a day'])
  expect(rows['Scans on the wallet page']).toEqual([
    '2 a minute, 3 a day',
    '2 a minute, 10 a day',
    '2 a minute, 10 a day',
  ])
  expect(rows['Included in a month']?.[0]).toBe('–')
})
