import { describe, expect, test } from 'vitest'
import { compoundV2Entry } from '../../wallet/evm/drivers/compound-v2.ts'
import { compoundV2Markets } from './compound-v2.ts'
import type { MarketDraft } from './draft.ts'
import { readRecording, readScene, type Scene } from './fixtures/recorded-code.ts'

const amount = (scene: Scene, name: string): bigint => BigInt(String(scene.said[name]))

describe('Compound v2', () => {
  const { entry, scene } = readRecording('compound-v2')
  const read = async (name: string): Promise<MarketDraft[]> =>
    readScene(scene(name), compoundV2Markets(compoundV2Entry.parse(entry)))

  test('supply, cash and debt are those of the only lender and the only borrower', async () => {
    const [usdc, ether] = await read('open')
    const open = scene('open')
    expect(usdc).toMatchObject({
      supplied: amount(open, 'supplied'),
      available: amount(open, 'cash'),
      borrowed: amount(open, 'borrowed'),
      price: { value: 1, unit: 'usd' },
      loanToValue: 0,
      supplyCap: null,
      priceFeed: null,
    })
    // 1,000 supplied and 950 lent, with interest.
    expect(usdc?.supplied).toBeGreaterThan(1_001_000_000n)
    expect(ether).toMatchObject({
      asset: 'WETH',
      supplied: 2n * 10n ** 18n,
      available: 2n * 10n ** 18n,
      loanToValue: 0.8,
      liquidationThreshold: 0.8,
      price: { value: 2_000, unit: 'usd' },
    })
  })

  test('a market whose minting is paused refuses it and is frozen, and redemptions go on', async () => {
    const [usdc, ether] = await read('mint paused')
    expect(scene('mint paused').said).toMatchObject({ mints: false, redeems: true })
    expect([usdc?.frozen, usdc?.paused, ether?.frozen]).toEqual([true, false, false])
    expect(scene('open').said).toMatchObject({ mints: true, redeems: true })
    const [open] = await read('open')
    expect([open?.frozen, open?.paused]).toEqual([false, false])
  })
})

describe('Venus', () => {
  const { entry, scene } = readRecording('venus')
  const read = async (name: string): Promise<MarketDraft[]> =>
    readScene(scene(name), compoundV2Markets(compoundV2Entry.parse(entry)))

  test('supply, cash and debt are those of the only lender and the only borrower', async () => {
    const open = scene('open')
    const [usdc] = await read('open')
    expect(usdc).toMatchObject({
      supplied: amount(open, 'supplied'),
      available: amount(open, 'cash'),
      borrowed: amount(open, 'borrowed'),
      supplyCap: 4_000_000_000n,
      frozen: false,
      paused: false,
    })
    expect(usdc?.borrowed).toBeGreaterThan(950_000_000n)
  })

  test('the factor that limits borrowing is not the threshold of liquidation', async () => {
    const { said } = scene('open')
    expect([said.factor, said.threshold]).toEqual(['800000000000000000', '850000000000000000'])
    const [, weth] = await read('open')
    expect(weth).toMatchObject({ loanToValue: 0.8, liquidationThreshold: 0.85, supplyCap: null })
  })

  test.each([
    ['open', true, [false, false, false, false]],
    ['redeem paused', false, [false, true, false, false]],
    ['mint paused', true, [true, false, false, false]],
    ['protocol paused', false, [false, true, false, true]],
  ])('%s: redemption goes on (%s) as the two markets say', async (name, redeems, expected) => {
    expect(scene(name).said.redeems).toBe(redeems)
    const drafts = await read(name)
    expect(drafts.flatMap(({ frozen, paused }) => [frozen, paused])).toEqual(expected)
  })
})
