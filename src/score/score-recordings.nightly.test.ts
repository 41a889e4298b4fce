import { beforeAll, describe, expect, test } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import type { Universe } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { yearsSince } from './age.ts'
import { leavingOut } from './fixtures/changed-signals.ts'
import { HAS_RECORDINGS, recordedUniverse } from './fixtures/recorded.ts'
import { movesOf } from './fixtures/scalings.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'
import { subjectsOf } from './subject.ts'

const SAMPLE = 200

describe.skipIf(!HAS_RECORDINGS).each(['2023-09-12', '2024-03-11'])(
  'on the recording of %s',
  (day) => {
    let universe: Universe
    let scores: Score[]

    beforeAll(async () => {
      universe = await recordedUniverse(day)
      scores = scoreUniverse(universe)
    }, 30_000)

    test('no composite is lower for its oracle and credit dimensions', () => {
      const bare = scoreUniverse(universe, METHODOLOGY, leavingOut('oracle', 'credit'))
      const markets = scores.flatMap((score, index) => {
        const [whole, part] = [score.composite, bare[index]?.composite ?? null]
        if (whole === null || part === null) return []
        expect(whole, score.protocolId).toBeGreaterThanOrEqual(part - 2e-6)
        const isMarket = universe.records[index]?.category === 'Lending'
        return isMarket && score.dimensions.oracle.status === 'scored' ? [score] : []
      })
      expect(markets.length).toBeGreaterThan(150)
    })

    test('no copy is below elevated within a year of a loss of which nothing came back', () => {
      const recent = subjectsOf(universe, METHODOLOGY).flatMap(
        ({ record, ownIncidents }, index) => {
          const isCopy = record.facts.forkedFrom?.known && record.facts.forkedFrom.value.length > 0
          const score = scores[index]
          if (!isCopy || !ownIncidents.known || !score || score.composite === null) return []
          const isLost = ownIncidents.value.some(
            (one) => yearsSince(one.day, day) <= 1 && (one.returnedUsd ?? 0) <= 0,
          )
          const scored = DIMENSIONS.filter((key) => score.dimensions[key].status === 'scored')
          return isLost && scored.length >= 4 ? [{ slug: record.slug, level: score.level }] : []
        },
      )
      expect(recent.length).toBeGreaterThan(10)
      expect(recent.filter(({ level }) => level !== 'elevated' && level !== 'high')).toEqual([])
    })

    test('another day of the month changes no score, and the next month none by more than 0.08 unless a floor of a loss fades or ends', () => {
      const [month, next] = [day.slice(0, 7), day < '2024' ? '2023-10-01' : '2024-04-01']
      const later = scoreUniverse({ ...universe, asOf: `${month}-28` })
      const after = scoreUniverse({ ...universe, asOf: next })
      const compared = scores.filter((score, index) => {
        if (score.composite === null) return false
        expect(later[index]?.composite, score.protocolId).toBe(score.composite)
        const { smartContract, counterparty } = score.dimensions
        if (smartContract.floor || counterparty.floor) return false
        const move = Math.abs(score.composite - (after[index]?.composite ?? Number.NaN))
        expect(move, score.protocolId).toBeLessThanOrEqual(0.08)
        return true
      })
      expect(compared.length).toBeGreaterThan(1500)
    })

    test.runIf(day === '2024-03-11')(
      'one percent more of any input moves no composite of 200 protocols by more than 0.2',
      () => {
        const eligible = scores.filter(({ composite }) => composite !== null)
        // A fixed step through the list, with a prime offset: the same sample on every machine.
        const step = Math.floor(eligible.length / SAMPLE)
        const sample = eligible.filter((_, index) => index % step === 7).slice(0, SAMPLE)
        const moves = sample.flatMap(({ protocolId }) =>
          movesOf(universe, protocolId, { by: 1.01, step: 1 }),
        )
        expect(sample).toHaveLength(SAMPLE)
        expect(moves.length).toBeGreaterThan(SAMPLE * 4)
        expect(moves.filter(({ move }) => !(move <= 0.2))).toEqual([])
      },
    )
  },
)
