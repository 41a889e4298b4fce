import { describe, expect, test } from 'vitest'
import { aMarket } from '../domain/fixtures/market.ts'
import type { Market } from '../domain/market.ts'
import { marketsByProtocol } from './market-rows.ts'
import type { ChainOutcome } from './outcome.ts'

const SLUG = 'harbour'
const [POOL, OTHER] = ['0xpool', '0xother']
const isUsable = () => true

/** A market of an asset, as read in full. */
const whole = (address: string, asset: string, fields: Partial<Market> = {}) =>
  aMarket({ address, asset, assetAddress: `0x${asset}`, name: `main ${asset}`, ...fields })

/** What is left of a market that could not be read; all of an address without an asset. */
const lost = (address: string, fields: Partial<Market> = {}) =>
  aMarket({
    ...{ address, name: '', asset: '', assetAddress: '', suppliedUsd: null },
    gap: { why: 'node-failed', facts: ['availableShare'] },
    ...fields,
  })

const rows = (fresh: Market[] | 'failed', last: Market[], usable = isUsable) => {
  const common = { chain: 'Ethereum', protocols: new Set([SLUG]) }
  const outcome: ChainOutcome =
    fresh === 'failed'
      ? { ...common, failed: 'node-failed' }
      : { ...common, controls: [], partial: new Set(), markets: new Map([[SLUG, fresh]]) }
  const stored = { id: '1', slug: SLUG, value: last }
  const found = marketsByProtocol(
    { outcomes: [outcome], last: { control: [], markets: [stored] } },
    usable,
  )
  return found.flatMap(({ items }) => items)
}

describe('a market that could not be read', () => {
  test('stays a gap where it was never read, or too long ago', () => {
    const [gap, read] = [lost(POOL), whole(OTHER, 'usdc')]
    expect(rows([read, gap], [])).toEqual([read, gap])
    expect(rows([read, gap], [whole(POOL, 'weth')], () => false)).toEqual([read, gap])
  })

  test('keeps its last full reading, and never an earlier gap', () => {
    const before = whole(POOL, 'weth')
    expect(rows([lost(POOL, { ...before, gap: lost(POOL).gap })], [before])).toEqual([before])
    const gap = lost(POOL)
    expect(rows([gap], [lost(POOL, { day: '2024-01-01' })])).toEqual([gap])
  })

  test('at an address of several is covered by the readings of that address, one for each gap', () => {
    const before = [whole(POOL, 'weth'), whole(POOL, 'usdc')]
    expect(rows([lost(POOL)], before)).toEqual(before)
    const gaps = ['a', 'b', 'c'].map((name) => lost(POOL, { name }))
    expect(rows(gaps, before)).toEqual([...before, gaps[2]])
  })

  test('is not covered by another asset or another pool', () => {
    const before = whole(POOL, 'weth')
    const asset = lost(POOL, { assetAddress: '0xusdc' })
    expect(rows([asset], [before])).toEqual([before, asset])
    const fresh = [lost(POOL), lost(OTHER)]
    expect(rows(fresh, [before])).toEqual([before, fresh[1]])
  })

  test('that only a list names is covered by what the list named before', () => {
    const before = whole('0xmarket', 'weth')
    expect(rows([lost('0xlist')], [before])).toEqual([before])
  })
})

test('a chain that could not be read keeps what was last read of it, gaps included', () => {
  const before = [whole(POOL, 'weth'), lost(OTHER)]
  expect(rows('failed', before)).toEqual(before)
  expect(rows('failed', before, () => false)).toEqual([])
  expect(rows([whole(POOL, 'usdc')], before)).toEqual([whole(POOL, 'usdc')])
})

describe('a market that no two nodes agree on', () => {
  const disagreements = [
    {
      fact: 'utilisation',
      answers: [
        { node: 'a', answer: '0.4' },
        { node: 'b', answer: '0.9' },
      ],
    },
  ]
  const open = whole(POOL, 'weth', {
    unconfirmed: 'disagreement',
    disagreements,
    utilisation: null,
  })

  test('keeps its last confirmed reading, with what each node says now', () => {
    const before = whole(POOL, 'weth', { utilisation: 0.4 })
    expect(rows([open], [before])).toEqual([{ ...before, disagreements }])
    expect(rows([open], [before], () => false)).toEqual([open])
  })

  test('keeps none that was not confirmed itself, and loses an old disagreement', () => {
    expect(rows([open], [open])).toEqual([open])
    const before = whole(POOL, 'weth', { disagreements })
    const alone = whole(POOL, 'weth', { unconfirmed: 'one-node' })
    expect(rows([alone], [before])).toEqual([whole(POOL, 'weth')])
  })
})
