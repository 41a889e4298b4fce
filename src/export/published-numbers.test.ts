import { beforeAll, describe, expect, test } from 'vitest'
import { summariesOf } from '../contract/index-rows.ts'
import { detailDocument } from '../contract/protocol-detail.ts'
import { screenerIndex } from '../contract/screener-index.ts'
import { statsDocument } from '../contract/stats.ts'
import { seedCatalogues } from '../testing/published/two-snapshots.ts'
import { createDocuments, type Document } from './documents.ts'

/** Most decimals of a number, by the name of its field; any other has none. */
const DECIMALS: [field: RegExp, decimals: number][] = [
  [/Usd$/, 2],
  [/^(tvl30d)$/, 4],
  [/^(availableShare|utilisation|loanToValue|liquidationThreshold|supplyCapUsed)$/, 4],
  [/^(globalRiskIndex|globalRiskDelta7d|index|trend|delta)$/, 2],
  [/^(compositeScore|composite|coverageScore|scoreHistory|low|high|[a-zA-Z]+Risk)$/, 1],
  [/^(credit|counterparty|liquidity|oracle|smartContract|liquidityTrap)$/, 1],
  [/^(exactDelta|otherSignals)$/, 6],
  [/^meanDelta$/, 2],
  [/^(contribution|missingCost|topShare|ownShare)$/, 6],
  [/^(measured|category|missing|assetShares|assetsUnknown)$/, 4],
  [/^(levelRate|worst|scenarios)$/, 6],
  [/^(share|owedShare|issuer|final|atStake|first|threshold|holdings|venues)$/, 6],
  [/^(score|value|risk|weight|coverage|typical|weights_used)$/, 9],
]

let documents: Document[]

beforeAll(async () => {
  const { after } = await seedCatalogues()
  documents = [...createDocuments(after)]
}, 60_000)

/** Every number below a value, under the nearest name that says what it is. */
function numbersOf(value: unknown, field: string): [field: string, number: number][] {
  if (typeof value === 'number') return [[field, value]]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => numbersOf(item, field))
  return Object.entries(value).flatMap(([name, inner]) =>
    numbersOf(
      inner,
      ['weights_used', 'levelRate', 'worst', 'scenarios'].includes(field) ? field : name,
    ),
  )
}

function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

describe('the numbers of the sample', () => {
  test('carry no noise of the arithmetic, in any document', () => {
    const numbers = documents.flatMap(({ path, body }) =>
      numbersOf(JSON.parse(body), '').map(([field, number]) => ({ path, field, number })),
    )
    expect(numbers.length).toBeGreaterThan(50_000)
    const noisy = numbers.filter(({ field, number }) => {
      const most = DECIMALS.find(([pattern]) => pattern.test(field))?.[1] ?? 0
      return decimalsOf(number) > most
    })
    expect(noisy.slice(0, 5)).toEqual([])
  })

  test('describe every protocol in our words, and give no 30-day change, which one day cannot have', () => {
    const details = documents
      .filter(({ path }) => path.startsWith('protocols/'))
      .map(({ body }) => detailDocument.parse(JSON.parse(body)).data)
    const undescribed = details.filter(({ descriptionBy }) => descriptionBy !== 'plimsoll')
    expect(undescribed.map(({ id }) => id)).toEqual([])
    expect(details.filter(({ tvl30d }) => tvl30d !== null)).toEqual([])
  })

  test('of coverage and basis follow from the signals of each document', () => {
    const details = documents.filter(({ path }) => path.startsWith('protocols/'))
    const shares = details.map(({ body }) => {
      const { data } = detailDocument.parse(JSON.parse(body))
      const dimensions = Object.values(data.scoreMetadata?.dimensions ?? {})
      const measured = dimensions.map(({ status, signals }) =>
        status === 'not-applicable'
          ? 1
          : signals.reduce(
              (sum, { basis, weight }) => sum + (basis === 'measured' ? weight : 0),
              0,
            ),
      )
      const coverage = measured.reduce((sum, share) => sum + share, 0)
      expect(Math.abs(coverage - (data.coverageScore ?? 0)), data.id).toBeLessThan(0.051)
      for (const { signals, signalsUsed, missing } of dimensions) {
        const ids = (isMeasured: boolean) =>
          signals.flatMap(({ id, basis }) => ((basis === 'measured') === isMeasured ? [id] : []))
        expect([signalsUsed, missing]).toEqual([ids(true), ids(false)])
      }
      const { basis } = data.scoreMetadata ?? {}
      const sum = (basis?.measured ?? 0) + (basis?.category ?? 0) + (basis?.missing ?? 0)
      expect(sum).toBeCloseTo(1, 9)
      return coverage
    })
    expect(shares.length).toBeGreaterThan(300)
  })

  test('of TVL sum to the total, to the digit', () => {
    const read = (path: string): unknown =>
      JSON.parse(documents.find((document) => document.path === path)?.body ?? '')
    const rows = summariesOf(screenerIndex.parse(read('screener.json')))
    const cents = rows.reduce(
      (sum, { tvlUsd }) => sum + BigInt(Math.round((tvlUsd ?? 0) * 100)),
      0n,
    )
    const { data } = statsDocument.parse(read('stats.json'))
    expect(data.protocolCount).toBe(rows.length)
    expect(data.totalTvlUsd).toBe(Number(cents) / 100)
  })
})
