import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPlain } from '../src/backtest/fixtures/altered-cohort.ts'
import { RUNS } from '../src/backtest/validation-runs.ts'
import { folderOfTest } from '../src/testing/temporary-folder.ts'
import { backtest } from './backtest.ts'

const RECORDINGS = fileURLToPath(new URL('../../shared/upstream/', import.meta.url))
const ADVICE = 'make the file again: data/README.md, "The reports of the back-test"'

test.skipIf(!existsSync(RECORDINGS)).each(RUNS)(
  'the published report and cohort $name are what a run gives today, and name nothing of this machine',
  { timeout: 240_000 },
  async ({ name, words }) => {
    const printed: string[] = []
    const cohort = path.join(folderOfTest(), 'cohort.parquet')
    await backtest([...words, '--cohort-out', cohort], {
      print: (text) => void printed.push(text),
      note: (text) => expect.fail(text),
      style: (_, text) => text,
    })
    const [text = ''] = printed
    expect(text).not.toContain(RECORDINGS)
    const file = new URL(`../data/validation/${name}.json`, import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8')), ADVICE).toEqual(JSON.parse(text))
    const kept = readFileSync(new URL(`../data/validation/${name}.parquet`, import.meta.url))
    expect(await readPlain(kept), ADVICE).toEqual(await readPlain(readFileSync(cohort)))
  },
)
