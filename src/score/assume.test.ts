import { describe, expect, test } from 'vitest'
import { type DimensionKey, mapDimensions } from '../domain/dimension.ts'
import type { SignalScore } from '../domain/score.ts'
import { riskAssuming } from './assume.ts'
import { METHODOLOGY, type SignalId } from './methodology.ts'

/** A signal of a dimension: its risk points, or null when it is missing. Each has all of the weight but for `weight`. */
function signal(id: SignalId, risk: number | null, weight = 1): SignalScore {
  const common = { id, weight, contribution: 0, sentence: '', source: 'test', inherited: false }
  return risk === null
    ? { ...common, value: null, risk: 0, asOf: null, basis: 'missing', missing: 'not-covered' }
    : { ...common, value: risk, risk, asOf: null, basis: 'measured', missing: null }
}

/** What a signal counts at, beside these others; priors are 5 but for those given. */
function assumed(
  signals: Partial<Record<DimensionKey, SignalScore[]>>,
  id: SignalId,
  { priors = {}, risks = {} }: { priors?: Partial<Record<SignalId, number>>; risks?: object } = {},
): number {
  const method = { ...METHODOLOGY, signals: { ...METHODOLOGY.signals } }
  for (const [key, of] of Object.entries(method.signals) as [SignalId, { prior: number }][]) {
    Object.assign(method.signals, { [key]: { ...of, prior: priors[key] ?? 5 } })
  }
  const dimensions = mapDimensions((key) => ({ signals: signals[key] ?? [] }))
  const all = Object.values(dimensions).flatMap((dimension) => dimension.signals)
  const own = all.find((one) => one.id === id) ?? expect.fail(id)
  return riskAssuming(dimensions, method, risks)(own)
}

const AUDITS = signal('audits', null)

describe('a missing signal', () => {
  test('counts at its prior where what was measured is better', () => {
    const counterparty = [signal('chainSecurity', 2)]
    expect(assumed({ smartContract: [AUDITS], counterparty }, 'audits')).toBe(5)
    expect(assumed({ smartContract: [AUDITS] }, 'audits')).toBe(5)
  })

  test('counts at the mean of what was measured where that is worse, by the weights of the composite', () => {
    const signals = {
      smartContract: [AUDITS, signal('incidents', 9, 0.5)],
      liquidity: [signal('drawdown', 6, 0.5)],
    }
    expect(assumed(signals, 'audits')).toBeCloseTo((0.125 * 9 + 0.075 * 6) / 0.2, 12)
  })

  test('counts at no less for another that is missing and usually worse', () => {
    const signals = { smartContract: [AUDITS, signal('incidents', 6), signal('bounty', null)] }
    expect(assumed(signals, 'audits')).toBe(6)
    expect(assumed(signals, 'audits', { priors: { bounty: 8 } })).toBe(7)
    expect(assumed(signals, 'audits', { priors: { bounty: 6 } })).toBe(6)
  })

  test('counts at no less for what credit and oracles say, and at more for what is bad of them', () => {
    const smartContract = [AUDITS, signal('incidents', 8)]
    expect(assumed({ smartContract, credit: [signal('utilisation', 0)] }, 'audits')).toBe(8)
    const oracle = [signal('feedQuality', 10)]
    expect(assumed({ smartContract, oracle }, 'audits')).toBeCloseTo((2 + 1.5) / 0.4, 12)
  })

  test('counts at no less for one at the worst of its signal, which may be one that could not be read', () => {
    const signals = { smartContract: [AUDITS, signal('incidents', 10)] }
    const liquidityTrap = [signal('withdrawTime', 8)]
    expect(assumed({ ...signals, liquidityTrap }, 'audits')).toBe(9.5)
    const wait = [signal('withdrawTime', 7.9)]
    expect(assumed({ ...signals, liquidityTrap: wait }, 'audits')).toBeLessThan(9.5)
  })

  test('of which too little was seen counts at what was seen where that is worse, and else like one that is missing', () => {
    const seen = { ...signal('upgradePath', 6), seenRisk: 6 }
    const smartContract = [signal('incidents', 8)]
    expect(assumed({ smartContract, counterparty: [seen] }, 'upgradePath')).toBe(8)
    expect(assumed({ counterparty: [{ ...seen, risk: 9, seenRisk: 9 }] }, 'upgradePath')).toBe(9)
  })

  test('counts at no more than its own worst', () => {
    const signals = {
      smartContract: [signal('incidents', 10)],
      liquidityTrap: [signal('withdrawTime', null)],
    }
    expect(assumed(signals, 'withdrawTime')).toBe(8)
  })

  test('counts at nothing of its kind, which is no reading', () => {
    const kind: SignalScore = { ...signal('kindLosses', 9), basis: 'category' }
    expect(assumed({ smartContract: [AUDITS, kind] }, 'audits')).toBe(5)
  })

  test('that is taken to be measured counts at that, and moves the others', () => {
    const signals = { smartContract: [AUDITS, signal('bounty', null)] }
    expect(assumed(signals, 'bounty', { risks: { bounty: 9 } })).toBe(9)
    expect(assumed(signals, 'audits', { risks: { bounty: 9 } })).toBe(9)
  })
})

test('a signal that is measured counts at what it reads', () => {
  expect(assumed({ smartContract: [AUDITS, signal('incidents', 1)] }, 'incidents')).toBe(1)
})
