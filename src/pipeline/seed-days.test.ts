import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { SILENT } from '../domain/progress.ts'
import { createChangesIndex } from '../export/changes.ts'
import { takeSnapshot } from '../pipeline.ts'
import { createScoreboard } from '../scoreboard/scoreboard.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore } from '../store/open.ts'
import { ROOT } from '../testing/scripts/run-script.ts'
import { chooseSnapshotInputs } from './snapshot-input.ts'

const inputs = chooseSnapshotInputs(
  { source: 'seed' },
  readConfig({}),
  path.join(ROOT, 'data/seed'),
  new Date(),
)

async function take(days: typeof inputs) {
  const store = openStore(':memory:')
  try {
    for (const day of days)
      await takeSnapshot({ ...day, store, codeFingerprint: '', progress: SILENT, clock: () => 0 })
    const catalogue = loadCatalogue(store)
    if (!catalogue) throw new Error('The sample gave no snapshot.')
    return { catalogue, scoreboard: JSON.parse(createScoreboard(store, catalogue)) }
  } finally {
    store.close()
  }
}

test('the days of the sample are a history, of which nothing follows for today', async () => {
  const whole = await take(inputs)
  const newest = await take(inputs.slice(-1))
  const { past, entries, monthAgo, weekAgo } = whole.catalogue
  expect(past.snapshots.map(({ day }) => day)).toEqual(['2024-03-11', '2026-10-04'])
  const listed = [...past.numbers.values()].filter((own) => own.listed[0] === 1)
  expect(listed).toHaveLength(164)
  // Neither a score nor a change of today comes from years ago, and no loss was predicted by a score that was made later. A loss within a year
  // after the first day is measured by the TVL of that day: of Aave V3 that moves the sixth decimal.
  const numbersOf = ({ record, score, tvlChange30d }: (typeof entries)[number]) => [
    record.slug,
    ...[score.composite, score.band?.low, score.band?.high].map((number) => number?.toFixed(4)),
    tvlChange30d,
  ]
  expect(entries.map(numbersOf)).toEqual(newest.catalogue.entries.map(numbersOf))
  expect([monthAgo, weekAgo]).toEqual([null, null])
  expect(createChangesIndex(whole.catalogue)?.days).toEqual(['2026-10-04'])
  expect(whole.scoreboard.events).toEqual([])
}, 120_000)
