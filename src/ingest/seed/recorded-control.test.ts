import { expect, test } from 'vitest'
import { readSeed } from './read.ts'
import { recordedControl } from './recorded-control.ts'

const SEED = new URL('../../../data/seed', import.meta.url)

test('the records of the sample are those that its control facts are made of', () => {
  const rows = readSeed(SEED).get('onchain')?.readings?.rows ?? []
  const facts = rows.flatMap(({ name, reading }) => (name === 'control' ? reading.value : []))
  expect(facts).toHaveLength(recordedControl(SEED).length)
  expect(facts).toEqual(expect.arrayContaining(recordedControl(SEED)))
})
