import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import largest from '../../data/wallet/largest-protocols.json' with { type: 'json' }
import { WALLET_COVERAGE } from '../../src/site/wallet-coverage.ts'
import { largestOf, listRow } from './list.ts'
import { measured } from './measure.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIST = path.join(ROOT, '../shared/upstream', largest.day, 'protocols.top.json')

test('the published table and gaps are what the readers of today give: npm run coverage', () => {
  expect(WALLET_COVERAGE).toEqual(measured())
})

test.skipIf(!existsSync(LIST))('the largest protocols are those of the list of their day', () => {
  const rows = z.array(listRow).parse(JSON.parse(readFileSync(LIST, 'utf8')))
  expect(largest).toMatchObject(largestOf(rows, 100))
})

test('every kind that is read names files that are there', () => {
  const files = WALLET_COVERAGE.protocols.flatMap(({ read }) =>
    read.flatMap(({ tests }) => tests.split(' ')),
  )
  expect([...new Set(files)].filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})

test('no more is lost than was found before', () => {
  const { found } = WALLET_COVERAGE.sums
  expect(found.count).toBeGreaterThanOrEqual(55)
  expect(found.tvl).toBeGreaterThanOrEqual(0.8)
})
