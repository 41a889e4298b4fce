import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distinctEvents } from './distinct.ts'
import { aJudgedRow } from './fixtures/judged-row.ts'
import type { LabelIncident } from './incident-list.ts'
import { outcomeOf } from './labels.ts'
import { type JudgedRow, lossOf } from './rows.ts'

const incident = (day: string, lossUsd: number | null = 50_000): LabelIncident => ({
  name: `of ${day}`,
  day,
  protocolId: '1',
  familyId: null,
  isDefi: true,
  lossUsd,
  cause: 'contract',
})

function row(cohort: string, incidents: LabelIncident[], id = '1'): JudgedRow {
  const event = incidents.length > 0 ? outcomeOf(incidents) : null
  return aJudgedRow({ id, cohort, event, lossBase: 1_000_000, ...lossOf(event, 1_000_000) })
}

const FIRST = '2022-01-01'
const SECOND = '2022-07-01'
const THIRD = '2023-01-01'

describe(distinctEvents, () => {
  const spring = incident('2022-03-01')
  const autumn = incident('2022-10-01', 150_000)

  test('an incident in two windows is an event of the later cohort, and the earlier row is left out', () => {
    const rows = [row(FIRST, [autumn]), row(SECOND, [autumn]), row(THIRD, [])]
    const kept = distinctEvents(rows)
    expect(kept.indices).toEqual([1, 2])
    expect(kept.rows.map(({ cohort, event }) => [cohort, event !== null])).toEqual([
      [SECOND, true],
      [THIRD, false],
    ])
  })

  test('an incident of which no later cohort has a row stays where it is', () => {
    const rows = [row(FIRST, [autumn]), row(SECOND, [], '2')]
    expect(distinctEvents(rows).rows).toEqual(rows)
  })

  test('a row keeps the incidents of its own and loses the others, with their amounts', () => {
    const [first, second] = distinctEvents([
      row(FIRST, [spring, autumn]),
      row(SECOND, [autumn]),
    ]).rows
    expect(first?.event).toMatchObject({ day: '2022-03-01', lossUsd: 50_000 })
    expect(first).toMatchObject({ isSevere: false, lossShare: 0.05 })
    expect(second).toMatchObject({ isSevere: true, lossShare: 0.15 })
  })

  test('an incident that is booked on another member of a family later counts once', () => {
    const rows = [row(FIRST, [autumn], '1'), row(SECOND, [autumn], '2')]
    expect(distinctEvents(rows).rows.map(({ id }) => id)).toEqual(['2'])
  })

  test('whatever the windows, every incident counts exactly once, and non-events stay', () => {
    const pool = [spring, incident('2022-08-01'), autumn, incident('2023-02-01')]
    const cohorts = [FIRST, SECOND, THIRD]
    const rowsOf = fc.array(
      fc.tuple(fc.constantFrom(...cohorts), fc.constantFrom('1', '2', '3'), fc.subarray(pool)),
      { maxLength: 9 },
    )
    fc.assert(
      fc.property(rowsOf, (given) => {
        const taken = new Set<string>()
        const rows = given.flatMap(([cohort, id, incidents]) => {
          // An incident is matched to one row of a cohort at most.
          const own = incidents.filter(({ name }) => !taken.has(`${cohort}/${name}`))
          for (const { name } of own) taken.add(`${cohort}/${name}`)
          return [row(cohort, own, id)]
        })
        const kept = distinctEvents(rows).rows
        const counted = kept.flatMap(({ event }) => event?.incidents ?? [])
        const all = new Set(rows.flatMap(({ event }) => event?.incidents ?? []))
        expect(counted).toHaveLength(all.size)
        expect(new Set(counted)).toEqual(all)
        const quiet = (list: JudgedRow[]) => list.filter(({ event }) => event === null).length
        expect(quiet(kept)).toBe(quiet(rows))
      }),
    )
  })
})
