import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { WALLET_COVERAGE } from '../../src/site/wallet-coverage.ts'
import exceptions from './exceptions.json' with { type: 'json' }
import { publishedGaps } from './gaps.ts'
import { judge, largest, listRow, sums } from './judge.ts'
import { whatIsScanned } from './scanned.ts'

const LIST = path.resolve(
  import.meta.dirname,
  `../../../shared/upstream/${WALLET_COVERAGE.list}/api.llama.fi/protocols.json`,
)

test.skipIf(!existsSync(LIST))(
  'the published table is what the contract lists of today give: npm run coverage',
  () => {
    const rows = largest(z.array(listRow).parse(JSON.parse(readFileSync(LIST, 'utf8'))), 100)
    const scanned = whatIsScanned()
    const protocols = rows.map((row) => judge(row, scanned, exceptions))
    expect(WALLET_COVERAGE.protocols).toEqual(protocols)
    expect(WALLET_COVERAGE.sums).toEqual(sums(protocols))
  },
)

test('the published gaps are those that a scan names: npm run coverage', () => {
  expect(WALLET_COVERAGE.gaps).toEqual(publishedGaps())
})

test('every exception is about a protocol that a scan names, and what no one holds is not named', () => {
  const { protocols } = whatIsScanned()
  expect(Object.keys(exceptions.readInPart).filter((id) => !protocols.has(id))).toEqual([])
  expect(Object.keys(exceptions.notHeld).filter((id) => protocols.has(id))).toEqual([])
})

test('no more is lost than was found before', () => {
  const { found } = WALLET_COVERAGE.sums
  expect(found.count).toBeGreaterThanOrEqual(60)
  expect(found.tvl).toBeGreaterThanOrEqual(0.85)
})
