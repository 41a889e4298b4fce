import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { WALLET_COVERAGE } from '../../src/site/wallet-coverage.ts'
import exceptions from './exceptions.json' with { type: 'json' }
import { publishedGaps } from './gaps.ts'
import { judge, largest, listRow, sums } from './judge.ts'
import { whatIsScanned } from './scanned.ts'

const COUNT = 100
const OUTPUT = new URL('../../data/wallet/coverage.json', import.meta.url)
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Writes `data/wallet/coverage.json` from a list of protocols and its day, or only its gaps without one. Returns lines to print. */
export function measureCoverage(list: { file: string; day: string } | null): string[] {
  if (!list) return [write({ ...WALLET_COVERAGE, gaps: publishedGaps() })]
  const rows = largest(z.array(listRow).parse(JSON.parse(readFileSync(list.file, 'utf8'))), COUNT)
  const scanned = whatIsScanned()
  const protocols = rows.map((row) => judge(row, scanned, exceptions))
  const measured = { list: list.day, sums: sums(protocols), protocols, gaps: publishedGaps() }
  return [
    write(measured),
    ...Object.entries(measured.sums).map(
      ([result, { count, tvl }]) =>
        `${result.padEnd(5)} ${String(count).padStart(3)} protocols, ${percent(tvl)} of TVL`,
    ),
  ]
}

function write(measured: typeof WALLET_COVERAGE): string {
  writeFileSync(OUTPUT, `${JSON.stringify(measured, null, 2)}\n`)
  return `✓ data/wallet/coverage.json: ${measured.gaps.length} gaps`
}
