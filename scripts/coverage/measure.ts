import { readFileSync, writeFileSync } from 'node:fs'
import { judge, sums } from './judge.ts'
import { type Largest, largestFile, largestOf, readList } from './list.ts'
import { publishedGaps, whatIsScanned } from './scanned.ts'

const COUNT = 100
const DATA = new URL('../../data/wallet/', import.meta.url)
const LARGEST = new URL('largest-protocols.json', DATA)

/** What the committed list and the contract lists of today give. Reads files of this repository. */
export function measured() {
  const { source, day, protocols, leftOut }: Largest = largestFile.parse(
    JSON.parse(readFileSync(LARGEST, 'utf8')),
  )
  const scanned = whatIsScanned()
  const rows = protocols.map((row) => judge(row, scanned))
  return { source, list: day, sums: sums(rows), protocols: rows, leftOut, gaps: publishedGaps() }
}

/** Writes `data/wallet/coverage.json`, with a list and its day after it has taken from it what is needed. Returns lines to print. */
export function measureCoverage(
  list: { file: string; day: string; source: string } | null,
): string[] {
  if (list) {
    const { file, source, day } = list
    write(LARGEST, { source, day, ...largestOf(readList(file), COUNT) })
  }
  const result = measured()
  write(new URL('coverage.json', DATA), result)
  return [
    ...result.protocols
      .filter(({ why }) => why !== null)
      .map(({ slug, tvlUsd, result: found, why }) => `${found} ${slug}, $${tvlUsd / 1e6}m: ${why}`),
    ...Object.entries(result.sums).map(
      ([name, { count, tvl }]) =>
        `${name.padEnd(5)} ${String(count).padStart(3)} protocols, ${(100 * tvl).toFixed(1)} % of TVL`,
    ),
  ]
}

function write(file: URL, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
