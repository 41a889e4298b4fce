import { describe, expect, it } from 'vitest'
import { monthChange } from '../../domain/amounts.ts'
import { sumTvl } from '../../domain/protocol.ts'
import type { TvlFigures } from '../../domain/tvl-figures.ts'
import { loadSeed } from '../../ingest/seed/read.ts'
import { HAS_RECORDINGS, recordedUniverse } from '../fixtures/recorded.ts'
import { METHODOLOGY } from '../methodology.ts'
import { type Subject, subjectsOf } from '../subject.ts'
import { drawdown } from './drawdown.ts'
import { outflowSurvived } from './outflow-survived.ts'
import { volatility } from './volatility.ts'

const DAY = '2024-03-11'
const sample = loadSeed(new URL('../../../data/seed', import.meta.url)).protocols.protocols
const { history } = METHODOLOGY.parameters

// Skipped without the recorded answers, which are not part of this repository.
describe.skipIf(!HAS_RECORDINGS)('the figures of daily TVL in the sample', () => {
  it('are those of the recorded series, and stand wherever one was recorded', async () => {
    const subjects = subjectsOf(await recordedUniverse(DAY), METHODOLOGY)
    const byId = new Map(subjects.map((subject) => [subject.record.id, subject]))
    const rows = sample.filter(({ asOf }) => asOf === DAY)
    const expected = rows.flatMap(({ id, slug }) => {
      const figures = figuresOf(byId.get(id))
      return Object.keys(figures).length > 0 ? [[slug, figures]] : []
    })
    expect(expected.length).toBeGreaterThan(0)
    expect(
      rows.flatMap(({ slug, tvlFigures }) => (tvlFigures ? [[slug, tvlFigures]] : [])),
    ).toEqual(expected)
  })

  it('are of no protocol whose TVL is of another day', () => {
    const others = sample.filter(({ asOf, tvlFigures }) => asOf !== DAY && tvlFigures)
    expect(others.map(({ slug }) => slug)).toEqual([])
  })
})

/** The figures of a recorded series, to three digits; none for a protocol without a series. */
function figuresOf(subject: Subject | undefined): TvlFigures {
  if (!subject) return {}
  const { record } = subject
  const value = (signal: typeof volatility) => {
    const reading = signal.read(subject, METHODOLOGY)
    return reading.known ? rounded(reading.value.value) : undefined
  }
  const swing = value(volatility)
  const fall = value(drawdown)
  const outflow = value(outflowSurvived)
  const change = record.tvl.known
    ? monthChange(record.history, DAY, sumTvl(record.tvl.value))
    : null
  return {
    ...(swing !== undefined && { volatility: { value: swing, days: history.volatilityDays } }),
    ...(fall !== undefined && { drawdown: { value: fall, days: history.drawdownDays } }),
    ...(outflow !== undefined && {
      outflowSurvived: {
        value: outflow,
        days: history.outflowDays,
        withinDays: history.outflowWithinDays,
        survivedDays: history.outflowSurvivedDays,
      },
    }),
    ...(change !== null && { change30d: rounded(change) }),
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
