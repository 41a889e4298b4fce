import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/runs.ts'
import { baseFloors, type Stand, standOf } from './bases.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, fact } from './fixtures/record.ts'
import { aUniverse } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'
import { subjectsOf } from './subject.ts'

const on = (...shares: [id: string, share: number][]): Stand => ({
  reason: 'What it holds stands on',
  on: shares.map(([id, share]) => ({ id, name: id.toUpperCase(), share })),
})

/** The composites of protocols that stand on each other. */
function settle(
  own: Record<string, number>,
  stands: Record<string, Stand>,
): Record<string, number> {
  const floors = baseFloors(new Map(Object.entries(own)), new Map(Object.entries(stands)))
  const raised = Object.entries(own).map(([id, risk]) => [
    id,
    Math.max(risk, floors.get(id)?.risk ?? 0),
  ])
  return Object.fromEntries(raised)
}

describe('a protocol that stands on others', () => {
  test('is no safer than what it wraps, and keeps a score that is worse', () => {
    expect(settle({ wrapper: 2, base: 6 }, { wrapper: on(['base', 1]) })).toMatchObject({
      wrapper: 6,
    })
    expect(settle({ wrapper: 7, base: 6 }, { wrapper: on(['base', 1]) })).toMatchObject({
      wrapper: 7,
    })
  })

  test('is no safer than the mix of them by share, with its own for the rest', () => {
    const stands = { wrapper: on(['a', 0.3], ['b', 0.1]) }
    expect(settle({ wrapper: 2, a: 6, b: 4 }, stands).wrapper).toBeCloseTo(
      0.3 * 6 + 0.1 * 4 + 0.6 * 2,
    )
  })

  test('counts the rest like what is known of it, where that is half of it and worse than its own', () => {
    expect(settle({ wrapper: 2, base: 6 }, { wrapper: on(['base', 0.5]) }).wrapper).toBe(6)
    expect(settle({ wrapper: 7, base: 6 }, { wrapper: on(['base', 0.5]) }).wrapper).toBe(7)
  })

  test('carries what its base stands on', () => {
    const stands = { top: on(['middle', 1]), middle: on(['bottom', 0.4]) }
    expect(settle({ top: 1, middle: 2, bottom: 8 }, stands)).toEqual({
      top: 4.4,
      middle: 4.4,
      bottom: 8,
    })
  })

  test('is held by no base that is not scored, and not by itself', () => {
    expect(settle({ wrapper: 2 }, { wrapper: on(['gone', 1]) })).toEqual({ wrapper: 2 })
    expect(settle({ wrapper: 2 }, { wrapper: on(['wrapper', 1]) })).toEqual({ wrapper: 2 })
  })

  test('says what it stands on, and at what', () => {
    const floors = baseFloors(
      new Map([
        ['wrapper', 2],
        ['a', 5.44],
      ]),
      new Map([['wrapper', on(['a', 1])]]),
    )
    expect(floors.get('wrapper')?.sentence).toBe(
      'What it holds stands on A (5.4): it is no safer than that.',
    )
  })
})

const NAMES = ['a', 'b', 'c', 'd', 'e']
const composites = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, fc.double({ min: 0, max: 10, noNaN: true })])),
)
const stands = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.double({ min: 0, max: 1, noNaN: true })), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 4,
    })
    .map((shares) => on(...shares)),
)

describe('composites of any protocols that stand on each other, in rings too', () => {
  test('come to rest between their own and the worst of all', () => {
    fc.assert(
      fc.property(composites, stands, (own, graph) => {
        const settled = settle(own, graph)
        const worst = Math.max(...Object.values(own))
        for (const name of NAMES) {
          expect(settled[name]).toBeGreaterThanOrEqual(own[name] ?? 0)
          expect(settled[name]).toBeLessThanOrEqual(worst + 1e-6)
        }
      }),
      runs(1000),
    )
  })

  test('never fall when one of them rises', () => {
    fc.assert(
      fc.property(composites, stands, fc.constantFrom(...NAMES), (own, graph, name) => {
        const before = settle(own, graph)
        const after = settle({ ...own, [name]: 10 }, graph)
        for (const one of NAMES)
          expect(after[one]).toBeGreaterThanOrEqual((before[one] ?? 0) - 1e-6)
      }),
      runs(1000),
    )
  })
})

describe('a copy of the code of another protocol', () => {
  const origin = aRecord({ id: 'origin', name: 'Origin' })
  const copyOf = (facts: object) =>
    aRecord({ id: 'copy', name: 'Copy', facts: { forkedFrom: fact(['Origin']), ...facts } })
  const standing = (facts: object) => {
    const universe = aUniverse([origin, copyOf(facts)])
    return subjectsOf(universe, METHODOLOGY).map(standOf)[1]
  }

  test('stands on it while no audit of its own is known', () => {
    const own = { on: [{ id: 'origin', name: 'Origin', share: 1 }] }
    expect(standing({})).toMatchObject(own)
    expect(standing({ auditFlag: fact('none') })).toMatchObject(own)
    expect(standing({ auditFlag: fact('fork-of-audited') })).toMatchObject(own)
    expect(standing({ auditFlag: fact('audited') })).toBeNull()
    expect(standing({ auditLinks: fact(['https://example.com/report']) })).toBeNull()
  })

  test('is published at no less than it, with the reason as a floor', () => {
    const known = { contract: fact('0xabc'), listedOn: fact('2020-01-01') }
    const lost = fact([anIncident({ protocolId: 'origin' })])
    const records = [aRecord({ ...origin, facts: known }), copyOf(known)]
    const [first, copy] = scoreUniverse(aUniverse(records, { incidents: lost }))
    expect(first?.composite).toBeGreaterThan(4)
    expect(copy?.composite).toBeCloseTo(first?.composite ?? 0, 5)
    expect(copy?.dimensions.smartContract.floor).toMatchObject({
      id: 'bases',
      sentence: `No audit of its own is known, and its code is a copy of Origin (${first?.rounded?.toFixed(1)}): it is no safer than that.`,
    })
  })
})
