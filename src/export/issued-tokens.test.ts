import { describe, expect, test } from 'vitest'
import sample from '../../data/seed/protocols.json' with { type: 'json' }
import { createSearch } from '../contract/search.ts'
import cases from './fixtures/issued-tokens.json' with { type: 'json' }
import { issuedTokens } from './issued-tokens.ts'
import { otherNames } from './name-aliases.ts'

const of = (fields: Partial<Parameters<typeof issuedTokens>[0]>) =>
  issuedTokens({ id: '0', slug: 'none', name: 'None', symbol: null, ...fields })

describe(issuedTokens, () => {
  test('are of the tables of dependencies', () => {
    expect(of({ id: '182' })).toEqual(['LDO', 'STETH', 'WSTETH'])
    expect(of({ id: '0' })).toEqual([])
  })

  test('the own symbol and name are none of them, in whatever case', () => {
    expect(of({ id: '182', symbol: 'ldo', name: 'stETH' })).toEqual(['WSTETH'])
  })

  test('a symbol that another issuer has everywhere is not that of a bridge', () => {
    expect(of({ id: '5901', symbol: 'USDT0' })).toEqual(['XAUT0'])
  })
})

describe('of the protocols of the sample', () => {
  const find = createSearch(
    sample.protocols.map((row) => ({
      id: row.slug,
      name: row.name,
      symbol: row.symbol ?? null,
      parent: row.parentSlug ?? null,
      formerSlugs: [],
      otherNames: otherNames(row.id),
      tokens: issuedTokens({ ...row, symbol: row.symbol ?? null }),
      size: Object.values<{ tvl?: number }>(row.tvl ?? {}).reduce(
        (sum, { tvl = 0 }) => sum + tvl,
        0,
      ),
    })),
  )
  test.each(cases.first)('%s finds %s first', (query, slug) => {
    expect(find(query, 3)[0]?.entry.id).toBe(slug)
  })
})
