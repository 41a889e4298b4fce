import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addDays, type Day, dayFromNumber } from '../../domain/day.ts'
import { sumTvl } from '../../domain/protocol.ts'
import { mapHistory } from '../defillama/history.ts'
import { mapProtocols } from '../defillama/protocols-map.ts'
import { loadSeed } from './read.ts'

const RECORDINGS = new URL('../../../../shared/upstream/', import.meta.url)
const DAYS = ['2023-09-12', '2024-03-11']
const { incidents } = loadSeed(new URL('../../../data/seed', import.meta.url)).incidents

// Skipped without the recorded answers, which are not part of this repository.
describe.skipIf(!existsSync(RECORDINGS))('the TVL before an incident of the seed', () => {
  it('is that of the recordings, and stands wherever they have one', () => {
    const totals = recordedTotals()
    const expected = incidents.flatMap(({ id, protocolId, day }) => {
      const days = totals.get(protocolId)
      const found = Array.from({ length: 8 }, (_, n) => addDays(day, -2 - n)).find(
        (candidate) => (days?.get(candidate) ?? 0) > 0,
      )
      const usd = found && days?.get(found)
      return found && usd ? [[id, { usd: Number(usd.toPrecision(3)), day: found }] as const] : []
    })
    const given = incidents.flatMap(({ id, tvlBefore }) => (tvlBefore ? [[id, tvlBefore]] : []))
    expect(given).toEqual(expected)
  })
})

/** TVL by protocol id and day, from the recorded histories and, for a day that they lack, from the registry of that day. */
function recordedTotals(): Map<string, Map<Day, number>> {
  const totals = new Map<string, Map<Day, number>>()
  for (const asOf of DAYS) {
    for (const file of readdirSync(new URL(`${asOf}/api.llama.fi/protocol/`, RECORDINGS))) {
      const body = recorded(asOf, `protocol/${file}`)
      totals.set(String(body.id), dailyTotals(body, asOf))
    }
  }
  for (const asOf of DAYS) {
    const options = { asOf, source: 'test' }
    for (const { id, tvl } of mapProtocols(recorded(asOf, 'protocols.json'), options).protocols ??
      []) {
      const days = totals.get(id) ?? new Map<Day, number>()
      totals.set(id, days)
      if (tvl.known && !days.has(asOf)) days.set(asOf, sumTvl(tvl.value))
    }
  }
  return totals
}

function dailyTotals(body: unknown, asOf: Day): Map<Day, number> {
  const totals = new Map<Day, number>()
  for (const { section, days, usd } of mapHistory(body, { slug: '', asOf }).series) {
    if (section !== 'tvl') continue
    for (const [index, number] of days.entries()) {
      const day = dayFromNumber(number)
      totals.set(day, (totals.get(day) ?? 0) + (usd[index] ?? 0))
    }
  }
  return totals
}

function recorded(day: Day, file: string) {
  return JSON.parse(readFileSync(new URL(`${day}/api.llama.fi/${file}`, RECORDINGS), 'utf8'))
}
