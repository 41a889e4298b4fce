import { describe, expect, test } from 'vitest'
import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { by, changedBy } from '../../domain/fixtures/control.ts'
import { missing } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'
import { controlled } from '../fixtures/control.ts'
import { fact } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { upgradePath } from './upgrade-path.ts'

/** The risk points of a protocol with these contracts, or why there are none; an exchange on Ethereum unless `fields` say otherwise. */
function riskOf(contracts: Partial<ContractControl>[], fields: Partial<ProtocolRecord> = {}) {
  const reading = upgradePath.read(aSubject(controlled(contracts, fields)), METHODOLOGY)
  return reading.known ? reading.value.value : reading.reason
}

const on = (chain: string, usd: number) => ({ chain, section: 'tvl' as const, usd })
const { prior: PRIOR } = METHODOLOGY.signals.upgradePath

/** The share of TVL that was read, and the risk points there; null where that is all of it. */
function seenOf(contracts: Partial<ContractControl>[], fields: Partial<ProtocolRecord>) {
  const reading = upgradePath.read(aSubject(controlled(contracts, fields)), METHODOLOGY)
  return reading.known ? (reading.value.seen ?? null) : reading.reason
}

describe('TVL on a chain where no contract was read', () => {
  const tvl = fact([on('Ethereum', 3), on('Polygon', 1)])
  const risk = (path: ControlPath, fields: Partial<ProtocolRecord> = { tvl }) =>
    riskOf([{ codeChange: changedBy(path) }], fields)

  test('counts at the prior', () => {
    expect(risk(by('nobody'))).toBeCloseTo(0.25 * PRIOR, 12)
    expect(risk(by('governor'))).toBeCloseTo(0.75 * 5 + 0.25 * PRIOR, 12)
  })

  test('is no better than what was read', () => {
    expect(risk(by('eoa'))).toBe(9.5)
  })

  test('is covered by any contract with deposits there, and by none of which the record does not say', () => {
    const ethereum = { codeChange: changedBy(by('nobody')) }
    const polygon = { ...ethereum, chain: 'Polygon', address: '0x2' }
    expect(riskOf([ethereum, polygon], { tvl })).toBe(0)
    const silent = { ...polygon, codeChange: { known: false, why: 'not-recorded' } } as const
    expect(riskOf([ethereum, silent], { tvl })).toBeCloseTo(0.25 * PRIOR, 12)
    expect(riskOf([ethereum, { ...polygon, role: 'token' }], { tvl })).toBeCloseTo(0.25 * PRIOR, 12)
  })

  test('leaves the share that was read and its own risk points for the range, also where it counts no worse', () => {
    const seen = (path: ControlPath) => seenOf([{ codeChange: changedBy(path) }], { tvl })
    expect(seen(by('nobody'))).toEqual({ share: 0.75, value: 0 })
    expect(seen(by('eoa'))).toEqual({ share: 0.75, value: 9.5 })
    expect(seenOf([{}, { chain: 'Polygon', address: '0x2' }], { tvl })).toBeNull()
    expect(seenOf([{}], { tvl: missing('stale', 'registry') })).toEqual({ share: 0, value: 9.5 })
  })

  test('is all of it while TVL is not known, so that nothing good speaks for the protocol', () => {
    const unread = { tvl: missing('stale', 'registry'), chains: ['Ethereum'] }
    expect(risk(by('nobody'), unread)).toBe('not-covered')
    expect(risk(by('eoa'), unread)).toBe(9.5)
  })
})
