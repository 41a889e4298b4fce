import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Upstreams } from '../config/ingest.ts'
import { type SandboxHoldings, sandboxHoldings } from '../contract/sandbox-wallet.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { isoInstant } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { SILENT } from '../domain/progress.ts'
import { openSeed } from '../ingest/seed/sources.ts'
import { listSources } from '../ingest/sources.ts'
import { takeSnapshot } from '../pipeline.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore } from '../store/open.ts'
import { earlierDays } from './earlier-sandbox.ts'

/** The invented data set of `dpk_test_` keys and its earlier days, made by the same pipeline in a temporary store. */
export async function sandboxCatalogue(dir: string, upstreams: Upstreams): Promise<Catalogue> {
  const store = openStore(':memory:')
  try {
    const { asOf, sources } = openSeed(dir, listSources(upstreams))
    for (const day of [...earlierDays(dir, asOf, sources), { asOf, sources }]) {
      await takeSnapshot({
        store,
        origin: 'seed',
        ...day,
        computedAt: isoInstant(day.asOf),
        reader: {
          read: () =>
            Promise.reject(new PlimsollError('NOT_RECORDED', 'The sandbox reads no upstream.')),
        },
        historyBudget: 0,
        codeFingerprint: '',
        progress: SILENT,
        clock: () => 0,
      })
    }
    const catalogue = loadCatalogue(store)
    if (!catalogue) throw new PlimsollError('EXPORT_FAILED', 'The sandbox gave no snapshot.')
    return catalogue
  } finally {
    store.close()
  }
}

/** Reads the holdings of the sandbox wallet. Throws `EXPORT_FAILED` when the file does not match its schema. */
export function readHoldings(dir: string): SandboxHoldings {
  const text = readFileSync(path.join(dir, 'wallet.json'), 'utf8')
  const parsed = sandboxHoldings.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new PlimsollError(
    'EXPORT_FAILED',
    `${path.join(dir, 'wallet.json')} does not match its schema: ${z.prettifyError(parsed.error)}`,
  )
}
