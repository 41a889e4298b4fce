import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mapProtocols } from '../defillama/protocols-map.ts'
import { seedOn } from './past.ts'
import { loadPastDays, loadSeed } from './read.ts'

const FOLDER = new URL('../../../data/seed/', import.meta.url)
const SEED = loadSeed(FOLDER)
const DAYS = loadPastDays(FOLDER)
const RECORDING = new URL(
  '../../../../shared/upstream/2024-03-11/api.llama.fi/protocols.json',
  import.meta.url,
)

/** Every day in a value, by where it is. */
function daysIn(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? [[at, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => daysIn(part, `${at}.${key}`))
}

describe.each(DAYS)('the sample on $asOf', (past) => {
  const { asOf } = past
  const then = seedOn(SEED, past)

  test('knows nothing of a later day', () => {
    const days = daysIn(then)
    expect(days.length).toBeGreaterThan(500)
    // The day on which a report was read is none of its facts.
    expect(days.filter(([at, day]) => day > asOf && !at.endsWith('.readOn'))).toEqual([])
  })

  test('has protocols of the sample only, each once, with amounts of three digits', () => {
    const ids = then.protocols.protocols.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const today = new Set(SEED.protocols.protocols.map(({ id }) => id))
    expect(ids.filter((id) => !today.has(id))).toEqual([])
    for (const file of [past.bounties, past.adapters])
      expect(file.filter(({ protocolId }) => !ids.includes(protocolId))).toEqual([])
    const amounts = past.protocols.flatMap(({ tvl = {} }) =>
      Object.values(tvl).flatMap(Object.values),
    )
    expect(amounts.filter((usd) => Number(usd.toPrecision(3)) !== usd)).toEqual([])
  })

  test('has rows of that day, not of the newest', () => {
    expect(past.protocols.filter((row) => row.asOf !== asOf)).toEqual([])
    const newest = new Map(SEED.protocols.protocols.map((row) => [row.id, row.asOf]))
    expect(past.protocols.filter(({ id }) => (newest.get(id) ?? '') <= asOf)).toEqual([])
  })
})

test.skipIf(!existsSync(RECORDING))('the facts of 2024-03-11 are those of its registry', () => {
  const options = { asOf: '2024-03-11', source: 'defillama-protocols' }
  const body: unknown = JSON.parse(readFileSync(RECORDING, 'utf8'))
  const upstream = new Map(mapProtocols(body, options).protocols?.map((row) => [row.id, row]))
  const [past] = DAYS
  const odd = (past?.protocols ?? []).flatMap((row) => {
    const then = upstream.get(row.id)
    const { auditFlag, tvlChange7d, listedOn } = then?.facts ?? {}
    const total = then?.tvl.known
      ? then.tvl.value.reduce((sum, { section, usd }) => sum + (section === 'tvl' ? usd : 0), 0)
      : 0
    const own = Object.values(row.tvl ?? {}).reduce((sum, { tvl = 0 }) => sum + tvl, 0)
    const isSame =
      then?.slug === row.slug &&
      row.listedOn === (listedOn?.known ? listedOn.value : undefined) &&
      row.auditFlag === (auditFlag?.known ? auditFlag.value : undefined) &&
      (tvlChange7d?.known ?? false) === (row.tvlChange7d !== undefined) &&
      Math.abs(own - total) <= total * 0.01
    return isSame ? [] : [row.slug]
  })
  expect(odd).toEqual([])
})
