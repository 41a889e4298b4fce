import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import words from '../content/words.json' with { type: 'json' }
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { signalName } from '../domain/signal-name.ts'
import { createDocuments } from '../export/documents.ts'
import { readingDays } from '../export/reading-days.ts'
import { loadSeed } from '../ingest/seed/read.ts'
import { gapsOf } from '../site/explanation.ts'
import { ledgerOf } from '../site/ledger.ts'
import { sandboxCatalogue } from './sandbox.ts'

const DATA = path.resolve(import.meta.dirname, '../../data')
const SEED = loadSeed(path.join(DATA, 'seed'))

let catalogue: Catalogue
let details: ProtocolDetail[]

beforeAll(async () => {
  catalogue = await sandboxCatalogue(path.join(DATA, 'seed'), readConfig({}).upstreams)
  details = [...createDocuments(catalogue)]
    .filter(({ path: name }) => name.startsWith('protocols/'))
    .map(({ body }) => JSON.parse(body).data)
}, 120_000)

const signalsOf = (detail: ProtocolDetail) =>
  Object.values(detail.scoreMetadata?.dimensions ?? {}).flatMap(({ signals }) => signals)

describe('the published sample', () => {
  test('holds every protocol of the seed', () => {
    expect(details).toHaveLength(SEED.protocols.protocols.length)
  })

  test.each(['volatility', 'drawdown', 'outflowSurvived'])(
    'says of no protocol that upstream does not carry its %s: the sample leaves the past out',
    (id) => {
      const reasons = details.flatMap((detail) => {
        const gap = ledgerOf(detail)
        return gap ? gapsOf(gap).filter(({ name }) => name === signalName(id)) : []
      })
      expect(reasons.length).toBeGreaterThan(300)
      expect(new Set(reasons.map(({ why }) => why))).toEqual(
        new Set([words.missing['not-in-sample']]),
      )
    },
  )

  test('distinguishes a weekly change that upstream did not have from one that the sample leaves out', () => {
    const gaps = details.flatMap(signalsOf).filter(({ id }) => id === 'weekOutflow')
    const reasons = Map.groupBy(gaps, ({ missing }) => missing)
    const bare = SEED.protocols.protocols.filter((row) => row.tvlChange7d === undefined)
    const leftOut = bare.filter((row) => row.leftOut?.includes('tvlChange7d'))
    expect(reasons.get('not-in-sample')).toHaveLength(leftOut.length)
    expect(reasons.get('not-covered')?.length).toBeLessThanOrEqual(bare.length - leftOut.length)
    expect(leftOut.length).toBeGreaterThan(0)
  })

  test.each(['bounty', 'upgradePath', 'exitWindow'])(
    'says where %s is missing that the sample leaves it out',
    (id) => {
      const gaps = details.flatMap(signalsOf).filter((signal) => signal.id === id && signal.missing)
      expect(gaps.length).toBeGreaterThan(10)
      const reasons = gaps.map(({ missing }) => missing)
      // A review that is in the sample may give no grade: that is what the source says.
      const ofReviewed = details.flatMap((detail, index) =>
        catalogue.entries[index]?.record.facts.reviews?.known ? [detail.id] : [],
      )
      expect(reasons.filter((reason) => reason !== 'not-in-sample').length).toBeLessThanOrEqual(
        id === 'bounty' ? 0 : ofReviewed.length,
      )
    },
  )

  test('says who controls the contracts of at least 40 protocols, and of the others that the sample does not', () => {
    const control = catalogue.entries.map(({ record }) => record.facts.control)
    expect(control.filter((fact) => fact?.known).length).toBeGreaterThanOrEqual(40)
    const reasons = control.flatMap((fact) => (fact?.known ? [] : [fact?.reason]))
    expect(new Set(reasons)).toEqual(new Set(['not-in-sample']))
  })

  test('claims of no protocol that it has no bounty programme', () => {
    expect(JSON.stringify(details)).not.toContain('No programme is listed')
  })

  test('gives what the methodology says of a kind of protocol no day, and what was read one', () => {
    const signals = details.flatMap(signalsOf).filter(({ missing }) => missing === null)
    const dated = Map.groupBy(signals, ({ source, asOf }) =>
      [source === 'methodology', asOf !== null].join(),
    )
    expect([...dated.keys()].sort()).toEqual(['false,true', 'true,false'])
  })

  test('says how old the review is wherever one speaks', () => {
    const reviewed = details
      .flatMap(signalsOf)
      .filter(({ reason, missing }) => reason.includes('DeFiScan') && missing === null)
    expect(reviewed.length).toBeGreaterThan(15)
    for (const { reason } of reviewed)
      expect(reason).toMatch(/ Reviewed (a month|\d+ months) ago\.$/)
  })

  test('shows of which days the readings of each source are, the old amounts among them', () => {
    expect(Object.fromEntries(readingDays(catalogue))).toEqual({
      'defillama-chains': { oldest: null, newest: null },
      'defillama-protocols': { oldest: '2023-12-31', newest: '2026-10-04' },
      'defillama-hacks': { oldest: expect.stringMatching(/^20(1|2[0-3])/), newest: '2026-08-31' },
      immunefi: { oldest: '2026-07-24', newest: '2026-07-24' },
      defiscan: { oldest: expect.stringMatching(/^202[45]/), newest: '2026-03-23' },
      ofac: { oldest: '2024-09-27', newest: '2024-09-27' },
      'defillama-adapters': { oldest: '2026-07-22', newest: '2026-08-22' },
      onchain: { oldest: null, newest: null },
      'public-records': { oldest: '2021-05-04', newest: '2026-10-04' },
    })
    const tvls = catalogue.entries.map(({ record }) => record.tvl)
    const old = tvls.filter((tvl) => tvl.known && tvl.asOf < '2025')
    expect(old.length).toBeGreaterThan(0)
    expect(old.length / tvls.length).toBeLessThan(0.15)
  })
})
