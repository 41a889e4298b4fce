import { expect, test } from 'vitest'
import { missing } from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { listContracts } from './contract-table.ts'
import { markUncovered } from './coverage.ts'

const record = (id: string, slug: string, reason: 'upstream-failed' | 'not-in-sample') => {
  const facts = { control: missing(reason, 'onchain'), markets: missing(reason, 'onchain') }
  // Only these fields are read.
  return { id, slug, facts } as unknown as ProtocolRecord
}
const reasonsOf = ([one]: ProtocolRecord[]) =>
  [one?.facts.control, one?.facts.markets].map((fact) => fact && !fact.known && fact.reason)

test('a protocol outside our tables was never asked for, though every node is down', () => {
  const outside = record('999999999', 'no-such-protocol', 'upstream-failed')
  expect(reasonsOf(markUncovered([outside]))).toEqual(['not-covered', 'not-covered'])
})

test('a protocol of our tables could not be read, by its id or by its slug', () => {
  for (const { slug, key } of listContracts()) {
    const one =
      'id' in key
        ? record(key.id, 'renamed', 'upstream-failed')
        : record('999999999', slug, 'upstream-failed')
    expect(reasonsOf(markUncovered([one]))).toEqual(['upstream-failed', 'upstream-failed'])
  }
})

test('what only the sample leaves out stays so', () => {
  const outside = record('999999999', 'no-such-protocol', 'not-in-sample')
  expect(markUncovered([outside])).toEqual([outside])
})
