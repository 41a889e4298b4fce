import { readConfig } from '../../src/config/config.ts'
import { dayOf, isDay } from '../../src/domain/day.ts'
import { defillamaProtocols } from '../../src/ingest/defillama/protocols.ts'
import { httpReader } from '../../src/ingest/http.ts'
import { proposeTies } from '../../src/ingest/immunefi/proposals.ts'
import { immunefi } from '../../src/ingest/immunefi/source.ts'
import { readJson } from '../../src/ingest/reader.ts'
import { recordingReader } from '../../src/ingest/recording.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

export const aliases: Topic = {
  about: 'Propose which protocols a bounty programme covers',
  actions: { '': { usage: '--recording DIR --as-of DAY', about: '', run: propose } },
  options: {
    '--recording DIR': 'read a recording instead of the upstreams',
    '--as-of DAY': 'the day of the recording',
  },
  notes: `Prints one line of JSON for each programme of Immunefi's list that data/aliases/immunefi.json does not know and that its site and
    GitHub organisation do not identify: the evidence, and a row to paste. Read the programme's page first; a row with no ids means that
    it covers no protocol. Nothing is written.`,
}

async function propose(values: Values, { env, print, note }: Terminal): Promise<void> {
  const asOf = values.text('as-of') ?? dayOf(Date.now())
  if (!isDay(asOf)) throw usageError(`--as-of must be a day such as 2024-03-11, not ${asOf}.`)
  const { upstreams, http } = readConfig(env)
  const recording = values.text('recording')
  const reader = recording ? recordingReader(recording) : httpReader(http)
  const context = {
    asOf,
    read: reader.read,
    readJson: (endpoint: Parameters<typeof reader.read>[0]) => readJson(reader, endpoint),
    stored: () => [],
  }
  const [{ protocols = [] }, { programmes = [] }] = await Promise.all([
    defillamaProtocols(upstreams).read(context),
    immunefi(upstreams).read(context),
  ])
  const found = proposeTies(programmes, protocols)
  for (const proposal of found.open) print(JSON.stringify(proposal))
  note(
    `${found.programmes} programmes: ${found.reviewed} in the table, ${found.atHome} by their home, ${found.open.length} for a person to decide.`,
  )
}
