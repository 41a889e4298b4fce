import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import type { Incident } from '../domain/protocol.ts'
import { runs } from '../testing/runs.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, fact } from './fixtures/record.ts'
import { aUniverse } from './fixtures/universe.ts'
import { orderly } from './fixtures/universes.ts'
import { scoreUniverse } from './score.ts'

describe('a composite', () => {
  const tvl = fact([{ chain: 'Ethereum', section: 'tvl' as const, usd: 1e6 }])
  const exchange = aRecord({
    tvl,
    facts: { contract: fact('0xabc'), listedOn: fact('2020-01-01') },
  })
  const repaid = { lossUsd: 1e5, returnedUsd: 1e5, tvlBeforeUsd: 1e6 }
  const scoreAfter = (...losses: Partial<Incident>[]) => {
    const list = losses.map((fields, index) => anIncident({ id: `loss-${index}`, ...fields }))
    return scoreUniverse(aUniverse([exchange], { incidents: fact(list) }))[0]
  }

  test('of an exchange that lost a tenth is elevated for a year, and not by that floor after two', () => {
    const score = scoreAfter({ ...repaid, day: '2023-04-01' })
    expect(score).toMatchObject({
      composite: 4.6,
      level: 'elevated',
      dimensions: { smartContract: { floor: { id: 'severeLoss' } } },
    })
    const after = scoreAfter({ ...repaid, day: '2022-03-01' })
    expect(after?.dimensions.smartContract.floor?.id).not.toBe('severeLoss')
    expect(after?.composite).toBeLessThan(4.6)
  })

  test('adds up with the part of its floor', () => {
    const score = scoreAfter({ ...repaid, day: '2023-04-01' })
    const parts = DIMENSIONS.map((key) => score?.dimensions[key].contribution ?? Number.NaN)
    const sum = parts.reduce((total, part) => total + part, 0)
    expect(score?.dimensions.smartContract.floor?.contribution).toBeGreaterThan(0)
    expect(sum).toBeCloseTo(4.6, 9)
  })

  test('is not low again by age alone where it was drained', () => {
    const drained = { day: '2018-01-01', lossUsd: 9e6, tvlBeforeUsd: 1e7 }
    expect(scoreAfter(drained)).toMatchObject({
      composite: 4.6,
      dimensions: { smartContract: { floor: { id: 'lostForGood' } } },
    })
    expect(scoreAfter({ ...drained, lossUsd: 2e6 })?.composite).toBeGreaterThanOrEqual(3.1)
    const grown = scoreAfter({ ...drained, tvlBeforeUsd: 1.6e6 })
    expect(grown?.dimensions.smartContract.floor).toBeNull()
  })

  test('names no change for the better that its floor would undo', () => {
    const { changes = [] } = scoreAfter({ ...repaid, day: '2023-04-01' }) ?? {}
    expect(changes.length).toBeGreaterThan(0)
    for (const change of changes) expect(change.composite).toBeGreaterThan(4.6)
  })

  test('names a loss of a tenth as a change for the worse, at its floor or above', () => {
    const change = scoreAfter()?.changes.find(({ signal }) => signal === 'incidents')
    expect(change?.composite).toBeGreaterThanOrEqual(4.6)
  })
})

test('whatever dimensions apply, no composite is below elevated within a year of the loss of a tenth', () => {
  const losses = fc.record({
    day: fc.constantFrom('2023-04-01', '2023-09-30', '2024-03-11'),
    tvlBeforeUsd: fc.double({ min: 1, max: 1e10, noNaN: true }),
    share: fc.double({ min: 0.1001, max: 2, noNaN: true }),
    returned: fc.constantFrom(0, 0.5, 1),
  })
  fc.assert(
    fc.property(orderly, losses, (universe, { day, tvlBeforeUsd, share, returned }) => {
      const lossUsd = tvlBeforeUsd * share
      const loss = anIncident({ day, tvlBeforeUsd, lossUsd, returnedUsd: returned * lossUsd })
      const [score] = scoreUniverse({ ...universe, incidents: fact([loss]) })
      if (!score || score.composite === null) return
      expect(score.composite).toBeGreaterThanOrEqual(4.6)
      expect(['elevated', 'high']).toContain(score.level)
    }),
    runs(200),
  )
})
