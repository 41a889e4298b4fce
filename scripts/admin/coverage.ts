import { existsSync } from 'node:fs'
import { isDay } from '../../src/domain/day.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

export const coverage: Topic = {
  about: 'Measure what a wallet scan finds',
  actions: { '': { usage: '--list FILE --day DAY --source SOURCE', about: '', run: measure } },
  options: {
    '--list FILE': "DefiLlama's list of protocols (https://api.llama.fi/protocols), saved",
    '--day DAY': 'the day of that list, as 2024-03-11',
    '--source SOURCE': 'where that list was recorded',
  },
  notes: `Judges the 100 largest protocols that people can hold something at, each TVL once, by what the readers of a scan say that they read
    and leave out. Takes what it needs of a list into data/wallet/largest-protocols.json, and writes data/wallet/coverage.json, which
    /docs/wallet-coverage/ shows. Without a list, the protocols of the last one are judged again.`,
}

async function measure(values: Values, { print }: Terminal): Promise<void> {
  const file = values.text('list')
  const day = values.text('day')
  const source = values.text('source')
  if (new Set([file, day, source].map((each) => each === undefined)).size > 1) {
    throw usageError('Give --list FILE with its --day, such as 2024-03-11, and --source, or none.')
  }
  if (day !== undefined && !isDay(day)) {
    throw usageError(`--day must be a day such as 2024-03-11, not ${day}.`)
  }
  if (file !== undefined && !existsSync(file)) throw usageError(`The file ${file} does not exist.`)
  // The contract lists are large: they are loaded only here.
  const { measureCoverage } = await import('../coverage/measure.ts')
  const list = file && day && source ? { file, day, source } : null
  for (const line of measureCoverage(list)) print(line)
}
