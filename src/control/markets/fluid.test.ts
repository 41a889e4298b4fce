import { expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { at, isToken, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { fluidEntry } from '../../wallet/evm/drivers/fluid.ts'
import { readAlone } from './fixtures/readers.ts'
import { FLUID_LENDING, fluidMarkets } from './fluid.ts'

const RESOLVER = at(1)
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const WETH = { address: at(9), symbol: 'WETH', decimals: 18 }

test('a lending token of Fluid has what its liquidity layer lets it withdraw', async () => {
  const { drafts, failed } = await read([
    details(at(2), at(3), { withdrawable: 120n }),
    details(at(4), NATIVE, { withdrawable: 0n }),
    details(at(5), at(3), { decimals: 77n }),
  ])
  expect(
    drafts.map(({ asset, assetAddress, available }) => [asset, assetAddress, available]),
  ).toEqual([
    ['USDC', at(3), 120n],
    ['WETH', WETH.address, 0n],
  ])
  expect(drafts[0]).toMatchObject({ address: at(2), name: 'fT', supplied: 1_000n, paused: null })
  expect(failed).toEqual([{ address: at(5), why: 'implausible' }])
})

test('a resolver that lists more tokens than there are is not trusted', async () => {
  const many = Array.from({ length: 201 }, (_, index) => details(at(index), at(3), {}))
  expect((await read(many)).failed).toEqual([{ address: at(0), why: 'implausible' }])
})

function details(
  token: Address,
  asset: Address,
  changes: { withdrawable?: bigint; decimals?: bigint },
) {
  const { withdrawable = 0n, decimals = 6n } = changes
  return {
    token,
    eip2612: false,
    isNative: asset === NATIVE,
    name: 'Fluid T',
    symbol: 'fT',
    decimals,
    asset,
    totalAssets: 1_000n,
    totalSupply: 900n,
    toShares: 0n,
    toAssets: 0n,
    rewardsRate: 0n,
    supplyRate: 0n,
    rebalance: 0n,
    liquidity: {
      withInterest: true,
      supply: 1_000n,
      withdrawalLimit: 0n,
      lastUpdate: 0n,
      expandPercent: 0n,
      expandDuration: 0n,
      baseLimit: 0n,
      withdrawableUntilLimit: 0n,
      withdrawable,
      decayEnd: 0n,
      decayAmount: 0n,
    },
  }
}

function read(tokens: ReturnType<typeof details>[]) {
  const entry = fluidEntry.parse({
    id: 'fluid',
    protocol: 'fluid-lending',
    product: 'lending',
    source: 'test',
    driver: 'fluid',
    lendingResolver: RESOLVER,
    vaultResolver: at(8),
    native: WETH,
  })
  const facts = [says(RESOLVER, FLUID_LENDING, [], tokens), ...isToken(at(3), 'USDC', 6)]
  return readAlone(fluidMarkets(entry), facts)
}
