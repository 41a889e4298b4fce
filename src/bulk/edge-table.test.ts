import { expect, test } from 'vitest'
import type { Dependencies } from '../contract/dependencies.ts'
import { edgeTable } from './edge-table.ts'

const DAY = '2026-01-02'
const issuer = { id: 'kelp', name: '=Kelp\0', class: 'staking' as const, isProtocol: true }

const lender: Dependencies = {
  ...{ id: 'lender', name: 'Lender', day: DAY, heldUsd: 7_340_123 },
  makeup: { day: '2026-01-01', source: 'defillama-protocol', loans: null },
  resolved: { issuer: 0.4, final: 0.4 },
  edges: [
    {
      ...{ kind: 'holds', to: issuer, tokens: ['RSETH'], share: 0.4, owedShare: 0.5 },
      ...{ usd: 2_936_049, basis: 'upstream', day: '2026-01-01', source: 'defillama-protocol' },
    },
    {
      ...{ kind: 'unknown', to: null, tokens: ['WHAT'], share: 0.6, owedShare: null },
      ...{ usd: 4_404_074, basis: 'unknown', day: '2026-01-01', source: 'defillama-protocol' },
    },
  ],
  bridges: [
    {
      ...{ id: 'layerzero', name: 'LayerZero', model: 'lock', quorum: null },
      ...{ tokens: ['RSETH'], share: 0.4 },
    },
  ],
  ...{
    moreEdges: 0,
    finalAssets: [],
    priceSources: [],
    worst: null,
    signals: [],
    dependents: [],
    dependentCount: 0,
  },
}

test('has a row for each edge and each bridge, what is unknown among them, and no amount', () => {
  const { columns, rows } = edgeTable([lender])
  const source = ['2026-01-01', 'defillama-protocol']
  expect(rows).toEqual([
    ['lender', 'kelp', '=Kelp\uFFFD', 'holds', 0.4, 0.5, 'upstream', ...source],
    ['lender', null, null, 'unknown', 0.6, null, 'unknown', ...source],
    ['lender', 'layerzero', 'LayerZero', 'bridged-by', 0.4, null, 'upstream', ...source],
  ])
  for (const row of rows) expect(row).toHaveLength(columns.length)
})
