import { beforeAll, describe, expect, test } from 'vitest'
import { detailDocument, type ProtocolDetail } from '../../contract/protocol-detail.ts'
import type { ProtocolSummary } from '../../contract/protocol-summary.ts'
import { healthDocument, type ScreenerRow } from '../../contract/responses.ts'
import { statsDocument } from '../../contract/stats.ts'
import { DIMENSIONS } from '../../domain/dimension.ts'
import { type AskOptions, ask, type Target } from './client.ts'
import { allRows, allScreenerRows, errorOf, read } from './reading.ts'

const WEIGHTS = {
  smartContract: 0.25,
  counterparty: 0.2,
  credit: 0.15,
  liquidity: 0.15,
  oracle: 0.15,
  liquidityTrap: 0.1,
}

const LABELS = {
  smartContract: 'Smart Contract',
  counterparty: 'Counterparty',
  credit: 'Credit',
  liquidity: 'Liquidity',
  oracle: 'Oracle',
  liquidityTrap: 'Liquidity Trap',
}

const RISK_OF = {
  credit: 'creditRisk',
  counterparty: 'counterpartyRisk',
  liquidity: 'liquidityRisk',
  oracle: 'oracleRisk',
  smartContract: 'smartContractRisk',
  liquidityTrap: 'liquidityTrapRisk',
} as const

/** Every resource has the fields of the interface, and they agree with each other. */
export function describeResources(target: Target): void {
  describe.each(['live', 'sandbox'] as const)('resources of the %s data set', (set) => {
    let rows: ProtocolSummary[]
    let screened: Map<string, ScreenerRow>
    const details: ProtocolDetail[] = []
    const options = (): AskOptions => (set === 'sandbox' ? { key: target.keys.testPro } : {})

    beforeAll(async () => {
      rows = await allRows(target, '', options())
      const all = await allScreenerRows(target, '', options())
      screened = new Map(all.map((row) => [row.id, row]))
      for (const { id } of sample(rows)) {
        const path = `/v1/protocols/${encodeURIComponent(id)}`
        details.push((await read(target, path, detailDocument, options())).data)
      }
    })

    test('ids are unique, and the screener has the very same protocols', () => {
      expect(rows.length).toBeGreaterThan(20)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      expect([...screened.keys()].sort()).toEqual(rows.map(({ id }) => id).sort())
    })

    test('a row of the screener is the row of the list with six scores more', () => {
      for (const row of rows) expect(screened.get(row.id)).toMatchObject(row)
    })

    test('a record says the same as its row', () => {
      for (const record of details) {
        const row = rows.find(({ id }) => id === record.id)
        expect(record).toMatchObject({
          slug: row?.slug,
          name: row?.name,
          category: row?.category,
          chains: row?.chains,
          logoUrl: row?.logoUrl,
          url: row?.url,
          twitter: row?.twitter,
          coverageScore: row?.coverageScore,
          composite: row?.compositeScore,
          riskLevel: row?.riskLevel,
          tvlUsd: row?.tvlUsd,
          scoreHistory: row?.scoreHistory,
          scoredAt: row?.scoredAt,
        })
        for (const key of DIMENSIONS) {
          const score = record.dimensions?.[key].score ?? null
          expect(screened.get(record.id)?.[RISK_OF[key]], `${record.id} ${key}`).toBe(score)
        }
      }
    })

    test('the level follows from the composite, which has one decimal', () => {
      for (const { id, compositeScore, riskLevel } of rows) {
        expect(riskLevel, id).toBe(compositeScore === null ? null : levelOf(compositeScore))
        if (compositeScore !== null) expect(compositeScore).toBe(oneDecimal(compositeScore))
      }
      const levels = new Set(rows.map(({ riskLevel }) => riskLevel))
      expect(levels.size, 'levels that occur').toBeGreaterThan(2)
    })

    test('the history ends with the present score, and is empty without one', () => {
      for (const { id, compositeScore, scoreHistory, scoredAt } of rows) {
        expect(scoreHistory.at(-1) ?? null, id).toBe(compositeScore)
        expect(scoredAt === null, id).toBe(compositeScore === null)
      }
    })

    test('a protocol with insufficient data is listed, says so, and is null everywhere else', () => {
      const lacking = details.filter(({ composite }) => composite === null)
      expect(lacking.length).toBeGreaterThan(0)
      for (const record of lacking) {
        expect(record).toMatchObject({
          riskLevel: null,
          scoredAt: null,
          dimensions: null,
          scoreHistory: [],
        })
        const eligibility = record.scoreMetadata?.eligibility
        expect(eligibility?.label).toBe('Insufficient Data')
        expect(eligibility?.reasons.length).toBeGreaterThan(0)
        for (const { score, status, contribution } of Object.values(
          record.scoreMetadata?.dimensions ?? {},
        )) {
          expect({ score, contribution }, record.id).toEqual({ score: null, contribution: 0 })
          expect(status, record.id).not.toBe('scored')
        }
      }
    })

    test('dimensions have their labels, and a null one says whether it is unknown or does not apply', () => {
      for (const { id, dimensions, scoreMetadata } of details) {
        if (!dimensions) continue
        for (const key of DIMENSIONS) {
          expect(dimensions[key].label).toBe(LABELS[key])
          const said = scoreMetadata?.dimensions[key]
          expect(said?.status === 'scored', `${id} ${key}`).toBe(dimensions[key].score !== null)
          if (said?.status !== 'scored') expect(said?.reason, `${id} ${key}`).toBeTruthy()
        }
      }
    })

    test('the composite is the weighted mean of the scored dimensions, and the weights used sum to 1', () => {
      for (const { id, composite, scoreMetadata } of details) {
        if (composite === null || !scoreMetadata) continue
        const { weights_used: used, score } = scoreMetadata.composite
        const scored = DIMENSIONS.filter((key) => scoreMetadata.dimensions[key].status === 'scored')
        const total = scored.reduce((sum, key) => sum + WEIGHTS[key], 0)
        let mean = 0
        for (const key of scored) {
          expect(used[key], `${id} ${key}`).toBeCloseTo(WEIGHTS[key] / total, 3)
          mean += (used[key] ?? 0) * (scoreMetadata.dimensions[key].score ?? 0)
        }
        expect(Object.keys(used).sort(), id).toEqual([...scored].sort())
        const sum = Object.values(used).reduce<number>((all, weight) => all + (weight ?? 0), 0)
        expect(sum, id).toBeCloseTo(1, 6)
        expect(score, id).toBeCloseTo(mean, 2)
        expect(oneDecimal((score ?? 0) + 1e-9), id).toBeCloseTo(composite, 6)
      }
    })

    test('chains stand by TVL, largest first, and sum to the TVL', () => {
      for (const { id, chainTvls, tvlUsd } of details) {
        const amounts = chainTvls.map((row) => row.tvlUsd)
        expect(amounts, id).toEqual([...amounts].sort((a, b) => b - a))
        if (chainTvls.length === 0 || tvlUsd === null) continue
        const sum = amounts.reduce((all, usd) => all + usd, 0)
        expect(Math.abs(sum - tvlUsd), id).toBeLessThanOrEqual(1 + tvlUsd * 1e-9)
      }
    })

    test('similar protocols are others, and are there', () => {
      const ids = new Set(rows.map(({ id }) => id))
      for (const { id, similar } of details) {
        for (const other of similar) {
          expect(other.id).not.toBe(id)
          expect(ids.has(other.id), other.id).toBe(true)
        }
      }
      expect(details.some(({ similar }) => similar.length > 0)).toBe(true)
    })

    test('the aggregates are those of the list', async () => {
      const { data } = await read(target, '/v1/stats', statsDocument, options())
      const composites = rows.flatMap(({ compositeScore }) => compositeScore ?? [])
      const mean = composites.reduce((sum, score) => sum + score, 0) / composites.length
      expect(data.protocolCount).toBe(rows.length)
      expect(data.chainCount).toBe(new Set(rows.flatMap(({ chains }) => chains)).size)
      // Rows are rounded to one decimal, the index is not.
      expect(Math.abs((data.globalRiskIndex ?? 0) - mean)).toBeLessThan(0.06)
      const cents = rows.reduce((sum, { tvlUsd }) => sum + Math.round((tvlUsd ?? 0) * 100), 0)
      expect(data.totalTvlUsd).toBe(cents / 100)
    })

    test('health names the snapshot that is served', async () => {
      const { data } = await read(target, '/v1/health', healthDocument, options())
      expect(data.snapshot.protocolCount).toBe(rows.length)
      expect(data.snapshot.id).toContain(data.snapshot.asOf)
    })

    test('every kind of slug finds its protocol', async () => {
      const odd = rows.filter(({ id }) => /[^a-z0-9-]/.test(id))
      expect(odd.length).toBeGreaterThan(0)
      for (const { id } of odd) {
        const path = `/v1/protocols/${encodeURIComponent(id)}`
        expect((await read(target, path, detailDocument, options())).data.id).toBe(id)
      }
    })
  })

  describe('the two data sets', () => {
    test('no id is in both', async () => {
      const live = new Set((await allRows(target)).map(({ id }) => id))
      const sandbox = await allRows(target, '', { key: target.keys.testPro })
      expect(sandbox.filter(({ id }) => live.has(id))).toEqual([])
      const [first] = sandbox
      const reply = await ask(target, `/v1/protocols/${first?.id}`)
      expect(errorOf(reply).code).toBe('PROTOCOL_NOT_FOUND')
      expect(errorOf(reply).message).not.toContain('sandbox')
    })

    test('a test key with a live id gets an error that describes the ids of the sandbox', async () => {
      const reply = await ask(target, '/v1/protocols/aave-v3', { key: target.keys.testPro })
      expect(errorOf(reply).code).toBe('PROTOCOL_NOT_FOUND')
      expect(errorOf(reply).message).toContain('ids begin with sandbox-')
      const sandbox = await allRows(target, '', { key: target.keys.testPro })
      expect(sandbox.every(({ id }) => id.startsWith('sandbox-'))).toBe(true)
    })

    test('a former slug still finds the record', async () => {
      const { former, current } = target.capabilities.alias
      const { data } = await read(target, `/v1/protocols/${former}`, detailDocument)
      expect(data.id).toBe(current)
      const rows = await allRows(target)
      expect(rows.some(({ id }) => id === former)).toBe(false)
    })

    test.each([
      ['sandbox-eider-usd%2B', 'sandbox-eider-usd+'],
      ['sandbox-eider-usd+', 'sandbox-eider-usd+'],
      ['sandbox-shag-&-stack', 'sandbox-shag-&-stack'],
      ['sandbox-shag-%26-stack', 'sandbox-shag-&-stack'],
      ['sandbox-puffin-(wingeth)', 'sandbox-puffin-(wingeth)'],
      ['sandbox-puffin-%28wingeth%29', 'sandbox-puffin-(wingeth)'],
      ['sandbox-avocet.fi', 'sandbox-avocet.fi'],
      ['sandbox-avocet%2Efi', 'sandbox-avocet.fi'],
      ['%73andbox-avocet.fi', 'sandbox-avocet.fi'],
    ])('the spelling %s finds %s', async (spelling, id) => {
      const options = { key: target.keys.testPro }
      const { data } = await read(target, `/v1/protocols/${spelling}`, detailDocument, options)
      expect(data.id).toBe(id)
    })
  })
}

/** Every scored-less row, every odd slug, and an even spread of the rest. */
function sample(rows: ProtocolSummary[]): ProtocolSummary[] {
  const step = Math.max(1, Math.floor(rows.length / 25))
  return rows.filter(
    ({ id, compositeScore }, index) =>
      index % step === 0 ||
      /[^a-z0-9-]/.test(id) ||
      (compositeScore === null && index % 3 === 0) ||
      index === rows.length - 1,
  )
}

function levelOf(composite: number): string {
  if (composite <= 1.5) return 'very-low'
  if (composite <= 3) return 'low'
  if (composite <= 4.5) return 'moderate'
  return composite <= 6 ? 'elevated' : 'high'
}

function oneDecimal(score: number): number {
  return Math.round(score * 10) / 10
}
