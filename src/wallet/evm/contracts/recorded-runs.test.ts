import { describe, expect, test } from 'vitest'
import { RECORDED_RUNS, readRecordedRun, replay } from '../../../testing/wallet/evm/recorded-run.ts'
import type { Finding } from '../../model/finding.ts'

function sumOf(findings: readonly Finding[], role: string, token: string): bigint {
  return findings
    .flatMap(({ legs }) => legs)
    .filter((leg) => leg.role === role && leg.token === token)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

describe.each(RECORDED_RUNS)('%s, as the protocol’s own contracts answered', (name) => {
  const run = readRecordedRun(name)
  const findings = replay(run)

  test.each(run.legs)('$role of $token is what the contracts told, paid or took', (leg) => {
    const found = sumOf(findings, leg.role, leg.token)
    const difference = found > leg.amount ? found - leg.amount : leg.amount - found
    expect({ found, isWithin: difference <= leg.within }).toEqual({ found, isWithin: true })
  })

  test('nothing else is found', () => {
    const found = findings.flatMap(({ legs }) => legs.map(({ role, token }) => `${role} ${token}`))
    const closed = run.legs.map(({ role, token }) => `${role} ${token}`)
    expect(new Set(found)).toEqual(new Set(closed))
  })

  test('the source, its licence and what was done are said', () => {
    expect(run.source).toMatch(/@[0-9a-f]{7,40}\b/)
    expect(run.licence).not.toBe('')
    expect(run.made.length).toBeGreaterThan(40)
  })
})
