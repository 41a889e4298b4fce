import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { proofOf } from '../../../scripts/coverage/scanned.ts'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import {
  type ContractEntry,
  DRIVER_NAMES,
  type DriverName,
  driverOf,
} from '../../wallet/evm/contracts/drivers.ts'
import type { Finding } from '../../wallet/model/finding.ts'
import { PROGRAM_READERS } from '../../wallet/solana/program-readers.ts'
import { RECORDED_RUNS, readRecordedRun } from './evm/recorded-run.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/**
 * Read by what Aave, Convex and Velodrome publish of their interfaces, because no package has the contracts. None may be added. Contracts
 * of ours with a published interface prove no driver: they share our assumptions. They are used for what goes wrong.
 */
const UNPROVED: readonly DriverName[] = ['staked-aave', 'vote-lock']

test.each(DRIVER_NAMES)('%s is shown by the protocol’s own contracts', (name) => {
  const proof = proofOf(name)
  const text = readFileSync(path.join(ROOT, proof), 'utf8')
  if (proof.endsWith('.json')) {
    expect(readRecordedRun(path.parse(proof).name).entry.driver).toBe(name)
    return
  }
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(text).toMatch(new RegExp(`driver: '${name}'|\\b${camel}\\b`))
  // Only a test on a chain counts.
  if (!UNPROVED.includes(name)) expect(text).toMatch(/\b(describeOnAnvil|startRig)\b/)
})

/** Stakes, gauges, shares and what is supplied look alike in a finding. What is locked waits as a withdrawal does. */
function seen(kind: string): string {
  if (kind === 'lock') return 'withdrawal'
  return ['supply', 'collateral', 'stake', 'gauge', 'lp'].includes(kind) ? 'held' : kind
}

function kindsOf({ legs, withdrawal, perp }: Finding): string[] {
  const roles = legs.map(({ role }) => seen(role)).filter((kind) => kind !== 'margin')
  return [...roles, ...(withdrawal ? ['withdrawal'] : []), ...(perp ? ['leverage'] : [])]
}

test.each(DRIVER_NAMES)('%s says of itself what its recorded runs find', (name) => {
  const findings = RECORDED_RUNS.map(readRecordedRun)
    .filter(({ entry }) => entry.driver === name)
    .flatMap((run) => run.findings as Finding[])
  const found = new Set(findings.flatMap(kindsOf))
  const { reads, shown = {} } = driverOf(name)
  const said = new Set(reads.filter((kind) => !shown[kind]).map(seen))
  // What waits is held too.
  const all = said.has('withdrawal') ? new Set([...said, 'held']) : said
  expect([...found].filter((kind) => !all.has(kind))).toEqual([])
  if (proofOf(name).endsWith('.json'))
    expect([...said].filter((kind) => !found.has(kind))).toEqual([])
})

test('every reader of a program names a test that runs it', () => {
  for (const { proof } of PROGRAM_READERS)
    expect(existsSync(path.join(ROOT, 'src/wallet/solana/programs', proof))).toBe(true)
})

/** Rates that no contract of their protocol was run for, and why. */
const UNRECORDED: Readonly<Record<string, string>> = {
  'exchangeRatio()': 'no function of the source that Bedrock publishes sets its token any more',
  'sharesToBonds(uint256)': 'no source that Ankr publishes was found',
}

test('every rate that a row asks for was answered by a contract of a protocol, or is named here', () => {
  const asked = SCAN_CHAINS.flatMap(({ key }) => {
    const url = new URL(`../../../data/wallet/contracts/${key}.json`, import.meta.url)
    return parseContractList(JSON.parse(readFileSync(url, 'utf8')), key).entries.flatMap(rateOf)
  })
  const recorded = RECORDED_RUNS.flatMap((name) => rateOf(readRecordedRun(name).entry))
  expect([...new Set([...recorded, ...Object.keys(UNRECORDED)])].sort()).toEqual(
    [...new Set(asked)].sort(),
  )
  expect(recorded.filter((name) => UNRECORDED[name])).toEqual([])
})

function rateOf(entry: ContractEntry): string[] {
  return entry.driver === 'holding' && entry.rate ? [entry.rate.function] : []
}
