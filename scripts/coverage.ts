import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { isDay } from '../src/domain/day.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { WALLET_COVERAGE } from '../src/site/wallet-coverage.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'
import { EXCEPTIONS, NOT_HELD } from './coverage/exceptions.ts'
import { publishedGaps } from './coverage/gaps.ts'
import { judge, largest, listRow, sums } from './coverage/judge.ts'
import { whatIsScanned } from './coverage/scanned.ts'

const COUNT = 100
const OUTPUT = new URL('../data/wallet/coverage.json', import.meta.url)
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const HELP = `Measure what a wallet scan finds: npm run coverage -- [options]

  --list FILE   DefiLlama's list of protocols (https://api.llama.fi/protocols), saved
  --day DAY     the day of that list, as 2024-03-11
  --help        this text

Judges the ${COUNT} largest protocols, without custodians, chains and bridges, by the contract lists that a scan uses and
by the exceptions in scripts/coverage/exceptions.ts. Writes them and what no scan looks at to data/wallet/coverage.json, which /docs/wallet-coverage/ shows.
Without a list, only what no scan looks at is written again.`

async function main(): Promise<void> {
  const { values } = readArguments({
    options: {
      list: { type: 'string' },
      day: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const { list, day } = values
  if (list === undefined && day === undefined) {
    write({ ...WALLET_COVERAGE, gaps: publishedGaps() })
    return
  }
  if (list === undefined || day === undefined || !isDay(day)) {
    throw new PlimsollError(
      'USAGE',
      'Give --list FILE and its --day, such as 2024-03-11, or neither. Try --help.',
    )
  }
  if (!existsSync(list)) throw new PlimsollError('USAGE', `The file ${list} does not exist.`)
  const rows = largest(z.array(listRow).parse(JSON.parse(readFileSync(list, 'utf8'))), COUNT)
  const scanned = whatIsScanned()
  const protocols = rows.map((row) => judge(row, scanned, EXCEPTIONS, NOT_HELD))
  const measured = { list: day, sums: sums(protocols), protocols, gaps: publishedGaps() }
  write(measured)
  for (const [result, { count, tvl }] of Object.entries(measured.sums)) {
    console.log(
      `${result.padEnd(5)} ${String(count).padStart(3)} protocols, ${percent(tvl)} of TVL`,
    )
  }
}

function write(measured: typeof WALLET_COVERAGE): void {
  writeFileSync(OUTPUT, `${JSON.stringify(measured, null, 2)}\n`)
  console.log(`✓ data/wallet/coverage.json: ${measured.gaps.length} gaps`)
}

await run(main)
