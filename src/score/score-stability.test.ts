import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import { runs } from '../testing/runs.ts'
import { aRecord, fact } from './fixtures/record.ts'
import { movesOf } from './fixtures/scalings.ts'
import { orderly } from './fixtures/universes.ts'
import { scoreUniverse } from './score.ts'

describe('a score hangs on no single figure', () => {
  test('one percent more or less of any input moves no composite by more than 0.2', () => {
    fc.assert(
      fc.property(orderly, fc.constantFrom(0.99, 1.01), (universe, by) => {
        for (const { id } of universe.records) {
          for (const { input, move } of movesOf(universe, id, { by, step: 23 })) {
            expect(move, input).toBeLessThanOrEqual(0.2)
          }
        }
      }),
      runs(120),
    )
  })
})

describe('a score does not tick', () => {
  const days = fc.constantFrom('2024-03-12', '2024-03-20', '2024-03-31')

  test('two days of one month give the same scores while the readings stay the same', () => {
    fc.assert(
      fc.property(orderly.map(withTvl), days, (universe, asOf) => {
        const text = (world: Universe) => JSON.stringify(scoreUniverse(world))
        expect(text({ ...universe, asOf })).toBe(text(universe))
      }),
      runs(),
    )
  })

  test('the turn of a month moves no composite by more than 0.08, unless a floor of a loss fades or ends', () => {
    fc.assert(
      fc.property(orderly, (universe) => {
        const before = scoreUniverse({ ...universe, asOf: '2024-03-31' })
        const after = scoreUniverse({ ...universe, asOf: '2024-04-01' })
        before.forEach(({ composite, dimensions }, index) => {
          const later = after[index]
          if (composite === null) {
            expect(later?.composite).toBeNull()
            return
          }
          const move = Math.abs(composite - (later?.composite ?? Number.NaN))
          const { smartContract, counterparty } = dimensions
          const isLifted = [smartContract, counterparty].some(({ floor }) => floor !== null)
          // A twelfth of both floors, in the shares that they have where credit and oracle are not asked.
          const faded = isLifted ? (0.25 * 8.5 + 0.2 * 6.5) / 0.7 / 12 : 0
          // The floor of a severe loss ends after a year, in one step, and so does that of a copy.
          const ended = DIMENSIONS.reduce((sum, key) => {
            const { floor } = dimensions[key]
            return floor?.id === 'severeLoss' || floor?.id === 'bases'
              ? sum + floor.contribution
              : sum
          }, 0)
          // What is missing moves with the mean of what was measured.
          const most = faded + ended + 0.08
          expect(move).toBeLessThanOrEqual(most)
        })
      }),
      runs(300),
    )
  })
})

test('strangers do not matter: a score stays when other protocols come or go', () => {
  fc.assert(
    fc.property(orderly, fc.nat(3), fc.boolean(), (universe, index, isBad) => {
      const own = universe.records[index % universe.records.length]
      if (!own) return
      const loner = { ...own, parentId: null }
      const others = universe.records.filter((one) => one !== own)
      const alone = { ...universe, records: [...originsOf(loner, others), loner] }
      const stranger = aRecord({
        id: '77',
        name: 'Stranger',
        category: isBad ? 'Leveraged Farming' : 'Liquid Staking',
        tvl: fact([{ chain: 'Ethereum', section: 'tvl', usd: isBad ? 1 : 1e12 }]),
      })
      const crowd = [...universe.records.filter((one) => one !== own), stranger]
      const among = { ...universe, records: [...crowd, loner] }
      expect(scoreUniverse(among).at(-1)).toEqual(scoreUniverse(alone).at(-1))
    }),
    runs(),
  )
})

/** The origins of its code, and theirs, with their families: no strangers, because a copy is no safer than its origin. */
function originsOf(own: ProtocolRecord, others: readonly ProtocolRecord[]): ProtocolRecord[] {
  const kin = new Set([own])
  const isKin = ({ id, name, parentId }: ProtocolRecord) =>
    [...kin].some((one) => {
      const { forkedFrom } = one.facts
      const names = forkedFrom?.known ? forkedFrom.value.map((each) => each.toLowerCase()) : []
      return (
        names.includes(id) ||
        names.includes(name.toLowerCase()) ||
        (parentId !== null && parentId === one.parentId)
      )
    })
  for (let size = 0; size < kin.size; ) {
    size = kin.size
    for (const one of others) if (isKin(one)) kin.add(one)
  }
  return others.filter((one) => kin.has(one))
}

/** While TVL is missing nothing says where its past should end, and the windows over it move with the day. */
function withTvl(universe: Universe): Universe {
  const records = universe.records.map((record) =>
    record.tvl.known ? record : { ...record, tvl: fact([]) },
  )
  return { ...universe, records }
}
