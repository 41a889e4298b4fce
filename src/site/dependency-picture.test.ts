import { describe, expect, test } from 'vitest'
import type { Dependencies, DependencyEdge } from '../contract/dependencies.ts'
import { dependencyPicture } from './dependency-picture.ts'
import { dependencySentences, dependentsSentence, finalAssetsText } from './dependency-text.ts'

const DAY = '2026-10-04'
const edge = (
  name: string,
  share: number,
  given: Partial<DependencyEdge> = {},
): DependencyEdge => ({
  kind: 'holds',
  to: { id: name, name, class: 'fiat', isProtocol: false },
  ...{ tokens: [name], share, owedShare: null, usd: null, basis: 'curated', day: DAY, source: 'x' },
  ...given,
})

const some = (edges: DependencyEdge[], given: Partial<Dependencies> = {}): Dependencies => ({
  ...{ id: 'a', name: 'A', day: DAY, heldUsd: 100, makeup: { day: DAY, source: 'x', loans: null } },
  ...{ resolved: { issuer: 1, final: 1 }, edges, moreEdges: 0, finalAssets: [], bridges: [] },
  ...{ priceSources: [], worst: null, signals: [], dependents: [], dependentCount: 0, ...given },
})

describe(dependencyPicture, () => {
  test.each([5, 20, 60])(
    '%d edges: labels never overlap, and all of the value is drawn',
    (count) => {
      const edges = Array.from({ length: count }, (_, index) => edge(`issuer ${index}`, 1 / count))
      const { bands, bar, height } = dependencyPicture(some(edges))
      expect(bands.length).toBeLessThanOrEqual(13)
      const rows = bands.map(({ label }) => label.y)
      rows.slice(1).forEach((y, index) => {
        expect(y - (rows[index] ?? 0)).toBeGreaterThanOrEqual(29.9)
      })
      expect(bar.height).toBeCloseTo(260, 0)
      expect(height).toBeGreaterThan(rows.at(-1) ?? 0)
    },
  )

  test('what is not covered is a band of its own', () => {
    const { bands } = dependencyPicture(some([edge('Circle', 0.4)]))
    expect(bands.map(({ kind, label }) => [kind, label.share])).toEqual([
      ['outside', '40\u00a0%'],
      ['unknown', '60\u00a0%'],
    ])
  })

  test('a name that is too long for its place is cut', () => {
    const { bands } = dependencyPicture(some([edge('x'.repeat(24), 1)]))
    expect(bands[0]?.label.text).toBe(`${'x'.repeat(23)}…`)
  })

  test('what lies in a venue is not drawn twice', () => {
    const to = { id: 'morpho', name: 'Morpho', class: null, isProtocol: true }
    const { bands } = dependencyPicture(
      some([edge('Morpho', 1, { kind: 'runs-on', to }), edge('Circle', 1)]),
    )
    expect(bands.map(({ kind, label }) => [kind, label.href])).toEqual([
      ['listed', '/protocol/morpho/'],
    ])
  })
})

describe('the sentences', () => {
  test('of a lender name its unit and the collateral of its loans', () => {
    const loans = { countedIn: ['USDC', 'USDT'], custody: 'custodians' }
    const to = { id: 'bitcoin', name: 'Bitcoin', class: 'native', isProtocol: false } as const
    const edges = [edge('BTC', 0.6, { kind: 'backed-by', to })]
    expect(dependencySentences(some(edges, { makeup: { day: DAY, source: 'x', loans } }))).toEqual([
      'Deposits are counted in USDC, USDT and lent out; what stands behind them is the collateral of the loans, kept by custodians.',
      '60\u00a0% of the collateral of its loans is BTC.',
    ])
  })

  test('say that nothing is on record where it is so', () => {
    expect(dependencySentences(some([]))).toEqual(['What it holds is not on record.'])
  })

  test('name the largest issuer, what is not known and the worst failure', () => {
    const to = { id: 'lido', name: 'Lido', class: 'staking' as const, isProtocol: true }
    const worst = {
      ...{ to, drop: 0.1, because: 'As in June 2022.' },
      ...{ atStake: 0.06, first: 0.06, low: 0, high: 0.004 },
    }
    const edges = [
      edge('Lido', 0.6, { tokens: ['STETH'] }),
      edge('Circle', 0.2),
      edge('', 0.2, { kind: 'unknown', to: null }),
    ]
    const resolved = { issuer: 0.8, final: 0.5 }
    expect(dependencySentences(some(edges, { worst, resolved }))).toEqual([
      '60\u00a0% of what it holds is issued by Lido.',
      'For 20\u00a0% the issuer is not known.',
      'If Lido lost 10\u00a0% of its value, 6.0\u00a0% would be at stake and at most 0.4\u00a0% lost.',
    ])
  })

  test('name an issuer that is called like its token once', () => {
    expect(dependencySentences(some([edge('WBTC', 0.6)]))).toEqual([
      '60\u00a0% of what it holds is WBTC.',
    ])
  })

  test('say that none found is not none', () => {
    expect(dependentsSentence(some([]))).toContain('Not every protocol is resolved')
    expect(dependentsSentence(some([], { dependentCount: 2 }))).toMatch(/^2 protocols were found/)
  })

  test('name the assets in which claims end, with the unknown', () => {
    const finalAssets = [
      { asset: 'ETH', share: 0.7 },
      { asset: 'unknown', share: 0.295 },
      { asset: 'XPL', share: 0.005 },
    ]
    expect(finalAssetsText(some([], { finalAssets }))).toBe('ETH 70\u00a0%, not known 30\u00a0%')
  })
})
