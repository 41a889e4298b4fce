import { describe, expect, test } from 'vitest'
import { erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import { readRecording, readScene } from './fixtures/recorded-code.ts'
import { vaultMarkets } from './vaults.ts'

/** Each scene was recorded from the compiled source of the vault; its only holder was made to withdraw what the reader says, and one unit more. */
const READ = (recording: ReturnType<typeof readRecording>) => (name: string) =>
  readScene(recording.scene(name), vaultMarkets(erc4626Entry.parse(recording.entry), true))

describe('a MetaMorpho vault', () => {
  const recording = readRecording('metamorpho')
  const read = READ(recording)

  test.each([
    ['idle', 1_000_000_000n],
    // 20 are left in a market of 400, and 100 in one of 600.
    ['lent', 120_000_000n],
    ['lent, with a gift that it pays no one', 120_000_000n],
    ['half a year without an accrual', 120_000_000n],
    ['lent out', 0n],
  ])('%s: its only holder can withdraw %d and no more', async (name, available) => {
    const { said } = recording.scene(name)
    const [draft] = await read(name)
    expect(draft).toMatchObject({
      ...{ available, supplied: BigInt(String(said.totalAssets)) },
      ...{ paused: false, withdrawSeconds: 0, gap: null },
    })
    expect([said.maxWithdraw, said.takesAll, said.takesMore]).toEqual([`${available}`, true, false])
  })

  test('grows with interest that no market has accrued yet', () => {
    const grown = BigInt(String(recording.scene('half a year without an accrual').said.totalAssets))
    expect(grown).toBeGreaterThan(1_400_000_000n)
  })

  test('lends against what its markets take as collateral, at their prices', async () => {
    const [, weth, wbtc] = await read('lent')
    expect(weth).toMatchObject({
      ...{ name: 'WETH/USDC', asset: 'WETH', supplied: 400_000_000n },
      ...{ liquidationThreshold: 0.86, available: null, withdrawSeconds: null },
    })
    expect(wbtc).toMatchObject({ name: 'WBTC/USDC', supplied: 600_000_000n })
    expect([weth?.priceFeed, wbtc?.priceFeed]).toEqual(Array(2).fill(expect.stringMatching(/^0x/)))
  })
})

describe('a Morpho Vault V2', () => {
  const recording = readRecording('morpho-vault-v2')
  const read = READ(recording)

  test.each([
    ['idle', 1_000_000_000n],
    ['no liquidity adapter', 300_000_000n],
    // It holds 300, and 120 are left in the market.
    ['a market as its liquidity', 420_000_000n],
    ['a market that it does not lend on as its liquidity', 300_000_000n],
    // 70 are left in the market on which the inner vault lends.
    ['a vault as its liquidity', 370_000_000n],
    ['half a year without an accrual', 370_000_000n],
    ['a liquidity adapter that is none', 300_000_000n],
  ])('%s: its only holder can withdraw %d and no more', async (name, available) => {
    const { said } = recording.scene(name)
    const [draft] = await read(name)
    expect(draft).toMatchObject({
      ...{ available, supplied: BigInt(String(said.totalAssets)) },
      ...{ paused: false, withdrawSeconds: 0, gap: null },
    })
    expect([said.takesAll, said.takesMore]).toEqual([true, false])
  })

  test('with a gate does not say that anyone can leave', async () => {
    const gated = 'a gate that lets no one out'
    expect(recording.scene(gated).said.takesAll).toBe(false)
    const [draft] = await read(gated)
    expect(draft?.paused).toBeNull()
  })

  test('lends through each of its adapters, of an inner vault its part', async () => {
    const [, ...loans] = await read('a vault as its liquidity')
    expect(loans.map(({ name, supplied }) => [name, supplied])).toEqual([
      ['WETH/USDC', 400_000_000n],
      ['WBTC/USDC', 100_000_000n],
      ['WBTC/USDC', 200_000_000n],
    ])
  })
})

describe('a vault of Moolah', () => {
  const recording = readRecording('moolah-vault')
  const read = READ(recording)

  test.each([
    ['idle', 1_000_000_000n],
    ['lent', 120_000_000n],
    ['half a year without an accrual', 120_000_000n],
  ])('%s: its only holder can withdraw %d and no more', async (name, available) => {
    const { said } = recording.scene(name)
    const [draft, weth] = await read(name)
    expect(draft).toMatchObject({
      ...{ available, supplied: BigInt(String(said.totalAssets)) },
      ...{ paused: false, withdrawSeconds: 0, gap: null },
    })
    expect(weth).toMatchObject({ name: 'WETH/USDC', liquidationThreshold: 0.86 })
    expect([said.maxWithdraw, said.takesAll, said.takesMore]).toEqual([`${available}`, true, false])
  })

  test('pays no one while Moolah is paused, whatever it says can be withdrawn', async () => {
    const { said } = recording.scene('paused')
    const [draft] = await read('paused')
    expect(draft?.paused).toBe(true)
    expect([said.maxWithdraw, said.takesAll]).toEqual(['120000000', false])
  })
})
