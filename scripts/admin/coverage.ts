import { existsSync } from 'node:fs'
import { isDay } from '../../src/domain/day.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

export const coverage: Topic = {
  about: 'Measure what a wallet scan finds',
  actions: { '': { usage: '--list FILE --day DAY', about: '', run: measure } },
  options: {
    '--list FILE': "DefiLlama's list of protocols (https://api.llama.fi/protocols), saved",
    '--day DAY': 'the day of that list, as 2024-03-11',
  },
  notes: `Judges the 100 largest protocols, without custodians, chains and bridges, by the contract lists that a scan uses and by the
    exceptions in scripts/coverage/exceptions.json. Writes them and what no scan looks at to data/wallet/coverage.json, which
    /docs/wallet-coverage/ shows. Without a list, only what no scan looks at is written again.`,
}

async function measure(values: Values, { print }: Terminal): Promise<void> {
  const file = values.text('list')
  const day = values.text('day')
  if ((file === undefined) !== (day === undefined)) {
    throw usageError('Give --list FILE and its --day, such as 2024-03-11, or neither.')
  }
  if (day !== undefined && !isDay(day)) {
    throw usageError(`--day must be a day such as 2024-03-11, not ${day}.`)
  }
  if (file !== undefined && !existsSync(file)) throw usageError(`The file ${file} does not exist.`)
  // The contract lists are large: they are loaded only here.
  const { measureCoverage } = await import('../coverage/measure.ts')
  const list = file !== undefined && day !== undefined ? { file, day } : null
  for (const line of measureCoverage(list)) print(line)
}
