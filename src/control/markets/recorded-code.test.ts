import { describe, expect, test } from 'vitest'
import { eulerEntry } from '../../wallet/evm/drivers/euler.ts'
import { fluidEntry } from '../../wallet/evm/drivers/fluid.ts'
import { holdingEntry } from '../../wallet/evm/drivers/holding.ts'
import type { MarketDraft } from './draft.ts'
import { eulerMarkets } from './euler.ts'
import { readRecording, readScene, type Scene } from './fixtures/recorded-code.ts'
import { fluidMarkets } from './fluid.ts'
import { lidoMarkets } from './lido.ts'

const amount = (scene: Scene, name: string): bigint => BigInt(String(scene.said[name]))

describe('Euler v2', () => {
  const { entry, scene } = readRecording('euler')
  const read = async (name: string): Promise<MarketDraft[]> =>
    readScene(scene(name), eulerMarkets(eulerEntry.parse(entry)))

  test('debt, cash and what could be withdrawn are those of the vault', async () => {
    const open = scene('open')
    const [usdc, weth] = await read('open')
    expect(usdc).toMatchObject({
      borrowed: amount(open, 'debt'),
      available: amount(open, 'balance'),
      // What the cap leaves to deposit.
      supplyCap: 4_000_000_000n,
      loanToValue: 0.8,
      liquidationThreshold: 0.85,
    })
    expect((usdc?.supplied ?? 0n) + amount(open, 'maxDeposit')).toBe(4_000_000_000n - 1n)
    // It rounds down by shares.
    expect((usdc?.available ?? 0n) - amount(open, 'maxWithdraw')).toBe(1n)
    expect(weth).toMatchObject({ supplied: 2n * 10n ** 18n, borrowed: 0n, loanToValue: 0 })
    expect(usdc?.priceFeed).not.toBe(weth?.priceFeed)
    expect([usdc?.priceFeed, weth?.priceFeed]).not.toContain(null)
  })

  test.each([
    ['open', false, false],
    ['withdraw off', false, false],
    ['withdraw and redeem off', false, true],
    ['deposit off', false, false],
    ['deposit and mint off', true, false],
  ])(
    '%s: frozen %s and paused %s, as supplies and withdrawals go on',
    async (name, ...expected) => {
      const { deposits, mints, withdraws, redeems } = scene(name).said
      expect([!(deposits || mints), !(withdraws || redeems)]).toEqual(expected)
      const [usdc] = await read(name)
      expect([usdc?.frozen, usdc?.paused]).toEqual(expected)
    },
  )

  test('a collateral that is phased out no longer backs a loan, but is not liquidated at once', async () => {
    const [usdc] = await read('collateral on its way out')
    expect(usdc).toMatchObject({ loanToValue: 0, supplyCap: null })
    expect(usdc?.liquidationThreshold).toBeGreaterThan(0.8)
  })
})

describe('Fluid', () => {
  const { entry, scene } = readRecording('fluid')
  const read = async (name: string): Promise<MarketDraft[]> =>
    readScene(scene(name), fluidMarkets(fluidEntry.parse(entry)))

  test.each([['within the withdrawal limit'], ['lent out']])(
    '%s: all that is available can be withdrawn, and a thousandth more is refused',
    async (name) => {
      const { said } = scene(name)
      const [usdc] = await read(name)
      expect(usdc).toMatchObject({
        name: 'fUSDC',
        asset: 'USDC',
        decimals: 6,
        supplied: amount(scene(name), 'totalAssets'),
        available: amount(scene(name), 'maxWithdraw'),
      })
      expect([said.takesAll, said.takesMore]).toEqual([true, false])
    },
  )

  test('the limit binds before the balance of the layer does, and then the other way round', async () => {
    const [limited] = await read('within the withdrawal limit')
    expect(limited?.available).toBe(250_000_000n)
    expect(amount(scene('within the withdrawal limit'), 'balance')).toBe(700_000_000n)
    const [lent] = await read('lent out')
    expect(lent?.available).toBe(amount(scene('lent out'), 'balance'))
  })

  test.each([
    ['lent out', [false, false]],
    ['paused', [true, false]],
    ['native paused', [false, true]],
    ['layer paused', [true, true]],
  ])('%s: the token of USDC and that of the native coin are paused: %s', async (name, expected) => {
    const drafts = await read(name)
    expect(drafts.map(({ paused }) => paused)).toEqual(expected)
    expect(drafts.map(({ frozen }) => frozen)).toEqual(expected)
    const { takesAll, deposits } = scene(name).said
    expect([takesAll, deposits]).toEqual([!expected[0], !expected[0]])
  })
})

describe('Lido', () => {
  const { entry, scene } = readRecording('lido')
  const read = async (name: string): Promise<MarketDraft | undefined> =>
    (await readScene(scene(name), lidoMarkets(holdingEntry.parse(entry))))[0]

  test('supply is that of stETH, and the first request has waited since it was made', async () => {
    expect(await read('two wait')).toMatchObject({
      supplied: amount(scene('two wait'), 'pooled'),
      // Three days before the second request, which is a day old.
      withdrawSeconds: 4 * 86_400,
      frozen: false,
      paused: false,
    })
    expect(scene('two wait').said.unfinalized).toBe('2')
  })

  test('a finalized request waits no longer; the next one does, and bunker mode is in the name', async () => {
    expect(await read('one finalized, bunker mode')).toMatchObject({
      name: 'stETH, bunker mode',
      withdrawSeconds: 86_400,
    })
  })

  test('without a request there is no wait to read', async () => {
    expect(scene('nobody waits').said.unfinalized).toBe('0')
    expect(await read('nobody waits')).toMatchObject({ name: 'stETH', withdrawSeconds: null })
  })

  test('a paused queue refuses requests, and paused staking refuses ether', async () => {
    expect(scene('paused').said).toMatchObject({ requests: false, stakes: false })
    expect(await read('paused')).toMatchObject({ paused: true, frozen: true })
    expect(scene('two wait').said).toMatchObject({ requests: true, stakes: true })
  })
})
