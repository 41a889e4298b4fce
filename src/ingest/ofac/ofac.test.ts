import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../config/config.ts'
import { UNDATED } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { commitOf, contextOf, treeOf } from '../fixtures/answers.ts'
import { sanctionsBatch } from './map.ts'
import { ofac } from './source.ts'

const DAY = '2024-09-27'
const EVM = '0xAbCdEf0123456789aBcDeF0123456789abCDEF01'
describe('the OFAC source', () => {
  const source = ofac(readConfig({}).upstreams)

  function runWith(paths: string[], committed: unknown = commitOf(`${DAY}T00:35:17Z`), asOf = DAY) {
    const lists = ['ETH', 'NEWCOIN'].map((asset) => [`ofac/${asset}.json`, [EVM]])
    const tree = { 'ofac/tree.json': treeOf(...paths), 'ofac/commits.json': committed }
    return contextOf({ ...Object.fromEntries(lists), ...tree }, asOf)
  }

  test('reads the JSON file of every asset by its version and nothing else', async () => {
    const { context, asked } = runWith([
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
    const committed = commitOf('2024-09-27T00:35:17Z')
    const { context, asked } = runWith(LIST, committed, '2026-11-21')
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
    const { asOf, notes } = await source.read(runWith(LIST, committed).context)
    expect(asOf).toBe(UNDATED)
    expect(notes).toEqual(['It has no date, so all its data counts as stale.'])
  })

  test('fails when its day cannot be asked for, so that the last list, with its day, stays', async () => {
    const refused = new PlimsollError('UPSTREAM_UNREACHABLE', 'It answered 403.')
    const { context } = runWith(LIST, refused)
    await expect(source.read(context)).rejects.toBe(refused)
  })

  test('is invalid when the repository holds no list', async () => {
    const { context } = runWith(['README.md'])
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
