import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { dependenciesDocument } from '../../contract/dependencies.ts'
import { listDocument } from '../../contract/protocol-summary.ts'
import { type ScreenerRow, screenerDocument } from '../../contract/responses.ts'
import { DIMENSION_COLUMNS } from '../../domain/dimension.ts'
import { ask, sweep, type Target } from './client.ts'
import { allRows, allScreenerRows, read } from './reading.ts'

const MAXIMA: Record<string, (row: ScreenerRow) => number | null> = {
  maxCompositeScore: ({ compositeScore }) => compositeScore,
  ...Object.fromEntries(
    DIMENSION_COLUMNS.map((risk) => [
      `max${risk[0]?.toUpperCase()}${risk.slice(1)}`,
      (row: ScreenerRow) => row[risk],
    ]),
  ),
}

const withChains = z.object({
  data: z.object({ chainTvls: z.array(z.object({ chain: z.string(), tvlUsd: z.number() })) }),
})

type Keep = (row: ScreenerRow) => boolean

const onChain =
  (...names: string[]): Keep =>
  ({ chains }) =>
    chains.some((chain) => names.includes(chain))
const ofCategory =
  (...names: string[]): Keep =>
  ({ category }) =>
    category !== null && names.includes(category)
const both =
  (...all: Keep[]): Keep =>
  (row) =>
    all.every((keep) => keep(row))

/** Filters of both lists, judged against the whole list. */
export function describeFilters(target: Target): void {
  let rows: ScreenerRow[]

  beforeAll(async () => {
    rows = await allScreenerRows(target)
  })

  describe.each(['/v1/protocols', '/v1/screener'] as const)('filters by name of GET %s', (path) => {
    const filtered = (query: string) =>
      path === '/v1/protocols' ? allRows(target, query) : allScreenerRows(target, query)

    test.each<[string, Keep]>(
      sweep(target, [
        ['chain=Ethereum', onChain('Ethereum')],
        ['chain=Solana', onChain('Solana')],
        ['chain=ethereum', onChain('Ethereum')],
        ['chain=BNB%20Chain', onChain('BNB Chain')],
        ['chain=BNB+Chain', onChain('BNB Chain')],
        ['chain=Ethereum,Base', onChain('Ethereum', 'Base')],
        ['chain=Ethereum%2CBase', onChain('Ethereum', 'Base')],
        ['chain=Ethereum,%20Base', onChain('Ethereum', 'Base')],
        ['chain=Ethereum,,Base,', onChain('Ethereum', 'Base')],
        ['chain=Ethereum,Nowhere', onChain('Ethereum')],
        ['chain=Ethereum&chain=Base', onChain('Ethereum', 'Base')],
        ['chain=BSC', onChain('BNB Chain')],
        ['chain=bnb', onChain('BNB Chain')],
        ['chain=OP%20Mainnet', onChain('Optimism')],
        ['chain=eth,Arbitrum%20One', onChain('Ethereum', 'Arbitrum')],
        ['category=dex', ofCategory('Dexes', 'Dexs')],
        ['category=Dexs&category=Lending', ofCategory('Dexes', 'Dexs', 'Lending')],
        ['category=Lending', ofCategory('Lending')],
        ['category=LENDING', ofCategory('Lending')],
        ['category=Lending,CDP', ofCategory('Lending', 'CDP')],
        ['category=Liquid+Staking', ofCategory('Liquid Staking')],
        ['chain=Base&category=Lending', both(onChain('Base'), ofCategory('Lending'))],
        [
          'chain=Solana,Base&category=Lending,Dexs',
          both(onChain('Solana', 'Base'), ofCategory('Lending', 'Dexes', 'Dexs')),
        ],
      ]),
    )('%s keeps the rows it names', async (query, keep) => {
      const expected = rows.filter(keep).map(({ id }) => id)
      expect(expected.length).toBeGreaterThan(0)
      expect((await filtered(query)).map(({ id }) => id)).toEqual(expected)
    })

    test.each(
      sweep(target, ['chain=Nowhere', 'category=Nothing', 'chain=Ether', 'chain=Ethereum2']),
    )('%s names nothing and gives an empty page, not an error', async (query) => {
      expect(await filtered(query)).toEqual([])
      const shape = path === '/v1/protocols' ? listDocument : screenerDocument
      const { meta } = await read(target, `${path}?${query}`, shape)
      expect(meta).toMatchObject({ total: 0, page: 1, limit: 20, pageCount: 0 })
    })
  })

  describe('min_credit_score', () => {
    test.each(sweep(target, ['0', '3', '4.5', '5.05', '6.0', '10']))(
      '%s keeps composites from it on',
      async (text) => {
        const expected = rows.filter(
          ({ compositeScore }) => compositeScore !== null && compositeScore >= Number(text),
        )
        const got = await allRows(target, `min_credit_score=${text}`)
        expect(got.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      },
    )

    test('a row without a score passes no minimum, not even 0', async () => {
      const got = await allRows(target, 'min_credit_score=0')
      expect(got.length).toBeLessThan(rows.length)
      expect(got.every(({ compositeScore }) => compositeScore !== null)).toBe(true)
    })

    test('combines with names, order and pages', async () => {
      const query = 'min_credit_score=4&chain=Ethereum&category=Lending&sort_by=tvl&sort_dir=asc'
      const got = await allRows(target, query)
      const keep = both(onChain('Ethereum'), ofCategory('Lending'))
      const expected = rows.filter((row) => keep(row) && (row.compositeScore ?? -1) >= 4)
      expect(got.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
      const values = got.map(({ chainTvlUsd }) => chainTvlUsd ?? Number.POSITIVE_INFINITY)
      expect(values).toEqual([...values].sort((a, b) => a - b))
      const address = `/v1/protocols?${query}&per_page=2&page=2`
      const { data } = await read(target, address, listDocument)
      expect(data.map(({ id }) => id)).toEqual(got.slice(2, 4).map(({ id }) => id))
    })
  })

  describe('thresholds of GET /v1/screener', () => {
    for (const [name, value] of sweep(target, Object.entries(MAXIMA))) {
      test.each(sweep(target, ['0', '2', '4.5', '10']))(
        `${name}=%s keeps values up to it, and never a null`,
        async (text) => {
          const expected = rows.filter((row) => {
            const risk = value(row)
            return risk !== null && risk <= Number(text)
          })
          const got = await allScreenerRows(target, `${name}=${text}`)
          expect(got.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        },
      )
    }

    test('a threshold that equals a value keeps its row', async () => {
      for (const [name, value] of sweep(target, Object.entries(MAXIMA))) {
        const row = rows.find((candidate) => value(candidate) !== null)
        if (!row) continue
        const got = await allScreenerRows(target, `${name}=${value(row)}`)
        expect(
          got.map(({ id }) => id),
          name,
        ).toContain(row.id)
      }
    })

    test.each<[string, (row: ScreenerRow) => boolean]>(
      sweep(target, [
        ['q=A', ({ name, id }) => `${name} ${id}`.toLowerCase().includes('a')],
        ['status=active', ({ status }) => status === 'active'],
        ['level=low,none', ({ riskLevel }) => riskLevel === 'low' || riskLevel === null],
        ['minTvl=1000000', ({ tvlUsd }) => tvlUsd !== null && tvlUsd >= 1e6],
        ['maxTvl=100000000.5', ({ tvlUsd }) => tvlUsd !== null && tvlUsd <= 100_000_000.5],
        [
          'minTvl=1000000&level=low,moderate&q=e',
          ({ name, id, tvlUsd, riskLevel }) =>
            `${name} ${id}`.toLowerCase().includes('e') &&
            (tvlUsd ?? 0) >= 1e6 &&
            (riskLevel === 'low' || riskLevel === 'moderate'),
        ],
      ]),
    )('%s keeps the rows it describes', async (query, keep) => {
      const expected = rows.filter(keep)
      expect(expected.length).toBeGreaterThan(0)
      const got = await allScreenerRows(target, query)
      expect(got.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    })

    test('with a chain, TVL is that on the chain, as the document of each protocol has it', async () => {
      const chains = ['Base', 'Arbitrum']
      const query = `chain=${chains.join()}&minTvl=1000000&sort=tvl`
      const got = await allScreenerRows(target, query)
      const values = got.map(({ chainTvlUsd }) => chainTvlUsd ?? 0)
      expect(Math.min(...values)).toBeGreaterThanOrEqual(1e6)
      expect(values).toEqual([...values].sort((a, b) => b - a))
      for (const { id, chainTvlUsd } of got.slice(0, 5)) {
        const { data } = await read(target, `/v1/protocols/${id}`, withChains)
        const there = data.chainTvls.filter(({ chain }) => chains.includes(chain))
        expect(there.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)).toBeCloseTo(chainTvlUsd ?? 0, 1)
      }
      expect(rows.every((row) => row.chainTvlUsd === undefined)).toBe(true)
    })

    test('with an asset, rows have its share, as their dependencies have it, and the rest is counted', async () => {
      const query = '/v1/screener?asset=weth&chain=Ethereum&per_page=100'
      const { data, meta } = await read(target, query, screenerDocument)
      const others = rows.filter(({ chains }) => chains.includes('Ethereum')).length - meta.total
      const { notKnown = 0, partlyKnown = 0 } = meta.assets ?? {}
      expect(meta.total).toBeGreaterThan(5)
      expect(notKnown).toBeGreaterThan(0)
      expect(notKnown + partlyKnown).toBeLessThanOrEqual(others)
      expect(data.some(({ assetShare }) => assetShare === null)).toBe(true)
      const held = data.filter(({ assetShare }) => assetShare)
      for (const { id, assetShare } of held.slice(0, 3)) {
        const path = `/v1/protocols/${id}/dependencies`
        const { edges } = (await read(target, path, dependenciesDocument)).data
        const own = edges.find(({ tokens }) => tokens.includes('ETH'))
        expect(own?.share ?? 0, id).toBeGreaterThanOrEqual((assetShare ?? 0) - 0.0001)
      }
      const none = await read(target, '/v1/screener?asset=Nope,,USDC&q=zzz', screenerDocument)
      expect(none.meta.assets).toEqual({ notKnown: 0, partlyKnown: 0, unknownNames: ['nope'] })
      expect((await ask(target, '/v1/screener?asset=')).status).toBe(400)
    })

    test('all filters combine', async () => {
      const query = 'maxCompositeScore=6&maxSmartContractRisk=6&maxOracleRisk=7&chain=Ethereum'
      const got = await allScreenerRows(target, query)
      const expected = rows.filter(
        ({ compositeScore, smartContractRisk, oracleRisk, chains }) =>
          compositeScore !== null &&
          compositeScore <= 6 &&
          smartContractRisk !== null &&
          smartContractRisk <= 6 &&
          oracleRisk !== null &&
          oracleRisk <= 7 &&
          chains.includes('Ethereum'),
      )
      expect(expected.length).toBeGreaterThan(0)
      expect(got.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    })
  })
}
