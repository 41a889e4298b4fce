import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RUNS } from '../src/backtest/fixtures/validation-runs.ts'
import { backtest } from './backtest.ts'

const RECORDINGS = fileURLToPath(new URL('../../shared/upstream/', import.meta.url))
const ADVICE = 'make the file again: data/README.md, "The reports of the back-test"'

test.skipIf(!existsSync(RECORDINGS)).each(RUNS)(
  'the published report $name is what a run gives today, and names nothing of this machine',
  { timeout: 240_000 },
  async ({ name, words }) => {
    const printed: string[] = []
    await backtest(words, {
      print: (text) => void printed.push(text),
      note: (text) => expect.fail(text),
      style: (_, text) => text,
    })
    const [text = ''] = printed
    expect(text).not.toContain(RECORDINGS)
    const file = new URL(`../data/validation/${name}.json`, import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8')), ADVICE).toEqual(JSON.parse(text))
  },
)
