import { expect, test } from 'vitest'
import { erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import { readRecording, readScene } from './fixtures/recorded-code.ts'
import { vaultMarkets } from './vaults.ts'

const { entry, scene } = readRecording('metamorpho')

test.each([
  ['idle', 1_000_000_000n],
  // 20 are left in a market of 400, and 100 in one of 600.
  ['lent', 120_000_000n],
  ['half a year without an accrual', 120_000_000n],
  ['lent out', 0n],
])(
  'a MetaMorpho vault, %s: its only holder can withdraw %d and no more',
  async (name, available) => {
    const { said } = scene(name)
    const [draft] = await readScene(scene(name), vaultMarkets(erc4626Entry.parse(entry)))
    expect(draft).toMatchObject({
      available,
      supplied: BigInt(String(said.totalAssets)),
      paused: false,
      withdrawSeconds: 0,
    })
    expect([said.maxWithdraw, said.takesAll, said.takesMore]).toEqual([`${available}`, true, false])
  },
)

test('its supply grows with interest that no market has accrued yet', () => {
  const grown = BigInt(String(scene('half a year without an accrual').said.totalAssets))
  expect(grown).toBeGreaterThan(1_400_000_000n)
})
