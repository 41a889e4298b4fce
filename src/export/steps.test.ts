import { expect, test } from 'vitest'
import { MAX_STEP_MOVES } from '../contract/changes.ts'
import type { SignalParts } from '../domain/past.ts'
import { partsOf } from '../domain/signal-parts.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { aPast, numbersOf } from './fixtures/past.ts'
import { createHistory } from './history.ts'
import { createSteps } from './steps.ts'

const entries = ['1', '2', '3'].map((id) => anEntry({ id, slug: `p${id}` }))

test('the steps of ten days are there newest first, each with its largest moves first', () => {
  const past = aPast(
    [
      ['2024-02-20', '1'],
      ['2024-02-29', '1'],
      ['2024-03-02', '1'],
      ['2024-03-06', '1'],
      ['2024-03-10', '2'],
    ],
    {
      1: numbersOf([1, 2, 3, 3.2, 9]),
      2: numbersOf([1, 2, 4.04, 4.01, 9]),
      3: numbersOf([1, 2, null, 3, 9]),
      // No longer listed.
      4: numbersOf([1, 2, 3, 9, undefined]),
      // Nor is this one, and its record is gone.
      5: numbersOf([1, 2, 3, 9, undefined]),
    },
  )
  const gone = anEntry({ id: '4', slug: 'p4' })
  const retired = [
    { day: '2024-03-10', reason: 'dead' as const, lastDay: '2024-03-06', entry: gone },
  ]
  const steps = createSteps(aCatalogue(entries, { past, retired }))
  expect(steps.map(({ from, to }) => [from.day, to.day])).toEqual([
    ['2024-03-06', '2024-03-10'],
    ['2024-03-02', '2024-03-06'],
    ['2024-02-29', '2024-03-02'],
  ])
  const [method, second, first] = steps
  // Another methodology: nothing to compare.
  expect(method?.moves).toEqual([])
  expect(second?.moves).toMatchObject([
    { id: 'p4', from: { composite: 3 }, to: { composite: 9 } },
    // Compared with its last score, over the snapshot without one.
    { id: 'p3', from: { composite: 2 }, to: { composite: 3 }, since: '2024-02-29' },
    { id: 'p1', from: { composite: 3 }, to: { composite: 3.2, riskLevel: 'moderate' } },
  ])
  expect(first?.moves.map(({ id }) => id)).toEqual(['p2', 'p1', 'p4'])
})

test('a move names what changed most since it was announced last, or that no contributions are kept', () => {
  const own = anEntry({ id: '1', slug: 'p1' })
  const now = own.score.composite ?? 0
  const { keys, micro, basis } = partsOf(own.score)
  const before = { keys, micro: micro.map((part, n) => part - (n === 0 ? 190_000 : 1)), basis }
  const days: [string, string][] = [
    ['2024-03-08', '1'],
    ['2024-03-09', '1'],
    ['2024-03-10', '1'],
  ]
  const numbers = { 1: numbersOf([now - 0.19, now - 0.15, now]) }
  const causeIn = (parts: Record<number, Map<string, SignalParts>>) =>
    createSteps(aCatalogue([own], { past: aPast(days, numbers, parts) }))[0]?.moves[0]?.cause
  const [dimension, signal] = (keys[0] ?? '').split('/')
  expect(causeIn({ 0: new Map([['1', before]]) })).toEqual({
    since: '2024-03-08',
    signals: [{ signal, kind: 'signal', dimension, exactDelta: 0.19 }],
  })
  expect(causeIn({})).toBeNull()
})

test('a step says how many moved, also where the smaller moves are cut off', () => {
  const many = Array.from({ length: MAX_STEP_MOVES + 1 }, (_, n) => {
    const [own = expect.fail('there is no entry')] = entries
    return { ...own, record: { ...own.record, id: `${n}`, slug: `p${n}` } }
  })
  const past = aPast(
    [
      ['2024-03-09', '1'],
      ['2024-03-10', '1'],
    ],
    Object.fromEntries(many.map(({ record: { id } }) => [id, numbersOf([4, 5])])),
  )
  const [step] = createSteps(aCatalogue(many, { past }))
  expect([step?.moves.length, step?.moved]).toEqual([MAX_STEP_MOVES, MAX_STEP_MOVES + 1])
})

test('a crossed rounding limit is no step', () => {
  const past = aPast(
    [
      ['2024-03-09', '1'],
      ['2024-03-10', '1'],
    ],
    { 1: numbersOf([4.149, 4.151]) },
  )
  expect(createSteps(aCatalogue(entries, { past }))[0]?.moves).toEqual([])
})

test('a snapshot of years later is no step, and announces its scores anew', () => {
  const past = aPast(
    [
      ['2021-08-10', '1'],
      ['2024-03-10', '1'],
    ],
    { 1: numbersOf([1, 9]) },
  )
  const [step] = createSteps(aCatalogue(entries, { past }))
  expect(step?.moves).toEqual([])
  const subject = { id: '1', slug: 'p1', name: 'One', retired: null }
  expect(createHistory(subject, past).announced).toEqual([])
})

test('a single snapshot has no step', () => {
  const past = aPast([['2024-03-10', '1']], { 1: numbersOf([1]) })
  expect(createSteps(aCatalogue(entries, { past }))).toEqual([])
})
