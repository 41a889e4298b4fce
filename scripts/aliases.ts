import { readConfig } from '../src/config/config.ts'
import { dayOf, isDay } from '../src/domain/day.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { defillamaProtocols } from '../src/ingest/defillama/protocols.ts'
import { httpReader } from '../src/ingest/http.ts'
import { proposeTies } from '../src/ingest/immunefi/proposals.ts'
import { immunefi } from '../src/ingest/immunefi/source.ts'
import { readJson } from '../src/ingest/reader.ts'
import { recordingReader } from '../src/ingest/recording.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Propose which protocols a bounty programme covers: npm run --silent aliases -- [options]

  --recording DIR   read a recording instead of the upstreams
  --as-of DAY       the day of the recording
  --help            this text

Prints one line of JSON for each programme of Immunefi's list that data/aliases/immunefi.json does not know and whose site
and GitHub organisation do not tell: the evidence, and a row to paste. Read the programme's page first; a row with no ids
says that it covers no protocol. Nothing is written.`

async function main(): Promise<void> {
  const { values } = parse()
  if (values.help) {
    console.log(HELP)
    return
  }
  const asOf = values['as-of'] ?? dayOf(Date.now())
  if (!isDay(asOf)) throw new PlimsollError('USAGE', `--as-of wants YYYY-MM-DD, not ${asOf}.`)
  const { upstreams, http } = readConfig()
  const reader = values.recording ? recordingReader(values.recording) : httpReader(http)
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
  for (const proposal of found.open) console.log(JSON.stringify(proposal))
  console.error(
    `${found.programmes} programmes: ${found.reviewed} in the table, ${found.atHome} by their home, ${found.open.length} for a person to decide.`,
  )
}

function parse() {
  return readArguments({
    options: {
      recording: { type: 'string' },
      'as-of': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
}

await run(main)
