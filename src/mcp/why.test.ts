import { expect, test } from 'vitest'
import example from '../api/routes/protocol/example.json' with { type: 'json' }
import { detailDocument, type ProtocolDetail } from '../contract/protocol-detail.ts'
import { whyOf } from './why.ts'

type Metadata = NonNullable<ProtocolDetail['scoreMetadata']>
type Signals = Metadata['dimensions']['credit']['signals']

const { data } = detailDocument.parse(example)
const metadata: Metadata = data.scoreMetadata ?? expect.fail('the example has a score')
const [signal] = metadata.dimensions.credit.signals

/** The example with these contributions in credit, a floor there of `floor` points, and nothing in the other dimensions. */
function detailOf(points: number[], { floor = 0, missing = 0, score = 5 } = {}): ProtocolDetail {
  if (!signal) return expect.fail('the example has a signal')
  const signals: Signals = points.map((contribution, at) => ({
    ...signal,
    ...{ id: `s${at}`, contribution },
  }))
  for (let at = 0; at < missing; at += 1) {
    signals.push({
      ...signal,
      id: `m${at}`,
      basis: 'missing',
      contribution: 0,
      missing: 'not-covered',
    })
  }
  const { credit, ...others } = metadata.dimensions
  const none = Object.fromEntries(
    Object.entries(others).map(([key, dimension]) => [
      key,
      {
        ...dimension,
        status: 'not-applicable',
        signals: signals.slice(points.length),
        floor: null,
      },
    ]),
  ) as typeof others
  const rule = { id: 'rule', contribution: floor, reason: 'A rule.' }
  return {
    ...data,
    scoreMetadata: {
      ...metadata,
      composite: { ...metadata.composite, score },
      dimensions: {
        ...none,
        credit: { ...credit, signals, floor: floor === 0 ? null : { ...credit.floor, ...rule } },
      },
    } as Metadata,
  }
}

test('names the six that add most, most first, and sums the others', () => {
  const { reasons, otherPoints } = whyOf(
    detailOf([0.1, 0.7, 0, -0.4, 0.2, 0.3, 0.6, 0.5004, 0.5]),
    6,
  )
  expect(reasons.map(({ signal: id, contribution }) => [id, contribution])).toEqual([
    ['s1', 0.7],
    ['s6', 0.6],
    ['s7', 0.5],
    ['s8', 0.5],
    ['s5', 0.3],
    ['s4', 0.2],
  ])
  expect(otherPoints).toBe(2.2)
  expect(whyOf(detailOf([0.2, 0]), 6).reasons).toHaveLength(1)
})

test('a floor is a reason without a basis or a source', () => {
  const [first] = whyOf(detailOf([0.1, 0.7], { floor: 2 }), 6).reasons
  expect(first).toMatchObject({ dimension: 'credit', signal: 'rule', contribution: 2, basis: null })
})

test('six missing signals are named, of applicable dimensions only, and all are counted', () => {
  const { unknown } = whyOf(detailOf([], { missing: 13 }), 6)
  expect([unknown.count, unknown.signals.length]).toEqual([13, 6])
  expect(unknown.signals.every((text) => text.startsWith('credit/'))).toBe(true)
})

test('a protocol without a score has no reasons', () => {
  expect(whyOf({ ...data, scoreMetadata: null }, 6)).toMatchObject({
    reasons: [],
    otherPoints: null,
  })
})
