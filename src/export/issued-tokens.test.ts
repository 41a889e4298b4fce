import { describe, expect, test } from 'vitest'
import sample from '../../data/seed/protocols.json' with { type: 'json' }
import { listedContracts } from '../addresses/listed-contracts.ts'
import { createSearch } from '../contract/search.ts'
import cases from './fixtures/issued-tokens.json' with { type: 'json' }
import { tokenFinder } from './issued-tokens.ts'
import { otherNames } from './name-aliases.ts'

const none = { id: '0', slug: 'none', name: 'None', symbol: null }

function receipt(name: string, protocol: { id: string | null; slugs: string[] } | null) {
  const where = { chain: 'Ethereum', address: `0x${name}`, note: null, source: 'a list', day: null }
  const own = protocol && { ...protocol, name: 'X' }
  return { ...where, name, protocol: own, role: 'receipt' as const, table: 'wallet' as const }
}

describe(tokenFinder, () => {
  test('finds those of the tables of dependencies', () => {
    const find = tokenFinder([])
    expect(find({ ...none, id: '182' })).toEqual(['LDO', 'STETH', 'WSTETH'])
    expect(find(none)).toEqual([])
  })

  test('finds receipts by the id of the protocol, or by a slug where it has none, as the token is written', () => {
    const find = tokenFinder([
      receipt('stETH', { id: '182', slugs: ['lido'] }),
      receipt('USR', { id: null, slugs: ['resolv', 'resolv-labs'] }),
      receipt('0x0000…', { id: '0', slugs: ['none'] }),
      receipt('LP', null),
      { ...receipt('USDC', { id: '0', slugs: ['none'] }), role: 'asset' },
    ])
    expect(find({ ...none, id: '182' })).toEqual(['LDO', 'stETH', 'WSTETH'])
    expect(find({ ...none, slug: 'resolv-labs' })).toEqual(['USR'])
    expect(find(none)).toEqual([])
  })

  test('leaves out the own symbol and name, in whatever case', () => {
    expect(tokenFinder([])({ ...none, id: '182', symbol: 'ldo', name: 'stETH' })).toEqual([
      'WSTETH',
    ])
  })

  test('leaves out what another issuer has everywhere, and one receipt for each validator', () => {
    const many = Array.from({ length: 21 }, (_, at) => receipt(`v${at}`, { id: '0', slugs: [] }))
    expect(tokenFinder([])({ ...none, id: '5901', symbol: 'USDT0' })).toEqual(['XAUT0'])
    expect(tokenFinder(many)(none)).toEqual([])
    expect(tokenFinder(many.slice(1))(none)).toHaveLength(20)
  })
})

describe('of the protocols of the sample', () => {
  const tokensOf = tokenFinder(listedContracts())
  const find = createSearch(
    sample.protocols.map((row) => ({
      id: row.slug,
      name: row.name,
      symbol: row.symbol ?? null,
      parent: row.parentSlug ?? null,
      formerSlugs: [],
      otherNames: otherNames(row.id),
      tokens: tokensOf({ ...row, symbol: row.symbol ?? null }),
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
