import { expect, test } from 'vitest'
import developmentFile from '../../data/validation/development.json' with { type: 'json' }
import { scoreMetadata } from '../contract/score-metadata.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { levelRate, type RateReport } from './level-rate.ts'

const LOW = {
  level: 'low' as const,
  merged: null,
  protocolYears: 621.1,
  any: { events: 15, value: 0.024, low: 0.0135, high: 0.04 },
}

const REPORT: RateReport = {
  methodology: { version: '1' },
  universes: [
    { levelRates: [LOW, { level: 'high', protocolYears: 3, any: null, merged: null }] },
    { levelRates: [{ ...LOW, protocolYears: 1 }] },
  ],
}

test('a level has the rate of the first universe of the report', () => {
  expect(levelRate('low', '1', REPORT)).toEqual({
    perYear: 0.024,
    low: 0.0135,
    high: 0.04,
    events: 15,
    years: 621.1,
    levels: ['low'],
    source: 'development',
  })
})

test('levels that are counted together have the rate of both', () => {
  const merged = { ...LOW, protocolYears: 900, levels: ['low' as const, 'moderate' as const] }
  const report = { ...REPORT, universes: [{ levelRates: [{ ...LOW, protocolYears: 1, merged }] }] }
  expect(levelRate('low', '1', report)).toMatchObject({ years: 900, levels: ['low', 'moderate'] })
})

test('a report of another version gives none, nor does a level without a rate or a protocol without a level', () => {
  expect(levelRate('low', '2', REPORT)).toBeNull()
  expect(levelRate('high', '1', REPORT)).toBeNull()
  expect(levelRate('elevated', '1', REPORT)).toBeNull()
  expect(levelRate(null, '1', REPORT)).toBeNull()
  expect(levelRate('low', '1', { ...REPORT, universes: [{}] })).toBeNull()
})

test('what the bundled report gives matches the published schema', () => {
  const schema = scoreMetadata.shape.levelRate
  const rates = RISK_LEVELS.map((level) => levelRate(level, developmentFile.methodology.version))
  expect(rates.map((rate) => schema.safeParse(rate).success)).toEqual(rates.map(() => true))
})
