import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Base } from '../domain/base-table.ts'
import { runs } from '../testing/runs.ts'
import { baseFloors, type Stand, standOf } from './bases.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, fact } from './fixtures/record.ts'
import { aUniverse } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'
import { subjectsOf } from './subject.ts'

const on = (...shares: [id: string, share?: number | undefined][]): Stand => ({
  reason: 'What it holds stands on',
  on: shares.map(([id, share]) => ({
    id,
    name: id.toUpperCase(),
    ...(share !== undefined && { share }),
  })),
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

  test('is no safer than the mix of them by share', () => {
    const stands = { wrapper: on(['a', 0.7], ['b', 0.3]) }
    expect(settle({ wrapper: 2, a: 6, b: 4 }, stands).wrapper).toBeCloseTo(0.7 * 6 + 0.3 * 4)
  })

  test('counts what no stated share covers like the worst of them, or at its own where that is worse', () => {
    const stands = { wrapper: on(['a', 0.3], ['b', 0.1]) }
    expect(settle({ wrapper: 2, a: 6, b: 4 }, stands).wrapper).toBeCloseTo(0.9 * 6 + 0.1 * 4)
    expect(settle({ wrapper: 7, a: 6, b: 4 }, stands).wrapper).toBe(7)
  })

  test('counts a base of no stated share for all that the others leave', () => {
    expect(settle({ wrapper: 2, a: 6 }, { wrapper: on(['a']) }).wrapper).toBe(6)
    expect(settle({ wrapper: 2, a: 6, b: 4 }, { wrapper: on(['a'], ['b', 0.25]) }).wrapper).toBe(
      0.75 * 6 + 0.25 * 4,
    )
  })

  test('carries what its base stands on', () => {
    const stands = { top: on(['middle', 1]), middle: on(['bottom', 0.4]) }
    expect(settle({ top: 1, middle: 2, bottom: 8 }, stands)).toEqual({
      top: 8,
      middle: 8,
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

  test('says for how much of it no share is stated', () => {
    const own = new Map([
      ['wrapper', 2],
      ['a', 5],
      ['b', 4],
    ])
    const floors = baseFloors(own, new Map([['wrapper', on(['a'], ['b', 0.38])]]))
    expect(floors.get('wrapper')?.sentence).toBe(
      'What it holds stands on A (5.0), B (4.0): it is no safer than that. For 62 % of it no share is stated; that counts like the worst of them.',
    )
  })
})

const NAMES = ['a', 'b', 'c', 'd', 'e']
const composites = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, fc.double({ min: 0, max: 10, noNaN: true })])),
)
/** Of a base a share or none; together they may be more than the whole. */
const shareOrNone = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined })
const stands = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), shareOrNone), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 4,
    })
    .map((shares) => on(...shares)),
)
/** The same with shares that are at most the whole, as those of the table are. */
const wholes = stands.map((graph) =>
  mapBases(graph, ({ share }, { length }) => share && share / length),
)

function mapBases(
  graph: Record<string, Stand>,
  shareOf: (base: Base, all: readonly Base[], id: string) => number | undefined,
): Record<string, Stand> {
  return Object.fromEntries(
    Object.entries(graph).map(([id, { on: bases }]) => [
      id,
      on(...bases.map((base): [string, number | undefined] => [base.id, shareOf(base, bases, id)])),
    ]),
  )
}

function expectNoneLower(after: Record<string, number>, before: Record<string, number>): void {
  for (const name of NAMES) expect(after[name]).toBeGreaterThanOrEqual((before[name] ?? 0) - 1e-6)
}

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

  test('are the same to the last bit in whatever order they come', () => {
    const backwards = <Value>(all: Record<string, Value>) =>
      Object.fromEntries(Object.entries(all).toReversed())
    fc.assert(
      fc.property(composites, stands, (own, graph) => {
        expect(settle(backwards(own), backwards(graph))).toEqual(settle(own, graph))
      }),
      runs(5000),
    )
  })

  test('of a ring that comes to rest only in the limit too', () => {
    const ring = { b: on(['a', 0.5], ['c', 0.5]), c: on(['b', 1]) }
    const { b, c } = ring
    const own = { a: 7.530909, b: 2, c: 1 }
    expect(settle(own, { c, b })).toEqual(settle(own, ring))
    expect(settle(own, ring).b).toBeCloseTo(7.530909, 8)
  })

  test('never fall when one of them rises', () => {
    fc.assert(
      fc.property(composites, stands, fc.constantFrom(...NAMES), (own, graph, name) => {
        expectNoneLower(settle({ ...own, [name]: 10 }, graph), settle(own, graph))
      }),
      runs(1000),
    )
  })

  test('never fall when a share is hidden, whole or in part', () => {
    const seen = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined })
    const name = fc.constantFrom(...NAMES)
    fc.assert(
      fc.property(composites, wholes, name, name, seen, (own, graph, of, hidden, part) => {
        const less = mapBases(graph, ({ id, share }, _, wrapper) => {
          if (wrapper !== of || id !== hidden) return share
          return part === undefined || share === undefined ? undefined : share * part
        })
        expectNoneLower(settle(own, less), settle(own, graph))
      }),
      runs(1000),
    )
  })

  test('never fall when a further base is named without its share', () => {
    fc.assert(
      fc.property(composites, wholes, fc.constantFrom(...NAMES), (own, graph, name) => {
        const more = Object.fromEntries(
          Object.entries(graph).map(([id, { on: bases }]) => {
            const isNew = name !== id && bases.every((base) => base.id !== name)
            const shares = bases.map((base): [string, number | undefined] => [base.id, base.share])
            return [id, isNew ? on(...shares, [name]) : on(...shares)]
          }),
        )
        expectNoneLower(settle(own, more), settle(own, graph))
      }),
      runs(1000),
    )
  })

  test('never fall when a base is left out that is not the worst of them', () => {
    const bases = fc.array(fc.tuple(fc.double({ min: 0, max: 10, noNaN: true }), shareOrNone), {
      minLength: 2,
      maxLength: 5,
    })
    fc.assert(
      fc.property(bases, (rows) => {
        const named = rows.map(([risk, share], place) => ({
          id: `${place}`,
          risk,
          share: share && share / rows.length,
        }))
        const others = named.toSorted((a, b) => a.risk - b.risk).slice(1)
        const own = Object.fromEntries([['wrapper', 0], ...named.map(({ id, risk }) => [id, risk])])
        const risk = (list: typeof named) =>
          settle(own, {
            wrapper: on(...list.map(({ id, share }): [string, number | undefined] => [id, share])),
          })
        expect(risk(others).wrapper).toBeGreaterThanOrEqual((risk(named).wrapper ?? 0) - 1e-6)
      }),
      runs(1000),
    )
  })

  test('are the same when a base is split into parts that are like it', () => {
    const cut = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(composites, wholes, cut, (own, graph, part) => {
        const twin = (id: string) => `${id}-2`
        const twins = Object.fromEntries(Object.entries(own).map(([id, risk]) => [twin(id), risk]))
        const split = Object.fromEntries(
          Object.entries(graph).flatMap(([id, { on: bases }]) => {
            const halves = bases.flatMap(({ id: base, share }): [string, number | undefined][] =>
              base === id
                ? [[base, share]]
                : [
                    [base, share && share * part],
                    [twin(base), share && share * (1 - part)],
                  ],
            )
            return [
              [id, on(...halves)],
              [twin(id), on([id, 1])],
            ] as const
          }),
        )
        const [whole, parts] = [settle(own, graph), settle({ ...own, ...twins }, split)]
        for (const name of NAMES) expect(parts[name]).toBeCloseTo(whole[name] ?? 0, 5)
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

  test('is published at no less than it, with the reason as a floor and its range', () => {
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
    expect(copy?.band?.low).toBeCloseTo(first?.band?.low ?? 0, 5)
    expect(copy?.band?.high).toBeCloseTo(first?.band?.high ?? 0, 5)
    expect(copy?.band?.high).toBeGreaterThan((copy?.band?.low ?? 0) + 0.5)
  })
})
