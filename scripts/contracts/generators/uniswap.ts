import { createRequire } from 'node:module'
import * as z from 'zod'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'
import { address, type Token } from '../../../src/wallet/model/entry-base.ts'
import { lower } from '../lower.ts'
import type { RowsOf, SourceRow } from '../source-rows.ts'

// The package's ES modules import each other without extensions, which Node refuses, so its CommonJS build is used.
const sdk = z
  .looseObject({
    V2_FACTORY_ADDRESSES: z.record(z.string(), z.string()),
    WETH9: z.record(z.string(), z.looseObject({ address: z.string(), symbol: z.string() })),
    CHAIN_TO_ADDRESSES_MAP: z.record(
      z.string(),
      z.looseObject({
        v3CoreFactoryAddress: z.string(),
        nonfungiblePositionManagerAddress: z.string().optional(),
        v4PositionManagerAddress: z.string().optional(),
      }),
    ),
  })
  .parse(createRequire(import.meta.url)('@uniswap/sdk-core'))

/** Uniswap's factory of pairs on a chain, from its package. */
export function uniswapV2Factory({ chainId }: ScanChain): string | undefined {
  return sdk.V2_FACTORY_ADDRESSES[chainId]
}

/** Uniswap's position manager of v3 on a chain. */
export function uniswapV3(rows: SourceRow[], chain: ScanChain): object[] {
  const contracts = contractsOn(chain)
  const manager = contracts?.nonfungiblePositionManagerAddress
  if (!contracts || !manager) return []
  const factory = lower(contracts.v3CoreFactoryAddress)
  return rows.map((entry) => ({ ...entry, manager: lower(manager), factory }))
}

const nativeRow = z.looseObject({ address, symbol: z.string() })

/** Uniswap's position manager of v4 on a chain. It reports the chain's coin as its wrapped token. */
export function uniswapV4(rows: SourceRow[], chain: ScanChain, rowsOf: RowsOf): object[] {
  const manager = contractsOn(chain)?.v4PositionManagerAddress
  const [further] = rowsOf('uniswap-v4-native')
  const wrapped = further ? nativeRow.parse(further) : sdk.WETH9[chain.chainId]
  if (!manager || !wrapped) return []
  const native: Token = { address: lower(wrapped.address), symbol: wrapped.symbol, decimals: 18 }
  return rows.map((entry) => ({ ...entry, manager: lower(manager), native }))
}

function contractsOn({ chainId, ...chain }: ScanChain) {
  // The NFTs are read by a lens, which cannot run there.
  return 'runsCode' in chain ? undefined : sdk.CHAIN_TO_ADDRESSES_MAP[chainId]
}
