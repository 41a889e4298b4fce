import { describe, expect, test } from 'vitest'
import { whoElse } from '../contract/who-else.ts'
import { TABLES } from '../dependencies/fixtures/world.ts'
import type { MakeupPart } from '../domain/dependency.ts'
import type { PastNumbers, PastShares } from '../domain/past.ts'
import { DAY, fact } from '../score/fixtures/record.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { createWhoElse } from './who-else.ts'

const asset = (shares: Record<string, number>) => {
  const parts = Object.entries(shares).map(
    ([token, share]): MakeupPart => ({ chain: null, token, share, owedShare: null }),
  )
  return fact({ topToken: '', topShare: 0, ownShare: null, tokens: parts.length, parts })
}

const entries = [
  anEntry({ id: 'perps', tvlUsd: 500, facts: { assets: asset({ ETH: 0.6, JLP: 0.4 }) } }),
  anEntry({ id: '1', tvlUsd: 1_000, facts: { assets: asset({ JLP: 0.05, USDC: 0.5 }) } }),
  anEntry({ id: '2', tvlUsd: 100, facts: { assets: asset({ JLP: 0.9 }) } }),
  anEntry({ id: '3', tvlUsd: 10 }),
]

const share = (from: string, part: number | null, to = 'perps') => ({
  ...{ from, kind: 'holds' as const, to, protocolId: 'perps', share: part },
  basis: 'upstream' as const,
})

const past: PastShares = {
  ...{ day: '2024-03-01', resolved: 7, tables: 'x', prices: [] },
  shares: [share('2', 0.3), share('2', 0.1, 'perps-2'), share('gone', 0.2), share('perps', 0.5)],
}

const catalogue = aCatalogue(entries, {
  pastShares: { recent: [], before: new Map([['loss', past]]) },
})
catalogue.past = {
  snapshots: [{ publicId: 'x', day: '2024-03-01', methodology: '1' }],
  numbers: new Map([['2', { tvlUsd: new Float64Array([1_000]) } as PastNumbers]]),
  comparisons: [],
}

describe('who else', () => {
  const find = createWhoElse(catalogue, TABLES)

  test('stood on it is of the snapshot before, with the amounts of that day, and never itself', () => {
    expect(whoElse.parse(find({ id: 'loss', protocolId: 'perps' }))).toEqual({
      ...{ isBefore: true, day: '2024-03-01', count: 2, resolvedProtocols: 7 },
      rows: [
        {
          ...{ id: 'protocol-2', name: 'Protocol 2', kind: 'holds' },
          ...{ share: 0.4, usd: 400, day: '2024-03-01' },
        },
        {
          ...{ id: 'gone', name: 'gone', kind: 'holds' },
          ...{ share: 0.2, usd: null, day: '2024-03-01' },
        },
      ],
    })
  })

  test('stands on it today where no snapshot before kept it, and says so', () => {
    const found = whoElse.parse(find({ id: 'older', protocolId: 'perps' }))
    expect(found).toMatchObject({ isBefore: false, day: DAY, count: 2, resolvedProtocols: 3 })
    expect(found.rows.map(({ id, usd }) => [id, usd])).toEqual([
      ['protocol-2', 90],
      ['protocol-1', 50],
    ])
    expect(find({ id: 'older', protocolId: 'perps' }, 1)).toMatchObject({
      ...{ count: 2, rows: [{ id: 'protocol-2' }] },
    })
  })

  test('is none found, and not none, for a protocol on which nothing is known to stand', () => {
    expect(find({ id: 'older', protocolId: '3' })).toMatchObject({
      ...{ rows: [], count: 0, resolvedProtocols: 3 },
    })
    expect(find({ id: 'older', protocolId: null })).toBeNull()
  })
})
