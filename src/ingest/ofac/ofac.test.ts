import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../config/config.ts'
import { UNDATED } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { Endpoint, SourceContext } from '../source.ts'
import { sanctionsBatch } from './map.ts'
import { ofac } from './source.ts'

const DAY = '2024-09-27'
const EVM = '0xAbCdEf0123456789aBcDeF0123456789abCDEF01'
const BITCOIN = '1InventedAddressForTheTestXXXXXXXX'

const batchOf = (body: unknown) => sanctionsBatch([{ asset: 'ETH', body }], DAY)

function codeOf(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return error instanceof PlimsollError ? error.code : undefined
  }
  return undefined
}

describe('the OFAC lists', () => {
  test('give EVM addresses in lower case and leave the others as they are written', () => {
    const batch = sanctionsBatch(
      [
        { asset: 'ETH', body: [EVM] },
        { asset: 'XBT', body: [BITCOIN] },
      ],
      DAY,
    )
    expect(batch.sanctions).toEqual([
      { asset: 'ETH', address: EVM.toLowerCase() },
      { asset: 'XBT', address: BITCOIN },
    ])
    expect(batch.rowCounts).toEqual({ rows: 2, accepted: 2, outOfScope: {}, refused: {} })
    expect(batch.notes).toEqual([])
  })

  test('merge an address that an asset names twice, also when only the case differs', () => {
    const { rowCounts, sanctions } = batchOf([EVM, EVM.toLowerCase(), EVM])
    expect(sanctions).toHaveLength(1)
    expect(rowCounts).toMatchObject({ rows: 3, accepted: 1, outOfScope: { duplicate: 2 } })
  })

  test('keep an address under each asset that names it', () => {
    const lists = ['ETH', 'USDT'].map((asset) => ({ asset, body: [EVM] }))
    expect(sanctionsBatch(lists, DAY).sanctions?.map(({ asset }) => asset)).toEqual(['ETH', 'USDT'])
  })

  test('refuse what is no address, count it and say so', () => {
    const { rowCounts, notes, sanctions } = batchOf([EVM, '', '  ', `${EVM} `, 7, 'x'.repeat(300)])
    expect(sanctions).toHaveLength(1)
    expect(rowCounts.refused).toEqual({ empty: 2, whitespace: 1, 'not-text': 1, 'too-long': 1 })
    expect(notes).toEqual(['5 entries of the OFAC lists could not be read.'])
  })

  test('may be empty for one asset but not for all, since that would clear everybody', () => {
    const some = [
      { asset: 'ETH', body: [EVM] },
      { asset: 'XMR', body: [] },
    ]
    expect(sanctionsBatch(some, DAY).sanctions).toHaveLength(1)
    expect(codeOf(() => batchOf([]))).toBe('UPSTREAM_INVALID')
    expect(codeOf(() => batchOf(['']))).toBe('UPSTREAM_INVALID')
  })

  test('are refused whole when one file is not a list', () => {
    const lists = [
      { asset: 'ETH', body: [EVM] },
      { asset: 'XBT', body: { message: 'Not Found' } },
    ]
    expect(codeOf(() => sanctionsBatch(lists, DAY))).toBe('UPSTREAM_INVALID')
  })
})

describe('the OFAC source', () => {
  const source = ofac(readConfig({}).upstreams)
  const blob = (path: string) => ({ path, type: 'blob', sha: 'b'.repeat(40), size: 9 })

  function contextOf(
    paths: string[],
    committed: unknown = [{ commit: { committer: { date: `${DAY}T00:35:17Z` } } }],
    asOf = DAY,
  ): { context: SourceContext; asked: Endpoint[] } {
    const asked: Endpoint[] = []
    const readJson = async (endpoint: Endpoint): Promise<unknown> => {
      asked.push(endpoint)
      if (endpoint.recordAs === 'ofac/tree.json') return { truncated: false, tree: paths.map(blob) }
      if (endpoint.recordAs !== 'ofac/commits.json') return [EVM]
      if (committed instanceof Error) throw committed
      return committed
    }
    const read = async (endpoint: Endpoint) => JSON.stringify(await readJson(endpoint))
    return { asked, context: { asOf, read, readJson, stored: () => [] } }
  }

  test('reads the JSON file of every asset by its version and nothing else', async () => {
    const { context, asked } = contextOf([
      'README.md',
      'sanctioned_addresses_ETH.json',
      'sanctioned_addresses_ETH.txt',
      'sanctioned_addresses_NEWCOIN.json',
      'old/sanctioned_addresses_XBT.json',
    ])
    const batch = await source.read(context)
    expect(asked.map(({ recordAs }) => recordAs)).toEqual([
      'ofac/tree.json',
      'ofac/commits.json',
      'ofac/ETH.json',
      'ofac/NEWCOIN.json',
    ])
    expect(asked.slice(2).map(({ version }) => version)).toEqual(['b'.repeat(40), 'b'.repeat(40)])
    expect(asked[2]?.url).toBe(
      'https://raw.githubusercontent.com/0xB10C/ofac-sanctioned-digital-currency-addresses/lists/sanctioned_addresses_ETH.json',
    )
    expect(batch.sanctions?.map(({ asset }) => asset)).toEqual(['ETH', 'NEWCOIN'])
  })

  const LIST = ['sanctioned_addresses_ETH.json']

  test('is of the day of its newest commit, whenever it is read', async () => {
    const committed = [{ commit: { committer: { date: '2024-09-27T00:35:17Z' } } }]
    const { context, asked } = contextOf(LIST, committed, '2026-11-21')
    const { asOf, notes } = await source.read(context)
    expect(asOf).toBe('2024-09-27')
    expect(notes).toEqual([
      'It is of 2024-09-27, 785 days old, past its limit of 30: it counts as stale.',
    ])
    expect(asked[1]?.url).toBe(
      'https://api.github.com/repos/0xB10C/ofac-sanctioned-digital-currency-addresses/commits?sha=lists&per_page=1',
    )
  })

  test.each([
    ['the recording holds no commit', new PlimsollError('NOT_RECORDED', 'It holds none.')],
    ['the answer names no commit', []],
  ])('bears no day, and says so, when %s', async (_, committed) => {
    const { asOf, notes } = await source.read(contextOf(LIST, committed).context)
    expect(asOf).toBe(UNDATED)
    expect(notes).toEqual(['It has no date, so all its data counts as stale.'])
  })

  test('fails when its day cannot be asked for, so that the last list, with its day, stays', async () => {
    const refused = new PlimsollError('UPSTREAM_UNREACHABLE', 'It answered 403.')
    const { context } = contextOf(LIST, refused)
    await expect(source.read(context)).rejects.toBe(refused)
  })

  test('is invalid when the repository holds no list', async () => {
    const { context } = contextOf(['README.md'])
    await expect(source.read(context)).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' })
  })
})

const recording = new URL(
  '../../../../shared/upstream/sanctions/ofac_2024-09-27.json',
  import.meta.url,
)

describe.skipIf(!existsSync(recording))('the recorded OFAC lists', () => {
  test('give every address of all 17 assets', () => {
    const { by_asset } = z
      .object({ by_asset: z.record(z.string(), z.array(z.string())) })
      .parse(JSON.parse(readFileSync(recording, 'utf8')))
    const lists = Object.entries(by_asset).map(([asset, body]) => ({ asset, body }))
    const { rowCounts, sanctions } = sanctionsBatch(lists, DAY)
    expect(lists).toHaveLength(17)
    expect(rowCounts.accepted).toBe(lists.flatMap(({ body }) => body).length)
    expect(rowCounts.refused).toEqual({})
    expect(sanctions?.filter(({ address }) => /^0x.*[A-Z]/.test(address))).toEqual([])
  })
})
