import { readConfig } from '../../src/config/config.ts'
import { dayOf } from '../../src/domain/day.ts'
import { httpReader } from '../../src/ingest/http.ts'
import { recorder } from '../../src/ingest/recording.ts'
import { listSources } from '../../src/ingest/sources.ts'
import { takeSnapshot } from '../../src/pipeline.ts'
import { openStore } from '../../src/store/open.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

export const record: Topic = {
  about: 'Keep the raw responses of a live run',
  actions: { '': { usage: '--out DIR --history N', about: '', run: recordRun } },
  options: {
    '--out DIR': 'folder for the recording, best named after the day: recordings/2026-11-21',
    '--history N': 'protocols whose past is recorded too, biggest TVL first (default: 50)',
  },
  notes: `Replay it with: npm run snapshot -- --source recorded:DIR --as-of YYYY-MM-DD. The store is not touched. Mind the terms of each
    upstream before you pass a recording on: data/README.md.`,
}

async function recordRun(values: Values, { env, progress }: Terminal): Promise<void> {
  const out = values.required('out', 'Name the folder of the recording: --out DIR.')
  const given = values.text('history') ?? '50'
  const historyBudget = Number(given)
  if (!(Number.isInteger(historyBudget) && historyBudget >= 0)) {
    throw usageError(`--history must be a whole number, not ${given}.`)
  }
  const { upstreams, http } = readConfig(env)
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
