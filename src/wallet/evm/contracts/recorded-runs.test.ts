import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { placeRecorded } from '../../../testing/wallet/evm/recorded-contracts.ts'
import {
  asRecorded,
  RECORDED_RUNS,
  readRecordedRun,
  replay,
} from '../../../testing/wallet/evm/recorded-run.ts'
import { type Rig, startRig } from '../../../testing/wallet/evm/rig.ts'
import type { Finding } from '../../model/finding.ts'

function sumOf(findings: readonly Finding[], role: string, token: string): bigint {
  return findings
    .flatMap(({ legs }) => legs)
    .filter((leg) => leg.role === role && leg.token === token)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

const RUNS = RECORDED_RUNS.map((name) => ({ name, run: readRecordedRun(name) }))

describe.each(RUNS)('$name, as the protocol’s own contracts answered', ({ run }) => {
  let findings: Finding[] = []
  let rig: Rig | null = null
  beforeAll(async () => {
    if (run.lensReads.length > 0 && !isAnvilMissing()) {
      rig = await startRig()
      await placeRecorded(rig, run.lensReads)
    }
    findings = await replay(run, rig)
  }, 60_000)
  afterAll(() => rig?.stop())

  test.each(run.legs)('$role of $token is what the contracts reported, paid or took', (leg) => {
    const found = sumOf(findings, leg.role, leg.token)
    const difference = found > leg.amount ? found - leg.amount : leg.amount - found
    expect({ found, isWithin: difference <= leg.within }).toEqual({ found, isWithin: true })
  })

  test.each(run.perps)('$side $ref is of the size and price that closing reported', (reported) => {
    const perp = findings.find(({ ref }) => ref === reported.ref)?.perp
    expect(perp?.side).toBe(reported.side)
    // What is reported is rounded as the amounts of the protocol are.
    expect((perp?.sizeUsd ?? 0) / reported.sizeUsd).toBeCloseTo(1, 9)
    expect((perp?.entryPrice ?? 0) / reported.entryPrice).toBeCloseTo(1, 9)
  })

  test('market, health, limits and dates of each position are as recorded', () => {
    expect(asRecorded(findings)).toEqual(run.findings)
  })

  test('nothing else is found', () => {
    const found = findings.flatMap(({ legs }) => legs.map(({ role, token }) => `${role} ${token}`))
    const closed = run.legs.map(({ role, token }) => `${role} ${token}`)
    expect(new Set(found)).toEqual(new Set(closed))
  })
})
