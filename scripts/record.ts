import { readConfig } from '../src/config/config.ts'
import { dayOf } from '../src/domain/day.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { httpReader } from '../src/ingest/http.ts'
import { recorder } from '../src/ingest/recording.ts'
import { listSources } from '../src/ingest/sources.ts'
import { takeSnapshot } from '../src/pipeline.ts'
import { openStore } from '../src/store/open.ts'
import { readArguments } from './command/arguments.ts'
import { run, terminalProgress } from './command/terminal.ts'

const HELP = `Keep the raw responses of a live run: npm run record -- --out DIR [options]

  --out DIR     folder for the recording, best named after the day: recordings/2026-11-21
  --history N   protocols whose past is recorded too, biggest TVL first (default: 50)
  --help        this text

Replay it with: npm run snapshot -- --source recorded:DIR --as-of YYYY-MM-DD. The store is not touched.
Mind the terms of each upstream before you pass a recording on: data/README.md.`

async function main(): Promise<void> {
  const { values } = parse()
  if (values.help) {
    console.log(HELP)
    return
  }
  const { out } = values
  const historyBudget = Number(values.history)
  if (!out) throw new PlimsollError('USAGE', 'Say where the recording goes: --out DIR.')
  if (!(Number.isInteger(historyBudget) && historyBudget >= 0)) {
    throw new PlimsollError('USAGE', `--history wants a whole number, not ${values.history}.`)
  }
  const { upstreams, http } = readConfig()
  const progress = terminalProgress()
  const store = openStore(':memory:')
  const now = new Date()
  try {
    await takeSnapshot({
      store,
      origin: 'live',
      asOf: dayOf(now.getTime()),
      computedAt: now.toISOString(),
      sources: listSources(upstreams),
      reader: recorder(httpReader(http), out),
      historyBudget,
      codeFingerprint: '',
      progress,
      clock: () => performance.now(),
    })
    progress.line(`✓ Recorded in ${out}`)
  } finally {
    store.close()
  }
}

function parse() {
  return readArguments({
    options: {
      out: { type: 'string' },
      history: { type: 'string', default: '50' },
      help: { type: 'boolean', default: false },
    },
  })
}

await run(main)
