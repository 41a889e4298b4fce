import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Universe } from '../../domain/record.ts'
import { METHODOLOGY_SOURCE } from '../../domain/sources.ts'
import { riskAt } from '../anchors.ts'
import { aGivenUniverse, type Given, ownSubject } from '../fixtures/given.ts'
import { DAY } from '../fixtures/record.ts'
import { reversed } from '../fixtures/reversed.ts'
import { METHODOLOGY, type SignalId } from '../methodology.ts'
import type { Signal } from '../signal.ts'
import { SIGNALS } from '../signals.ts'
import risks from './fixtures/risks.json' with { type: 'json' }

/** What a signal says: of the day, from the source `test` and read of the protocol itself, unless the row says otherwise. */
type Said =
  | 'not applicable'
  | { missing: string; source?: string }
  | {
      /** A number, or the names of constants of the methodology that add up to it. */
      value: number | string[]
      sentence: string
      asOf?: string
      source?: string
      isTypical?: boolean
      inherited?: boolean
      link?: string
      seen?: { share: number; value: number }
    }

interface Row extends Given {
  is: Said
}

function rowsOf(id: SignalId): Row[] {
  const name = id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'))
}

function says(signal: Signal, universe: Universe, ownId?: string) {
  const subject = ownSubject(universe, ownId)
  if (!signal.applies(subject, METHODOLOGY)) return 'not applicable'
  const reading = signal.read(subject, METHODOLOGY)
  const { source } = reading
  if (!reading.known) return { missing: reading.reason, source }
  return { isTypical: false, inherited: false, ...reading.value, asOf: reading.asOf, source }
}

function expected(said: Said) {
  if (said === 'not applicable') return said
  if ('missing' in said) return { source: 'test', ...said }
  const asOf = said.source === METHODOLOGY_SOURCE ? METHODOLOGY.publishedOn : DAY
  const value = Array.isArray(said.value)
    ? said.value.map(constant).reduce((sum, part) => sum + part, 0)
    : said.value
  const common = { asOf, source: 'test', isTypical: false, inherited: false }
  return expect.objectContaining({ ...common, ...said, value: expect.closeTo(value, 9) })
}

function constant(path: string): number {
  const found: unknown = path
    .split('.')
    .reduce((node: object, key) => Reflect.get(node, key), METHODOLOGY)
  return typeof found === 'number' ? found : expect.fail(`no constant ${path}`)
}

describe.each(SIGNALS)('$id', (signal) => {
  test.each(rowsOf(signal.id))('$name', ({ is, ...given }) => {
    const universe = aGivenUniverse(given)
    expect(says(signal, universe, given.id)).toEqual(expected(is))
    // What a list holds counts, not its order.
    expect(says(signal, reversed(universe), given.id)).toEqual(expected(is))
  })
})

test.each(risks)('$signal: $at has $risk risk points', ({ signal, at, risk }) => {
  const { anchors } = METHODOLOGY.signals[signal as SignalId]
  expect(riskAt(anchors, at)).toBe(risk)
})
